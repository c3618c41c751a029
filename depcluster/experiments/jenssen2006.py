"""How clusters are compared with the truth in Jenssen 2006."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linear_sum_assignment
from sklearn.metrics.cluster import contingency_matrix

from ..labels.symmetries import overlaps


def error(y, labels):
    """Share of samples, those with y >= 0, that no renaming of the clusters brings to agree."""
    table = contingency_matrix(y[y >= 0], labels[y >= 0])
    right = table[linear_sum_assignment(table, maximize=True)].sum()
    return float(1 - right / (y >= 0).sum())


def names(y, labels):
    """What each cluster is called so that as many samples as can be bear their true label.

    >>> names(np.array([0, 0, 1, -1]), np.array([1, 1, 0, 0]))
    array([1, 0])
    """
    c = max(y.max(), labels.max()) + 1
    return linear_sum_assignment(overlaps(labels, np.where(y < 0, c, y), c), maximize=True)[1]
