"""The door of the page: whatever a stranger sends, the last good state is whole and goes on."""

import numpy as np
import pytest
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
        assert all(is_followed(widget, move) for move in MOVES[made]), made


def test_an_explorer_that_waits_for_points_is_not_wedged_either():
    for made in EXPLORERS:
        pad = DataPad()
        widget = made(pad, n_clusters=3)
        before = widget.summary(), widget._input
        for name in controls(widget):
            for value in (None, "evil", 2**53, -1, 0.5, [], {}, [[1e300, 1e300]], b"abc"):
                widget.set_state({name: value})
                assert (widget.summary(), widget._input) == before
        pad.put(np.random.default_rng(0).uniform(-1, 1, (12, 2)))
        assert len(widget.labels_) == 12
