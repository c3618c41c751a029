"""The local-scaling kernel (Sugiyama 2011, eq. 7), sparse from end to end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy import sparse
from scipy.sparse import csr_array
from scipy.spatial.distance import cdist
from sklearn.neighbors import NearestNeighbors

from .._typing import Floats
from .._validation import (
    MOST,
    NOTHING,
    Rule,
    check_n_neighbors,
    check_samples,
    checked,
    short_repr,
)
from .precision import measured_from, origin_of

NORMALIZATIONS = (None, "sym")
_BLOCK = 2**22
_MOST_COLUMNS = 15  # that a tree is faster for
_ROUNDING = 1e-12


@dataclass(frozen=True)
class Neighbours:
    """The nearest neighbours of every sample, nearest first, the sample itself left out."""

    indices: np.ndarray  # (m, T)
    distances: np.ndarray  # (m, T)


def nearest_neighbours(X: Floats, n_neighbors: int) -> Neighbours:
    """The nearest neighbours of every sample among the others.

    A sample is left out of its own neighbours by its index, so copies of a sample stay
    neighbours of each other. Of equally near ones the first are taken, so that fewer neighbours
    are the first of more. Distances are those of the differences, without the rounding of
    ``x'x - 2 x'y + y'y``.

    Parameters
    ----------
    X : ndarray of shape (m, d)
    n_neighbors : int
        Between 1 and m - 1.

    Returns
    -------
    Neighbours

    Raises
    ------
    ValueError
        If squared distances are too large for floats, or all 0 for being too small.

    Examples
    --------
    >>> nearest_neighbours(np.array([[0.0], [1.0], [3.0]]), 2).indices
    array([[1, 2],
           [0, 2],
           [1, 0]])
    """
    check_spread(X)
    indices = np.sort(_nearest(X, n_neighbors), axis=1)
    squares = [((X - X[column]) ** 2).sum(axis=1) for column in indices.T]
    distances = np.sqrt(squares).T
    order = np.argsort(distances, axis=1, kind="stable")
    return Neighbours(
        np.take_along_axis(indices, order, axis=1), np.take_along_axis(distances, order, axis=1)
    )


def _nearest(X, n):
    """As indices (m, n), in any order."""
    m, d = X.shape
    Z, is_tree = measured_from(origin_of(X), X), d <= _MOST_COLUMNS
    found = NearestNeighbors(algorithm="kd_tree" if is_tree else "brute").fit(Z)
    far, indices = found.kneighbors(n_neighbors=min(n + 1, m - 1))
    if n == m - 1:
        return indices
    size = far[:, n - 1] ** 2 if is_tree else (Z**2).sum(axis=1).max()  # of what is rounded
    tied = np.flatnonzero(far[:, n] ** 2 - far[:, n - 1] ** 2 <= _ROUNDING * size)
    for rows in np.array_split(tied, 1 + tied.size * m // _BLOCK):
        D = cdist(X[rows], X, "sqeuclidean")
        D[np.arange(len(rows)), rows] = np.inf
        last = np.partition(D, n - 1, axis=1)[:, n - 1, None]
        near, ties = D < last, D == last
        near |= ties & (np.cumsum(ties, axis=1) <= n - near.sum(axis=1, keepdims=True))
        indices[rows, :n] = np.nonzero(near)[1].reshape(-1, n)
    return indices[:, :n]


@dataclass(frozen=True)
class LocalScaling:
    """A fitted kernel: its matrix, and what new samples need.

    Attributes
    ----------
    X : ndarray of shape (m, d)
    K : csr_array of shape (m, m)
        The kernel matrix, normalized if that was asked for.
    n_neighbors : int
        The t of the kernel.
    sigma : ndarray of shape (m,)
        Distance of each sample to its t-th nearest neighbour.
    degree : ndarray of shape (m,) or None
        Row sums of (7), with kernel_normalization="sym".
    """

    X: Floats
    K: sparse.csr_array
    n_neighbors: int
    sigma: Floats
    degree: Floats | None

    def rows(self, X_new: Floats) -> csr_array:
        """Kernel values between new samples and those of the kernel matrix.

        A new sample x has ``sigma`` of its own, the distance to its t-th nearest sample in X,
        and is linked to its t nearest and to every x_i nearer than ``sigma_i``. One that
        coincides with a sample of X is that sample: it gets its row of K, the kernel value
        with itself included. With "sym" its row is divided by ``sqrt(d(x) d_i)``, where d(x)
        is its own sum.

        Parameters
        ----------
        X_new : ndarray of shape (k, d)

        Returns
        -------
        csr_array of shape (k, m)
        """
        size = max(1, _BLOCK // len(self.X))
        blocks = [self._rows(X_new[i : i + size]) for i in range(0, len(X_new), size)]
        return sparse.csr_array(sparse.vstack(blocks))

    def _rows(self, X_new):
        D = cdist(X_new, self.X)  # (k, m)
        same = D.argmin(axis=1)
        known = D[np.arange(len(D)), same] == 0
        reach = np.partition(D, self.n_neighbors - 1, axis=1)[:, self.n_neighbors - 1]
        linked = (D <= reach[:, None]) | (D <= self.sigma)
        linked[known | np.isinf(reach)] = False  # too far to square: no link at all
        i, j = np.nonzero(linked)
        values = local_scaling_values(D[i, j], reach[i] * self.sigma[j])
        if self.degree is not None:
            own = np.bincount(i, values, minlength=len(D))
            size = np.sqrt(own[i] * self.degree[j])
            values = np.divide(values, size, out=np.zeros_like(values), where=size > 0)
        new = sparse.csr_array((values, (i, j)), shape=D.shape)
        old = sparse.csr_array(
            (np.ones(known.sum()), (np.flatnonzero(known), same[known])), shape=D.shape
        )
        return new + old @ self.K


_FOUND = Rule("what `nearest_neighbours` found", lambda v: isinstance(v, Neighbours))


@checked(neighbours=_FOUND | NOTHING)
def local_scaling(
    X: Floats,
    n_neighbors: int,
    *,
    kernel_normalization: Literal["sym", None] = None,
    neighbours: Neighbours | None = None,
) -> LocalScaling:
    r"""The sparse local-scaling kernel of samples (Sugiyama 2011, eq. 7).

    .. math:: K(x_i, x_j) = \exp\left(-\frac{\|x_i - x_j\|^2}{2 \sigma_i \sigma_j}\right) \tag{7}

    where one of the two is among the t nearest neighbours of the other, else 0; sigma_i is the
    distance of x_i to its t-th nearest neighbour. K is symmetric with ones on its diagonal, and in
    general it is *not* positive semi-definite.

    Parameters
    ----------
    X : ndarray of shape (m, d)
    n_neighbors : int
        The kernel parameter t, from 1 to m - 1.
    kernel_normalization : {None, "sym"}, default=None
        None is (7) as printed; "sym" is ``D^-1/2 K D^-1/2`` with D the row sums of (7), under
        which every connected component has largest eigenvalue 1.
    neighbours : Neighbours, optional
        At least n_neighbors of them, if they are known already.

    Returns
    -------
    LocalScaling

    Raises
    ------
    ValueError
        For an unknown normalization or n_neighbors out of range.

    Notes
    -----
    A sample with t or more other copies has sigma 0. The kernel is then taken at its limit: 1
    between copies, 0 towards everybody else.

    Examples
    --------
    >>> local_scaling(np.array([[0.0], [1.0], [3.0]]), 1).K.toarray().round(3)
    array([[1.   , 0.607, 0.   ],
           [0.607, 1.   , 0.368],
           [0.   , 0.368, 1.   ]])
    """
    X = check_samples(X)
    check_kernel_normalization(kernel_normalization)
    t = check_n_neighbors(n_neighbors, len(X))
    if neighbours is None:
        neighbours = nearest_neighbours(X, t)
    m, sigma = len(X), neighbours.distances[:, t - 1]
    i, j = np.repeat(np.arange(m), t), neighbours.indices[:, :t].ravel()
    values = local_scaling_values(neighbours.distances[:, :t].ravel(), sigma[i] * sigma[j])
    one_way = sparse.csr_array((values, (i, j)), shape=(m, m))
    K = sparse.csr_array(one_way.maximum(one_way.T) + sparse.eye_array(m, format="csr"))
    degree = None
    if kernel_normalization == "sym":
        degree = K.sum(axis=1)
        size = np.sqrt(np.repeat(degree, np.diff(K.indptr)) * degree[K.indices])
        K = sparse.csr_array((K.data / size, K.indices, K.indptr), shape=K.shape)
    return LocalScaling(X, K, t, sigma, degree)


def local_scaling_values(distances, scales):
    """``exp(-d^2 / (2 s))`` with its limits at s = 0: 1 where d = 0, else 0."""
    exponent = np.full_like(distances, np.inf)
    with np.errstate(over="ignore"):
        np.divide(distances**2, 2 * scales, out=exponent, where=scales > 0)
    exponent[distances == 0] = 0
    return np.exp(-exponent)


def check_spread(X):
    """Raise a ValueError unless squared distances are floats, and not 0 of different samples."""
    with np.errstate(over="ignore"):
        reach = np.ptp(X, axis=0)
        squares = (reach**2).sum()
    if not np.isfinite(squares) or 0 < reach.max() < 1 / MOST:
        raise ValueError(
            "X must lie close enough together for its squared distances to be floats, and not so "
            f"close that these are 0; got a range of {reach.max():.3g}. Divide it by that."
        )


def check_kernel_normalization(kernel_normalization):
    """Raise a ValueError for a kernel normalization that nobody knows."""
    if kernel_normalization not in NORMALIZATIONS:
        raise ValueError(
            f'kernel_normalization must be None or "sym"; got {short_repr(kernel_normalization)}.'
        )
