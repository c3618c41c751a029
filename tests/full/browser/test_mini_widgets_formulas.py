"""What a hand does with the small widgets on formulas, and that page and Python say the same."""

import pytest

CELLS = [
    "from depcluster.widgets import *\nbells = Bells()\nbells",
    "mosaic = CoinMosaic()\nmosaic",
    "leaves = FourLeaves()\nleaves",
    "import numpy as np\n"
    "row = [.9, .9, .9, 0, .5]\n"
    "K = np.eye(6) + np.diag(row, 1) + np.diag(row, -1)\n"
    "places = [[0, 0], [1, .35], [2, 0], [3, .35], [4.4, -.3], [4.4, .7]]\n"
    "pieces = PieceGraph(K, places)\npieces",
    "rng = np.random.default_rng(0)\n"
    "X = rng.normal(size=(60, 2)) + np.repeat([[-2.5, 0], [2.5, 0]], 30, axis=0)\n"
    "lone = LonePoint(X)\nlone",
    "from depcluster.datasets import make_circle_gauss\n"
    "star = NewPoint(make_circle_gauss()[0])\nstar",
]


@pytest.fixture
def opened(open_page):
    notebook = open_page(CELLS)
    notebook.page.wait_for_selector(".bells .density")
    notebook.page.wait_for_selector(".mosaic .tile")
    notebook.page.wait_for_selector(".leaves .bar")
    notebook.page.wait_for_selector(".pieces .vertex")
    notebook.page.wait_for_selector(".lone-point .level")
    notebook.page.wait_for_selector(".new-point .raw")
    return notebook


def numbers(notebook, kind):
    """What stands in the read-outs of a widget."""
    return notebook.page.locator(f".{kind} .read .v").all_text_contents()


def pull(notebook, grip, right, up=0):
    """Drag a grip by its knob."""
    x, y = notebook.middle(grip.locator(".reach"))
    notebook.page.mouse.move(x, y)
    notebook.page.mouse.down()
    notebook.page.mouse.move(x + right / 2, y - up / 2)
    notebook.page.mouse.move(x + right, y - up)
    notebook.page.mouse.up()


def grip(notebook, kind, name):
    return notebook.page.locator(f".{kind}").get_by_role("slider", name=name)


def bells_in_python(notebook):
    now = "(bells.distance, bells.angle, bells.cosine, bells.divergence)"
    distance, angle, cosine, divergence = notebook.python("", now)
    return [f"{distance:.3f}", f"{angle:.1f}\u00b0", f"{cosine:.3f}", f"{divergence:.2f}"]


def test_a_bell_is_dragged_and_its_angle_follows(opened):
    assert numbers(opened, "bells") == ["2.000", "68.4\u00b0", "0.368", "1.00"]
    pull(opened, grip(opened, "bells", "bell p2"), 40)
    opened.wait_python("2.3 < bells.distance < 3.5")
    assert numbers(opened, "bells") == bells_in_python(opened)
    before = opened.python("", "bells.distance")
    pull(opened, grip(opened, "bells", "bell p1"), 40)
    opened.wait_python(f"bells.distance < {before} - .3")
    assert numbers(opened, "bells") == bells_in_python(opened)
    pull(opened, grip(opened, "bells", "bell p2"), -900)
    opened.wait_python("bells.distance == 0")
    assert numbers(opened, "bells") == ["0.000", "0.0\u00b0", "1.000", "0.00"]


def test_a_bell_and_an_arrow_take_keys(opened):
    bell, arrow = grip(opened, "bells", "bell p2"), grip(opened, "bells", "arrow p2")
    bell.press("ArrowRight")
    bell.press("Shift+ArrowLeft")
    opened.wait_python("bells.distance == 2.045")
    assert bell.get_attribute("aria-valuetext").startswith("distance 2.045, 69.4 degrees")
    bell.press("End")
    opened.wait_python("bells.distance == 5")
    bell.press("Home")
    for _ in range(6):
        arrow.press("PageUp")
    opened.wait_python("bells.distance == 1.665")
    assert numbers(opened, "bells") == ["1.665", "60.0\u00b0", "0.500", "0.69"]
    opened.python("bells.distance = 3")
    opened.page.wait_for_function("document.querySelector('.bells .v').textContent === '3.000'")
    assert numbers(opened, "bells") == bells_in_python(opened)
    assert opened.errors == []


def test_there_is_a_way_back_once_something_has_moved(opened):
    for kind in ("bells", "mosaic", "leaves", "pieces"):
        stage = opened.page.locator(f".{kind}")
        again = stage.get_by_role("button", name="Start again")
        before = numbers(opened, kind)
        assert again.get_attribute("aria-disabled") == "true"
        stage.get_by_role("slider").first.press("PageDown")
        assert again.get_attribute("aria-disabled") == "false"
        again.click()
        assert again.get_attribute("aria-disabled") == "true"
        assert numbers(opened, kind) == before
    assert opened.errors == []


def test_a_finger_drags_what_a_mouse_drags(opened):
    x, y = opened.middle(grip(opened, "bells", "bell p2").locator(".knob"))
    opened.finger((x, y), (x + 30, y + 8), (x + 60, y + 40))
    opened.wait_python("bells.distance > 2.6")
    assert numbers(opened, "bells") == bells_in_python(opened)


def test_a_border_of_the_mosaic_is_dragged(opened):
    assert numbers(opened, "mosaic") == ["0.75", "0.125", "0.131"]
    left, right = (grip(opened, "mosaic", f"agreement, border at x = {x}") for x in (0, 1))
    pull(opened, left, 0, 100)
    opened.wait_python("mosaic.agreement == 1")
    assert numbers(opened, "mosaic") == ["1.00", "0.500", "0.693"]
    pull(opened, right, 0, 61)  # a quarter of the tiles' height
    opened.wait_python("mosaic.agreement == .75")
    left.press("PageDown")
    right.press("ArrowUp")
    opened.wait_python("mosaic.agreement == .69")
    told = opened.python("", "(mosaic.agreement, mosaic.smi, mosaic.mutual_information)")
    assert numbers(opened, "mosaic") == [f"{told[0]:.2f}", f"{told[1]:.3f}", f"{told[2]:.3f}"]
    opened.page.locator(".mosaic .curves").click(position={"x": 26, "y": 100})
    opened.wait_python("mosaic.agreement == 0")
    assert left.get_attribute("aria-valuetext") == "0.00, SMI 0.500, MI 0.693"


def bars(notebook):
    return notebook.page.locator(".leaves .panel svg[role=img]").get_attribute("aria-label")


def test_the_inner_edge_shrinks_to_a_star(opened):
    assert numbers(opened, "leaves") == ["ab | cd", "(11 \u2212 7) / 2 = 2", "0"]
    pull(opened, grip(opened, "leaves", "inner edge, right end"), -200)
    opened.wait_python("leaves.inner == 0")
    assert bars(opened) == "Bars: ab + cd 7, ac + bd 7, ad + bc 7"
    assert numbers(opened, "leaves")[0] == "none: a star"
    leaf = grip(opened, "leaves", "leaf d")
    pull(opened, leaf, -12, -10)
    opened.wait_python("1 < leaves.legs[3] < 3")
    leaf.press("Home")
    opened.wait_python("leaves.legs.tolist() == [1, 2, 1, 0]")
    pull(opened, leaf, 12, 10)
    opened.wait_python("leaves.legs[3] > 0")
    grip(opened, "leaves", "leaf a").press("ArrowUp")
    opened.wait_python("leaves.legs[0] == 1.1")
    sums = opened.python("", "leaves.sums")
    assert bars(opened) == "Bars: " + ", ".join(f"{k} {v:.3g}" for k, v in sums.items())


def test_four_free_points_are_no_tree(opened):
    page = opened.page.locator(".leaves")
    height = page.bounding_box()["height"]
    page.get_by_role("radio", name="four free points").click()
    opened.wait_python("leaves.free")
    assert numbers(opened, "leaves") == ["no tree", "\u2013", "0.83"]
    assert bars(opened) == "Bars: ab + cd 2, ac + bd 2.83, ad + bc 2"
    corner = grip(opened, "leaves", "point c")
    pull(opened, corner, 20, 20)
    opened.wait_python("(leaves.corners[2] > 1.1).all()")
    corner.press("ArrowLeft")
    corner.press("Shift+ArrowDown")
    opened.wait_python("leaves.corners[2, 0] < leaves.corners[2, 1]")
    assert numbers(opened, "leaves")[2] == opened.python("", "f'{leaves.violation:.2f}'")
    assert page.bounding_box()["height"] == height
    page.get_by_role("button", name="Start again").click()
    opened.wait_python("not leaves.free and leaves.corners[2].tolist() == [1, 1]")


def pieces_in_python(notebook):
    last, left = notebook.python("", "pieces.eigenvalues[1:3].tolist()")
    return [
        f"{last:.3f}",
        f"{left:.3f}",
        str(notebook.python("", "int((pieces.labels < 0).sum())")),
    ]


def classes(notebook):
    """The class of each vertex, as the page tells it."""
    graph = notebook.page.locator(".pieces svg[role=group]").get_attribute("aria-label")
    return [-1 if "undecided" in each else int(each[-1]) for each in graph.split(", ")]


def same_scores(notebook):
    told = notebook.page.locator(".pieces svg[aria-label^=Scores]").get_attribute("aria-label")
    shown = [[float(v) for v in row.split(": ")[1].split(", ")] for row in told.split("; ")[1:]]
    return notebook.python("", f"np.allclose(pieces.scores, {shown}, atol=.0051)")


def test_a_pair_that_overtakes_gets_a_class(opened):
    assert numbers(opened, "pieces") == ["1.556", "1.500", "2"]
    assert classes(opened) == opened.python("", "pieces.labels.tolist()") == [1, 1, 0, 0, -1, -1]
    edge = grip(opened, "pieces", "weight of edge 4 to 5")
    for _ in range(6):
        edge.press("ArrowUp")
    opened.wait_python("pieces.weights[4, 5] == .56")
    assert numbers(opened, "pieces") == pieces_in_python(opened) == ["1.560", "1.556", "0"]
    assert classes(opened) == [0, 0, 0, 0, 1, 1]
    pull(opened, edge, 0, -30)
    opened.wait_python("pieces.weights[4, 5] < .5")
    assert classes(opened) == opened.python("", "pieces.labels.tolist()")
    assert numbers(opened, "pieces") == pieces_in_python(opened)
    assert same_scores(opened)


def test_equal_eigenvalues_give_every_piece_a_vector_of_its_own(opened):
    height = opened.page.locator(".pieces").bounding_box()["height"]
    opened.page.locator(".pieces").get_by_role("radio", name="sym").click()
    opened.wait_python("pieces.kernel_normalization == 'sym'")
    assert numbers(opened, "pieces") == pieces_in_python(opened)
    assert classes(opened) == opened.python("", "pieces.labels.tolist()") == [1, 1, 1, 1, 0, 0]
    assert same_scores(opened)
    grip(opened, "pieces", "weight of edge 1 to 2").press("Home")
    opened.wait_python("pieces.weights[1, 2] == 0")
    assert classes(opened) == opened.python("", "pieces.labels.tolist()")
    assert same_scores(opened)
    opened.python("pieces.kernel_normalization = None")
    opened.page.wait_for_selector(".pieces [aria-checked=true][data-text='as printed']")
    assert numbers(opened, "pieces") == pieces_in_python(opened)
    assert classes(opened) == opened.python("", "pieces.labels.tolist()")
    assert opened.page.locator(".pieces").bounding_box()["height"] == height
    assert opened.errors == []


def lone_in_python(notebook):
    sizes = notebook.python("", "np.bincount(lone.labels).tolist()")
    second, third = notebook.python("", "lone.lead.values[1:].tolist()")
    return [", ".join(map(str, sizes)), f"{second:.3f}", f"{third:.3f}"]


def test_the_lone_point_is_dragged_until_it_has_a_cluster(opened):
    point = grip(opened, "lone-point", "lone point")
    assert numbers(opened, "lone-point")[2:] == lone_in_python(opened)
    pull(opened, point, 0, 130)
    opened.wait_python("lone.height > 6")
    assert numbers(opened, "lone-point")[2:] == lone_in_python(opened)
    assert numbers(opened, "lone-point")[2] == "60, 1"
    point.press("Home")
    point.press("Shift+ArrowUp")
    opened.wait_python("lone.height == .01")
    point.press("End")
    opened.page.locator(".lone-point").get_by_role("radio", name="outlier").click()
    opened.wait_python("lone.height == 8 and lone.weighting == 'outlier'")
    assert numbers(opened, "lone-point")[2:] == lone_in_python(opened)
    assert numbers(opened, "lone-point")[2] != "60, 1"
    opened.page.locator(".lone-point").get_by_role("button", name="Start again").click()
    opened.wait_python("lone.height == 2 and lone.weighting == 'laplacian'")


def star_in_python(notebook):
    """The read-outs of scores and of both posteriors, as numbers."""
    now = "[*star.posterior, *star.scores, *star.lsmi_posterior]"
    return notebook.python("", f"[float(v) for v in {now}]")


def star_numbers(notebook):
    told = " | ".join(numbers(notebook, "new-point")[1:]).replace("\u2212", "-")
    return [float(word) for word in told.split(" | ")]


def test_a_star_is_dragged_through_the_gap_and_far_away(opened):
    assert star_numbers(opened) == pytest.approx(star_in_python(opened), abs=0.006)
    star = grip(opened, "new-point", "star in the plane")
    pull(opened, star, 30)
    opened.wait_python("star.place[0] > .4")
    assert star_numbers(opened) == pytest.approx(star_in_python(opened), abs=0.006)
    far = grip(opened, "new-point", "distance of the star, in radii")
    far.press("End")
    opened.wait_python("star.place[0] > 99")
    assert star_numbers(opened) == star_in_python(opened) == [0.5, 0.5, 0, 0, 0, 0]
    opened.python("star.place = (15, 0)")
    opened.page.wait_for_function(
        "document.querySelector('.new-point .v').textContent.startsWith('15')"
    )
    assert star_numbers(opened)[3] == pytest.approx(star_in_python(opened)[3], rel=0.2)
