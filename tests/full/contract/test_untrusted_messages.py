"""The door of the page: whatever a stranger sends, the last good state is whole and goes on."""

import re

import numpy as np
import pytest
from explorers import complaint
from made import MAKE
from untrusted import (
    EXPLORERS,
    HOSTILE,
    MOVES,
    check_control,
    check_moves,
    controls,
    is_followed,
    one_of_each,
    same,
    state,
)

from depcluster.widgets import DataPad


@pytest.mark.parametrize("made", MAKE, ids=lambda made: made.__name__)
def test_no_value_of_a_control_wedges_a_widget(made):
    widget = one_of_each(made)
    for name in controls(widget):
        check_control(made, name, HOSTILE)
        widget.to_figure()
        assert all(is_followed(widget, move) for move in MOVES[made]), name
    check_moves(made)


def test_what_is_no_control_is_not_for_the_page_to_set():
    for made in MAKE:
        widget = one_of_each(made)
        before, keys = state(widget), set(widget.keys)
        for name in keys - set(controls(widget)):
            for value in (None, -1, 10**30, "evil", b"abc", [], [[1]], {}, {"labels": 1}):
                widget.set_state({name: value})
                assert same(before, state(widget)), (made, name, value)
                assert widget.summary()
        widget.set_state({"nothing of the kind": 1, "observe": 2, "still": 3})
        assert widget.to_figure()
        assert all(is_followed(widget, move) for move in MOVES[made]), made


def test_a_refusal_is_said_until_the_next_good_message_to_a_page_that_computes():
    for made in EXPLORERS:
        widget = MAKE[made]()
        labels, (name, good) = widget.labels_, next(iter(MOVES[made][0].items()))
        widget.set_state({name: "evil"})
        assert re.match(f"{name} must be .* The last result stays on screen.", complaint(widget))
        widget.settle()
        assert name in complaint(widget)
        assert (widget.state, np.array_equal(widget.labels_, labels)) == ("refused", True)
        widget.set_state({name: {}, "_fit": widget._fit})
        assert "must be" in complaint(widget)
        assert is_followed(widget, {name: good})
        assert widget.state == "answer"


def test_an_explorer_that_waits_for_points_is_not_wedged_either():
    for made in EXPLORERS:
        pad = DataPad()
        widget = made(pad, n_clusters=3)
        before = widget.summary()
        for name in controls(widget):
            for value in (None, "evil", 2**53, -1, 0.5, [], {}, [[1e300, 1e300]], b"abc"):
                widget.set_state({name: value})
                assert (widget.summary(), widget._input) == (before, {})
        pad.put(np.random.default_rng(0).uniform(-1, 1, (12, 2)))
        assert complaint(widget) == ""
        assert len(widget.labels_) == 12
