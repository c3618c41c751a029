"""Labels for samples that have none: those of the nearest sample that has one."""

from __future__ import annotations

import numpy as np
from sklearn.neighbors import NearestNeighbors

from .._typing import Flags, Floats, Ints
from .._validation import as_array, check_samples, short_repr

_FAR = 10  # spreads from 0


def nearest(X: Floats, among: Floats) -> Ints:
    """For each sample, which of some others lies nearest.

    Parameters
    ----------
    X : ndarray of shape (k, d)
        There may be none.
    among : ndarray of shape (m, d)

    Returns
    -------
    ndarray of int of shape (k,)

    Raises
    ------
    ValueError
        If the two are no tables of numbers with the same columns.

    Examples
    --------
    >>> nearest(np.array([[0.9], [5.0]]), np.array([[0.0], [1.0], [2.0]]))
    array([1, 2])
    """
    among = check_samples(among, least=1)
    if not as_array(X, "X", "a table").size:
        return np.empty(0, dtype=np.intp)
    X = check_samples(X, least=1)
    if X.shape[1] != among.shape[1]:
        raise ValueError(f"X must have the columns of among, {among.shape[1]}; got {X.shape[1]}.")
    with np.errstate(over="ignore", invalid="ignore"):
        mean = among.mean(axis=0)
        far = np.abs(mean) > _FAR * among.std(axis=0)
    origin = np.where(far, mean, 0)  # as x'x - 2 x'y + y'y would lose digits
    found = NearestNeighbors(n_neighbors=1).fit(among - origin)
    return found.kneighbors(X - origin, return_distance=False)[:, 0]


def label_by_nearest(X: Floats, labels: Ints, undecided: Flags) -> None:
    """Give each undecided sample the label of the nearest decided one, in place.

    Parameters
    ----------
    X : ndarray of shape (m, d)
    labels : ndarray of int of shape (m,)
    undecided : ndarray of bool of shape (m,)
        Not all of them.

    Raises
    ------
    ValueError
        If the three do not fit together.

    Examples
    --------
    >>> labels = np.array([0, 1, -1])
    >>> label_by_nearest(np.array([[0.0], [5.0], [4.0]]), labels, labels < 0)
    >>> labels
    array([0, 1, 1])
    """
    X = check_samples(X, least=1)
    undecided = as_array(undecided, "undecided", "True or False a sample")
    if undecided.dtype != bool or undecided.shape != X.shape[:1] or undecided.all():
        raise ValueError(
            f"undecided must hold True or False for each of {len(X)} samples, and one False; got "
            f"{short_repr(undecided)}."
        )
    if not isinstance(labels, np.ndarray) or labels.shape != X.shape[:1]:
        raise ValueError(f"labels must be an array, one a sample; got {short_repr(labels)}.")
    if undecided.any():
        labels[undecided] = labels[~undecided][nearest(X[undecided], X[~undecided])]
