"""What others would say of a number of clusters: silhouette, and what two halves agree on."""

from __future__ import annotations

import numpy as np
from sklearn.metrics import adjusted_rand_score, silhouette_score
from sklearn.metrics.cluster import contingency_matrix

from .explained_fraction import explained_share

N_SPLITS = 10
ENOUGH = 0.8  # prediction strength of clusters (Tibshirani and Walther 2005, section 2)


def silhouette(K, labels):
    """The mean silhouette width (Rousseeuw 1987) of distances in feature space, else NaN."""
    if not 1 < len(np.unique(labels)) < len(K):
        return np.nan
    diagonal = K.diagonal()
    distance = np.sqrt(np.maximum(diagonal[:, None] + diagonal - 2 * K, 0))
    np.fill_diagonal(distance, 0)
    return float(silhouette_score(distance, labels, metric="precomputed"))


def of_halves(K, n_clusters, rng):
    """Stability and prediction strength, means over splits of the samples into two halves.

    One half is clustered twice: by itself, and by the nearest clusters of the other half. Stability
    (Lange, Roth, Braun and Buhmann 2004) is how far the two agree, here as the adjusted Rand index.
    """
    if n_clusters > len(K) // 2:
        return np.nan, np.nan
    found = []
    for _ in range(N_SPLITS):
        order = rng.permutation(len(K))
        half, other = order[: len(K) // 2], order[len(K) // 2 :]
        taught = explained_share(K[np.ix_(half, half)], n_clusters, rng)[1]
        labels = explained_share(K[np.ix_(other, other)], n_clusters, rng)[1]
        told = nearest_clusters(K[np.ix_(half, half)], K[np.ix_(other, half)], taught)
        found.append((adjusted_rand_score(labels, told), prediction_strength(labels, told)))
    return tuple(np.mean(found, axis=0).tolist())


def nearest_clusters(K, rows, labels):
    """The cluster whose mean in feature space is nearest to samples of kernel values ``rows``."""
    names, labels = np.unique(labels, return_inverse=True)
    weights = np.eye(len(names))[labels] / np.bincount(labels)
    squares = ((K @ weights) * weights).sum(axis=0)
    return names[(squares - 2 * rows @ weights).argmin(axis=1)]


def prediction_strength(labels, told):
    """The share of a cluster's pairs that are told to be together, in the worst cluster.

    (Tibshirani and Walther 2005, section 2); a cluster of one sample has no pair to show, and 0.
    """
    met = contingency_matrix(labels, told)
    size = met.sum(axis=1)
    pairs = (met * (met - 1)).sum(axis=1) / np.maximum(size * (size - 1), 1)
    return float(pairs.min())
