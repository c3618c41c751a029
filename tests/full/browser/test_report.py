"""The report in a browser: readable in light, dark, on a phone and on paper; nothing is loaded."""

import re

import pytest
from sklearn.datasets import load_iris

from depcluster import KernelKMeans, compare_kernels, default_kernels
from depcluster.lessons.your_data import report

IRIS = load_iris()
LIGHT, DARK = "rgb(255, 255, 255)", "rgb(17, 17, 17)"


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    found = compare_kernels(IRIS.data, default_kernels(IRIS.data), 3, n_init=2, n_perturbations=2)
    model = KernelKMeans(3, random_state=0).fit(IRIS.data)
    made = report(IRIS.data, model, found, tmp_path_factory.mktemp("report") / "report.html")
    return made.path.as_uri()


@pytest.fixture
def visit(browser, address):
    """Open the report; afterwards nothing else may have been asked for."""
    contexts, asked = [], []

    def open_it(**settings):
        context = browser.new_context(**settings)
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.goto(address)
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert set(asked) == {address}


def ground(page, of="body"):
    return page.evaluate(f"getComputedStyle(document.querySelector('{of}')).backgroundColor")


def ink(page):
    """The colour of the first letters in a figure."""
    return page.evaluate("getComputedStyle(document.querySelector('figure svg text')).fill")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1100, 390])
def test_a_reader_of_any_kind_can_read_it(visit, scheme, width):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    page = visit(color_scheme=scheme, viewport={"width": width, "height": 900})
    assert ground(page) == (DARK if scheme == "dark" else LIGHT)
    found = axe.Axe().run(page, options={"resultTypes": ["violations"]})
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("figure .pic").first.is_visible()


def test_paper_is_white_for_readers_of_dark_pages_too(visit):
    page = visit(color_scheme="dark")
    in_dark = ink(page)
    page.emulate_media(media="print", color_scheme="light")
    on_paper = ink(page)
    page.emulate_media(media="print", color_scheme="dark")
    assert ground(page) == LIGHT
    assert ink(page) == on_paper != in_dark
    assert not page.locator(".download").is_visible()


def test_the_labels_come_down_as_a_file(visit, tmp_path):
    page = visit(accept_downloads=True)
    with page.expect_download() as waiting:
        page.get_by_role("link", name=re.compile("Download the labels")).press("Enter")
    assert waiting.value.suggested_filename == "labels.csv"
    waiting.value.save_as(tmp_path / "labels.csv")
    lines = (tmp_path / "labels.csv").read_text().splitlines()
    assert (lines[0], len(lines)) == ("row,label", 151)
