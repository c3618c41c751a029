"""Pages without Python: each widget leaves a picture with its description."""

import html
import re
from pathlib import Path

import nbformat
import pytest
from traitlets.config import PyFileConfigLoader

nbconvert = pytest.importorskip("nbconvert")
NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
CONFIG = NOTEBOOKS / "as_pictures" / "config.py"
VIEW = "application/vnd.jupyter.widget-view+json"


def views_of(cell):
    return [output for output in cell.get("outputs", []) if VIEW in output.get("data", {})]


@pytest.fixture(scope="module")
def exporter():
    """What nbconvert's command makes a page with."""
    settings = PyFileConfigLoader(CONFIG.name, str(CONFIG.parent)).load_config()
    return nbconvert.HTMLExporter(config=settings)


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda p: p.stem)
def test_a_page_shows_every_widget_as_a_picture(path, exporter):
    notebook = nbformat.read(path, as_version=4)
    notebook.cells = [cell for cell in notebook.cells if views_of(cell)]
    assert notebook.cells
    page, _ = exporter.from_notebook_node(notebook)
    pictures = [
        (html.unescape(told), source)
        for told, source in re.findall(r'<img alt="([^"]*)"[^>]* src="([^"]*)"', page)
    ]
    for output in (output for cell in notebook.cells for output in views_of(cell)):
        alt = output["metadata"]["image/png"]["alt"]
        start = output["data"]["image/png"][:200].replace("\n", "")
        assert alt
        assert any(start in source and alt == told for told, source in pictures)
