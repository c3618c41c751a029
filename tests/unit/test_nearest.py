"""Labels of samples that have none."""

import numpy as np
import pytest

from depcluster.labels import label_by_nearest, nearest


@pytest.mark.parametrize("d", [1, 3, 40])
def test_the_nearest_is_the_nearest(d):
    rng = np.random.default_rng(d)
    X, among = rng.normal(size=(20, d)), rng.normal(size=(30, d))
    literal = [min(range(30), key=lambda j: ((x - among[j]) ** 2).sum()) for x in X]
    assert nearest(X, among).tolist() == literal
    assert nearest(X[:0], among).tolist() == []


def test_the_undecided_follow_the_decided_and_nobody_else_moves():
    X = np.array([[0.0], [1.0], [1.4], [5.0], [6.0]])
    labels = np.array([0, 7, 7, 1, 7])
    label_by_nearest(X, labels, labels == 7)
    assert labels.tolist() == [0, 0, 0, 1, 1]
    label_by_nearest(X, labels, np.zeros(5, dtype=bool))
    assert labels.tolist() == [0, 0, 0, 1, 1]
