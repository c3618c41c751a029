"""A widget saved as a page: which may be, where, whole or not at all, and what Python answers."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure

from depcluster.datasets import make_circle
from depcluster.widgets import (
    DataFile,
    DataPad,
    Dropdown,
    GramView,
    KernelExplorer,
    LabelKernelEditor,
    LossExplorer,
    ModelSelectionExplorer,
    PadExplorer,
    PartitionStepper,
    PerturbationExplorer,
    TaxonomyExplorer,
    interact,
)
from depcluster.widgets.base import saved

X, _ = make_circle(n_samples=60)


@pytest.fixture
def explorer():
    return KernelExplorer(X, 4, label_kernel="ring")


def states(path):
    text = path.read_text(encoding="utf-8")
    kept = re.search(r'<script type="application/json" id="saved">(.*?)</script>', text, re.DOTALL)
    return json.loads(kept[1])


def test_a_page_is_one_file_that_names_no_address(explorer, tmp_path):
    place = explorer.save_html(tmp_path / "ring.html")
    assert place == tmp_path / "ring.html"
    text = place.read_text(encoding="utf-8")
    assert len(text) < 400_000
    of_svg = "http://www.w3.org/2000/svg"  # names a language, and is asked for by nobody
    assert {*re.findall(r"https?://[^\s\"'\\]+", text)} <= {of_svg}
    assert [path.name for path in tmp_path.iterdir()] == ["ring.html"]


def test_the_state_is_that_of_the_widget_and_python_is_gone(explorer, tmp_path):
    kept = states(explorer.save_html(str(tmp_path / "ring.html")))
    state = kept["states"][kept["first"]]
    assert state["_python"] is False
    assert explorer._python
    assert state["preset"] == "ring"
    assert state["_labelling"]["objective"] == explorer.objective_
    assert not {"layout", "_dom_classes", "tooltip"} & {*state}


def test_a_pad_goes_along(tmp_path):
    explorer = PadExplorer(DataPad.fitted(X), 3)
    kept = states(explorer.save_html(tmp_path / "pad.html"))
    assert {*kept["states"]} == {explorer.model_id, explorer.pad.model_id}
    assert kept["states"][kept["first"]]["pad"] == f"IPY_MODEL_{explorer.pad.model_id}"
    assert all(state["_python"] is False for state in kept["states"].values())


def test_words_of_a_user_end_no_script(tmp_path):
    name = "</script><!--<script>"
    explorer = KernelExplorer(X, 3, feature_names=[name, "b"])
    kept = states(explorer.save_html(tmp_path / "names.html"))
    assert kept["states"][kept["first"]]["_axes"][0] == name


@pytest.mark.parametrize(
    "make",
    [
        lambda: DataPad(X / 10),
        lambda: GramView(X @ X.T, np.arange(60) % 3),
        lambda: LabelKernelEditor(3),
        lambda: LossExplorer(X, 3),
        lambda: ModelSelectionExplorer(X, 3),
        ModelSelectionExplorer,
        lambda: PartitionStepper(X, 3),
        lambda: PerturbationExplorer(X, 3),
        lambda: TaxonomyExplorer(X, n_clusters=3, n_init=2),
        lambda: interact(lambda n: (Figure(figsize=(1, 1)), "one"), n=Dropdown([1, 2])),
    ],
)
def test_a_widget_whose_page_needs_no_python_is_saved(make, tmp_path):
    assert make().save_html(tmp_path / "page.html").exists()


@pytest.mark.parametrize(
    "make",
    [
        DataFile,
    ],
)
def test_a_widget_that_asks_python_is_refused(make, tmp_path):
    pytest.importorskip("pandas")
    with pytest.raises(ValueError, match="save_html needs a widget whose page answers by itself"):
        make().save_html(tmp_path / "page.html")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("nowhere/ring.html", "path must be in a folder that is there"),
        ("folder.html", "path must be that of a file; got the folder"),
        ("ring.png", r"path must end in \.html"),
        ("ring\0.html", r"path must end in \.html"),
        (3.5, "path must be a path; got 3.5"),
        (None, "path must be a path; got None"),
    ],
)
def test_a_place_that_is_none_is_refused(explorer, tmp_path, monkeypatch, path, words):
    monkeypatch.chdir(tmp_path)
    Path("folder.html").mkdir()
    with pytest.raises(ValueError, match=words):
        explorer.save_html(path)
    assert [path.name for path in tmp_path.rglob("*")] == ["folder.html"]


def test_what_cannot_be_written_leaves_what_was_there(explorer, tmp_path, monkeypatch):
    place = tmp_path / "ring.html"
    place.write_text("before")

    def full(self, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(ValueError, match=r"can be written; got .*: No space left on device"):
        explorer.save_html(place)
    assert [path.name for path in tmp_path.iterdir()] == ["ring.html"]
    assert place.read_text() == "before"


def test_a_page_may_not_say_that_python_is_gone(explorer):
    explorer.set_state({"_python": False, "_page": {}})
    assert explorer._python
    assert explorer._page == saved.skeleton(KernelExplorer)


@pytest.mark.parametrize("asked", [7, 2**80])
def test_python_says_that_it_is_there(explorer, monkeypatch, asked):
    told = []
    monkeypatch.setattr(explorer, "send", told.append)
    explorer._handle_custom_msg({"are_you_there": asked}, [])
    assert told == [{"here": asked}]


@pytest.mark.parametrize(
    "content", [{"are_you_there": "now"}, {"are_you_there": None}, [], None, 3]
)
def test_what_is_no_such_question_has_no_answer(explorer, monkeypatch, content):
    told = []
    monkeypatch.setattr(explorer, "send", told.append)
    explorer._handle_custom_msg(content, [])
    assert told == []
