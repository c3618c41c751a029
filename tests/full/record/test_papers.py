"""All five papers: what they show has a function, a claim and a cell, and records are whole.

Claims themselves are computed in notebooks/reproduction, which ends where a verdict has changed.
"""

import inspect
import re
from pathlib import Path

import nbformat
import pytest

from depcluster import FigureWithAlt
from depcluster.reproduction import Table, read_runs
from depcluster.reproduction.claim import FINDING
from depcluster.reproduction.command import papers
from depcluster.reproduction.figure import long_name
from depcluster.reproduction.paper import is_of

ROOT = Path(__file__).parents[3]
ROMAN = ["I", "II", "III", "IV", "V", "VI"]
# What the papers show, read off the papers, pseudo-code and diagrams left out.
SHOWN = {
    "song2007": ["Fig. 1", "Fig. 2", "Fig. 3", "Fig. 4", "Table 1"],
    "zhong2010": [*(f"Fig. {k}" for k in range(1, 8)), *(f"Table {k}" for k in ROMAN)],
    "blaschko2008": ["Fig. 1", "Fig. 2", "Fig. 3", "Table 1", "Table 2"],
    "jenssen2006": [f"Fig. {k}" for k in range(1, 7)],
    "sugiyama2011": [*(f"Fig. {k}" for k in range(4, 9)), "Table 1", "Table 2"],
}
# Other settings than those of the notebooks.
DRAWN = {
    "song2007": {
        "Fig. 1": {"random_state": 3},
        "Fig. 2": {"n_toys": 6, "kernel": "graph", "scale": "log"},
        "Fig. 3": {"hierarchy": [["a", "b"], list("cdefg"), ["h", ["i"]]]},
        "Fig. 4": {"blend": 0.2, "random_state": 1},
    },
    "zhong2010": {
        "Fig. 1": {"random_state": 0, "protocol": "ours", "leaf": 3},
        "Fig. 2": {"branches": 2, "leaves": 3},
        "Fig. 4": {"linkage": "average"},
        "Fig. 5": {"random_state": 0, "protocol": "ours"},
        "Fig. 6": {"random_state": 0, "protocol": "ours", "leaf": 0},
        "Fig. 7": {"random_state": 19},
        "Table I": {"recipe": "fitted", "protocol": "random"},
        "Table III": {"difficulty": 0.5},
        "Table IV": {"setting": 3, "protocol": "single"},
        "Table V": {"protocol": "ours"},
        "Table VI": {"gamma": 0.01},
    },
    "blaschko2008": {
        "Fig. 1": {"n_leaves": 5},
        "Fig. 2": {"n_init": 1, "difficulty": 0.5},
        "Fig. 3": {"half": 3},
        "Table 1": {"difficulty": 1.5},
        "Table 2": {"corpus": "newsgroups"},
    },
    "jenssen2006": {
        "Fig. 2": {"recipe": "farther", "random_state": 3},
        "Fig. 3": {"panel": "a", "recipe": "two moons", "sigma": 0.4},
        "Fig. 4": {"recipe": "scattered", "sigma": 0.5},
        "Fig. 6": {"panel": "c", "recipe": "three", "sigma": 0.4},
    },
}

each_paper = pytest.mark.parametrize("paper", papers(), ids=lambda paper: paper.module)


def nameless_axes(figure):
    """Axes with numbers at their ticks and nothing that says what they are."""
    figure.draw_without_rendering()
    for ax in (ax for ax in figure.axes if ax.axison):
        over = [f for f in (figure, *figure.subfigs) if ax in f.axes]
        for kind in "xy":
            ticks = getattr(ax, f"get_{kind}ticklabels")()
            shown = [tick.get_text() for tick in ticks if tick.get_visible() and tick.get_text()]
            named = getattr(ax, f"get_{kind}label")() or any(
                getattr(f, f"_sup{kind}label", None) for f in over
            )
            if (
                shown
                and not named
                and all(t.lstrip("−-").replace(".", "").isdigit() for t in shown)
            ):
                yield f"{ax.get_title()!r}, {kind}"


@each_paper
def test_each_figure_and_table_is_drawn_at_other_settings(paper):
    for item, draw in paper.figures.items():
        drawn, name = (
            draw(**DRAWN.get(paper.module, {}).get(item, {})),
            f"{paper.name}, {long_name(item)}",
        )
        if isinstance(drawn, Table):
            assert drawn.caption.startswith(name)
            assert drawn.rows, item
            continue
        assert isinstance(drawn, FigureWithAlt)
        assert drawn.alt.startswith(name)
        assert any(name in text.get_text() for text in drawn.figure.texts)
        assert [*nameless_axes(drawn.figure)] == [], item


@each_paper
def test_each_item_has_a_function_a_claim_and_a_cell(paper):
    notebook = nbformat.read(ROOT / f"notebooks/reproduction/{paper.module}.ipynb", as_version=4)
    cells = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    assert list(paper.figures) == SHOWN[paper.module]
    for item, draw in paper.figures.items():
        number = item.split()[1]
        number = ROMAN.index(number) + 1 if number in ROMAN else number
        assert draw.__name__ == f"{'figure' if item.startswith('Fig') else 'table'}_{number}"
        assert any(is_of(item, of.item) for of in paper.statements)
        assert re.search(rf"\b{paper.module}\.{draw.__name__}\b", cells), item


@each_paper
def test_figures_refuse_what_they_cannot_draw(paper):
    for draw in paper.figures.values():
        for name in inspect.signature(draw).parameters:
            with pytest.raises(ValueError, match=f"^{name} must be "):
                draw(**{name: object()})


@each_paper
def test_records_are_whole_and_of_their_protocols(paper):
    assert [why for study in paper.studies if (why := study.stale())] == []
    assert {study.name for study in paper.studies} == set(read_runs(paper.module).hashes)
    assert [s for s in paper.studies if not (ROOT / "benchmarks" / s.script).exists()] == []


@each_paper
def test_no_claim_is_made_twice_and_what_did_not_hold_says_why(paper):
    claims = [one for one in paper.recorded()[1] if one.kind != FINDING]
    keys = [(one.item, one.claim) for one in claims]
    assert len(keys) == len(set(keys))
    assert any(one.headline for one in claims)
    failed = ("not reproduced", "partly", "undecided")
    assert [one.claim for one in claims if one.verdict in failed and not one.why] == []


def test_the_page_leads_to_what_is_there():
    page = (ROOT / "REPRODUCTION.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page)
    assert [link for link in set(links) if not (ROOT / link).exists()] == []
