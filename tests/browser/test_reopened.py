"""Notebooks opened again in JupyterLab: pictures where no kernel has the widgets."""

import sys
from pathlib import Path

import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe
from nbclient import NotebookClient

from browser.lab import NotebookPage, wait_painted

sys.path.insert(0, str(Path(__file__).parents[2] / "notebooks"))

import front_ends

VIEW = "application/vnd.jupyter.widget-view+json"
LINE = "Run the cell to make it live."
IMPORTS = (
    "import numpy as np\nfrom matplotlib.figure import Figure\n"
    "from sklearn.datasets import load_digits\nfrom depcluster.datasets import make_blobs4\n"
    "from depcluster.widgets import *\nX, y = make_blobs4(48)\n"
    "images = load_digits().images[:60]"
)
DRAWN = (
    "def draw(n):\n    figure = Figure(figsize=(4, 2))\n    figure.add_subplot().bar(range(n), 1)\n"
    "    return figure, f'{n} bars.'\n"
    "interact(draw, n=SelectionSlider([1, 2, 3], value=3))"
)
WIDGETS = [
    "DataPad(X, y)",
    "GramView(np.exp(-((X[:, None] - X) ** 2).sum(-1)), y)",
    "LabelKernelEditor(4, preset='ring')",
    "PartitionStepper(X, 4)",
    "KernelExplorer(X, 4)",
    "PadExplorer(DataPad.fitted(X), 4)",
    "LossExplorer(X, 4)",
    "ModelSelectionExplorer(X, 4)",
    "PerturbationExplorer(X, 4)",
    "TaxonomyExplorer(images.reshape(60, -1), n_clusters=4, thumbnails=images)",
    DRAWN,
    "DataFile()",
]


@pytest.fixture
def open_file(browser, server):
    """Open a notebook of the server's folder."""
    opened = []

    def open_it(name):
        opened.append(NotebookPage(server, browser, name))
        return opened[-1]

    yield open_it
    for notebook in opened:
        notebook.close()


def save(notebook):
    notebook._execute("docmanager:save")
    saved = "!window.jupyterapp.shell.currentWidget.context.model.dirty"
    notebook.page.wait_for_function(saved)


def reload(notebook, *, shut_down):
    if shut_down:
        notebook.server.end_sessions()
    notebook.page.reload()
    notebook.page.wait_for_selector(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-Cell")
    notebook.wait_idle()


def pictures(notebook):
    return notebook.page.locator(".jp-Cell figure.depcluster-stored")


def wait_counts(notebook, *, stored, live):
    """Wait until so many widgets are pictures that say their line, and so many are live."""
    script = """([stored, live, line]) => {
      const count = (selector) => document.querySelectorAll(`.jp-Cell ${selector}`).length;
      const lines = [...document.querySelectorAll(".jp-Cell figure.depcluster-stored")];
      return count(".jp-OutputArea-output .dc-host:not(.dc-host *)") === live
        && lines.filter((figure) => figure.innerText.trim() === line).length === stored
        && lines.length === stored;
    }"""
    notebook.page.wait_for_function(script, arg=[stored, live, LINE])
    assert notebook.page.get_by_text("Error displaying widget").count() == 0
    assert notebook.page.get_by_text("model not found").count() == 0


def outputs_on_disk(server, name):
    cells = nbformat.read(server.root / name, as_version=4).cells
    outputs = [output for cell in cells for output in cell.outputs]
    return [output for output in outputs if VIEW in output.get("data", {})]


def assert_pictures(notebook, outputs):
    """Each picture is drawn, described as in the file, and its own foot is left away."""
    shown = notebook.page.locator("figure.depcluster-stored img")
    loaded = "[...document.querySelectorAll('.depcluster-stored img')].every((i) => i.complete)"
    notebook.page.wait_for_function(loaded)
    told = [output.metadata["image/png"] for output in outputs]
    assert [image.get_attribute("alt") for image in shown.all()] == [about["alt"] for about in told]
    for image, about in zip(shown.all(), told, strict=True):
        box, natural = image.bounding_box(), image.evaluate("(i) => i.naturalHeight / 2")
        scale = box["width"] / about["width"]
        assert natural > 50
        assert box["height"] == pytest.approx(scale * (natural - about.get("foot", 0)), abs=1.5)


def axe_violations(page):
    options = {"resultTypes": ["violations"]}
    found = Axe().run(page, ".jp-OutputArea-output", options).response["violations"]
    return {rule["id"]: [node["target"] for node in rule["nodes"]] for rule in found}


def test_pictures_stand_in_until_the_cell_runs(open_file, server):
    notebook = open_file(server.write("reopened.ipynb", [IMPORTS, *WIDGETS]))
    assert notebook.run_all() == []
    wait_counts(notebook, stored=0, live=len(WIDGETS))
    save(notebook)

    reload(notebook, shut_down=False)
    wait_counts(notebook, stored=0, live=len(WIDGETS))

    reload(notebook, shut_down=True)
    wait_counts(notebook, stored=len(WIDGETS), live=0)
    assert_pictures(notebook, outputs_on_disk(server, "reopened.ipynb"))
    for theme in ("JupyterLab Light", "JupyterLab Dark"):
        notebook.use_theme(theme)
        wait_painted(notebook.page)
        assert axe_violations(notebook.page) == {}

    notebook.python(IMPORTS)
    notebook.page.locator(".jp-CodeCell").nth(3).click()
    notebook._execute("notebook:run-cell")
    wait_counts(notebook, stored=len(WIDGETS) - 1, live=1)
    notebook.page.locator(".ed [role=gridcell]").first.wait_for()

    assert notebook.run_all() == []
    wait_counts(notebook, stored=0, live=len(WIDGETS))
    assert notebook.errors == []
    assert notebook.outside_requests() == []


def test_stored_models_show_no_controls_without_python(open_file, server):
    notebook = open_file(server.write("stored_models.ipynb", [IMPORTS, *WIDGETS[2:4]]))
    assert notebook.run_all() == []
    wait_counts(notebook, stored=0, live=2)
    toggle = "@jupyter-widgets/jupyterlab-manager:saveWidgetState"
    notebook._execute(toggle)
    try:
        notebook.page.wait_for_function(f"window.jupyterapp.commands.isToggled('{toggle}')")
        save(notebook)
    finally:
        notebook._execute(toggle)
    assert nbformat.read(server.root / "stored_models.ipynb", 4).metadata.widgets
    reload(notebook, shut_down=True)
    wait_counts(notebook, stored=2, live=0)
    assert notebook.run_all() == []
    wait_counts(notebook, stored=0, live=2)


def test_models_stored_without_their_front_ends_do_no_harm(open_file, server):
    """As `notebooks/execute.py` stores them."""
    path = server.root / "left_out.ipynb"
    server.write(path.name, [IMPORTS, *WIDGETS[1:4], DRAWN])
    notebook = nbformat.read(path, as_version=4)
    where = {"metadata": {"path": str(server.root)}}
    NotebookClient(notebook, kernel_name="python3", resources=where).execute()
    front_ends.leave_out(notebook)
    assert len(list(front_ends.models_of(notebook))) == 4
    nbformat.write(notebook, path)
    reopened = open_file(path.name)
    wait_counts(reopened, stored=4, live=0)
    assert_pictures(reopened, outputs_on_disk(server, path.name))
    assert reopened.errors == []
    assert reopened.run_all() == []
    wait_counts(reopened, stored=0, live=4)
    assert reopened.errors == []


def test_a_notebook_from_somewhere_else_shows_described_pictures(open_file, server):
    notebook = open_file(server.write("mine.ipynb", [IMPORTS, WIDGETS[1]]))
    assert notebook.run_all() == []
    save(notebook)
    theirs = nbformat.read(server.root / "mine.ipynb", as_version=4)
    theirs.cells[0].source += "\n# not signed here"
    nbformat.write(theirs, server.root / "theirs.ipynb")
    other = open_file("theirs.ipynb")
    wait_counts(other, stored=1, live=0)
    assert_pictures(other, outputs_on_disk(server, "theirs.ipynb"))
    assert other.run_all() == []
    wait_counts(other, stored=0, live=1)


def test_other_widgets_are_left_alone(open_file, server):
    picture = "from PIL import Image\nImage.new('RGB', (20, 20))"
    notebook = open_file(
        server.write("others.ipynb", ["import ipywidgets\nipywidgets.IntSlider()", picture])
    )
    assert notebook.run_all() == []
    notebook.page.locator(".jp-OutputArea-output .widget-slider").wait_for()
    save(notebook)
    reload(notebook, shut_down=False)
    notebook.page.locator(".jp-OutputArea-output .widget-slider").wait_for()
    reload(notebook, shut_down=True)
    notebook.page.get_by_text("Error displaying widget: model not found").wait_for()
    assert notebook.page.locator(".jp-RenderedImage img").count() == 1
    assert pictures(notebook).count() == 0
