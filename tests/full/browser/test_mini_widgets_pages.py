"""The small widgets of the papers' pages: a hand moves them, page and Python say the same."""

import pytest

CELLS = [
    "import numpy as np\n"
    "from depcluster import kernel_matrix\n"
    "from depcluster.datasets import make_row\n"
    "from depcluster.widgets import CosineDial, FilingTree, LabelSprings, TurningViews\n"
    "angles = np.arange(0, 360, 5.)\n"
    "around = np.column_stack([np.cos(np.radians(angles)), np.sin(np.radians(angles))])\n"
    "grey = np.linspace(0, 1, 20)\n"
    "images = (1 + np.cos(grey[None, :] * 6 - np.radians(angles)[:, None])) / 2\n"
    "images = np.repeat(images[:, None], 12, axis=1)\n"
    "arcs = np.arange(72) // 9\n"
    "crossed = np.where(arcs == 5, 1, arcs)\n"
    "crossed = np.unique(crossed, return_inverse=True)[1]\n"
    "views = TurningViews(images, angles, around, {'k-means': crossed, 'ring': arcs}, start=30)\n"
    "views",
    "tree = FilingTree()\ntree",
    "springs = LabelSprings()\nsprings",
    "X, y = make_row()\ndial = CosineDial(kernel_matrix(X), y, 'chain')\ndial",
]


@pytest.fixture
def opened(open_page):
    notebook = open_page(CELLS)
    canvas, *others = ".views .scatter canvas[data-draws]", ".filing .node", ".springs .spring"
    drawn = (canvas, *others, ".dial .arc")
    for where in drawn:
        notebook.page.wait_for_selector(where)
    return notebook


def said(notebook, kind):
    """What stands in the status bar of a widget."""
    return notebook.page.locator(f".dc:has(> .{kind}) .said").text_content()


def numbers(notebook, kind):
    """What stands in the read-outs of a widget."""
    return notebook.page.locator(f".{kind} .read .v").all_text_contents()


def pull(notebook, what, *way):
    """Press on the middle of an element, go along a way of (right, down), and let go."""
    x, y = notebook.middle(what)
    notebook.page.mouse.move(x, y)
    notebook.page.mouse.down()
    for right, down in way:
        notebook.page.mouse.move(x + right, y + down)
    notebook.page.mouse.up()


def height(notebook, kind):
    return notebook.page.locator(f".dc:has(> .{kind})").bounding_box()["height"]


def test_view_label_and_point_turn_together(opened):
    view = opened.page.locator(".views .view")
    assert said(opened, "views") == opened.python("", "views._said()")
    view.press("ArrowRight")
    opened.wait_python("views.angle == 35 and views.label == 0")
    view.press("End")
    opened.wait_python("views.angle == 355")
    view.press("ArrowRight")
    opened.wait_python("views.angle == 0")
    pull(opened, view, (20, 0), (view.bounding_box()["width"] / 4, 0))
    opened.wait_python("40 <= views.angle <= 50")
    assert said(opened, "views") == opened.python("", "views._said()")
    slider = opened.page.locator(".views input[type=range]")
    slider.press("Home")
    slider.press("PageUp")
    opened.wait_python("views.angle == 20")
    assert opened.page.locator(".views .now").text_content() == "label 0"
    opened.python("views.stop = 50")
    opened.page.wait_for_selector(".dc[data-stop='50']")
    assert view.get_attribute("aria-valuetext") == opened.python("", "views._said()")


def test_a_press_on_the_strip_or_on_a_point_goes_there(opened):
    page = opened.page
    strip = page.locator(".views .strip")
    box = strip.bounding_box()
    strip.click(position={"x": 0.26 * box["width"], "y": 15})
    opened.wait_python("views.angle == 90")
    dots = page.locator(".views .scatter canvas")
    box = dots.bounding_box()
    dots.click(position={"x": box["width"] / 2, "y": box["height"] - 14})
    opened.wait_python("abs(views.angle - 270) <= 5")


def test_a_label_of_two_sides_is_named_and_another_labelling_moves_nothing(opened):
    page = opened.page
    words = page.locator(".views .joins")
    assert words.text_content() == "label 1 joins views at about 65 and 245 degrees"
    before = height(opened, "views")
    page.locator(".views").get_by_role("radio", name="ring").click()
    opened.wait_python("views.labelling == 'ring' and not views.joined")
    assert words.text_content() == "no label joins views that lie apart"
    assert height(opened, "views") == before
    assert said(opened, "views") == opened.python("", "views._said()")


def test_the_turn_plays_and_a_hand_stops_it(opened):
    page = opened.page
    play = page.locator(".views").get_by_role("button", name="Play")
    play.click()
    page.wait_for_function("document.querySelector('.dc:has(> .views)').dataset.stop > 9")
    page.locator(".views .view").press("Home")
    opened.wait_python("views.stop == 0")
    assert play.get_attribute("aria-label") == "Play"
    page.emulate_media(reduced_motion="reduce")
    play.click()  # from label to label
    page.wait_for_function("document.querySelector('.dc:has(> .views)').dataset.stop === '9'")
    page.locator(".views").get_by_role("button", name="Pause").click()
    page.emulate_media(reduced_motion="no-preference")
    assert opened.errors == []


def test_a_text_is_dragged_to_another_leaf(opened):
    page = opened.page
    assert numbers(opened, "filing") == ["3", "2"]
    before = height(opened, "filing")
    leaf = page.locator(".filing svg text", has_text="moon").bounding_box()
    text = page.locator(".filing .text[data-text='8']")
    across = leaf["x"] + 10 - opened.middle(text)[0]
    pull(opened, text, (20, 0), (across, 4))
    opened.wait_python("tree.filed == [0] * 8 + [2, 3]")
    assert numbers(opened, "filing") == ["4", "2"]
    assert said(opened, "filing").startswith("text 8, on apple, is filed under moon")
    assert page.locator(".filing .told").text_content() == "loss 2"
    text.press("ArrowLeft")
    opened.wait_python("tree.filed[8] == 1 and tree.losses.sum() == 3")
    text.press("Home")
    opened.wait_python("tree.filed[8] == 0")
    assert numbers(opened, "filing") == ["2", "1"]
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    opened.wait_python("tree.filed[7] == 1")
    assert page.locator(".filing .told").text_content() == "loss 1"
    assert numbers(opened, "filing") == ["3", "2"]
    assert height(opened, "filing") == before
    page.locator(".filing").get_by_role("button", name="Start again").click()
    opened.wait_python("tree.filed == [0] * 8 + [1, 3]")
    opened.python("tree.filed = [3] * 10")
    page.wait_for_function("document.querySelector('.filing .v').textContent === '20'")
    assert opened.errors == []


def springs_agree(notebook):
    """Whether page and Python find the same, to the ninth digit."""
    page = notebook.page.locator(".dc:has(> .springs)").evaluate("node => ({ ...node.dataset })")
    now = "(lambda r: [r.slacks[3].sum(), r.left, r.first_order])(springs.relaxed)"
    found = notebook.python("", f"[float(v) for v in {now}]")
    return [float(page[name]) for name in ("slack", "left", "first")] == pytest.approx(found)


def test_springs_let_go_wherever_the_point_is_dragged(opened):
    page, before = opened.page, height(opened, "springs")
    assert numbers(opened, "springs") == ["1.89", "0.60", "0.23"]
    assert springs_agree(opened)
    point = page.locator(".springs .handle")
    pull(opened, point, (30, 10), (80, 30))
    opened.wait_python("springs.position[0] > 1")
    assert springs_agree(opened)
    opened.python("at = springs.position[0]")
    point.press("ArrowRight")
    opened.wait_python("abs(springs.position[0] - at - .2) < 1e-6")
    stage = page.locator(".springs")
    stage.get_by_role("radio", name="1", exact=True).click()
    stage.get_by_role("radio", name="0-1 loss").click()
    stage.get_by_role("radio", name="K", exact=True).click()
    opened.wait_python(
        "(springs.label, springs.loss_preset, springs.scale) == (1, 'zero-one', 'K')"
    )
    assert springs_agree(opened)
    stage.locator("input[type=range]").press("PageDown")
    opened.wait_python("springs.C < .02")
    assert springs_agree(opened)
    assert height(opened, "springs") == before
    stage.get_by_role("button", name="Start again").click()
    opened.wait_python("springs.label == 0 and springs.scale == 'K / m' and springs.C == .1")
    assert numbers(opened, "springs") == ["1.89", "0.60", "0.23"]
    assert "off by 0.62" in stage.locator(".read").text_content()
    assert opened.errors == []


def dial_agrees(notebook):
    page = notebook.page.locator(".dc:has(> .dial)").get_attribute("data-cosine")
    return float(page) == pytest.approx(notebook.python("", "float(dial.cosine)"), rel=1e-9)


def test_the_dial_follows_presets_and_edits(opened):
    page = opened.page
    assert numbers(opened, "dial") == ["0.960", "16.2\u00b0", "0.971"]
    before = height(opened, "dial")
    for name, cosine in (("plain", "0.761"), ("tree", "0.863"), ("ring", "0.900")):
        page.locator(".dial").get_by_role("radio", name=name).click()
        opened.wait_python(f"f'{{dial.cosine:.3f}}' == '{cosine}'")
        assert numbers(opened, "dial")[0] == cosine
        assert dial_agrees(opened)
    opened.drag(page.locator(".dial [data-cell='0,4']"), up=12)
    opened.wait_python("dial.A[0, 4] == 1.2 == dial.A[4, 0]")
    assert dial_agrees(opened)
    page.locator(".dial").get_by_role("button", name="Best possible").click()
    opened.wait_python("abs(dial.cosine - dial.best_cosine) < 1e-12")
    assert numbers(opened, "dial")[0] == "0.971"
    page.locator(".dial").get_by_role("button", name="Undo").click()
    opened.wait_python("dial.A[0, 4] == 1.2")
    opened.python("dial.A = np.ones((5, 5))")
    page.wait_for_function("document.querySelector('.dial .v').textContent === '\u2013'")
    assert "has no angle" in said(opened, "dial")
    assert height(opened, "dial") == before
    assert opened.errors == []
