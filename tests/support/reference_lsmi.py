"""Sugiyama 2011's estimators written out with loops: slow, literal, independent of the package."""

import math

import numpy as np


def gaussian(a, b, gamma):
    """L(x, x'), eq. (11)."""
    return math.exp(-(math.dist(a, b) ** 2) / (2 * gamma**2))


def ratio(x, label, theta, centres, centre_labels, gamma):
    """r(x, y; theta), eq. (10)."""
    return sum(
        t * gaussian(x, b, gamma)
        for t, b, k in zip(theta, centres, centre_labels, strict=True)
        if k == label
    )


def fit_squares(X, y, centres, centre_labels, gamma, delta, c):
    """theta of eq. (13), class after class; samples X, y and centres of the training set."""
    n = len(X)
    theta = [0.0] * len(centres)
    for label in range(c):
        own = [l for l in range(len(centres)) if centre_labels[l] == label]
        if not own:
            continue
        n_y = sum(1 for k in y if k == label)
        L = [[gaussian(x, centres[l], gamma) for l in own] for x in X]
        places = range(len(own))
        H = [[n_y / n**2 * sum(row[p] * row[q] for row in L) for q in places] for p in places]
        h = [sum(row[p] for row, k in zip(L, y, strict=True) if k == label) / n for p in places]
        for l, t in zip(own, np.linalg.solve(H + delta * np.eye(len(own)), h), strict=True):
            theta[l] = t
    return theta


def squared_error(X, y, theta, centres, centre_labels, gamma):
    """CV_m: half the mean of r^2 over all pairs, minus the mean of r over the samples."""
    n = len(X)
    at = (theta, centres, centre_labels, gamma)
    pairs = sum(ratio(x, label, *at) ** 2 for x in X for label in y)
    own = sum(ratio(x, label, *at) for x, label in zip(X, y, strict=True))
    return pairs / (2 * n**2) - own / n


def split(X, y, centres, folds, m):
    """Training samples and centres of fold m, and its held-out samples."""
    train = [i for i in range(len(X)) if folds[i] != m]
    held = [i for i in range(len(X)) if folds[i] == m]
    bumps = [i for i in centres if folds[i] != m]
    return [(X[i], y[i]) for i in (train, bumps, held)]


def lsmi(X, y, centres, folds, gammas, deltas, c):
    """The pseudo-code of Figure 3; centres are indices of samples, folds one number a sample.

    Returns value (14), cv, theta.
    """
    n_folds = max(folds) + 1
    cv = np.zeros((len(gammas), len(deltas)))
    for g, gamma in enumerate(gammas):
        for d, delta in enumerate(deltas):
            for m in range(n_folds):
                (A, a), (B, b), (Z, z) = split(X, y, centres, folds, m)
                theta = fit_squares(A, a, B, b, gamma, delta, c)
                cv[g, d] += squared_error(Z, z, theta, B, b, gamma) / n_folds
    g, d = np.unravel_index(cv.argmin(), cv.shape)
    B, b = X[centres], y[centres]
    theta = fit_squares(X, y, B, b, gammas[g], deltas[d], c)
    return -squared_error(X, y, theta, B, b, gammas[g]) - 0.5, cv, theta


def log_likelihood(X, y, theta, centres, centre_labels, gamma):
    """1/n sum_i log r(x_i, y_i; theta), what maximum-likelihood mutual information maximises."""
    at = (theta, centres, centre_labels, gamma)
    return sum(math.log(ratio(x, k, *at)) for x, k in zip(X, y, strict=True)) / len(X)


def mean_ratio(X, y, theta, centres, centre_labels, gamma):
    """1/n^2 sum_ij r(x_i, y_j; theta), which has to be 1."""
    at = (theta, centres, centre_labels, gamma)
    return sum(ratio(x, k, *at) for x in X for k in y) / len(X) ** 2


def fit_likelihood(X, y, centres, centre_labels, gamma, n_iter):
    """theta of maximum-likelihood mutual information by EM, from equal weights."""
    n = len(X)
    b = len(centres)
    a = [
        sum(gaussian(x, centres[l], gamma) for x in X)
        * sum(1 for k in y if k == centre_labels[l])
        / n**2
        for l in range(b)
    ]
    P = np.zeros((n, b))
    for i in range(n):
        for l in range(b):
            if y[i] == centre_labels[l]:
                P[i, l] = gaussian(X[i], centres[l], gamma) / a[l]
    w = [1 / b] * b
    for _ in range(n_iter):
        r = [sum(P[i, l] * w[l] for l in range(b)) for i in range(n)]
        w = [w[l] * sum(P[i, l] / r[i] for i in range(n)) / n for l in range(b)]
    return [w[l] / a[l] for l in range(b)]


def information(P):
    """The estimate of mutual information from class probabilities (n, c), eq. (20)."""
    shares = [sum(column) / len(P) for column in P.T]
    within = sum(p * math.log(p) for row in P for p in row) / len(P)
    return within - sum(share * math.log(share) for share in shares)


def smi_by_integration(densities, prior, grid):
    """Eq. (1) on an equally spaced grid, for one-dimensional class densities."""
    step = grid[1] - grid[0]
    total = 0.0
    for x in grid:
        given = [density(x) for density in densities]
        p = sum(q * f for q, f in zip(prior, given, strict=True))
        for q, f in zip(prior, given, strict=True):
            total += 0.5 * p * q * (f / p - 1) ** 2 * step
    return total
