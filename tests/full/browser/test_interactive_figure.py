"""A picture redrawn by controls, with Python and in a saved page."""

import base64
import zlib

import pytest

from browser.saved import rewriter, traits

DRAW = (
    "from matplotlib.figure import Figure\n"
    "from depcluster.widgets import Dropdown, SelectionSlider, interactive_figure\ncalls = []\n"
    "def draw(n, tall, name='alone'):\n    calls.append((n, tall, name))\n"
    "    if n == 7:\n        raise ValueError('seven is too much')\n"
    "    figure = Figure(figsize=(6, 2))\n    ax = figure.add_subplot()\n"
    "    ax.bar(range(n), 2 if tall else 1)\n    ax.set_title(f'{n} {name} $&<}}')\n"
    "    return figure, f'{n} bars, {tall}, {name}.'\n"
    "height = Dropdown({'low': False, 'high': True}, label='height')"
)
SHOWN = (
    "bars = interactive_figure(draw, n=SelectionSlider(range(1, 8), value=3, label='bars'),\n"
    "    tall=height, name=Dropdown([f'name {k}' for k in range(7)]))\nbars"
)
ALONE = "interactive_figure(draw, n=SelectionSlider([1, 2, 3, 4, 7], value=3, label='bars'), "
ALONE += "tall=height)"
WIDGET = ".jp-OutputArea-output .dc-host"


@pytest.fixture
def bars(open_page):
    notebook = open_page([DRAW, SHOWN])
    notebook.page.locator(f"{WIDGET} .pic").wait_for()
    return notebook


def wait_picture(notebook, alt):
    notebook.page.wait_for_selector(f'{WIDGET} .pic[aria-label="{alt}"]')


def test_every_control_changes_the_picture_and_python_moves_the_page(bars):
    page = bars.page
    wait_picture(bars, "3 bars, False, name 0.")
    slider, high = page.get_by_role("slider", name="bars"), page.get_by_role("radio", name="high")
    slider.press("ArrowRight")
    wait_picture(bars, "4 bars, False, name 0.")
    assert slider.get_attribute("aria-valuetext") == "4"
    bars.wait_python("bars.values['n'] == 4")
    high.click()
    wait_picture(bars, "4 bars, True, name 0.")
    page.keyboard.press("ArrowLeft")
    wait_picture(bars, "4 bars, False, name 0.")
    page.get_by_role("combobox", name="name").select_option("name 6")
    wait_picture(bars, "4 bars, False, name 6.")
    again = page.get_by_role("button", name="Back to the start")
    again.click()
    wait_picture(bars, "3 bars, False, name 0.")
    assert again.get_attribute("aria-disabled") == "true"
    bars.python("bars.move(n=5, tall=True)")
    wait_picture(bars, "5 bars, True, name 0.")
    assert slider.get_attribute("aria-valuetext") == "5"
    assert high.get_attribute("aria-checked") == "true"


def test_pictures_one_move_away_are_drawn_ahead_and_shown_when_python_is_gone(bars):
    page = bars.page
    bars.wait_python("len(calls) >= 4 and {c[0] for c in calls} >= {2, 3, 4}")
    bars.wait_python("(4, False, 'name 0') in calls[:-1]")  # and has come
    page.evaluate("socket.close()")
    page.get_by_role("slider", name="bars").press("ArrowRight")
    wait_picture(bars, "4 bars, False, name 0.")
    page.get_by_role("button", name="Back to the start").click()
    wait_picture(bars, "3 bars, False, name 0.")
    page.get_by_role("slider", name="bars").press("Home")
    page.get_by_role("radio", name="high").click()  # two moves away: not drawn ahead
    page.get_by_text("Python is busy or gone").first.wait_for()


def test_a_failure_is_said_and_the_last_picture_stays(bars):
    page = bars.page
    page.get_by_role("slider", name="bars").press("End")
    alert = page.get_by_role("alert")
    alert.wait_for()
    assert "seven is too much" in alert.inner_text()
    wait_picture(bars, "3 bars, False, name 0.")
    page.keyboard.press("ArrowLeft")
    wait_picture(bars, "6 bars, False, name 0.")
    alert.wait_for(state="detached")


@pytest.fixture(scope="module")
def alone():
    names = {}
    exec(DRAW, names)
    return eval(ALONE, names)


def wait_stored(page, alone, at):
    """Wait until a page shows what Python draws."""
    script = """([picture, html]) => {
      const drawn = document.createElement("div");
      drawn.innerHTML = html;
      return picture.innerHTML === drawn.innerHTML;
    }"""
    shown = page.locator(".interactive-picture").element_handle()
    page.wait_for_function(script, arg=[shown, alone._drawn(at)["html"]])


def test_pictures_move_in_a_saved_page_as_python_draws_them(visit, alone, tmp_path):
    page = visit(alone.save_html(tmp_path / "bars.html"))
    slider, high = page.get_by_role("slider", name="bars"), page.get_by_role("radio", name="high")
    wait_stored(page, alone, [2, 0])
    slider.press("Home")
    for n in range(4):
        for tall, name in enumerate(("low", "high")):
            page.get_by_role("radio", name=name).click()
            wait_stored(page, alone, [n, tall])
            words = f"{n + 1} bars, {bool(tall)}, alone."
            page.locator(".unseen", has_text=words).wait_for(state="attached")
        slider.press("ArrowRight")
    alert = page.locator(".dc [role=alert]")
    alert.wait_for()
    assert alert.inner_text() == "ValueError: seven is too much The last picture stays."
    wait_stored(page, alone, [3, 1])
    page.get_by_role("button", name="Back to the start").click()
    wait_stored(page, alone, [2, 0])
    assert alert.count() == 0
    assert high.get_attribute("aria-checked") == "false"


def test_pictures_and_places_that_cannot_be_read_leave_the_first(visit, alone, tmp_path):
    path = alone.save_html(tmp_path / "bars.html")
    write, page, data = rewriter(path), visit(path), alone._pictures
    turned = data[:200] + bytes(255 - byte for byte in data[200:])
    others = zlib.compress(b"<p>evil</p>"), zlib.compress(b"{}")
    for wrong in (data[: len(data) // 2], turned, b"", *others):
        write(traits(_pictures={"$bytes": base64.b64encode(wrong).decode()}))
        page.reload()
        words = "bars 3; height low. Other pictures are drawn where Python runs."
        page.get_by_text(words).wait_for()
        assert page.locator("input, button, select").count() == 0
        wait_stored(page, alone, [2, 0])
    for at in (None, "evil", [], [9, 0], [-1, 0.5], {"0": 7}):
        write(traits(_at=at))
        page.reload()
        wait_stored(page, alone, [0, 0])
        page.get_by_role("slider", name="bars").press("ArrowRight")
        wait_stored(page, alone, [1, 0])
