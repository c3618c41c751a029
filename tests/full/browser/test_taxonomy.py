"""The taxonomy explorer under the hand: a tree that turns, leaves and members to press."""

import math
import re

import numpy as np
import pytest

from browser.lab import wait_painted

CELLS = [
    "import numpy as np\n"
    "from depcluster import conditional_entropy\n"
    "from depcluster.reproduction.datasets import make_faces\n"
    "from depcluster.widgets import TaxonomyExplorer\n"
    "faces, person, expression = make_faces(45)\n"
    "looks = np.array(['neutral', 'happy', 'shocked'])[expression]\n"
    "y = np.array([f'person {p}, {look}' for p, look in zip(person, looks)])\n"
    "explorer = TaxonomyExplorer(faces.reshape(45, -1), faces, 9, y=y)\n"
    "explorer",
]
TREE, MATRIX = ".dc .picture.tree", ".dc .picture.structure"
MEMBERS, CLASSES = ".dc [data-panel=members]", ".dc [data-panel=classes]"
LIST, TIP = f"{MEMBERS} .list", ".dc .tip.sample"
SETTLED = ".dc > .statusbar[data-state=settled]"
TOLD = "explorer._fit and explorer._fit['settled']"
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
    notebook.wait_python(TOLD)
    notebook.page.locator(".dc").first.scroll_into_view_if_needed()
    return notebook


def wait_leaves(notebook, count):
    leaves = f"document.querySelectorAll('{TREE} .leaf').length"
    notebook.page.wait_for_function(f"{leaves} === {count}")


def leaf(notebook, k, where=TREE):
    return notebook.page.locator(f'{where} [data-leaf="{k}"]')


def rotation(notebook):
    return float(notebook.page.locator(TREE).get_attribute("data-rotation"))


def ends(notebook):
    """Both ends of every edge on screen, (e, 2, 2)."""
    lines = notebook.page.locator(f"{TREE} line.edge").evaluate_all(
        "(lines) => lines.map((l) => ['x1', 'y1', 'x2', 'y2'].map((n) => +l.getAttribute(n)))"
    )
    return np.array(lines).reshape(-1, 2, 2)


def lit(notebook):
    leaves = notebook.page.locator(f"{TREE} .leaf.lit")
    return [int(k) for k in leaves.evaluate_all("(all) => all.map((each) => each.dataset.leaf)")]


def faded(notebook, where=TREE):
    leaves = notebook.page.locator(f"{where} .leaf.faded")
    return {int(k) for k in leaves.evaluate_all("(all) => all.map((each) => each.dataset.leaf)")}


def member(notebook, place=0):
    """The place-th sample of the cluster on screen."""
    return notebook.python(
        "", f"int(np.flatnonzero(explorer.labels_ == explorer.selected)[{place}])"
    )


def test_edges_are_as_long_as_the_bar_says(explorer):
    lengths = np.linalg.norm(np.subtract(*np.moveaxis(ends(explorer), 1, 0)), axis=1)
    found = "found = explorer.estimator().fit(explorer.X)"
    true = np.array(explorer.python(found, "found.tree_.lengths.tolist()"))
    scale = explorer.python("", "found.tree_.layout().scale")
    pixels = lengths.sum() / true.sum()
    np.testing.assert_allclose(np.sort(lengths), pixels * np.sort(true), atol=0.02)
    bar = explorer.page.locator(f"{TREE} svg > path").get_attribute("d")
    assert float(re.search(r"h([\d.]+)", bar)[1]) == pytest.approx(pixels * scale)
    assert f"{scale:g} in feature distance" in explorer.page.locator(TREE).text_content()
    misfit = 100 * explorer.python("", "found.misfit_")
    note = explorer.page.locator(".dc [data-panel=tree] .note").text_content()
    assert f"misfit {misfit:.1f} %" in note
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
    explorer.python("explorer.n_clusters = 3")  # a turn is one of this tree alone
    wait_leaves(explorer, 3)
    explorer.wait_python("explorer.rotation is None")


def test_a_press_or_a_key_shows_the_members_and_fades_the_other_leaves(explorer):
    for k in (4, 7):
        leaf(explorer, k).click()
        explorer.wait_python(f"explorer.selected == {k}")
        size = explorer.python("", f"int((explorer.labels_ == {k}).sum())")
        name = explorer.python("", f"str(y[explorer.labels_ == {k}][0])")
        assert f"Cluster {k}{size} samples" in explorer.page.locator(MEMBERS).text_content()
        assert name in explorer.page.locator(CLASSES).text_content()
        assert leaf(explorer, k).get_attribute("aria-pressed") == "true"
        assert faded(explorer) == set(range(9)) - {k}
    leaf(explorer, 7).click()
    assert faded(explorer) == set()
    leaf(explorer, 2).press("Enter")
    assert faded(explorer) == set(range(9)) - {2}
    explorer.page.keyboard.press("Escape")
    assert faded(explorer) == set()
    leaf(explorer, 0).click()
    leaf(explorer, 0).focus()
    at = "document.activeElement.dataset.leaf"
    for key, expected in (("ArrowRight", "1"), ("ArrowDown", "2"), ("ArrowLeft", "1")):
        explorer.page.keyboard.press(key)
        assert explorer.page.evaluate(at) == expected
    assert explorer.python("", "explorer.selected") == 0
    explorer.page.keyboard.press("Enter")
    explorer.wait_python("explorer.selected == 1")
    before = rotation(explorer)
    for key, step in (("[", 15), ("[", 30), ("]", 15)):
        explorer.page.keyboard.press(key)
        assert abs((rotation(explorer) - before - step + 180) % 360 - 180) <= 1
    assert explorer.page.evaluate(at) == "1"
    for key in ("ArrowLeft", "ArrowLeft", " "):
        explorer.page.keyboard.press(key)
    explorer.wait_python("explorer.selected == 8")
    # The same in the matrix, where cells of no chosen row or column fade too.
    explorer.python("explorer.structure = 'free'")
    explorer.page.wait_for_selector(f"{MATRIX}[data-draws]")
    leaf(explorer, 3, MATRIX).click()
    assert faded(explorer, MATRIX) == set(range(9)) - {3}
    cells = explorer.page.locator(f"{MATRIX} g[data-k]:has(> rect):not(.faded)")
    assert cells.count() == 17


def test_the_slider_and_the_structures(explorer):
    slider = explorer.page.get_by_role("slider", name="clusters c")
    explorer.python("held = explorer.labels_ == explorer.selected")
    slider.press("ArrowLeft")
    explorer.wait_python(f"explorer.n_clusters == 8 and {TOLD}")
    most = "np.bincount(explorer.labels_[held], minlength=8).argmax()"
    assert explorer.python("", f"int({most}) == explorer.selected")
    wait_leaves(explorer, 8)
    explorer.page.wait_for_selector(SETTLED)
    explorer.page.wait_for_function("document.querySelectorAll('.dc .compare .early').length === 0")
    told = explorer.page.locator(".dc .compare").text_content()
    assert "\u2013" not in told  # all three structures have been searched
    assert f"{explorer.python('', 'explorer.objective_'):.4g}" in told
    left = explorer.python("", "float(conditional_entropy(y, explorer.labels_))")
    assert f"{left:.3f}" in told
    free = explorer.page.get_by_role("radio", name="free", exact=True)
    free.click()
    explorer.wait_python("explorer.structure == 'free'")
    explorer.page.wait_for_selector(".dc .picture.structure[data-draws]")
    assert not explorer.page.locator(TREE).is_visible()
    assert explorer.page.locator(".dc .picture.structure rect").count() == 64
    leaf(explorer, 5, MATRIX).click()
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
    wait_leaves(explorer, 2)


def test_a_member_lights_up_its_leaf_and_its_class(explorer):
    page, sample = explorer.page, member(explorer)
    box = page.locator(LIST).bounding_box()
    page.mouse.move(box["x"] + 12, box["y"] + 12)
    page.locator(TIP).wait_for()
    assert f"sample {sample}" in page.locator(TIP).text_content()
    name = explorer.python("", f"str(y[{sample}])")
    assert name in page.locator(TIP).text_content()
    large = page.locator(f"{TIP} canvas").bounding_box()
    assert large["height"] >= 1.5 * page.locator(f"{LIST} .here").bounding_box()["height"]
    assert lit(explorer) == [explorer.python("", "explorer.selected")]
    assert name in page.locator(f"{CLASSES} .class.lit").text_content()
    page.mouse.move(2, 2)
    page.locator(TIP).wait_for(state="hidden")
    assert lit(explorer) == []
    page.mouse.click(box["x"] + 12, box["y"] + 12)
    page.mouse.move(2, 2)
    wait_painted(page)
    assert page.locator(TIP).is_visible()  # pinned
    assert lit(explorer) == [explorer.python("", "explorer.selected")]
    page.locator(LIST).focus()
    page.keyboard.press("Escape")
    page.locator(TIP).wait_for(state="hidden")
    for key, place in (("ArrowRight", 0), ("ArrowRight", 1), ("ArrowLeft", 0)):
        page.keyboard.press(key)
        assert f"sample {member(explorer, place)}" in page.locator(TIP).text_content()
    page.keyboard.press("Enter")
    assert "pinned" in page.locator(TIP).text_content()
    page.get_by_role("slider", name="clusters c").focus()
    assert page.locator(TIP).is_visible()


def test_many_members_come_a_page_at_a_time(open_page):
    notebook = open_page(
        [
            "import numpy as np\n"
            "from depcluster.widgets import TaxonomyExplorer\n"
            "X = np.random.default_rng(0).normal(size=(200, 3))\n"
            "X += 9 * np.eye(3)[np.arange(200) % 2]\n"
            "class Frame(np.ndarray):\n"
            "    index = [f'city {i}' for i in range(200)]\n"
            "explorer = TaxonomyExplorer(X.view(Frame), n_clusters=2, n_init=2)\n"
            "explorer"
        ]
    )
    page = notebook.page
    page.wait_for_selector(f"{LIST}[data-draws]")
    notebook.wait_python(TOLD)
    lines = page.locator(f"{LIST} .line")
    a_page = lines.count()
    assert f"1\u2013{a_page} of 100" in page.locator(MEMBERS).text_content()
    page.get_by_role("button", name="Later members").click()
    first = lines.first.text_content()
    assert first.startswith(str(member(notebook, a_page)))
    page.locator(LIST).focus()
    for key in ("PageDown", "ArrowDown", "PageUp", "PageUp"):
        page.keyboard.press(key)
    assert lines.first.text_content().startswith(str(member(notebook, 0)))
    page.keyboard.press("Home")
    assert f"city {member(notebook, 0)}" in page.locator(TIP).text_content()
    page.keyboard.press("End")
    assert f"city {member(notebook, 99)}" in page.locator(TIP).text_content()
