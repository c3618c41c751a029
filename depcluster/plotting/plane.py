"""Samples as points of the plane, near enough to 0 for single precision to tell them apart."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .._typing import ArrayLike, Floats

_FAR = 100.0  # extents from 0: further out single precision sees too little of the differences
_SMALL, _LARGE = 1e-30, 1e30


@dataclass(frozen=True)
class Plane:
    """How samples of d features get into the plane, and what of them is shown there."""

    caption: str  # empty where they are shown as they are
    origin: np.ndarray  # (d,), taken away; 0 unless they lie more than 100 extents away from it
    unit: float  # they are divided by; 1 unless they are below 1e-30 or above 1e30 in size
    mean: np.ndarray | None = None  # (d,), taken away after that, beyond two features
    axes: np.ndarray | None = None  # (d, 2), the first two principal ones, beyond two features

    def place(self, X):
        """Points (k, 2) of samples (k, d); a second coordinate 0 for d = 1."""
        X = near(X, self.origin, self.unit)
        if self.axes is not None:
            return (X - self.mean) @ self.axes
        return X if X.shape[1] == 2 else np.column_stack([X[:, 0], np.zeros(len(X))])

    def back(self, points):
        """Samples with two features, (k, 2), from their points."""
        return points * self.unit + self.origin


def plane_of(X):
    """Points (m, 2) of samples (m, d), as of `as_plane`, and their `Plane`.

    >>> points, plane = plane_of([[1e9, 0.0], [1e9 + 2, 1.0]])
    >>> plane.caption, points.tolist()
    ('less (1e+09, 0)', [[0.0, 0.0], [2.0, 1.0]])
    >>> plane_of([[0.0, 3e-300], [1e-300, 0.0]])[1].caption
    'in units of 1e-300'
    """
    X = np.asarray(X, dtype=float)
    origin, unit = _origin_and_unit(X)
    words, d = [], X.shape[1]
    if d == 1:
        words.append("one feature")
    if d <= 2 and origin.any():
        words.append(f"less ({', '.join(map(_short, origin))})")
    points, share, of_axes = None, None, {}
    if d > 2:
        points, share, of_axes = _principal(near(X, origin, unit))
        words.append(f"PCA, {share:.0f} % of variance")
    if unit != 1:
        words.append(f"in units of {unit:g}")
    plane = Plane(", ".join(words), origin, unit, **of_axes)
    return plane.place(X) if points is None else points, plane


def as_plane(X: ArrayLike) -> tuple[Floats, str]:
    """Samples as points in the plane.

    Parameters
    ----------
    X : array-like of shape (m, d)

    Returns
    -------
    points : ndarray of shape (m, 2)
        X itself for d = 2, with a second coordinate 0 for d = 1, else the first two
        principal components. What lies more than 100 extents away from 0, or is below 1e-30 or
        above 1e30 in size, is brought nearer.
    caption : str
        Which of them, what was taken away from X, and its unit.

    Examples
    --------
    >>> points, caption = as_plane([[1.0], [2.0]])
    >>> points
    array([[1., 0.],
           [2., 0.]])
    """
    points, plane = plane_of(X)
    return points, plane.caption


def near(X, origin, unit):
    """``(X - origin) / unit``, and X itself, to the last bit, where these are 0 and 1."""
    X = np.asarray(X, dtype=float)
    X = X - origin if np.any(origin) else X
    return X if unit == 1 else X / unit


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


def _short(x):
    return f"{x:g}" if float(f"{x:g}") == x else f"{x:.15g}"


def _principal(X):
    mean = X.mean(axis=0)
    U, s, Vt = np.linalg.svd(X - mean, full_matrices=False)
    flip = np.sign(U[np.abs(U[:, :2]).argmax(axis=0), [0, 1]])
    share = 100 * (s[:2] ** 2).sum() / max((s**2).sum(), np.finfo(float).tiny)
    return U[:, :2] * s[:2] * flip, share, {"mean": mean, "axes": Vt[:2].T * flip}
