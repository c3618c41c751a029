"""What a page may send each widget: good moves, hostile values, and what must hold after both."""

from functools import cache

import numpy as np
from explorers import AngleExplorer
from made import MAKE, PAIR, ROWS, I
from refusals import said

from depcluster import widgets as w
from depcluster.widgets.explorer.explorer import Explorer
from depcluster.widgets.interactive_figure.widget import InteractiveFigure

MOVES = {  # one after the other; the first leads back from wherever the controls stand
    w.DensityAngle: ({"distance": 1.0}, {"distance": 3}),
    w.CoinMosaic: ({"agreement": 0.5}, {"agreement": 1}),
    w.FourLeaves: ({"inner": 0.0, "free": False}, {"legs": [1, 1, 0, 4], "free": True}),
    w.PieceGraph: ({"weights": PAIR.tolist()}, {"kernel_normalization": "sym"}),
    w.CosineDial: ({"A": np.eye(3).tolist()}, {"A": [[2, 1, 0], [1, 2, 1], [0, 1, 2]]}),
    w.ClassSizes: ({"shape": "b", "step": 3}, {"shape": "a", "step": 20}),
    w.BlockSums: ({"labels": [0, 1, 1], "sorted": False}, {"labels": [0, 0, 1], "sorted": True}),
    w.DataPad: ({"_rows": ROWS[0]}, {"_rows": ROWS[1]}),
    w.DataFile: (
        {"features": ["a"], "label": "k", "scaling": "none", "missing": "median"}
        | {"read_as": {}, "left_out": []},
        {"read_as": {"b": "number"}, "features": ["a", "b"], "label": None, "left_out": [0]},
    ),
    w.FilingTree: ({"filed": [0, 1, 2, 3]}, {"filed": [3, 1, 2, 2]}),
    w.GramView: ({"sort": False}, {"sort": True}),
    AngleExplorer: ({"weighting": "affinity", "sigma": 1.5}, {"weighting": "laplacian"}),
    w.KernelExplorer: ({"preset": "ring", "kernel": "linear"}, {"n_clusters": 4, "kernel": "rbf"}),
    w.LabelKernelEditor: ({"value": np.eye(4).tolist()}, {"preset": "ring"}),
    w.LabelSprings: ({"loss_preset": "zero-one", "position": [0.5, 1.0]}, {"C": 0.01, "label": 2}),
    w.LonePoint: ({"height": 6.0, "weighting": "outlier"}, {"height": 1.0}),
    w.LossExplorer: (
        {"preset": "ring", "loss_preset": "zero-one", "penalty": 1.0},
        {"loss_preset": "label-kernel", "penalty": 7.0},
    ),
    w.ModelSelectionExplorer: ({"n_neighbors": 2}, {"n_neighbors": 3}),
    w.NewPoint: ({"place": [0.5, -1.0]}, {"place": [0.3, 0.0]}),
    w.PadExplorer: ({"preset": "ring"}, {"n_clusters": 4}),
    w.PairSimilarity: ({"pair": [0, 3], "sorted": True}, {"pair": None, "sorted": False}),
    w.PartitionStepper: ({"step": 1}, {"step": 0}),
    w.PerturbationExplorer: (
        {"kernel": "linear", "perturb": "rank", "amount": 3.0},
        {"kernel": "rbf", "perturb": "input"},
    ),
    InteractiveFigure: ({"_at": [1, 0]}, {"_at": [0, 2]}),
    w.TurningViews: ({"labelling": "two"}, {"stop": 3, "labelling": "one"}),
    w.HsicTables: ({"shuffled": 0.5, "labelling": "everybody in one"}, {"centred": False}),
    w.TaxonomyExplorer: ({"preset": "ring", "structure": "fixed"}, {"structure": "tree"}),
    w.LabelKernelSlider: ({"at": 1.0}, {"at": 2.0}),
    w.KernelWidthSlider: ({"shape": "b", "factor": 4.0}, {"shape": "a", "factor": 1.0}),
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


one_of_each = cache(lambda made: MAKE[made]())


def state(widget):
    """All synced traits."""
    return {name: getattr(widget, name) for name in set(widget.keys)}


def same(before, after):
    return all(
        np.array_equal(old, after[name]) if isinstance(old, np.ndarray) else old == after[name]
        for name, old in before.items()
    )


def is_followed(widget, message):
    """Whether a good message is done as it says."""
    widget.set_state(message)
    return all(np.array_equal(getattr(widget, name), value) for name, value in message.items())


def is_whole(widget):
    """Whether every control has a value that it may have, and they agree."""
    for name in controls(widget):
        setattr(widget, name, getattr(widget, name))
    rows = [getattr(widget, n) for n in ("label_kernel", "loss", "value") if hasattr(widget, n)]
    return bool(widget.summary()) and all(len(A) == widget.n_clusters for A in rows)


def check_control(made, name, values):
    """Each value is refused as from Python and nothing changes, or it is taken; all stays whole."""
    widget = one_of_each(made)
    for value in values:
        before, sent = state(widget), []
        error = said(setattr, widget, name, value)
        assert len(error) < 400
        assert not error or same(before, state(widget)), (name, told(value))
        heard = []
        widget.observe(heard.append, controls(widget))
        refusals = []
        widget.send_state = lambda key=None, sent=sent: sent.extend(key)
        widget.send = refusals.append
        widget.set_state({name: value})
        del widget.send_state, widget.send
        widget.unobserve(heard.append, controls(widget))
        assert not (error and heard), (name, told(value))
        assert is_whole(widget), (name, told(value))
        if error:
            assert same(before, state(widget)), (name, told(value))
            assert name in sent, (name, told(value))
            assert name in refusals[-1]["refused"], (name, told(value))


def check_moves(made):
    """Good messages are followed; with a bad value among the good ones none of them is taken."""
    widget = one_of_each(made)
    for move in MOVES[made]:
        before = state(widget)
        for name in set(controls(widget)) - {*move}:
            for bad in ({name: "evil"}, {name: {}}):
                for message in ({**move, **bad}, {**bad, **move}):
                    widget.set_state(message)
                    assert same(before, state(widget)), message
        assert is_followed(widget, move), move
