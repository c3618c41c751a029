"""Eigenvectors in KernelExplorer: bars in the data's order, and points coloured by one of them."""

import pytest

from browser.lab import wait_painted

CELL = (
    "from depcluster.datasets import make_circle\n"
    "from depcluster.widgets import KernelExplorer\n"
    "X, _ = make_circle(n_samples=120)\n"
    "KernelExplorer(X, n_clusters=4, label_kernel='ring')"
)


@pytest.fixture
def page(open_page):
    shown = open_page([CELL])
    shown.page.wait_for_selector(".dc .statusbar[data-state=settled]")
    yield shown.page
    assert shown.errors == []


def colours_of(page):
    """How many colours the scatter shows."""
    script = """() => {
      const canvas = document.querySelector('.dc [aria-label="Partition"] canvas');
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size;
    }"""
    wait_painted(page)
    return page.evaluate(script)


def test_a_press_on_a_name_colours_the_points_and_a_second_gives_the_clusters_back(page):
    name = page.get_by_role("button", name="v₂")
    before = colours_of(page)
    name.press("Enter")
    assert name.get_attribute("aria-pressed") == "true"
    page.get_by_text("coloured by v₂").wait_for()
    by_vector = colours_of(page)
    assert by_vector != before
    page.get_by_role("button", name="v₁").press("Enter")
    assert name.get_attribute("aria-pressed") == "false"
    page.get_by_role("button", name="v₁").press("Enter")
    assert colours_of(page) == before


def test_colours_stay_with_the_vector_while_the_width_moves(page):
    page.get_by_role("button", name="v₁").press("Enter")
    page.get_by_role("slider", name="width").press("PageUp")
    page.wait_for_selector(".dc .statusbar[data-state=settled]")
    page.get_by_text("coloured by v₁").wait_for()
    assert page.get_by_role("button", name="v₁").get_attribute("aria-pressed") == "true"
