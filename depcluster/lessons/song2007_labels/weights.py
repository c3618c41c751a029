"""Beat 7: weighted k-means against two readings of (8)."""

from __future__ import annotations

import numpy as np

from ...kernels import as_gram
from ...labels import block_sums_of, cluster_sizes, one_hot


def weighted_sums(points, weights, n_labellings=200, seed=0):
    """Scatter, diagonal of the block sums and weight of each cluster for random labellings.

    Scatter is that of weighted k-means. K is linear and centred about the weighted mean; its
    entries are multiplied by the weights of both points, as in (8).
    """
    rng, rows = np.random.default_rng(seed), []
    gram = as_gram(points @ points.T, weights=weights)
    for _ in range(n_labellings):
        labels = rng.integers(0, 3, len(points))
        sums, w = block_sums_of(gram, labels, 3, weights), cluster_sizes(labels, 3, weights)
        means = (one_hot(labels, 3, weights) / w).T @ points
        scatter = (weights[:, None] * (points - means[labels]) ** 2).sum()
        rows.append((scatter, np.diag(sums), w))
    scatter, S, w = zip(*rows, strict=True)
    return np.array(scatter), np.array(S), np.array(w)
