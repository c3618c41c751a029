"""Jenssen 2006 written out with loops: slow, literal, independent of the package."""

import itertools
import math

import numpy as np

from reference import block_means


def window(x, y, sigma):
    """W_sigma(x, y), below eq. (2), its peak included."""
    d2 = sum((a - b) ** 2 for a, b in zip(x, y, strict=True))
    return math.exp(-d2 / (2 * sigma**2)) / (2 * math.pi * sigma**2) ** (len(x) / 2)


def density(x, X, sigma):
    """f(x), eq. (2)."""
    return sum(window(x, t, sigma) for t in X) / len(X)


def kernel_u(X, u, sigma):
    """k_ij_u = sqrt(u_i) sqrt(u_j) W_(sqrt2 sigma)(x_i, x_j), below eq. (8)."""
    w = [[window(x, z, math.sqrt(2) * sigma) for z in X] for x in X]
    m = range(len(X))
    return [[math.sqrt(u[i]) * math.sqrt(u[j]) * w[i][j] for j in m] for i in m]


def inverse_density(X, sigma):
    """u(x_i) = 1 / f(x_i), f with the window of width sqrt(2) sigma."""
    return [1 / density(x, X, math.sqrt(2) * sigma) for x in X]


def outlier_weighted(X, sigma):
    """Section V as printed: 0.01 W_(sqrt2 sigma)(0) for a sample alone within 3 sigma."""
    alone, least = has_none_near(X, 3 * sigma), 0.01 * window(X[0], X[0], math.sqrt(2) * sigma)
    return [least if a else u for a, u in zip(alone, inverse_density(X, sigma), strict=True)]


def pair_cosine(K, labels, a, b):
    """S(p_a, p_b), eq. (9)."""
    S = block_means(np.array(K), labels, max(labels) + 1)
    return S[a, b] / math.sqrt(S[a, a] * S[b, b])


def divergence(K, labels, c):
    """D, eq. (1), kappa the number of pairs."""
    pairs = [pair_cosine(K, labels, *pair) for pair in itertools.combinations(range(c), 2)]
    return -math.log(sum(pairs) / len(pairs))


def mean_vectors(Phi, labels, c):
    """m_i of eq. (10)."""
    means = []
    for k in range(c):
        members = [row for row, label in zip(Phi, labels, strict=True) if label == k]
        means.append([sum(row[l] for row in members) / len(members) for l in range(len(Phi[0]))])
    return means


def cosine(v, w):
    """cos angle(v, w)."""
    dot = sum(a * b for a, b in zip(v, w, strict=True))
    return dot / math.sqrt(sum(a * a for a in v) * sum(b * b for b in w))


def cost(Phi, labels, c):
    """S, eq. (11)."""
    pairs = [cosine(v, w) for v, w in itertools.combinations(mean_vectors(Phi, labels, c), 2)]
    return sum(pairs) / len(pairs)


def embedding(K, c):
    """Phi(x_i), eq. (12)."""
    values, E = np.linalg.eigh(np.array(K))
    order = sorted(range(len(K)), key=lambda j: -values[j])[:c]
    return [[math.sqrt(values[j]) * E[i, j] for j in order] for i in range(len(K))]


def nearest(Phi, means):
    """Step 6; a mean that no sample prefers gets the one closest to it out of a larger cluster."""
    c = len(means)
    labels = [max(range(c), key=lambda k: round(cosine(row, means[k]), 11)) for row in Phi]
    for k in range(c):
        if k not in labels:
            of = [[j for j, other in enumerate(labels) if other == label] for label in labels]
            spare = [i for i in range(len(Phi)) if len(of[i]) > 1]
            is_mixed = [any(cosine(Phi[j], Phi[own[0]]) < 1 - 1e-12 for j in own) for own in of]
            spare = [i for i in spare if is_mixed[i]] or spare
            labels[max(spare, key=lambda i: round(cosine(Phi[i], means[k]), 11))] = k
    return labels


def cluster(Phi, c, max_iter=100):
    """Section III, steps 5 to 8, from the axes."""
    means = []
    for l in range(c):
        positive = sum(row[l] for row in Phi) > 0
        means.append([(1.0 if positive else -1.0) if k == l else 0.0 for k in range(c)])
    labels = None
    for _ in range(max_iter):
        new = nearest(Phi, means)
        if new == labels:
            break
        labels = new
        means = mean_vectors(Phi, labels, c)
    return labels


def amise(X):
    """Section III-B with Silverman's constant 4 / ((d + 2) N)."""
    n, d = len(X), len(X[0])
    variance = 0.0
    for l in range(d):
        mean = sum(x[l] for x in X) / n
        variance += sum((x[l] - mean) ** 2 for x in X) / (n - 1)
    return math.sqrt(variance / d) * (4 / ((d + 2) * n)) ** (1 / (d + 4))


def lscv(X, sigma):
    """Integral of f^2 less twice the mean leave-one-out density."""
    n = len(X)
    squared = sum(window(x, z, math.sqrt(2) * sigma) for x in X for z in X) / n**2
    left_out = 0.0
    for i, x in enumerate(X):
        left_out += sum(window(x, z, sigma) for j, z in enumerate(X) if j != i) / (n - 1)
    return squared - 2 * left_out / n


def nearest_neighbour_bandwidth(X):
    """Half the largest distance from a sample to the nearest that differs from it."""
    return max(min(math.dist(x, z) for z in X if z != x) for x in X) / 2


def has_none_near(X, reach):
    """Whether every other sample is farther away than reach, a bool a sample."""
    others = ([z for j, z in enumerate(X) if j != i] for i in range(len(X)))
    return [all(math.dist(x, z) > reach for z in rest) for x, rest in zip(X, others, strict=True)]
