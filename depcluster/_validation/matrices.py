"""Kernel matrices from lists, arrays and sparse formats: one form, and what may be wrong."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse
from scipy.sparse import csr_array

from .._typing import Floats
from .arrays import MOST, as_numbers, first_gap, where
from .messages import short_repr, warn

_ROWS = 256


def as_kernel(K: Any, name: str = "K", *, allow_sparse: bool = False) -> Floats | csr_array:
    """A kernel matrix from whatever holds one, never changed; sparse ones as CSR, where allowed."""
    table = as_csr(K, name) if allow_sparse and sparse.issparse(K) else as_numbers(K, name)
    return check_similarities(table, name)


def as_csr(K, name="K"):
    """A csr_array of floats: duplicates summed, indices sorted, no zeros stored.

    On the data of K where they already have this form, on a copy where not; K is never changed.
    """
    K = K if sparse.issparse(K) else as_numbers(K, name)
    if K.ndim != 2:
        raise ValueError(f"{name} must have two dimensions; got shape {K.shape}.")
    if K.dtype.kind not in "biuf":
        raise ValueError(f"{name} must hold real numbers; got {K.dtype}.")
    if getattr(K, "format", None) in ("csr", "csc", "bsr"):  # scipy takes their indices on trust
        K = type(K)(K)  # other views of the same data: the check trims what it looks at
        try:
            K.check_format(full_check=True)
        except ValueError as error:
            words = f"{name} must be a sound sparse matrix; scipy says: {error}."
            raise ValueError(words) from None
    given, K = K, sparse.csr_array(K)
    if not K.has_canonical_format or (K.data == 0).any():
        K = sparse.csr_array(given, copy=True)
        K.sum_duplicates()
        K.eliminate_zeros()
    K = K.astype(float, copy=False)
    index = np.int32 if max(*K.shape, K.nnz) <= np.iinfo(np.int32).max else np.int64
    if K.indices.dtype != index:
        parts = K.data, K.indices.astype(index), K.indptr.astype(index)
        K = sparse.csr_array(parts, shape=K.shape)
    return K


def check_symmetric(
    M: Any,
    name: str = "K",
    *,
    what: str = "a square matrix of kernel values",
    hint: str = "Try (K + K.T) / 2, or pass the samples and a kernel name instead.",
) -> Floats | csr_array:
    """M itself, dense or sparse: square, finite, symmetric up to a relative 1e-8."""
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


def _size_and_gap(M):
    """The largest entry and the largest difference from a mirror entry, in absolute value."""
    if sparse.issparse(M):
        return np.abs(M.data).max(initial=0), abs(M - M.T).max() if np.isfinite(M.data).all() else 0
    size, gap = 0.0, 0.0
    for i in range(0, len(M), _ROWS):  # no second matrix of that size
        right, below = M[i : i + _ROWS, i:], M[i:, i : i + _ROWS]
        size = np.max([size, right.max(), -right.min(), below.max(), -below.min()])
        if not np.isfinite(size):
            return size, gap
        gap = max(gap, np.abs(right - below.T).max())
    return size, gap


def gap_of(M):
    """The first entry that is not finite and where it is, as an error shows them."""
    if not sparse.issparse(M):
        place = first_gap(M)
        return f"{short_repr(M[place])} in {where(place)}"
    M = M.tocoo()
    odd = ~np.isfinite(M.data)
    *place, value = min(zip(M.row[odd], M.col[odd], M.data[odd], strict=True))
    return f"{short_repr(value)} in {where(place)}"


def check_similarities(K: Any, name: str = "K") -> Floats | csr_array:
    """K itself if it is symmetric, with a warning if it looks like distances."""
    check_symmetric(K, name)
    if looks_like_distances(K):
        warn(
            f"{name} looks like distances D: its diagonal is 0 and no entry is negative, where a "
            "kernel is largest for samples that are close. Try np.exp(-gamma * D**2) in its place, "
            "or np.exp(-gamma * D) if these are squared already."
        )
    return K


def looks_like_distances(M):
    """Whether a square matrix is 0 on its diagonal, up to rounding, nowhere negative, mostly not 0.

    The largest entry of a positive semi-definite matrix is on its diagonal, so that it is none.
    Neighbourhoods, which hold mostly zeros, are no distances.
    """
    entries = M.data if sparse.issparse(M) else M
    size = entries.max(initial=0)
    rounding = 1e-3 * size  # of roots and arc cosines of single precision
    if np.abs(M.diagonal()).max() > rounding or entries.min(initial=0) < -rounding:
        return False
    return 2 * np.count_nonzero(entries > 1e-8 * size) > M.shape[0] ** 2


def is_symmetric(M):
    """Whether a square matrix of numbers is symmetric, up to rounding."""
    size, gap = _size_and_gap(M)
    return gap <= 1e-8 * size
