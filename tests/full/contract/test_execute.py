"""The command that runs notebooks: what it stores, what it leaves out, what fails."""

import base64
import importlib.util
import io
import json
import re
import sys
import zlib
from contextlib import redirect_stderr, redirect_stdout
from copy import deepcopy
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest

from depcluster.widgets import GramView

pytest.importorskip("nbclient")
NOTEBOOKS = Path(__file__).parents[3] / "notebooks"
sys.path.insert(0, str(NOTEBOOKS))

import front_ends  # noqa: E402

SPEC = importlib.util.spec_from_file_location("execute", NOTEBOOKS / "execute.py")
command = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(command)

GRAM = "import numpy as np\nfrom depcluster.widgets import GramView\nGramView(np.eye(4))"
PAGE = "from depcluster import FigureWithAlt\nfrom matplotlib.figure import Figure\n"
PAGE += "FigureWithAlt(Figure(), 'empty')"
DRAWN = """from matplotlib.figure import Figure
from depcluster.widgets import SelectionSlider, interact
interact(lambda n: (Figure(figsize=(n, 1)), f"{n} wide"), n=SelectionSlider([1, 2]))"""
OTHER = "import ipywidgets\nipywidgets.IntSlider(3)"


def written(folder):
    """Notebooks that have not run."""
    named = {"good": [GRAM, OTHER, "1 + 1", PAGE], "drawn": [DRAWN], "bad": ["1 / 0"]}
    for name, sources in named.items():
        cells = [nbformat.v4.new_code_cell(source) for source in sources]
        nbformat.write(nbformat.v4.new_notebook(cells=cells), folder / f"{name}.ipynb")
    return folder


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(command, "HERE", tmp_path)
    return written(tmp_path)


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """A folder whose notebooks have all run, and what became of it."""
    folder, out, err = written(tmp_path_factory.mktemp("ran")), io.StringIO(), io.StringIO()
    before = (folder / "bad.ipynb").read_bytes()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr(command, "HERE", folder)
        code = command.main([])
    said = {"out": out.getvalue(), "err": err.getvalue()}
    return SimpleNamespace(folder=folder, before=before, code=code, **said)


def states(notebook):
    return [each["state"] for each in notebook.metadata.widgets[front_ends.STATE].state.values()]


def test_a_notebook_is_stored_without_the_front_ends_of_its_widgets(ran):
    path = ran.folder / "good.ipynb"
    assert path.stat().st_size < 60_000
    stored = nbformat.read(path, as_version=4)
    assert stored.cells[2].outputs[0].data["text/plain"] == "2"
    assert "image/png" in stored.cells[0].outputs[0].data
    assert list(stored.cells[3].outputs[0].data) == ["text/html"]
    assert not [cell for cell in stored.cells if "execution" in cell.metadata]
    (gram,) = [state for state in states(stored) if "_anywidget_id" in state]
    assert len(gram["_esm"] + gram["_css"]) < 100
    assert "Run the cell to make it live." in gram["_esm"]
    assert any(state.get("_model_name") == "IntSliderModel" for state in states(stored))
    (gram,) = [state for state in states(front_ends.read(path)) if "_anywidget_id" in state]
    assert (gram["_esm"], gram["_css"]) == (GramView._esm, GramView._css)
    assert gram["_anywidget_id"].endswith("gram_view.widget.GramView")


def test_what_is_left_out_is_put_back_as_it_was(folder):
    notebook = nbformat.read(folder / "good.ipynb", as_version=4)
    command.NotebookClient(notebook, kernel_name="python3").execute()
    before = deepcopy(notebook.metadata)
    front_ends.leave_out(notebook)
    assert states(notebook) != before["widgets"][front_ends.STATE]
    front_ends.put_back(notebook)
    assert notebook.metadata == before
    (own,) = front_ends.models_of(notebook)
    own[0]["_esm"] = "another version"
    front_ends.put_back(notebook)
    assert own[0]["_esm"] == "another version"


def test_all_pictures_of_controls_are_stored(folder, capsys):
    assert command.main(["drawn"]) == 0
    assert re.fullmatch(r"drawn: .*\n", capsys.readouterr().out)
    stored = front_ends.read(folder / "drawn.ipynb")
    assert [cell.source for cell in stored.cells] == [DRAWN]
    models = stored.metadata.widgets[front_ends.STATE].state.values()
    (drawn,) = [model for model in models if "_anywidget_id" in model["state"]]
    kept = {each["path"][0]: base64.b64decode(each["data"]) for each in drawn["buffers"]}
    told = json.loads(zlib.decompress(kept["_pictures"]))
    assert [picture["alt"] for picture in told["pictures"]] == ["1 wide", "2 wide"]


def test_a_notebook_that_fails_stays_as_it_was(ran):
    assert ran.code == 1
    assert (ran.folder / "bad.ipynb").read_bytes() == ran.before
    assert "bad stays as it was" in ran.err
    assert "ZeroDivisionError" in ran.err
    assert "good: " in ran.out


def test_a_name_that_is_none(folder, capsys):
    with pytest.raises(SystemExit):
        command.main(["nothing"])
    words = "there is no notebook nothing; NAME is one of bad, drawn, good"
    assert words in capsys.readouterr().err
