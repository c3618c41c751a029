"""Pages that live without Python: saved ones, and those whose Python is silent or gone."""

import pytest

CELLS = [
    "from depcluster.datasets import make_circle\n"
    "from depcluster.widgets import KernelExplorer\n"
    "explorer = KernelExplorer(make_circle(n_samples=120)[0], 4, label_kernel='ring')\n"
    "explorer",
]
JOIN = "Python does not answer: the page goes on computing. Run the cell again to join it."
SETTLED = ".dc > .foot[data-state=settled]"


def said(page):
    return page.locator(".dc > .foot .said").inner_text()


def move(page, key="ArrowLeft"):
    """Move the width, and wait for the answer of the whole search."""
    value = page.locator(".dc .read .v").first
    before = value.inner_text()
    page.get_by_role("slider", name="width").press(key)
    page.wait_for_function(
        "([node, before]) => node.innerText !== before", arg=[value.element_handle(), before]
    )
    page.wait_for_selector(SETTLED)


@pytest.fixture
def explorer(open_page):
    notebook = open_page(CELLS)
    notebook.page.wait_for_selector(SETTLED)
    return notebook


def test_while_python_is_silent_the_foot_says_so_and_the_page_goes_on(explorer):
    page = explorer.page
    move(page)
    explorer.keep_busy(5)
    move(page)
    page.get_by_text(JOIN).first.wait_for(timeout=3000)
    move(page)
    assert said(page) == JOIN
    page.wait_for_function("!document.querySelector('.dc > .foot').innerText.includes('Python does')")
    assert "ring label kernel" in said(page)
    explorer.wait_python("explorer.width == -0.375")
    assert explorer.errors == []


def test_a_dead_server_is_told_within_three_seconds(explorer):
    page = explorer.page
    page.evaluate("socket.close()")
    move(page)
    page.get_by_text(JOIN).first.wait_for(timeout=3000)
    move(page)
    assert said(page) == JOIN
