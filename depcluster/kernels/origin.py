"""Where samples are measured from: far from 0 they lose digits that a shift keeps."""

from __future__ import annotations

from math import comb

import numpy as np
from scipy import sparse
from sklearn.metrics.pairwise import polynomial_kernel
from sklearn.utils.extmath import safe_sparse_dot

_FAR = 10
_MOST_TERMS = 32


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
