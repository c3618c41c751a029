"""The small widgets of the first notebook: a hand moves them, and Python tells the same."""

import re

import pytest

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
def opened(open_page):
    notebook = open_page([HEAD, *CELLS.values()])
    notebook.page.wait_for_function(
        f"document.querySelectorAll('.dc').length === {len(CELLS)}"
        " && [...document.querySelectorAll('.dc canvas[role=img]')].every((c) => c.dataset.draws)"
    )
    return notebook


def widget(notebook, name):
    return notebook.page.locator(".jp-CodeCell").nth(1 + list(CELLS).index(name)).locator(".dc")


def height(root):
    return round(root.bounding_box()["height"])


def test_a_pixel_tells_its_two_points_and_a_press_keeps_them(opened):
    root = widget(opened, "pair")
    before, canvas = height(root), root.locator(".gram canvas")
    x, y = opened.middle(canvas)
    opened.page.mouse.move(x + 40, y - 60)
    told = root.locator(".told").text_content()
    assert "distance d = " in told
    opened.page.mouse.down()
    opened.page.mouse.up()
    opened.wait_python("pair.pair is not None")
    i, l = opened.python("", "pair.pair")
    assert told.startswith(f"points {i} and {l}:")
    d = opened.python("", f"float(np.linalg.norm(X[{i}] - X[{l}]))")
    K = opened.python("", f"float(kernel_matrix(X)[{i}, {l}])")
    assert f"distance d = {d:.2f}," in told
    assert told.endswith(f" = {K:.2f}")
    opened.page.mouse.move(5, 5)
    assert root.locator(".told").text_content() == told
    assert height(root) == before


def test_the_keyboard_goes_from_pixel_to_pixel_and_sorts(opened):
    root = widget(opened, "pair")
    frame = root.locator(".gram .frame")
    frame.focus()
    opened.page.keyboard.press("ArrowRight")
    opened.page.keyboard.press("ArrowRight")
    opened.page.keyboard.press("Enter")
    opened.wait_python("pair.pair == (mixed[0], mixed[1])")
    root.get_by_role("button", name="Sort by group").press("Enter")
    opened.wait_python("pair.sorted")
    heads = "document.querySelectorAll('.pair .heads.top span')"
    opened.page.wait_for_function(f"{heads}.length === 3")
    label = root.locator(".gram canvas").get_attribute("aria-label")
    assert label == "Gram matrix K: 60 rows sorted by group"
    frame.focus()
    opened.page.keyboard.press("Escape")
    opened.wait_python("pair.pair is None")
    opened.page.keyboard.press("ArrowDown")
    opened.page.keyboard.press("Enter")
    opened.wait_python("pair.pair == (first, first)")
    assert opened.errors == []


def test_a_point_lights_its_row_and_python_shows_a_pair(opened):
    root = widget(opened, "pair")
    root.locator(".scatter .frame").focus()
    opened.page.keyboard.press("ArrowRight")
    assert "its row and its column" in root.locator(".told").text_content()
    opened.page.keyboard.press("Escape")
    opened.python("pair.pair = 3, 41")
    opened.page.wait_for_function(
        "document.querySelector('.pair .told').textContent.startsWith('points 3 and 41')"
    )


def test_the_number_of_the_tables_is_that_of_python_wherever_the_controls_stand(opened):
    root = widget(opened, "tables")
    before, number = height(root), root.locator(".sum")
    shuffle = root.get_by_role("slider")
    for key, share in (("Home", 0), ("PageUp", 0.2), ("End", 1)):
        shuffle.press(key)
        opened.wait_python(f"tables.shuffled == {share}")
        for name, centred in (("without H", False), ("with H", True)):
            root.get_by_role("radio", name=name).click()
            opened.wait_python(f"tables.centred is {centred}")
            assert number.text_content() == f"{opened.python('', 'tables.score'):.3f}"
            assert height(root) == before
    root.get_by_role("radio", name="everybody in one").click()
    opened.wait_python("tables.labelling == 'everybody in one'")
    assert number.text_content() == "0.000"
    root.get_by_role("radio", name="without H").click()
    assert number.text_content() == "0.508"
    runners = root.locator(".runner").all_text_contents()
    assert runners[1] == "everybody in one0.508wins"
    assert runners[0].startswith("100 % shuffled0.")
    assert opened.errors == []


def test_a_pixel_of_one_table_is_looked_at_in_all_three(opened):
    root = widget(opened, "tables")
    opened.python("tables.shuffled = 0.5")
    frame = root.locator(".gram .frame").nth(1)
    frame.focus()
    for _ in range(3):
        opened.page.keyboard.press("ArrowRight")
    told = root.locator(".told").text_content()
    found = re.fullmatch(r"points 0 and 2: (\S+) × ([01]) = (\S+)", told)
    K, L = opened.python(
        "from depcluster.kernels import centre",
        "[float(centre(kernel_matrix(X))[0, 2]), int(tables.labels[0] == tables.labels[2])]",
    )
    entry, label, product = (float(text.replace("\u2212", "-")) for text in found.groups())
    assert (entry, label, product) == (pytest.approx(K, abs=5e-3), L, entry * L)


def entries(root, where):
    texts = root.locator(f"{where} .entry").all_text_contents()
    return [int(text.replace("\u2212", "-")) for text in texts]


def test_a_press_on_a_point_moves_it_and_s_follows(opened):
    root = widget(opened, "blocks")
    before, total = height(root), root.locator(".sum")
    assert (entries(root, ".stamp"), total.text_content()) == ([6, -2, -2, 6], "12")
    root.get_by_role("button", name="point 1, in cluster 0").click()
    root.get_by_role("button", name="point 2, in cluster 1").press("Enter")
    opened.wait_python("blocks.labels.tolist() == [0, 1, 0, 1]")
    assert (entries(root, ".stamp"), total.text_content()) == ([4, 0, 0, 4], "8")
    assert opened.python("", "blocks.S.tolist()") == [[4, 0], [0, 4]]
    assert "point 2 is in cluster 0" in root.locator(".unseen").text_content()
    opened.python("blocks.labels = [0, 1, 1, 0]")
    opened.page.wait_for_function("document.querySelector('.blocks .sum').textContent === '4'")
    assert entries(root, ".stamp") == [2, 2, 2, 2]
    assert height(root) == before
    assert opened.errors == []


def test_an_entry_of_s_tells_and_shows_its_block(opened):
    root = widget(opened, "blocks")
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
    opened.wait_python("not blocks.sorted")
    tops = root.locator(".cells").evaluate(places)
    assert tops == sorted(tops)


def shown_at_width(root):
    """Width, agreement and the two mean similarities, as the page tells them."""
    texts = [*root.locator(".read .v").all_text_contents(), root.locator(".told").text_content()]
    return [float(text) for text in re.findall(r"\u2212?\d+\.\d+", " ".join(texts))]


def told_of_width(opened):
    numbers = opened.python("", "width.summary()").split("ARI")[1]
    s = opened.python("", "width.s")
    return [s, *(float(text) for text in re.findall(r"-?\d+\.\d+", numbers))]


def test_the_width_is_moved_by_the_slider_and_by_the_dot_itself(opened):
    root = widget(opened, "width")
    before = height(root)
    root.get_by_role("slider", name="width s / median rule").press("Home")
    opened.wait_python("width.factor == 0.25")
    assert shown_at_width(root) == pytest.approx(told_of_width(opened), rel=5e-3, abs=6e-3)
    dot, curve = root.locator(".curve .handle"), root.locator(".curve")
    dot.press("ArrowRight")
    opened.wait_python("width.factor == 0.5")
    x, y = opened.middle(dot)
    end = curve.bounding_box()["x"] + curve.bounding_box()["width"]
    opened.page.mouse.move(x, y)
    opened.page.mouse.down()
    opened.page.mouse.move(x + 60, y, steps=3)
    opened.page.mouse.move(end, y, steps=3)
    opened.page.mouse.up()
    opened.wait_python("width.factor == 30")
    assert shown_at_width(root) == pytest.approx(told_of_width(opened), rel=5e-3, abs=6e-3)
    assert dot.get_attribute("aria-valuetext").startswith("30 times the median rule, ARI ")
    root.get_by_role("radio", name="row").click()
    opened.wait_python("width.shape == 'row'")
    assert shown_at_width(root) == pytest.approx(told_of_width(opened), rel=5e-3, abs=6e-3)
    rows = root.locator(".gram canvas").get_attribute("aria-label")
    assert rows == "K: 120 rows by found cluster"
    assert height(root) == before
    assert opened.errors == []
