"""Densities that are known, and how near the estimates come: the widths of rules, and (4) and (5).

With the density known, the integrated squared error of an estimate can be computed, and so the
width that is best for that very draw: the width that cross-validation looks for.
"""

from __future__ import annotations

import functools

import numpy as np
from scipy.integrate import quad
from scipy.optimize import minimize_scalar
from scipy.spatial.distance import cdist, pdist
from scipy.special import gamma

from ...checks.seeds import generator_of
from ...datasets import make_crescents, make_three_rings
from ...papers.jenssen2006 import amise

BINS = 20_000
GRID = np.linspace(-7, 9, 801)  # for densities on a line
N_DRAWS = 20
SAMPLE_SIZES = (100, 400, 1600, 6400)


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
# name: a draw by seed, and a large sample that stands for the density
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


def best_width(X, truth):
    """The width whose estimate from X has the least integrated squared error.

    Parameters
    ----------
    X : ndarray of shape (m, d)
    truth : ndarray of shape (k, d)
        A large sample of the density; it only enters as an average.

    Returns
    -------
    float
        Among 161 widths from a twentieth to five times `amise`.
    """
    (m, d), widths = X.shape, amise(X) * np.geomspace(0.05, 5, 161)
    own, to_truth = pdist(X), cdist(X, truth).ravel()
    edges = np.linspace(0, max(own.max(), to_truth.max()), BINS + 1)
    middle = ((edges[1:] + edges[:-1]) / 2) ** 2
    pairs, across = (np.histogram(D, edges)[0] for D in (own, to_truth))

    def score(s):
        squared = (m + 2 * pairs @ np.exp(middle / (-4 * s**2))) / m**2
        product = across @ np.exp(middle / (-2 * s**2)) / len(to_truth)
        return (2 * np.pi * s**2) ** (-d / 2) * (2 ** (-d / 2) * squared - 2 * product)

    return float(min(widths, key=score))


def bell(x, centre=0.0, sd=1.0):
    """The density of a normal distribution."""
    return np.exp(-0.5 * ((x - centre) / sd) ** 2) / (np.sqrt(2 * np.pi) * sd)


def mixture(x):
    """f of both clusters together: bells around 0 and 2."""
    return (bell(x) + bell(x, 2.0)) / 2


# The weights u of (4) and (5) as functions of place.
WEIGHTS = {
    "u = 1": np.ones_like,
    "u = f": mixture,
    "u = 1/f": lambda x: 1 / mixture(x),
}


def shrinking(n):
    """The width of the window for n points: it falls, and n times it grows."""
    return 0.8 * n**-0.2


@functools.cache
def errors_of_estimators():
    """Integrated squared error of (4) for each u, draw and sample size, a draw's points nested.

    Returns
    -------
    dict of str to ndarray of shape (N_DRAWS, len(SAMPLE_SIZES))
    """
    found = {name: np.empty((N_DRAWS, len(SAMPLE_SIZES))) for name in WEIGHTS}
    step = GRID[1] - GRID[0]
    for seed in range(N_DRAWS):
        x = generator_of(seed).standard_normal(SAMPLE_SIZES[-1])
        for k, n in enumerate(SAMPLE_SIZES):
            windows = bell(GRID[:, None], x[:n], shrinking(n))
            for name, u in WEIGHTS.items():
                h = np.sqrt(u(GRID)) * bell(GRID)
                found[name][seed, k] = ((windows @ np.sqrt(u(x[:n])) / n - h) ** 2).sum() * step
    return found


@functools.cache
def bias_of_estimators():
    """Largest gap between (4) in the mean over all samples and what it estimates, a sample size.

    The mean of (4) is ``sqrt(u) p`` smoothed by the window, so no draw is needed.

    Returns
    -------
    dict of str to ndarray of shape (len(SAMPLE_SIZES),)
    """
    step, found = GRID[1] - GRID[0], {}
    for name, u in WEIGHTS.items():
        h = np.sqrt(u(GRID)) * bell(GRID)
        found[name] = np.array(
            [
                np.abs(bell(GRID[:, None], GRID, shrinking(n)) @ h * step - h).max()
                for n in SAMPLE_SIZES
            ]
        )
    return found


def best_for_normal(d, n):
    """The minimiser of the asymptotic error, (4 pi)^(-d/2) / (n s^d) + s^4 R / 4, for one bell.

    R is the integral of the squared Laplacian of the standard normal density, along the radius.

    Parameters
    ----------
    d, n : int

    Returns
    -------
    float
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
