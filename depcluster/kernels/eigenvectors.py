"""Leading eigenvectors, the same ones on every run and every machine.

The graph of a sparse kernel is often disconnected, and an eigensolver that is shown the whole
matrix mixes components whose eigenvalues agree, and leaves rounding noise outside the one an
eigenvector lives on. Component by component neither can happen: outside there are exact zeros.

Large matrices are read once for each product with a block of vectors, which sees a repeated
eigenvalue as often as it is wide; a single vector does not.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse.csgraph import connected_components
from scipy.sparse.linalg import ArpackError, eigsh

from .._typing import ArrayLike, Floats, Ints, SparseArray
from .._validation import as_csr, as_kernel
from .gram import Dense, Factor, Sparse

_TIE = 1e-9
_LARGE = 2000  # rows of a matrix that is too large for a processor's cache
_EXACT = 1e-14  # residuals of eigenvectors, in units of the largest eigenvalue
_KNOWN = 1e-10  # of the last one, of which only the value counts
_MOST = 1500  # columns that K is multiplied with
_EXTRA = 8  # columns of a block, beyond the eigenvectors that are wanted
_BLOCKS = 10  # in a Krylov space, before it is cut back
_ROUGH, _MOST_GROWTHS = 4, 40  # blocks of a span without a tolerance, and with one
_SETTLED = 1e-3


def leading_eigenvectors(gram: Any, k: int) -> tuple[Floats, Floats]:
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

    Examples
    --------
    >>> from depcluster.kernels import Dense
    >>> values, vectors = leading_eigenvectors(Dense([[2.0, 1.0], [1.0, 2.0]], centred=False), 1)
    >>> values.round(6), vectors.ravel().round(3)
    (array([3.]), array([0.707, 0.707]))
    """
    m = gram.shape[0]
    n = min(k + 1, m)
    values, vectors = _solve(gram, n)
    size = _TIE * max(np.abs(values).max(), np.finfo(float).tiny)
    while len(values) < m and abs(values[k - 1]) > size >= (values[k - 1 : -1] - values[k:]).max():
        n = 4 * n if _is_large(gram, 4 * n) else m  # the cut falls inside a repeated eigenvalue
        values, vectors = _solve(gram, n)
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
    if _is_large(gram, k):
        found = _solve_by_blocks(gram, k)
        if found is not None:
            return found
    if m > 200 and k < m // 10:
        try:
            values, vectors = _solve_with_arpack(gram, k)
        except ArpackError:
            return _solve_whole(gram)
        if np.abs(vectors.T @ vectors - np.eye(k)[: len(values)]).max() < 1e-8:
            return values, vectors
    return _solve_whole(gram)


def _is_large(gram, k):
    """Whether k eigenvectors are looked for by products with blocks."""
    m = gram.shape[0]
    return isinstance(gram, Dense) and m >= _LARGE and k < m // 50


def _solve_whole(gram):
    values, vectors = np.linalg.eigh(gram.rows(np.arange(gram.shape[0])))
    return values[::-1], vectors[:, ::-1].copy()


def _solve_by_blocks(gram, k):
    """By products with blocks, each of which reads K once; None where many would be needed."""
    width = k + _EXTRA
    space = Krylov(gram, np.random.default_rng(0).standard_normal((gram.shape[0], width)))
    enough = np.append(np.full(k - 1, _EXACT), _KNOWN)
    for _ in range(_MOST // width):
        space.grow()
        if (space.residuals(k) <= enough * np.abs(space.values).max()).all():
            return space.values[:k].copy(), space.vectors(k)
    return None


def _solve_with_arpack(gram, k):
    """ARPACK, asked again with what it found taken out: one start can miss a repeated value."""
    # Where eigenvalues crowd together it converges slowly, and m decides how long to wait before
    # the dense solver is the better choice.
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


def leading_subspace(
    gram: Any, k: int, *, start: Floats | None = None, tol: float | None = None
) -> tuple[Floats, Floats]:
    """An orthonormal basis of the span of the k leading eigenvectors, and its Ritz values.

    Block Lanczos: the leading Ritz pairs in the span of ``V, K V, K^2 V, ...``, V being a random
    block of a few columns more than k, the same on every call. Small matrices, factors and what
    does not converge go to `leading_eigenvectors`.

    Parameters
    ----------
    gram : a Gram, or any object with shape, product, matvec and rows
        Symmetric, (m, m).
    k : int
        Between 1 and m; leading are the algebraically largest eigenvalues.
    start : ndarray of shape (m, j), optional
        Columns near the span, such as the eigenvectors of a matrix that differs little.
    tol : float, optional
        Largest sine of an angle between the basis and the span. When left out, four products
        have to do, which is enough to round the basis to labels.

    Returns
    -------
    values : ndarray of shape (k,)
        In descending order.
    vectors : ndarray of shape (m, k)
        Orthonormal columns.

    Examples
    --------
    >>> from depcluster.kernels import Dense
    >>> K = np.diag(np.append(np.ones(297), [7.0, 8.0, 9.0]))
    >>> values, vectors = leading_subspace(Dense(K, centred=False), 3, tol=1e-8)
    >>> values.round(6)
    array([9., 8., 7.])
    """
    m = gram.shape[0]
    width = k + _EXTRA
    few = isinstance(gram, Factor) and gram.B.shape[1] < m
    if few or m <= 200 or 8 * width > m:
        return leading_eigenvectors(gram, k)
    V = np.random.default_rng(0).standard_normal((m, width))
    if start is not None:
        V = np.column_stack([start, V])[:, : max(width, start.shape[1])]
    found = _lanczos(gram, V, k, tol)
    return leading_eigenvectors(gram, k) if found is None else found


def _lanczos(gram, V, k, tol):
    """Leading Ritz pairs in the Krylov space of V, None where tol is not reached."""
    # A start can hold eigenvectors already while a larger eigenvalue is still unseen; the gap is
    # believed once the pair beyond it has settled.
    space = Krylov(gram, V)
    if tol is None:
        for _ in range(_ROUGH):
            space.grow()
        return space.values[:k], space.vectors(k)
    for _ in range(_MOST_GROWTHS):
        space.grow()
        left, values = space.residuals(k + 1), space.values
        gap, beyond = values[k - 1] - values[k], left[k]
        tie = _TIE * np.abs(values).max()
        if max(gap, beyond) <= tie:
            return None
        if np.linalg.norm(left[:k]) <= tol * gap and beyond <= _SETTLED * gap and gap > tie:
            return values[:k], space.vectors(k)
    return None


class Krylov:
    """Leading Ritz pairs of a symmetric matrix in the span of ``V, K V, K^2 V, ...``."""

    # With Q an orthonormal basis of the space, K Q = Q T + N (0 ... 0 R) where N is the next block.
    # The residuals of the Ritz vectors Q y are therefore N R times the last entries of y, and when
    # Q is cut back to its leading Ritz vectors it may go on with N. `values` are the Ritz values in
    # descending order; of gram only `product` is asked.

    def __init__(self, gram, V):
        self._gram, self._width = gram, V.shape[1]
        self._Q, self._T = np.empty((len(V), 0)), np.empty((0, 0))
        self._next, self._image = np.linalg.qr(V)[0], None

    def grow(self):
        """Take the next block into the space: one product of K with it."""
        self._turn()
        if self._Q.shape[1] == _BLOCKS * self._width:
            n = 2 * self._width
            self._Q, self._T = self.vectors(n), np.diag(self.values[:n])
        self._Q = np.column_stack([self._Q, self._next])
        self._image = self._gram.product(self._next)  # (m, b)
        self._T = _bordered(self._T, self._Q.T @ self._image)
        values, Y = np.linalg.eigh(self._T)
        self.values, self._Y = values[::-1], Y[:, ::-1]

    def vectors(self, k):
        """The k leading Ritz vectors, (m, k)."""
        return self._Q @ self._Y[:, :k]

    def residuals(self, k):
        """Lengths of ``K v - lambda v`` of the k leading Ritz pairs."""
        self._turn()
        return np.linalg.norm(self._R @ self._Y[-self._width :, :k], axis=0)

    def _turn(self):
        """From the last product to the next block."""
        if self._image is not None:
            self._next, self._R = _outside(self._image, self._Q)
            self._image = None


def _bordered(T, C):
    """T grown by the columns C and, by symmetry, the rows C'."""
    old, b = len(T), C.shape[1]
    grown = np.zeros((old + b, old + b))
    grown[:old, :old] = T
    grown[:, old:] = C
    grown[old:, :old] = C[:old].T
    return grown


def _outside(W, Q):
    """``N, R`` with ``W = Q Q'W + N R``; twice, since once leaves rounding along Q."""
    N, R = np.linalg.qr(W - Q @ (Q.T @ W))
    N, again = np.linalg.qr(N - Q @ (Q.T @ N))
    return N, again @ R


def component_eigenvectors(K: ArrayLike | SparseArray, k: int) -> tuple[Floats, Floats, Ints]:
    """The k algebraically largest eigenvalues and their eigenvectors, by component.

    Components whose largest absolute row sum (no eigenvalue exceeds it) cannot reach the k-th
    largest eigenvalue found so far are not solved. Inside an eigenvalue that several components
    share, the vectors follow each other as in pivoted Gram-Schmidt of the projector: by the size
    of their largest entry. This is the basis `leading_eigenvectors` gives for the whole matrix.

    Parameters
    ----------
    K : array-like or sparse array of shape (m, m)
        Symmetric.
    k : int
        Between 1 and m.

    Returns
    -------
    values : ndarray of shape (k,)
        In descending order.
    vectors : ndarray of shape (m, k)
        Orthonormal columns, each zero outside one component.
    component : ndarray of int of shape (m,)
        The component of each sample, 0..p-1.

    Raises
    ------
    ValueError
        If K is not square, not finite or not symmetric.

    Examples
    --------
    >>> from scipy import sparse
    >>> pair, alone = np.array([[1, 0.5], [0.5, 1]]), np.eye(1)
    >>> values, vectors, component = component_eigenvectors(sparse.block_diag([pair, alone]), 2)
    >>> values
    array([1.5, 1. ])
    >>> component
    array([0, 0, 1], dtype=int32)
    """
    K = as_csr(as_kernel(K, allow_sparse=True))
    m = K.shape[0]
    n_components, component = connected_components(K, directed=False)
    order = np.argsort(component, kind="stable")
    ends = np.cumsum(np.bincount(component, minlength=n_components))
    bound = np.maximum.reduceat(abs(K).sum(axis=1)[order], ends - np.bincount(component))
    values, found = np.empty(0), []
    for p in np.argsort(-bound, kind="stable"):
        if len(values) >= k and bound[p] < np.partition(values, -k)[-k] - 2 * _TIE * values.max():
            break
        members = order[ends[p - 1] if p else 0 : ends[p]]
        block = Sparse(K[members][:, members], centred=False)
        some, vectors = leading_eigenvectors(block, min(k, len(members)))
        values = np.append(values, some)
        found += [(members, v) for v in vectors.T]
    chosen = _in_order(values, found, k)
    V = np.zeros((m, k))
    for column, i in enumerate(chosen):
        members, v = found[i]
        V[members, column] = v
    return values[chosen], V, component


def _in_order(values, found, k):
    """Which k of the pairs to take: by value, equal ones as pivoted Gram-Schmidt would."""
    size = np.array([np.abs(v).max() for _, v in found])
    pivot = np.array([members[_first_largest(v)] for members, v in found])
    left = np.argsort(-values, kind="stable")
    tie = _TIE * np.abs(values).max()
    chosen = []
    while len(chosen) < k:
        run = 1 + np.argmax(np.append(values[left[:-1]] - values[left[1:]] > tie, True))
        equal, left = left[:run], left[run:]
        while len(equal) and len(chosen) < k:
            longest = equal[size[equal] >= size[equal].max() * (1 - 1e-6)]
            nxt = longest[pivot[longest].argmin()]
            chosen.append(nxt)
            equal = equal[equal != nxt]
    return np.array(chosen)


def _first_largest(v):
    size = np.abs(v)
    return (size >= size.max() * (1 - 1e-6)).argmax()
