"""One cluster given up for a new one: local-search k-means++ in feature space.

After a search has ended, a partition is often one wrong split away from a better one, where
moving samples one by one cannot reach. A swap founds a cluster at one sample and gives up
another cluster (Lattanzi and Sohler, "A better k-means++ algorithm via local search", ICML 2019).
"""

from __future__ import annotations

import numpy as np

from ..labels.partition import one_hot
from .starts import squared_distances


def swapped(state, rng):
    """Labels after the best of a few swaps.

    Some samples are drawn with probability proportional to weight times squared distance to
    the centre of their cluster, ``d_ij = K_ii - 2 G_ij / n_j + S_jj / n_j^2``. Each may found
    a cluster in place of each of the c, whose members go to their second nearest centre, all
    other centres left where they are. The pair of sample and cluster with the least scatter
    wins. The label kernel plays no part here; the search that follows knows it.

    Parameters
    ----------
    state : State
    rng : numpy.random.RandomState

    Returns
    -------
    ndarray of int of shape (m,)
        As they were if every sample is at the centre of its cluster.
    """
    labels, c, m = state.labels, state.n_clusters, len(state.labels)
    w = np.ones(m) if state.weights is None else state.weights
    d = state.gram.diagonal[:, None] - 2 * state.G / state.n
    d += state.S.diagonal() / state.n**2
    np.maximum(d, 0, out=d)  # (m, c)
    own = d[np.arange(m), labels]
    if not (w * own).sum() > 0:
        return labels
    p = w * own / (w * own).sum()
    tried = rng.choice(m, size=2 + int(np.log(c)), p=p)
    d[np.arange(m), labels] = np.inf
    other = d.argmin(axis=1)
    second = d[np.arange(m), other]
    new = squared_distances(state.gram, tried)  # (trials, m)
    joined = np.minimum(new, own)
    lost = (np.minimum(new, second) - joined) @ one_hot(labels, c, w)
    cost = (joined @ w)[:, None] + lost  # (trials, c)
    t, j = np.unravel_index(cost.argmin(), cost.shape)
    left = labels == j
    found = np.where(left, other, labels)
    found[new[t] < np.where(left, second, own)] = j
    found[tried[t]] = j
    return _with_all(found, labels, own, tried[t])


def _with_all(found, labels, own, founder):
    """Labels in which each cluster that the founder's emptied has its central member back."""
    for j in np.setdiff1d(labels, found):
        members = np.flatnonzero((labels == j) & (np.arange(len(labels)) != founder))
        if len(members):
            found[members[own[members].argmin()]] = j
    return found
