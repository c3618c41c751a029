"""The report in a browser: readable in light, dark, on a phone and on paper; nothing is loaded."""

import re

import pytest
from sklearn.datasets import load_iris

from browser.touching import violations
from depcluster import KernelKMeans, compare_kernels, default_kernels
from depcluster.report import report as write_report

IRIS = load_iris()
LOADED = """performance.getEntriesByType("resource").map(({ name }) => name)
  .filter((name) => !name.startsWith("data:"))"""
LIGHT, DARK = "rgb(255, 255, 255)", "rgb(17, 17, 17)"


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    found = compare_kernels(IRIS.data, default_kernels(IRIS.data), 3, n_init=2, n_perturbations=2)
    model = KernelKMeans(3, random_state=0).fit(IRIS.data)
    to = tmp_path_factory.mktemp("report") / "report.html"
    return write_report(IRIS.data, model=model, comparison=found, out=to).path


@pytest.fixture
def open_report(visit, report):
    return lambda **settings: visit(report, **settings)


def ground(page, of="body"):
    return page.evaluate(f"getComputedStyle(document.querySelector('{of}')).backgroundColor")


def ink(page):
    """The colour of the first letters in a figure."""
    return page.evaluate("getComputedStyle(document.querySelector('figure svg text')).fill")


def test_a_reader_of_any_kind_can_read_it(open_report):
    for scheme, width in (("light", 390), ("dark", 1100)):
        page = open_report(color_scheme=scheme, viewport={"width": width, "height": 900})
        assert ground(page) == (DARK if scheme == "dark" else LIGHT)
        assert violations(page, "html") == {}
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.locator("figure .pic").first.is_visible()
        assert page.evaluate(LOADED) == []


def test_paper_is_white_for_readers_of_dark_pages_too(open_report):
    page = open_report(color_scheme="dark")
    in_dark = ink(page)
    page.emulate_media(media="print", color_scheme="light")
    on_paper = ink(page)
    page.emulate_media(media="print", color_scheme="dark")
    assert ground(page) == LIGHT
    assert ink(page) == on_paper != in_dark
    assert not page.locator(".download").is_visible()


def test_the_labels_come_down_as_a_file(open_report, tmp_path):
    page = open_report(accept_downloads=True)
    with page.expect_download() as waiting:
        page.get_by_role("link", name=re.compile("Download the labels")).press("Enter")
    assert waiting.value.suggested_filename == "labels.csv"
    waiting.value.save_as(tmp_path / "labels.csv")
    lines = (tmp_path / "labels.csv").read_text().splitlines()
    assert (lines[0], len(lines)) == ("row,label", 151)
