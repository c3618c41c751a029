"""Matrices: square, finite, symmetric."""

from __future__ import annotations

import numpy as np
from scipy.sparse import issparse

from .arrays import MOST, first_gap, where
from .messages import short_repr, warn

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
        raise ValueError(f"{name} must be finite; got {gap_of(M)}.")
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


def gap_of(M):
    """The first entry that is not finite and where it is, as an error shows them.

    Parameters
    ----------
    M : ndarray or sparse array of shape (m, d)
        Not all of it finite.

    Returns
    -------
    str
    """
    if not issparse(M):
        place = first_gap(M)
        return f"{short_repr(M[place])} in {where(place)}"
    M = M.tocoo()
    odd = np.flatnonzero(~np.isfinite(M.data))
    k = odd[np.lexsort((M.col[odd], M.row[odd]))[0]]
    return f"{short_repr(M.data[k])} in {where((M.row[k], M.col[k]))}"


def warn_if_distances(K, name="K"):
    """Warn of a matrix that looks like distances, where one of kernel values was asked for.

    Its diagonal is 0, no entry is negative and most are positive: a positive semi-definite matrix
    with such a diagonal holds only zeros. Neighbourhoods, which hold mostly zeros, pass.

    Parameters
    ----------
    K : ndarray or sparse array of shape (m, m)
        Symmetric.
    name : str, default="K"
        What the warning calls it.
    """
    if K.diagonal().any():
        return
    entries = K.data if issparse(K) else K
    if entries.min(initial=0) >= 0 and 2 * np.count_nonzero(entries) > K.shape[0] ** 2:
        warn(
            f"{name} looks like distances D: its diagonal is 0 and no entry is negative, where a "
            "kernel is largest for samples that are close. Try np.exp(-gamma * D**2) in its place, "
            "or np.exp(-gamma * D) if these are squared already."
        )


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
