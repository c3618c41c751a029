"""What a stranger's page sends: chosen values at the door; `full/contract` tries all on each."""

import re
import tracemalloc

import numpy as np
import pytest
import traitlets
from made import MAKE
from untrusted import check_control, check_moves, controls, one_of_each

from depcluster import widgets as w
from depcluster.widgets.base.widget import Widget
from depcluster.widgets.interact.widget import Interactive

CHOSEN = (None, np.nan, 10**30, "<b>evil</b>", b"abc", [[1, 2], [3]], {"labels": 1})
KINDS = (w.DataFile, w.DataPad, w.GramView, w.KernelExplorer, w.LabelKernelEditor, w.LossExplorer)
KINDS += (w.ModelSelectionExplorer, w.PartitionStepper, w.PerturbationExplorer, w.TaxonomyExplorer)
KINDS += (Interactive,)


@pytest.mark.parametrize(
    "made", [made for made in KINDS if made in MAKE], ids=lambda made: made.__name__
)
def test_what_a_page_sends_is_refused_as_from_python_or_taken_whole(made):
    for name in controls(one_of_each(made)):
        check_control(made, name, CHOSEN)
    check_moves(made)


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
