"""The gallery's builder: what it reads from notebooks, what its pages load, what it records."""

import base64
import importlib.util
import json
import re
import subprocess
import sys
from functools import cache
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path

import nbformat
import numpy as np
import pytest
from PIL import Image

pytest.importorskip("nbconvert")
NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
_spec = importlib.util.spec_from_file_location("build_gallery", NOTEBOOKS / "build_gallery.py")
build_gallery = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(build_gallery)
from gallery import front_ends, front_matter, pages, recipes, recorded, third_party  # noqa: E402

PATHS = sorted(NOTEBOOKS.glob("*.ipynb"))
LOADING = {"src", "href", "data", "srcset", "poster"}


class Loads(HTMLParser):
    """Collects what a page loads by itself: every address but those of links to click."""

    def __init__(self, text):
        super().__init__()
        self.addresses = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in LOADING and tag != "a":
                self.addresses.append(value)


@cache
def page_of(path):
    """Front matter and page of a notebook."""
    notebook = front_ends.read(path)
    told = front_matter.entry(path.stem, notebook)
    return told, pages.page(notebook, told.title)


def notebook_of(first, cells=()):
    cells = [nbformat.v4.new_markdown_cell(first), *cells]
    return nbformat.v4.new_notebook(cells=cells)


def picture(width, alt, tags=()):
    from matplotlib.figure import Figure

    from depcluster.plotting import png

    data = base64.b64encode(png(Figure(figsize=(1, 1)), width)).decode("ascii")
    output = nbformat.v4.new_output(
        "display_data", {"image/png": data}, metadata={"image/png": {"alt": alt}}
    )
    return nbformat.v4.new_code_cell("", outputs=[output], metadata={"tags": list(tags)})


FIRST = "# A title\n\nAfterwards you can\n\n- do one thing;\n- and more.\n\n**35 minutes to work.**"


def test_the_index_reads_the_first_cell_and_the_cover():
    cells = [picture(40, "plain"), picture(30, "chosen", ["cover"]), picture(50, "large")]
    told = front_matter.entry("stem", notebook_of(FIRST, cells))
    assert (told.title, told.minutes, told.alt) == ("A title", 35, "chosen")
    assert told.sentence == "Afterwards you can do one thing."
    assert front_matter.entry("stem", notebook_of(FIRST, cells[::2])).alt == "plain"


def test_the_index_reads_all_words_before_the_first_section():
    words = FIRST.split("\n\n")
    cells = [nbformat.v4.new_markdown_cell(text) for text in (*words[1:], "## 1. Now\n\n- else")]
    told = front_matter.entry("stem", notebook_of(words[0], [picture(40, "plain"), *cells]))
    assert (told.title, told.minutes) == ("A title", 35)
    assert told.sentence == "Afterwards you can do one thing."
    with pytest.raises(ValueError, match="there is no list"):
        front_matter.entry("stem", notebook_of(words[0], cells[-1:]))


def test_the_index_leaves_the_line_of_a_stored_picture_away():
    cell = picture(100, "a widget")
    cell.outputs[0].metadata["image/png"]["foot"] = 20
    told = front_matter.entry("name", notebook_of(FIRST, [cell]))
    assert Image.open(BytesIO(told.png)).size == (200, 160)


@pytest.mark.parametrize(
    ("first", "missing"),
    [
        (FIRST.replace("# ", ""), "title"),
        (FIRST.replace("- ", ""), "list"),
        (FIRST.replace("minutes", "min"), "minutes"),
    ],
)
def test_a_notebook_without_front_matter_is_named(first, missing):
    with pytest.raises(ValueError, match=rf"stem: there is no .*{missing}.* before the first"):
        front_matter.entry("stem", notebook_of(first, [picture(20, "one")]))


def test_a_notebook_without_outputs_is_named():
    with pytest.raises(ValueError, match="stem holds no picture; run it"):
        front_matter.entry("stem", notebook_of(FIRST))


def test_every_notebook_is_listed_once_and_the_first_one_first():
    order = build_gallery.reading_order()
    assert sorted(order) == PATHS
    assert order[0].stem == "00_start_here"


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_page_loads_what_stands_beside_it_and_nothing_else(path):
    told, page = page_of(path)
    for text in (page, pages.index([told])):
        own = [a for a in Loads(text).addresses if not a.startswith(("data:", "#"))]
        assert own
        for address in own:
            assert re.fullmatch(r"(assets|pictures)/[\w-]+\.(js|css|png)", address), address
        styles = "".join(re.findall(r"<style.*?</style>", text, re.S))
        assert "@import" not in styles
        assert not re.search(r"url\(\s*['\"]?(https?:)?//", styles)


def test_links_lead_to_pages_of_the_gallery_or_are_no_links():
    first = FIRST + " [b](b.ipynb), [more](exercises/b.ipynb), [all](../REPRODUCTION.md), [c](#c)."
    text = pages.page(notebook_of(first), "x")
    assert '<a href="b.html">b</a>, more, all, <a href="#c">c</a>' in text


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_links_of_a_notebook_lead_to_pages_that_are_built(path):
    _, text = page_of(path)
    links = [link for link in re.findall(r'<a href="([^"]*)"', text) if not link.startswith("#")]
    assert set(links) <= {"index.html", *(f"{other.stem}.html" for other in PATHS)}


def test_our_own_files_name_no_address(tmp_path):
    pages.put_styles(tmp_path)
    names = {path.name for path in tmp_path.iterdir()}
    assert {"index.css", "theme-light.css", "theme-dark.css", "gallery.css", "theme.js"} < names
    for path in tmp_path.iterdir():
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.S)
        for address in re.findall(r"https?://[^\s\"')]+", text):
            assert address.startswith("http://www.w3.org/"), (path.name, address)


def test_controls_that_ask_python_are_switched_off():
    notebook = front_ends.read(NOTEBOOKS / "00_start_here.ipynb")
    states = notebook.metadata.setdefault("widgets", {}).setdefault(pages.STATE, {"state": {}})
    states["state"]["drawn"] = {"state": {"_resting": False}}
    text = pages.page(notebook, "Start")
    found = re.search(rf'<script type="{re.escape(pages.STATE)}">(.*?)</script>', text, re.S)
    assert json.loads(found[1])["state"]["drawn"]["state"]["_resting"]


def test_without_npm_the_builder_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setattr(third_party.shutil, "which", lambda name: None)
    with pytest.raises(third_party.CannotFetch, match=r"Install Node\.js"):
        third_party.put_scripts(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_an_unreachable_registry_is_told_as_npm_tells_it(tmp_path, monkeypatch):
    def npm(command, **kwargs):
        return subprocess.CompletedProcess(command, 1, stdout="", stderr="ENOTFOUND")

    monkeypatch.setattr(third_party.shutil, "which", lambda name: name)
    monkeypatch.setattr(third_party.subprocess, "run", npm)
    with pytest.raises(third_party.CannotFetch, match=r"registry in reach.*\nENOTFOUND"):
        third_party.put_scripts(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_the_builder_ends_with_the_message_alone(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["build_gallery.py", "--out", str(tmp_path / "site")])
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit, match=r"^build_gallery: npm is not installed"):
        build_gallery.main()
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("stem", recipes.RECIPES)
def test_each_recipe_makes_an_explorer_of_its_notebook(stem):
    notebook = front_ends.read(NOTEBOOKS / f"{stem}.ipynb")
    explorers = [model for model in recorded._shown(notebook) if "_request" in model["state"]]
    of_each = [recorded._places(stem, explorers, make()) for make in recipes.RECIPES[stem]]
    places = [place for places in of_each for place in places]
    assert len(set(places)) == len(places)


def test_an_explorer_that_no_notebook_shows_is_refused(monkeypatch):
    notebook = front_ends.read(NOTEBOOKS / "song2007_kernels.ipynb")
    monkeypatch.setitem(recipes.RECIPES, "song2007_kernels", recipes.RECIPES["song2007_labels"])
    with pytest.raises(ValueError, match="shows no explorer like KernelExplorer: 120 points"):
        recorded.record("song2007_kernels", notebook)


def test_what_is_recorded_is_what_python_answers():
    explorer = recipes.RECIPES["song2007_kernels"][0]()
    frames = recorded._frames(explorer)
    stops = recipes.SLIDERS["PerturbationExplorer"].stops(explorer)
    assert [frame["amount"] for frame in frames] == stops
    again = recipes.RECIPES["song2007_kernels"][0]().settle()
    again.amount = stops[-1]
    assert frames[-1]["answer"]["labels"] == again.answer["labels"]
    assert np.isclose(frames[-1]["answer"]["epsilon"], again.answer["epsilon"])


def test_averaging_the_kernel_down_keeps_its_mean_and_its_borders():
    rng = np.random.default_rng(0)
    size, small = 3 * recorded.PIXELS, recorded.PIXELS
    pixels = rng.integers(-127, 128, (size, size)).astype(np.int8)
    gram = {"pixels": pixels.tobytes(), "size": size, "borders": [0, size // 3, size]}
    less = recorded._smaller(gram)
    means = np.frombuffer(less["pixels"], np.int8).reshape(small, small)
    assert less["borders"] == [0, small // 3, small]
    assert np.abs(means - pixels.reshape(small, 3, small, 3).mean(axis=(1, 3))).max() <= 0.5
    assert recorded._smaller(less) is less


def test_links_of_the_lecturers_page_lead_somewhere():
    text = (NOTEBOOKS / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert [link for link in links if not (NOTEBOOKS / link).exists()] == []
    assert {f"{path.stem}.ipynb" for path in PATHS} <= set(links)
