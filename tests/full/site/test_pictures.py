"""Pages without Python and without scripts: each widget leaves a picture with its description."""

import html
import re
from pathlib import Path

import nbformat
import pytest
from traitlets.config import PyFileConfigLoader

from browser.disk import opened_from_disk

nbconvert = pytest.importorskip("nbconvert")
NOTEBOOKS = Path(__file__).parents[3] / "notebooks"
CONFIG = NOTEBOOKS.parent / "tools" / "as_pictures" / "config.py"
VIEW = "application/vnd.jupyter.widget-view+json"
PICTURE = re.compile(r'<img alt="([^"]*)"[^>]* src="([^"]*)"')


def test_every_widget_is_a_picture_on_a_page_without_a_script_that_fetches_nothing(
    browser, tmp_path
):
    """As nbconvert's command makes the page."""
    settings = PyFileConfigLoader(CONFIG.name, str(CONFIG.parent)).load_config()
    exporter = nbconvert.HTMLExporter(config=settings)
    size = {"width": 1280, "height": 900}
    with opened_from_disk(browser, size, lambda line: line.type == "error") as open_it:
        for path in sorted(NOTEBOOKS.glob("*.ipynb")):
            notebook = nbformat.read(path, as_version=4)
            page, _ = exporter.from_notebook_node(notebook)
            place = tmp_path / f"{path.stem}.html"
            place.write_text(page, encoding="utf-8")
            assert open_it(place.as_uri()).locator("script").count() == 0, path.name
            shown = [(html.unescape(told), source) for told, source in PICTURE.findall(page)]
            outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
            views = [output for output in outputs if VIEW in output.get("data", {})]
            assert views, path.name
            for output in views:
                alt = output["metadata"]["image/png"]["alt"]
                start = output["data"]["image/png"][:200].replace("\n", "")
                assert alt
                assert any(start in source and alt == told for told, source in shown), alt
