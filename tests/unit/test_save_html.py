"""A widget saved as a page: which may be, where, whole or not at all, and what Python answers."""

import json
import re
from pathlib import Path

import pytest
from refusals import not_refused

from depcluster.datasets import make_circle
from depcluster.widgets import (
    DataFile,
    KernelExplorer,
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


def test_a_page_is_one_file_that_names_no_address_and_has_the_state(explorer, tmp_path):
    place = explorer.save_html(tmp_path / "ring.html")
    assert place == tmp_path / "ring.html"
    text = place.read_text(encoding="utf-8")
    assert len(text) < 400_000
    of_svg = "http://www.w3.org/2000/svg"  # names a language, and is asked for by nobody
    assert {*re.findall(r"https?://[^\s\"'\\]+", text)} <= {of_svg}
    assert [path.name for path in tmp_path.iterdir()] == ["ring.html"]
    kept = states(place)
    state = kept["states"][kept["first"]]
    assert (state["_python"], explorer._python) == (False, True)
    assert state["preset"] == "ring"


def test_words_of_a_user_end_no_script(tmp_path):
    name = "</script><!--<script>"
    explorer = KernelExplorer(X, 3, feature_names=[name, "b"])
    kept = states(explorer.save_html(tmp_path / "names.html"))
    assert kept["states"][kept["first"]]["_axes"][0] == name


def test_a_widget_that_asks_python_is_refused(tmp_path):
    pytest.importorskip("pandas")
    with pytest.raises(ValueError, match="save_html needs a widget whose page answers by itself"):
        DataFile().save_html(tmp_path / "page.html")
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_is_none_is_refused(explorer, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("folder.html").mkdir()
    wrong = ("nowhere/ring.html", "folder.html", "ring.png", "ring\0.html", 3.5, None)
    assert not_refused(("path must", explorer.save_html, path) for path in wrong) == []
    assert [path.name for path in tmp_path.rglob("*")] == ["folder.html"]


def test_what_cannot_be_written_leaves_what_was_there(explorer, tmp_path, monkeypatch):
    place = tmp_path / "ring.html"
    place.write_text("before")

    def full(self, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(ValueError, match="No space left on device"):
        explorer.save_html(place)
    assert [path.name for path in tmp_path.iterdir()] == ["ring.html"]
    assert place.read_text() == "before"


def test_a_page_may_not_say_that_python_is_gone(explorer):
    explorer.set_state({"_python": False, "_page": {}})
    assert explorer._python
    assert explorer._page == saved.skeleton(KernelExplorer)


def test_python_says_that_it_is_there_to_who_asks_it(explorer, monkeypatch):
    told = []
    monkeypatch.setattr(explorer, "send", told.append)
    asked = {"are_you_there": 7}, {"are_you_there": 2**80}
    for content in (*asked, {"are_you_there": "now"}, {"are_you_there": None}, [], None, 3):
        explorer._handle_custom_msg(content, [])
    assert told == [{"here": 7}, {"here": 2**80}]
