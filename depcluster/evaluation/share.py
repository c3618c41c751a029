"""How much of a kernel the best clusters explain: all starts of a search climb at once."""

from __future__ import annotations

import numpy as np

from ..kernels.maker import KernelMaker

_STEPS = 60
_STARTS = 4


def explained_share(K, n_clusters, rng, n_init=_STARTS):
    r"""The largest share of a kernel's trace that clusters were found to explain.

    .. math:: \frac{\mathrm{tr}(S N^{-1}) - \mathbf 1' K \mathbf 1 / m}
                   {\mathrm{tr}(K) - \mathbf 1' K \mathbf 1 / m}

    with the block sums S and the sizes N of a partition: the dependence that kernel k-means
    maximises (CLUHSIC with the plain label kernel, Song 2007, eq. 3), over its largest value,
    that of a cluster for each sample. Every start, by k-means++, climbs by whole steps, in which
    all samples go to their nearest cluster.

    Parameters
    ----------
    K : ndarray of shape (m, m)
    n_clusters : int
    rng : numpy.random.RandomState
    n_init : int

    Returns
    -------
    share : float
        From 0 to 1.
    labels : ndarray of int of shape (m,)
    """
    total, chance = np.trace(K), K.sum() / len(K)
    labels = _plus_plus(K, n_clusters, n_init, rng)
    for _ in range(_STEPS):
        sums, sizes = _sums(K, labels, n_clusters)
        n = np.maximum(sizes, 1)
        to_mean = (_within(sums, labels, sizes) / n**2)[:, None] - 2 * sums / n[:, None]
        nearest = np.where(sizes[:, None] > 0, to_mean, np.inf).argmin(axis=2)
        if (nearest == labels).all():
            break
        labels = nearest
    sums, sizes = _sums(K, labels, n_clusters)
    explained = (_within(sums, labels, sizes) / np.maximum(sizes, 1)).sum(axis=1)
    best = explained.argmax()
    return float((explained[best] - chance) / (total - chance)), labels[best]


def _sums(K, labels, c):
    """Sums of each row over each cluster, (s, m, c), and the clusters' sizes, (s, c)."""
    one_hot = labels[:, :, None] == np.arange(c)  # (s, m, c)
    s, m, _ = one_hot.shape
    sums = K @ one_hot.transpose(1, 0, 2).reshape(m, s * c).astype(float)
    return sums.reshape(m, s, c).transpose(1, 0, 2), one_hot.sum(axis=1)


def _within(sums, labels, sizes):
    """Sum of each cluster's own block, (s, c)."""
    c = sizes.shape[1]
    own = np.take_along_axis(sums, labels[:, :, None], axis=2)[:, :, 0]
    return np.array([np.bincount(k, v, minlength=c) for k, v in zip(labels, own, strict=True)])


def _plus_plus(K, c, n_init, rng):
    """k-means++ in feature space for several starts at once, (n_init, m)."""
    m, diagonal = len(K), K.diagonal()
    nearest = np.full((n_init, m), np.inf)
    labels = np.zeros((n_init, m), dtype=np.intp)
    for j in range(c):
        odds = np.where(np.isfinite(nearest), nearest, 1.0).cumsum(axis=1)
        drawn = rng.random_sample((n_init, 1)) * odds[:, -1:]
        centres = np.minimum((odds <= drawn).sum(axis=1), m - 1)
        away = np.maximum(diagonal + diagonal[centres][:, None] - 2 * K[centres], 0)
        closer = away < nearest
        labels[closer] = j
        nearest = np.minimum(nearest, away)
    return labels


def kernel_of(X, kernel, gamma):
    """The kernel matrix of samples, ``gamma="mean"`` being ``.5 / mean squared distance``."""
    if isinstance(gamma, str) and gamma == "mean":
        m = len(X)
        gamma = 0.25 * (m - 1) / m / X.var(axis=0).sum()
    return KernelMaker(X).matrix(kernel, gamma=gamma)
