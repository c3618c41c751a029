"""The movers of the first notebook in a page: a hand moves them, and Python tells the same."""

import pytest

from browser.lab import wait_painted

HEAD = """
import numpy as np
from depcluster.datasets import make_three
from depcluster.kernels import kernel_matrix
from depcluster.widgets import *
X, y = make_three()
mixed = np.random.default_rng(0).permutation(60)
first = mixed[y[mixed] == 0][0]
"""
CELLS = {"pair": "pair = Pair(X, y, order=mixed)\npair"}


@pytest.fixture
def movers(open_notebook):
    notebook = open_notebook([HEAD, *CELLS.values()])
    notebook.page.wait_for_function(
        f"document.querySelectorAll('.dc').length === {len(CELLS)}"
        " && [...document.querySelectorAll('.dc canvas[role=img]')].every((c) => c.dataset.draws)"
    )
    return notebook


def mover(notebook, name):
    return notebook.page.locator(".jp-CodeCell").nth(1 + list(CELLS).index(name)).locator(".dc")


def height(root):
    return round(root.bounding_box()["height"])


def test_a_pixel_tells_its_two_points_and_a_press_keeps_them(movers):
    root = mover(movers, "pair")
    before, canvas = height(root), root.locator(".gram canvas")
    x, y = movers.middle(canvas)
    movers.page.mouse.move(x + 40, y - 60)
    told = root.locator(".told").text_content()
    assert "distance d = " in told
    movers.page.mouse.down()
    movers.page.mouse.up()
    movers.wait_python("pair.pair is not None")
    i, l = movers.python("", "pair.pair")
    assert told.startswith(f"points {i} and {l}:")
    d = movers.python("", f"float(np.linalg.norm(X[{i}] - X[{l}]))")
    K = movers.python("", f"float(kernel_matrix(X)[{i}, {l}])")
    assert f"distance d = {d:.2f}," in told
    assert told.endswith(f" = {K:.2f}")
    movers.page.mouse.move(5, 5)
    assert root.locator(".told").text_content() == told
    assert height(root) == before


def test_the_keyboard_goes_from_pixel_to_pixel_and_sorts(movers):
    root = mover(movers, "pair")
    frame = root.locator(".gram .frame")
    frame.focus()
    movers.page.keyboard.press("ArrowRight")
    movers.page.keyboard.press("ArrowRight")
    movers.page.keyboard.press("Enter")
    movers.wait_python("pair.pair == (mixed[0], mixed[1])")
    root.get_by_role("button", name="Sort by group").press("Enter")
    movers.wait_python("pair.sorted")
    heads = "document.querySelectorAll('.mv-pair .heads.top span')"
    movers.page.wait_for_function(f"{heads}.length === 3")
    label = root.locator(".gram canvas").get_attribute("aria-label")
    assert label == "Gram matrix K: 60 rows sorted by group"
    frame.focus()
    movers.page.keyboard.press("Escape")
    movers.wait_python("pair.pair is None")
    movers.page.keyboard.press("ArrowDown")
    movers.page.keyboard.press("Enter")
    movers.wait_python("pair.pair == (first, first)")
    assert movers.errors == []


def test_a_point_lights_its_row_and_python_shows_a_pair(movers):
    root = mover(movers, "pair")
    root.locator(".scatter .frame").focus()
    movers.page.keyboard.press("ArrowRight")
    assert "its row and its column" in root.locator(".told").text_content()
    movers.page.keyboard.press("Escape")
    movers.python("pair.pair = 3, 41")
    movers.page.wait_for_function(
        "document.querySelector('.mv-pair .told').textContent.startsWith('points 3 and 41')"
    )


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_accessibility(movers, theme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    movers.use_theme(theme)
    movers.page.wait_for_selector(f'.dc[data-theme="{theme.split()[1].lower()}"]')
    wait_painted(movers.page)
    found = axe.Axe().run(movers.page, context=".dc", options={"resultTypes": ["violations"]})
    assert found.violations_count == 0, found.generate_report()
