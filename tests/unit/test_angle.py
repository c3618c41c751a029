"""Jenssen's method against its equations, its invariances and special cases."""

import math

import numpy as np
import pytest
from scipy.spatial.distance import pdist
from sklearn.metrics import adjusted_rand_score

import naive_angle as naive
from depcluster.baselines import njw
from depcluster.datasets import add_outliers, make_crescents, make_three_rings
from depcluster.papers.jenssen2006 import (
    AngleSpectralClustering,
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


# The equations.


@pytest.mark.parametrize("d", [1, 2, 3])
def test_weights_are_the_formulas(d):
    X, sigma = np.vstack([cloud(d, 14, d), np.full((1, d), 30.0)]), 0.8
    K = window_kernel(X, sigma=sigma)
    points, top = X.tolist(), peak(sigma, d)
    assert is_outlier(K).any()
    inverse = np.array(naive.inverse_density(points, sigma))
    printed = np.array(naive.outlier_weighted(points, sigma))
    assert laplacian_weights(X, K) == pytest.approx(inverse * top)
    assert outlier_weights(X, K, sigma=sigma) == pytest.approx(printed * top)


@pytest.mark.parametrize("name", WEIGHTINGS)
@pytest.mark.parametrize("seed", range(4))
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
    for seed in range(5):
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


@pytest.mark.parametrize("d", [0.0, 1.0, 2.0, 3.0])
def test_two_unit_bells(d):
    """cos = exp(-d^2 / 4), by integration; and by eq. (9) for points one window wide apart."""

    def bell(centre):
        return lambda x: math.exp(-((x - centre) ** 2) / 2) / math.sqrt(2 * math.pi)

    D = naive.integrated_divergence(bell(0), bell(d), lambda x: 1.0, -10, 10 + d)
    assert D == pytest.approx(d**2 / 4, abs=1e-9)
    K = window_kernel([[0.0], [d]], sigma=1.0)  # the window on one point is a unit bell
    assert cauchy_schwarz_divergence(K, np.array([0, 1]), 2) == pytest.approx(D, abs=1e-9)


def test_many_samples_of_two_bells_come_near():
    cosines = []
    for seed in range(12):
        X = np.random.default_rng(seed).normal(size=(800, 1))
        X[400:] += 2
        K = window_kernel(X, sigma=0.2)
        cosines.append(math.exp(-cauchy_schwarz_divergence(K, np.repeat([0, 1], 400), 2)))
    smoothed = math.exp(-1 / 1.04)  # both bells widened by the window
    error = np.std(cosines) / np.sqrt(len(cosines))
    assert abs(np.mean(cosines) - smoothed) < 4 * error + 0.01


def test_equal_clusters_have_no_divergence():
    K = window_kernel(np.tile(cloud(0, 6), (3, 1)), sigma=1.0)
    y = np.repeat([0, 1, 2], 6)
    assert cauchy_schwarz_divergence(K, y, 3) == pytest.approx(0, abs=1e-12)  # kappa = 3


# Invariances.


@pytest.mark.parametrize("name", WEIGHTINGS)
def test_rotation_and_translation_change_nothing(name):
    turn = np.array([[0.6, -0.8], [0.8, 0.6]])
    one = angle_clustering(CRESCENTS, 2, weighting=name, sigma=0.5)
    two = angle_clustering(CRESCENTS @ turn + [3, -1], 2, weighting=name, sigma=0.5)
    assert np.array_equal(one.labels, two.labels)
    assert one.divergence == pytest.approx(two.divergence)


@pytest.mark.parametrize("name", ["affinity", "laplacian", scale_free_outlier_weights])
@pytest.mark.parametrize("scale", [1e-3, 1e3])
def test_the_unit_of_length_changes_nothing(name, scale):
    X, _ = add_outliers(CRESCENTS, np.zeros(120, dtype=int), 3)
    one = angle_clustering(X, 2, weighting=name, sigma=0.4)
    two = angle_clustering(scale * X, 2, weighting=name, sigma=scale * 0.4)
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
    with pytest.raises(ValueError, match=r"floating point cannot hold.*scale_free"):
        outlier_weights(X, window_kernel(X, sigma=5.0), sigma=5.0)


# What the method does.


@pytest.mark.parametrize("seed", range(3))
def test_crescents(seed):
    X, y = make_crescents(random_state=seed)
    dense = AngleSpectralClustering(2).fit(X)
    assert adjusted_rand_score(y, dense.labels_) == 1
    assert np.degrees(np.arccos(dense.cost_)) > 89
    X, y = make_crescents((209, 21), random_state=seed)
    assert adjusted_rand_score(y, angle_clustering(X, 2, sigma=0.4).labels) == 1
    light = angle_clustering(X, 2, sigma=0.4, weighting="affinity").labels
    assert adjusted_rand_score(y, light) < 0.5


def test_one_point_breaks_the_laplacian():
    X, y = make_crescents(random_state=4)
    X = np.vstack([X, [1.4, 6.0]])
    for weighting, right in (("laplacian", False), ("outlier", True)):
        labels = angle_clustering(X, 2, sigma=0.4, weighting=weighting).labels
        assert (adjusted_rand_score(y, labels[:-1]) == 1) == right
    assert adjusted_rand_score(y, angle_clustering(X, 2, sigma=0.5).labels[:-1]) == 1


def test_rings_and_the_comparison():
    X, y = make_three_rings()
    for sigma in (0.6, 1.5):
        ours, theirs = angle_clustering(X, 3, sigma=sigma), njw(X, 3, sigma=sigma)
        assert adjusted_rand_score(y, ours.labels) == 1
        assert adjusted_rand_score(y, theirs.labels) == 1
        assert theirs.eigenvalues == pytest.approx(ours.eigenvalues / len(X))
    assert njw(X, 3, sigma=1.0).eigenvalues[0] == pytest.approx(1)
    assert np.linalg.norm(theirs.rows, axis=1) == pytest.approx(np.ones(len(X)))


def test_axes_take_the_sign_of_the_column():
    Phi = np.array([[-1.0, 2.0, 1.0], [-3.0, -1.0, -1.0]])
    assert np.array_equal(axis_means(Phi), np.diag([-1.0, 1.0, 1.0]))


def test_steps_end_when_nothing_moves():
    Phi = np.random.default_rng(0).normal(size=(50, 3))
    steps = list(angle_steps(Phi, np.eye(3)))
    assert steps[0].moved == 50
    assert all(step.moved for step in steps[:-1])
    assert steps[-1].moved == 0
    assert steps[-1].cost == steps[-2].cost
    assert len(list(angle_steps(Phi, np.eye(3), max_iter=2))) == 2


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


def test_data():
    X, y = make_crescents()
    far, marked = add_outliers(X, y, random_state=3)
    added = far[marked < 0]
    assert (marked < 0).sum() == 6
    assert min(np.linalg.norm(X - p, axis=1).min() for p in added) > 2.2
    assert pdist(added).min() > 3
    assert np.array_equal(far[:419], X)
    with pytest.raises(ValueError, match="n_outliers must fit"):
        add_outliers(X, y, margin=0.0)


# Bad input.


def test_a_density_of_zero():
    K = np.eye(3)
    K[1, 1] = 0
    with pytest.raises(ValueError, match="sample 1 has 0"):
        laplacian_weights(None, K)


def test_a_matrix_of_low_rank():
    with pytest.raises(ValueError, match="rank of the kernel matrix, 1 in floating point; got 2"):
        leading_pairs(np.ones((4, 4)), 2)
