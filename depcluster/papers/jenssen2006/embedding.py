r"""Samples as points whose inner products are kernel values, cut to the leading eigenvectors.

.. math:: \Phi(x_i) = \left(\sqrt{\lambda_1}\, e_{1i}, \ldots, \sqrt{\lambda_c}\, e_{ci}\right)
   \tag{12}

(Jenssen 2006). Entries of an eigenvector that are rounding noise count as zero. A sample with
nothing but zeros has no direction, and so no angle to anything: it is undecided.
"""

from __future__ import annotations

import numpy as np

from ...kernels.eigenvectors import leading_eigenvectors
from ...kernels.gram import Dense

_NOISE = 1e-10


def leading_pairs(K, n_clusters):
    """The leading eigenvalues and eigenvectors of a kernel matrix, without rounding noise.

    Parameters
    ----------
    K : ndarray of shape (m, m)
        Positive semi-definite.
    n_clusters : int

    Returns
    -------
    values : ndarray of shape (n_clusters,)
        In descending order.
    vectors : ndarray of shape (m, n_clusters)
        Entries up to 1e-10 of the largest are exactly 0. In a repeated eigenvalue the basis is
        that of `leading_eigenvectors`.

    Raises
    ------
    ValueError
        If the matrix has fewer than n_clusters eigenvalues above rounding noise.

    Examples
    --------
    >>> values, vectors = leading_pairs(np.diag([3.0, 2.0, 1.0]), 2)
    >>> values
    array([3., 2.])
    """
    values, V = leading_eigenvectors(Dense(K, centred=False), n_clusters)
    above = values > len(K) * np.finfo(float).eps * max(values[0], 0)
    if not above.all():
        raise ValueError(
            f"n_clusters must be at most the rank of the kernel matrix, {above.sum()} in floating "
            f"point; got {n_clusters}. Ask for fewer clusters or choose a smaller sigma."
        )
    return values, np.where(np.abs(V) > _NOISE * np.abs(V).max(axis=0), V, 0.0)


def axis_means(embedding):
    """The unit axes as first mean vectors, each with the sign of its column's mean.

    Clusters infinitely far apart lie along the axes (Jenssen 2006, section III-A).

    Parameters
    ----------
    embedding : ndarray of shape (m, c)

    Returns
    -------
    ndarray of shape (c, c)
        Diagonal, of 1 and -1.

    Examples
    --------
    >>> axis_means(np.array([[1.0, 0.0], [0.0, -2.0]]))
    array([[ 1.,  0.],
           [ 0., -1.]])
    """
    total = embedding.sum(axis=0)
    negative = total < -_NOISE * np.abs(embedding).sum(axis=0)
    return np.diag(np.where(negative, -1.0, 1.0))
