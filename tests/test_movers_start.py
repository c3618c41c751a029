"""The movers of the first notebook: what they tell is what the formula says."""

import re

import numpy as np
import pytest

from depcluster.datasets import make_three
from depcluster.kernels import kernel_matrix, median_rule
from depcluster.widgets import Pair

X, y = make_three()


def told_numbers(widget):
    """The decimal numbers of a widget's line."""
    return [float(number) for number in re.findall(r"\d+\.\d+", widget.summary())]


def test_a_pair_tells_distance_and_similarity():
    mixed = np.random.default_rng(0).permutation(60)
    pair = Pair(X, y, order=mixed)
    K, s = kernel_matrix(X), median_rule(X)
    for i, l in ((0, 0), (3, 41), (59, 20)):
        pair.pair = i, l
        told_s, d, K_il = told_numbers(pair)
        assert told_s == pytest.approx(s, abs=5e-4)
        assert d == pytest.approx(np.sqrt(((X[i] - X[l]) ** 2).sum()), abs=5e-3)
        assert K_il == pytest.approx(K[i, l], abs=5e-3)
    assert "rows as given" in pair.summary()
    pair.sorted = True
    assert "sorted by group" in pair.summary()
    pair.pair = None
    assert len(told_numbers(pair)) == 1


def test_a_pair_shows_the_rows_in_the_order_asked_for_until_they_are_sorted():
    mixed = np.random.default_rng(1).permutation(60)
    pair, K = Pair(X, y, gamma=0.5, order=mixed), kernel_matrix(X, gamma=0.5)
    by_group = sorted(mixed, key=lambda i: y[i])
    for pair.sorted, order in ((False, mixed), (True, by_group)):
        table = next(axes.images[0] for axes in pair.still().axes if axes.images)
        assert np.allclose(table.get_array(), K[np.ix_(order, order)])


@pytest.mark.parametrize("wrong", [(0,), (0, 60), (0, -1), (0, 1.5), "01", 3, (True, 1), [0, 1, 2]])
def test_a_pair_is_two_of_the_points(wrong):
    pair = Pair(X, y)
    with pytest.raises(ValueError, match="pair must be None or two points from 0 to 59; got"):
        pair.pair = wrong
    assert pair.pair is None


def test_a_pair_wants_a_plane_small_enough_and_each_point_once():
    with pytest.raises(ValueError, match="X must have two columns"):
        Pair(np.zeros((4, 3)) + np.eye(4, 3), [0, 0, 1, 1])
    with pytest.raises(ValueError, match="X must have at most 300 rows in this widget; got 301"):
        Pair(np.random.default_rng(0).normal(size=(301, 2)), np.zeros(301, int))
    with pytest.raises(ValueError, match=r"order must name each of the points 0\.\.59 once"):
        Pair(X, y, order=np.zeros(60, int))
