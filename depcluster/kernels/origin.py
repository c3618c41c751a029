"""Where samples are measured from: far from 0 they lose digits that a shift keeps."""

from __future__ import annotations

from math import comb

import numpy as np
from scipy.sparse import issparse
from sklearn.metrics.pairwise import polynomial_kernel

_FAR = 10
_MOST_TERMS = 32


def origin_of(X):
    """The mean of samples that lie far from 0, at more than ten times their spread.

    Parameters
    ----------
    X : array-like or sparse array of shape (m, d)

    Returns
    -------
    ndarray of shape (d,) or None
        None for samples near 0, which stay as they are to the last bit, and for one alone.

    Examples
    --------
    >>> origin_of(np.array([[1e8], [1e8 + 2]]))
    array([1.00000001e+08])
    >>> origin_of(np.array([[1.0], [3.0]])) is None
    True
    """
    if issparse(X) or np.ndim(X) != 2 or len(X) < 2:
        return None
    X = np.asarray(X, dtype=float)
    with np.errstate(over="ignore", invalid="ignore"):
        mean = X.mean(axis=0)
        spread = np.sqrt(X.var(axis=0).sum())
        far = np.linalg.norm(mean) > _FAR * spread
    return mean if far and np.isfinite(mean).all() else None


def measured_from(origin, X):
    """Samples less the origin; as they are where there is none.

    Parameters
    ----------
    origin : ndarray of shape (d,) or None
    X : ndarray of shape (m, d)

    Returns
    -------
    ndarray of shape (m, d)
    """
    return X if origin is None else X - origin


def polynomial_from(origin, X, Y, *, gamma, degree, coef0):
    """The polynomial kernel seen from a point: ``k(x, y) - k(x, o) - k(o, y) + k(o, o)``.

    The polynomial kernel itself depends on where 0 is, and stays what it is. What is taken away
    here is gone after centring anyway; far from 0 it would drown the rest. With ``u = x - o``,
    ``v = y - o``, ``s = gamma o'o + coef0``, ``a = gamma u'o``, ``b = gamma v'o`` and
    ``e = gamma u'v``, k(x, y) is ``(s + a + b + e)^degree``, and the binomial theorem leaves

        sum over j of  binom(degree, j) s^(degree - j) ((a + b + e)^j - a^j - b^j),

    whose first term is e: nothing large is subtracted.

    Parameters
    ----------
    origin : ndarray of shape (d,) or None
        None, and a degree that is no whole number up to 32, give the kernel as it is.
    X : ndarray of shape (m, d)
    Y : ndarray of shape (m2, d)
    gamma, degree, coef0 : float

    Returns
    -------
    ndarray of shape (m, m2)
    """
    if origin is None or degree not in range(1, _MOST_TERMS + 1):
        return polynomial_kernel(X, Y, gamma=gamma, degree=degree, coef0=coef0)
    p, u, v = int(degree), X - origin, Y - origin
    with np.errstate(over="ignore", invalid="ignore"):  # whoever takes K sees that it is not finite
        s = gamma * (origin @ origin) + coef0
        a, b, e = gamma * (u @ origin)[:, None], gamma * (v @ origin), gamma * (u @ v.T)
        K = p * s ** (p - 1) * e
        for j in range(2, p + 1):
            K += comb(p, j) * s ** (p - j) * ((a + b + e) ** j - a**j - b**j)
    return K
