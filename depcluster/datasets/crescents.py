"""The toy data of Jenssen 2006: crescents, rings, and outliers to add.

Each function returns ``(X, y)``: samples of shape (m, 2) and labels 0..c-1 of shape (m,).
"""

from __future__ import annotations

import numpy as np


def make_crescents(sizes=(209, 210), random_state=0):
    """Two interlocking crescents, half circles of radius 2.8, the second 2.8 to the right.

    The first opens downwards around (0, 0), the second upwards around (2.8, 0); uniform angles,
    sd 0.28 in the radius. ``sizes=(209, 21)`` makes the second one sparse.

    Parameters
    ----------
    sizes : pair of int, default=(209, 210)
    random_state : int, default=0

    Returns
    -------
    X : ndarray of shape (m, 2)
    y : ndarray of int of shape (m,)

    Examples
    --------
    >>> X, y = make_crescents((209, 21))
    >>> X.shape, np.bincount(y)
    ((230, 2), array([209,  21]))
    """
    rng = np.random.default_rng(random_state)
    y = np.repeat([0, 1], sizes)
    angle = np.pi * (rng.random(len(y)) + y)
    radius = 2.8 + 0.28 * rng.standard_normal(len(y))
    X = radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    X[:, 0] += 2.8 * y
    return X, y


def make_three_rings(random_state=0):
    """A tight ring of 63 points inside two of 126: radii 0.3, 10 and 20, sd 0.3 in the radius.

    The points of a ring stand at equal angles. The innermost ring is close to a dot, and the
    outermost half as dense as the middle one.

    Parameters
    ----------
    random_state : int, default=0

    Returns
    -------
    X : ndarray of shape (315, 2)
    y : ndarray of int of shape (315,)
    """
    rng = np.random.default_rng(random_state)
    sizes = np.array([63, 126, 126])
    y = np.repeat([0, 1, 2], sizes)
    angle = 2 * np.pi * np.concatenate([np.arange(n) / n for n in sizes])
    radius = np.array([0.3, 10, 20])[y] + 0.3 * rng.standard_normal(len(y))
    return radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)]), y


def add_outliers(X, y, n_outliers=6, *, distance=2.2, apart=3.0, margin=4.0, random_state=0):
    """Put lonely points around a data set, labelled -1.

    Drawn uniformly from the bounding box of X, ``margin`` wider on each side; a draw too close
    to the samples or to an earlier outlier is taken back.

    Parameters
    ----------
    X : ndarray of shape (m, d)
    y : ndarray of int of shape (m,)
    n_outliers : int, default=6
    distance : float, default=2.2
        Least distance from the samples.
    apart : float, default=3.0
        Least distance between outliers.
    margin : float, default=4.0
    random_state : int, default=0

    Returns
    -------
    X : ndarray of shape (m + n_outliers, d)
    y : ndarray of int of shape (m + n_outliers,)

    Raises
    ------
    ValueError
        If 1000 draws an outlier find no place for all.
    """
    rng = np.random.default_rng(random_state)
    low, high = X.min(axis=0) - margin, X.max(axis=0) + margin
    placed = np.empty((0, X.shape[1]))
    for point in rng.uniform(low, high, size=(1000 * n_outliers, X.shape[1])):
        if len(placed) == n_outliers:
            break
        free = np.linalg.norm(X - point, axis=1).min() > distance
        if free and (np.linalg.norm(placed - point, axis=1) > apart).all():
            placed = np.vstack([placed, point])
    if len(placed) < n_outliers:
        raise ValueError(
            f"n_outliers must fit into the box: only {len(placed)} of {n_outliers} found a place "
            f"{distance} from the samples and {apart} apart. Widen margin or lower the distances."
        )
    return np.vstack([X, placed]), np.append(y, np.full(n_outliers, -1))
