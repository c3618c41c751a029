"""A picture redrawn by controls: follows them, is drawn ahead, and is there without a kernel."""

import base64
from io import BytesIO

import pytest
from matplotlib.figure import Figure
from PIL import Image
from refusals import not_refused

from depcluster.plotting.alt_text import RATIO
from depcluster.widgets import Dropdown, SelectionSlider, interactive_figure
from depcluster.widgets.base.stored import FOOT
from depcluster.widgets.interactive_figure import widget


@pytest.fixture
def calls():
    return []


@pytest.fixture
def bars(calls):
    def draw(n, tall):
        calls.append((n, tall))
        if n == 7:
            raise ValueError("seven is too much")
        figure = Figure(figsize=(4, 2))
        figure.add_subplot().bar(range(n), 2 if tall else 1)
        return figure, f'{n} "bars"'

    return interactive_figure(
        draw,
        n=SelectionSlider([1, 3, 5, 7], value=3),
        tall=Dropdown({"low": False, "high": True}, label="how"),
    )


@pytest.fixture
def sent(bars):
    """What goes to the page as messages of their own."""
    messages = []
    bars.send = lambda content, buffers=None: messages.append(content)
    return messages


def picture(shown):
    return shown._frame["html"]


def test_a_picture_is_drawn_once_and_kept(bars, calls):
    first = picture(bars)
    assert 'aria-label="3 &quot;bars&quot;"' in first
    bars.move(n=5)
    bars.move(tall=True)
    assert calls == [(3, False), (5, False), (5, True)]
    assert picture(bars) != first
    bars.move(n=3, tall=False)
    assert len(calls) == 3
    assert picture(bars) == first
    data, metadata = bars._repr_mimebundle_()
    assert metadata["image/png"] == {"alt": '3 "bars"', "width": 400, "foot": FOOT}
    assert Image.open(BytesIO(base64.b64decode(data["image/png"]))).width == RATIO * 400


def test_what_cannot_be_drawn_ahead_is_no_picture(bars, sent):
    before = bars.get_state()
    wanted = [None, "evil", [], [1], [9, 0], [-1, 0], [0.5, 0], ["1", 0], [1, 0, 0], {}, 10**30]
    for want in (*wanted, [3, 0]):
        bars._handle_custom_msg({"want": want}, [])
        bars._handle_custom_msg(want, [])
        assert sent == [{"frame": None}, {"frame": None}], want
        assert bars.get_state() == before
        sent.clear()


def test_more_pictures_than_are_stored_need_python(calls, tmp_path, monkeypatch):
    def draw(a, b):
        calls.append((a, b))
        return Figure(figsize=(1, 1)), "one"

    sides = SelectionSlider(range(widget.MOST_STORED // 2 + 1)), SelectionSlider([0, 1])
    many = interactive_figure(draw, a=sides[0], b=sides[1])
    monkeypatch.setattr(widget, "ALIVE", {many})
    widget.draw_all()
    assert many._pictures == b""
    assert calls == [(0, 0)]
    with pytest.raises(ValueError, match="that of this InteractiveFigure asks Python"):
        many.save_html(tmp_path / "many.html")


def test_errors_say_what_was_expected(bars):
    cases = [
        ("options must", Dropdown, "ab"),
        ("got '1' twice", Dropdown, ["1", 1]),
        ("value must", Dropdown, ["a"], "b"),
        ("values must", SelectionSlider, []),
        ("got '0.123457' twice", SelectionSlider, [0.1234567, 0.1234568]),
        ("interactive_figure needs a control", interactive_figure, print),
        ("draw must", lambda: interactive_figure(3, n=SelectionSlider([1]))),
        ("n must", lambda: interactive_figure(print, n=3)),
        ("n must be one of 1, 3, 5, 7; got 4", lambda: bars.move(n=4)),
        ("m is no control", lambda: bars.move(m=4)),
    ]
    assert not_refused(cases) == []
