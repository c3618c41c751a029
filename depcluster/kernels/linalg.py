"""Leading eigenvectors, the same ones on every run and every machine."""

from __future__ import annotations

import numpy as np
from scipy.sparse.linalg import ArpackError, eigsh

from .gram import Factor

_TIE = 1e-9


def leading_eigenvectors(gram, k):
    """The k algebraically largest eigenvalues and their eigenvectors, made unique.

    An eigenvector is free in its sign, and inside a repeated eigenvalue a solver may return
    any basis. Here each eigenspace gets the basis that pivoted Gram-Schmidt of its projector
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
    values, vectors = _solve(gram, min(k + 1, m))
    size = _TIE * max(np.abs(values).max(), np.finfo(float).tiny)
    if len(values) < m and abs(values[k - 1]) > size >= values[k - 1] - values[k]:
        values, vectors = _solve_whole(gram)  # the cut falls inside a repeated eigenvalue
    first = 0
    for last in range(1, len(values) + 1):
        if last == len(values) or values[last - 1] - values[last] > size:
            if last - first > 1 and abs(values[first]) > size:
                vectors[:, first:last] = _canonical_basis(vectors[:, first:last])
            if last >= k:
                break
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
        try:
            values, vectors = _solve_with_arpack(gram, k)
        except ArpackError:
            return _solve_whole(gram)
        if np.abs(vectors.T @ vectors - np.eye(k)[: len(values)]).max() < 1e-8:
            return values, vectors
    return _solve_whole(gram)


def _solve_whole(gram):
    values, vectors = np.linalg.eigh(gram.rows(np.arange(gram.shape[0])))
    return values[::-1], vectors[:, ::-1].copy()


def _solve_with_arpack(gram, k):
    """ARPACK, asked again with what it found taken out: one start can miss a repeated value.

    Where eigenvalues crowd together it converges slowly, and m decides how long to wait before
    the dense solver is the better choice.
    """
    rng = np.random.default_rng(0)
    m = gram.shape[0]
    options = {"which": "LA", "maxiter": 50 + m // 20}
    values, vectors = eigsh(gram, k=k, v0=rng.standard_normal(m), **options)
    while len(values) < m // 4:
        rest = _Deflated(gram, values, vectors)
        more, vector = eigsh(rest, k=1, v0=rng.standard_normal(m), tol=1e-10, **options)
        if more[0] <= np.sort(values)[-k] * (1 + _TIE):
            break
        values, vectors = np.append(values, more), np.column_stack([vectors, vector])
    order = np.argsort(values)[::-1][:k]
    return values[order], vectors[:, order].copy()


class _Deflated:
    """K with known eigenvalues pushed below all others."""

    def __init__(self, gram, values, vectors):
        self.gram, self.vectors = gram, vectors
        self.shift = values + np.abs(values).max()
        self.shape, self.dtype = gram.shape, gram.dtype

    def matvec(self, v):
        v = np.ravel(v)
        return self.gram.matvec(v) - self.vectors @ (self.shift * (self.vectors.T @ v))


def _canonical_basis(V):
    """Gram-Schmidt on the rows, the first of the longest taken each time."""
    left, directions = V.copy(), []
    for _ in range(V.shape[1]):
        size = (left**2).sum(axis=1)
        row = (size >= size.max() * (1 - 1e-6)).argmax()
        directions.append(left[row] / np.sqrt(size[row]))
        left -= np.outer(left @ directions[-1], directions[-1])
    return V @ np.array(directions).T


def _fix_signs(V):
    size = np.abs(V)
    first_of_the_largest = (size >= size.max(axis=0) * (1 - 1e-6)).argmax(axis=0)
    return V * np.where(V[first_of_the_largest, np.arange(V.shape[1])] < 0, -1.0, 1.0)
