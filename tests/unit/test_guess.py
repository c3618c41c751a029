"""A question before the answer: folded, for the keyboard, in the page's own words."""

import re

import comm
import pytest

from depcluster.course import bet, guess, without_display
from depcluster.widgets import CoinMosaic

FOLD = r"<details name=\"(.*?)\"><summary>(.*?)</summary>(.*?)</details>"


def test_each_option_unfolds_the_answer_and_says_whether_it_was_right():
    asked = guess("Which <two>?", ["the ends", "the right"], "the right", "Both are far out.")
    page = asked._repr_html_()
    (group, *wrong), (same, *right) = re.findall(FOLD, page)
    assert [wrong[0], right[0]] == ["the ends", "the right"]
    assert group == same  # one open at a time
    assert group not in guess("Another?", ["yes", "no"], "no", "So.")._repr_html_()
    assert "Not so: the right." in wrong[1]
    assert "Yes." in right[1]
    assert page.count("Both are far out.") == 2
    assert "<details open" not in page
    assert "Which &lt;two&gt;?" in page
    assert repr(asked) == "Guess first. Which <two>? (the ends / the right)"


def test_a_bet_says_what_was_bet_on_and_nothing_of_right_or_wrong():
    page = bet("Who <wins>?", {"A & B": "They stay.", "C": "It goes."})._repr_html_()
    folds = re.findall(r"<summary>(.*?)</summary>(.*?)</details>", page)
    assert [option for option, _ in folds] == ["A &amp; B", "C"]
    assert "Your bet: A &amp; B." in folds[0][1]
    assert "They stay." in folds[0][1]
    assert "Who &lt;wins&gt;?" in page
    assert not re.search("Yes|No:|<details open", page)


def test_a_question_without_its_answer_or_options_is_refused():
    for options, right in ((["a", "b"], "c"), (["a", "a"], "a"), (["a"], "a"), ("ab", "a")):
        with pytest.raises(ValueError, match=r"options|right"):
            guess("Which?", options, right, "So.")
    for options in ({}, {"a": "x"}, {"a": 1, "b": "x"}, ["a", "b"]):
        with pytest.raises(ValueError, match="options"):
            bet("Which?", options)


def test_widgets_without_display_open_no_connection():
    with without_display():
        hidden = CoinMosaic(0.9)
    assert isinstance(hidden.comm, comm.DummyComm)
    assert comm.create_comm is not comm.DummyComm
