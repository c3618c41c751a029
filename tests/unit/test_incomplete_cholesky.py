"""Low rank against the whole matrix."""

import numpy as np
import pytest
from cases import each
from sklearn.datasets import load_iris, load_wine, make_blobs
from sklearn.metrics import adjusted_rand_score
from sklearn.preprocessing import StandardScaler

import naive
from depcluster import CLUHSIC, KernelKMeans, incomplete_cholesky, kernel_matrix, median_rule
from depcluster.datasets import make_circle, make_row

X = np.random.default_rng(0).normal(size=(60, 3))


@each("kernel", ["rbf", "laplacian", "poly", "cosine"])
def test_greedy_pivots_are_those_of_the_largest_residual(kernel):
    residual = kernel_matrix(X, kernel=kernel)
    np.fill_diagonal(residual, residual.diagonal().round(12))  # of equal ones the first, always
    n = 3 if kernel == "cosine" else 8
    found = incomplete_cholesky(X, kernel=kernel, pivots="greedy", max_rank=n, tol=1e-12)
    for pivot, b in zip(found.pivots, found.factor.T, strict=True):
        assert pivot == residual.diagonal().argmax()
        column = residual[:, pivot] / np.sqrt(residual[pivot, pivot])
        np.testing.assert_allclose(b, column, atol=1e-8)
        residual -= np.outer(column, column)
    assert found.residual_trace == pytest.approx(np.trace(residual), abs=1e-8)


@each("kernel", ["rbf", "laplacian", "poly", "cosine"])
@each("seed", range(2))
def test_along_random_pivots_it_is_the_literal_factorisation(kernel, seed):
    K = kernel_matrix(X, kernel=kernel)
    n = 3 if kernel == "cosine" else 8
    found = incomplete_cholesky(X, kernel=kernel, max_rank=n, tol=1e-12, random_state=seed)
    B, left = naive.cholesky_along(K, found.pivots)
    np.testing.assert_allclose(found.factor, B, atol=1e-8)
    assert found.residual_trace == pytest.approx(left, abs=1e-8)


def test_pivots_drawn_in_blocks_have_the_chances_of_pivots_drawn_one_by_one():
    Z = np.array([[0.0], [0.1], [0.5], [3.0]])
    chances = naive.chances_of_pivots(naive.gaussian(Z, 1.0), 2)
    counts, n = dict.fromkeys(chances, 0), 1000
    rng = np.random.RandomState(0)
    for _ in range(n):
        found = incomplete_cholesky(Z, gamma=1.0, max_rank=2, random_state=rng)
        counts[tuple(found.pivots.tolist())] += 1
    assert sum(chances.values()) == pytest.approx(1)
    for pivots, chance in chances.items():  # within five standard deviations
        assert abs(counts[pivots] - n * chance) < 5 * np.sqrt(n * chance) + 1


def test_samples_far_away_do_not_take_the_columns():
    rng = np.random.default_rng(0)
    Z, y = make_blobs(1000, n_features=10, centers=5, random_state=0)
    far = rng.random(1000) < 0.05
    Z[far] = 60 * rng.standard_normal((far.sum(), 10))
    random, greedy = (
        incomplete_cholesky(Z, gamma=median_rule(Z), pivots=pivots, max_rank=20, random_state=0)
        for pivots in ("random", "greedy")
    )
    assert random.residual < 0.5 * greedy.residual
    with pytest.warns(UserWarning, match="rank=20 leaves out"):
        labels = KernelKMeans(5, rank=20, random_state=0).fit(Z).labels_
    assert adjusted_rand_score(y[~far], labels[~far]) > 0.99


def test_one_seed_gives_the_same_pivots():
    found = [incomplete_cholesky(X, random_state=seed).pivots.tolist() for seed in (1, 1, 2)]
    assert found[0] == found[1] != found[2]


@each("pivots", ["random", "greedy"])
def test_full_rank_is_the_whole_matrix(pivots):
    found = incomplete_cholesky(X, gamma=2.0, pivots=pivots, max_rank=60, tol=1e-14)
    np.testing.assert_allclose(found.factor @ found.factor.T, naive.gaussian(X, 2.0), atol=1e-8)


def test_every_stop_is_reported():
    assert incomplete_cholesky(X, kernel="linear").stopped_by == "tolerance"
    assert incomplete_cholesky(X, gamma=5.0, max_rank=5, n_clusters=3).stopped_by == "rank"
    Z = StandardScaler().fit_transform(load_iris().data)
    found = incomplete_cholesky(Z, n_clusters=3, random_state=0)
    assert found.stopped_by == "eigengap"
    assert found.residual_trace <= found.eigengap
    Bc = found.factor - found.factor.mean(axis=0)
    values = np.linalg.eigvalsh(Bc @ Bc.T)[::-1]
    assert found.eigengap == pytest.approx(values[1] - values[2])


@each("load, columns", [(load_iris, (8, 20)), (load_wine, (45, 80))])
def test_the_eigengap_rule_keeps_nearly_all_labels(load, columns):
    """Song's Table 1 has 12 and 61 columns and hardly a label changed."""
    Z = StandardScaler().fit_transform(load().data)
    found = incomplete_cholesky(Z, pivots="greedy", n_clusters=3)
    assert columns[0] <= found.factor.shape[1] <= columns[1]
    full = KernelKMeans(3, random_state=0).fit(Z).labels_
    low = KernelKMeans(3, rank=found.factor.shape[1], random_state=0).fit(Z).labels_
    assert adjusted_rand_score(full, low) > 0.9


def test_an_estimator_of_full_rank_is_the_estimator():
    Z, _ = make_row()
    params = {"label_kernel": "ring", "kernel": "poly", "n_init": 20, "random_state": 0}
    full = CLUHSIC(5, **params).fit(Z)
    low = CLUHSIC(5, rank=120, init=full.labels_, **params).fit(Z)
    assert low.objective_ == pytest.approx(full.objective_, rel=1e-5)
    assert low.objective_bound_ == pytest.approx(full.objective_bound_, rel=1e-4)
    assert adjusted_rand_score(full.labels_, low.labels_) > 0.99
    new = Z + 0.1
    assert (low.predict(new) == full.predict(new)).mean() > 0.99


def test_predict_from_the_pivots_is_predict_from_all():
    Z, _ = make_circle()
    gamma = median_rule(Z)
    low = CLUHSIC(6, label_kernel="ring", gamma=gamma, rank=80, random_state=0).fit(Z)
    same = CLUHSIC(6, label_kernel="ring", gamma=gamma, init=low.labels_, random_state=0).fit(Z)
    grid = np.random.default_rng(0).normal(size=(50, 2))
    assert adjusted_rand_score(low.labels_, same.labels_) > 0.97
    assert adjusted_rand_score(low.predict(grid), same.predict(grid)) > 0.9


def test_weights_work_on_the_factor():
    rng = np.random.default_rng(3)
    Z, w = rng.normal(size=(30, 2)), rng.integers(1, 4, size=30)
    weighted = KernelKMeans(3, rank=30, gamma=0.5, random_state=0).fit(Z, sample_weight=w)
    full = KernelKMeans(3, gamma=0.5, random_state=0).fit(Z, sample_weight=w)
    assert weighted.objective_ == pytest.approx(full.objective_, rel=0.02)


@each(
    "params, words",
    [
        ({"pivots": "best"}, 'pivots must be one of "random", "greedy"'),
        ({"tol": 2}, "tol must be a finite number"),
        ({"n_clusters": 9, "max_rank": 4}, "n_clusters must be at most max_rank"),
        ({"kernel": "graph"}, "column by column"),
        ({"kernel": "sigmoid", "gamma": 3.0, "coef0": -5}, "positive semi-definite"),
        ({"kernel": lambda a, b: np.nan}, "finite values"),
        ({"kernel": lambda a, b: -((a - b) ** 2).sum()}, "positive semi-definite .* is 0 for all"),
        ({"origin": [1.0, 2.0]}, r"origin must be numbers of shape \(3,\)"),
        ({"kernel": lambda a, b: -a @ b}, "positive semi-definite .* before the first column"),
    ],
)
def test_bad_input(params, words):
    with pytest.raises(ValueError, match=words):
        incomplete_cholesky(X, **params)
