"""Kernel values without loss of digits, of samples that lie far from 0 or close together.

A shift of all samples changes neither their distances nor a centred kernel, and far from 0 it keeps
digits. The Gaussian kernel is made tile by tile: what is computed is still in the cache when it is
mirrored.
"""

from __future__ import annotations

from math import comb

import numpy as np
from scipy import sparse
from scipy.spatial.distance import cdist
from sklearn.metrics.pairwise import polynomial_kernel
from sklearn.utils.extmath import safe_sparse_dot

_FAR = 10
_MOST_TERMS = 32
_TILE = 256
_FEW, _FLAT = 8, 3  # samples and columns that differences are faster for
SAFE = 500  # the largest gamma (|x|^2 + |y|^2) whose rounding changes no twelfth digit of exp
_NOTHING = -750  # its exp is 0
_GATHERED = 2**18


def origin_of(X):
    """The mean (d,) of samples far from 0, at more than ten times their spread; else None."""
    # Of a sparse X it is 0 in every column that is half empty or more, so that X stays sparse.
    # Samples near 0 stay as they are to the last bit.
    is_sparse = sparse.issparse(X)
    if (not is_sparse and np.ndim(X) != 2) or np.shape(X)[0] < 2:
        return None
    X = X if is_sparse else np.asarray(X, dtype=float)
    with np.errstate(over="ignore", invalid="ignore"):
        mean = X.mean(axis=0)
        variances = _variances(X, mean) if is_sparse else X.var(axis=0)
        spread = np.sqrt(variances.sum())
        far = np.linalg.norm(mean) > _FAR * spread
    if not far or not np.isfinite(mean).all():
        return None
    return np.where(_stored(X) > X.shape[0] / 2, mean, 0.0) if is_sparse else mean


def _variances(X, mean):
    """Of the columns of a csr_array, about their means."""
    squares = np.bincount(X.indices, (X.data - mean[X.indices]) ** 2, minlength=X.shape[1])
    return (squares + (X.shape[0] - _stored(X)) * mean**2) / X.shape[0]


def _stored(X):
    """Entries that each column of a csr_array holds."""
    return np.bincount(X.indices, minlength=X.shape[1])


def measured_from(origin, X):
    """Samples less the origin; as they are where there is none."""
    if origin is None or not sparse.issparse(X):
        return X if origin is None else X - origin
    ones = sparse.csr_array(np.ones((X.shape[0], 1)))
    return sparse.csr_array(X - ones @ sparse.csr_array(origin[None]))


def near_one(X):
    """Samples over powers of two near their largest entries: only directions are left."""
    if not sparse.issparse(X):
        X = np.asarray(X, dtype=float)
        return np.ldexp(X, -np.frexp(np.abs(X).max(axis=1, initial=0))[1][:, None])
    X, powers = X.copy(), np.frexp(abs(X).max(axis=1).toarray())[1]
    X.data = np.ldexp(X.data, -np.repeat(powers.ravel(), np.diff(X.indptr)))
    return X


def polynomial_from(origin, X, Y, *, gamma, degree, coef0):
    """The polynomial kernel seen from a point: ``k(x, y) - k(x, o) - k(o, y) + k(o, o)``."""
    # What is taken away is gone after centring anyway; far from 0 it would drown the rest. With u
    # = x - o, v = y - o, s = gamma o'o + coef0, a = gamma u'o, b = gamma v'o and e = gamma u'v,
    # k(x, y) is (s + a + b + e)^degree, and the binomial theorem leaves
    #     sum over j of  binom(degree, j) s^(degree - j) ((a + b + e)^j - a^j - b^j),
    # whose first term is e: nothing large is subtracted. A degree that is no whole number up to 32
    # gives the kernel as it is.
    if origin is None or degree not in range(1, _MOST_TERMS + 1):
        return polynomial_kernel(X, Y, gamma=gamma, degree=degree, coef0=coef0)
    p, u, v = int(degree), measured_from(origin, X), measured_from(origin, Y)
    with np.errstate(over="ignore", invalid="ignore"):  # whoever takes K sees that it is not finite
        s = gamma * (origin @ origin) + coef0
        a, b = gamma * (u @ origin)[:, None], gamma * (v @ origin)
        e = gamma * safe_sparse_dot(u, v.T, dense_output=True)
        K = p * s ** (p - 1) * e
        for j in range(2, p + 1):
            K += comb(p, j) * s ** (p - j) * ((a + b + e) ** j - a**j - b**j)
    return K


@np.errstate(under="ignore")
def gaussian(X, Y=None, *, gamma):
    """``exp(-gamma |x_i - y_j|^2)``, (m, k), to a relative 1e-12; without Y exactly symmetric."""
    # Squared distances are x'x + y'y - 2 x'y. They are summed from the differences where that
    # loses digits which exp would show, and where it is faster: for few columns or few samples.
    if X.shape[1] <= _FLAT or (Y is not None and min(len(X), len(Y)) <= _FEW):
        return _of_differences(X, X if Y is None else Y, gamma)

    def finish(tile, x, y, x_size, y_size):
        if x_size.max() + y_size.max() > SAFE:
            size = x_size[:, None] + y_size
            _sum_again(tile, size, X[x], (X if Y is None else Y)[y], gamma)
        np.exp(tile, out=tile)

    return _by_tiles(X, Y, gamma, finish, 1)


def reach_of(X):
    """The largest ``|x_i|^2 + |x_j|^2`` of samples as `squared_distances` measures them."""
    X = measured_from(origin_of(X), X)
    return 2 * float(np.einsum("ij,ij->i", X, X).max())


def squared_distances(X):
    """``|x_i - x_j|^2`` of all pairs of the dense X, (m, m), exactly symmetric."""
    return _by_tiles(X, None, 1, lambda tile, *_: np.negative(tile, out=tile), 0)


def _of_differences(X, Y, gamma):
    """The kernel from ``|x - y|^2`` as it is written; slower, but for few samples or columns."""
    K = np.empty((len(X), len(Y)))
    high = max(1, _TILE**2 // max(1, len(Y)))
    with np.errstate(over="ignore", invalid="ignore"):  # of samples at the end of floating point
        for i in range(0, len(X), high):
            rows = cdist(X[i : i + high], Y, "sqeuclidean", out=K[i : i + high])
            rows *= -gamma
            np.exp(rows, out=rows)
    return K


def _by_tiles(X, Y, gamma, finish, own):
    """A matrix of what ``finish`` makes of ``-gamma |x - y|^2``; ``own`` is for x and x."""
    same = Y is None
    origin = origin_of(X if same else Y)
    X = measured_from(origin, X)
    Y = X if same else measured_from(origin, Y)
    K = np.empty((len(X), len(Y)))
    with np.errstate(over="ignore", invalid="ignore"):
        x = gamma * np.einsum("ij,ij->i", X, X)
        y = x if same else gamma * np.einsum("ij,ij->i", Y, Y)
        left = np.column_stack([X, x, np.ones(len(X))])
        right = np.column_stack([2 * (gamma * Y), -np.ones(len(Y)), -y]).T
        for i in range(0, len(X), _TILE):
            for j in range(i if same else 0, len(Y), _TILE):
                rows, columns = slice(i, i + _TILE), slice(j, j + _TILE)
                tile = np.matmul(left[rows], right[:, columns], out=K[rows, columns])
                np.minimum(tile, 0, out=tile)
                finish(tile, rows, columns, x[rows], y[columns])
                if same:
                    K[columns, rows] = tile.T if j > i else np.minimum(tile, tile.T)
    if same:
        np.fill_diagonal(K, own)
    return K


def _sum_again(tile, size, X, Y, gamma):
    """``-gamma |x - y|^2`` from the differences, where digits are lost that exp would show."""
    i, j = np.nonzero((size > SAFE) & ~(tile < _NOTHING - 1e-12 * size))
    some = max(1, _GATHERED // max(X.shape[1], 1))
    for k in range(0, len(i), some):
        a, b = i[k : k + some], j[k : k + some]
        apart = X[a] - Y[b]
        tile[a, b] = -gamma * np.einsum("ij,ij->i", apart, apart)
