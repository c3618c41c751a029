"""A question before the answer: folded, for the keyboard, in the page's own words."""

import re

import comm
import pytest

from depcluster.lessons import bet, guess, without_display
from depcluster.widgets import CoinMosaic


@pytest.fixture
def asked():
    return guess("Which <two>?", ["the ends", "the right"], "the right", "Both are far out.")


def test_each_option_unfolds_the_answer_and_says_whether_it_was_right(asked):
    fold = r"<details name=\"(.*?)\"><summary>(.*?)</summary>(.*?)</details>"
    folds = re.findall(fold, asked._repr_html_())
    assert [option for _, option, _ in folds] == ["the ends", "the right"]
    assert len({group for group, _, _ in folds}) == 1  # one open at a time
    assert "Not so: the right." in folds[0][2]
    assert "Yes." in folds[1][2]
    assert all("Both are far out." in said for _, _, said in folds)


def test_nothing_is_open_at_first_and_words_are_escaped(asked):
    page = asked._repr_html_()
    assert "<details open" not in page
    assert "Which &lt;two&gt;?" in page
    assert repr(asked) == "Guess first. Which <two>? (the ends / the right)"


def test_two_questions_on_a_page_do_not_close_each_other(asked):
    other = guess("Another?", ["yes", "no"], "no", "So.")
    names = [re.search('name="(.*?)"', page._repr_html_())[1] for page in (asked, other)]
    assert names[0] != names[1]


@pytest.mark.parametrize(
    ("options", "right"), [(["a", "b"], "c"), (["a", "a"], "a"), (["a"], "a"), ("ab", "a")]
)
def test_a_question_without_its_answer_is_refused(options, right):
    with pytest.raises(ValueError, match=r"options|right"):
        guess("Which?", options, right, "So.")


def test_a_bet_says_what_was_bet_on_and_nothing_of_right_or_wrong():
    page = bet("Who <wins>?", {"A & B": "They stay.", "C": "It goes."})._repr_html_()
    folds = re.findall(r"<summary>(.*?)</summary>(.*?)</details>", page)
    assert [option for option, _ in folds] == ["A &amp; B", "C"]
    assert "Your bet: A &amp; B." in folds[0][1]
    assert "They stay." in folds[0][1]
    assert "Who &lt;wins&gt;?" in page
    assert not re.search("Yes|No:|<details open", page)


@pytest.mark.parametrize("options", [{}, {"a": "x"}, {"a": 1, "b": "x"}, ["a", "b"]])
def test_a_bet_wants_two_options_with_texts(options):
    with pytest.raises(ValueError, match="options"):
        bet("Which?", options)


def test_widgets_without_display_open_no_connection():
    with without_display():
        hidden = CoinMosaic(0.9)
    assert isinstance(hidden.comm, comm.DummyComm)
    assert comm.create_comm is not comm.DummyComm
