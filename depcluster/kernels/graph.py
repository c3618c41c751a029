"""Kernels on the graph of nearest neighbours: functions of its Laplacian.

They are made component by component of the graph, with exact zeros between, and without an
eigendecomposition: exp(-s G) is a polynomial of the sparse G, squared a few times, the inverses
come from a Cholesky factor. The constant vector, whose value is known, is kept out of both.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from scipy import sparse
from scipy.linalg import cholesky
from scipy.linalg.lapack import dpotri
from scipy.sparse.csgraph import connected_components
from scipy.special import ive
from sklearn.neighbors import kneighbors_graph

from ..checks.numbers import check_n_neighbors
from ..checks.rules import NAME, POSITIVE, checked
from ..checks.samples import check_distances, check_samples
from ..checks.told import told
from .gram import Dense
from .origin import measured_from, origin_of

GRAPH = ("diffusion", "regularized_inverse", "pseudo_inverse")
_LENGTH = 16  # longer series and fewer squarings, or the reverse, take as much time
_CACHE = 2**17
_MOST = 300


def resolve_n_neighbors(n_neighbors, n_samples):
    """The number behind an ``n_neighbors`` parameter of a graph.

    Parameters
    ----------
    n_neighbors : int or "auto"
        "auto" is 2 below 12 samples, 3 below 25, then ``m // 5 - 1``, and 10 from 55 on: among
        five groups of equal size a sample has that many neighbours in its own. Where
        neighbours reach into other groups the diffusion kernel soon is constant.
    n_samples : int

    Returns
    -------
    int

    Raises
    ------
    ValueError
        If it is neither "auto" nor an integer from 1 to n_samples - 1.

    Examples
    --------
    >>> [resolve_n_neighbors("auto", m) for m in (2, 6, 12, 24, 36, 55, 1000)]
    [1, 2, 3, 3, 6, 10, 10]
    """
    if not isinstance(n_neighbors, str):
        return check_n_neighbors(n_neighbors, n_samples)
    if n_neighbors != "auto":
        raise ValueError(f'n_neighbors must be "auto" or an integer; got {told(n_neighbors)}.')
    few = 3 if n_samples >= 12 else 2
    return check_n_neighbors(min(10, max(n_samples // 5 - 1, few), n_samples - 1), n_samples)


@checked(method=NAME, eps=POSITIVE)
def graph_kernel(X, *, n_neighbors="auto", method="diffusion", s=5.0, eps=1e-3):
    r"""A kernel from the symmetric graph of nearest neighbours (Song 2007, section 4).

    .. math:: e^{-s G}, \qquad (G + \epsilon I)^{-1}, \qquad G^+

    are "diffusion", "regularized_inverse" and "pseudo_inverse", with G the Laplacian of the graph
    that joins two samples when either is among the n_neighbors nearest of the other. The last is
    the paper's other choice. It sets the constant vectors of the connected components to zero, so
    when the graph falls apart into the clusters it forgets just those; the other two keep them.

    Parameters
    ----------
    X : array-like of shape (m, d)
    n_neighbors : int or "auto", default="auto"
        "auto" is 10, fewer below 55 samples; see `resolve_n_neighbors`.
    method : {"diffusion", "regularized_inverse", "pseudo_inverse"}, default="diffusion"
    s : float, default=5.0
        Diffusion time.
    eps : float, default=1e-3
        What the regularised inverse adds to G.

    Returns
    -------
    ndarray of shape (m, m)

    Raises
    ------
    ValueError
        For an unknown method, n_neighbors not between 1 and m - 1, or s, eps not positive.

    Examples
    --------
    >>> K = graph_kernel([[0.0], [1.0], [5.0], [6.0]], n_neighbors=1)
    >>> K.round(2)
    array([[0.5, 0.5, 0. , 0. ],
           [0.5, 0.5, 0. , 0. ],
           [0. , 0. , 0.5, 0.5],
           [0. , 0. , 0.5, 0.5]])
    """
    if method not in GRAPH:
        raise ValueError(f"method must be one of {', '.join(GRAPH)}; got {method!r}.")
    for name, number in (("s", s), ("eps", eps)):
        if not number > 0:
            raise ValueError(f"{name} must be a positive number; got {number!r}.")
    W = _neighbour_graph(X, n_neighbors)
    n_components, component = connected_components(W, directed=False)
    kernel = {
        "diffusion": lambda W: _exponential(W, s),
        "regularized_inverse": lambda W: _inverse(W, eps, 1 / eps),
        "pseudo_inverse": lambda W: _inverse(W, 0, 0),
    }[method]
    if n_components == 1:
        return kernel(W)
    K = np.zeros(W.shape)
    order = np.argsort(component, kind="stable")
    for members in np.split(order, np.cumsum(np.bincount(component))[:-1]):
        K[np.ix_(members, members)] = kernel(W[members][:, members])
    return K


class Diffusion:
    """``H exp(-s G) H`` as products with blocks, for `leading_subspace`.

    The eigenvectors are those of G whatever s is, so a larger s than `_MOST` allows is cut back
    to it. What needs entries forms the kernel.

    Parameters
    ----------
    X, n_neighbors, s
        As in `graph_kernel`.
    """

    dtype = np.dtype(float)

    def __init__(self, X, *, n_neighbors="auto", s=5.0):
        self._formed = lambda: Dense(graph_kernel(X, n_neighbors=n_neighbors, s=s))
        self._B, reach = _scaled(_neighbour_graph(X, n_neighbors))
        self._z = min(s * reach, _MOST)
        self.shape = self._B.shape

    @cached_property
    def _dense(self):
        return self._formed()

    def product(self, V):
        """``K V`` for V of shape (m, k)."""
        KV = _chebyshev(self._B, self._z, V - V.mean(axis=0))
        return KV - KV.mean(axis=0)

    def rows(self, idx):
        """Rows idx of K."""
        return self._dense.rows(idx)

    def matvec(self, v):
        """``K v``."""
        return self._dense.matvec(v)


def _neighbour_graph(X, n_neighbors):
    X = check_distances(check_samples(X))
    n_neighbors = resolve_n_neighbors(n_neighbors, len(X))
    W = kneighbors_graph(measured_from(origin_of(X), X), n_neighbors)
    return sparse.csr_array(W.maximum(W.T))


def _inverse(W, eps, constant):
    """``(G + eps I)^-1`` of a connected graph, with this eigenvalue for the constant vector."""
    n = W.shape[0]
    degree = W.sum(axis=1)
    held = degree.mean()
    A = np.asfortranarray(-W.toarray())
    A[np.diag_indices(n)] += degree + eps
    A += held / n
    lower = dpotri(cholesky(A, lower=True, overwrite_a=True), lower=True, overwrite_c=True)[0]
    K = lower + lower.T
    K[np.diag_indices(n)] /= 2
    K += (constant - 1 / (held + eps)) / n
    return K


def _exponential(W, s):
    """``exp(-s G)`` of a connected graph, ``(exp(-s G / 2^j) - 11'/n)^(2^j) + 11'/n``."""
    n = W.shape[0]
    B, reach = _scaled(W)
    j = max(1, int(np.ceil(np.log2(s * reach / _LENGTH))))
    K = np.empty((n, n))
    width = max(8, _CACHE // n)  # a few columns at a time, so that they stay in the cache
    for first in range(0, n, width):
        columns = np.eye(n, min(width, n - first), -first)
        K[:, first : first + width] = _chebyshev(B, s * reach / 2**j, columns)
    K -= 1 / n
    for _ in range(j):
        K = K @ K.T
        if K.diagonal().max() < 1e-20:
            break
    K += 1 / n
    return K


def _scaled(W):
    """B within [-1, 1] and the number r with ``G = r (I + B)``."""
    degree = W.sum(axis=1)
    edges = W.tocoo()
    reach = (degree[edges.row] + degree[edges.col]).max() / 2  # no eigenvalue is above twice this
    return sparse.csr_array(sparse.diags_array(degree / reach - 1) - W / reach), reach


def _chebyshev(B, z, V):
    """``exp(-z (I + B)) V`` to rounding, for B within [-1, 1], as a Chebyshev series."""
    terms = ive(np.arange(40 + int(12 * np.sqrt(z))), z)
    coefficients = 2 * (-1.0) ** np.arange(len(terms)) * terms
    coefficients[0] /= 2
    coefficients = coefficients[terms > 1e-17]
    before, now = V, B @ V
    total = coefficients[0] * before
    for c in coefficients[1:]:
        total += c * now
        before, now = now, 2 * (B @ now) - before
    return total
