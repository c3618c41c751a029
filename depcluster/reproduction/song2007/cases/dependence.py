"""Cases for sections 1 to 3 and 5: HSIC as an estimate, kernel PCA, larger label spaces."""

from __future__ import annotations

import functools

import numpy as np
from sklearn.decomposition import KernelPCA

from ....kernels import centre
from ....kernels.matrix import kernel_matrix
from .kernels import SEEDS, TOYS, cluster, menu, n_groups, spectrum

DIMENSIONS = (2, 10, 100, 1000)
SIZES = (50, 100, 200)
DRAWS = 60
RELAXED = (("collinear", "rbf"), ("rings", "graph"), ("xor", "rbf"))
COMPONENTS = (1, 2, 3)


def groups(m, d, everywhere, seed):
    """Three round groups with random labels, apart in the first coordinate or in all of them.

    Parameters
    ----------
    m, d : int
    everywhere : bool
    seed : int

    Returns
    -------
    X : ndarray of shape (m, d)
    y : ndarray of int of shape (m,)
    """
    rng = np.random.default_rng([m, d, everywhere, seed])
    y = rng.integers(0, 3, m)
    X = rng.standard_normal((m, d))
    X[:, : d if everywhere else 1] += ((2 if everywhere else 4) * (y - 1))[:, None]
    return X, y


def mean_squared_distance(d, everywhere):
    """Of two samples of `groups`; its inverse is the width, the same for all draws."""
    between = 2 * 2 / 3 * (4 * d if everywhere else 16)
    return 2 * d + between


def estimates(K, y):
    """HSIC of samples and labels: Song 2007, eq. (2), and without bias.

    Parameters
    ----------
    K : ndarray of shape (m, m)
    y : ndarray of int of shape (m,)
        Two labels are alike, ``l = 1``, where they are equal.

    Returns
    -------
    biased : float
        ``tr(H K H L) / (m - 1)^2``.
    unbiased : float
        Its mean is HSIC itself, at any m (Song et al., Supervised feature selection via dependence
        estimation, ICML 2007).
    """
    m = len(y)
    L = (y[:, None] == y).astype(float)
    biased = (centre(K) * L).sum() / (m - 1) ** 2
    K0, L0 = K - np.diag(K.diagonal()), L - np.eye(m)
    rows, pairs = K0.sum(axis=0) @ L0.sum(axis=0), K0.sum() * L0.sum()
    unbiased = (K0 * L0).sum() + pairs / ((m - 1) * (m - 2)) - 2 / (m - 2) * rows
    return biased, unbiased / (m * (m - 3))


@functools.cache
def hsic(m, d, everywhere=False, n_draws=DRAWS):
    """Both estimates, draw by draw.

    Returns
    -------
    ndarray of shape (n_draws, 2)
    """
    gamma = 1 / mean_squared_distance(d, everywhere)
    drawn = (groups(m, d, everywhere, seed) for seed in range(n_draws))
    return np.array([estimates(kernel_matrix(X, gamma=gamma), y) for X, y in drawn])


def bias(m, d, everywhere=False):
    """Mean difference of the two estimates, and the mean of the one without bias."""
    biased, unbiased = hsic(m, d, everywhere).T
    return float((biased - unbiased).mean()), float(unbiased.mean())


@functools.cache
def toy_hsic(toy):
    """HSIC, eq. (2), of a toy and its classes under the Gaussian of Fig. 1, by draw."""
    drawn = (TOYS[toy](seed) for seed in range(2 * len(SEEDS)))
    return np.array([estimates(menu(toy)["rbf"](X), y)[0] for X, y in drawn])


@functools.cache
def components():
    """(3) over orthonormal real labels against kernel PCA.

    Returns
    -------
    list of tuple
        For each toy, kernel and number of columns: whether ascent from random labels ends at the
        sum of as many leading eigenvalues, and whether the columns it ends in span the
        components of scikit-learn's `KernelPCA`.
    """
    cases = []
    for toy in TOYS:
        X, _ = TOYS[toy](0)
        for K in (menu(toy)[name](X) for name in ("rbf", "poly")):
            cases += [_compared(K, k) for k in COMPONENTS]
    return cases


def _compared(K, k):
    Y = ascent(centre(K), k)
    scores = KernelPCA(k, kernel="precomputed").fit_transform(K)
    V = scores / np.linalg.norm(scores, axis=0)
    top = np.isclose(np.trace(Y.T @ centre(K) @ Y), spectrum(K, k)[0].sum(), rtol=1e-9)
    same = np.linalg.norm(Y @ Y.T - V @ V.T) < 1e-6
    return bool(top), bool(same)


def ascent(K, k, n_iter=2000):
    """Maximise ``tr(K Y Y')`` over orthonormal Y from a random start: Y becomes ``qr(K Y)``."""
    Y = np.random.default_rng(0).standard_normal((len(K), k))
    for _ in range(n_iter):
        old, (Y, _) = Y, np.linalg.qr(K @ Y)
        if np.linalg.norm(Y - old @ (old.T @ Y)) < 1e-12:
            break
    return Y


@functools.cache
def relaxations():
    """J of the best partition found and of the best orthonormal P, over toys and draws.

    Returns
    -------
    ndarray of shape (60, 2)
    """
    rows = []
    for toy, kernel in RELAXED:
        for seed in SEEDS:
            X, _ = TOYS[toy](seed)
            K, c = menu(toy)[kernel](X), n_groups(toy)
            rows.append((cluster(K, c, n_init=2).objective, spectrum(K, c - 1)[0].sum()))
    return np.array(rows)
