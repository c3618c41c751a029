"""The taxonomy explorer under the hand: a tree that turns, leaves to press, three structures."""

import math
import re

import numpy as np
import pytest

from browser.lab import picture, wait_painted
from browser.taxonomy import CELLS, CLASSES, MEMBERS, TREE, leaf
from browser.touching import violations

SETTLED = ".dc > .statusbar[data-state=settled]"
COVERED = """() => {
  const boxes = [...document.querySelectorAll('.dc .picture.tree image')]
    .map((image) => image.nextElementSibling.getBoundingClientRect());
  return boxes.some((a, i) => boxes.some((b, j) => j < i && Math.hypot(
    a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2
  ) < (a.width + b.width) / 2));
}"""


@pytest.fixture
def explorer(open_page):
    notebook = open_page(CELLS)
    notebook.page.wait_for_selector(f"{TREE}[data-draws]")
    notebook.page.wait_for_selector(SETTLED)
    notebook.page.locator(".dc").first.scroll_into_view_if_needed()
    return notebook


def wait_leaves(notebook, count):
    leaves = f"document.querySelectorAll('{TREE} .leaf').length"
    notebook.page.wait_for_function(f"{leaves} === {count}")


def rotation(notebook):
    return float(notebook.page.locator(TREE).get_attribute("data-rotation"))


def ends(notebook):
    """Both ends of every edge on screen, (e, 2, 2)."""
    lines = notebook.page.locator(f"{TREE} line.edge").evaluate_all(
        "(lines) => lines.map((l) => ['x1', 'y1', 'x2', 'y2'].map((n) => +l.getAttribute(n)))"
    )
    return np.array(lines).reshape(-1, 2, 2)


def test_edges_are_as_long_as_the_bar_says(explorer):
    lengths = np.linalg.norm(np.subtract(*np.moveaxis(ends(explorer), 1, 0)), axis=1)
    true = np.array(explorer.python("", "explorer.result_.tree.lengths.tolist()"))
    scale = explorer.python("", "explorer._picture.tree.layout().scale")
    pixels = lengths.sum() / true.sum()
    np.testing.assert_allclose(np.sort(lengths), pixels * np.sort(true), atol=0.02)
    bar = explorer.page.locator(f"{TREE} svg > path").get_attribute("d")
    assert float(re.search(r"h([\d.]+)", bar)[1]) == pytest.approx(pixels * scale)
    assert f"{scale:g} in feature distance" in explorer.page.locator(TREE).text_content()
    misfit = 100 * explorer.python("", "explorer.result_.misfit")
    note = explorer.page.locator(".dc [data-panel=tree] .note").text_content()
    assert f"misfit {misfit:.1f} %" in note
    assert "A tree comes out whatever the data" in note
    assert not explorer.page.evaluate(COVERED)


def test_a_drag_turns_the_tree_and_selects_nothing(explorer):
    before, angle = explorer.python("", "explorer.selected"), rotation(explorer)
    box = explorer.page.locator(TREE).bounding_box()
    start = leaf(explorer, (before + 4) % 9).bounding_box()
    x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
    explorer.page.mouse.move(x, y)
    explorer.page.mouse.down()
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    way = math.atan2(y - middle[1], x - middle[0])
    for step in range(1, 7):
        along = way + step * math.pi / 24
        explorer.page.mouse.move(
            middle[0] + 120 * math.cos(along), middle[1] + 120 * math.sin(along)
        )
    explorer.page.mouse.up()
    explorer.wait_python("explorer.rotation is not None")
    turned = explorer.python("", "explorer.rotation")
    assert abs((turned - rotation(explorer) + 180) % 360 - 180) <= 0.5
    assert 20 < abs((turned - angle + 180) % 360 - 180) < 80
    assert explorer.python("", "explorer.selected") == before
    explorer.python("explorer.rotation = 10.0")
    explorer.page.wait_for_selector(f'{TREE}[data-rotation="10"]')
    explorer.page.get_by_role("button", name="Rotate by 15 degrees").click()
    explorer.wait_python("explorer.rotation == 25")
    assert explorer.errors == []


def test_a_press_shows_the_members(explorer):
    for k in (4, 7):
        leaf(explorer, k).click()
        explorer.wait_python(f"explorer.selected == {k}")
        size = explorer.python("", f"int((explorer.labels_ == {k}).sum())")
        name = explorer.python("", f"str(y[explorer.labels_ == {k}][0])")
        assert f"Cluster {k}{size} samples" in explorer.page.locator(MEMBERS).text_content()
        assert name in explorer.page.locator(CLASSES).text_content()
        assert leaf(explorer, k).get_attribute("aria-pressed") == "true"
        assert explorer.page.locator(f"{MEMBERS} canvas").count() == 1
    explorer.python("explorer.selected = 2")
    explorer.page.wait_for_selector('.dc .picture.tree [data-leaf="2"][aria-pressed=true]')


def test_the_keyboard_goes_around_the_tree(explorer):
    leaf(explorer, 0).click()
    leaf(explorer, 0).focus()
    at = "document.activeElement.dataset.leaf"
    for key, expected in (("ArrowRight", "1"), ("ArrowDown", "2"), ("ArrowLeft", "1")):
        explorer.page.keyboard.press(key)
        assert explorer.page.evaluate(at) == expected
    assert explorer.python("", "explorer.selected") == 0
    explorer.page.keyboard.press("Enter")
    explorer.wait_python("explorer.selected == 1")
    assert explorer.page.evaluate(at) == "1"
    before = rotation(explorer)
    for key, step in (("[", 15), ("[", 30), ("]", 15)):
        explorer.page.keyboard.press(key)
        assert abs((rotation(explorer) - before - step + 180) % 360 - 180) <= 1
    assert explorer.page.evaluate(at) == "1"
    for key in ("ArrowLeft", "ArrowLeft", " "):
        explorer.page.keyboard.press(key)
    explorer.wait_python("explorer.selected == 8")


def test_the_slider_and_the_structures(explorer):
    slider = explorer.page.get_by_role("slider", name="clusters c")
    slider.press("ArrowLeft")
    explorer.wait_python("explorer.n_clusters == 8")
    explorer.page.wait_for_function(
        "document.querySelectorAll('.dc .picture.tree .leaf').length === 8"
    )
    explorer.page.wait_for_selector(SETTLED)
    explorer.page.wait_for_function("document.querySelectorAll('.dc .compare .early').length === 0")
    assert explorer.python("", "len(explorer.compared_)") == 3
    assert explorer.python("", "explorer._engine._results") == {}  # the page has told them all
    told = explorer.page.locator(".dc .compare").text_content()
    for found in explorer.python("", "list(explorer.compared_.values())"):
        assert f"{found['objective']:.4g}" in told
        assert f"{found['entropy']:.3f}" in told
    free = explorer.page.get_by_role("radio", name="free", exact=True)
    free.click()
    explorer.wait_python("explorer.structure == 'free'")
    explorer.page.wait_for_selector(".dc .picture.structure[data-draws]")
    assert not explorer.page.locator(TREE).is_visible()
    assert explorer.page.locator(".dc .picture.structure rect").count() == 64
    leaf(explorer, 5, ".picture.structure").click()
    explorer.wait_python("explorer.selected == 5")
    assert "Cluster 5" in explorer.page.locator(MEMBERS).text_content()
    free.press("ArrowRight")
    explorer.wait_python("explorer.structure == 'fixed'")
    cell = explorer.page.locator('.dc .ed [data-cell="0,1"]')
    cell.click()
    for key in (".", "5", "Enter"):
        explorer.page.keyboard.press(key)
    explorer.wait_python("explorer.label_kernel[1, 0] == 0.5 and explorer.preset == 'custom'")
    explorer.page.get_by_title("8 clusters, fixed structure, custom").wait_for()
    slider.press("Home")
    explorer.wait_python("explorer.label_kernel.shape == (2, 2) and len(explorer.labels_) == 45")
    explorer.python("explorer.structure = 'tree'")
    explorer.page.wait_for_function(
        "document.querySelectorAll('.dc .picture.tree .leaf').length === 2"
    )
    assert explorer.errors == []


def test_a_turned_tree_gives_way_to_one_of_fewer_leaves(explorer):
    explorer.python("explorer.rotation = 10.0")
    explorer.page.wait_for_selector(f'{TREE}[data-rotation="10"]')
    explorer.python("explorer.n_clusters = 3")
    wait_leaves(explorer, 3)
    assert explorer.python("", "explorer.rotation") is None
    assert explorer.errors == []


def test_a_refused_structure_leaves_the_picture(explorer):
    explorer.python("explorer.structure = 'fixed'; explorer.label_kernel = -np.eye(9)")
    alert = explorer.page.locator('.dc > .statusbar.wrong [role="alert"]')
    alert.wait_for()
    assert "label_kernel must be positive semi-definite" in alert.text_content()
    assert "last result stays" in alert.text_content()
    assert explorer.page.locator(".dc .statusbar").get_attribute("data-state") == "refused"
    explorer.python("explorer.preset = 'ring'")
    alert.wait_for(state="detached")


def test_a_finger_selects_and_turns_on_a_narrow_page(open_page):
    notebook = open_page(CELLS, touch=True, width=480, height=900)
    notebook.page.wait_for_selector(f"{TREE}[data-draws]")
    assert notebook.page.locator(f"{TREE} circle.line").first.get_attribute("r") == "23"
    notebook.finger(notebook.middle(leaf(notebook, 3)))
    notebook.wait_python("explorer.selected == 3")
    notebook.page.locator(TREE).scroll_into_view_if_needed()
    box = notebook.page.locator(TREE).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + 40
    notebook.finger(*((x + 16 * step, y) for step in range(6)))
    notebook.wait_python("explorer.rotation is not None")
    assert not notebook.page.evaluate(COVERED)
    for structure in ("free", "fixed"):
        notebook.page.get_by_role("radio", name=structure, exact=True).click()
        notebook.wait_python(f"explorer.structure == '{structure}'")


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_both_themes_and_accessibility(explorer, theme):
    explorer.use_theme(theme)
    dark = theme.endswith("Dark")
    explorer.page.wait_for_selector(f'.dc[data-theme="{"dark" if dark else "light"}"]')
    for structure in ("tree", "free", "fixed"):
        explorer.python(f"explorer.structure = '{structure}'")
        shown = "tree" if structure == "tree" else "structure"
        panel = explorer.page.locator(f".dc .picture.{shown}")
        panel.wait_for()
        wait_painted(explorer.page)
        if structure == "tree":
            assert (np.median(picture(panel)[..., 2]) < 0.55) == dark
        assert violations(explorer.page) == {}
    explorer.page.locator(f"{MEMBERS} .list").focus()
    for key in ("ArrowRight", "Enter"):  # a member pinned, its cluster chosen, a panel folded
        explorer.page.keyboard.press(key)
    leaf(explorer, 3, ".picture.structure").click()
    explorer.page.locator(f"{CLASSES} .fold").click()
    wait_painted(explorer.page)
    assert violations(explorer.page) == {}


FOLLOWING = [
    "import numpy as np\n"
    "from depcluster.widgets import DataPad, TaxonomyExplorer\n"
    "points = np.random.default_rng(0).uniform(-1.5, 1.5, (40, 2))\n"
    "pad = DataPad()\n"
    "explorer = TaxonomyExplorer(pad, n_clusters=5, n_init=2)\n"
    "explorer"
]


def test_an_explorer_follows_a_pad_that_empties_and_fills(open_page):
    notebook = open_page(FOLLOWING)
    page, compare = notebook.page, notebook.page.locator(".dc .compare")
    page.get_by_text("Draw at least 6 points on the pad, for 5 clusters.").wait_for()
    notebook.python("pad.put(points)")
    page.wait_for_selector(f"{TREE}[data-draws]")
    sizes = page.locator(".dc .picture.tree .leaf").evaluate_all(
        "(all) => all.map((l) => l.ariaLabel)"
    )
    assert sum(int(re.search(r"(\d+) sample", size)[1]) for size in sizes) == 40
    assert "H(y" not in compare.text_content()
    notebook.python("pad.put(points, np.arange(40) % 2)")  # classes: another row of numbers
    page.wait_for_function("document.querySelector('.dc .compare').textContent.includes('H(y')")
    assert page.locator(".dc .compare").count() == 1
    leaf(notebook, 4).click()
    notebook.wait_python("explorer.selected == 4")
    notebook.python("pad.put(points[:0])")
    page.get_by_text("Draw at least 6 points on the pad, for 5 clusters.").wait_for()
    assert not page.locator(TREE).is_visible()
    page.get_by_role("slider", name="clusters c").press("Home")
    page.get_by_text("Draw at least 3 points on the pad, for 2 clusters.").wait_for()
    notebook.python("pad.put(points[:9])")
    page.locator(TREE).wait_for()
    wait_leaves(notebook, 2)
    selected = notebook.python("", "explorer.selected")
    assert leaf(notebook, selected).get_attribute("aria-pressed") == "true"
    assert notebook.errors == []


def test_the_pointer_on_words_marks_their_card(open_page):
    notebook = open_page(
        [
            "import numpy as np\n"
            "from depcluster.widgets import TaxonomyExplorer\n"
            "texts = [word for word in ('cat dog', 'sun moon', 'tin gold') for _ in range(4)]\n"
            "X = np.repeat(np.eye(3), 4, axis=0)\n"
            "explorer = TaxonomyExplorer(X, texts, 3, n_init=1)\n"
            "explorer"
        ]
    )
    notebook.page.wait_for_selector(f"{TREE}[data-draws]")
    for k in range(3):
        ring = leaf(notebook, k).locator(".ring").bounding_box()
        card = leaf(notebook, k).locator("rect.paper").bounding_box()
        for side, start in (("width", "x"), ("height", "y")):
            assert ring[start] < card[start]
            assert card[side] < ring[side] < card[side] + 10
