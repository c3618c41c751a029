"""Where a taxonomy starts: k-means on scaled eigenvectors, or fewer clusters split."""

from __future__ import annotations

import warnings

import numpy as np
from sklearn.cluster import KMeans
from sklearn.exceptions import ConvergenceWarning

from ..._utils.blas import one_blas_thread
from ..._validation import check_labels
from ...kernels.eigenvectors import leading_eigenvectors
from ...labels.partition import cluster_sizes, one_hot
from .structure import best_value


def first_labels(gram, n_clusters, init, n_init, rng, E=None):
    """Partitions to start from.

    Parameters
    ----------
    gram : Dense, Sparse or Factor
        Centred, (m, m).
    n_clusters : int
    init : "auto" or array of int of shape (m,)
        "auto" is k-means on the leading c - 1 eigenvectors, each times the root of its
        eigenvalue. Section 3.1 takes k = c, unscaled; but c clusters span c - 1 directions once
        the mean is taken out, and scaled the rows are the samples' places in feature space, as
        nearly as so many directions allow. An array is one start.
    n_init : int
    rng : numpy.random.RandomState
    E : ndarray of shape (m, r), optional
        `scaled_eigenvectors`, c - 1 or more, if they are at hand.

    Yields
    ------
    ndarray of int of shape (m,)
        0..c-1, each used.

    Raises
    ------
    ValueError
        For another name or unusable labels.

    Examples
    --------
    >>> from depcluster.kernels import as_centred_gram
    >>> x = np.array([0.0, 0.1, 1.0, 1.1])
    >>> gram = as_centred_gram(np.outer(x, x))
    >>> len(list(first_labels(gram, 2, "auto", 3, np.random.RandomState(0))))
    3
    """
    m = gram.shape[0]
    if not isinstance(init, str):
        yield check_labels(init, m, n_clusters, name="init")
    elif init != "auto":
        raise ValueError(f'init must be "auto" or labels; got {init!r}.')
    elif n_clusters == 1:
        yield np.zeros(m, dtype=np.intp)
    else:
        E = scaled_eigenvectors(gram, n_clusters - 1) if E is None else E[:, : n_clusters - 1]
        for _ in range(n_init):
            yield _filled(_kmeans(E, n_clusters, rng), n_clusters)


def scaled_eigenvectors(gram, k):
    """The k leading eigenvectors of K, each times the root of its eigenvalue.

    Parameters
    ----------
    gram : Dense, Sparse or Factor
    k : int

    Returns
    -------
    ndarray of shape (m, k)
        Inner products of rows are, nearly, the kernel values.

    Examples
    --------
    >>> from depcluster.kernels import as_centred_gram
    >>> scaled_eigenvectors(as_centred_gram(np.diag([4.0, 0.0])), 1).shape
    (2, 1)
    """
    return scaled(*leading_eigenvectors(gram, k))


def scaled(values, vectors):
    """Eigenvectors, each times the root of its eigenvalue, or 0 where that is negative."""
    return vectors * np.sqrt(np.maximum(values, 0))


def split(E, labels, n_clusters, rng):
    r"""Divide clusters in two, each time the one where it raises (10) most (Blaschko 2008).

    .. math:: \sqrt{\mathrm{tr}(S N^{-1} S N^{-1})} \tag{10}

    Parameters
    ----------
    E : ndarray of shape (m, r)
        Rows whose inner products are, nearly, the centred kernel values.
    labels : ndarray of int of shape (m,)
    n_clusters : int
        At least as many as there are, at most m.
    rng : numpy.random.RandomState

    Returns
    -------
    ndarray of int of shape (m,)
        Labels 0..n_clusters-1; the new ones are the larger.

    Examples
    --------
    >>> E = np.array([[-2.0], [-1.9], [1.0], [2.9]])
    >>> np.bincount(split(E, np.array([0, 0, 1, 1]), 3, np.random.RandomState(0)))
    array([2, 1, 1])
    """
    labels = labels.copy()
    for new in range(labels.max() + 1, n_clusters):
        tries = []
        for j in np.flatnonzero(np.bincount(labels) > 1):
            members, tried = np.flatnonzero(labels == j), labels.copy()
            half = _filled(_kmeans(E[members], 2, rng), 2)
            tried[members[half == 1]] = new
            sums = one_hot(tried, new + 1).T @ E
            tries.append((best_value(sums @ sums.T, cluster_sizes(tried, new + 1)), tried))
        labels = max(tries, key=lambda pair: pair[0])[1]
    return labels


def _kmeans(E, c, rng):
    with one_blas_thread(), warnings.catch_warnings():
        # Where there are fewer different samples than clusters, `_filled` fills the rest.
        warnings.simplefilter("ignore", ConvergenceWarning)
        return KMeans(c, n_init=1, random_state=rng).fit(E).labels_.astype(np.intp)


def _filled(labels, c):
    """Labels with the last sample of the largest cluster in each that is empty, in place."""
    for j in np.setdiff1d(np.arange(c), labels):
        labels[np.flatnonzero(labels == np.bincount(labels).argmax())[-1]] = j
    return labels
