"""The set-ups of Jenssen 2006: its toys drawn anew, the methods, known densities, the record.

The paper's points are not to be had. The recipe called "fitted" was found by hand so that the
width rules choose the printed numbers and the curves turn near the printed widths; it is the
default of `make_crescents` and `make_three_rings`. The other recipes were written down before any
of their results was seen: each moves one thing of the fitted one, mostly by a quarter.
"""

from __future__ import annotations

import functools

import numpy as np
from scipy.integrate import quad
from scipy.optimize import linear_sum_assignment, minimize_scalar
from scipy.spatial.distance import cdist, pdist
from scipy.special import gamma
from sklearn.metrics.cluster import contingency_matrix

from ..._validation import generator_of
from ...datasets import add_outliers, make_crescents, make_three_rings
from ...labels.symmetries import overlaps
from ...papers.jenssen2006 import amise, angle_clustering, laplacian_weights, lscv, window_kernel
from ..baselines import njw
from ..protocol import Protocol, Study


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


SEEDS = 20
RIGHT = 0.01  # "correct", "perfect" and "nearly identical": at most this share of the points
GOOD = 0.05  # "good" and "reasonable"
BROKEN = 0.1  # "breaks down": more than this
WIDE = 2  # "a wide range" of widths: its ends differ at least by this factor
NARROW = 0.1  # "very small" widths of the crescents: up to here

# What the paper prints: widths of rules, and ranges of widths.
REPORTED = {
    ("dense", "amise"): 0.8,
    ("dense", "mean"): 0.5,
    ("dense", "affinity"): (0.38, 0.65),
    ("sparse", "laplacian"): 0.51,
    ("rings", "laplacian"): (0.3, 1.9),
    ("rings", "mean"): 1.8,
    ("breast", "amise"): 1.6,
    ("pendigits", "amise"): 20,
}

_CRESCENTS = {
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
RECIPES = {
    "dense": _CRESCENTS,
    "sparse": _CRESCENTS,
    "rings": {
        "fitted": {},
        "smaller": {"radii": (0.3, 7.5, 15)},
        "larger": {"radii": (0.3, 12.5, 25)},
        "thicker": {"noise": 0.6},
        "scattered": {"even": False},
    },
    "outliers": {
        "fitted": {},
        "nearer": {"distance": 1.65, "apart": 2.25},
        "three": {"n_outliers": 3},
    },
}
SIZES = {"dense": (209, 210), "sparse": (209, 21)}
METHODS = {
    "affinity": lambda X, c, s: angle_clustering(X, c, sigma=s, weighting="affinity").labels,
    "laplacian": lambda X, c, s: angle_clustering(X, c, sigma=s).labels,
    "njw": lambda X, c, s: njw(X, c, sigma=s).labels,
    "outlier": lambda X, c, s: angle_clustering(X, c, sigma=s, weighting="outlier").labels,
}
TOY_WIDTHS = (0.06, 0.08, 0.1, 0.13, 0.16, 0.2, 0.24, 0.28, 0.34, 0.38, 0.42, 0.46, 0.5)
TOY_WIDTHS += (0.55, 0.6, 0.65, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.4)
FEWER_WIDTHS = (0.06, 0.08, 0.1, 0.16, 0.2, 0.28, 0.34, 0.38, 0.46, 0.5, 0.55, 0.6, 0.65, 0.8)
FEWER_WIDTHS += (1.0, 1.4)
RING_WIDTHS = (0.15, 0.2, 0.25, 0.3, 0.5, 0.7, 1.0, 1.3, 1.6, 1.8, 1.9, 2.0, 2.2)
# On real data no width at which the eigenvalues at the cut tie to 1e-9: there the basis decides.
REAL_WIDTHS = {
    "breast": (1.0, 1.3, 1.6, 2.0, 2.3, 2.6, 3.0, 3.5, 4.0, 5.0, 6.0, 8.0, 10.0, 15.0),
    "pendigits": (10, 12, 14, 16, 18, 20, 22, 25, 30, 35, 40, 50, 60),
}


def set_name(kind, recipe="fitted"):
    """The name of a set in the record."""
    return kind if recipe == "fitted" else f"{kind}, {recipe}"


def widths_of(kind, recipe="fitted"):
    """The widths of a recorded set."""
    if kind in REAL_WIDTHS:
        return np.array(REAL_WIDTHS[kind], dtype=float)
    toy_widths = TOY_WIDTHS if recipe == "fitted" else FEWER_WIDTHS
    return np.array(RING_WIDTHS if kind == "rings" else toy_widths)


def methods_of(kind, recipe="fitted"):
    """The methods of a recorded set."""
    if kind == "outliers":
        return tuple(METHODS)
    return tuple(METHODS)[: 3 if recipe == "fitted" else 2]


PAPER = Protocol(
    "paper",
    "The eight steps of section III, here until no point moves (k-means in step 6 for Ng et al.)",
    "mean vectors along the axes (section III-A)",
)
CURVES = Study(
    "jenssen2006",
    "curves",
    "studies.py",
    SEEDS,
    (PAPER,),
    {"recipes": RECIPES, "sizes": SIZES, "real": REAL_WIDTHS}
    | {"toys": TOY_WIDTHS, "other recipes": FEWER_WIDTHS, "rings": RING_WIDTHS},
)


def errors_of(kind, method, recipe="fitted", low=0.0, high=np.inf):
    """Errors of a method at the recorded widths from low to high, (draws, widths)."""
    name, sigma = set_name(kind, recipe), widths_of(kind, recipe)
    E = CURVES(set=name, protocol="paper", method=method, metric="error")
    return np.atleast_2d(E)[:, (sigma >= low - 1e-9) & (sigma <= high + 1e-9)]


def rules_of(kind, recipe="fitted"):
    """The widths of AMISE, LSCV (nan where it has no minimum) and their mean, in each draw."""
    name = set_name(kind, recipe)
    found = {rule: CURVES(set=name, method=rule, metric="width") for rule in ("amise", "lscv")}
    return found | {"mean": (found["amise"] + found["lscv"]) / 2}


@functools.lru_cache(maxsize=512)
def toy(kind, seed=0, recipe="fitted"):
    """X and y of one draw; outliers have y = -1. Not to be changed: shared."""
    options = RECIPES[kind][recipe]
    if kind == "rings":
        return make_three_rings(random_state=seed, **options)
    if kind == "outliers":
        return add_outliers(*toy("dense", seed), random_state=seed, **options)
    return make_crescents(SIZES[kind], random_state=seed, **options)


def rules(X):
    """The widths the rules choose; nan where cross-validation has no minimum."""
    try:
        narrow = lscv(X)
    except ValueError:
        narrow = np.nan
    wide = amise(X)
    return {"amise": wide, "lscv": narrow, "mean": (wide + narrow) / 2}


def inverse_density(X, sigma):
    """1/f of each sample, in units of the window's peak."""
    return laplacian_weights(X, window_kernel(X, sigma=sigma))


def relative_weights(kind, sigma, seed=0, recipe="fitted"):
    """Weights 1/f of the first and of the second crescent in units of the first one's median."""
    X, y = toy(kind, seed, recipe)
    u = inverse_density(X, sigma)
    middle = np.median(u[y == 0])
    return u[y == 0] / middle, u[y == 1] / middle


def small_samples(seed=0):
    """Figure 1: 12 points around -2, 11 around 2, sd .6, and one at 0, of the second sample."""
    rng = np.random.default_rng(seed)
    left, right = rng.normal(-2, 0.6, 12), rng.normal(2, 0.6, 11)
    return np.concatenate([left, right, [0.0]])[:, None], np.repeat([0, 1], 12)


def bell(x, centre=0.0, sd=1.0):
    """The density of a normal distribution."""
    return np.exp(-0.5 * ((x - centre) / sd) ** 2) / (np.sqrt(2 * np.pi) * sd)


def bells(n, d, gap):
    """A function of a seed: n points in d dimensions of two unit bells at a distance."""

    def draw(seed):
        X = generator_of(seed).standard_normal((n, d))
        X[: n // 2, 0] += gap
        return X

    return draw


def _crescents(n):
    return lambda seed: make_crescents((n // 2, n - n // 2), random_state=seed)[0]


def _rings(copies):
    return lambda seed: np.vstack(
        [make_three_rings(random_state=1000 * seed + k)[0] for k in range(copies)]
    )


MANY = 8000
# Known densities. Name: a draw by seed, and a large sample that stands for the density.
KNOWN = {
    f"{name}, {n} points": (bells(n, d, gap), bells(MANY, d, gap))
    for n in (100, 400)
    for name, d, gap in (
        ("one bell on a line", 1, 0),
        ("two bells on a line", 1, 4),
        ("one bell in the plane", 2, 0),
        ("two bells in the plane", 2, 4),
        ("one bell in 5 dimensions", 5, 0),
    )
}
KNOWN |= {f"crescents, {n} points": (_crescents(n), _crescents(MANY)) for n in (100, 419)}
KNOWN["rings, 315 points"] = (_rings(1), _rings(MANY // 315))
DENSITIES = Study("jenssen2006", "densities", "studies.py", SEEDS, (), {"known": list(KNOWN)})
STUDIES = (CURVES, DENSITIES)


def best_width(X, truth, bins=20_000):
    """The width, of 161 around `amise`, whose estimate from X has the least squared error.

    ``truth`` is a large sample of the density; it only enters as an average.
    """
    (m, d), widths = X.shape, amise(X) * np.geomspace(0.05, 5, 161)
    own, to_truth = pdist(X), cdist(X, truth).ravel()
    edges = np.linspace(0, max(own.max(), to_truth.max()), bins + 1)
    middle = ((edges[1:] + edges[:-1]) / 2) ** 2
    pairs, across = (np.histogram(D, edges)[0] for D in (own, to_truth))

    def score(s):
        squared = (m + 2 * pairs @ np.exp(middle / (-4 * s**2))) / m**2
        product = across @ np.exp(middle / (-2 * s**2)) / len(to_truth)
        return (2 * np.pi * s**2) ** (-d / 2) * (2 ** (-d / 2) * squared - 2 * product)

    return float(min(widths, key=score))


GRID = np.linspace(-7, 9, 801)  # for densities on a line
SAMPLE_SIZES = (100, 400, 1600, 6400)
# The weights u of (4) and (5) as functions of place; f is of both clusters, bells at 0 and 2.
WEIGHTS = {
    "u = 1": np.ones_like,
    "u = f": lambda x: (bell(x) + bell(x, 2.0)) / 2,
    "u = 1/f": lambda x: 2 / (bell(x) + bell(x, 2.0)),
}


def shrinking(n):
    """The width of the window for n points: it falls, and n times it grows."""
    return 0.8 * n**-0.2


def errors_of_estimators(seed):
    """Integrated squared error of (4), (weights u, sample sizes), a draw's points nested."""
    x = generator_of(seed).standard_normal(SAMPLE_SIZES[-1])
    root = np.sqrt([u(x) for u in WEIGHTS.values()]).T
    h = np.sqrt([u(GRID) for u in WEIGHTS.values()]).T * bell(GRID)[:, None]
    means = [bell(GRID[:, None], x[:n], shrinking(n)) @ root[:n] / n for n in SAMPLE_SIZES]
    return np.array([((mean - h) ** 2).sum(axis=0) * (GRID[1] - GRID[0]) for mean in means]).T


def bias_of_estimators(u):
    """Largest gap between (4) in the mean over all samples and sqrt(u) p, for each sample size.

    That mean is ``sqrt(u) p`` smoothed by the window, so no draw is needed.
    """
    h, step = np.sqrt(u(GRID)) * bell(GRID), GRID[1] - GRID[0]
    smoothed = (bell(GRID[:, None], GRID, shrinking(n)) @ h * step for n in SAMPLE_SIZES)
    return np.array([np.abs(mean - h).max() for mean in smoothed])


def best_for_normal(d, n):
    """The minimiser of the asymptotic error, (4 pi)^(-d/2) / (n s^d) + s^4 R / 4, for one bell.

    R is the integral of the squared Laplacian of the standard normal density, along the radius.
    """
    sphere = 2 * np.pi ** (d / 2) / gamma(d / 2)
    peak = (2 * np.pi) ** -d
    R = sphere * peak * quad(lambda r: (r * r - d) ** 2 * np.exp(-r * r) * r ** (d - 1), 0, 20)[0]
    roughness = (4 * np.pi) ** (-d / 2)
    found = minimize_scalar(
        lambda log_s: roughness / (n * np.exp(d * log_s)) + np.exp(4 * log_s) * R / 4,
        bounds=(-4, 2),
        method="bounded",
        options={"xatol": 1e-9},
    )
    return float(np.exp(found.x))


def printed_constant(d):
    """Of the AMISE width as the paper prints it."""
    return 4 / (2 * d + 1)


def right_constant(d):
    """Of the AMISE width as Silverman 1986 has it."""
    return 4 / (d + 2)
