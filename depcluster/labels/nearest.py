"""Labels for samples that have none: those of the nearest sample that has one."""

from __future__ import annotations

import numpy as np
from sklearn.neighbors import NearestNeighbors


def nearest(X, among):
    """For each sample, which of some others lies nearest.

    Parameters
    ----------
    X : ndarray of shape (k, d)
        There may be none.
    among : ndarray of shape (m, d)

    Returns
    -------
    ndarray of int of shape (k,)

    Examples
    --------
    >>> nearest(np.array([[0.9], [5.0]]), np.array([[0.0], [1.0], [2.0]]))
    array([1, 2])
    """
    if not len(X):
        return np.empty(0, dtype=np.intp)
    found = NearestNeighbors(n_neighbors=1).fit(among)
    return found.kneighbors(X, return_distance=False)[:, 0]


def label_by_nearest(X, labels, undecided):
    """Give each undecided sample the label of the nearest decided one, in place.

    Parameters
    ----------
    X : ndarray of shape (m, d)
    labels : ndarray of int of shape (m,)
    undecided : ndarray of bool of shape (m,)
    """
    if undecided.any():
        labels[undecided] = labels[~undecided][nearest(X[undecided], X[~undecided])]
