"""Kernels on the graph of nearest neighbours: functions of its Laplacian.

They are made component by component of the graph, with exact zeros between, and without an
eigendecomposition: exp(-s G) is a polynomial of the sparse G, squared a few times, or for large s
a product of two slim factors; the inverses come from Cholesky factors, of parts of the graph where
few samples cut it in two. The constant vector, whose value is known, is kept out of all.
"""

from __future__ import annotations

from functools import cached_property
from typing import Literal

import numpy as np
from scipy import sparse
from scipy.linalg import cholesky, svd
from scipy.linalg.lapack import dpotri
from scipy.sparse.csgraph import connected_components, dijkstra
from scipy.special import ive

from .._typing import ArrayLike, Floats
from .._validation import (
    NAME,
    POSITIVE,
    check_distances,
    check_n_neighbors,
    check_samples,
    checked,
    short_repr,
)
from .gram import Dense
from .local_scaling import nearest_neighbours

GRAPH = ("diffusion", "regularized_inverse", "pseudo_inverse")
_SMOOTH = 50  # above so many diffusion times of a mean degree few columns make the kernel
_BLOCK, _WIDEST, _SPARE = 16, 96, 6
_LONGEST = 1000
_UNCUT, _ROWS = 500, 64
_LEFT = 5e-7  # of M outside of the basis, times sqrt(n): its square is rounding beside K's 1 / n
_CACHE = 2**17
_MOST = 300


def resolve_n_neighbors(n_neighbors, n_samples, most=10):
    """The number behind ``n_neighbors`` of a graph, from 1 to n_samples - 1."""
    # "auto": among five groups of equal size a sample has that many neighbours in its own. Where
    # neighbours reach into other groups the diffusion kernel soon is constant.
    if not isinstance(n_neighbors, str):
        return check_n_neighbors(n_neighbors, n_samples)
    if n_neighbors != "auto":
        got = short_repr(n_neighbors)
        raise ValueError(f'n_neighbors must be "auto" or an integer; got {got}.')
    few = 3 if n_samples >= 12 else 2
    return check_n_neighbors(min(most, max(n_samples // 5 - 1, few), n_samples - 1), n_samples)


@checked(method=NAME, eps=POSITIVE)
def graph_kernel(
    X: ArrayLike,
    *,
    n_neighbors: int | Literal["auto"] = "auto",
    method: Literal["diffusion", "regularized_inverse", "pseudo_inverse"] = "diffusion",
    s: float = 5.0,
    eps: float = 1e-3,
) -> Floats:
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
        "auto" is 2 below 12 samples, 3 below 25, then ``m // 5 - 1``, and 10 from 55 on.
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
        raise ValueError(f"method must be one of {', '.join(GRAPH)}; got {short_repr(method)}.")
    for name, number in (("s", s), ("eps", eps)):
        if not number > 0:
            raise ValueError(f"{name} must be a positive number; got {short_repr(number)}.")
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
    """``H exp(-s G) H`` of `graph_kernel`, as products with blocks, for `leading_subspace`."""

    dtype = np.dtype(float)

    def __init__(self, X, *, n_neighbors="auto", s=5.0, graphs=None):
        self._formed = lambda: Dense(graph_kernel(X, n_neighbors=n_neighbors, s=s))
        graphs = {} if graphs is None else graphs
        if n_neighbors not in graphs:
            graphs[n_neighbors] = _scaled(_neighbour_graph(X, n_neighbors))
        self._B, reach = graphs[n_neighbors]
        self._z = min(s * reach, _MOST)  # the eigenvectors are those of G whatever s is
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
    m, n = len(X), resolve_n_neighbors(n_neighbors, len(X))
    near = nearest_neighbours(X, n).indices.ravel().astype(np.int32)  # which scipy's graphs ask for
    starts = np.arange(0, m * n + 1, n, dtype=np.int32)
    W = sparse.csr_array((np.ones(m * n), near, starts), shape=(m, m))
    return W.maximum(W.T)


def _inverse(W, eps, constant):
    """``(G + eps I)^-1`` of a connected graph, with this eigenvalue for the constant vector."""
    # A multiple of t t' makes the matrix regular: t is constant, or where the graph is cut it is
    # so on the cut. What that changes off the constant vector has rank one and is taken back.
    n = W.shape[0]
    degree = W.sum(axis=1)
    held = degree.mean()
    A = sparse.csr_array(sparse.diags_array(degree + eps) - W)
    cut = _cut(A)
    if cut is None:
        dense = A.toarray().T
        dense += held / n
        K = _dense_inverse(dense)
        K += (constant - 1 / (held + eps)) / n
        return K
    K = _by_parts(A, cut, held)
    t = np.zeros(n)
    t[cut[0]] = len(cut[0]) ** -0.5
    w = K @ t
    v = (w - w.mean()) / np.sqrt(max(1 / held - t @ w, np.finfo(float).eps / held))
    r = K.mean(axis=0)
    r -= (r.mean() + constant / n) / 2
    for first in range(0, n, _ROWS):
        some = slice(first, first + _ROWS)
        K[some] -= r[some, None] + r
        if eps:
            K[some] += v[some, None] * v
    return K


def _cut(A):
    """Samples so many steps from a far end whose loss parts the others, and the parts; or None."""
    n, far = A.shape[0], 0
    if n < _UNCUT:
        return None
    for _ in range(3):
        level = dijkstra(abs(A), indices=far, unweighted=True)
        level[np.isinf(level)] = -1  # other components may stand on either side
        far = level.argmax()
    level = level.astype(int)
    sizes = np.bincount(level + 1)[1:]
    before = np.cumsum(sizes) - sizes
    fair = (before > n / 4) & (before + sizes < 3 * n / 4) & (sizes < n / 10)
    if not fair.any():
        return None
    at = np.where(fair, sizes, n).argmin()
    return [np.flatnonzero(side) for side in (level == at, level < at, level > at)]


def _by_parts(A, cut, held=0.0):
    """``(A + held t t')^-1`` of a sparse A that a cut takes apart."""
    # With E the negative identity on the cut S and A_p^-1 A_pS on each part p,
    #     K = diag(A_p^-1, 0) + E C C' E',   (C C')^-1 = A_SS - sum A_Sp A_p^-1 A_pS + held t t'.
    S, *parts = cut
    K, E = np.zeros(A.shape), np.zeros((A.shape[0], len(S)))
    E[S] = -np.eye(len(S))
    rest = A[S][:, S].toarray() + held / len(S)
    for part in parts:
        inner, across = A[part][:, part], A[part][:, S]
        deeper = _cut(inner)
        own = _by_parts(inner, deeper) if deeper else _dense_inverse(inner.toarray().T)
        E[part] = (across.T @ own).T
        rest -= across.T @ E[part]
        K[np.ix_(part, part)] = own
    F = E @ cholesky(_dense_inverse(rest.T), lower=True)
    K += F @ F.T
    return K


def _dense_inverse(A):
    """The inverse of a positive definite matrix stored by columns, which is overwritten."""
    lower = dpotri(cholesky(A, lower=True, overwrite_a=True), lower=True, overwrite_c=True)[0]
    K = lower + lower.T
    K[np.diag_indices(len(K))] /= 2
    return K


def _exponential(W, s):
    """``exp(-s G)`` of a connected graph; the constant vector, whose value is 1, is kept out."""
    n = W.shape[0]
    B, reach = _scaled(W)
    K = _by_columns(B, s * reach) if s * W.sum() > _SMOOTH * n else None
    if K is None:
        K = _by_squaring(B, s * reach)
    K += 1 / n
    return K


def _by_squaring(B, z):
    """``exp(-z (I + B)) - 11'/n``, as ``(exp(-z (I + B) / 2^j) - 11'/n)^(2^j)``."""
    n = B.shape[0]
    price = n / (11 * B.nnz / n + 50)  # of a squaring, in terms of the series
    most = max(1, int(np.log2(z)))  # each squaring doubles what rounding has done
    some = range(max(1, most - 4), most + 1)
    j = min(some, key=lambda j: len(_coefficients(z / 2**j)) + price * j)
    K = np.empty((n, n))
    width = max(8, _CACHE // n)  # a few columns at a time, so that they stay in the cache
    for first in range(0, n, width):
        some = slice(first, min(first + width, n))
        K[:, some] = _chebyshev(B, z / 2**j, some)
    K -= 1 / n
    for _ in range(j):
        K = K @ K.T
        if K.diagonal().max() < 1e-20:
            break
    return K


def _by_columns(B, z):
    """The same as a power of ``M Q Q' M``, with Q a basis of M's range; None where that is wide."""
    # M is exp(-z (I + B) / 2^(j + 1)), squared j + 1 times at last. Random vectors find Q (Halko,
    # Martinsson and Tropp 2011, algorithm 4.2): where M leaves of some of them next to nothing
    # outside of Q, it does so of all, and M^2 lacks the square of that.
    n = B.shape[0]
    j = max(0, int(np.ceil(np.log2(z / _LONGEST))))
    z /= 2**j
    rng = np.random.default_rng(0)
    Q, width, spare = np.full((n, 1), n**-0.5), _BLOCK, 0
    while spare < _SPARE:
        if Q.shape[1] + width > n // 3:
            return None
        Y = _chebyshev(B, z / 2, rng.standard_normal((n, width)))
        Y -= Q @ (Q.T @ Y)
        U, size, _ = svd(Y, full_matrices=False)
        found = np.count_nonzero(size > _LEFT / np.sqrt(n))
        U, spare = U[:, :found], width - found
        Q = np.hstack([Q, U - Q @ (Q.T @ U)])
        width = min(2 * width, _WIDEST)
    Z = np.empty((n, Q.shape[1] - 1))
    for first in range(0, Z.shape[1], width):
        some = slice(first, first + width)
        Z[:, some] = _chebyshev(B, z / 2, Q[:, 1:][:, some])
    if j:  # (Z Z')^(2^j) = Z (Z' Z)^(2^j - 1) Z'
        values, V = np.linalg.eigh(Z.T @ Z)
        Z = Z @ (V * np.maximum(values, 0) ** (2.0 ** min(j - 1, 1000) - 0.5))
    return Z @ Z.T


def _scaled(W):
    """B within [-1, 1] and the number r with ``G = r (I + B)``."""
    degree = W.sum(axis=1)
    x = np.ones(len(degree))
    for _ in range(20):  # no eigenvalue of D - W is above the largest ratio, whatever x > 0 is
        y = degree * x + W @ x
        reach = (y / x).max() / 2
        x = y / y.max()
    return sparse.csr_array(sparse.diags_array(degree / reach - 1) - W / reach), reach


def _coefficients(z):
    """Of ``exp(-z (1 + x))`` as a Chebyshev series, without what rounding would hide."""
    terms = ive(np.arange(40 + int(12 * np.sqrt(z))), z)
    coefficients = 2 * (-1.0) ** np.arange(len(terms)) * terms
    coefficients[0] /= 2
    return coefficients[terms > 1e-17]


def _chebyshev(B, z, V):
    """``exp(-z (I + B)) V`` for B within [-1, 1]; V a block, or a slice of columns of I."""
    # The recurrence of Clenshaw: b_k = c_k V + 2 B b_(k+1) - b_(k+2).
    first, *others = _coefficients(z)
    if isinstance(V, slice):
        shape, add = (B.shape[0], V.stop - V.start), _add_identity
    else:
        shape, add = V.shape, _add_block
    twice = 2 * B
    now, after = np.zeros(shape), np.zeros(shape)
    for c in others[::-1]:
        then = twice @ now
        then -= after
        add(then, c, V)
        now, after = then, now
    now = B @ now - after
    add(now, first, V)
    return now


def _add_block(total, c, V):
    total += c * V


def _add_identity(total, c, columns):
    width = total.shape[1]
    total[columns].reshape(-1)[:: width + 1] += c
