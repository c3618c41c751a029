"""The room of reproduction: verdicts by the paper's word, effects, exhibits, command, page."""

import inspect
import json
import re
from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure
from reproduction_checks import check_exhibit
from scipy.stats import ttest_1samp

from depcluster.reproduction import Claim, Claims, Paper, Table, claims_of, effect, exhibit
from depcluster.reproduction import command as module
from depcluster.reproduction.claim import KINDS, MARKS, WORDS
from depcluster.reproduction.command import PAPERS, main, papers
from depcluster.reproduction.paper import is_of
from depcluster.reproduction.report import report, sections_of
from depcluster.reproduction.table import tally

ROOT = Path(__file__).parents[1]
NOTEBOOKS = ROOT / "notebooks"
ROMAN = ["I", "II", "III", "IV", "V", "VI"]

# What the papers show, read off the papers.
SHOWN = {
    "song2007": ["Fig. 1", "Fig. 2", "Fig. 3", "Fig. 4", "Table 1"],
    "zhong2010": [*(f"Fig. {k}" for k in range(1, 8)), *(f"Table {k}" for k in ROMAN)],
    "blaschko2008": ["Fig. 1", "Fig. 2", "Fig. 3", "Table 1", "Table 2"],
    "jenssen2006": [f"Fig. {k}" for k in range(1, 7)],
    "sugiyama2011": [*(f"Fig. {k}" for k in range(4, 9)), "Table 1", "Table 2"],
}
EXHIBITS = [(paper, item) for paper, items in SHOWN.items() for item in items]
TEXTS = {
    "claim": "It holds.",
    "kind": "stand-in",
    "unit": "draws",
    "measured": "ARI .9",
    "theirs": "1",
}


def claim(held=True, word="usually", **given):
    return Claim(**TEXTS | {"held": held, "word": word} | given)


@pytest.mark.parametrize(
    ("word", "held", "verdict"),
    [
        ("theorem", 20, "reproduced"),
        ("theorem", 19, "not reproduced"),
        ("always", 20, "reproduced"),
        ("always", 19, "partly"),
        ("always", 10, "partly"),
        ("always", 9, "not reproduced"),
        ("usually", 15, "reproduced"),
        ("usually", 14, "partly"),
        ("usually", 8, "partly"),
        ("usually", 7, "not reproduced"),
        ("often", 10, "reproduced"),
        ("often", 9, "partly"),
        ("often", 4, "not reproduced"),
        ("may", 1, "reproduced"),
        ("may", 0, "not reproduced"),
    ],
)
def test_the_verdict_follows_the_word(word, held, verdict):
    made = claim(np.arange(20) < held, word)
    assert made.verdict == verdict
    assert made.count == f"{held} of 20 draws"
    assert claim(held, word, cases=20) == made


def test_words_and_thresholds_agree():
    for word, share in WORDS.items():
        said = claim(word=word).criterion
        assert said.startswith(word)
        numbers = re.findall(r"(\d+) %", said)
        assert said.endswith(": all") == (share == 1)
        assert said.endswith("one case is enough") == (share == 0)
        assert numbers == ([f"{100 * share:g}"] if 0 < share < 1 else [])
        needed = next(k for k in range(101) if claim(k, word, cases=100).verdict == "reproduced")
        assert needed == max(round(100 * share), 1)


@pytest.mark.parametrize("word", WORDS)
def test_nothing_that_never_holds_is_reproduced_and_what_always_holds_is(word):
    for cases in (1, 2, 3, 7, 40):
        assert claim(0, word, cases=cases).verdict == "not reproduced"
        assert claim(cases, word, cases=cases).verdict == "reproduced"
        ranks = list(MARKS)
        order = [ranks.index(claim(k, word, cases=cases).verdict) for k in range(cases + 1)]
        assert order == sorted(order, reverse=True)


def test_what_cannot_be_tested_says_why():
    assert claim(True, kind="fitted stand-in").verdict == "not testable here"
    assert "fitted" in claim(True, kind="fitted stand-in").why_not
    ceiling = claim([], untestable="every method is without error")
    assert (ceiling.verdict, ceiling.count) == ("not testable here", "")
    assert ceiling.why_not in repr(Claims([ceiling]))
    with pytest.raises(ValueError, match="say why in untestable"):
        claim([])


@pytest.mark.parametrize("held", [0.9, [0.5, 1.0], "yes", [1, 0], None, [[True]]])
def test_held_is_bools_one_a_case(held):
    with pytest.raises(ValueError, match="held must be a bool or a list of bools"):
        claim(held)


@pytest.mark.parametrize(("held", "cases"), [(3, 2), (-1, 2), (1.0, 2), (1, 2.0)])
def test_counts_make_sense(held, cases):
    with pytest.raises(ValueError, match="held must be an integer from 0 to cases"):
        claim(held, cases=cases)


@pytest.mark.parametrize("name", ["claim", "unit", "measured", "theirs"])
@pytest.mark.parametrize("text", ["", " ", 0.3, None])
def test_texts_are_wanted(name, text):
    with pytest.raises(ValueError, match=f"{name} must be a text"):
        claim(**{name: text})


def test_kinds_and_words_are_known():
    with pytest.raises(ValueError, match='kind must be one of "theorem or derivation"'):
        claim(kind="hearsay")
    with pytest.raises(ValueError, match='word must be one of "theorem", "always"'):
        claim(word="sometimes")
    assert {claim(kind=kind).verdict for kind in KINDS} == {"reproduced", "not testable here"}


def test_an_effect_is_the_t_interval_of_the_differences():
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=(2, 15))
    found = effect(a, b)
    interval = ttest_1samp(a - b, 0).confidence_interval(0.95)
    assert np.allclose([found.low, found.high], interval)
    assert found.mean == pytest.approx((a - b).mean())
    back = effect(b, a)
    assert (back.mean, back.low, back.high) == pytest.approx((-found.mean, -found.high, -found.low))
    assert effect(a + 9, b).ahead
    assert effect(a - 9, b).behind
    same = effect(a, a)
    assert not same.ahead
    assert not same.behind
    assert same.text() == "+0.00 [0.00, 0.00]"


def test_an_effect_wants_pairs():
    for first, second in (([1], [2]), ([1, 2], [1, 2, 3]), ([[1, 2]], [[1, 2]])):
        with pytest.raises(ValueError, match="numbers of the same draws"):
            effect(first, second)


def test_claims_show_themselves():
    made = Claims([claim([True, False], claim="a < b", item="Fig. 1", note="other data")])
    html, text = made._repr_html_(), repr(made)
    assert "a &lt; b" in html
    assert "overflow-x:auto" in html
    assert not re.search("color|background|#[0-9a-f]{3}", html)
    for word in ("Fig. 1", "ARI .9", "1 of 2 draws", "◐ partly", "usually: 75 %", "other data"):
        assert word in html
        assert word in text


def test_claims_of_an_item_are_one_line_that_unfolds():
    made = Claims([claim(item="Fig. 1"), claim([False] * 3, item="Fig. 2 (a)")])
    html = made._repr_html_()
    line = "Fig. 1, Fig. 2 (a): 2 claims: ✓ 1 reproduced, ✗ 1 not reproduced"
    assert html.startswith("<details><summary")
    assert f">{line}</summary><div" in html
    assert " open" not in html


def test_all_claims_stand_open_and_scroll(paper):
    html = paper.claims()._repr_html_()
    assert "<details" not in html
    assert 'role="region" tabindex="0" aria-label="4 claims' in html
    assert "max-height:70vh;overflow-y:auto" in html
    assert html.count("<tbody>") == html.count('<th scope="rowgroup" rowspan="2"') == 2
    with pytest.raises(ValueError, match="item must be one of"):
        paper.claims("Fig. 1", "Fig. 9")
    assert len(paper.claims("Fig. 1", "Section 2")) == 4


def test_a_note_of_several_claims_is_told_once():
    notes = ["Shared.", "Own.", "Shared.", ""]
    made = Claims([claim(item=f"Fig. {k}", note=note) for k, note in enumerate(notes)])
    html = made._repr_html_()
    assert (html.count("Shared."), html.count("(1)"), html.count("Own.")) == (1, 3, 1)
    assert html.count("<br><small>Own.</small>") == html.count("<br>") == 1


def test_a_long_table_scrolls():
    of = {n: Table("Accuracy", ("set", "%"), [("a", "1")] * n)._repr_html_() for n in (10, 11)}
    assert "max-height" not in of[10]
    assert "max-height" in of[11]


def test_a_table_shows_the_papers_value_beside_ours():
    made = Table("Accuracy", ("method", "set"), [("k-means", ("91 <b>", "92"))], "Note.")
    assert "91 &lt;b&gt;<br><small" in made._repr_html_()
    assert "paper 92" in made._repr_html_()
    assert repr(made).splitlines() == [
        "Accuracy", "method | set", "k-means | 91 <b> (paper 92)", "Note.",
    ]  # fmt: skip
    with pytest.raises(ValueError, match="one entry a column"):
        Table("Accuracy", ("method",), [("k-means", "92")])


def test_tally():
    assert tally([claim(True), claim(False), claim(True)]) == (
        "3 claims: 2 reproduced, 1 not reproduced"
    )
    assert tally([]) == "0 claims"


def two_claims():
    yield claim([True] * 3)
    yield claim([False] * 3, claim="Another.")


def drawn(n_seeds=3):
    figure = Figure(figsize=(4, 2), layout="constrained")
    figure.subplots().bar(range(n_seeds), 1)
    figure.axes[0].set(xlabel="seed", ylabel="one")
    return figure, f"{n_seeds} bars of the same height, side by side, one for each of the seeds."


def tabled():
    return Table("Nothing in it", ("a", "b"), [("row", "cell")])


@pytest.fixture
def paper(tmp_path, monkeypatch):
    """A small paper in an empty folder, in the place of the five."""
    monkeypatch.chdir(tmp_path)
    for function in (drawn, tabled):
        monkeypatch.setattr(function, "__module__", "depcluster.reproduction.doe2007.figures")
    exhibits = {
        "Fig. 1": exhibit("Fig. 1", "stand-in data")(drawn),
        "Table 1": exhibit("Table 1")(tabled),
    }
    claimed = [claims_of("Fig. 1 (a)")(two_claims), claims_of("Section 2")(two_claims)]
    made = Paper("Doe 2007", "doe2007", tuple(exhibits), "Much.", exhibits, claimed)
    kept = tmp_path / "claims.json"
    monkeypatch.setattr("depcluster.reproduction.records.record_path", lambda *_: kept)
    monkeypatch.setattr(module, "papers", lambda modules=(): [made])
    monkeypatch.setattr(module, "PAPERS", ("doe2007",))
    return made


def test_an_exhibit_names_itself_and_checks_what_it_is_given(paper):
    check_exhibit(paper, "Fig. 1", n_seeds=2)
    check_exhibit(paper, "Table 1")
    with pytest.raises(ValueError, match="n_seeds must be an integer from 1"):
        paper.exhibits["Fig. 1"](n_seeds=0)


def test_the_name_stands_below_what_is_drawn(paper):
    figure = paper.exhibits["Fig. 1"]().figure
    figure.draw_without_rendering()
    name = next(
        text for text in figure.texts if "Doe 2007, Figure 1; stand-in data" in text.get_text()
    )
    assert name.get_window_extent().y1 <= figure.axes[0].get_tightbbox().y0


def test_claims_by_item(paper):
    assert [made.item for made in paper.claims()] == ["Fig. 1 (a)"] * 2 + ["Section 2"] * 2
    assert len(paper.claims("Fig. 1")) == 2
    with pytest.raises(
        ValueError, match=r"item must be one of Fig\. 1 \(a\), Section 2; got 'Fig. 9'"
    ):
        paper.claims("Fig. 9")


def test_parts_of_an_item():
    assert is_of("Fig. 1", "Fig. 1 (a)")
    assert is_of("Table I", "Table I")
    assert not is_of("Table I", "Table II")
    assert not is_of("Fig. 1", "Fig. 12")
    assert is_of("Section 6", "Section 6, kernel choice")
    assert not is_of("Section 3", "Section 3.1")
    assert not is_of("Section III", "Section III-B")


def test_the_command_records_writes_and_checks(paper, capsys):
    assert main(["--record", "--out", "made"]) == 0
    assert sorted(path.name for path in Path("made").iterdir()) == [
        "doe2007_drawn.png", "doe2007_tabled.html",
    ]  # fmt: skip
    text = Path("REPRODUCTION.md").read_text(encoding="utf-8")
    assert "| [Doe 2007](#doe-2007) | 2 | 0 | 2 | 0 | 4 |" in text
    assert (
        "Doe 2007, Figure 1 | [`doe2007.drawn()`](depcluster/reproduction/doe2007/figures.py)"
        in text
    )
    said = capsys.readouterr().out
    assert "Doe 2007, Section 2: 2 claims: 1 reproduced, 1 not reproduced" in said
    assert main(["--check"]) == 0
    kept = json.loads(Path("claims.json").read_text(encoding="utf-8"))
    kept["claims"][0]["held"] = 0
    Path("claims.json").write_text(json.dumps(kept), encoding="utf-8")
    assert main(["--check"]) == 1
    assert "It holds. recorded: not reproduced, now: reproduced" in capsys.readouterr().out


def test_the_command_for_one_item(paper, capsys):
    assert main(["doe2007", "--item", "Fig. 1", "--out", "made"]) == 0
    assert [path.name for path in Path("made").iterdir()] == ["doe2007_drawn.png"]
    assert not Path("REPRODUCTION.md").exists()
    assert main(["--item", "Fig. 9"]) == 2
    assert "--item must be a figure" in capsys.readouterr().out


@pytest.mark.parametrize(("paper", "item"), EXHIBITS)
def test_each_exhibit_has_a_function_a_claim_and_a_notebook(paper, item):
    (found,) = papers((paper,))
    name = found.exhibits[item].__name__
    number = item.split()[1]
    number = ROMAN.index(number) + 1 if number in ROMAN else number
    assert name == f"{'figure' if item.startswith('Fig') else 'table'}_{number}"
    assert any(is_of(item, of.item) for of in found.claimed)
    assert name in sections_of(found, NOTEBOOKS)


@pytest.mark.parametrize(("paper", "item"), EXHIBITS)
def test_exhibits_refuse_what_they_cannot_draw(paper, item):
    (found,) = papers((paper,))
    draw = found.exhibits[item]
    for name in inspect.signature(draw).parameters:
        with pytest.raises(ValueError, match=f"^{name} must be "):
            draw(**{name: object()})


def test_there_are_36_exhibits_and_no_others():
    assert len(EXHIBITS) == 36
    assert {found.module: list(found.items) for found in papers()} == SHOWN
    assert set(PAPERS) == set(SHOWN)


@pytest.mark.parametrize("paper", PAPERS)
def test_what_was_learned_is_told(paper):
    (found,) = papers((paper,))
    assert 300 < len(found.learned) < 1500
    assert "!" not in found.learned


def test_no_claim_is_made_twice():
    for found in papers():
        keys = [(made.item, made.claim) for made in found.recorded()[1]]
        assert len(keys) == len(set(keys))


def test_the_page_is_what_was_recorded():
    found = {paper.module: paper.recorded() for paper in papers()}
    text = (ROOT / "REPRODUCTION.md").read_text(encoding="utf-8")
    assert text == report(papers(), found, NOTEBOOKS), "run python -m depcluster.reproduction"


def test_the_links_of_the_page_lead_somewhere():
    text = (ROOT / "REPRODUCTION.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text)
    assert len(links) >= 2 * len(EXHIBITS)
    assert [link for link in set(links) if not (ROOT / link).exists()] == []


def test_the_readme_counts_the_claims():
    n = sum(len(paper.recorded()[1]) for paper in papers())
    assert f"{n} claims" in (ROOT / "README.md").read_text(encoding="utf-8")
