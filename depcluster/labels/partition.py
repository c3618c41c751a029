"""Partitions: one-hot matrices, cluster sizes and block sums."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy import sparse

from .._typing import ArrayLike, Floats, Ints, SparseArray
from .._validation import (
    as_array,
    as_csr,
    as_numbers,
    check_labels,
    check_memory,
    check_numbers,
    short_repr,
    whole,
)

if TYPE_CHECKING:  # kernels do not stand below labels
    from ..kernels.gram import Gram

MOST_CLUSTERS = 10**9
_COUNT = whole(1, MOST_CLUSTERS)


def one_hot(labels: ArrayLike, n_clusters: int, weights: ArrayLike | None = None) -> Floats:
    r"""The partition matrix Pi (Song 2007, eq. 4).

    .. math:: \Pi_{ij} = 1 \text{ where } y_i = j, \text{ else } 0

    Parameters
    ----------
    labels : array of int of shape (m,)
    n_clusters : int
    weights : array of shape (m,), optional
        Entry (i, labels[i]) is then the weight of sample i instead of 1.

    Returns
    -------
    ndarray of shape (m, n_clusters)

    Raises
    ------
    ValueError
        If the labels are not whole numbers from 0 to n_clusters - 1, or the weights do not fit.

    Examples
    --------
    >>> one_hot(np.array([0, 2, 0]), 3)
    array([[1., 0., 0.],
           [0., 0., 1.],
           [1., 0., 0.]])
    """
    labels, n_clusters, weights = _fitting(labels, n_clusters, weights)
    check_memory(8 * len(labels) * n_clusters, "n_clusters: a table of that width", "Use fewer.")
    return indicator(labels, n_clusters, weights)


def indicator(labels, n_clusters, weights=None):
    """`one_hot` of labels that the package has made itself."""
    Pi = np.zeros((len(labels), n_clusters))
    Pi[np.arange(len(labels)), labels] = 1 if weights is None else weights
    return Pi


def cluster_sizes(labels: ArrayLike, n_clusters: int, weights: ArrayLike | None = None) -> Floats:
    r"""Number of samples, or sum of weights, in each cluster.

    .. math:: n = \Pi' \mathbf 1

    Parameters
    ----------
    labels : array of int of shape (m,)
    n_clusters : int
    weights : array of shape (m,), optional

    Returns
    -------
    ndarray of float of shape (n_clusters,)

    Raises
    ------
    ValueError
        As `one_hot`.

    Examples
    --------
    >>> cluster_sizes(np.array([0, 2, 0]), 3)
    array([2., 0., 1.])
    """
    labels, n_clusters, weights = _fitting(labels, n_clusters, weights)
    return np.bincount(labels, weights, minlength=n_clusters).astype(float)


def _fitting(
    labels: ArrayLike, n_clusters: int, weights: ArrayLike | None
) -> tuple[Ints, int, Floats | None]:
    """Labels and weights as arrays; what is asked of them is cheap, the search comes by often."""
    n_clusters = int(_COUNT(n_clusters, "n_clusters"))
    labels = as_array(labels, "labels", "one label a sample")
    are_whole = labels.ndim == 1 and labels.dtype.kind in "iu"
    if not are_whole or (labels.size and not 0 <= labels.min() <= labels.max() < n_clusters):
        check_labels(labels, None, n_clusters, every=False)
    if weights is not None:
        weights = as_array(weights, "weights", "one number a sample")
        if weights.shape != labels.shape or weights.dtype.kind not in "biuf":
            weights = check_numbers(weights, "weights", labels.shape)
    return labels, n_clusters, weights


def block_sums(K: ArrayLike | SparseArray, labels: ArrayLike, n_clusters: int) -> Floats:
    r"""The sum of every block of K, rows and columns by cluster.

    .. math:: S = \Pi' K \Pi

    With it (Song 2007)

    .. math:: \mathrm{tr}(K \Pi A \Pi') = \sum_{j,l} A_{jl} S_{jl} \tag{6}

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
        If K is no table of real numbers, or the labels do not fit it.

    Examples
    --------
    >>> K = np.array([[2, 1, 0, -1], [1, 2, -1, 0], [0, -1, 2, 1], [-1, 0, 1, 2]])
    >>> block_sums(K, np.array([0, 0, 1, 1]), 2)
    array([[ 6., -2.],
           [-2.,  6.]])
    """
    K = as_csr(K) if sparse.issparse(K) else as_numbers(K, "K")
    Pi = one_hot(labels, n_clusters)
    if K.shape != (len(Pi), len(Pi)):
        raise ValueError(f"K must be square, a row for each of {len(Pi)} labels; got {K.shape}.")
    return Pi.T @ (K @ Pi)


def block_sums_of(
    gram: Gram, labels: ArrayLike, n_clusters: int, weights: ArrayLike | None = None
) -> Floats:
    r"""Block sums of a Gram, whatever its storage.

    .. math:: S = \Pi' K \Pi

    Parameters
    ----------
    gram : Dense, Sparse or Factor
    labels : array of int of shape (m,)
    n_clusters : int
    weights : array of shape (m,), optional

    Returns
    -------
    ndarray of shape (n_clusters, n_clusters)

    Examples
    --------
    >>> from depcluster.kernels import as_gram
    >>> block_sums_of(as_gram(np.eye(3)), np.array([0, 1, 0]), 2)
    array([[ 0.66666667, -0.66666667],
           [-0.66666667,  0.66666667]])
    """
    Pi = one_hot(labels, n_clusters, weights)
    if getattr(gram, "shape", ())[:1] != Pi.shape[:1] or not hasattr(gram, "scores"):
        raise ValueError(
            f"gram must be a Gram of {len(Pi)} samples, one a label; got {short_repr(gram)}."
        )
    return Pi.T @ gram.scores(gram.sums(Pi), slice(None))


def sort_by_cluster(labels):
    """Order of the samples that brings each cluster together, stable within clusters."""
    return np.argsort(labels, kind="stable")
