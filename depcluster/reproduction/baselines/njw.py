"""Ng, Jordan and Weiss: normalized spectral clustering, as Jenssen 2006 compares with it.

Rows of the c leading eigenvectors of ``D^-1/2 K D^-1/2``, scaled to unit length, then k-means
(Ng, Jordan and Weiss, NIPS 2001). Beside the angle method with ``u = 1 / f`` only the square
roots of the eigenvalues are missing, and k-means compares distances where that compares angles.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from sklearn.cluster import KMeans

from ..._typing import ArrayLike, Floats, Ints, RandomState, Sigma
from ..._validation import check_different, check_samples, checked, one_of
from ...labels.nearest import label_by_nearest
from ...papers.jenssen2006.angle import axis_means, leading_pairs
from ...papers.jenssen2006.bandwidth import resolve_sigma
from ...papers.jenssen2006.weightings import (
    check_sigma,
    laplacian_weights,
    weighted_kernel,
    window_kernel,
)


@dataclass(frozen=True)
class NjwResult:
    """What `njw` found.

    Attributes
    ----------
    labels : ndarray of int of shape (m,)
        0..c-1.
    rows : ndarray of shape (m, c)
        Points of unit length that k-means saw; zero for a sample outside every eigenvector,
        which got the label of the nearest other one.
    eigenvalues : ndarray of shape (c,)
        Of ``D^-1/2 K D^-1/2``, in descending order: 1 and less.
    sigma : float
    """

    labels: Ints
    rows: Floats
    eigenvalues: Floats
    sigma: float


@checked(init=one_of("axes", "k-means++"))
def njw(
    X: ArrayLike,
    n_clusters: int,
    *,
    sigma: Sigma = "nearest_neighbour",
    init: Literal["axes", "k-means++"] = "axes",
    random_state: RandomState = None,
) -> NjwResult:
    r"""Cluster by k-means on the unit rows of the leading eigenvectors.

    .. math:: D^{-1/2} K D^{-1/2}, \qquad D = \mathrm{diag}(K \mathbf 1)

    is the matrix that they are of.

    Parameters
    ----------
    X : array-like of shape (m, d)
    n_clusters : int
    sigma : float, "nearest_neighbour", "mean", "amise" or "lscv", default="nearest_neighbour"
        As in `AngleSpectralClustering`; the kernel is ``exp(-||x - y||^2 / (4 sigma^2))``, with
        its ones on the diagonal, where Ng, Jordan and Weiss put zeros.
    init : {"axes", "k-means++"}, default="axes"
        "axes" starts k-means at the unit axes, as Jenssen 2006 does for the comparison;
        "k-means++" draws ten starts.
    random_state : int, RandomState or None, default=None

    Returns
    -------
    NjwResult

    Raises
    ------
    ValueError
        If a parameter cannot be used, or the matrix has fewer than n_clusters eigenvalues above
        zero.

    Examples
    --------
    >>> njw(np.array([[0.0], [0.1], [0.2], [3.0], [3.1]]), 2, sigma=0.5).labels
    array([0, 0, 0, 1, 1])
    """
    X = check_samples(X)
    check_different(n_clusters, X)
    sigma = check_sigma(resolve_sigma(sigma, X))
    K = window_kernel(X, sigma=sigma)
    u = laplacian_weights(X, K) / len(K)  # D^-1
    values, V = leading_pairs(weighted_kernel(K, u), n_clusters)
    undecided: Any = ~V.any(axis=1)
    rows = V / np.where(undecided, 1, np.linalg.norm(V, axis=1))[:, None]
    start = {"axes": (axis_means(V), 1), "k-means++": ("k-means++", 10)}
    centres, n_init = start[init]
    kmeans = KMeans(n_clusters, init=centres, n_init=n_init, random_state=random_state)
    labels = np.empty(len(X), dtype=np.intp)
    labels[~undecided] = kmeans.fit_predict(rows[~undecided])
    label_by_nearest(X, labels, undecided)
    return NjwResult(labels, rows, values, sigma)
