"""Two moves of iterated local search, out of optima where no single sample leads.

A *swap* gives up one cluster and founds another: most partitions that plain k-means ends in are one
wrong split away from a better one (Lattanzi and Sohler, "A better k-means++ algorithm via local
search", ICML 2019). It looks at the scatter of the clusters alone. A *perturbation* adds random
slopes to those of J, no larger than they are: it knows the label kernel and needs no scatter.
"""

from __future__ import annotations

import numpy as np

from ..kernels.gram import centre
from ..labels.partition import one_hot
from .starts import squared_distances
from .state import refill

_COLUMNS = 32
_REACH = (0.5, 1.0)


def swapped(state, rng):
    """Labels after the best of a few swaps; as they were if every sample is at its centre."""
    # Some samples are drawn with probability proportional to weight times squared distance to the
    # centre of their cluster, d_ij = K_ii - 2 G_ij / n_j + S_jj / n_j^2. Each may found a cluster
    # in place of each of the c, whose members go to their second nearest centre, all other centres
    # left where they are. The pair of sample and cluster with the least scatter wins.
    labels, c, m = state.labels, state.n_clusters, len(state.labels)
    w = np.ones(m) if state.weights is None else state.weights
    d = _to_centres(state)
    own = d[np.arange(m), labels]
    if not (w * own).sum() > 0:
        return labels
    tried = rng.choice(m, size=2 + int(np.log(c)), p=w * own / (w * own).sum())
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
    d[np.arange(m), labels] = own
    return refill(found, labels, -d)


def _to_centres(state):
    """Squared distances between samples and centres, (m, c)."""
    d = state.gram.diagonal[:, None] - 2 * state.G / state.n
    d += state.S.diagonal() / state.n**2
    return np.maximum(d, 0, out=d)


def perturbed(state, rng):
    """Labels of largest slope after random slopes were added to those of J."""
    # The random ones are K_.r Q L': some columns r of K, drawn at random, a Gaussian matrix Q, and
    # L the square root of the centred W(n), so that labels alike for J are perturbed alike. They
    # are scaled to between half and all of the size of J's own, both counted from each sample's
    # mean.
    m, c = len(state.labels), state.n_clusters
    idx = rng.choice(m, size=min(m, _COLUMNS), replace=False)
    sums = np.zeros_like(state.sums)
    state.gram.shift(sums, idx, rng.standard_normal((len(idx), c)) @ _root(state))
    noise, score = state.gram.scores(sums, slice(None)), state.slopes()
    for table in (score, noise):
        table -= table.mean(axis=1, keepdims=True)
    size = np.linalg.norm(noise)
    if size:
        score += noise * (rng.uniform(*_REACH) * np.linalg.norm(score) / size)
    return refill(score.argmax(axis=1), state.labels, score)


def _root(state):
    """The square root of the centred W(n), as far as that is positive semi-definite."""
    values, V = np.linalg.eigh(centre(state.objective.weights(state.n)))
    return (V * np.sqrt(np.maximum(values, 0))) @ V.T
