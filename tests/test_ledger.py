"""Claims and verdicts, and REPRODUCTION.md as the notebooks say it."""

import json
import re
from pathlib import Path

import nbformat
import numpy as np
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

from depcluster.reproduction import Claim, Ledger, read_ledgers, report
from depcluster.reproduction import ledger as module
from depcluster.reproduction.ledger import MIMETYPE, REPORT, main

ROOT = Path(__file__).parents[1]
NOTEBOOKS = ROOT / "notebooks"

ROMAN = ["I", "II", "III", "IV", "V", "VI"]

# What each paper shows, and the notebooks that show it again.
PAPERS = {
    "Song 2007": ("song2007_*.ipynb", ["Fig. 1", "Fig. 2", "Fig. 3", "Fig. 4", "Table 1"]),
    "Zhong 2010": (
        "zhong2010*.ipynb",
        [*(f"Fig. {k}" for k in range(1, 8)), *(f"Table {k}" for k in ROMAN)],
    ),
    "Blaschko 2008": (
        "blaschko2008*.ipynb",
        ["Fig. 1", "Fig. 2", "Fig. 3", "Table 1", "Table 2"],
    ),
    "Sugiyama 2011": (
        "sugiyama2011*.ipynb",
        [*(f"Fig. {k}" for k in range(4, 9)), "Table 1", "Table 2"],
    ),
    "Jenssen 2006": ("jenssen2006*.ipynb", [f"Fig. {k}" for k in range(1, 7)]),
}

TEXTS = {"measured": "19 of 20 seeds", "theirs": "one picture"}


@pytest.mark.parametrize(
    ("holds", "verdict"),
    [
        (True, "reproduced"),
        (1, "reproduced"),
        (np.True_, "reproduced"),
        (18 / 20, "reproduced"),
        (0.89, "partly"),
        (0.5, "partly"),
        (0.49, "not reproduced"),
        (np.float64(0), "not reproduced"),
        (False, "not reproduced"),
    ],
)
def test_verdict(holds, verdict):
    made = Ledger("Song 2007").claim("Fig. 1", "It holds.", holds=holds, **TEXTS)
    assert made.verdict == verdict


@pytest.mark.parametrize("holds", [np.nan, -0.1, 1.1, None, "yes", [True]])
def test_holds_is_a_bool_or_a_fraction(holds):
    with pytest.raises(ValueError, match="holds must be a bool or a fraction"):
        Claim("Fig. 1", "It holds.", "19 of 20", "1", holds)


def test_texts_are_wanted():
    with pytest.raises(ValueError, match=r"measured must be a text; got 0\.3"):
        Ledger("Song 2007").claim("Fig. 1", "It holds.", measured=0.3, theirs="1", holds=True)
    with pytest.raises(ValueError, match="item must be a text; got ' '"):
        Ledger("Song 2007").claim(" ", "It holds.", holds=True, **TEXTS)
    with pytest.raises(ValueError, match="paper must be a text"):
        Ledger("")


def test_a_cell_run_twice_makes_no_second_claim(capsys):
    ledger = Ledger("Song 2007")
    ledger.claim("Fig. 1", "It holds.", holds=0.6, **TEXTS)
    ledger.claim("Fig. 1", "Another.", holds=False, **TEXTS)
    ledger.claim("Fig. 1", "It holds.", holds=0.95, **TEXTS)
    ledger.verdicts()
    assert capsys.readouterr().out == "Fig. 1: reproduced\nFig. 1: not reproduced\n"


def test_what_a_notebook_stores():
    ledger = Ledger("Song 2007")
    ledger.claim("Fig. 1", "a < b", holds=0.95, note="other data", **TEXTS)
    bundle = ledger._repr_mimebundle_()
    assert "a &lt; b" in bundle["text/html"]
    assert "✓ reproduced (in 95 % of runs)" in bundle["text/html"]
    assert not re.search("color|background|#[0-9a-f]{3}", bundle["text/html"])
    for word in ("Fig. 1", "a < b", "19 of 20 seeds", "one picture", "other data", "✓ reproduced"):
        assert word in bundle["text/plain"]
    stored = json.loads(json.dumps(bundle[MIMETYPE]))
    assert [Claim(**made) for made in stored["claims"]] == list(ledger.claims)
    assert set(stored["versions"]) >= {"python", "depcluster", "numpy"}
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", stored["date"])


def write_notebook(path, *ledgers):
    cells = [
        new_code_cell(outputs=[new_output("display_data", data=ledger._repr_mimebundle_())])
        for ledger in ledgers
    ]
    nbformat.write(new_notebook(cells=[*cells, new_code_cell("1 + 1")]), path)


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """A root with the claims of two papers in three notebooks."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "notebooks"
    folder.mkdir()
    first, then, other, later = (Ledger(f"Song {year}") for year in (2007, 2007, 2007, 2011))
    for ledger, items in ((first, 1), (then, 2), (other, 1), (later, 1)):
        for k in range(items):
            ledger.claim(f"Fig. {k + 1}", "a | b\n< c", holds=k == 0, **TEXTS)
    write_notebook(folder / "a.ipynb", first, then)
    write_notebook(folder / "b.ipynb", later)
    write_notebook(folder / "c.ipynb", other)
    return tmp_path


def test_gathering(repository):
    found = read_ledgers("notebooks")
    assert [(name, record["paper"]) for name, record in found] == [
        ("a.ipynb", "Song 2007"),
        ("c.ipynb", "Song 2007"),
        ("b.ipynb", "Song 2011"),
    ]
    assert [len(record["claims"]) for _, record in found] == [2, 1, 1]
    text = report("notebooks")
    assert re.findall("(?m)^## .*", text) == ["## Song 2007", "## Song 2011"]
    assert "[a.ipynb](notebooks/a.ipynb), run on 20" in text
    assert "2 claims: 1 reproduced, 1 not reproduced." in text
    assert "| Fig. 1 | a \\| b &lt; c | 19 of 20 seeds | one picture | ✓ reproduced |  |" in text


def test_the_command(repository, capsys):
    assert main(["--check"]) == 1
    assert "is not what the notebooks say" in capsys.readouterr().out
    assert main([]) == main(["--check"]) == 0
    Path(REPORT).write_text("other")
    assert main(["--check"]) == 1
    assert Path(REPORT).read_text() == "other"


def test_the_command_elsewhere(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        main([])
    assert "root of the repository" in capsys.readouterr().err


def test_marks_for_every_verdict():
    verdicts = {Claim("Fig. 1", "c", "m", "t", holds).verdict for holds in (0.1, 0.6, 0.9)}
    assert verdicts == set(module.MARKS)


@pytest.mark.parametrize("paper", PAPERS)
def test_every_figure_and_table_has_a_claim(paper):
    pattern, shown = PAPERS[paper]
    if not list(NOTEBOOKS.glob(pattern)):
        pytest.skip(f"no notebook of {paper} yet")
    items = [
        made.item
        for _, record in read_ledgers(NOTEBOOKS)
        if record["paper"] == paper
        for made in record["claims"]
    ]
    assert [thing for thing in shown if not any(is_of(thing, item) for item in items)] == []


def is_of(thing, item):
    """Whether an item such as "Fig. 2 III" is of a thing such as "Fig. 2"."""
    return re.match(rf"{re.escape(thing)}(?!\w)", item) is not None


def test_the_report_is_what_the_notebooks_say():
    if not any(list(NOTEBOOKS.glob(pattern)) for pattern, _ in PAPERS.values()):
        pytest.skip("no notebook of a paper yet")
    assert (ROOT / REPORT).read_text(encoding="utf-8") == report(NOTEBOOKS), (
        "run python -m depcluster.reproduction"
    )
