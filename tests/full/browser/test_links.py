"""Links to what a widget shows: copied, opened, broken, and with few controls."""

import numpy as np
import pytest

from browser.lab import picture, wait_painted
from browser.touching import violations
from depcluster.datasets import make_circle
from depcluster.widgets import (
    DataPad,
    FourLeaves,
    KernelExplorer,
    LabelKernelEditor,
    ModelSelectionExplorer,
    TaxonomyExplorer,
)

SETTLED = ".dc > .statusbar[data-state=settled]"
SAID = ".dc .statusbar .said"
X, _ = make_circle(n_samples=60)


def copied(page):
    """The address that "Copy link" has written, which is the page's own."""
    page.get_by_role("button", name="Copy link").click()
    page.get_by_role("button", name="Copy link").get_by_text("Copied").wait_for()
    return page.url


def opened(visit, path, fragment, **options):
    page = visit(path, fragment, **options)
    page.wait_for_selector(SETTLED)
    return page


def more_clusters(page):
    page.get_by_role("button", name="clusters: one more").click()


def edit(page, cell, text):
    page.locator(f'[data-cell="{cell}"]').first.focus()
    page.keyboard.type(text)
    page.keyboard.press("Enter")


@pytest.fixture
def ring(tmp_path):
    return KernelExplorer(X, 4, label_kernel="ring").save_html(tmp_path / "ring.html")


def test_a_copied_link_opens_what_was_on_screen(visit, ring):
    """States of all explorers go there and back under V8."""
    page = opened(visit, ring, "")
    page.get_by_role("combobox", name="kernel", exact=True).select_option("laplacian")
    page.get_by_role("slider", name="width").press("PageUp")
    edit(page, "0,2", "0.5")
    page.wait_for_selector(SETTLED)
    assert "#" not in page.url  # before it is asked for
    fragment = copied(page).partition("#")[2]
    assert fragment.startswith("kernel-explorer&")
    for part in ("kernel=laplacian", "width=0.5", "label_kernel="):
        assert part in fragment
    other = opened(visit, ring, f"#{fragment}")
    assert copied(other).partition("#")[2] == fragment
    for each in (page, other):
        each.reload()
        each.wait_for_selector(SETTLED)
        each.mouse.move(0, 0)
        wait_painted(each)
    told = [each.locator(SAID).last.inner_text() for each in (page, other)]
    assert told[0] == told[1]
    shown = [picture(each.locator(".dc .panel").first) for each in (page, other)]
    np.testing.assert_allclose(*shown, atol=0.02)  # smoothed edges differ in the last bit


def test_of_controls_that_follow_each_other_each_is_as_the_link_says(visit, tmp_path):
    for explorer, fragment in (
        (ModelSelectionExplorer(X, 3), "model-selection-explorer&data=circle&n_neighbors=9"),
        (TaxonomyExplorer(X, None, 4, n_init=2), "taxonomy-explorer&n_clusters=5&structure=free"),
    ):
        page = opened(visit, explorer.save_html(tmp_path / "page.html"), f"#{fragment}")
        assert {*fragment.split("&")} <= {*copied(page).partition("#")[2].split("&")}


def test_small_widgets_the_editor_and_a_pad_have_links(visit, tmp_path):
    path = FourLeaves().save_html(tmp_path / "leaves.html")
    page = visit(path)
    page.get_by_role("slider").first.press("ArrowRight")
    before = page.locator(".dc .read").inner_text()
    fragment = copied(page).partition("#")[2]
    assert fragment.startswith("four-leaves&")
    assert visit(path, f"#{fragment}").locator(".dc .read").inner_text() == before
    path = LabelKernelEditor(4).save_html(tmp_path / "editor.html")
    page = visit(path, "#label-kernel-editor&preset=chain&n_clusters=6")
    assert page.locator(".ed").get_attribute("data-preset") == "chain"
    assert page.locator('[data-cell="5,5"]').count() == 1
    edit(page, "0,3", "0.5")
    assert "&value=2;1,2;0,1,2;0.5,0,1,2;0,0,0,1,2;0,0,0,0,1,2" in copied(page)
    path = DataPad().save_html(tmp_path / "pad.html")
    page = visit(path, "#data-pad&points=0.5,1;-1,-1.25,3")
    page.get_by_text("X (2, 2), y in 2 classes").wait_for()
    page.evaluate("location.hash = '#data-pad&points=9,9'")
    page.locator(SAID).get_by_text("points=9,9").wait_for()
    many = ";".join(f"{x / 100:g},0.01" for x in range(-299, 299, 2))
    page.evaluate("(many) => { location.hash = `#data-pad&points=${many}`; }", many)
    page.get_by_text("X (299, 2)").wait_for()
    page.get_by_role("button", name="Copy link").click()
    page.locator(SAID).get_by_text("Too much for a link").wait_for()


HOSTILE = ("width=5", "kernel=%3Cimg%20src%3Dx%3E", "__proto__=1", "kernel=%E0%A4%A")  # more: V8


def test_what_cannot_be_is_said_and_the_rest_stands(visit, ring):
    page = opened(visit, ring, "#kernel-explorer&width=1&width=x&kernel=linear")
    assert page.get_by_role("combobox", name="kernel").input_value() == "linear"
    assert "width=x" in page.locator(SAID).inner_text()
    for part in (*HOSTILE, f"added={'1,1;' * 2000}"):
        page.evaluate("(part) => { location.hash = `#kernel-explorer&${part}`; }", part)
        word = "length" if len(part) > 6000 else part.partition("=")[0]
        page.locator(SAID).get_by_text(f"{word}=").wait_for()
        page.wait_for_selector(".dc .read .v")
        assert page.locator("select[aria-label=kernel]").input_value() == "rbf"
        assert page.locator(".dc img").count() == 0
    page.evaluate("location.hash = '#kernel-explorers&width=1'")
    page.locator(SAID).get_by_text("is called kernel-explorers").wait_for()
    page.evaluate("window.isSame = true; location.hash = '#kernel-explorer&n_clusters=5'")
    page.wait_for_selector('[data-cell="4,4"]')
    page.wait_for_selector(SETTLED)
    assert page.evaluate("window.isSame")
    assert page.locator(".dc .statusbar.wrong").count() == 0


def test_a_link_shows_some_controls_alone(visit, ring):
    page = opened(visit, ring, "#kernel-explorer&show=width,clusters")
    assert page.get_by_role("slider", name="width").is_visible()
    assert page.get_by_role("group", name="clusters", exact=True).is_visible()
    for name in ("kernel", "method"):
        assert page.get_by_role("combobox", name=name, exact=True).count() == 0
    more_clusters(page)
    assert copied(page).endswith("#kernel-explorer&n_clusters=5&show=width,clusters")
    assert violations(page, "html") == {}


def test_where_nothing_may_be_copied_the_link_is_shown(visit, ring):
    page = opened(visit, ring, "")
    page.evaluate("""() => {
      Object.defineProperty(navigator, "clipboard", { value: undefined });
      document.execCommand = () => false;
    }""")
    more_clusters(page)
    page.get_by_role("button", name="Copy link").press("Enter")
    field = page.get_by_role("textbox", name="link")
    assert field.input_value() == page.url
    assert field.evaluate("(field) => field.selectionEnd - field.selectionStart") == len(page.url)
    assert page.get_by_text("Copied", exact=True).count() == 0
    page.keyboard.press("Tab")
    assert field.count() == 0


def test_there_is_no_link_where_python_is(open_page):
    notebook = open_page(["from depcluster.widgets import *\nLabelKernelEditor(3)"])
    notebook.page.wait_for_selector(".dc .statusbar")
    assert notebook.page.get_by_role("button", name="Copy link").count() == 0
