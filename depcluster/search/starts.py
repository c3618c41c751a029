"""Where a search starts: random, k-means++ and spectral partitions."""

from __future__ import annotations

import numpy as np
from scipy.linalg import qr, solve_triangular

from .._typing import ArrayLike, Floats, Ints
from .._validation import as_array, check_labels, check_weights, short_repr
from ..kernels.gram import Gram
from ..labels.partition import one_hot

INITS = ("auto", "random", "k-means++", "spectral")


def random_labels(n_samples: int, n_clusters: int, rng: np.random.RandomState) -> Ints:
    """A random partition into clusters of equal size, give or take one.

    Parameters
    ----------
    n_samples, n_clusters : int
    rng : numpy.random.RandomState

    Returns
    -------
    ndarray of int of shape (n_samples,)

    Examples
    --------
    >>> np.bincount(random_labels(6, 3, np.random.RandomState(0)))
    array([2, 2, 2])
    """
    return rng.permutation(np.arange(n_samples) % n_clusters)


def kmeans_plus_plus(
    gram: Gram, n_clusters: int, rng: np.random.RandomState, weights: ArrayLike | None = None
) -> Ints:
    r"""Greedy k-means++ in feature space, every sample with its nearest centre.

    .. math:: \|\phi(x_i) - \phi(x_j)\|^2 = K_{ii} + K_{jj} - 2 K_{ij}

    scikit-learn's version needs the vectors, which a kernel matrix does not give.

    Parameters
    ----------
    gram : Dense, Sparse or Factor
    n_clusters : int
    rng : numpy.random.RandomState
    weights : array of shape (m,), optional

    Returns
    -------
    ndarray of int of shape (m,)

    Raises
    ------
    ValueError
        If the weights do not fit the samples.

    Examples
    --------
    >>> from depcluster.kernels import as_centred_gram
    >>> x = np.array([0.0, 0.1, 1.0, 1.1])
    >>> labels = kmeans_plus_plus(as_centred_gram(np.outer(x, x)), 2, np.random.RandomState(0))
    >>> bool(labels[0] == labels[1] != labels[2] == labels[3])
    True
    """
    m = gram.shape[0]
    w = np.ones(m) if weights is None else check_weights(weights, m)
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
    """``K_ii + K_jj - 2 K_ij`` between samples idx and all, (k, m); at least 0."""
    d = gram.diagonal + gram.diagonal[idx][:, None] - 2 * gram.rows(idx)
    return np.maximum(d, 0, out=d)


def spectral_labels(vectors: Floats) -> Ints:
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

    Examples
    --------
    >>> labels = spectral_labels(np.array([[-1.0], [-0.9], [1.0], [0.9]]))
    >>> bool(labels[0] == labels[1] != labels[2] == labels[3])
    True
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


def check_start(init):
    """Raise a ValueError for the name of a start that nobody knows."""
    if init not in INITS:
        raise ValueError(
            f"init must be one of {', '.join(INITS)} or labels; got {short_repr(init)}."
        )


def check_init(init, n_samples, n_clusters, every=True):
    """Labels to start from as integers, -1 for a sample whose label is not known.

    If all are known, and ``every``, each must be used.
    """
    given = as_array(init, "init", "one label a sample")
    unknown = given == -1
    every = every and not np.any(unknown)
    known = np.where(unknown, 0, given)
    known = check_labels(known, n_samples, n_clusters, name="init", every=every)
    return np.where(unknown, -1, known)


def completed(problem, labels, rng):
    """Labels for all samples by those that are known: the others are -1.

    A cluster without a known sample gets one by k-means++; then those that are left have the label
    of largest slope of J.
    """
    labels, w = labels.copy(), problem.weights
    w = np.ones(len(labels)) if w is None else w
    free = np.setdiff1d(np.arange(problem.n_clusters), labels)
    if len(free) > (labels < 0).sum():
        raise ValueError(
            f"init must leave a sample for each cluster without one, -1 for not known; got "
            f"{(labels < 0).sum()} for {len(free)} clusters."
        )
    for j in free:
        p = w * (labels < 0)
        if (labels >= 0).any():
            G, S, n = _sums_of_known(problem, labels, w)
            used = n > 0
            d = G[:, used] * -2 / n[used] + S.diagonal()[used] / n[used] ** 2
            far = p * np.maximum(problem.gram.diagonal + d.min(axis=1), 0)
            p = far if far.any() else p
        labels[rng.choice(len(labels), p=p / p.sum())] = j
    G, S, n = _sums_of_known(problem, labels, w)
    slopes = 2 * G @ problem.objective.weights(n) + problem.objective.gradient(S, n)
    return np.where(labels < 0, slopes.argmax(axis=1), labels)


def _sums_of_known(problem, labels, w):
    """``G = K Pi``, ``S = Pi' G`` and sizes, of the samples that have a label."""
    Pi = one_hot(np.maximum(labels, 0), problem.n_clusters) * (w * (labels >= 0))[:, None]
    G = problem.gram.product(Pi)
    return G, Pi.T @ G, Pi.sum(axis=0)


def start(problem, init, rng, vectors=None):
    """The partition that a search begins with; "auto" is the spectral start."""
    m, c = problem.gram.shape[0], problem.n_clusters
    if not isinstance(init, str):
        labels = check_init(init, m, c)
        return labels if labels.min() >= 0 else completed(problem, labels, rng)
    check_start(init)
    if init == "random":
        return random_labels(m, c, rng)
    if init == "k-means++":
        return kmeans_plus_plus(problem.gram, c, rng, problem.weights)
    return spectral_labels(problem.directions(c - 1) if vectors is None else vectors)
