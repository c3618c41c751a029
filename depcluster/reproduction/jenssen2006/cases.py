"""The set-ups of Jenssen 2006: its toys drawn anew by several recipes, the methods, the error.

The paper's points are not to be had. The recipe called "fitted" was found by hand so that the
width rules choose the printed numbers and the curves turn near the printed widths; it is the
default of `make_crescents` and `make_three_rings`. The other recipes were written down before any
of their results was seen: each moves one thing of the fitted one, mostly by a quarter.
"""

from __future__ import annotations

import functools

import numpy as np
from scipy.optimize import linear_sum_assignment
from sklearn.metrics.cluster import contingency_matrix

from ...datasets import add_outliers, make_crescents, make_three_rings
from ...labels.renaming import overlaps
from ...papers.baselines import njw
from ...papers.jenssen2006 import (
    amise,
    angle_clustering,
    laplacian_weights,
    lscv,
    scale_free_outlier_weights,
    window_kernel,
)

CRESCENTS = {
    "fitted": {},
    "smaller": {"radius": 2.1, "shift": 2.1},
    "larger": {"radius": 3.5, "shift": 3.5},
    "thinner": {"noise": 0.14},
    "thicker": {"noise": 0.42},
    "nearer": {"shift": 2.1},
    "farther": {"shift": 3.5},
    "higher": {"rise": 0.7},
    "two moons": {"rise": 1.4},
}
RINGS = {
    "fitted": {},
    "smaller": {"radii": (0.3, 7.5, 15)},
    "larger": {"radii": (0.3, 12.5, 25)},
    "thicker": {"noise": 0.6},
    "scattered": {"even": False},
}
OUTLIERS = {
    "fitted": {},
    "nearer": {"distance": 1.65, "apart": 2.25},
    "three": {"n_outliers": 3},
}
SIZES = {"dense": (209, 210), "sparse": (209, 21), "outliers": (209, 210)}
METHODS = {
    "affinity": lambda X, c, s: angle_clustering(X, c, sigma=s, weighting="affinity"),
    "laplacian": lambda X, c, s: angle_clustering(X, c, sigma=s, weighting="laplacian"),
    "njw": lambda X, c, s: njw(X, c, sigma=s),
    "outlier": lambda X, c, s: angle_clustering(X, c, sigma=s, weighting="outlier"),
    "scale_free_outlier": lambda X, c, s: angle_clustering(
        X, c, sigma=s, weighting=scale_free_outlier_weights
    ),
}
THREE = ("affinity", "laplacian", "njw")


def recipes(kind):
    """Recipes by name, of "dense", "sparse", "rings" or "outliers"."""
    return {"rings": RINGS, "outliers": OUTLIERS}.get(kind, CRESCENTS)


@functools.lru_cache(maxsize=512)
def toy(kind, seed=0, recipe="fitted"):
    """X and y of one draw; outliers have y = -1. Not to be changed: shared."""
    options = recipes(kind)[recipe]
    if kind == "rings":
        return make_three_rings(random_state=seed, **options)
    if kind == "outliers":
        return add_outliers(*toy("dense", seed), random_state=seed, **options)
    return make_crescents(SIZES[kind], random_state=seed, **options)


def error(y, labels):
    """Share of samples, those with y >= 0, that no renaming of the clusters brings to agree."""
    table = contingency_matrix(y[y >= 0], labels[y >= 0])
    right = table[linear_sum_assignment(table, maximize=True)].sum()
    return float(1 - right / (y >= 0).sum())


def names(y, labels):
    """What each cluster is called so that as many samples as can be bear their true label.

    >>> names(np.array([0, 0, 1, -1]), np.array([1, 1, 0, 0]))
    array([1, 0])
    """
    c = max(y.max(), labels.max()) + 1
    return linear_sum_assignment(overlaps(labels, np.where(y < 0, c, y), c), maximize=True)[1]


def rules(X):
    """The widths the rules choose; none where cross-validation has no minimum."""
    wide = amise(X)
    try:
        narrow = lscv(X)
    except ValueError:
        return {"amise": wide, "lscv": None, "mean": None}
    return {"amise": wide, "lscv": narrow, "mean": (wide + narrow) / 2}


def inverse_density(X, sigma):
    """1/f of each sample, in units of the window's peak."""
    return laplacian_weights(X, window_kernel(X, sigma=sigma))


def small_samples(seed=0):
    """Figure 1: 12 points around -2, 11 around 2, sd .6, and one at 0, of the second sample."""
    rng = np.random.default_rng(seed)
    left, right = rng.normal(-2, 0.6, 12), rng.normal(2, 0.6, 11)
    return np.concatenate([left, right, [0.0]])[:, None], np.repeat([0, 1], 12)


def relative_weights(kind, sigma, seed=0, recipe="fitted"):
    """Weights 1/f of the first and of the second crescent in units of the first one's median."""
    X, y = toy(kind, seed, recipe)
    u = inverse_density(X, sigma)
    middle = np.median(u[y == 0])
    return u[y == 0] / middle, u[y == 1] / middle
