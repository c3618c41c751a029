"""Jenssen's method, its estimator and the widths of its windows: equations, invariances, limits."""

import math

import numpy as np
import pytest
from cases import each
from scipy.spatial.distance import pdist
from sklearn.metrics import adjusted_rand_score

import reference_angle as reference
from depcluster.datasets import add_outliers, make_crescents
from depcluster.papers.jenssen2006 import (
    AngleSpectralClustering,
    amise,
    angle_clustering,
    angle_steps,
    axis_means,
    bandwidth,
    cauchy_schwarz_divergence,
    is_outlier,
    laplacian_weights,
    leading_pairs,
    lscv,
    lscv_score,
    nearest_neighbour_bandwidth,
    outlier_weights,
    resolve_sigma,
    scale_free_outlier_weights,
    window_kernel,
)
from depcluster.reproduction.baselines import njw

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
    inverse = np.array(reference.inverse_density(points, sigma))
    printed = np.array(reference.outlier_weighted(points, sigma))
    assert laplacian_weights(X, K) == pytest.approx(inverse * top)
    assert outlier_weights(X, K, sigma=sigma) == pytest.approx(printed * top)


@each("name", WEIGHTINGS)
@each("seed", range(2))
def test_equations_9_to_12(name, seed):
    X, sigma, c = cloud(seed), 0.7, 3
    found = angle_clustering(X, c, weighting=name, sigma=sigma)
    points, unit = X.tolist(), 1.0
    u = [1.0] * len(X)
    if name == "affinity":
        unit = math.sqrt(peak(sigma, 2))  # other densities are in units of the peak
    else:
        by = {"laplacian": reference.inverse_density, "outlier": reference.outlier_weighted}
        u = by[name](points, sigma)
    K = reference.kernel_u(points, u, sigma)
    assert found.divergence == pytest.approx(reference.divergence(K, found.labels, c))
    Phi, means = reference.embedding(K, c), reference.mean_vectors(found.embedding, found.labels, c)
    assert unit * np.abs(found.embedding) == pytest.approx(np.abs(Phi), abs=1e-9)
    assert found.history[-1] == pytest.approx(reference.cost(found.embedding, found.labels, c))
    assert found.means == pytest.approx(np.array(means))
    assert found.labels.tolist() == reference.cluster(found.embedding.tolist(), c)
    near = np.array(K) > np.median(K)
    literal = reference.divergence((near * 1.0).tolist(), found.labels, c)
    for given in (near, near.tolist()):
        assert cauchy_schwarz_divergence(given, found.labels, c) == pytest.approx(literal)


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


def test_many_dimensions_do_not_overflow():
    X = np.random.default_rng(0).normal(size=(40, 500))
    X[20:] += 3
    found = angle_clustering(X, 2, weighting="outlier", sigma="nearest_neighbour")
    assert adjusted_rand_score(np.repeat([0, 1], 20), found.labels) == 1
    said = 'Try a larger sigma.*"nearest_neighbour".*scale_free'
    with pytest.warns(UserWarning, match="narrow"), pytest.raises(ValueError, match=said):
        angle_clustering(X, 2, weighting="outlier", sigma=nearest_neighbour_bandwidth(X) / 2)


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
    X, y = make_crescents((209, 21), random_state=0)
    assert adjusted_rand_score(y, angle_clustering(X, 2, sigma=0.4).labels) == 1
    light = angle_clustering(X, 2, sigma=0.4, weighting="affinity").labels
    assert adjusted_rand_score(y, light) < 0.5
    ours, theirs = angle_clustering(X, 2, sigma=0.4), njw(X, 2, sigma=0.4)
    assert adjusted_rand_score(y, theirs.labels) == 1
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
    with pytest.raises(ValueError, match="sample 1 has 0"):
        laplacian_weights(None, np.diag([1.0, 0.0, 1.0]))
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
        assert label == int(np.argmax([reference.cosine(Phi, mean) for mean in fitted.means_]))


def sample(seed, m=30, d=2):
    return np.random.default_rng(seed).normal(size=(m, d))


@each("d", [1, 2, 5])
def test_widths_are_the_formulas(d):
    X = sample(d, 20, d)
    assert amise(X) == pytest.approx(reference.amise(X.tolist()))
    D2 = pdist(X, "sqeuclidean")
    for sigma in (0.1, 0.5, 2.0):
        assert lscv_score(D2, d, sigma) == pytest.approx(reference.lscv(X.tolist(), sigma))
    found = lscv_score(D2, d, lscv(X))
    widths = np.geomspace(0.02, 5, 400) * amise(X)
    assert found <= min(lscv_score(D2, d, s) for s in widths) + 1e-6 * abs(found)
    X = np.vstack([X, X[:5], 30 + sample(11, 3, d)])
    assert nearest_neighbour_bandwidth(X) == pytest.approx(
        reference.nearest_neighbour_bandwidth(X.tolist())
    )
    assert nearest_neighbour_bandwidth(X + 1e7) == pytest.approx(
        nearest_neighbour_bandwidth(X), rel=1e-6
    )


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


@each(
    "function, X, words",
    [
        (amise, np.ones((5, 2)), "sigma cannot be chosen.*all samples are the same"),
        (nearest_neighbour_bandwidth, np.ones((1, 2)), "minimum of 2"),
        (lscv, np.repeat(np.eye(3), 30, axis=0), "no minimum.*90 samples, 3 of them different"),
        (
            lambda X: resolve_sigma("silverman", X),
            np.eye(3),
            "'nearest_neighbour', 'mean', 'amise'",
        ),
    ],
)
def test_no_answer_is_an_error(function, X, words):
    with pytest.raises(ValueError, match=words):
        function(X)
