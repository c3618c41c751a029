"""Widths of windows: the rules against loops, their invariances, and where they have no answer."""

import numpy as np
import pytest
from scipy.spatial.distance import pdist

import naive_angle as naive
from depcluster.datasets import make_crescents
from depcluster.papers.jenssen2006 import amise, lscv, lscv_score, resolve_sigma


def sample(seed, m=30, d=2):
    return np.random.default_rng(seed).normal(size=(m, d))


@pytest.mark.parametrize("d", [1, 2, 5])
def test_amise_is_the_formula(d):
    X = sample(0, d=d)
    assert amise(X) == pytest.approx(naive.amise(X.tolist()))


def test_the_printed_constant_agrees_on_a_line_only():
    for d in (1, 2, 9):
        m = 40
        printed = (4 / ((2 * d + 1) * m)) ** (1 / (d + 4))
        X = sample(1, m, d)
        right = amise(X) / np.sqrt(X.var(axis=0, ddof=1).mean())
        assert (right == pytest.approx(printed)) == (d == 1)


@pytest.mark.parametrize("d", [1, 2, 4])
@pytest.mark.parametrize("sigma", [0.1, 0.5, 2.0])
def test_lscv_score_is_the_formula(d, sigma):
    X = sample(2, 15, d)
    score = lscv_score(pdist(X, "sqeuclidean"), d, sigma)
    assert score == pytest.approx(naive.lscv(X.tolist(), sigma))


@pytest.mark.parametrize(("seed", "d"), [(0, 1), (1, 2), (2, 2), (3, 3)])
def test_lscv_finds_the_lowest_score(seed, d):
    X = sample(seed, 40, d)
    D2 = pdist(X, "sqeuclidean")
    found = lscv_score(D2, d, lscv(X))
    widths = np.geomspace(0.02, 5, 800) * amise(X)
    assert found <= min(lscv_score(D2, d, s) for s in widths) + 1e-6 * abs(found)


def test_lscv_on_a_line_of_integrals():
    """The expected score is the integrated squared error less the integral of the true f^2."""
    scores, errors = [], []
    x = np.linspace(-8, 8, 1601)
    true = np.exp(-(x**2) / 2) / np.sqrt(2 * np.pi)
    for seed in range(60):
        X = sample(seed, 50, 1)
        scores.append(lscv_score(pdist(X, "sqeuclidean"), 1, 0.3))
        f = np.exp(-((x[:, None] - X[:, 0]) ** 2) / 0.18).mean(axis=1) / np.sqrt(0.18 * np.pi)
        errors.append(((f - true) ** 2).sum() * 0.01)
    gap = np.array(scores) - np.array(errors) + (true**2).sum() * 0.01
    assert abs(gap.mean()) < 4 * gap.std() / np.sqrt(len(gap))


@pytest.mark.parametrize("rule", [amise, lscv])
def test_rules_move_with_the_data(rule):
    X = make_crescents((60, 60))[0]
    turn = np.array([[0.6, -0.8], [0.8, 0.6]])
    assert rule(1e-4 * X) == pytest.approx(1e-4 * rule(X), rel=1e-3)
    assert rule(1e5 * X) == pytest.approx(1e5 * rule(X), rel=1e-3)
    assert rule(X @ turn + 7) == pytest.approx(rule(X), rel=1e-3)


def test_many_dimensions_do_not_overflow():
    X = sample(4, 50, 400)
    assert 0 < lscv(1e3 * X) < np.inf
    assert lscv(1e3 * X) == pytest.approx(1e3 * lscv(X), rel=1e-3)


def test_mean_is_the_mean():
    X = sample(5)
    assert resolve_sigma("mean", X) == pytest.approx((amise(X) + lscv(X)) / 2)
    assert resolve_sigma("amise", X) == amise(X)
    assert resolve_sigma("lscv", X) == lscv(X)
    assert resolve_sigma(0.7, X) == 0.7


@pytest.mark.parametrize(
    ("function", "X", "words"),
    [
        (amise, np.ones((5, 2)), "sigma cannot be chosen.*all samples are the same"),
        (lscv, np.ones((5, 2)), "sigma cannot be chosen.*all samples are the same"),
        (amise, np.ones((1, 2)), "minimum of 2"),
        (lscv, np.ones(4), "shape"),
        (amise, np.array([[0.0], [np.nan]]), "missing"),
        (lscv, np.repeat(np.eye(3), 30, axis=0), "no minimum.*90 samples, 3 of them different"),
        (lambda X: resolve_sigma("silverman", X), np.eye(3), "'mean', 'amise', 'lscv'"),
    ],
)
def test_no_answer_is_an_error(function, X, words):
    with pytest.raises(ValueError, match=words):
        function(X)
