"""Where a search starts: random, k-means++ and spectral partitions, and random directions."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from scipy.linalg import qr, solve_triangular

from ..checks import check_labels
from ..kernels.gram import centre

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


def direction_labels(E, W, rng):
    """Labels along random directions: every sample takes the label that lies its way.

    With rows e_i of E and ``W = L L'``, sample i gets the label of largest slope
    ``(e_i' Q L')_j`` for a Gaussian matrix Q. This is how relaxed cuts are rounded (Frieze and
    Jerrum, "Improved approximation algorithms for MAX k-CUT and MAX BISECTION", Algorithmica
    1997). The labels have the order that W asks for.

    Parameters
    ----------
    E : ndarray of shape (m, r)
        Rows whose inner products are, nearly, the centred kernel values.
    W : ndarray of shape (c, c)
        Kernel on the labels.
    rng : numpy.random.RandomState

    Returns
    -------
    ndarray of int of shape (m,)
        Labels 0..c-1, all used.
    """
    c, L = len(W), label_vectors(W)
    score = E @ rng.standard_normal((E.shape[1], c)) @ L.T  # (m, c)
    labels = score.argmax(axis=1)
    for j in np.setdiff1d(np.arange(c), labels):
        spare = np.flatnonzero(np.bincount(labels, minlength=c)[labels] > 1)
        labels[spare[score[spare, j].argmax()]] = j
    return labels


def label_vectors(W):
    """L with ``H W H = L L'``, as far as W is positive semi-definite.

    Parameters
    ----------
    W : ndarray of shape (c, c), symmetric

    Returns
    -------
    ndarray of shape (c, c)
        A row for each label.
    """
    values, L = np.linalg.eigh(centre(W))
    return L * np.sqrt(np.maximum(values, 0))


class Starts:
    """The partitions from which a problem may be searched.

    Parameters
    ----------
    problem : Problem
    rng : numpy.random.RandomState
    vectors : ndarray of shape (m, c - 1), optional
        A basis of the leading eigenvectors, if it is at hand.
    """

    def __init__(self, problem, rng, vectors=None):
        self.problem, self.rng, self._given = problem, rng, vectors

    def first(self, init):
        """The start that a user asked for.

        Parameters
        ----------
        init : {"auto", "random", "k-means++", "spectral"} or array of int of shape (m,)
            "auto" is the spectral start.

        Returns
        -------
        ndarray of int of shape (m,)

        Raises
        ------
        ValueError
            For an unknown name or unusable labels.
        """
        m, c = self.problem.gram.shape[0], self.problem.n_clusters
        if not isinstance(init, str):
            return check_labels(init, m, c, name="init")
        if init not in INITS:
            raise ValueError(f"init must be one of {', '.join(INITS)} or labels; got {init!r}.")
        return self.named("spectral" if init == "auto" else init)

    def named(self, name):
        """A start by its name: "spectral", "random", "k-means++" or "directions"."""
        problem, m, c = self.problem, self.problem.gram.shape[0], self.problem.n_clusters
        if name == "spectral":
            return spectral_labels(self._vectors)
        if name == "random":
            return random_labels(m, c, self.rng)
        if name == "k-means++":
            return kmeans_plus_plus(problem.gram, c, self.rng, problem.weights)
        W = problem.objective.weights(np.full(c, m / c))
        return direction_labels(self.embedding, W, self.rng)

    @cached_property
    def _vectors(self):
        given = self._given
        return self.problem.directions(self.problem.n_clusters - 1) if given is None else given

    @cached_property
    def embedding(self):
        V = self._vectors
        return V * np.sqrt(np.maximum((V * self.problem.product(V)).sum(axis=0), 0))
