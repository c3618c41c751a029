"""Pages without Python: each widget leaves a picture with its description."""

import html
import re
from html.parser import HTMLParser
from pathlib import Path

import nbformat
import pytest
from traitlets.config import PyFileConfigLoader

nbconvert = pytest.importorskip("nbconvert")
NOTEBOOKS = Path(__file__).parents[3] / "notebooks"
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


class Fetched(HTMLParser):
    """Scripts of a page, and what a browser would fetch for it."""

    def __init__(self, page):
        super().__init__()
        self.found, self._in_style = [], False
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self._in_style = tag == "style"
        if tag == "script":
            self.found.append("a script")
        for name, value in attrs:
            link = name == "href" and tag in ("a", "area")
            if name in ("src", "srcset", "href", "xlink:href", "poster", "data") and not link:
                self._look(value or "")
            elif name == "style":
                self._look_in_style(value or "")
            elif name.startswith("on"):
                self.found.append(f"{name} of {tag}")

    def handle_endtag(self, tag):
        self._in_style = False

    def handle_data(self, data):
        if self._in_style:
            self._look_in_style(data)

    def _look_in_style(self, text):
        text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        for address in re.findall(r"""url\(\s*["']?([^"')]*)|@import\s+["']([^"']*)""", text):
            self._look("".join(address))

    def _look(self, address):
        if not address.strip().startswith(("data:", "#")):
            self.found.append(address)


@pytest.mark.parametrize(
    ("page", "found"),
    [
        ('<a href="https://x.org">x</a><img src="data:image/png;base64,AA">', []),
        ('<script src="https://x.org/a.js"></script>', ["a script", "https://x.org/a.js"]),
        ('<link rel="stylesheet" href="//x.org/a.css">', ["//x.org/a.css"]),
        ('<style>@import "x.css"; a { src: url(f.woff) }</style>', ["x.css", "f.woff"]),
        ('<p style="background: url(\'b.png\')" onclick="f()">', ["b.png", "onclick of p"]),
    ],
)
def test_what_a_page_fetches_is_seen(page, found):
    assert Fetched(page).found == found


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda p: p.stem)
def test_a_page_of_pictures_has_no_script_and_fetches_nothing(path, exporter):
    page, _ = exporter.from_notebook_node(nbformat.read(path, as_version=4))
    assert page.rstrip().endswith("</html>")
    assert Fetched(page).found == []
