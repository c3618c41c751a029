"""The pages of the built site, read without a browser: links, what they load, the reference."""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

pytest.importorskip("myst_nb")
from sphinx.util import inventory

sys.path[:0] = [str(Path(__file__).parents[3] / name) for name in ("docs", "tools")]

from maker import reference  # noqa: E402

LOADING = {"src", "href", "data", "srcset", "poster"}


class Page(HTMLParser):
    """What a page links to, what it loads by itself, and the anchors it has."""

    def __init__(self, path):
        super().__init__()
        self.links, self.loads, self.anchors = [], [], set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                self.anchors.add(value)
            elif tag == "a" and name == "href":
                self.links.append((dict(attributes).get("class"), value))
            elif name in LOADING and value and dict(attributes).get("rel") not in {"next", "prev"}:
                self.loads.append(value)


@pytest.fixture(scope="module")
def pages(site):
    return {path: Page(path) for path in site.rglob("*.html") if "_static" not in path.parts}


def test_no_internal_link_is_dead(site, pages):
    dead = []
    for path, page in pages.items():
        for _, link in page.links:
            at = urlsplit(link)
            if at.scheme or at.netloc:
                continue
            target = (path.parent / unquote(at.path)).resolve() if at.path else path
            ok = target.exists()
            if ok and at.fragment and target in pages:
                ok = unquote(at.fragment) in pages[target].anchors
            if not ok:
                dead.append((path.relative_to(site).as_posix(), link))
    assert len(pages) > 20
    assert dead == []


def test_a_page_loads_what_stands_beside_it_and_nothing_else(pages):
    for path, page in pages.items():
        for address in page.loads:
            at = urlsplit(address)
            assert at.scheme in {"", "data"}, (path, address)
            if not at.scheme and at.path:
                assert (path.parent / unquote(at.path)).exists(), (path, address)


def test_code_of_a_notebook_leads_to_the_reference_and_back(site, pages):
    of_code = {link for kind, link in pages[site / "notebooks/song2007_kernels.html"].links if kind}
    name = "depcluster.papers.song2007"
    assert f"../reference/papers.song2007.html#{name}.perturbation_bound" in of_code
    back = [link for _, link in pages[site / "reference/papers.song2007.html"].links]
    assert any(link.startswith("../notebooks/song2007_kernels.html#") for link in back)


def test_every_public_name_has_an_entry(site):
    found = inventory.InventoryFile.load((site / "objects.inv").open("rb"), "", lambda *at: "")
    entries = {path for kind in found if kind.startswith("py:") for path in found[kind]}
    pages = {path for path in found["py:module"] if path != "depcluster"}
    assert len(pages) > 20
    missing = {f"{page}.{name}" for page in pages for name in reference.names(page)} - entries
    assert missing == set()
    ends = {path.rpartition(".")[2] for path in entries}
    assert set(reference.names("depcluster")) - ends == set()
