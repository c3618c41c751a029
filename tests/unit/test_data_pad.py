"""The drawing pad's Python side: points and classes both ways, and what it refuses."""

import numpy as np
import pytest
from refusals import not_refused

from depcluster.widgets import DataPad
from depcluster.widgets.data_pad.toys import HALF, fitted, toys
from depcluster.widgets.data_pad.widget import MAX_POINTS

X = np.random.default_rng(0).uniform(-2, 2, (30, 2))
Y = np.arange(30) % 4


def test_points_and_classes_come_back_exactly():
    pad = DataPad(X, Y)
    for part in (pad.X, pad.y):
        part[0] = 9
    np.testing.assert_array_equal(pad.X, X)
    np.testing.assert_array_equal(pad.y, Y)
    assert (DataPad().X.shape, DataPad([], []).y.shape) == ((0, 2), (0,))


def test_what_no_pad_can_hold_is_refused_and_the_next_stroke_is_drawn():
    pad = DataPad(X, Y)
    rows = [0, 0, 1e9], [0, 0, 0.5], [0, 0, -1.0], [0, np.nan, 0], [0, 2.5, 0], [0, 0, np.inf]
    sent = [np.array([row]).tobytes() for row in rows]
    for held in (*sent, b"abc", bytes(24 * (MAX_POINTS + 1)), 2**53, None):
        pad.set_state({"_rows": held})
        with pytest.raises(ValueError, match="_rows must"):
            pad._rows = held
        np.testing.assert_array_equal(pad.X, X)
        np.testing.assert_array_equal(pad.y, Y)
    pad.set_state({"_rows": np.array([[1, 1, 9.0]]).tobytes()})
    assert (pad.X.tolist(), pad.y.tolist()) == ([[1, 1]], [9])


def test_points_and_classes_change_in_one_step():
    pad, seen = DataPad(), []
    pad.observe(lambda change: seen.append((len(pad.X), len(pad.y))), "_rows")
    pad.put(X, Y)
    pad.X = -X
    np.testing.assert_array_equal(pad.y, Y)
    pad.X = X[:10]
    assert pad.y.tolist() == [0] * 10
    pad.y = Y[:10]
    assert seen == [(30, 30), (30, 30), (10, 10), (10, 10)]


def test_bad_points_are_refused_and_the_others_stay():
    pad = DataPad(X, Y)
    cases = [
        (r"X must lie in.*got \(4, 0\).*DataPad.fitted", [[4, 0]]),
        ("shape", [[0, 0, 0]]),
        ("at most 1000 points", np.zeros((MAX_POINTS + 1, 2))),
        ("no missing or infinite values", [[np.nan, 0]]),
        ("y must", X, Y[:3]),
        ("y must", X, Y + 0.5),
        ("y must lie in", X, Y + 7),
        ("y must lie in", X, Y - 1),
    ]
    for put in (DataPad, pad.put):
        assert not_refused((words, put, *points) for words, *points in cases) == []
    assert not_refused([(r"put\(X, y\)", setattr, pad, "y", [0, 1])]) == []
    np.testing.assert_array_equal(pad.X, X)
    np.testing.assert_array_equal(pad.y, Y)


def test_fitted_points_keep_their_shape_and_toys_fit():
    for scale, shift in ((1e-3, 0), (50, 1000), (1, -7)):
        points = fitted(scale * X + shift)
        assert (np.abs(points) <= HALF).all()
        ratio = np.ptp(points, axis=0) / np.ptp(X, axis=0)
        assert ratio[0] == pytest.approx(ratio[1], rel=2e-3)
    np.testing.assert_array_equal(fitted([[5, 5], [5, 5]]), np.zeros((2, 2)))
    assert fitted([[0, 3], [1, 3]])[:, 1].tolist() == [0, 0]
    for points, classes in toys().values():
        pad = DataPad(points, classes)
        assert len(np.unique(pad.y)) > 1
        assert len(np.unique(pad.X, axis=0)) == len(pad.X) <= 300
