"""What papers compare with, against literal versions."""

import numpy as np
import pytest
from cases import each
from scipy.optimize import approx_fprime
from scipy.special import softmax

import reference
import reference_baselines
import reference_lsmi
import reference_smi
from depcluster.kernels import centre, local_scaling
from depcluster.labels import block_sums, plain, ring, ring_loss, tree, tree_loss, zero_one_loss
from depcluster.reproduction.baselines import (
    hierarchical_kernel_kmeans,
    linkage_along_tree,
    mean_nn,
    mic,
    xwss,
)
from depcluster.reproduction.baselines.mean_nn import log_distance_kernel
from depcluster.reproduction.baselines.mic import log_likelihood, mutual_information
from depcluster.reproduction.baselines.self_tuning import local_scaling_affinity
from depcluster.reproduction.baselines.tree_cut import METHODS
from depcluster.reproduction.baselines.xwss import ridge_discriminant
from depcluster.search import value
from depcluster.search.objectives import MeanPairs

RAGGED = [["a"], [["b", "c"], ["d"]], ["e", "f"]]
TREES = {(4,): ["a", "b", "c", "d"], (2, 2): [["a", "b"], ["c", "d"]], "ragged": RAGGED}
STRUCTURES = [
    (plain(3), zero_one_loss(3)),
    (ring(4), ring_loss(4)),
    (tree(RAGGED), tree_loss(RAGGED)),
]


def sample(seed, m=16, d=3):
    return np.random.default_rng(seed).normal(size=(m, d))


def gaussian(seed, m=16):
    return reference.gaussian(sample(seed, m), 0.3)


@each("method", METHODS)
@each("shape", TREES)
def test_a_tree_cut_is_the_literal_one(method, shape):
    for seed in range(2):
        K = gaussian(seed, m=13)
        result = linkage_along_tree(K, RAGGED if shape == "ragged" else shape, method)
        literal = reference_baselines.cut_along_tree(K, TREES[shape], method)
        found = [set(np.flatnonzero(result.labels == j)) for j in range(len(literal))]
        assert found == literal
        assert [j for j, part in enumerate(literal) if not part] == result.empty_leaves.tolist()


@each("method", METHODS)
def test_heights_are_the_papers_dissimilarities(method):
    K = gaussian(5, m=12)
    heights = linkage_along_tree(K, (2,), method).linkage[:, 2]
    factor = np.sqrt(2) if method == "ward" else 1  # scipy's Ward is root 2 times the printed one
    literal = [h for h, _, _ in reference_baselines.merges(K, method)]
    np.testing.assert_allclose(heights, factor * np.array(literal))


@each("gap", [1e2, 1e5, 1e7])
def test_kernel_k_means_down_a_tree_divides_what_lies_close_together(gap):
    x = np.array([0, 3, 0.1, 3.1, gap, gap + 3, gap + 0.1, gap + 3.1])
    labels = hierarchical_kernel_kmeans(np.outer(x, x), (2, 2), random_state=0)
    pairs = np.equal.outer(labels, labels)
    np.testing.assert_array_equal(pairs, np.kron(np.eye(2), np.kron(np.ones((2, 2)), np.eye(2))))


def test_each_leaf_has_a_sample():
    x = np.array([0, 0, 1, 1, 10, 10, 10, 11, 12, 13.0])
    K = np.outer(x, x)
    labels = hierarchical_kernel_kmeans(K, (2, 3), random_state=0)
    assert set(labels) == set(range(6))
    assert not set(labels[x < 5]) & set(labels[x > 5])
    with np.errstate(over="raise"), pytest.warns(UserWarning, match="semi-definite"):
        hierarchical_kernel_kmeans(np.eye(12)[::-1], (3,), random_state=0)


@each("A, Delta", STRUCTURES)
@each("C", [0.1, 3.0, 100.0])
def test_the_discriminant_is_the_literal_dense_solve(A, Delta, C):
    rng = np.random.default_rng(0)
    K = centre(gaussian(1, m=12))
    labels = rng.integers(len(A), size=12)
    f = ridge_discriminant(K, labels, A, Delta, C)
    literal = reference_baselines.ridge_discriminant(K, labels, A, Delta, C)
    np.testing.assert_allclose(f, literal, atol=1e-8 * np.abs(literal).max())


@each("A, Delta", STRUCTURES)
def test_xwss_walks_the_literal_way(A, Delta):
    seed, K = 0, gaussian(0, m=12)
    start = np.random.default_rng(seed).integers(len(A), size=12)
    result = xwss(K, start, A, Delta, C=1.4, max_iter=12)
    literal = reference_baselines.xwss(reference.centred(K), start, A, Delta, 1.4, 12)
    assert np.array_equal(result.labels, literal)
    assert len(result.n_changed) == result.n_iter
    assert result.converged == (result.n_changed[-1] == 0)


@each("c", [1, 2, 4])
def test_the_block_form_is_the_objective(c):
    rng = np.random.default_rng(c)
    for _ in range(5):
        X, labels = rng.normal(size=(9, 2)), rng.permutation(np.arange(9) % c)
        labels[rng.integers(c, 9) if c < 9 else 0] = 0
        n = np.bincount(labels, minlength=c).astype(float)
        S = block_sums(log_distance_kernel(X, 0.3), labels, c)
        literal = reference_smi.mean_nn_objective(X, labels.tolist(), 0.3)
        assert -value(MeanPairs(c), S, n) == pytest.approx(literal)


@each("m, c", [(8, 2), (7, 3)])
def test_the_best_of_all_partitions_is_kept_and_mostly_found(m, c):
    hits = 0
    for seed in range(4):
        X = np.random.default_rng(seed).normal(size=(m, 2))
        best, labels = min(
            (
                (reference_smi.mean_nn_objective(X, labels.tolist(), 1 / m), labels)
                for labels in reference.all_partitions(m, c)
            ),
            key=lambda pair: pair[0],
        )
        assert mean_nn(X, c, init=labels).objective == pytest.approx(best)
        found = mean_nn(X, c, n_init=10, random_state=0).objective
        assert found >= best - 1e-9
        hits += found <= best + 1e-9
    assert hits >= 3


def test_the_affinity_is_the_kernel_of_all_pairs():
    X = np.random.default_rng(0).normal(size=(12, 3))
    D2 = ((X[:, None] - X) ** 2).sum(axis=2)
    sigma = reference_smi.neighbours(X, 4)[1]
    full = np.exp(-D2 / (2 * np.outer(sigma, sigma)))
    np.testing.assert_allclose(local_scaling_affinity(X, 4), full - np.eye(12), atol=1e-12)


@each("seed", range(2))
def test_scores_and_their_gradients(seed):
    rng = np.random.default_rng(seed)
    F = 3 * rng.normal(size=(7, 3))
    labels = rng.integers(0, 3, 7)
    value, slope = mutual_information(F)
    assert value == pytest.approx(reference_lsmi.information(softmax(F, axis=1)), abs=1e-12)
    likelihood, slope_2 = log_likelihood(F, labels)
    literal = np.mean([np.log(softmax(F[i])[labels[i]]) for i in range(7)])
    assert likelihood == pytest.approx(literal, abs=1e-12)
    for score, gradient in (
        (lambda f: mutual_information(f.reshape(7, 3))[0], slope),
        (lambda f: log_likelihood(f.reshape(7, 3), labels)[0], slope_2),
    ):
        assert gradient.ravel() == pytest.approx(approx_fprime(F.ravel(), score), abs=1e-6)


@each("regularization", [1e-3, 1e-1])
def test_the_answer_is_a_local_maximum(regularization):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(30, 2))
    K = local_scaling(X, 5).K
    found = mic(K, rng.integers(0, 3, 30), 3, regularization=regularization, tol=1e-8)

    def objective(alpha):
        P = softmax(K @ alpha, axis=1)
        return reference_lsmi.information(P) - regularization / 30 * (alpha**2).sum()

    assert found.converged
    assert found.objective == pytest.approx(objective(found.coefficients), abs=1e-10)
    for _ in range(30):
        step = rng.normal(size=(30, 3))
        step *= 0.03 / np.linalg.norm(step)
        assert objective(found.coefficients + step) < found.objective + 1e-6
