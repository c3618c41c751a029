"""The door of the page: whatever a stranger sends, the last good state is whole and goes on."""

import ast
import re
import tracemalloc
from functools import cache

import numpy as np
import pytest
import traitlets
from explorers import AngleExplorer, complaint
from made import MAKE, PAIR, ROWS, I

from depcluster.labels import preset
from depcluster.widgets import (
    Bells,
    Blocks,
    ClassSizes,
    CoinMosaic,
    CosineDial,
    DataFile,
    DataPad,
    FilingTree,
    FourLeaves,
    GramView,
    KernelExplorer,
    LabelKernelEditor,
    LabelKernelSlider,
    LabelSprings,
    LonePoint,
    LossExplorer,
    ModelSelectionExplorer,
    NewPoint,
    PadExplorer,
    Pair,
    PartitionStepper,
    PerturbationExplorer,
    PieceGraph,
    Tables,
    TaxonomyExplorer,
    TurningViews,
    Width,
)
from depcluster.widgets.base.widget import Widget
from depcluster.widgets.explorer.explorer import Explorer
from depcluster.widgets.explorer.labelling import Labelling
from depcluster.widgets.interact.widget import Interactive

MOVES = {  # one after the other; the first leads back from wherever the controls stand
    Bells: ({"distance": 1.0}, {"distance": 3}),
    CoinMosaic: ({"agreement": 0.5}, {"agreement": 1}),
    FourLeaves: ({"inner": 0.0, "free": False}, {"legs": [1, 1, 0, 4], "free": True}),
    PieceGraph: (
        {"weights": PAIR.tolist(), "kernel_normalization": None},
        {"kernel_normalization": "sym"},
    ),
    CosineDial: ({"A": np.eye(3).tolist()}, {"A": [[2, 1, 0], [1, 2, 1], [0, 1, 2]]}),
    ClassSizes: ({"shape": "b", "step": 3}, {"shape": "a", "step": 20}),
    Blocks: ({"labels": [0, 1, 1], "sorted": False}, {"labels": [0, 0, 1], "sorted": True}),
    DataPad: ({"_rows": ROWS[0]}, {"_rows": ROWS[1]}),
    DataFile: (
        {"features": ["a"], "label": "k", "scaling": "none", "missing": "median", "left_out": []},
        {
            "as_missing": ["b"],
            "features": ["a", "b"],
            "missing": "drop",
            "label": None,
            "left_out": [0],
        },
    ),
    FilingTree: ({"filed": [0, 1, 2, 3]}, {"filed": [3, 1, 2, 2]}),
    GramView: ({"sort": False}, {"sort": True}),
    AngleExplorer: ({"weighting": "affinity", "sigma": 1.5}, {"weighting": "laplacian"}),
    KernelExplorer: ({"preset": "ring", "kernel": "linear"}, {"n_clusters": 4, "kernel": "rbf"}),
    LabelKernelEditor: ({"value": np.eye(4).tolist()}, {"preset": "ring"}),
    LabelSprings: (
        {"label": 2, "loss_preset": "zero-one", "position": [0.5, 1.0]},
        {"C": 0.01, "scale": "K", "loss_preset": "tree"},
    ),
    LonePoint: (
        {"height": 6.0, "weighting": "outlier"},
        {"height": 1.0, "weighting": "laplacian"},
    ),
    LossExplorer: (
        {"preset": "ring", "loss_preset": "zero-one", "penalty": 1.0},
        {"loss_preset": "label-kernel", "penalty": 7.0},
    ),
    ModelSelectionExplorer: ({"n_neighbors": 2}, {"n_neighbors": 3}),
    NewPoint: ({"place": [0.5, -1.0]}, {"place": [0.3, 0.0]}),
    PadExplorer: ({"preset": "ring"}, {"n_clusters": 4}),
    Pair: ({"pair": [0, 3], "sorted": True}, {"pair": None, "sorted": False}),
    PartitionStepper: ({"step": 1}, {"step": 0}),
    PerturbationExplorer: (
        {"kernel": "linear", "perturb": "rank", "amount": 3.0},
        {"kernel": "rbf", "perturb": "input"},
    ),
    Interactive: ({"_at": [1, 0]}, {"_at": [0, 2]}),
    TurningViews: ({"labelling": "two"}, {"stop": 3, "labelling": "one"}),
    Tables: (
        {"shuffled": 0.5, "centred": False, "labelling": "everybody in one"},
        {"shuffled": 0.0, "centred": True, "labelling": "true groups"},
    ),
    TaxonomyExplorer: ({"preset": "ring", "structure": "fixed"}, {"structure": "tree"}),
    LabelKernelSlider: ({"at": 1.0}, {"at": 2.0}),
    Width: ({"shape": "b", "factor": 4.0}, {"shape": "a", "factor": 1.0}),
}
EXPLORERS = tuple(made for made in MAKE if issubclass(made, Explorer))
NUMBERS = (None, True, False, np.nan, np.inf, -np.inf, -1, 0, 1, 3, 0.5, 1e-300, 1e300)
NUMBERS += (12_000, 2**53, 10**30)
TEXTS = ("", "evil", "<b>evil</b>", "x" * 10_000, "custom", "tree", b"", b"abc", bytes(72))
TEXTS += (bytes(24 * 4000), memoryview(np.ones(9)), np.array([[0, 0, 1e9]]).tobytes())
LISTS = ([], [[]], [1], [[1, 2], [3]], [["a", "b"]], [[0.5, -0.5]], [[1e300, -1e300]])
LISTS += ([[[[[[[[]]]]]]]], list(range(20_000)), [[0.1, 0.1]] * 5000, {}, {"labels": 1}, [{}])
MATRICES = tuple(
    matrix.tolist()
    for matrix in (
        *(np.eye(1), np.eye(300), 0 * I, -I, 1 - I, I * 1e308, I * 1e160, I * 1e-320, I * np.nan),
        *((1 - I) * 1e200, (1 - I) * 1e-200, np.arange(9.0).reshape(3, 3)),
    )
)
MATRICES += ([[10**400, 1], [1, 1]],)
HOSTILE = NUMBERS + TEXTS + LISTS + MATRICES


def told(value):
    return f"{type(value).__name__} {value!r}"[:40]


def controls(widget):
    return sorted(widget.trait_names(control=True))


CONTROLS = [(made, n) for made in MAKE for n in sorted(made.class_trait_names(control=True))]
each = pytest.mark.parametrize("made", MAKE, ids=lambda made: made.__name__)
each_explorer = pytest.mark.parametrize("made", EXPLORERS, ids=lambda made: made.__name__)
each_control = pytest.mark.parametrize(
    ("made", "name"), CONTROLS, ids=[f"{made.__name__}.{name}" for made, name in CONTROLS]
)
one_of_each = cache(lambda made: MAKE[made]())


def state(widget):
    """All synced traits, once all is found; of an explorer but whether it has refused one."""
    if isinstance(widget, EXPLORERS):
        widget.settle()  # with patience alone a slow machine finds the rest later
    widget.summary()
    values = {name: getattr(widget, name) for name in set(widget.keys)}
    if isinstance(widget, EXPLORERS):
        values["state"] = None
    return values


def same(before, after):
    return all(
        np.array_equal(old, after[name]) if isinstance(old, np.ndarray) else old == after[name]
        for name, old in before.items()
    )


def from_python(widget, name, value):
    """The error that a value is told in Python, or nothing."""
    try:
        setattr(widget, name, value)
    except ValueError as error:
        return str(error)
    return ""


def is_followed(widget, message):
    """Whether a good message is done as it says."""
    widget.set_state(message)
    done = all(np.array_equal(getattr(widget, name), value) for name, value in message.items())
    if isinstance(widget, EXPLORERS):
        done &= complaint(widget) == ""
    return done


def is_whole(widget):
    """Whether every control has a value that it may have, and they agree."""
    for name in controls(widget):
        setattr(widget, name, getattr(widget, name))
    rows = [getattr(widget, n) for n in ("label_kernel", "loss", "value") if hasattr(widget, n)]
    return bool(widget.summary()) and all(len(A) == widget.n_clusters for A in rows)


@each_control
def test_no_value_of_a_control_wedges_a_widget(made, name):
    """Refused as from Python, or taken; then the next good move is followed."""
    widget = one_of_each(made)
    for value in HOSTILE:
        before, sent = state(widget), []
        error = from_python(widget, name, value)
        assert len(error) < 400
        assert not error or same(before, state(widget)), told(value)
        widget.send_state = lambda key=None, sent=sent: sent.extend(key)
        widget.set_state({name: value})
        del widget.send_state
        assert is_whole(widget), told(value)
        if error:
            assert same(before, state(widget)), told(value)
            assert name in sent, told(value)
            if made in EXPLORERS:
                assert name in complaint(widget), told(value)
    widget.to_figure()
    assert all(is_followed(widget, move) for move in MOVES[made])


def test_what_an_error_says_to_try_is_taken():
    tried = []
    for made, name in CONTROLS:
        widget = one_of_each(made)
        hint = re.search(rf"Try {name}=(.+)\.$", from_python(widget, name, {}))
        if hint:
            before = getattr(widget, name)
            assert from_python(widget, name, ast.literal_eval(hint[1])) == ""
            setattr(widget, name, before)
            tried.append(name)
    assert {"distance", "width", "penalty", "n_clusters", "step", "pair", "labelling"} <= {*tried}


@each
def test_what_is_no_control_is_not_for_the_page_to_set(made):
    widget = one_of_each(made)
    before, keys = state(widget), set(widget.keys)
    for name in keys - set(controls(widget)):
        for value in (None, -1, 10**30, "evil", b"abc", [], [[1]], {}, {"labels": 1}):
            widget.set_state({name: value})
            assert same(before, state(widget)), (name, value)
            assert widget.summary()
    widget.set_state({"nothing of the kind": 1, "observe": 2, "still": 3})
    assert widget.to_figure()
    assert all(is_followed(widget, move) for move in MOVES[made])


@each
def test_controls_are_what_the_front_end_sets(made):
    widget = one_of_each(made)
    said = re.findall(r"model\.set\(\"(\w+)\"", widget._esm)
    said += re.findall(r"\b(?:choice|slider)\(\"[^\"]*\", \"(\w+)\"", widget._esm)
    for asked in re.findall(r"(?:\bask|(?<![.\w])set)\(\{([^}]*)\}", widget._esm):
        said += re.findall(r"(?:^|,)\s*(\w+)", asked)
    aside = {"_waiting"}  # no Python hears of what waits on a saved page
    told = {n for n, trait in widget.traits(control=True).items() if isinstance(trait, Labelling)}
    assert not told or "model.set(trait, known[trait])" in widget._esm  # `labellings.js`
    aside |= told
    if made is DataFile:  # buttons set what Python says of them
        assert "model.set(trait, set[trait])" in widget._esm
        said += ["as_missing", "left_out"]
    assert {*controls(widget)} - aside == {*said} & {*widget.keys} - aside


@each
def test_a_message_is_taken_whole_or_not_at_all(made):
    """Whichever of its values is bad, before or after the good ones."""
    widget = one_of_each(made)
    for move in MOVES[made]:
        before = state(widget)
        for name in set(controls(widget)) - {*move}:
            for bad in ({name: "evil"}, {name: {}}):
                for message in ({**move, **bad}, {**bad, **move}):
                    widget.set_state(message)
                    assert same(before, state(widget)), message
        assert is_followed(widget, move)


@each
def test_nobody_hears_of_a_refused_value(made):
    widget, heard = one_of_each(made), []
    names = controls(widget)
    widget.observe(heard.append, names)
    for name in names:
        widget.set_state({name: {}})
    widget.unobserve(heard.append, names)
    assert not heard


@each_explorer
def test_a_refusal_is_said_until_the_next_good_message_to_a_page_that_computes(made):
    widget = MAKE[made]()
    labels, (name, good) = widget.labels_, next(iter(MOVES[made][0].items()))
    widget.set_state({name: "evil"})
    assert re.match(f"{name} must be .* The last result stays on screen.", complaint(widget))
    assert widget.state == "refused"
    widget.settle()
    assert name in complaint(widget)
    assert np.array_equal(widget.labels_, labels)
    widget.set_state({name: getattr(widget, name), "_labelling": widget._labelling})
    assert (complaint(widget), widget.state) == ("", "settled")
    widget.set_state({name: {}, "_labelling": widget._labelling})
    assert "must be" in complaint(widget)
    widget.set_state({name: good})
    assert (complaint(widget), widget.state) == ("", "answer")
    assert getattr(widget, name) == good
    if name == "preset":
        assert np.array_equal(widget.label_kernel, preset(good, widget.n_clusters))


@each_explorer
def test_an_explorer_that_waits_for_points_is_not_wedged_either(made):
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


@pytest.mark.parametrize("made", [LabelKernelEditor, KernelExplorer, LossExplorer])
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


def test_a_perturbation_without_its_amount_gets_one_it_can_have():
    explorer = MAKE[PerturbationExplorer]()
    explorer.set_state({"perturb": "rank"})
    assert complaint(explorer) == ""
    assert explorer.amount in explorer._engine.modes["rank"].amounts


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
    widget, sent = MAKE[PartitionStepper](), []
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
