"""The span of the leading eigenvectors, by products of K with blocks of vectors.

Where only the span counts, not which vector of it is which, a block of vectors finds it with a
few passes over K: each product of K with a block reads K once, and no pair is found twice.
"""

from __future__ import annotations

import numpy as np

from .gram import Factor
from .krylov import EXTRA, Krylov
from .linalg import _TIE, leading_eigenvectors

_ROUGH = 4
_MOST = 40
_SETTLED = 1e-3


def leading_subspace(gram, k, *, start=None, tol=None):
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
    width = k + EXTRA
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
    for _ in range(_MOST):
        space.grow()
        left, values = space.residuals(k + 1), space.values
        gap, beyond = values[k - 1] - values[k], left[k]
        tie = _TIE * np.abs(values).max()
        if max(gap, beyond) <= tie:
            return None
        if np.linalg.norm(left[:k]) <= tol * gap and beyond <= _SETTLED * gap and gap > tie:
            return values[:k], space.vectors(k)
    return None
