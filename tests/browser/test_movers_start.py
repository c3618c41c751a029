"""The movers of the first notebook in a page: a hand moves them, and Python tells the same."""

import re

import pytest

from browser.lab import wait_painted

HEAD = """
import numpy as np
from depcluster.datasets import make_row, make_three
from depcluster.kernels import kernel_matrix
from depcluster.widgets import *
X, y = make_three()
mixed = np.random.default_rng(0).permutation(60)
first = mixed[y[mixed] == 0][0]
"""
CELLS = {
    "pair": "pair = Pair(X, y, order=mixed)\npair",
    "tables": "tables = Tables(kernel_matrix(X), y)\ntables",
    "width": "width = Width({'three': (X, y), 'row': make_row()}, 3, n_init=2)\nwidth",
    "blocks": "K = [[2, 1, 0, -1], [1, 2, -1, 0], [0, -1, 2, 1], [-1, 0, 1, 2]]\n"
    "blocks = Blocks(K, [0, 0, 1, 1])\nblocks",
}


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


def test_the_number_of_the_tables_is_that_of_python_wherever_the_controls_stand(movers):
    root = mover(movers, "tables")
    before, number = height(root), root.locator(".sum")
    shuffle = root.get_by_role("slider")
    for key, share in (("Home", 0), ("PageUp", 0.2), ("End", 1)):
        shuffle.press(key)
        movers.wait_python(f"tables.shuffled == {share}")
        for name, centred in (("without H", False), ("with H", True)):
            root.get_by_role("radio", name=name).click()
            movers.wait_python(f"tables.centred is {centred}")
            assert number.text_content() == f"{movers.python('', 'tables.score'):.3f}"
            assert height(root) == before
    root.get_by_role("radio", name="everybody in one").click()
    movers.wait_python("tables.labelling == 'everybody in one'")
    assert number.text_content() == "0.000"
    root.get_by_role("radio", name="without H").click()
    assert number.text_content() == "0.508"
    runners = root.locator(".runner").all_text_contents()
    assert runners[1] == "everybody in one0.508wins"
    assert runners[0].startswith("100 % shuffled0.")
    assert movers.errors == []


def test_a_pixel_of_one_table_is_looked_at_in_all_three(movers):
    root = mover(movers, "tables")
    movers.python("tables.shuffled = 0.5")
    frame = root.locator(".gram .frame").nth(1)
    frame.focus()
    for _ in range(3):
        movers.page.keyboard.press("ArrowRight")
    told = root.locator(".told").text_content()
    found = re.fullmatch(r"points 0 and 2: (\S+) × ([01]) = (\S+)", told)
    K, L = movers.python(
        "from depcluster.kernels import centre",
        "[float(centre(kernel_matrix(X))[0, 2]), int(tables.labels[0] == tables.labels[2])]",
    )
    entry, label, product = (float(text.replace("\u2212", "-")) for text in found.groups())
    assert (entry, label, product) == (pytest.approx(K, abs=5e-3), L, entry * L)


def entries(root, where):
    texts = root.locator(f"{where} .entry").all_text_contents()
    return [int(text.replace("\u2212", "-")) for text in texts]


def test_a_press_on_a_point_moves_it_and_s_follows(movers):
    root = mover(movers, "blocks")
    before, total = height(root), root.locator(".sum")
    assert (entries(root, ".stamp"), total.text_content()) == ([6, -2, -2, 6], "12")
    root.get_by_role("button", name="point 1, in cluster 0").click()
    root.get_by_role("button", name="point 2, in cluster 1").press("Enter")
    movers.wait_python("blocks.labels.tolist() == [0, 1, 0, 1]")
    assert (entries(root, ".stamp"), total.text_content()) == ([4, 0, 0, 4], "8")
    assert movers.python("", "blocks.S.tolist()") == [[4, 0], [0, 4]]
    assert "point 2 is in cluster 0" in root.locator(".unseen").text_content()
    movers.python("blocks.labels = [0, 1, 1, 0]")
    movers.page.wait_for_function("document.querySelector('.mv-blocks .sum').textContent === '4'")
    assert entries(root, ".stamp") == [2, 2, 2, 2]
    assert height(root) == before
    assert movers.errors == []


def test_an_entry_of_s_tells_and_shows_its_block(movers):
    root = mover(movers, "blocks")
    root.get_by_role("button", name="S 0, 1").focus()
    assert root.locator(".told").text_content() == "S(0, 1) = 0 \u2212 1 \u2212 1 + 0 = \u22122"
    assert root.locator(".cells .entry:not(.aside)").count() == 4
    places = (
        "(node) => [...node.querySelectorAll('.head.left')].map((e) => parseFloat(e.style.top))"
    )
    root.get_by_role("button", name="point 0").click()
    tops = root.locator(".cells").evaluate(places)
    assert tops.index(min(tops)) == 1
    root.get_by_role("radio", name="as given").click()
    movers.wait_python("not blocks.sorted")
    tops = root.locator(".cells").evaluate(places)
    assert tops == sorted(tops)


def shown_at_width(root):
    """Width, agreement and the two mean similarities, as the page tells them."""
    texts = [*root.locator(".read .v").all_text_contents(), root.locator(".told").text_content()]
    return [float(text) for text in re.findall(r"\u2212?\d+\.\d+", " ".join(texts))]


def told_of_width(movers):
    numbers = movers.python("", "width.summary()").split("ARI")[1]
    s = movers.python("", "width.s")
    return [s, *(float(text) for text in re.findall(r"-?\d+\.\d+", numbers))]


def test_the_width_is_moved_by_the_slider_and_by_the_dot_itself(movers):
    root = mover(movers, "width")
    before = height(root)
    root.get_by_role("slider", name="width s / median rule").press("Home")
    movers.wait_python("width.factor == 0.25")
    assert shown_at_width(root) == pytest.approx(told_of_width(movers), rel=5e-3, abs=6e-3)
    dot, curve = root.locator(".curve .grip"), root.locator(".curve")
    dot.press("ArrowRight")
    movers.wait_python("width.factor == 0.5")
    x, y = movers.middle(dot)
    end = curve.bounding_box()["x"] + curve.bounding_box()["width"]
    movers.page.mouse.move(x, y)
    movers.page.mouse.down()
    movers.page.mouse.move(x + 60, y, steps=3)
    movers.page.mouse.move(end, y, steps=3)
    movers.page.mouse.up()
    movers.wait_python("width.factor == 30")
    assert shown_at_width(root) == pytest.approx(told_of_width(movers), rel=5e-3, abs=6e-3)
    assert dot.get_attribute("aria-valuetext").startswith("30 times the median rule, ARI ")
    root.get_by_role("radio", name="row").click()
    movers.wait_python("width.shape == 'row'")
    assert shown_at_width(root) == pytest.approx(told_of_width(movers), rel=5e-3, abs=6e-3)
    rows = root.locator(".gram canvas").get_attribute("aria-label")
    assert rows == "K: 120 rows by found cluster"
    assert height(root) == before
    assert movers.errors == []


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_accessibility(movers, theme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    movers.use_theme(theme)
    movers.page.wait_for_selector(f'.dc[data-theme="{theme.split()[1].lower()}"]')
    wait_painted(movers.page)
    found = axe.Axe().run(movers.page, context=".dc", options={"resultTypes": ["violations"]})
    assert found.violations_count == 0, found.generate_report()
