"""The drawing pad's Python side: points and classes both ways, and what it refuses."""

import numpy as np
import pytest

from depcluster.widgets import DataPad
from depcluster.widgets.data_pad.toys import HALF, fitted, toys
from depcluster.widgets.data_pad.widget import MAX_POINTS

X = np.random.default_rng(0).uniform(-2, 2, (30, 2))
Y = np.arange(30) % 4


def test_points_and_classes_come_back_exactly():
    pad = DataPad(X, Y)
    np.testing.assert_array_equal(pad.X, X)
    np.testing.assert_array_equal(pad.y, Y)
    pad.X[0] = 9
    pad.y[0] = 9
    np.testing.assert_array_equal(pad.X, X)
    np.testing.assert_array_equal(pad.y, Y)


def test_an_empty_pad():
    pad = DataPad()
    assert pad.X.shape == (0, 2)
    assert pad.y.shape == (0,)
    assert pad.y.dtype.kind == "i"
    assert repr(pad) == "DataPad: no points yet"
    assert DataPad([], []).X.shape == (0, 2)


def test_what_the_page_sends_is_held():
    """As rows of x, y, class, in a view of a buffer."""
    pad = DataPad()
    rows = np.column_stack([X, Y]).astype("<f8").tobytes()
    pad.set_state({"_rows": memoryview(rows)})
    np.testing.assert_array_equal(pad.X, X)
    np.testing.assert_array_equal(pad.y, Y)


@pytest.mark.parametrize(
    "rows",
    [
        b"abc",
        bytes(24 * (MAX_POINTS + 1)),
        np.array([[0, 0, 1e9]]),
        np.array([[0, 0, 0.5]]),
        np.array([[0, 0, -1.0]]),
        np.array([[0, np.nan, 0]]),
        np.array([[0, 2.5, 0]]),
        np.array([[0, 0, np.inf]]),
        2**53,
        None,
    ],
    ids=str,
)
def test_what_no_pad_can_hold_is_refused_and_the_next_stroke_is_drawn(rows):
    pad = DataPad(X, Y)
    rows = rows.astype("<f8").tobytes() if isinstance(rows, np.ndarray) else rows
    pad.set_state({"_rows": rows})
    np.testing.assert_array_equal(pad.X, X)
    np.testing.assert_array_equal(pad.y, Y)
    with pytest.raises(ValueError, match="_rows must be bytes of at most 1000 rows x, y, class"):
        pad._rows = rows
    pad.set_state({"_rows": np.array([[1, 1, 9.0]]).tobytes()})
    assert (pad.X.tolist(), pad.y.tolist()) == ([[1, 1]], [9])


def test_points_and_classes_change_in_one_step():
    pad, seen = DataPad(), []
    pad.observe(lambda change: seen.append((len(pad.X), len(pad.y))), "_rows")
    pad.put(X, Y)
    pad.X = X[:10]
    pad.y = Y[:10]
    assert seen == [(30, 30), (10, 10), (10, 10)]


def test_assigned_points_keep_the_classes_of_as_many():
    pad = DataPad(X, Y)
    pad.X = -X
    np.testing.assert_array_equal(pad.y, Y)
    pad.X = X[:5]
    assert pad.y.tolist() == [0] * 5
    pad.X = []
    assert len(pad.X) == 0


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (([[4, 0]],), r"X must lie in \[-3, 3\] x \[-2, 2\]; got \(4, 0\).*DataPad.fitted"),
        (([[0, -2.5]],), "X must lie in"),
        (([[0, 0, 0]],), r"shape \(m, 2\); got shape \(1, 3\)"),
        ((np.zeros((MAX_POINTS + 1, 2)),), "at most 1000 points; got 1001"),
        (([[np.nan, 0]],), "no missing or infinite values"),
        (([["a", 0]],), "must hold numbers"),
        ((X, Y[:3]), r"y must hold one whole number a point, shape \(30,\); got shape \(3,\)"),
        ((X, Y + 0.5), "of float64"),
        ((X, Y + 7), r"y must lie in 0\.\.9; got 7\.\.10"),
        ((X, Y - 1), "y must lie in"),
    ],
)
def test_bad_points_are_refused_and_the_others_stay(args, words):
    with pytest.raises(ValueError, match=words):
        DataPad(*args)
    pad = DataPad(X, Y)
    with pytest.raises(ValueError, match=words):
        pad.put(*args)
    np.testing.assert_array_equal(pad.X, X)
    np.testing.assert_array_equal(pad.y, Y)


def test_classes_of_another_length_point_to_put():
    pad = DataPad(X, Y)
    with pytest.raises(ValueError, match=r"put\(X, y\)"):
        pad.y = [0, 1]


def test_fitted_points_keep_their_shape():
    for scale, shift in ((1e-3, 0), (50, 1000), (1, -7)):
        points = fitted(scale * X + shift)
        assert (np.abs(points) <= HALF).all()
        ratio = np.ptp(points, axis=0) / np.ptp(X, axis=0)
        assert ratio[0] == pytest.approx(ratio[1], rel=2e-3)
        DataPad(points)
    np.testing.assert_array_equal(fitted([[5, 5], [5, 5]]), np.zeros((2, 2)))
    line = fitted([[0, 3], [1, 3]])
    assert line[:, 1].tolist() == [0, 0]
    assert line[1, 0] > line[0, 0]


def test_every_toy_fits_on_the_pad():
    for points, classes in toys().values():
        pad = DataPad(points, classes)
        assert len(pad.X) <= 300
        assert len(np.unique(pad.y)) > 1
        assert len(np.unique(pad.X, axis=0)) == len(pad.X)
