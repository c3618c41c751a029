"""Where a search starts: random, k-means++ and spectral partitions, and the order of labels."""

from __future__ import annotations

from itertools import permutations

import numpy as np
from scipy.linalg import qr, solve_triangular

from ..checks import check_labels
from .objectives import order_matters

INITS = ("auto", "random", "k-means++", "spectral")

_EXACT = 7
_TWO_OPT_STARTS = 100


def random_labels(n_samples, n_clusters, rng):
    """A random partition into clusters of equal size, give or take one.

    Parameters
    ----------
    n_samples, n_clusters : int
    rng : numpy.random.RandomState

    Returns
    -------
    ndarray of int of shape (n_samples,)
    """
    return rng.permutation(np.arange(n_samples) % n_clusters)


def kmeans_plus_plus(gram, n_clusters, rng, weights=None):
    """Greedy k-means++ in feature space, every sample with its nearest centre.

    Distances are ``K_ii + K_jj - 2 K_ij``. scikit-learn's version needs the vectors, which a
    kernel matrix does not give.

    Parameters
    ----------
    gram : Dense, Sparse or Factor
    n_clusters : int
    rng : numpy.random.RandomState
    weights : array of shape (m,), optional

    Returns
    -------
    ndarray of int of shape (m,)
    """
    m = gram.shape[0]
    w = np.ones(m) if weights is None else weights
    trials = 2 + int(np.log(n_clusters))
    centres = [rng.choice(m, p=w / w.sum())]
    nearest = squared_distances(gram, np.array(centres))[0]
    labels = np.zeros(m, dtype=np.intp)
    for j in range(1, n_clusters):
        nearest[centres] = 0
        p = w * nearest
        if not p.sum():
            p = np.ones(m)
            p[centres] = 0
        tried = rng.choice(m, size=trials, p=p / p.sum())
        shrunk = np.minimum(nearest, squared_distances(gram, tried))
        best = (shrunk @ w).argmin()
        labels[shrunk[best] < nearest] = j
        centres.append(tried[best])
        nearest = shrunk[best]
    labels[centres] = np.arange(n_clusters)
    return labels


def squared_distances(gram, idx):
    """``K_ii + K_jj - 2 K_ij`` between some samples and all, in feature space.

    Parameters
    ----------
    gram : Dense, Sparse or Factor
    idx : ndarray of int of shape (k,)

    Returns
    -------
    ndarray of shape (k, m)
        0 where rounding or an indefinite K would make it negative.
    """
    d = gram.diagonal + gram.diagonal[idx][:, None] - 2 * gram.rows(idx)
    return np.maximum(d, 0, out=d)


def spectral_labels(vectors):
    """Round eigenvectors to a partition by pivoted QR (Zha et al. 2001; Song 2007, section 5).

    Parameters
    ----------
    vectors : ndarray of shape (m, c - 1)
        The leading eigenvectors of the centred kernel matrix. The constant vector, which
        centring removed, is put back.

    Returns
    -------
    ndarray of int of shape (m,)
        Labels 0..c-1, all used.
    """
    m, r = vectors.shape
    V = np.column_stack([np.full(m, m**-0.5), vectors])
    R, pivots = qr(V.T, mode="r", pivoting=True)
    c = r + 1
    diagonal = np.abs(R.diagonal())
    if diagonal[-1] > 1e-12 * diagonal[0]:
        R = solve_triangular(R[:, :c], R)
    labels = np.empty(m, dtype=np.intp)
    labels[pivots] = np.abs(R).argmax(axis=0)
    labels[pivots[:c]] = np.arange(c)
    return labels


def match_order(A, T, rng):
    """Rename clusters so that their order suits the label kernel.

    Finds the permutation p that maximises ``sum_jl A_jl T[p_j, p_l]``, by trying all of them
    for up to seven clusters, beyond that by exchanging the pair that gains most until none
    does, from the given order and 99 random ones.

    Parameters
    ----------
    A : ndarray of shape (c, c), symmetric
        The label kernel.
    T : ndarray of shape (c, c), symmetric
        The (normalised) block sums.
    rng : numpy.random.RandomState

    Returns
    -------
    ndarray of int of shape (c,)
        Position j goes to the cluster now called p[j]; the identity when nothing is better.
    """
    c = len(A)
    if c <= _EXACT:
        p = np.array(list(permutations(range(c))))
        found = p[(A * T[p[:, :, None], p[:, None, :]]).sum(axis=(1, 2)).argmax()]
    else:
        found = _two_opt(A, T, rng)
    gain = (A * T[np.ix_(found, found)]).sum() - (A * T).sum()
    return found if gain > 1e-10 * np.abs(A * T).sum() else np.arange(c)


def _two_opt(A, T, rng):
    """The best of many starts of pairwise exchange, all of them stepped together."""
    c = len(A)
    orders = np.array([np.arange(c), *(rng.permutation(c) for _ in range(_TWO_OPT_STARTS - 1))])
    least, climbing = 1e-12 * np.abs(A * T).sum(), np.arange(len(orders))
    while len(climbing):
        gain = _exchange_gains(A, _permuted(T, orders[climbing])).reshape(len(climbing), -1)
        best = gain.argmax(axis=1)
        rises = gain[np.arange(len(best)), best] > least
        climbing = climbing[rises]
        r, s = np.unravel_index(best[rises], (c, c))
        orders[climbing, r], orders[climbing, s] = orders[climbing, s], orders[climbing, r]
    return orders[(A * _permuted(T, orders)).sum(axis=(1, 2)).argmax()]


def _permuted(T, orders):
    return T[orders[:, :, None], orders[:, None, :]]


def _exchange_gains(A, B):
    """What exchanging places r and s adds to ``<A, B>``, for every pair, (k, c, c).

    ``2 sum_{l != r, s} (A_rl - A_sl)(B_sl - B_rl) + (A_rr - A_ss)(B_ss - B_rr)``.
    """
    a, b = A.diagonal(), np.diagonal(B, axis1=1, axis2=2)
    M = A @ B
    m = np.diagonal(M, axis1=1, axis2=2)
    gain = M + M.swapaxes(1, 2) - m[:, :, None] - m[:, None, :]
    gain -= (a[:, None] - A) * (B - b[:, :, None]) + (A - a) * (b[:, None, :] - B)  # l = r, s
    return 2 * gain + (a[:, None] - a) * (b[:, None, :] - b[:, :, None])


def starts(problem, vectors, init, n_init, rng):
    """Partitions to search from.

    Parameters
    ----------
    problem : Problem
    vectors : ndarray of shape (m, c - 1)
        Leading eigenvectors, for the spectral start.
    init : {"auto", "random", "k-means++", "spectral"} or array of int of shape (m,)
        "auto" is the spectral start and then k-means++; for a structured label kernel every
        fourth of those is random instead. "spectral" and an array are one start.
    n_init : int
    rng : numpy.random.RandomState

    Yields
    ------
    ndarray of int of shape (m,)

    Raises
    ------
    ValueError
        For an unknown name or unusable labels.
    """
    m, c = problem.gram.shape[0], problem.n_clusters
    if not isinstance(init, str):
        yield check_labels(init, m, c, name="init")
        return
    if init not in INITS:
        raise ValueError(f"init must be one of {', '.join(INITS)} or labels; got {init!r}.")
    structured = order_matters(problem.objective)
    for k in range(n_init):
        if init == "spectral" or (init == "auto" and k == 0):
            yield spectral_labels(vectors)
        elif init == "random" or (init == "auto" and structured and k % 4 == 0):
            yield random_labels(m, c, rng)
        else:
            yield kmeans_plus_plus(problem.gram, c, rng, problem.weights)
        if init == "spectral":
            return
