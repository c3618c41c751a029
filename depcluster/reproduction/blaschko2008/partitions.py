"""All partitions of a few points: what can be settled by trying everything."""

from __future__ import annotations

from functools import cache

import numpy as np

from ...kernels import centre, kernel_matrix

POINTS, CLUSTERS = 7, 3
# Where the three groups lie, in units of their separation.
PLACES = {
    "corners": np.array([[0.0, 0.0], [1.0, 0.0], [0.5, np.sqrt(0.75)]]),
    "line": np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]]),
}


@cache
def partitions(m, c):
    """All ways to put m points into c clusters, each once.

    Parameters
    ----------
    m, c : int

    Returns
    -------
    ndarray of int of shape (n, m)
        Clusters are numbered as they occur.
    """
    found = [[0]]
    for _ in range(m - 1):
        found = [[*row, j] for row in found for j in range(min(max(row) + 2, c))]
    return np.array([row for row in found if max(row) == c - 1])


def values_of_all(K, c=CLUSTERS):
    """Three values of every partition of a kernel matrix's points.

    Parameters
    ----------
    K : ndarray of shape (m, m)
    c : int, default=3

    Returns
    -------
    trace, norm, identity : ndarray of shape (n,)
        Of ``T = P'HKHP``: k-means, and (1) with Y*. The third is (1) with Y = I.
    """
    m = len(K)
    Pi = np.eye(c)[partitions(m, c)]
    n = Pi.sum(axis=1)
    S = Pi.swapaxes(1, 2) @ centre(K) @ Pi
    T = S / np.sqrt(n[:, :, None] * n[:, None, :])
    C = np.eye(c) * n[:, None] - n[:, :, None] * n[:, None, :] / m
    of_identity = np.trace(S, axis1=1, axis2=2) / np.linalg.norm(C, axis=(1, 2))
    return np.trace(T, axis1=1, axis2=2), np.linalg.norm(T, axis=(1, 2)), of_identity


def seven(seed, kernel="rbf", apart=0, places="corners"):
    """Kernel matrix of seven normal points, in three groups of 3, 2 and 2.

    Parameters
    ----------
    seed : int
    kernel : {"rbf", "linear"}
    apart : float, default=0
        Distance of neighbouring groups in standard deviations; 0 is pure noise.
    places : {"corners", "line"}

    Returns
    -------
    ndarray of shape (7, 7)
    """
    X = np.random.default_rng(seed).standard_normal((POINTS, 2))
    X += apart * PLACES[places][np.arange(POINTS) % CLUSTERS]
    return kernel_matrix(X, kernel=kernel)


@cache
def same_partition(kernel, apart, places="corners", n_sets=40):
    """Whether the best partition is that of Y*, for (1) with Y = I and for k-means.

    Parameters
    ----------
    kernel, apart, places
        As for `seven`.
    n_sets : int, default=40

    Returns
    -------
    identity, trace : ndarray of bool of shape (n_sets,)
    """
    rows = []
    for seed in range(n_sets):
        trace, norm, identity = values_of_all(seven(seed, kernel, apart, places))
        rows.append([values.argmax() == norm.argmax() for values in (identity, trace)])
    return tuple(np.array(rows).T)
