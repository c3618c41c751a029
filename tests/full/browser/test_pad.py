"""The drawing pad: mouse, finger, pen and keys draw; undo; explorers follow while one draws."""

import math
import re
from itertools import permutations

import numpy as np
import pytest

CELLS = ["import numpy as np\nfrom depcluster.widgets import DataPad\npad = DataPad()\npad"]
BOARD = ".dc .board"


@pytest.fixture
def pad(open_page):
    return opened(open_page)


def opened(open_page, cells=CELLS, **window):
    notebook = open_page(cells, **window)
    notebook.page.wait_for_selector(f"{BOARD} canvas[data-draws]")
    notebook.page.locator(BOARD).scroll_into_view_if_needed()
    return notebook


def pixel(notebook, x, y):
    box = notebook.page.locator(f"{BOARD} canvas").bounding_box()
    scale = box["width"] / 6
    return box["x"] + box["width"] / 2 + x * scale, box["y"] + box["height"] / 2 - y * scale


def stroke(notebook, places):
    mouse = notebook.page.mouse
    mouse.move(*pixel(notebook, *places[0]))
    mouse.down()
    for place in places[1:]:
        mouse.move(*pixel(notebook, *place), steps=3)
    mouse.up()


def pick(notebook, name):
    notebook.page.get_by_role("radio", name=name).click()


def test_a_stroke_reaches_python_and_is_one_step_back(pad):
    stroke(pad, [(-2, 0), (2, 0)])
    pad.wait_python("len(pad.X) > 20")
    first = pad.python("", "len(pad.X)")
    points = np.array(pad.python("", "pad.X.tolist()"))
    assert (np.abs(points[:, 1]) <= 0.2).all()
    assert np.abs(points[:, 0]).max() <= 2.2
    assert np.ptp(points[:, 0]) > 3.5
    pick(pad, "class 2,")
    stroke(pad, [(-2, 1), (2, 1)])
    pad.wait_python(f"set(pad.y[{first}:]) == {{2}} and len(pad.X) > {first}")
    both = pad.python("", "pad.X.tolist()")
    pad.page.get_by_role("button", name="Undo").click()
    pad.wait_python(f"len(pad.X) == {first}")
    pad.page.get_by_role("button", name="Redo").click()
    pad.wait_python(f"pad.X.tolist() == {both}")
    pad.page.get_by_role("button", name="Clear").click()
    pad.wait_python("len(pad.X) == 0")
    assert pad.page.get_by_text("Press and move to draw points").is_visible()
    stroke(pad, [(-2, 0), (2, 0)])  # the same stroke leaves the same points
    pad.wait_python(f"pad.X.tolist() == {points.tolist()}")
    pad.page.get_by_role("button", name="Undo").click()
    pad.page.get_by_role("button", name="Undo").click()
    pad.wait_python(f"pad.X.tolist() == {both}")


def rub_with_a_pen(notebook, place):
    """A press of the other end of a pen, as the browser tells of it."""
    notebook.page.evaluate(
        """([x, y]) => {
          const canvas = document.querySelector(".dc .board canvas");
          canvas.setPointerCapture = () => {};
          const pen = { pointerId: 9, pointerType: "pen", clientX: x, clientY: y, bubbles: true };
          const eraser = { button: 5, buttons: 32 };
          canvas.dispatchEvent(new PointerEvent("pointerdown", { ...pen, ...eraser }));
          canvas.dispatchEvent(new PointerEvent("pointerup", pen));
        }""",
        pixel(notebook, *place),
    )


def test_erasing_takes_what_lies_under_the_brush(pad):
    pad.python("x = np.linspace(-2.9, 2.9, 59)\npad.put(np.c_[x, 0 * x])")
    pad.page.get_by_text("59 of 1000 points").wait_for()
    rub_with_a_pen(pad, (2, 0))
    pad.wait_python("0.15 < np.abs(pad.X[:, 0] - 2).min() < 0.25")
    pad.page.get_by_role("button", name="Undo").click()
    pick(pad, "Erase")
    stroke(pad, [(0, -1), (0, 1)])
    pad.wait_python("len(pad.X) < 59")
    pad.wait_python("0.15 < np.abs(pad.X[:, 0]).min() < 0.25")
    pad.page.get_by_role("button", name="Undo").click()
    pad.wait_python("len(pad.X) == 59")


def test_keys_alone_draw_erase_and_undo(pad):
    page, board = pad.page, pad.page.locator(BOARD)
    board.focus()
    page.keyboard.press("1")
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    pad.wait_python("len(pad.X) == 3 and set(pad.y) == {1}")
    centre = pad.python("", "pad.X.mean(axis=0).tolist()")
    assert math.dist(centre, (1, 0)) <= 0.2
    page.get_by_text("3 points in 1 class", exact=True).wait_for(state="attached")
    page.get_by_text("X (3, 2), y in 1 class", exact=True).wait_for()
    page.keyboard.down("Space")
    for _ in range(10):
        page.keyboard.press("ArrowUp")
    page.keyboard.up("Space")
    pad.wait_python("len(pad.X) > 15")
    drawn = pad.python("", "len(pad.X)")
    for _ in range(4):
        page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("e")
    pad.wait_python(f"3 <= len(pad.X) < {drawn}")
    for left in (drawn, 3, 0):
        page.keyboard.press("Control+z")
        pad.wait_python(f"len(pad.X) == {left}")
    page.keyboard.press("Control+Shift+z")
    pad.wait_python("len(pad.X) == 3")
    assert page.locator(".jp-CodeCell").count() == 1


def test_sets_to_start_from_points_from_python_and_no_more_than_a_pad_holds(pad):
    page = pad.page
    page.get_by_role("combobox", name="start from").select_option("collinear")
    pad.wait_python("len(pad.X) == 150 and len(set(pad.y)) == 3")
    pad.python("pad.put([[0, 0], [1, 1]], [4, 9])")
    page.get_by_text("2 of 1000 points").wait_for()
    assert "2 points in 2 classes" in page.locator(f"{BOARD} canvas").get_attribute("aria-label")
    assert page.get_by_role("radio", name="class 9, orange hourglass, 1 point").is_visible()
    page.get_by_role("button", name="Undo").click()
    pad.wait_python("len(pad.X) == 150")
    with pytest.raises(RuntimeError, match=r"DataPad\.fitted"):
        pad.python("pad.X = [[9, 9]]")
    assert pad.python("", "len(pad.X)") == 150
    pad.python("pad.X = np.random.default_rng(0).uniform(-1.9, 1.9, (998, 2))")
    page.get_by_text("998 of 1000 points").wait_for()
    stroke(pad, [(-1, 0), (1, 0)])
    page.locator(".dc .statusbar").get_by_text("1000 points, the most a pad holds").wait_for()
    pad.wait_python("len(pad.X) == 1000")


def test_a_finger_draws_on_a_narrow_page_and_scrolls_nothing(open_page):
    pad = opened(open_page, width=520, touch=True)
    tools, board = pad.page.locator(".dc .tools"), pad.page.locator(BOARD)
    assert tools.bounding_box()["y"] < board.bounding_box()["y"]
    fits = "document.querySelector('.dc').scrollWidth <= document.querySelector('.dc').clientWidth"
    assert pad.page.evaluate(fits)
    before = board.bounding_box()
    pad.finger(*(pixel(pad, 0, 1.5 - 0.1 * k) for k in range(31)))
    pad.wait_python("len(pad.X) > 20")
    assert pad.python("", "float(pad.X[:, 1].max() - pad.X[:, 1].min())") > 2.5
    assert board.bounding_box() == before
    pad.page.get_by_role("button", name="Undo").click()
    pad.wait_python("len(pad.X) == 0")


def test_pad_and_explorer_in_one_frame(open_page):
    cells = [
        "from depcluster.widgets import PadExplorer\nboth = PadExplorer()\npad = both.pad\nboth"
    ]
    notebook = opened(open_page, cells, width=1280, height=720)
    page = notebook.page
    root = page.locator(".dc-host .dc").first
    height = root.bounding_box()["height"]
    assert "Draw at least 3 points" in page.locator(".dc .waiting").text_content()
    stroke(notebook, [(-2, 0.5), (-1, 0.5)])
    page.mouse.move(*pixel(notebook, 1, -0.5))
    page.mouse.down()
    page.mouse.move(*pixel(notebook, 2, -0.5), steps=6)
    notebook.wait_python("len(set(both.labels_.tolist())) == 2")  # while one draws
    page.mouse.up()
    page.wait_for_selector(".dc .waiting", state="hidden")
    page.locator(".dc [data-panel=criteria] .cap", has_text="17 of 17 widths").wait_for()
    page.wait_for_selector(".dc .criterion .best")
    assert root.bounding_box()["height"] == pytest.approx(height, abs=16)
    board, drawn = (
        page.locator(f".dc [data-panel={name}] .frame").first.bounding_box()
        for name in ("pad", "points")
    )
    assert board["y"] == pytest.approx(drawn["y"], abs=20)
    assert board["x"] + board["width"] < drawn["x"]
    page.get_by_role("button", name="Clear").click()
    page.wait_for_selector(".dc .waiting:visible")


def test_the_foot_counts_moves_from_where_a_stroke_began(open_page):
    cells = [
        "from sklearn.datasets import make_moons\nfrom depcluster.widgets import PadExplorer\n"
        "X, _ = make_moons(90, noise=0.1, random_state=0)\n"
        "both = PadExplorer(X, n_clusters=4, panels=('pad', 'points'))\nboth"
    ]
    notebook = opened(open_page, cells, width=1280, height=720)
    page, settled = notebook.page, ".dc > .statusbar[data-state=settled]"
    for y in (1.5, -1.5):
        page.wait_for_selector(settled)
        before = np.array(notebook.python("", "both.labels_.tolist()"))
        stroke(notebook, [(-2, y), (-1, y / 2), (0, y), (1, y / 2), (2, y)])
        m = int(re.search(r"X \((\d+), 2\)", page.locator("[data-panel=pad] .cap").inner_text())[1])
        assert m > len(before)
        page.wait_for_selector(settled)
        notebook.wait_python(f"len(both.X) == {m}")
        after = np.array(notebook.python("", "both.labels_.tolist()"))
        said = page.locator(".dc > .statusbar .said").inner_text()
        names = map(np.array, permutations(range(4)))
        moved = min((name[after[: len(before)]] != before).sum() for name in names)
        assert re.fullmatch(rf"plain label kernel; (.*, )?{moved or 'no'} points? moved", said)
