"""The small widgets on one page: what a hand does with each, and that page and Python agree.

That none of their controls is dead is told by the walk.
"""

import math
import re

import pytest
from scipy.spatial.distance import pdist, squareform

from depcluster.trees import four_point_violation

HEAD = """
import numpy as np
from depcluster import taxonomy_cosine
from sklearn.metrics import adjusted_rand_score
from depcluster.datasets import make_circle_gauss, make_row, make_three
from depcluster import CLUHSIC, SMIC, lsmi, regression_objective
from depcluster.kernels import centre, kernel_matrix, median_rule
from depcluster.labels import tree as tree_kernel, zero_one_loss
from depcluster.widgets import *
X, y = make_three()
row, of_row = make_row()
mixed = np.random.default_rng(0).permutation(60)
K6 = np.eye(6)
for i, weight in enumerate([.9, .9, .9, 0, .5]):
    K6[i, i + 1] = K6[i + 1, i] = weight
places = [[0, 0], [1, .35], [2, 0], [3, .35], [4.4, -.3], [4.4, .7]]
degrees = np.arange(0, 360, 5.)
around = np.column_stack([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])
grey = np.linspace(0, 6, 20)
images = np.repeat((1 + np.cos(grey - np.radians(degrees)[:, None]))[:, None], 9, axis=1)
arcs = np.arange(72) // 9
crossed = np.unique(np.where(arcs == 5, 1, arcs), return_inverse=True)[1]
pulled = {amount: 2 * np.eye(5) for amount in (1, 2, 2.5)}
for amount, A in pulled.items():
    A[0, 4] = A[4, 0] = amount
"""
MADE = {
    "bells": "DensityAngle()",
    "mosaic": "CoinMosaic()",
    "leaves": "FourLeaves()",
    "pieces": "PieceGraph(K6, places)",
    "star": "NewPoint(make_circle_gauss()[0])",
    "views": "TurningViews(images / 2, degrees, around, dict(means=crossed, ring=arcs), start=30)",
    "tree": "FilingTree()",
    "springs": "LabelSprings(X, y, [['apple', 'pear'], ['moon']])",
    "dial": "CosineDial(kernel_matrix(row), of_row, 'chain')",
    "pair": "PairSimilarity(X, y, order=mixed)",
    "tables": "HsicTables(kernel_matrix(X), y)",
    "width": "KernelWidthSlider({'three': (X, y), 'row': make_row()}, 3, n_init=2)",
    "blocks": "BlockSums([[2, 1, 0, -1], [1, 2, -1, 0], [0, -1, 2, 1], [-1, 0, 1, 2]], "
    "[0, 0, 1, 1])",
    "slider": "LabelKernelSlider(row, pulled, 'A[0,4]', colours='ramp', n_init=2)",
}


@pytest.fixture(scope="module")
def shown(plain_page):
    cells = [f"{name} = {made}\n{name}" for name, made in MADE.items()]
    plain_page.show([HEAD, *cells])
    plain_page.page.wait_for_function(
        f"document.querySelectorAll('.dc > .statusbar').length === {len(MADE)}"
        " && [...document.querySelectorAll('.dc canvas[role=img]')].every((c) => c.dataset.draws)"
    )
    return plain_page


def heights(notebook):
    script = "(all) => all.map((each) => Math.round(each.getBoundingClientRect().height))"
    return notebook.page.locator(".jp-CodeCell .dc").evaluate_all(script)


@pytest.fixture
def opened(shown):
    """The page of all; no test may change a height."""
    before = heights(shown)
    yield shown
    assert heights(shown) == before
    assert shown.errors == []


def widget(notebook, name):
    return notebook.page.locator(".jp-CodeCell").nth(1 + list(MADE).index(name)).locator(".dc")


def reads(root):
    return root.locator(".read .v").all_text_contents()


def number(text):
    return float(text.replace("\u2212", "-"))


def numbers(text):
    return [number(each) for each in re.findall(r"[\u2212-]?\d+\.\d+", text)]


def grip(root, name):
    return root.get_by_role("slider", name=name)


def pull(notebook, what, *way):
    """Press on the middle of an element, go along a way of (right, down), and let go."""
    x, y = notebook.middle(what)
    notebook.page.mouse.move(x, y)
    notebook.page.mouse.down()
    for right, down in way:
        notebook.page.mouse.move(x + right / 2, y + down / 2)
        notebook.page.mouse.move(x + right, y + down)
    notebook.page.mouse.up()


def bells_in_python(notebook):
    d = notebook.python("", "bells.distance")
    angle = math.degrees(math.acos(math.exp(-d * d / 4)))
    return [f"{d:.3f}", f"{angle:.1f}\u00b0", f"{math.exp(-d * d / 4):.3f}", f"{d * d / 4:.2f}"]


def test_bells_are_dragged_by_mouse_and_finger_and_their_angle_follows(opened):
    root = widget(opened, "bells")
    p2 = grip(root, "bell p2")
    pull(opened, p2.locator(".reach"), (40, 0))
    opened.wait_python("2.3 < bells.distance < 3.5")
    assert reads(root) == bells_in_python(opened)
    pull(opened, p2.locator(".reach"), (-900, 0))
    opened.wait_python("bells.distance == 0")
    assert reads(root) == ["0.000", "0.0\u00b0", "1.000", "0.00"]
    x, y = opened.middle(p2.locator(".knob"))
    opened.finger((x, y), (x + 30, y + 8), (x + 60, y + 40))
    opened.wait_python("bells.distance > .6")
    assert reads(root) == bells_in_python(opened)


def test_a_border_of_the_mosaic_is_dragged(opened):
    root = widget(opened, "mosaic")
    left, right = (grip(root, f"agreement, border at x = {x}") for x in (0, 1))
    pull(opened, left.locator(".reach"), (0, -100))
    opened.wait_python("mosaic.agreement == 1")
    assert reads(root) == ["1.00", "0.500", "0.693"]
    pull(opened, right.locator(".reach"), (0, -61))  # a quarter of the tiles' height
    opened.wait_python("mosaic.agreement == .75")
    assert reads(root) == ["0.75", "0.125", "0.131"]
    root.locator(".curves").click(position={"x": 26, "y": 100})
    opened.wait_python("mosaic.agreement == 0")
    assert left.get_attribute("aria-valuetext") == "0.00, SMI 0.500, MI 0.693"


def test_an_edge_shrinks_to_a_star_and_four_free_points_are_no_tree(opened):
    root = widget(opened, "leaves")
    bars = root.locator(".panel svg[role=img]")
    pull(opened, grip(root, "inner edge, right end").locator(".reach"), (-200, 0))
    opened.wait_python("leaves.inner == 0")
    assert bars.get_attribute("aria-label") == "Bars: ab + cd 7, ac + bd 7, ad + bc 7"
    assert reads(root)[0] == "none: a star"
    leaf = grip(root, "leaf d")
    pull(opened, leaf.locator(".reach"), (-12, 10))
    opened.wait_python("1 < leaves.legs[3] < 3")
    leaf.press("Home")
    opened.wait_python("leaves.legs.tolist() == [1, 2, 1, 0]")
    root.get_by_role("radio", name="four free points").click()
    opened.wait_python("leaves.free")
    corner = grip(root, "point c")
    pull(opened, corner.locator(".reach"), (20, -20))
    opened.wait_python("(leaves.corners[2] > 1.1).all()")
    corner.press("Shift+ArrowDown")
    opened.wait_python("leaves.corners[2, 0] > leaves.corners[2, 1]")
    D = squareform(pdist(opened.python("", "leaves.corners.tolist()")))
    assert float(reads(root)[2]) == pytest.approx(four_point_violation(D), abs=0.005)
    sums = D[0, 1] + D[2, 3], D[0, 2] + D[1, 3], D[0, 3] + D[1, 2]
    assert numbers(bars.get_attribute("aria-label")) == pytest.approx(sums, abs=0.005)


def classes_of(root):
    """The classes that the graph tells, -1 for an undecided vertex."""
    told = root.locator("svg[role=group]").get_attribute("aria-label").split(", ")
    labels = [-1 if "undecided" in each else int(each[-1]) for each in told]
    assert reads(root)[2] == str(labels.count(-1))
    return labels


def test_a_pair_that_overtakes_gets_a_class_and_equal_pieces_one_each(opened):
    root = widget(opened, "pieces")
    assert classes_of(root) == [1, 1, 0, 0, -1, -1]
    edge = grip(root, "weight of edge 4 to 5")
    for _ in range(6):
        edge.press("ArrowUp")
    opened.wait_python("pieces.weights[4, 5] == .56")
    assert classes_of(root) == [0, 0, 0, 0, 1, 1]
    assert reads(root)[:2] == ["1.560", "1.556"]
    pull(opened, edge.locator(".reach"), (0, 30))
    opened.wait_python("pieces.weights[4, 5] < .5")
    assert classes_of(root) == [1, 1, 0, 0, -1, -1]
    root.get_by_role("radio", name="sym").click()
    opened.wait_python("pieces.kernel_normalization == 'sym'")
    assert classes_of(root) == [1, 1, 1, 1, 0, 0]
    assert reads(root)[0] == "1.000"


STAR = """
samples = make_circle_gauss()[0]
model = SMIC(2, n_neighbors=7, kernel_normalization="sym").fit(samples)
ratio, shares = lsmi(samples, model.labels_, random_state=0), np.bincount(model.labels_) / 200
away = samples - samples.mean(axis=0)
at = samples.mean(axis=0) + np.linalg.norm(away, axis=1).max() * star.place[None]
found = model.predict_proba(at), model.transform(at), shares * ratio.ratio(at)
"""


def test_a_star_is_dragged_through_the_gap_and_far_away(opened):
    root = widget(opened, "star")

    def told():
        return [number(word) for word in " | ".join(reads(root)[1:]).split(" | ")]

    def in_python():
        return opened.python(STAR, "np.hstack(found)[0].tolist()")

    pull(opened, grip(root, "star in the plane").locator(".reach"), (30, 0))
    opened.wait_python("star.place[0] > .4")
    assert told() == pytest.approx(in_python(), abs=0.006)
    grip(root, "distance of the star, in radii").press("End")
    opened.wait_python("star.place[0] > 99")
    assert told() == in_python() == [0.5, 0.5, 0, 0, 0, 0]


def test_view_label_and_point_turn_together_and_play(opened):
    root, page = widget(opened, "views"), opened.page
    view, said = root.locator(".view"), root.locator(".said")
    view.press("End")
    opened.wait_python("views.stop == 71")
    view.press("ArrowRight")
    opened.wait_python("views.stop == 0")
    pull(opened, view, (view.bounding_box()["width"] / 4, 0))
    opened.wait_python("8 <= views.stop <= 10")
    now = "f'label {crossed[views.stop]} of 7, angle {5 * views.stop} degrees'"
    assert said.text_content() == opened.python("", now)
    strip, dots = root.locator(".strip"), root.locator(".scatter canvas")
    strip.click(position={"x": 0.26 * strip.bounding_box()["width"], "y": 15})
    opened.wait_python("views.stop == 18")
    box = dots.bounding_box()
    dots.click(position={"x": box["width"] / 2, "y": box["height"] - 14})
    opened.wait_python("abs(views.stop - 54) <= 1")
    joins = root.locator(".joins")
    assert joins.text_content() == "label 1 joins views at about 65 and 245 degrees"
    root.get_by_role("radio", name="ring").click()
    opened.wait_python("views.labelling == 'ring'")
    assert joins.text_content() == "no label joins views that lie apart"
    play, at = root.get_by_role("button", name="Play"), "document.querySelector('[data-stop]')"
    view.press("Home")
    play.click()
    page.wait_for_function(f"{at}.dataset.stop > 9")
    view.press("Home")  # a hand stops it
    opened.wait_python("views.stop == 0")
    assert play.get_attribute("aria-label") == "Play"


def test_a_text_is_dragged_to_another_leaf(opened):
    root = widget(opened, "tree")
    leaf = root.locator("svg text", has_text="moon").bounding_box()
    text = root.locator(".text[data-text='8']")
    pull(opened, text, (leaf["x"] + 10 - opened.middle(text)[0], 4))
    opened.wait_python("tree.filed.tolist() == [0] * 8 + [2, 3]")
    assert reads(root) == ["4", "2"]
    assert root.locator(".said").text_content().startswith("text 8, on apple, is filed under moon")
    assert root.locator(".told").text_content() == "loss 2"


ENERGY = """
points, labels, C = X.copy(), y.copy(), springs.C
points[3], labels[3] = springs.position, springs.label
A, costs = tree_kernel([["apple", "pear"], ["moon"]]), zero_one_loss(3)
energy = regression_objective(kernel_matrix(points, gamma=median_rule(X)), labels, A, costs)
rest = 2 * C * energy.squares.sum()
"""


def test_springs_let_go_wherever_the_point_is_dragged(opened):
    root = widget(opened, "springs")
    pull(opened, root.locator(".handle"), (80, 30))
    opened.wait_python("springs.position[0] > X[3, 0] + .1")
    for name in ("1", "0-1 loss", "K"):
        root.get_by_role("radio", name=name, exact=True).click()
    root.locator("input[type=range]").press("PageDown")
    opened.wait_python(
        "(springs.label, springs.loss_preset, springs.scale) == (1, 'zero-one', 'K')"
        " and springs.C < .02"
    )
    found = "[float(of(60 * C) / rest) for of in (energy.exact, energy.first_order)]"
    told = root.evaluate("(node) => [node.dataset.left, node.dataset.first].map(Number)")
    assert told == pytest.approx(opened.python(ENERGY, found))


def test_the_dial_follows_presets_and_edits(opened):
    root = widget(opened, "dial")

    def agrees():
        opened.python("now = taxonomy_cosine(kernel_matrix(row), of_row, dial.A)")
        cosine = opened.python("", "float(now)")
        assert float(root.get_attribute("data-cosine")) == pytest.approx(cosine, rel=1e-9)
        assert reads(root)[0] == f"{cosine:.3f}"

    agrees()
    root.get_by_role("radio", name="ring").click()
    opened.wait_python("dial.A[0, 4] == 1")
    agrees()
    opened.drag(root.locator("[data-cell='0,4']"), up=12)
    opened.wait_python("dial.A[0, 4] == 1.2 == dial.A[4, 0]")
    agrees()
    root.get_by_role("button", name="Best possible").click()
    opened.wait_python("dial.A[0, 4] not in (0, 1, 1.2)")
    agrees()
    assert reads(root)[0] == reads(root)[2]
    opened.python("dial.A = np.ones((5, 5))")
    root.locator(".said", has_text="has no angle").wait_for()
    assert reads(root)[0] == "\u2013"


def test_a_pixel_tells_its_two_points_and_a_press_or_a_key_keeps_them(opened):
    root, page = widget(opened, "pair"), opened.page
    told, frame = root.locator(".told"), root.locator(".gram .frame")
    x, y = opened.middle(root.locator(".gram canvas"))
    page.mouse.click(x + 40, y - 60)
    opened.wait_python("pair.pair is not None")
    i, l = opened.python("", "pair.pair.tolist()")
    d = opened.python("", f"float(np.linalg.norm(X[{i}] - X[{l}]))")
    K = opened.python("", f"float(kernel_matrix(X)[{i}, {l}])")
    page.mouse.move(5, 5)
    words = told.text_content()
    assert words.startswith(f"points {i} and {l}:")
    assert f"distance d = {d:.2f}," in words
    assert words.endswith(f" = {K:.2f}")
    frame.focus()
    page.keyboard.press("Escape")
    opened.wait_python("pair.pair is None")
    root.get_by_role("button", name="Sort by group").press("Enter")
    opened.wait_python("pair.sorted")
    frame.focus()
    for key in ("ArrowDown", "Enter"):
        page.keyboard.press(key)
    first = opened.python("", "int(mixed[y[mixed] == 0][0])")
    opened.wait_python(f"(pair.pair == {first}).all()")


DEALT = """
K3, z = kernel_matrix(X), tables.labels_at(tables.shuffled)
total = ((centre(K3) if tables.centred else K3) * np.equal.outer(z, z)).sum() / 59**2
"""


def test_the_number_of_the_tables_is_the_trace(opened):
    root, total = widget(opened, "tables"), widget(opened, "tables").locator(".sum")
    shuffle = root.get_by_role("slider")
    for key, share in (("End", 1), ("Home", 0), ("ArrowRight", 0.05)):
        shuffle.press(key)
        for name, centred in (("without H", False), ("with H", True)):
            root.get_by_role("radio", name=name).click()
            opened.wait_python(f"(tables.shuffled, tables.centred) == ({share}, {centred})")
            assert total.text_content() == f"{opened.python(DEALT, 'float(total)'):.3f}"
    root.get_by_role("radio", name="everybody in one").click()
    opened.wait_python("tables.labelling == 'everybody in one'")
    assert number(total.text_content()) == 0


FITTED = """
points, groups = {"three": (X, y), "row": (row, of_row)}[width.shape]
s = width.factor * median_rule(points)
found = CLUHSIC(3, gamma=s, n_init=2, random_state=0).fit_predict(points)
K, same = kernel_matrix(points, gamma=s), np.equal.outer(found, found)
told = s, adjusted_rand_score(groups, found), K[same & ~np.eye(len(K), dtype=bool)].mean()
"""


def test_the_width_is_moved_by_the_dot_itself(opened):
    root = widget(opened, "width")

    def agrees():
        told = numbers(" ".join([*reads(root), root.locator(".told").text_content()]))
        wanted = opened.python(FITTED, "[*map(float, (*told, K[~same].mean()))]")
        assert told == pytest.approx(wanted, rel=5e-3, abs=6e-3)

    grip(root, "width s / median rule").press("Home")
    opened.wait_python("width.factor == 0.25")
    agrees()
    dot, curve = root.locator(".curve .handle"), root.locator(".curve").bounding_box()
    pull(opened, dot, (curve["x"] + curve["width"] - opened.middle(dot)[0], 0))
    opened.wait_python("width.factor == 30")
    agrees()
    assert dot.get_attribute("aria-valuetext").startswith("30 times the median rule, ARI ")
    root.get_by_role("radio", name="row").click()
    opened.wait_python("width.shape == 'row'")
    agrees()


def test_a_press_on_a_point_moves_it_and_s_tells_its_block(opened):
    root = widget(opened, "blocks")

    def entries():
        return [number(text) for text in root.locator(".stamp .entry").all_text_contents()]

    assert (entries(), root.locator(".sum").text_content()) == ([6, -2, -2, 6], "12")
    root.get_by_role("button", name="S 0, 1").focus()
    assert root.locator(".told").text_content() == "S(0, 1) = 0 \u2212 1 \u2212 1 + 0 = \u22122"
    assert root.locator(".cells .entry:not(.aside)").count() == 4
    root.get_by_role("button", name="point 1, in cluster 0").click()
    root.get_by_role("button", name="point 2, in cluster 1").press("Enter")
    opened.wait_python("blocks.labels.tolist() == [0, 1, 0, 1]")
    assert (entries(), root.locator(".sum").text_content()) == ([4, 0, 0, 4], "8")
    assert "point 2 is in cluster 0" in root.locator(".unseen").text_content()


def test_a_label_kernel_that_is_none_is_refused_on_the_way(opened):
    root = widget(opened, "slider")
    strip = root.locator("svg[aria-label^='sizes'] text")
    for key, at in (("End", 2.5), ("ArrowLeft", 2), ("Home", 1)):
        root.get_by_role("slider", name="label kernel").press(key)
        opened.wait_python(f"slider.at == {at}")
        sizes = opened.python("", "np.bincount(slider.labels).tolist()")
        assert [int(text) for text in strip.all_text_contents()] == sizes
        J = "refused" if at == 2.5 else opened.python("", "f'{slider.objective:.2f}'")
        assert reads(root)[1] == J
    assert root.locator(".told").text_content() == ""


def test_python_moves_the_page(opened):
    opened.python("bells.distance = 3; pair.pair = 3, 41; views.stop = 50; tree.filed = [3] * 10")
    opened.python("blocks.labels = [0, 1, 1, 0]; mosaic.agreement = .5")
    for name, words in (
        ("bells", "3.000"),
        ("pair", "points 3 and 41"),
        ("views", "angle 250 degrees"),
        ("tree", "20"),
        ("blocks", "4"),
        ("mosaic", "0.50"),
    ):
        widget(opened, name).get_by_text(words).first.wait_for(state="attached")
    assert reads(widget(opened, "bells")) == bells_in_python(opened)
