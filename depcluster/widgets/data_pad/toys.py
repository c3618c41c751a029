"""The plane of a drawing pad, and sets of points to start from on it."""

from __future__ import annotations

import numpy as np
from sklearn.datasets import make_circles, make_moons

from ..._typing import ArrayLike, Floats
from ...datasets import (
    make_blobs4,
    make_circle,
    make_collinear,
    make_crescents,
    make_rings,
    make_spirals,
    make_xor,
)

HALF = np.array([3.0, 2.0])  # the plane is [-3, 3] x [-2, 2]
_ROOM = 0.85
_DECIMALS = 3


def fitted(X: ArrayLike) -> Floats:
    """Points moved and scaled, alike in both directions, into the middle of the pad's plane.

    Parameters
    ----------
    X : array-like of shape (m, 2)

    Returns
    -------
    ndarray of shape (m, 2)
        Rounded to 3 decimals; points that are all the same come to stand at (0, 0).
    """
    X = np.asarray(X, dtype=float)
    low, high = X.min(axis=0), X.max(axis=0)
    spread = np.where(high > low, high - low, np.inf)
    scale = np.min(2 * _ROOM * HALF / spread) or 1.0
    return np.round((X - (low + high) / 2) * scale, _DECIMALS) + 0.0


def toys():
    """Sets of points to start from.

    Returns
    -------
    dict of str to (ndarray of shape (m, 2), ndarray of int of shape (m,))
        Points on the pad and their classes.
    """
    drawn = {
        "two moons": make_moons(160, noise=0.07, random_state=0),
        "two circles": make_circles(160, noise=0.05, factor=0.5, random_state=0),
        "ring of eight": make_circle(160),
        "rings, far apart": make_rings(),
        "XOR": make_xor(),
        "collinear": make_collinear(),
        "crescents": make_crescents((90, 90)),
        "four blobs": make_blobs4(160),
        "spirals": make_spirals(160),
    }
    return {name: (fitted(X), np.asarray(y)) for name, (X, y) in drawn.items()}
