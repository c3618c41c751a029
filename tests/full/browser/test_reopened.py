"""Notebooks opened again in JupyterLab: a picture or a line where no kernel has a widget."""

import sys
from pathlib import Path

import nbformat
import pytest

from browser.lab import NotebookPage, wait_painted
from browser.touching import violations
from depcluster.plotting.alt_text import RATIO

sys.path.insert(0, str(Path(__file__).parents[3] / "tools"))

import front_ends

VIEW = "application/vnd.jupyter.widget-view+json"
LINE = "Run the cell to make it live."
IMPORTS = (
    "import numpy as np\nfrom matplotlib.figure import Figure\n"
    "from depcluster.datasets import make_blobs4\n"
    "from depcluster.widgets import *\nX, y = make_blobs4(48)"
)
DRAWN = (
    "def draw(n):\n    figure = Figure(figsize=(4, 2))\n    figure.add_subplot().bar(range(n), 1)\n"
    "    return figure, f'{n} bars.'\n"
    "interactive_figure(draw, n=SelectionSlider([1, 2, 3], value=3))"
)
WIDGETS = ["GramView(X @ X.T, y)", "LabelKernelEditor(4, preset='ring')", DRAWN]
OTHERS = [
    "import ipywidgets\nipywidgets.IntSlider()",
    "from PIL import Image\nImage.new('RGB', (20, 20))",
    "from depcluster import FigureWithAlt\nfigure = Figure()\n"
    "figure.subplots().set_xlabel('across')\nFigureWithAlt(figure, 'a frame')",
]
NAME = "reopened.ipynb"
STORES = "@jupyter-widgets/jupyterlab-manager:saveWidgetState"


@pytest.fixture(scope="module")
def notebook(browser, server):
    """A notebook that ran and was saved."""
    opened = NotebookPage(server, browser, server.write(NAME, [IMPORTS, *WIDGETS, *OTHERS]))
    assert opened.run_all() == []
    save(opened)
    yield opened
    opened.close()


def save(notebook):
    notebook._execute("docmanager:save")
    saved = "!window.jupyterapp.shell.currentWidget.context.model.dirty"
    notebook.page.wait_for_function(saved)


def reopen(notebook, *, shut_down=True, name=NAME):
    if shut_down:
        notebook.server.end_sessions()
    notebook.open(name)


def wait_counts(notebook, *, stored, live):
    """Wait until so many widgets are stood in for by words or a picture, and so many are live."""
    script = """([stored, live, line]) => {
      const count = (selector) => document.querySelectorAll(`.jp-Cell ${selector}`).length;
      const lines = [...document.querySelectorAll(".jp-Cell figure.depcluster-stored")];
      return count(".jp-OutputArea-output .dc-host:not(.dc-host *)") === live
        && lines.filter((figure) => figure.innerText.endsWith(line)).length === stored
        && lines.length === stored;
    }"""
    notebook.page.wait_for_function(script, arg=[stored, live, LINE])


def outputs_on_disk(server, name):
    cells = nbformat.read(server.root / name, as_version=4).cells
    outputs = [output for cell in cells for output in cell.outputs]
    return [output for output in outputs if {VIEW, "image/png"} <= output.get("data", {}).keys()]


def assert_pictures(notebook, outputs):
    """Each picture is drawn, described as in the file, and its own foot is left away."""
    shown = notebook.page.locator(".jp-Cell figure.depcluster-stored img")
    loaded = "[...document.querySelectorAll('.depcluster-stored img')].every((i) => i.complete)"
    notebook.page.wait_for_function(loaded)
    told = [output.metadata["image/png"] for output in outputs]
    assert [image.get_attribute("alt") for image in shown.all()] == [about["alt"] for about in told]
    for image, about in zip(shown.all(), told, strict=True):
        box, natural = image.bounding_box(), image.evaluate("(i) => i.naturalHeight") / RATIO
        scale = box["width"] / about["width"]
        assert natural > 50
        assert box["height"] == pytest.approx(scale * (natural - about.get("foot", 0)), abs=1.5)


def test_a_line_or_a_picture_stands_in_until_the_cell_runs(notebook, server):
    page = notebook.page
    slider = page.locator(".jp-OutputArea-output .widget-slider")
    wait_counts(notebook, stored=0, live=3)
    reopen(notebook, shut_down=False)
    wait_counts(notebook, stored=0, live=3)
    slider.wait_for()

    reopen(notebook)
    wait_counts(notebook, stored=3, live=0)
    assert_pictures(notebook, outputs_on_disk(server, NAME))
    page.locator("figure", has_text="LabelKernelEditor: 4 clusters").wait_for()
    page.get_by_text("Error displaying widget: model not found").wait_for()  # the slider's
    assert page.locator(".jp-RenderedImage img").count() == 1
    for theme in ("JupyterLab Dark", "JupyterLab Light"):
        notebook.use_theme(theme)
        wait_painted(page)
        assert violations(page, ".depcluster-stored") == {}

    notebook.python(IMPORTS)
    page.locator(".jp-CodeCell").nth(2).click()
    notebook._execute("notebook:run-cell")
    wait_counts(notebook, stored=2, live=1)
    page.locator(".ed [role=gridcell]").first.wait_for()
    assert notebook.run_all() == []
    wait_counts(notebook, stored=0, live=3)
    slider.wait_for()
    assert notebook.errors == []
    assert notebook.outside_requests() == []


def test_a_notebook_from_somewhere_else_shows_described_pictures(notebook, server):
    theirs = nbformat.read(server.root / NAME, as_version=4)
    theirs.cells[0].source += "\n# not signed here"
    nbformat.write(theirs, server.root / "theirs.ipynb")
    reopen(notebook, name="theirs.ipynb")
    wait_counts(notebook, stored=1, live=0)
    assert_pictures(notebook, outputs_on_disk(server, "theirs.ipynb"))
    notebook.page.locator("pre", has_text="LabelKernelEditor: 4 clusters").wait_for()
    figure = notebook.page.locator(".jp-OutputArea-output").last
    card = figure.locator("img[alt='a frame']")
    assert card.is_visible()
    ground = card.evaluate("(image) => getComputedStyle(image).backgroundColor")
    assert ground == "rgb(255, 255, 255)"
    assert figure.locator("svg").count() == 0
    assert "across" not in figure.inner_text()


def test_stored_models_live_without_python_where_no_picture_stands_in(notebook, server):
    """As JupyterLab stores them, and without front ends, as `tools/execute.py` does."""
    notebook.open(NAME)
    assert notebook.run_all() == []
    notebook._execute(STORES)
    try:
        notebook.page.wait_for_function(f"window.jupyterapp.commands.isToggled('{STORES}')")
        save(notebook)
    finally:
        notebook._execute(STORES)
    stored = nbformat.read(server.root / NAME, as_version=4)
    assert len(list(front_ends.models_of(stored))) == 3
    reopen(notebook)
    wait_counts(notebook, stored=1, live=2)
    notebook.page.get_by_role("radio", name="chain").click()
    (drawn,) = outputs_on_disk(server, NAME)
    for cell in stored.cells[1:3]:
        cell.outputs[0].data["image/png"] = drawn.data["image/png"]
        cell.outputs[0].metadata["image/png"] = drawn.metadata["image/png"]
    front_ends.leave_out(stored)
    nbformat.write(stored, server.root / "left_out.ipynb")
    reopen(notebook, name="left_out.ipynb")
    wait_counts(notebook, stored=3, live=0)
    assert_pictures(notebook, outputs_on_disk(server, "left_out.ipynb"))
    assert notebook.errors == []
