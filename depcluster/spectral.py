"""Leading eigenvectors, the same ones on every run and every machine."""

from __future__ import annotations

import numpy as np
from scipy.linalg import eigh, qr
from scipy.sparse.linalg import ArpackError, eigsh

from .gram import Factor

_TIE = 1e-9


def leading_eigenvectors(gram, k):
    """The k algebraically largest eigenvalues and their eigenvectors, made unique.

    An eigenvector is free in its sign, and inside a repeated eigenvalue a solver may return
    any basis. Here each eigenspace gets the basis that pivoted QR of its projector
    yields, which depends on the space alone, and each vector the sign that makes its entry
    of largest size positive. Directions of eigenvalue zero are left as the solver gives them.

    Parameters
    ----------
    gram : a Gram, or any object with shape, dtype, matvec and rows
        Symmetric, (m, m).
    k : int
        Between 1 and m.

    Returns
    -------
    values : ndarray of shape (k,)
        In descending order.
    vectors : ndarray of shape (m, k)
        Orthonormal columns.
    """
    m = gram.shape[0]
    wanted = min(k + 1, m)
    while True:
        values, vectors = _solve(gram, wanted)
        size = _TIE * max(np.abs(values).max(), np.finfo(float).tiny)
        cut_inside_a_tie = values[k - 1] - values[-1] <= size and abs(values[k - 1]) > size
        if wanted == m or not cut_inside_a_tie:
            break
        wanted = min(2 * wanted, m)
    first = 0
    for last in range(1, wanted + 1):
        if last == wanted or values[last - 1] - values[last] > size:
            if last - first > 1 and abs(values[first]) > size:
                vectors[:, first:last] = _canonical_basis(vectors[:, first:last])
            first = last
    return values[:k], _fix_signs(vectors[:, :k])


def _solve(gram, k):
    m = gram.shape[0]
    if isinstance(gram, Factor) and k <= gram.B.shape[1] < m:
        values, V = np.linalg.eigh(gram.B.T @ gram.B)
        values, V = values[: -k - 1 : -1], V[:, : -k - 1 : -1]
        if values[-1] > _TIE * values[0]:
            return values, gram.B @ V / np.sqrt(values)
    if m > 200 and k < m // 10:
        v0 = np.random.default_rng(0).standard_normal(m)
        try:
            values, vectors = eigsh(gram, k=k, which="LA", v0=v0)
            return values[::-1], vectors[:, ::-1].copy()
        except ArpackError:
            pass
    values, vectors = eigh(gram.rows(np.arange(m)), subset_by_index=[m - k, m - 1])
    return values[::-1], vectors[:, ::-1].copy()


def _canonical_basis(V):
    Q = qr(V.T, mode="economic", pivoting=True)[0]
    return V @ Q


def _fix_signs(V):
    size = np.abs(V)
    first_of_the_largest = (size >= size.max(axis=0) * (1 - 1e-6)).argmax(axis=0)
    return V * np.where(V[first_of_the_largest, np.arange(V.shape[1])] < 0, -1.0, 1.0)
