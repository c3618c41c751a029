"""The small widgets in Python: what they send, set, refuse and fit."""

import numpy as np
import pytest
from refusals import not_refused

from depcluster import kernel_matrix
from depcluster.datasets import make_three
from depcluster.kernels import centre
from depcluster.labels import one_hot
from depcluster.widgets import (
    BlockSums,
    ClassSizes,
    CoinMosaic,
    CosineDial,
    DensityAngle,
    FilingTree,
    FourLeaves,
    HsicTables,
    KernelWidthSlider,
    LabelKernelSlider,
    LabelSprings,
    LonePoint,
    NewPoint,
    PairSimilarity,
    PieceGraph,
    TurningViews,
)

X, y = make_three()


def test_shuffled_labels_are_dealt_out_among_the_points():
    tables = HsicTables(np.eye(60), y)
    dealt = [tables.labels_at(share) for share in (0, 0.25, 1)]
    assert np.array_equal(dealt[0], y)
    assert (dealt[1] != y).sum() <= 30
    assert [np.bincount(labels).tolist() for labels in dealt] == [[20, 20, 20]] * 3


FOUR = [[2, 1, 0, -1], [1, 2, -1, 0], [0, -1, 2, 1], [-1, 0, 1, 2]]
ANGLES = np.arange(0, 360, 15.0)
AROUND = np.column_stack([np.cos(np.radians(ANGLES)), np.sin(np.radians(ANGLES))])


def turned(labels, images=None, **more):
    images = np.zeros((len(ANGLES), 6, 8)) if images is None else images
    return TurningViews(images, ANGLES, AROUND, labels, **more)


def test_small_widgets_refuse_what_they_cannot_show():
    of_blocks = BlockSums(FOUR, [0, 0, 1, 1])
    of_pair, of_tables = PairSimilarity(X, y), HsicTables(np.eye(4), [0, 0, 1, 1])
    width, edge = KernelWidthSlider({"three": (X, y)}, 3, factors=(0.5, 20), n_init=3), np.eye(4)
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
    P, four, many = np.random.default_rng(0).random((30, 2)), [0, 0, 1, 1], np.zeros((24, 300, 300))
    of = np.array([0, 0, 0, 1, 1, -1])
    sizes = ClassSizes({"a": (P[:6], of, [2, 2], [3, 1])})
    before = of_pair.pair, of_tables.labelling, of_blocks.labels.tolist(), width.factor
    assert not_refused((f"{name} must", setattr, of, name, v) for of, name, v in values) == []
    assert (of_pair.pair, of_tables.labelling, of_blocks.labels.tolist(), width.factor) == before
    cases = [
        ("distance must", DensityAngle, 5.1),
        ("agreement must", CoinMosaic, 1.01),
        ("legs must", FourLeaves, (1, 2, -1, 3)),
        ("inner must", FourLeaves, (1, 2, 1, 3), 4.1),
        ("corners must", setattr, FourLeaves(), "corners", [[0, 1.5]] * 4),
        ("weights must", PieceGraph, edge - np.eye(4)),
        ("rows of X must", LonePoint, X[:3]),
        ("size in X must", LonePoint, 1000 * X),
        ("extent of X must", LonePoint, X / 100),
        ("order must use each", PairSimilarity, X, y, None, y),
        ("labels must", HsicTables, np.eye(4), [0, 0, 1]),
        ("factors must be .* that ascend", KernelWidthSlider, {"three": (X, y)}, 3, (2, 1)),
        ("X must", PairSimilarity, np.eye(4), [0, 0, 1, 1]),
        ("rows of K must", HsicTables, np.eye(301), np.zeros(301, int)),
        ("rows of K must", BlockSums, np.eye(7), np.zeros(7, int)),
        ("shapes must", KernelWidthSlider, (X, y)),
        ("leaves of spec must", FilingTree, (17,)),
        ("filed must", setattr, FilingTree(), "filed", [4] * 10),
        ("step must", setattr, sizes, "step", 21),
        ("stop must", setattr, turned(np.zeros(24, int)), "stop", 24),
        ("pixels of images must be .* to 50 000.*::2", turned, np.zeros(24, int), many),
        ("labels must", LabelSprings, P, np.arange(30) % 5),
        ("X must", LabelSprings, 200 + P, np.zeros(30, int)),
        ("X must", LabelSprings, np.tile(P, (3, 1)), np.zeros(90, int)),
        ("A must", CosineDial, np.eye(2), [0, 1], np.eye(3)),
        ("K must not be constant", CosineDial, np.ones((4, 4)), four),
        ("number of labels must", CosineDial, np.eye(4), [0, 0, 0, 0]),
        ("first sizes must", ClassSizes, {"a": (P[:6], of, [2, 2, 1], [3, 1, 1])}),
        ("as many points of each class", ClassSizes, {"a": (P[:6], of, [4, 2], [3, 1])}),
        ("kernels must", LabelKernelSlider, P, {1: np.eye(3), 2: np.eye(4)}),
        ("X must hold numbers only.*dates", LabelKernelSlider, P.astype("M8[D]"), ALL_RELATED),
        ("rows of kernels must", LabelKernelSlider, P, {1: np.eye(11), 2: np.eye(11)}),
    ]
    assert not_refused(cases) == []


def test_a_dial_is_the_same_whatever_the_unit_of_the_kernel():
    K, labels = np.random.default_rng(0).random((6, 3)), [0, 0, 1, 1, 2, 2]
    one, tiny = (CosineDial(s * K @ K.T, labels)._given["sums"] for s in (1, 2.0**-700))
    for name in ("S", "best"):
        shares = [np.divide(of[name], of["norm"]) for of in (one, tiny)]
        np.testing.assert_allclose(*shares, rtol=1e-12)


def test_of_many_views_a_part_is_sent():
    angles = np.random.default_rng(0).permutation(300) * 1.2
    images = np.broadcast_to((angles / 360)[:, None, None], (300, 40, 50))
    places = np.random.default_rng(1).random((300, 2))
    widget = TurningViews(images, angles, places, np.zeros(300, int), start=91)
    given = widget._given
    stops = angles[given["stops"]]
    assert abs(stops[widget.stop] - 91) < 3
    assert sum(len(v) for v in given.values() if isinstance(v, bytes)) < 300_000
    shown = np.frombuffer(given["images"], np.uint8).reshape(given["shape"])[:, 0, 0, 0]
    np.testing.assert_array_equal(shown, np.rint(255 * stops / 360))
    assert (np.diff(stops) > 0).all()


ALL_RELATED = {d: np.ones((3, 3)) + (d - 1) * np.eye(3) for d in (2, 1.01, 0.99, 0)}


def test_objective_and_eigenvalue_are_those_of_the_kernel_on_screen():
    for normalization in ("l2", None):
        options = {"normalization": normalization, "refuse": False, "n_init": 2}
        slider = LabelKernelSlider(X, ALL_RELATED, **options)
        for slider.at, A in ALL_RELATED.items():
            P = one_hot(slider.labels, 3)
            P = P / np.sqrt(P.sum(axis=0)) if normalization else P
            J = np.trace(centre(kernel_matrix(X)) @ P @ A @ P.T)
            assert slider.objective == pytest.approx(J, abs=1e-9)
            assert slider._stop["smallest"] == pytest.approx(slider.at - 1)


def test_a_refused_kernel_leaves_the_clusters():
    slider = LabelKernelSlider(X, ALL_RELATED, "d", n_init=2)
    slider.at = 1.01
    before = slider.labels
    slider.at = 0.99
    assert slider.objective is None
    assert np.array_equal(slider.labels, before)
    with pytest.raises(ValueError, match="kernels must be positive semi-definite"):
        LabelKernelSlider(X, {0: ALL_RELATED[0], 2: ALL_RELATED[2]})
