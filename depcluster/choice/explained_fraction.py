"""How much of a kernel the best clusters explain: all starts of a search climb at once."""

from __future__ import annotations

import numpy as np

from .._validation import check_similarities, check_symmetric, short_repr
from ..kernels.cache import KernelMaker
from ..kernels.gram import Dense, warn_if_indefinite
from ..kernels.matrix import MIRRORED

_STEPS = 60
_STARTS = 4
_ROUNDING = 1e-14


def explained_share(K, n_clusters, rng, n_init=_STARTS):
    r"""The largest share of a kernel's trace that clusters were found to explain.

    .. math:: \frac{\mathrm{tr}(S N^{-1}) - \mathbf 1' K \mathbf 1 / m}
                   {\mathrm{tr}(K) - \mathbf 1' K \mathbf 1 / m}

    with the block sums S and the sizes N of a partition: the dependence that kernel k-means
    maximises (CLUHSIC with the plain label kernel, Song 2007, eq. 3), over its largest value,
    that of a cluster for each sample. Every start, by greedy k-means++ (Arthur and Vassilvitskii
    2007, section 6), climbs by whole steps, in which all samples go to their nearest cluster.

    Parameters
    ----------
    K : ndarray of shape (m, m)
    n_clusters : int
    rng : numpy.random.RandomState
    n_init : int

    Returns
    -------
    share : float
        From 0 to 1. NaN where all samples are equal to the kernel.
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
    share = (explained[best] - chance) / (total - chance) if _is_informative(K) else np.nan
    return float(share), labels[best]


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
    """Greedy k-means++ in feature space for several starts at once, (n_init, m)."""
    m, diagonal, start = len(K), K.diagonal(), np.arange(n_init)
    n_tried = 2 + int(np.log(c))
    nearest = np.ones((n_init, m))
    labels = np.zeros((n_init, m), dtype=np.intp)
    for j in range(c):
        odds = nearest.cumsum(axis=1)
        drawn = rng.random_sample((n_init, n_tried if j else 1)) * odds[:, -1:]
        tried = np.minimum((odds[:, None] <= drawn[:, :, None]).sum(axis=2), m - 1)
        away = np.maximum(diagonal + diagonal[tried][:, :, None] - 2 * K[tried], 0)  # (s, tried, m)
        left = np.minimum(nearest[:, None], away) if j else away
        best = left.sum(axis=2).argmin(axis=1)
        labels[away[start, best] < nearest] = j
        nearest = left[start, best]
    return labels


def kernel_of(X, kernel, gamma):
    """The kernel matrix of samples, ``gamma="mean"`` being ``.5 / mean squared distance``.

    Raises
    ------
    ValueError
        If the kernel is given as a matrix, `kernel_matrix` cannot compute it, or it is not finite
        or not symmetric.
    """
    if isinstance(kernel, str) and kernel == "precomputed":
        raise ValueError(
            'kernel must be one of samples, such as "rbf", as tables without clusters get their '
            'kernel anew; got "precomputed". Pass the table as X; if there is none, compare '
            "partitions of K by `consensus` or numbers by `taxonomy_path`."
        )
    if isinstance(gamma, str) and gamma == "mean":
        m = len(X)
        gamma = 0.25 * (m - 1) / m / X.var(axis=0).sum()
    K = KernelMaker(X).matrix(kernel, gamma=gamma)
    name = "the kernel matrix of X, or of a table without clusters,"
    return K if kernel in MIRRORED else check_symmetric(K, name)


def check_kernel(K, kernel):
    """Raise a ValueError where a kernel tells nothing apart; warn where a user's is none."""
    if kernel not in MIRRORED:
        name = "the kernel matrix of X"
        warn_if_indefinite(Dense(check_similarities(K, name)), name, K)
    if not _is_informative(K):
        raise ValueError(
            "kernel must tell samples apart, so that there is something to explain; centred, the "
            f"matrix of {short_repr(kernel)} has no trace above 0. Try another gamma, such as "
            '"median", or kernel="rbf".'
        )


def _is_informative(K):
    total = np.trace(K)
    return total - K.sum() / len(K) > _ROUNDING * abs(total)
