"""The rivals of SMIC: MeanNN against brute force, self-tuning spectral clustering."""

import numpy as np
import pytest
from sklearn.metrics import adjusted_rand_score

import naive
import naive_smi
from depcluster.baselines import MeanNN, SelfTuningSpectral, mean_nn, self_tuning_spectral
from depcluster.baselines.mean_nn import log_distance_kernel
from depcluster.baselines.self_tuning import local_scaling_affinity
from depcluster.datasets import make_blobs4, make_circle_gauss, make_three
from depcluster.kernels import Dense
from depcluster.labels import block_sums
from depcluster.search import Problem, climb, value
from depcluster.search.objectives import MeanPairs

X3 = make_three()[0]


@pytest.mark.parametrize("c", [1, 2, 4])
def test_the_block_form_is_the_objective(c):
    rng = np.random.default_rng(c)
    for _ in range(20):
        X, labels = rng.normal(size=(9, 2)), rng.permutation(np.arange(9) % c)
        labels[rng.integers(c, 9) if c < 9 else 0] = 0
        n = np.bincount(labels, minlength=c).astype(float)
        S = block_sums(log_distance_kernel(X, 0.3), labels, c)
        literal = naive_smi.mean_nn_objective(X, labels.tolist(), 0.3)
        assert -value(MeanPairs(c), S, n) == pytest.approx(literal)


@pytest.mark.parametrize(("m", "c"), [(8, 2), (7, 3)])
def test_the_best_of_all_partitions_is_kept_and_mostly_found(m, c):
    hits = 0
    for seed in range(6):
        X = np.random.default_rng(seed).normal(size=(m, 2))
        best, labels = min(
            (
                (naive_smi.mean_nn_objective(X, labels.tolist(), 1 / m), labels)
                for labels in naive.all_partitions(m, c)
            ),
            key=lambda pair: pair[0],
        )
        assert mean_nn(X, c, init=labels).objective == pytest.approx(best)
        found = mean_nn(X, c, n_init=20, random_state=0).objective
        assert found >= best - 1e-9
        hits += found <= best + 1e-9
    assert hits >= 4


def test_no_single_move_helps_and_the_search_never_falls():
    X = np.random.default_rng(1).normal(size=(25, 2))
    found = mean_nn(X, 3, n_init=3, random_state=0)
    assert (np.diff(found.history) <= 1e-9).all()
    for i in range(len(X)):
        if (found.labels == found.labels[i]).sum() > 1:
            for j in range(3):
                moved = found.labels.copy()
                moved[i] = j
                J = naive_smi.mean_nn_objective(X, moved.tolist(), 1 / 25)
                assert J >= found.objective - 1e-8


def test_gradient_is_the_derivative_in_the_sizes():
    rng = np.random.default_rng(0)
    S, n, h = rng.normal(size=(3, 3)), np.array([4.0, 7.0, 2.5]), 1e-6
    objective = MeanPairs(3)
    for j, e in enumerate(np.eye(3) * h):
        slope = (value(objective, S, n + e) - value(objective, S, n - e)) / (2 * h)
        assert objective.gradient(S, n)[j] == pytest.approx(slope, rel=1e-6)
    assert objective.gradient(S, np.array([1.0, 7.0, 0.0]))[[0, 2]].tolist() == [0, 0]


def test_alignment_gives_the_objective_back():
    S, n = np.random.default_rng(0).normal(size=(3, 3)), np.array([4.0, 1.0, 5.0])
    A, T = MeanPairs(3).alignment(S, n)
    assert (A * T).sum() == pytest.approx(value(MeanPairs(3), S, n))


def test_mean_nn_is_not_changed_by_moving_or_turning_the_data():
    X, y = make_blobs4()
    turn = np.array([[0.6, -0.8], [0.8, 0.6]])
    one, two = (MeanNN(4, random_state=0).fit(Z) for Z in (X, X @ turn + 5))
    assert one.objective_ == pytest.approx(two.objective_)
    assert adjusted_rand_score(one.labels_, two.labels_) == 1
    assert adjusted_rand_score(y, one.labels_) > 0.9


def test_copies_are_no_trouble():
    X = np.repeat(X3[:5], 6, axis=0)
    fitted = MeanNN(3, random_state=0).fit(X)
    assert np.isfinite(fitted.objective_)
    assert set(fitted.labels_) == {0, 1, 2}
    assert np.isfinite(SelfTuningSpectral(3, random_state=0).fit(X).embedding_).all()


def test_each_labelling_can_be_the_start():
    y = make_three()[1]
    gram = Dense(log_distance_kernel(X3, 0.1), centred=False)
    step = next(climb(Problem(gram, MeanPairs(3), 3), y))
    fitted = MeanNN(3, eps=0.1, init=y).fit(X3)
    assert fitted.history_[0] == pytest.approx(-step.objective)


def test_the_affinity_is_the_kernel_of_all_pairs():
    X = np.random.default_rng(0).normal(size=(12, 3))
    W = local_scaling_affinity(X, 4)
    full = np.exp(
        -np.array([[naive_smi.distance(a, b) ** 2 for b in X] for a in X])
        / (2 * np.outer(naive_smi.neighbours(X, 4)[1], naive_smi.neighbours(X, 4)[1]))
    )
    np.testing.assert_allclose(W, full - np.eye(12), atol=1e-12)


def test_self_tuning_separates_circle_and_gaussian():
    X, y = make_circle_gauss()
    found = self_tuning_spectral(X, 2, random_state=0)
    assert adjusted_rand_score(y, found.labels) == 1
    np.testing.assert_allclose(np.linalg.norm(found.embedding, axis=1), 1)


def test_a_far_point_gets_no_nan():
    X = np.vstack([X3, [[1e9, 1e9]], [[-1e9, 1e9]]])
    found = self_tuning_spectral(X, 3, n_neighbors=3, random_state=0)
    assert np.isfinite(found.embedding).all()
    assert len(found.labels) == len(X)
