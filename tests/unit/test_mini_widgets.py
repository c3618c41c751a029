"""The small widgets of lessons: what they say in Python is the literal formula."""

import numpy as np
from refusals import not_refused

from depcluster.datasets import make_three
from depcluster.widgets import (
    Bells,
    Blocks,
    CoinMosaic,
    FourLeaves,
    LonePoint,
    NewPoint,
    Pair,
    PieceGraph,
    Tables,
    Width,
)

X, y = make_three()


def test_shuffled_labels_are_dealt_out_among_the_points():
    tables = Tables(np.eye(60), y)
    dealt = [tables.labels_at(share) for share in (0, 0.25, 1)]
    assert np.array_equal(dealt[0], y)
    assert (dealt[1] != y).sum() <= 30
    assert [np.bincount(labels).tolist() for labels in dealt] == [[20, 20, 20]] * 3


FOUR = [[2, 1, 0, -1], [1, 2, -1, 0], [0, -1, 2, 1], [-1, 0, 1, 2]]


def test_small_widgets_refuse_what_they_cannot_show():
    of_blocks = Blocks(FOUR, [0, 0, 1, 1])
    of_pair, of_tables = Pair(X, y), Tables(np.eye(4), [0, 0, 1, 1])
    width, edge = Width({"three": (X, y)}, 3, factors=(0.5, 20), n_init=3), np.eye(4)
    edge[0, 1] = edge[1, 0] = 0.5
    values = [
        *((of_pair, "pair", v) for v in ((0,), (0, 60), (0, -1), (0, 1.5), "01", 3, (True, 1))),
        *((of_tables, "labelling", v) for v in ("the truth", None, 3, ["true groups"])),
        *((of_blocks, "labels", v) for v in ([0, 0, 1], [0, 0, 1, 2], [0.5] * 4, "0011")),
        *((width, "factor", v) for v in (2, "1", None, np.nan, [1])),
        *((PieceGraph(edge), "weights", v) for v in (np.eye(3), edge[::-1], 2 * edge)),
        *((LonePoint(X), "height", v) for v in (-0.1, 8.1)),
        *((LonePoint(X), "weighting", v) for v in ("none", None)),
        *((NewPoint(X), "place", v) for v in ((0, 101), (0, 0, 0), 1)),
    ]
    before = of_pair.pair, of_tables.labelling, of_blocks.labels.tolist(), width.factor
    assert not_refused((f"{name} must", setattr, of, name, v) for of, name, v in values) == []
    assert (of_pair.pair, of_tables.labelling, of_blocks.labels.tolist(), width.factor) == before
    cases = [
        ("distance must", Bells, 5.1),
        ("agreement must", CoinMosaic, 1.01),
        ("legs must", FourLeaves, (1, 2, -1, 3)),
        ("inner must", FourLeaves, (1, 2, 1, 3), 4.1),
        ("corners must", setattr, FourLeaves(), "corners", [[0, 1.5]] * 4),
        ("weights must", PieceGraph, edge - np.eye(4)),
        ("rows of X must", LonePoint, X[:3]),
        ("size in X must", LonePoint, 1000 * X),
        ("extent of X must", LonePoint, X / 100),
        ("order must use each", Pair, X, y, None, y),
        ("labels must", Tables, np.eye(4), [0, 0, 1]),
        ("factors must be .* that ascend", Width, {"three": (X, y)}, 3, (2, 1)),
        ("X must", Pair, np.eye(4), [0, 0, 1, 1]),
        ("K must", Tables, np.eye(301), np.zeros(301, int)),
        ("K must", Blocks, np.eye(7), np.zeros(7, int)),
        ("shapes must", Width, (X, y)),
    ]
    assert not_refused(cases) == []
