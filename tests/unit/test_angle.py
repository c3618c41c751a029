"""Jenssen's method against its equations, its invariances, special cases and its estimator."""

import math
import sys
import warnings

import numpy as np
import pytest
from cases import each
from sklearn.datasets import load_wine
from sklearn.metrics import adjusted_rand_score
from sklearn.preprocessing import StandardScaler

import naive_angle as naive
from depcluster._base import prediction
from depcluster.baselines import njw
from depcluster.datasets import add_outliers, make_crescents, make_three_rings
from depcluster.papers.jenssen2006 import (
    AngleSpectralClustering,
    affinity_weights,
    angle_clustering,
    angle_steps,
    axis_means,
    cauchy_schwarz_divergence,
    is_outlier,
    laplacian_weights,
    leading_pairs,
    mean_cosine,
    outlier_weights,
    scale_free_outlier_weights,
    touching,
    weighted_kernel,
    window_kernel,
)

WEIGHTINGS = ("affinity", "laplacian", "outlier")
CRESCENTS = make_crescents((60, 60), random_state=1)[0]


def cloud(seed, m=14, d=2):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(m, d)) + 5 * (np.arange(m) % 3)[:, None] * np.eye(d)[0]


def peak(sigma, d):
    """W(0) of the window of width sqrt(2) sigma."""
    return (4 * math.pi * sigma**2) ** (-d / 2)


@each("d", [1, 2, 3])
def test_weights_are_the_formulas(d):
    X, sigma = np.vstack([cloud(d, 14, d), np.full((1, d), 30.0)]), 0.8
    K = window_kernel(X, sigma=sigma)
    points, top = X.tolist(), peak(sigma, d)
    assert is_outlier(K).any()
    inverse = np.array(naive.inverse_density(points, sigma))
    printed = np.array(naive.outlier_weighted(points, sigma))
    assert laplacian_weights(X, K) == pytest.approx(inverse * top)
    assert outlier_weights(X, K, sigma=sigma) == pytest.approx(printed * top)


@each("name", WEIGHTINGS)
@each("seed", range(2))
def test_equations_9_to_12(name, seed):
    X, sigma, c = cloud(seed), 0.7, 3
    found = angle_clustering(X, c, weighting=name, sigma=sigma)
    points, top = X.tolist(), peak(sigma, 2)
    u = {
        "affinity": [1.0] * len(X),
        "laplacian": naive.inverse_density(points, sigma),
        "outlier": naive.outlier_weighted(points, sigma),
    }[name]
    K = naive.kernel_u(points, u, sigma)
    assert found.divergence == pytest.approx(naive.divergence(K, found.labels, c))
    unit = math.sqrt(top) if name == "affinity" else 1.0  # densities are in units of the peak
    Phi = np.array(naive.embedding(K, c))
    assert unit * np.abs(found.embedding) == pytest.approx(np.abs(Phi), abs=1e-9)
    assert found.history[-1] == pytest.approx(naive.cost(found.embedding, found.labels, c))
    assert found.means == pytest.approx(
        np.array(naive.mean_vectors(found.embedding, found.labels, c))
    )
    assert found.labels.tolist() == naive.cluster(found.embedding.tolist(), c)


def test_the_weight_one_over_f_is_the_laplacian_matrix():
    for seed in range(2):
        X = cloud(seed, 40)
        K = window_kernel(X, sigma=0.7)
        root = np.diag(K.sum(axis=1) ** -0.5)
        assert weighted_kernel(K, laplacian_weights(X, K)) == pytest.approx(
            len(X) * root @ K @ root, rel=1e-13
        )


def test_a_cosine_of_blocks_is_one_of_mean_vectors():
    """Equations (9) and (10): a full-rank embedding loses nothing."""
    X = cloud(3)
    W = window_kernel(X, sigma=1.0)
    K = weighted_kernel(W, laplacian_weights(X, W))
    values, E = np.linalg.eigh(K)
    Phi = E * np.sqrt(np.maximum(values, 0))
    y = np.arange(len(X)) % 3
    means = np.array([Phi[y == k].mean(axis=0) for k in range(3)])
    assert -np.log(mean_cosine(means)) == pytest.approx(cauchy_schwarz_divergence(K, y, 3))


@each("d", [0.0, 1.0, 3.0])
def test_two_unit_bells(d):
    """cos = exp(-d^2 / 4), by integration; and by eq. (9) for points one window wide apart."""

    def bell(centre):
        return lambda x: math.exp(-((x - centre) ** 2) / 2) / math.sqrt(2 * math.pi)

    D = naive.integrated_divergence(bell(0), bell(d), lambda x: 1.0, -10, 10 + d)
    assert D == pytest.approx(d**2 / 4, abs=1e-9)
    K = window_kernel([[0.0], [d]], sigma=1.0)  # the window on one point is a unit bell
    assert cauchy_schwarz_divergence(K, np.array([0, 1]), 2) == pytest.approx(D, abs=1e-9)


def test_equal_clusters_have_no_divergence():
    K = window_kernel(np.tile(cloud(0, 6), (3, 1)), sigma=1.0)
    y = np.repeat([0, 1, 2], 6)
    assert cauchy_schwarz_divergence(K, y, 3) == pytest.approx(0, abs=1e-12)  # kappa = 3


@each("name", ["affinity", "laplacian", scale_free_outlier_weights])
@each("scale", [1e-3, 1e3])
def test_turning_moving_and_the_unit_of_length_change_nothing(name, scale):
    X, _ = add_outliers(CRESCENTS, np.zeros(120, dtype=int), 3)
    one = angle_clustering(X, 2, weighting=name, sigma=0.4)
    moved = X @ [[0.6, -0.8], [0.8, 0.6]] + [3, -1]
    two = angle_clustering(scale * moved, 2, weighting=name, sigma=scale * 0.4)
    assert np.array_equal(one.labels, two.labels)
    assert one.weights == pytest.approx(two.weights)
    assert one.divergence == pytest.approx(two.divergence)


def test_the_printed_outlier_weight_depends_on_the_unit_of_length():
    X, y = add_outliers(CRESCENTS, np.zeros(120, dtype=int), 3)
    ratios = []
    for scale in (1.0, 0.1):
        found = angle_clustering(scale * X, 2, weighting="outlier", sigma=scale * 0.4)
        ratios.append(found.weights[y < 0] / found.weights[0])
    assert ratios[1] == pytest.approx(1e4 * ratios[0])  # 10^(2 d)
    assert (ratios[0] < 1).all()
    assert (ratios[1] > 1).all()


def test_many_dimensions_do_not_overflow():
    X = np.random.default_rng(0).normal(size=(40, 500))
    X[20:] += 3
    for name in ("affinity", "laplacian", scale_free_outlier_weights):
        labels = angle_clustering(X, 2, weighting=name, sigma=20.0).labels
        assert adjusted_rand_score(np.repeat([0, 1], 20), labels) == 1
    found = angle_clustering(X, 2, weighting="outlier", sigma="touching")
    assert adjusted_rand_score(np.repeat([0, 1], 20), found.labels) == 1
    said = 'Try a larger sigma.*"touching".*scale_free'
    with pytest.warns(UserWarning, match="narrow"), pytest.raises(ValueError, match=said):
        angle_clustering(X, 2, weighting="outlier", sigma=touching(X) / 2)


def test_one_point_breaks_the_laplacian():
    X, y = make_crescents(random_state=4)
    X = np.vstack([X, [1.4, 6.0]])
    for weighting, right in (("laplacian", False), ("outlier", True)):
        labels = angle_clustering(X, 2, sigma=0.4, weighting=weighting).labels
        assert (adjusted_rand_score(y, labels[:-1]) == 1) == right
    assert adjusted_rand_score(y, angle_clustering(X, 2, sigma=0.5).labels[:-1]) == 1


def test_no_cluster_stays_empty():
    """All samples lean to the first axis; the second gets the one closest to it."""
    Phi = np.array([[1.0, 0.1], [1.0, 0.2], [1.0, 0.4], [1.0, 0.0]])
    first = next(angle_steps(Phi, np.eye(2)))
    assert first.labels.tolist() == [0, 0, 1, 0]
    Phi = np.array([[1.0, 0.0, 0.0], [1.0, 0.0, 0.1], [0.0, 1.0, 0.9]])  # the last is alone
    assert next(angle_steps(Phi, np.eye(3))).labels.tolist() == [0, 2, 1]
    for sigma in (2.0, 10.0, 50.0):
        labels = angle_clustering(CRESCENTS, 3, sigma=sigma).labels
        assert set(labels) == {0, 1, 2}


def test_samples_without_direction_go_with_the_nearest():
    X = np.array([[0.0], [0.1], [0.2], [50.0], [50.1], [90.0], [53.0]])
    found = angle_clustering(X, 2, sigma=0.5)
    assert found.undecided.any()
    assert not found.embedding[found.undecided].any()
    for i in np.flatnonzero(found.undecided):
        distances = np.where(found.undecided, np.inf, np.abs(X - X[i])[:, 0])
        assert found.labels[i] == found.labels[distances.argmin()]


def test_crescents_and_the_comparison():
    X, y = make_crescents(random_state=0)
    dense = AngleSpectralClustering(2).fit(X)
    assert adjusted_rand_score(y, dense.labels_) == 1
    assert np.degrees(np.arccos(dense.cost_)) > 89
    X, y = make_crescents((209, 21), random_state=0)
    assert adjusted_rand_score(y, angle_clustering(X, 2, sigma=0.4).labels) == 1
    light = angle_clustering(X, 2, sigma=0.4, weighting="affinity").labels
    assert adjusted_rand_score(y, light) < 0.5
    X, y = make_three_rings()
    ours, theirs = angle_clustering(X, 3, sigma=0.6), njw(X, 3, sigma=0.6)
    assert adjusted_rand_score(y, ours.labels) == adjusted_rand_score(y, theirs.labels) == 1
    assert theirs.eigenvalues == pytest.approx(ours.eigenvalues / len(X))
    assert np.linalg.norm(theirs.rows, axis=1) == pytest.approx(np.ones(len(X)))


def test_steps_start_with_the_sign_of_the_axes_and_end_when_nothing_moves():
    Phi = np.array([[-1.0, 2.0, 1.0], [-3.0, -1.0, -1.0]])
    assert np.array_equal(axis_means(Phi), np.diag([-1.0, 1.0, 1.0]))
    Phi = np.random.default_rng(0).normal(size=(50, 3))
    steps = list(angle_steps(Phi, np.eye(3)))
    assert steps[0].moved == 50
    assert all(step.moved for step in steps[:-1])
    assert steps[-1].moved == 0
    assert steps[-1].cost == steps[-2].cost
    assert len(list(angle_steps(Phi, np.eye(3), max_iter=2))) == 2


def test_what_has_no_embedding_is_refused():
    K = np.eye(3)
    K[1, 1] = 0
    with pytest.raises(ValueError, match="sample 1 has 0"):
        laplacian_weights(None, K)
    with pytest.raises(ValueError, match=r"rank of the kernel matrix.*got 2"):
        leading_pairs(np.ones((4, 4)), 2)


def test_predict_keeps_the_labels_of_fit_and_far_samples_join_the_nearest():
    for name in (*WEIGHTINGS, scale_free_outlier_weights):
        for sigma in (0.5, 0.1):
            fitted = AngleSpectralClustering(3, weighting=name, sigma=sigma).fit(CRESCENTS)
            assert np.array_equal(fitted.predict(CRESCENTS), fitted.labels_), (name, sigma)
    far = fitted.predict(np.array([[1e6, 1e6]]))
    assert far[0] == fitted.labels_[((CRESCENTS - 1e6) ** 2).sum(axis=1).argmin()]


def steep(X, K):
    return np.exp(X[:, 0])


@each("weighting", ["affinity", "laplacian", steep])
def test_predict_is_the_feature_map_of_one_more_sample(weighting):
    X = cloud(2, 30)
    new = np.random.default_rng(0).uniform(-2, 12, size=(50, 2))
    fitted = AngleSpectralClustering(3, sigma=2.0, weighting=weighting).fit(X)
    e = fitted.embedding_ / np.sqrt(fitted.eigenvalues_)
    for x, label in zip(new, fitted.predict(new), strict=True):
        k = window_kernel(x[None], X, sigma=2.0)[0]
        u = {"affinity": 1.0, "laplacian": 1 / k.mean()}.get(weighting, np.exp(x[0]))
        Phi = np.sqrt(u * fitted.weights_) * k @ e / np.sqrt(fitted.eigenvalues_)
        assert label == int(np.argmax([naive.cosine(Phi, mean) for mean in fitted.means_]))


def test_predict_takes_the_samples_in_slices(monkeypatch):
    module = sys.modules["depcluster.papers.jenssen2006.angle"]
    X = np.random.default_rng(1).uniform(-4, 7, size=(105, 2))
    fitted = AngleSpectralClustering(3, sigma=0.5).fit(CRESCENTS)
    one_by_one, rows = [fitted.predict(x[None])[0] for x in X], []

    def counted(X, Y, *, sigma):
        rows.append(len(X))
        return window_kernel(X, Y, sigma=sigma)

    monkeypatch.setattr(prediction, "_ENTRIES", 1)
    monkeypatch.setattr(prediction, "_LEAST_ROWS", 50)
    monkeypatch.setattr(module, "window_kernel", counted)
    assert fitted.predict(X).tolist() == one_by_one
    assert rows == [50, 50, 5]


@each("sigma", [0.01, 0.02, 0.05, 0.2, "touching", "mean"])
def test_a_warning_tells_how_many_samples_are_alone(sigma):
    alone = 0
    if isinstance(sigma, float):
        alone = sum(naive.has_none_near(CRESCENTS.tolist(), 2 * sigma))
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        angle_clustering(CRESCENTS, 2, sigma=sigma)
    expected = [f"sigma={sigma} is narrow for X: {alone} of 120 samples"] * (alone > 108)
    assert [str(one.message)[: len(expected[0])] for one in told] == expected


def test_a_rule_too_narrow_for_many_features_is_told():
    wine = StandardScaler().fit_transform(load_wine().data)
    with pytest.warns(UserWarning, match="sigma=.*larger sigma.*touching"):
        AngleSpectralClustering(3, sigma="mean").fit(wine)


def test_a_callable_weighting():
    def inverse(X, K):
        return 1 / K.mean(axis=1)

    one = angle_clustering(CRESCENTS, 2, weighting=inverse)
    assert one.labels.tolist() == angle_clustering(CRESCENTS, 2).labels.tolist()
    assert affinity_weights(CRESCENTS, np.eye(3)).tolist() == [1, 1, 1]
