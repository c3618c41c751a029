"""Kernel matrices as users give them: one door for lists, arrays and every sparse format."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from .arrays import as_array
from .matrices import check_symmetric
from .messages import short_repr

_REAL = "biuf"


def as_kernel(K, name="K", *, allow_sparse=False, symmetric=True):
    """A kernel matrix from whatever holds one, checked.

    Parameters
    ----------
    K : array-like or sparse array of shape (m, m)
        Never changed.
    name : str, default="K"
        What the errors call it.
    allow_sparse : bool, default=False
        Whether a sparse one may be; it stays sparse.
    symmetric : bool, default=True
        Whether it must be finite and symmetric, up to a relative 1e-8; square it must be anyhow.

    Returns
    -------
    ndarray of float or csr_array of float
        The very array given, where it is one of floats.

    Raises
    ------
    ValueError

    Examples
    --------
    >>> as_kernel([[2, 1], [1, 2]])
    array([[2., 1.],
           [1., 2.]])
    """
    table = as_csr(K, name) if allow_sparse and sparse.issparse(K) else as_numbers(K, name)
    if symmetric:
        return check_symmetric(table, name)
    if table.ndim != 2 or table.shape[0] != table.shape[1]:
        raise ValueError(f"{name} must be a square matrix; got shape {table.shape}.")
    return table


def as_csr(K, name="K"):
    """A sparse matrix in one form: CSR of floats, duplicates summed, indices sorted, no zeros.

    Parameters
    ----------
    K : sparse matrix or array, or array-like
        Of any format and real type; never changed.
    name : str, default="K"
        What the errors call it.

    Returns
    -------
    csr_array of float
        On the data of K where they already have this form, on a copy where not.

    Raises
    ------
    ValueError
        If K is no table of real numbers, or its indices point outside.

    Examples
    --------
    >>> twice = sparse.coo_array(([1, 2], ([0, 0], [1, 1])), shape=(2, 2))
    >>> as_csr(twice).toarray()
    array([[0., 3.],
           [0., 0.]])
    """
    K = K if sparse.issparse(K) else as_numbers(K, name)
    if K.ndim != 2:
        raise ValueError(f"{name} must have two dimensions; got shape {K.shape}.")
    if K.dtype.kind not in _REAL:
        raise ValueError(f"{name} must hold real numbers; got {K.dtype}.")
    given = _sound(K, name)
    K = sparse.csr_array(given)
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


def _sound(K, name):
    """K with its indices checked, where its format has some that scipy takes on trust."""
    if getattr(K, "format", None) not in ("csr", "csc", "bsr"):
        return K
    K = type(K)(K)  # other views of the same data: the check trims what it looks at
    try:
        K.check_format(full_check=True)
    except ValueError as error:
        raise ValueError(f"{name} must be a sound sparse matrix; scipy says: {error}.") from None
    return K


def as_numbers(values, name):
    """Real numbers from whatever holds them, of any shape.

    Parameters
    ----------
    values : array-like
    name : str
        What the error calls them.

    Returns
    -------
    ndarray of float
        The very array given, where it is one of floats.

    Raises
    ------
    ValueError
    """
    table = as_array(values, name, "a table of real numbers")
    try:
        if table.dtype.kind == "O":
            table = table.astype(float)
    except (TypeError, ValueError, OverflowError):
        table = None
    if table is None or table.dtype.kind not in _REAL:
        got = short_repr(values) if table is None or table.dtype.kind == "O" else table.dtype
        raise ValueError(f"{name} must be a table of real numbers; got {got}.")
    return np.asarray(table, dtype=float)
