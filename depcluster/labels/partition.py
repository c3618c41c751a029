"""Partitions: one-hot matrices, cluster sizes and block sums."""

from __future__ import annotations

import numpy as np

from ..checks.kernels import as_kernel


def one_hot(labels, n_clusters, weights=None):
    """The partition matrix Pi (Song 2007, eq. 4).

    Parameters
    ----------
    labels : array of int of shape (m,)
    n_clusters : int
    weights : array of shape (m,), optional
        Entry (i, labels[i]) is then the weight of sample i instead of 1.

    Returns
    -------
    ndarray of shape (m, n_clusters)
    """
    Pi = np.zeros((len(labels), n_clusters))
    Pi[np.arange(len(labels)), labels] = 1 if weights is None else weights
    return Pi


def cluster_sizes(labels, n_clusters, weights=None):
    """Number of samples, or sum of weights, in each cluster.

    Parameters
    ----------
    labels : array of int of shape (m,)
    n_clusters : int
    weights : array of shape (m,), optional

    Returns
    -------
    ndarray of float of shape (n_clusters,)
    """
    return np.bincount(labels, weights, minlength=n_clusters).astype(float)


def block_sums(K, labels, n_clusters):
    """``S = Pi' K Pi``: the sum of every block of K, rows and columns by cluster.

    With it ``tr(K Pi A Pi') = sum_jl A_jl S_jl`` (Song 2007, eq. 6).

    Parameters
    ----------
    K : array-like or sparse array of shape (m, m)
    labels : array of int of shape (m,)
    n_clusters : int

    Returns
    -------
    ndarray of shape (n_clusters, n_clusters)

    Raises
    ------
    ValueError
        If K is no table of real numbers.

    Examples
    --------
    >>> K = np.array([[2, 1, 0, -1], [1, 2, -1, 0], [0, -1, 2, 1], [-1, 0, 1, 2]])
    >>> block_sums(K, np.array([0, 0, 1, 1]), 2)
    array([[ 6., -2.],
           [-2.,  6.]])
    """
    K = as_kernel(K, allow_sparse=True, symmetric=False)
    Pi = one_hot(labels, n_clusters)
    return Pi.T @ (K @ Pi)


def block_sums_of(gram, labels, n_clusters, weights=None):
    """Block sums of a Gram, whatever its storage.

    Parameters
    ----------
    gram : Dense, Sparse or Factor
    labels : array of int of shape (m,)
    n_clusters : int
    weights : array of shape (m,), optional

    Returns
    -------
    ndarray of shape (n_clusters, n_clusters)
    """
    Pi = one_hot(labels, n_clusters, weights)
    return Pi.T @ gram.scores(gram.sums(Pi), slice(None))


def sort_by_cluster(labels):
    """Order of the samples that brings each cluster together, stable within clusters.

    Parameters
    ----------
    labels : array of int of shape (m,)

    Returns
    -------
    ndarray of int of shape (m,)
    """
    return np.argsort(labels, kind="stable")


def check_weights(weights, n_samples):
    """Validate weights of samples: positive and finite, one a sample.

    Parameters
    ----------
    weights : array-like of shape (n_samples,) or None
    n_samples : int

    Returns
    -------
    ndarray of float of shape (n_samples,) or None

    Raises
    ------
    ValueError
    """
    if weights is None:
        return None
    w = np.asarray(weights, dtype=float)
    if w.shape != (n_samples,) or not np.isfinite(w).all() or not (w > 0).all():
        raise ValueError(
            f"sample_weight must hold one positive number a sample, ({n_samples},); got shape "
            f"{w.shape}, least {np.min(w, initial=np.inf):.3g}. Leave out samples of weight 0."
        )
    return w
