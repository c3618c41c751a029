"""Samples as points of the plane, near enough to 0 for single precision to tell them apart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

_FAR = 100.0  # extents from 0: further out single precision sees too little of the differences
_SMALL, _LARGE = 1e-30, 1e30


@dataclass(frozen=True)
class Plane:
    """Some samples in the plane, and how others get there.

    Attributes
    ----------
    points : ndarray of shape (m, 2)
        X itself for d = 2, with a second coordinate 0 for d = 1, else the first two principal
        components.
    caption : str
        Which of them, and what was taken away from X where it lies more than 100 of its extents
        from 0, or its unit where it is below 1e-30 or above 1e30 in size.
    place : callable
        From samples (k, d) to points (k, 2).
    """

    points: np.ndarray
    caption: str
    place: Callable[[np.ndarray], np.ndarray]

    @property
    def moved(self):
        """Whether points have other coordinates than their samples."""
        return bool(self.caption)


def plane_of(X):
    """The plane in which samples are shown.

    Parameters
    ----------
    X : array-like of shape (m, d)

    Returns
    -------
    Plane

    Examples
    --------
    >>> far = plane_of([[1e9, 0.0], [1e9 + 2, 1.0]])
    >>> far.caption, far.points.tolist()
    ('less (1000000000, 0)', [[0.0, 0.0], [2.0, 1.0]])
    >>> plane_of([[0.0, 3e-300], [1e-300, 0.0]]).caption
    'in units of 1e-300'
    """
    X = np.asarray(X, dtype=float)
    origin, unit = _origin_and_unit(X)
    words = []
    if X.shape[1] == 1:
        words.append("one feature")
    if X.shape[1] <= 2 and origin.any():
        words.append(f"less ({', '.join(f'{x:.15g}' for x in origin)})")

    def near(Z):
        Z = np.asarray(Z, dtype=float)
        return (Z - origin) / unit if unit != 1 else Z - origin if origin.any() else Z

    if X.shape[1] > 2:
        points, place, caption = _principal(near(X), near)
        words.append(caption)
    else:
        place = near if X.shape[1] == 2 else lambda Z: _beside_zero(near(Z))
        points = place(X)
    if unit != 1:
        words.append(f"in units of {unit:g}")
    return Plane(points, ", ".join(words), place)


def as_plane(X):
    """Samples as points in the plane.

    Parameters
    ----------
    X : array-like of shape (m, d)

    Returns
    -------
    points : ndarray of shape (m, 2)
        X itself for d = 2, with a second coordinate 0 for d = 1, else the first two
        principal components; nearer to 0 if X lies far from it (see `Plane`).
    caption : str
        Which of them.
    """
    plane = plane_of(X)
    return plane.points, plane.caption


def _origin_and_unit(X):
    """What to take away from every sample, a round number, and what to divide them by."""
    low, high = X.min(axis=0), X.max(axis=0)
    half = float((high / 2 - low / 2).max()) or float(np.abs(X).max()) / 2
    unit = 1.0
    if half and not _SMALL <= half <= _LARGE:
        unit = 10.0 ** max(np.floor(np.log10(half)), -300)
    middle, extent = low / 2 + high / 2, 2 * (half / unit)
    if np.abs(middle / unit).max() <= _FAR * extent:
        return np.zeros(X.shape[1]), unit
    step = 10.0 ** np.ceil(np.log10(extent)) * unit
    return np.round(middle / step) * step, unit


def _beside_zero(x):
    return np.column_stack([x[:, 0], np.zeros(len(x))])


def _principal(X, near):
    mean = X.mean(axis=0)
    U, s, Vt = np.linalg.svd(X - mean, full_matrices=False)
    flip = np.sign(U[np.abs(U[:, :2]).argmax(axis=0), [0, 1]])
    share = 100 * (s[:2] ** 2).sum() / max((s**2).sum(), np.finfo(float).tiny)
    caption = f"PCA, {share:.0f} % of variance"
    return U[:, :2] * s[:2] * flip, lambda Z: (near(Z) - mean) @ (Vt[:2].T * flip), caption
