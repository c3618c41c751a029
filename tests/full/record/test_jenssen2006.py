"""Jenssen 2006 again: figures, claims, the recorded curves, and the densities that are known."""

import numpy as np
import pytest
from scipy.stats import norm

from depcluster.papers.jenssen2006 import angle_clustering
from depcluster.reproduction import read_runs
from depcluster.reproduction.jenssen2006 import PAPER
from depcluster.reproduction.jenssen2006 import experiments as ex


@pytest.mark.parametrize(
    ("kind", "recipe", "seed", "sigmas"),
    [
        ("dense", "fitted", 1, (0.2, 0.5, 0.65)),
        ("dense", "two moons", 12, (0.38, 0.65)),
        ("sparse", "fitted", 17, (0.28, 0.5)),
        ("sparse", "farther", 3, (0.46,)),
        ("rings", "fitted", 19, (0.3, 1.9)),
        ("rings", "scattered", 8, (1.0,)),
        ("outliers", "nearer", 5, (0.5,)),
    ],
)
def test_the_record_is_what_comes_out_now(kind, recipe, seed, sigmas):
    X, y = ex.toy(kind, seed, recipe)
    amise = ex.rules_of(kind, recipe)["amise"][seed]
    assert amise == pytest.approx(ex.rules(X)["amise"], rel=1e-5)
    for method in ("affinity", "laplacian"):
        for sigma in sigmas:
            found = ex.METHODS[method](X, int(y.max()) + 1, sigma)
            (then,) = ex.errors_of(kind, method, recipe, sigma, sigma)[seed]
            assert abs(ex.error(y, found) - then) < 0.03


def test_each_set_is_recorded_with_all_its_draws_and_methods():
    runs = read_runs("jenssen2006")
    names = {ex.set_name(kind, of): (kind, of) for kind in ex.RECIPES for of in ex.RECIPES[kind]}
    names |= {kind: (kind, "fitted") for kind in ex.REAL_WIDTHS}
    assert set(runs.names("set", study="curves")) == set(names)
    for name, (kind, recipe) in names.items():
        n = 1 if kind in ex.REAL_WIDTHS else ex.SEEDS
        methods = runs.names("method", study="curves", set=name, metric="error")
        assert tuple(methods) == ex.methods_of(kind, recipe)
        for method in methods:
            E = ex.errors_of(kind, method, recipe)
            assert E.shape == (n, len(ex.widths_of(kind, recipe)))
    assert set(runs.names("set", study="densities")) == set(ex.KNOWN)
    assert not [why for study in PAPER.studies if (why := study.stale())]


def test_the_error_leaves_outliers_out_and_forgives_names():
    y = np.array([0, 0, 1, 1, -1])
    assert ex.error(y, np.array([1, 1, 0, 0, 0])) == 0
    assert ex.error(y, np.array([1, 1, 1, 0, 0])) == 0.25


@pytest.mark.parametrize("d", [1, 2])
def test_best_width_is_the_minimiser_of_the_integrated_squared_error(d):
    """Against the error on a grid, the density being known."""
    X = ex.bells(60, d, 0)(1)
    best = ex.best_width(X, ex.bells(20_000, d, 0)(2))
    axis = np.linspace(-5, 5, 201)
    grid = np.stack(np.meshgrid(*[axis] * d), axis=-1).reshape(-1, d)
    truth = norm.pdf(grid).prod(axis=1)

    def error_at(sigma):
        kernel = np.ones((len(grid), len(X)))
        for k in range(d):
            kernel *= norm.pdf(grid[:, [k]], X[:, k], sigma)
        return ((kernel.mean(axis=1) - truth) ** 2).sum() * (axis[1] - axis[0]) ** d

    around = best * np.array([0.75, 1, 1.25])
    values = [error_at(s) for s in around]
    assert values[1] < min(values[0], values[2])


def test_the_mean_of_the_estimators_is_what_many_draws_give():
    """The bias by convolution, against the mean over 4000 draws at one point."""
    n, x0 = 100, 0.5
    sigma, u = ex.shrinking(n), ex.WEIGHTS["u = 1/f"]
    x = np.random.default_rng(0).standard_normal(4000 * n)
    drawn = (np.sqrt(u(x)) * ex.bell(x0, x, sigma)).mean()
    h = np.sqrt(u(ex.GRID)) * ex.bell(ex.GRID)
    smoothed = (ex.bell(x0, ex.GRID, sigma) * h).sum() * (ex.GRID[1] - ex.GRID[0])
    assert drawn == pytest.approx(smoothed, rel=0.01)


@pytest.mark.parametrize("d", [1, 2, 5, 16])
def test_the_right_constant_of_the_amise_width(d):
    best = ex.best_for_normal(d, 300)
    assert best == pytest.approx((ex.right_constant(d) / 300) ** (1 / (d + 4)), rel=1e-6)
    assert (ex.printed_constant(d) == ex.right_constant(d)) == (d == 1)


def test_outliers_go_alone_in_the_broken_solution():
    X, y = ex.toy("outliers", 0)
    labels = angle_clustering(X, 2, sigma=0.6).labels
    assert len(np.unique(labels[y >= 0])) == 1
    assert ex.error(y, labels) == pytest.approx(209 / 419)
