"""The toys of Sugiyama 2011, and two bells whose mutual information is known."""

from __future__ import annotations

import numpy as np
from scipy.integrate import quad
from scipy.stats import norm

from ..datasets import make_blobs4, make_circle_gauss, make_high_low, make_spirals
from ..papers.sugiyama2011 import SMIC

TOYS = {
    "blobs": (make_blobs4, 4),
    "circle & Gaussian": (make_circle_gauss, 2),
    "spirals": (make_spirals, 2),
    "high & low": (make_high_low, 2),
}

CANDIDATES = range(1, 11)
KERNELS = {"printed": None, "sym": "sym"}


def toy(name, seed=0):
    """Samples, classes and their number, of a toy of section 4.1."""
    draw, c = TOYS[name]
    return *draw(random_state=seed), c


def toy_model(name, kernel, seed, t):
    """SMIC on a toy at a given t."""
    X, _, c = toy(name, seed)
    return SMIC(c, n_neighbors=t, kernel_normalization=KERNELS[kernel]).fit(X)


def undecided(model, X):
    """Which samples no eigenvector gives a score."""
    return ~model.transform(X).any(axis=1)


def bells(apart, seed):
    """Two classes of 200 samples each, normal around -apart and apart."""
    y = np.repeat([0, 1], 200)
    noise = np.random.default_rng(seed).standard_normal(400)
    return (noise + np.where(y == 0, -apart, apart))[:, None], y


def smi_of_bells(apart):
    """SMI (1) of the two classes by integration."""

    def at(x):
        own, other = norm.pdf(x, apart), norm.pdf(x, -apart)
        r = 2 * own / (own + other)
        return (own + other) / 2 * (r - 1) ** 2 / 2

    return quad(at, -12, 12)[0]
