"""The criteria for kernels, written out with loops: slow, literal, independent of the package."""

import math

import numpy as np
from scipy.linalg import expm

from reference import block_means, centred, gaussian, neighbour_graph_laplacian
from reference_angle import divergence

rbf, cauchy_schwarz = gaussian, divergence


def polynomial(X, gamma, degree, coef0):
    return np.array([[(gamma * sum(a * b) + coef0) ** degree for b in X] for a in X])


def diffusion(X, n_neighbors, s):
    return expm(-s * neighbour_graph_laplacian(X, n_neighbors))


def gamma(K, K_shaken, c):
    """(D0 - D0~ + tr(E U~U~')) / (lambda_(c-1) - lambda_c), Song 2007 eq. (15)."""
    K, K_shaken = centred(K), centred(K_shaken)
    values = np.linalg.eigvalsh(K)[::-1]
    values_shaken, vectors = np.linalg.eigh(K_shaken)
    top, U = values_shaken[::-1][: c - 1].sum(), vectors[:, ::-1][:, : c - 1]
    eta = np.trace((K_shaken - K) @ U @ U.T)
    return (values[: c - 1].sum() - top + eta) / (values[c - 2] - values[c - 1])


def eigengap(K, c):
    values = sorted(np.linalg.eigvalsh(centred(K)), reverse=True)
    return (values[c - 2] - values[c - 1]) / values[0]


def cosine_with(K, labels, Y):
    """Cosine of the centred tables of samples and of labels, Blaschko 2008 eq. (1) over |HKH|."""
    L = np.array([[Y[a, b] for b in labels] for a in labels])
    K, L = centred(K), centred(L)
    return (K * L).sum() / math.sqrt((K * K).sum() * (L * L).sum())


def cosine(K, labels, c):
    """The same at the set kernel, Blaschko 2008 eq. (9)."""
    return cosine_with(K, labels, block_means(K, labels, c))


def adjusted_rand_index(y, labels):
    """By counting pairs."""
    m = len(y)
    both = one = other = 0
    for i in range(m):
        for j in range(i):
            a, b = y[i] == y[j], labels[i] == labels[j]
            both, one, other = both + (a and b), one + a, other + b
    pairs = m * (m - 1) / 2
    expected = one * other / pairs
    return (both - expected) / ((one + other) / 2 - expected)
