"""Where a search starts: random, k-means++ and spectral partitions."""

from __future__ import annotations

import numpy as np
from scipy.linalg import qr, solve_triangular

from ..checks import check_labels
from .objectives import order_matters

INITS = ("auto", "random", "k-means++", "spectral")


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

    def distances(idx):
        d = gram.diagonal + gram.diagonal[idx][:, None] - 2 * gram.rows(idx)
        return np.maximum(d, 0)  # (len(idx), m)

    centres = [rng.choice(m, p=w / w.sum())]
    nearest = distances(centres)[0]
    labels = np.zeros(m, dtype=np.intp)
    for j in range(1, n_clusters):
        nearest[centres] = 0
        p = w * nearest
        if not p.sum():
            p = np.ones(m)
            p[centres] = 0
        tried = rng.choice(m, size=trials, p=p / p.sum())
        shrunk = np.minimum(nearest, distances(tried))
        best = (shrunk @ w).argmin()
        labels[shrunk[best] < nearest] = j
        centres.append(tried[best])
        nearest = shrunk[best]
    labels[centres] = np.arange(n_clusters)
    return labels


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
