"""Samples in a sparse table: one form of it, with errors that say which entry is none."""

from __future__ import annotations

import numpy as np

from .arrays import MEND_ROWS, NO_GAPS
from .kernels import as_csr
from .matrices import gap_of


def as_sparse_samples(X, least=1):
    """A sparse table of samples in one form; it is never made dense.

    Parameters
    ----------
    X : sparse matrix or array of shape (m, d)
        Of any format and real type; never changed.
    least : int, default=1
        Samples there must be.

    Returns
    -------
    csr_array of float of shape (m, d)
        Duplicates summed, indices sorted, no zeros stored: equal rows are equal in every byte.

    Raises
    ------
    ValueError
        If X holds what is no finite real number, its indices point outside, or it has too few
        rows or no column.

    Examples
    --------
    >>> from scipy import sparse
    >>> as_sparse_samples(sparse.csc_matrix([[0.0, np.inf]]))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    ValueError: X must have no missing or infinite values; got inf in row 0, column 1. Leave ...
    """
    X = as_csr(X, "X")
    if X.shape[0] < least or not X.shape[1]:
        raise ValueError(
            f"X must have at least {least} rows, a sample each, and a column; got shape {X.shape}."
        )
    if not np.isfinite(X.data).all():
        raise ValueError(f"X must {NO_GAPS}; got {gap_of(X)}. {MEND_ROWS}")
    return X


def equal_rows(X):
    """Which rows of a sparse table are the same.

    Parameters
    ----------
    X : csr_array of shape (m, d)
        As `as_sparse_samples` gives it.

    Returns
    -------
    first : ndarray of int of shape (k,)
        The first row of each kind, in ascending order.
    which : ndarray of int of shape (m,)
        The kind of each row.
    """
    kinds, first, which = {}, [], np.empty(X.shape[0], dtype=np.intp)
    for i in range(X.shape[0]):
        span = slice(X.indptr[i], X.indptr[i + 1])
        row = X.indices[span].tobytes(), X.data[span].tobytes()
        which[i] = kinds.setdefault(row, len(first))
        if which[i] == len(first):
            first.append(i)
    return np.array(first, dtype=np.intp), which
