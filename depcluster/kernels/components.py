"""Leading eigenpairs of a sparse matrix that may fall apart into connected components.

The graph of a sparse kernel is often disconnected, and an eigensolver that is shown the whole
matrix mixes components whose eigenvalues agree, and leaves rounding noise outside the one an
eigenvector lives on. Component by component neither can happen: outside there are exact zeros.
"""

from __future__ import annotations

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from .linalg import leading_eigenvectors

_TIE = 1e-9


def component_eigenvectors(K, k):
    """The k algebraically largest eigenvalues and their eigenvectors, by component.

    Components whose largest absolute row sum (no eigenvalue exceeds it) cannot reach the k-th
    largest eigenvalue found so far are not solved. Inside an eigenvalue that several components
    share, the vectors follow each other as in pivoted Gram-Schmidt of the projector: by the size
    of their largest entry. This is the basis `leading_eigenvectors` gives for the whole matrix.

    Parameters
    ----------
    K : sparse array of shape (m, m)
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

    Examples
    --------
    >>> pair, alone = np.array([[1, 0.5], [0.5, 1]]), np.eye(1)
    >>> values, vectors, component = component_eigenvectors(sparse.block_diag([pair, alone]), 2)
    >>> values
    array([1.5, 1. ])
    >>> component
    array([0, 0, 1], dtype=int32)
    """
    K = sparse.csr_array(K)
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
        block = _Block(K[members][:, members])
        some, vectors = leading_eigenvectors(block, min(k, len(members)))
        values = np.append(values, some)
        found += [(members, v) for v in vectors.T]
    chosen = _in_order(values, found, k)
    V = np.zeros((m, k))
    for column, i in enumerate(chosen):
        members, v = found[i]
        V[members, column] = v
    return values[chosen], V, component


class _Block:
    """One component, for `leading_eigenvectors`."""

    dtype = np.dtype(float)

    def __init__(self, K):
        self.K, self.shape = K, K.shape

    def matvec(self, v):
        return self.K @ np.ravel(v)

    def rows(self, idx):
        return self.K[idx].toarray()


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
