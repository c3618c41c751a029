"""The Gaussian kernel, tile by tile: what is computed is still in the cache when it is mirrored."""

from __future__ import annotations

import numpy as np
from scipy.spatial.distance import cdist

from .origin import measured_from, origin_of

_TILE = 256
_FEW, _FLAT = 8, 3  # samples and columns that differences are faster for
_SAFE = 500  # the largest gamma (|x|^2 + |y|^2) whose rounding changes no twelfth digit of exp
_NOTHING = -750  # its exp is 0
_GATHERED = 2**18


def gaussian(X, Y=None, *, gamma):
    """``exp(-gamma |x_i - y_j|^2)``, (m, k), to a relative 1e-12; without Y exactly symmetric."""
    # Squared distances are x'x + y'y - 2 x'y. They are summed from the differences where that
    # loses digits which exp would show, and where it is faster: for few columns or few samples.
    if X.shape[1] <= _FLAT or (Y is not None and min(len(X), len(Y)) <= _FEW):
        return _of_differences(X, X if Y is None else Y, gamma)

    def finish(tile, x, y, x_size, y_size):
        if x_size.max() + y_size.max() > _SAFE:
            size = x_size[:, None] + y_size
            _sum_again(tile, size, X[x], (X if Y is None else Y)[y], gamma)
        np.exp(tile, out=tile)

    return _by_tiles(X, Y, gamma, finish, 1)


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
    i, j = np.nonzero((size > _SAFE) & ~(tile < _NOTHING - 1e-12 * size))
    some = max(1, _GATHERED // max(X.shape[1], 1))
    for k in range(0, len(i), some):
        a, b = i[k : k + some], j[k : k + some]
        apart = X[a] - Y[b]
        tile[a, b] = -gamma * np.einsum("ij,ij->i", apart, apart)
