"""SMIC and MeanNN written out with loops: slow, literal, independent of the package."""

import itertools
import math

import numpy as np


def neighbours(X, t):
    """The t nearest other samples of each, and the distance of the t-th."""
    near, sigma = [], []
    for i in range(len(X)):
        d = sorted((math.dist(X[i], X[k]), k) for k in range(len(X)) if k != i)
        near.append({k for _, k in d[:t]})
        sigma.append(d[t - 1][0])
    return near, sigma


def local_scaling(X, t):
    """Sugiyama 2011, eq. (7); a sample counts as its own neighbour."""
    near, sigma = neighbours(X, t)
    K = np.eye(len(X))
    for i in range(len(X)):
        for k in range(len(X)):
            if k in near[i] or i in near[k]:
                K[i, k] = math.exp(-(math.dist(X[i], X[k]) ** 2) / (2 * sigma[i] * sigma[k]))
    return K


def local_scaling_row(x, X, t):
    """Kernel values of a new sample with those of X."""
    _, sigma = neighbours(X, t)
    d = [math.dist(x, z) for z in X]
    own = sorted(d)[t - 1]
    row = np.zeros(len(X))
    for i in range(len(X)):
        if d[i] <= own or d[i] <= sigma[i]:
            row[i] = math.exp(-(d[i] ** 2) / (2 * own * sigma[i]))
    return row


def sym(K):
    """D^-1/2 K D^-1/2."""
    D = np.diag([1 / math.sqrt(sum(row)) for row in K])
    return D @ K @ D


def smic_posterior(K, c, prior=None):
    """n pi_y max(0, phi_y) / sum max(0, phi_y), from a dense eigensolver; phi and lambda too."""
    m = len(K)
    prior = [1 / c] * c if prior is None else sorted(prior)
    values, vectors = np.linalg.eigh(K)
    p, phis = np.zeros((m, c)), np.zeros((m, c))
    for y in range(c):
        phi = vectors[:, m - 1 - y]
        if sum(phi) < 0:
            phi = -phi
        phis[:, y] = phi
        total = sum(max(0.0, v) for v in phi)
        for i in range(m):
            p[i, y] = m * prior[y] * max(0.0, phi[i]) / total
    return p, phis, values[::-1][:c]


def smi_hat(p, prior):
    """Sugiyama 2011, eq. (8), with the posterior for K alpha."""
    m, c = p.shape
    return sum(p[i, y] ** 2 / prior[y] for i in range(m) for y in range(c)) / (2 * m) - 0.5


def mean_nn_objective(X, labels, eps):
    """Sugiyama 2011, eq. (17); a cluster of one sample has no pairs."""
    total = 0.0
    for y in set(labels):
        members = [x for x, label in zip(X, labels, strict=True) if label == y]
        for a, b in itertools.permutations(members, 2):
            total += math.log(math.dist(a, b) ** 2 + eps) / (len(members) - 1)
    return total


def leading_basis(K, k):
    """The k leading eigenpairs of a whole matrix, each eigenspace by pivoted Gram-Schmidt.

    The pivot is the first of the longest rows of the projector. Vectors have the sign that makes
    their sum positive; where that is 0, their sum of cubes; where that is too, their largest entry.
    """
    values, vectors = np.linalg.eigh(K)
    found = []
    at = len(K) - 1
    while len(found) < k:
        space = [q for q in range(len(K)) if abs(values[q] - values[at]) < 1e-9 * abs(values).max()]
        P = sum(np.outer(vectors[:, q], vectors[:, q]) for q in space)
        for _ in space:
            sizes = np.diag(P)
            row = next(i for i in range(len(K)) if sizes[i] >= sizes.max() * (1 - 1e-6))
            v = P[:, row] / math.sqrt(P[row, row])
            P = P - np.outer(v, v)
            found.append((values[at], v * sign(v)))
        at -= len(space)
    return np.array([value for value, _ in found[:k]]), np.array([v for _, v in found[:k]]).T


def sign(v):
    """1 or -1; see `leading_basis`."""
    for power in (1, 3):
        if abs(sum(v**power)) > 1e-8 * sum(abs(v**power)):
            return np.sign(sum(v**power))
    return np.sign(next(x for x in v if abs(x) >= max(abs(v)) * (1 - 1e-6)))
