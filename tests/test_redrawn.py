"""A picture redrawn by controls: follows them, goes back, and is there without a kernel."""

import base64
from io import BytesIO

import pytest
from ipywidgets import IntSlider, ToggleButton
from matplotlib.figure import Figure
from PIL import Image

from depcluster.widgets import redrawn
from depcluster.widgets.base.stored import FOOT


@pytest.fixture
def calls():
    return []


@pytest.fixture
def bars(calls):
    def draw(n, tall):
        calls.append((n, tall))
        figure = Figure(figsize=(4, 2))
        figure.add_subplot().bar(range(n), 2 if tall else 1)
        return figure, f'{n} "bars"'

    return redrawn(draw, n=IntSlider(value=3), tall=ToggleButton())


def picture(shown):
    return shown.children[-1].value


def test_draws_at_once_and_after_each_change(bars, calls):
    assert calls == [(3, False)]
    first = picture(bars)
    bars.controls["n"].value = 5
    bars.controls["tall"].value = True
    assert calls == [(3, False), (5, False), (5, True)]
    assert picture(bars) != first


def test_alt_text_follows_and_is_escaped(bars):
    assert 'alt="3 &quot;bars&quot;"' in picture(bars)
    bars.controls["n"].value = 5
    assert 'alt="5 &quot;bars&quot;"' in picture(bars)
    assert repr(bars) == 'Redrawn: 5 "bars"'


def test_button_goes_back_to_the_start(bars):
    first = picture(bars)
    bars.controls["n"].value = 5
    bars.controls["tall"].value = True
    bars.children[0].children[-1].click()
    assert (bars.controls["n"].value, bars.controls["tall"].value) == (3, False)
    assert picture(bars) == first


def test_carries_a_picture_for_pages_without_widgets(bars):
    bars.controls["n"].value = 5
    data, metadata = bars._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert data["text/plain"] == repr(bars)
    assert base64.b64decode(data["image/png"]).startswith(b"\x89PNG")
    assert metadata["image/png"] == {"alt": '5 "bars"', "width": 400, "foot": FOOT}
    picture = Image.open(BytesIO(base64.b64decode(data["image/png"])))
    assert picture.size == (800, 400 + 2 * FOOT)


def test_a_picture_that_cannot_be_drawn_says_so_and_the_last_one_stays():
    def draw(n):
        if n == 7:
            raise ValueError("seven is too much")
        return Figure(figsize=(1, 1)), f"{n}"

    shown = redrawn(draw, n=IntSlider(value=3))
    shown.controls["n"].value = 7
    assert "seven is too much" in shown._message.value
    assert shown.alt == "3"
    shown.controls["n"].value = 4
    assert shown._message.value == ""
    assert shown.alt == "4"
