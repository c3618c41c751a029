"""Widths of windows: the rules against loops, their invariances, and where they have no answer."""

import numpy as np
import pytest
from cases import each
from scipy.spatial.distance import pdist
from sklearn.datasets import load_iris, load_wine
from sklearn.metrics import adjusted_rand_score
from sklearn.preprocessing import StandardScaler

import naive_angle as naive
from depcluster.datasets import make_crescents, make_three_rings
from depcluster.papers.jenssen2006 import (
    AngleSpectralClustering,
    amise,
    bandwidth,
    lscv,
    lscv_score,
    resolve_sigma,
    touching,
)


def sample(seed, m=30, d=2):
    return np.random.default_rng(seed).normal(size=(m, d))


@each("d", [1, 2, 5])
def test_amise_is_the_formula(d):
    X = sample(0, d=d)
    assert amise(X) == pytest.approx(naive.amise(X.tolist()))


@each("d", [1, 2, 4])
@each("sigma", [0.1, 0.5, 2.0])
def test_lscv_score_is_the_formula(d, sigma):
    X = sample(2, 15, d)
    score = lscv_score(pdist(X, "sqeuclidean"), d, sigma)
    assert score == pytest.approx(naive.lscv(X.tolist(), sigma))


@each("seed, d", [(0, 1), (1, 2), (2, 2), (3, 3)])
def test_lscv_finds_the_lowest_score(seed, d):
    X = sample(seed, 40, d)
    D2 = pdist(X, "sqeuclidean")
    found = lscv_score(D2, d, lscv(X))
    widths = np.geomspace(0.02, 5, 800) * amise(X)
    assert found <= min(lscv_score(D2, d, s) for s in widths) + 1e-6 * abs(found)


def far_sample():
    X = sample(6, 200)
    X[0] = 500
    return X


@each("X", [sample(7, 12, 1), sample(8, 300, 3), far_sample(), load_wine().data])
def test_bins_of_distances_do_not_move_the_width(monkeypatch, X):
    def every_pair(X):
        D2 = pdist(X, "sqeuclidean")
        return bandwidth._Binned(np.ones(len(D2)), D2, np.zeros(len(D2)))

    found = lscv(X)
    with monkeypatch.context() as patched:
        patched.setattr(bandwidth, "_binned", every_pair)
        assert found == pytest.approx(lscv(X), rel=1e-6)


@each("m", [2, 255, 256, 257])
def test_every_pair_is_in_a_bin(m):
    X = sample(9, m, 3)
    D2, binned = pdist(X, "sqeuclidean"), bandwidth._binned(X)
    assert binned.count.sum() == len(D2)
    assert binned.count @ binned.mean == pytest.approx(D2.sum())
    for sigma in (0.01, 0.3, 10.0):
        wide, narrow = binned.sums(sigma)
        assert wide == pytest.approx(np.exp(-D2 / (4 * sigma**2)).sum(), rel=1e-8, abs=1e-12)
        assert narrow == pytest.approx(np.exp(-D2 / (2 * sigma**2)).sum(), rel=1e-8, abs=1e-12)


@each("d", [1, 2, 20])
def test_touching_is_the_loop(d):
    X = np.vstack([sample(10, 40, d), sample(10, 5, d), 30 + sample(11, 3, d)])
    assert touching(X) == pytest.approx(naive.touching(X.tolist()))
    assert touching(X + 1e7) == pytest.approx(touching(X), rel=1e-6)
    assert touching(np.repeat(X, 3, axis=0)) == pytest.approx(touching(X))


@each(
    "X, y, least",
    [
        (*make_crescents((209, 21)), 0.95),
        (*make_three_rings(), 0.95),
        (*load_iris(return_X_y=True), 0.7),
        (StandardScaler().fit_transform(load_wine().data), load_wine().target, 0.85),
    ],
)
def test_the_default_width_finds_classes(X, y, least):
    fitted = AngleSpectralClustering(len(set(y))).fit(X)
    assert adjusted_rand_score(y, fitted.labels_) >= least


@each("rule", [amise, lscv, touching])
def test_rules_move_with_the_data(rule):
    X = make_crescents((60, 60))[0]
    turn = np.array([[0.6, -0.8], [0.8, 0.6]])
    assert rule(1e-4 * X) == pytest.approx(1e-4 * rule(X), rel=1e-3)
    assert rule(1e5 * X) == pytest.approx(1e5 * rule(X), rel=1e-3)
    assert rule(X @ turn + 7) == pytest.approx(rule(X), rel=1e-3)


def test_many_dimensions_do_not_overflow():
    X = sample(4, 50, 400)
    assert 0 < lscv(1e3 * X) < np.inf
    assert touching(1e3 * X) == pytest.approx(1e3 * touching(X))
    assert lscv(1e3 * X) == pytest.approx(1e3 * lscv(X), rel=1e-3)


def test_mean_is_the_mean():
    X = sample(5)
    assert resolve_sigma("mean", X) == pytest.approx((amise(X) + lscv(X)) / 2)
    assert resolve_sigma("touching", X) == touching(X)
    assert resolve_sigma("amise", X) == amise(X)
    assert resolve_sigma("lscv", X) == lscv(X)
    assert resolve_sigma(0.7, X) == 0.7


@each(
    "function, X, words",
    [
        (amise, np.ones((5, 2)), "sigma cannot be chosen.*all samples are the same"),
        (touching, np.ones((1, 2)), "minimum of 2"),
        (lscv, np.repeat(np.eye(3), 30, axis=0), "no minimum.*90 samples, 3 of them different"),
        (lambda X: resolve_sigma("silverman", X), np.eye(3), "'touching', 'mean', 'amise'"),
    ],
)
def test_no_answer_is_an_error(function, X, words):
    with pytest.raises(ValueError, match=words):
        function(X)
