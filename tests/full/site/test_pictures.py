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
PICTURE = re.compile(r'<img alt="([^"]*)"[^>]* src="([^"]*)"')


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


def test_what_a_page_fetches_is_seen():
    for page, found in {
        '<a href="https://x.org">x</a><img src="data:image/png;base64,AA">': [],
        '<script src="https://x.org/a.js"></script>': ["a script", "https://x.org/a.js"],
        '<link rel="stylesheet" href="//x.org/a.css">': ["//x.org/a.css"],
        '<style>@import "x.css"; a { src: url(f.woff) }</style>': ["x.css", "f.woff"],
        '<p style="background: url(\'b.png\')" onclick="f()">': ["b.png", "onclick of p"],
    }.items():
        assert Fetched(page).found == found


def test_every_widget_is_a_picture_on_a_page_without_a_script_that_fetches_nothing():
    """As nbconvert's command makes the page."""
    settings = PyFileConfigLoader(CONFIG.name, str(CONFIG.parent)).load_config()
    exporter = nbconvert.HTMLExporter(config=settings)
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        page, _ = exporter.from_notebook_node(notebook)
        assert page.rstrip().endswith("</html>")
        assert Fetched(page).found == [], path.name
        shown = [(html.unescape(told), source) for told, source in PICTURE.findall(page)]
        outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
        views = [output for output in outputs if VIEW in output.get("data", {})]
        assert views, path.name
        for output in views:
            alt = output["metadata"]["image/png"]["alt"]
            start = output["data"]["image/png"][:200].replace("\n", "")
            assert alt
            assert any(start in source and alt == told for told, source in shown), (path.name, alt)
