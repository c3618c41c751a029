"""The command that runs notebooks: what it stores, what it leaves out, what fails."""

import base64
import io
import json
import re
import subprocess
import sys
import zlib
from pathlib import Path
from types import SimpleNamespace

import nbformat
import numpy as np
import pytest
from PIL import Image

from depcluster.plotting.alt_text import RATIO
from depcluster.widgets import GramView

pytest.importorskip("nbclient")
sync_playwright = pytest.importorskip("playwright.sync_api").sync_playwright
TOOLS = Path(__file__).parents[3] / "tools"
sys.path.insert(0, str(TOOLS))

import front_ends  # noqa: E402

from browser.lab import INSTALL_HINT, find_browser  # noqa: E402

GRAM = "import numpy as np\nfrom depcluster.widgets import GramView\nGramView(np.eye(4))"
CIRCLE = """from depcluster.datasets import make_circle
from depcluster.widgets import KernelExplorer
KernelExplorer(make_circle(n_samples=60)[0], 4, label_kernel="ring")"""
PAGE = "from depcluster import FigureWithAlt\nfrom matplotlib.figure import Figure\n"
PAGE += "FigureWithAlt(Figure(), 'empty')"
DRAWN = """from matplotlib.figure import Figure
from depcluster.widgets import SelectionSlider, interactive_figure
interactive_figure(lambda n: (Figure(figsize=(n, 1)), f"{n} wide"), n=SelectionSlider([1, 2]))"""
OTHER = "import ipywidgets\nipywidgets.IntSlider(3)"
NAMED = {"good": [GRAM, OTHER, "1 + 1", PAGE, CIRCLE], "drawn": [DRAWN], "bad": ["1 / 0"]}
# In a process of its own: nothing else may drive a browser meanwhile.
COMMAND = """import sys
from pathlib import Path
import execute
execute.NOTEBOOKS = Path(sys.argv[1])
sys.exit(execute.main(sys.argv[2:]))"""


def run(folder, *arguments):
    command = [sys.executable, "-c", COMMAND, str(folder), *arguments]
    return subprocess.run(command, cwd=TOOLS, capture_output=True, text=True)


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """A folder whose notebooks have all run, and what became of it."""
    with sync_playwright() as playwright:
        if find_browser(playwright) is None:
            pytest.skip(f"no browser for this test: no Chromium found, {INSTALL_HINT}")
    folder = tmp_path_factory.mktemp("ran")
    for name, sources in NAMED.items():
        cells = [nbformat.v4.new_code_cell(source) for source in sources]
        nbformat.write(nbformat.v4.new_notebook(cells=cells), folder / f"{name}.ipynb")
    before, done = (folder / "bad.ipynb").read_bytes(), run(folder)
    return SimpleNamespace(folder=folder, before=before, done=done)


def states(notebook):
    return [each["state"] for each in notebook.metadata.widgets[front_ends.STATE].state.values()]


def test_a_notebook_is_stored_without_the_front_ends_of_its_widgets(ran):
    path = ran.folder / "good.ipynb"
    assert path.stat().st_size < 120_000
    stored = nbformat.read(path, as_version=4)
    assert stored.cells[2].outputs[0].data["text/plain"] == "2"
    assert list(stored.cells[3].outputs[0].data) == ["text/html"]
    assert not [cell for cell in stored.cells if "execution" in cell.metadata]
    assert any(state.get("_model_name") == "IntSliderModel" for state in states(stored))
    gram = next(
        state for state, kind in front_ends.models_of(stored) if kind.__name__ == "GramView"
    )
    assert len(gram["_esm"] + gram["_css"]) < 100
    assert "Run the cell to make it live." in gram["_esm"]
    shared = front_ends.front_end(GramView)
    GramView(np.eye(2))  # from the first one on, the class has traits in place of its texts
    assert front_ends.front_end(GramView) == shared
    assert shared.keys() == front_ends.IN_PLACE.keys()


def test_a_view_has_the_picture_that_a_browser_shows_once_the_page_has_settled(ran):
    stored = nbformat.read(ran.folder / "good.ipynb", as_version=4)
    for cell, words in ((0, "Gram matrix"), (4, "60 points in 4 clusters: 1[0-9], ")):
        (output,) = stored.cells[cell].outputs
        about = output.metadata["image/png"]
        assert about["alt"].startswith(output.data["text/plain"])
        assert re.search(words, about["alt"])
        picture = Image.open(io.BytesIO(base64.b64decode(output.data["image/png"]))).convert("RGB")
        assert (about["width"], picture.width) == (900, RATIO * 900)
        assert len(picture.getcolors(maxcolors=1 << 20)) > 10
        foot = np.array(picture.convert("L"))[-round(RATIO * about["foot"]) :]
        assert 100 < np.ptp(np.flatnonzero((foot < 160).any(axis=0))) / RATIO < 200
    assert "image/png" not in stored.cells[1].outputs[0].data


def test_all_pictures_of_controls_are_stored(ran):
    stored = nbformat.read(ran.folder / "drawn.ipynb", as_version=4)
    assert [cell.source for cell in stored.cells] == [DRAWN]
    assert stored.cells[0].outputs[0].metadata["image/png"]["alt"] == "1 wide"
    models = stored.metadata.widgets[front_ends.STATE].state.values()
    (drawn,) = [model for model in models if "_anywidget_id" in model["state"]]
    kept = {each["path"][0]: base64.b64decode(each["data"]) for each in drawn["buffers"]}
    told = json.loads(zlib.decompress(kept["_pictures"]))
    assert [picture["alt"] for picture in told["pictures"]] == ["1 wide", "2 wide"]


def test_a_notebook_that_fails_stays_as_it_was(ran):
    assert ran.done.returncode == 1
    assert (ran.folder / "bad.ipynb").read_bytes() == ran.before
    assert "bad stays as it was" in ran.done.stderr
    assert "ZeroDivisionError" in ran.done.stderr
    assert "good: " in ran.done.stdout


def test_a_name_that_is_none(ran):
    words = "there is no notebook nothing; NAME is one of bad, drawn, good"
    assert words in run(ran.folder, "nothing").stderr
