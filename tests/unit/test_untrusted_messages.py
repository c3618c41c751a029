"""The door of the page: whatever a stranger sends, the last good state is whole and goes on."""

import re
import tracemalloc

import numpy as np
import pytest
import traitlets
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

from depcluster import widgets as w
from depcluster.widgets.base.widget import Widget


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
        pad = w.DataPad()
        widget = made(pad, n_clusters=3)
        before = widget.summary(), widget._input
        for name in controls(widget):
            for value in (None, "evil", 2**53, -1, 0.5, [], {}, [[1e300, 1e300]], b"abc"):
                widget.set_state({name: value})
                assert (widget.summary(), widget._input) == before
        pad.put(np.random.default_rng(0).uniform(-1, 1, (12, 2)))
        assert len(widget.labels_) == 12


@pytest.mark.parametrize("made", [w.LabelKernelEditor, w.KernelExplorer, w.LossExplorer])
def test_a_size_is_refused_before_its_memory_is_taken(made):
    widget = one_of_each(made)
    before = widget.n_clusters
    tracemalloc.start()
    for size in (12_000, 2**53):
        widget.set_state({"preset": "ring", "n_clusters": size})
        widget.set_state({"n_clusters": size, "preset": "grid"})
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1e7
    assert widget.n_clusters == before


def test_a_value_that_trips_its_check_is_refused_too():
    class Tripping(Widget):
        _esm = "export default {}"
        depth = traitlets.TraitType(0).tag(sync=True, control=True)
        other = traitlets.Int(0).tag(sync=True, control=True)

        @traitlets.validate("depth")
        def _check_depth(self, proposal):
            return proposal.value[0]

    widget = Tripping()
    widget.set_state({"other": 3, "depth": 1})
    assert (widget.other, widget.depth) == (0, 0)
    widget.set_state({"other": 3, "depth": [1]})
    assert (widget.other, widget.depth) == (3, 1)


def test_a_page_hears_what_stands_in_place_of_what_it_sent(monkeypatch):
    """As the echo it waits for, and as an update where there are no echoes."""
    widget, sent = MAKE[w.PartitionStepper](), []
    monkeypatch.setattr(widget, "_send", lambda message, buffers=None: sent.append(message))
    for name, value in (("step", 2**53), ("_note", "evil"), ("_plane", "<b>evil</b>")):
        widget.set_state({name: value})
    (said,) = [message["content"] for message in sent if message["method"] == "custom"]
    assert said["refused"].startswith("step must be an integer from 0 to")
    told_of = [(message["method"], message["state"]) for message in sent if "state" in message]
    assert ("update", {"step": 0}) in told_of
    assert ("update", {"_plane": widget._plane}) in told_of
    assert not re.search(r"evil|9007199254740992", repr(told_of))
    echoes = [state for method, state in told_of if method == "echo_update"]
    assert echoes in ([], [{"step": 0}])
