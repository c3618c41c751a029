"""Matrices: square, finite, symmetric."""

from __future__ import annotations

import numpy as np
from scipy.sparse import issparse

from .arrays import MOST

_ROWS = 256


def check_symmetric(
    M,
    name="K",
    *,
    what="a square matrix of kernel values",
    hint="Try (K + K.T) / 2, or pass the samples and a kernel name instead.",
):
    """Validate a matrix: square, finite, symmetric up to a relative 1e-8.

    Parameters
    ----------
    M : ndarray or sparse array
    name : str, default="K"
        What the errors call it.
    what : str
        What it must be, for the error about its shape.
    hint : str
        What to try, for the error about its symmetry.

    Returns
    -------
    ndarray or sparse array
        M itself.

    Raises
    ------
    ValueError
    """
    if M.ndim != 2 or M.shape[0] != M.shape[1] or not M.shape[0]:
        raise ValueError(f"{name} must be {what}; got shape {M.shape}.")
    size, gap = _size_and_gap(M)
    if not np.isfinite(size):
        raise ValueError(f"{name} must be finite; got NaN or infinity in it.")
    if size > MOST:
        raise ValueError(
            f"{name} must have entries of at most {MOST:g} in size, so that sums of squares are "
            f"numbers; got {size:.3g}. Divide it by its largest entry."
        )
    if gap > 1e-8 * max(size, np.finfo(float).tiny):
        raise ValueError(
            f"{name} must be symmetric; entries differ from their mirror by up to {gap:.3g}. {hint}"
        )
    return M


def _size_and_gap(M):
    """The largest entry and the largest difference from a mirror entry, in absolute value."""
    if issparse(M):
        return np.abs(M.data).max(initial=0), abs(M - M.T).max() if np.isfinite(M.data).all() else 0
    size, gap = 0.0, 0.0
    for i in range(0, len(M), _ROWS):
        right, below = M[i : i + _ROWS, i:], M[i:, i : i + _ROWS]
        size = np.max([size, right.max(), -right.min(), below.max(), -below.min()])
        if not np.isfinite(size):
            return size, gap
        gap = max(gap, np.abs(right - below.T).max())
    return size, gap
