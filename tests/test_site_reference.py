"""The reference: each public name on one page, what uses it, formulas and examples."""

import importlib
import inspect
import re
import sys
from collections import Counter
from dataclasses import is_dataclass
from pathlib import Path

import ipywidgets
import nbformat
import pytest
from sklearn.base import BaseEstimator

pytest.importorskip("myst_nb")
ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "docs"), str(ROOT / "notebooks")]

from maker import names, reference  # noqa: E402

NAMES = names.public_names()
TOLD = [name for name in NAMES if names.is_told(name.thing)]
WITH_FORMULAS = ("papers.", "kernels", "labels", "metrics", "trees", "search", "selection")
EQUATION = re.compile(r"\beqs?\. \(?\d|\(\d+\)")


def path_of(name):
    return name.path


def members(name):
    return reference.own_members(name.thing) if inspect.isclass(name.thing) else ()


def is_result(thing):
    """Whether nobody makes it by hand: what a function returns, with its attributes told."""
    return is_dataclass(thing) and not hasattr(thing, "gradient")


def is_estimator(thing):
    return inspect.isclass(thing) and issubclass(thing, BaseEstimator)


def documented(pages):
    """Paths of all names that have an entry; a constant's is without its module."""
    entry = re.compile(r"^\.\. (?:autoclass|autofunction|py:data):: ([\w.]+)", re.MULTILINE)
    found = [(page, path) for page, text in pages.items() for path in entry.findall(text)]
    return [path if "." in path else f"depcluster.{page}.{path}" for page, path in found]


def test_every_name_is_on_one_page_once():
    places = Counter(documented(reference.pages_of({})))
    assert set(places.values()) == {1}
    assert set(places) == {name.path for name in NAMES}


@pytest.mark.parametrize("page", names.PAGES)
def test_whatever_a_room_holds_for_users_has_a_page(page):
    room = importlib.import_module(f"depcluster.{page}")
    ours = {
        id(thing)
        for name, thing in vars(room).items()
        if name[0] != "_"
        and (inspect.isclass(thing) or inspect.isfunction(thing))
        and thing.__module__.startswith("depcluster.")
        and (Path(room.__file__).name == "__init__.py" or thing.__module__ == room.__name__)
    }
    assert ours
    assert ours <= {id(name.thing) for name in NAMES}


def test_all_rooms_of_the_readme_have_a_card_and_all_but_the_checks_a_page():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    drawn = [name for floor in reference.rooms_of_readme(readme) for name in floor]
    modules = (path for path in names.PACKAGE.iterdir() if path.name[0] not in "_.")
    assert sorted(drawn) == sorted({"depcluster", *(path.stem for path in modules)})
    pages = reference.pages_of({})
    assert {name for name in drawn if name not in pages} == {"checks"}
    assert all(f"grid-item-card:: {name}\n" in pages["index"] for name in drawn)


def test_the_top_level_leads_into_the_rooms():
    top = dict(names.top_level())
    assert top["CLUHSIC"].path == "depcluster.papers.song2007.CLUHSIC"
    assert top["incomplete_cholesky"].path == "depcluster.kernels.incomplete_cholesky"
    page = reference.pages_of({})["depcluster"]
    assert all(f":py:obj:`{short} <{name.path}>`" in page for short, name in top.items())


CODE = """\
%matplotlib inline
from depcluster import CLUHSIC, hsic
from depcluster.kernels import kernel_matrix as km
import depcluster.labels as L
import depcluster
from depcluster.reproduction import sugiyama2011
# tree_loss is only spoken of, hsic only imported
chain = 3
K = km([[0.0]])
A = L.ring(chain), depcluster.datasets.make_row()
CLUHSIC(3).fit(K)
sugiyama2011.figure_5()
"""


def test_used_is_what_a_program_imports_and_reads(tmp_path):
    cells = [nbformat.v4.new_markdown_cell("# A title\n\n`zero_one_loss`")]
    book = nbformat.v4.new_notebook(cells=[*cells, nbformat.v4.new_code_cell(CODE)])
    nbformat.write(book, tmp_path / "stem.ipynb")
    users = names.notebooks_by_name(tmp_path)
    assert set(users) == {
        "depcluster.papers.song2007.CLUHSIC",
        "depcluster.kernels.kernel_matrix",
        "depcluster.labels.ring",
        "depcluster.datasets.make_row",
        "depcluster.reproduction.sugiyama2011.figure_5",
    }
    assert users["depcluster.labels.ring"] == [("stem", "A title")]
    page = reference.pages_of(users)["labels"]
    assert page.count("**Used in:** :doc:`A title </notebooks/stem>`") == 1
    after = page.partition(".. autofunction:: depcluster.labels.ring\n")[2]
    assert "Used in" in after.partition(".. autofunction::")[0]


def test_short_names_lead_to_the_one_thing_they_mean():
    objects = {name.path for name in NAMES} | {"depcluster.papers.song2007.CLUHSIC.predict"}
    for target, path in {
        "kernel_matrix": "depcluster.kernels.kernel_matrix",
        "labels.tree": "depcluster.labels.tree",
        "depcluster.SearchResult": "depcluster.search.SearchResult",
        "CLUHSIC.predict": "depcluster.papers.song2007.CLUHSIC.predict",
        "predict": "depcluster.papers.song2007.CLUHSIC.predict",
    }.items():
        assert reference.find_path(target, objects) == path
    assert reference.find_path("figure_1", objects) is None  # of four papers
    assert reference.find_path("n_clusters", objects) is None


def test_a_sentence_does_not_end_at_an_equation():
    doc = "What it is (Song 2007, eq. 5). The rest,\nwhich is left out.\n\nMore."
    assert names.first_sentence(doc) == "What it is (Song 2007, eq. 5)."
    assert names.first_sentence("One line\nin two") == "One line in two"


def test_members_are_those_of_the_package():
    of = {name.name: set(members(name)) for name in TOLD}
    assert {"fit", "predict", "objective_bound_"} <= of["CLUHSIC"]
    inherited = set(dir(BaseEstimator)) | set(dir(ipywidgets.DOMWidget))
    widgets = (name.name for name in TOLD if name.page == "widgets")
    assert not inherited & set().union(of["CLUHSIC"], *(of[name] for name in widgets))
    assert {"labels_", "settle"} <= of["KernelExplorer"]


@pytest.mark.parametrize("name", TOLD, ids=path_of)
def test_every_name_is_told_in_a_sentence(name):
    assert name.summary.endswith((".", ":")), name.summary
    assert len(name.summary) < 200


def test_constants_are_told_by_a_comment():
    assert [name.path for name in NAMES if not name.doc] == []


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in TOLD
        if name.page.startswith(WITH_FORMULAS)
        and not is_result(name.thing)
        and EQUATION.search(name.doc.partition("\nExamples\n")[0])
    ],
    ids=path_of,
)
def test_who_names_an_equation_shows_it(name):
    assert ".. math::" in name.doc


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in TOLD
        if name.page.startswith("papers.")
        and (name.name.endswith("_objective") or is_estimator(name.thing))
    ],
    ids=path_of,
)
def test_every_method_shows_what_it_optimises(name):
    assert ".. math::" in name.doc.partition("\nParameters\n")[0]


def test_every_objective_of_the_search_shows_its_weights():
    objectives = [name for name in TOLD if hasattr(name.thing, "gradient")]
    assert len(objectives) >= 6
    assert [n.name for n in objectives if "W(n)" not in n.doc.partition(".. math::")[2]] == []


@pytest.mark.parametrize("name", TOLD, ids=path_of)
def test_formulas_have_as_many_opening_as_closing_brackets(name):
    texts = [name.doc, *(inspect.getdoc(getattr(name.thing, m)) or "" for m in members(name))]
    for formula in re.findall(r"\.\. math:: (.*?)(?=\n\S|\n\n|\Z)", "\n".join(texts), re.DOTALL):
        assert formula.count("{") == formula.count("}"), formula
        pairs = (len(re.findall(rf"\\{side}(?![a-z])", formula)) for side in ("left", "right"))
        assert len(set(pairs)) == 1, formula


# What a run of the tests cannot have: a network, a cluster of blocks, a folder to write to.
WITHOUT_EXAMPLE = {
    "load_newsgroups",
    "load_newsgroup_tree",
    "draw_real",
    "find_landmarks",
    "labels_by_block",
    "search_rows",
    "survey_rows",
    "engine",
}


def test_every_name_below_the_reproduction_and_the_widgets_has_an_example():
    above = ("reproduction", "widgets", "lessons", "exercises")
    lower = [n for n in TOLD if not n.page.startswith(above) and not is_result(n.thing)]
    assert {n.name for n in lower if "\nExamples\n" not in n.doc} == WITHOUT_EXAMPLE


def test_a_widget_shows_what_it_is_made_from():
    page = reference.pages_of({})["widgets"]
    assert ".. autoclass:: depcluster.widgets.Bells(distance=2.0)\n" in page
