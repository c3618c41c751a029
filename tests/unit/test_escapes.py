"""Ways out of a local optimum, against literal formulas."""

import numpy as np
import pytest
from cases import each
from scipy.linalg import sqrtm
from sklearn.datasets import make_blobs

import naive
from depcluster import kernel_matrix
from depcluster.kernels import Dense, Factor
from depcluster.labels import chain, plain, ring, tree
from depcluster.papers.song2007 import cluhsic_objective
from depcluster.search import Normalized, Problem, best_runs, climb, solve
from depcluster.search.escapes import perturbed, swapped
from depcluster.search.starts import start
from depcluster.search.state import State


def rs(seed=0):
    return np.random.RandomState(seed)


def small(seed, weighted=False, m=16, c=4):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(m, 3))
    w = rng.choice([0.5, 1.0, 2.0], size=m) if weighted else None
    labels = rng.permutation(np.arange(m) % c)
    return X, w, labels


@each("weighted", [False, True])
@each("seed", range(3))
def test_a_swap_is_the_cheapest_of_those_tried(seed, weighted):
    X, w, labels = small(seed, weighted)
    problem = Problem(Dense(X @ X.T, weights=w), Normalized(plain(4)), 4, w)
    state = State(problem, labels)
    found = swapped(state, rs(seed))
    share = np.ones(16) if w is None else w
    K = naive.centred(X @ X.T, w)
    means = np.array(
        [np.average(X[labels == j], axis=0, weights=share[labels == j]) for j in range(4)]
    )
    p = share * ((X - means[labels]) ** 2).sum(axis=1)
    tried = rs(seed).choice(16, size=3, p=p / p.sum())
    costs = {i: naive.swap_costs(K, labels, share, i) for i in tried}
    founder = min(tried, key=lambda i: min(costs[i]))
    given_up = int(np.argmin(costs[founder]))
    assert found[founder] == given_up
    assert set(found) == set(range(4))
    centres = np.vstack([means, X[founder]])
    for i in range(16):
        stay = [l for l in range(4) if l != given_up] if labels[i] == given_up else [labels[i]]
        allowed = [*stay, 4]
        nearest = min(allowed, key=lambda l: ((X[i] - centres[l]) ** 2).sum())
        if (found == labels[i]).sum() > 1 and (labels == labels[i]).sum() > 1:
            assert found[i] == (given_up if nearest == 4 else nearest)


def test_a_swap_mends_a_wrong_split():
    X, y = make_blobs(90, centers=[[0, 0], [10, 0], [20, 0]], cluster_std=0.5, random_state=0)
    wrong = np.where(y == 0, 0, 1)
    wrong[np.flatnonzero(y == 0)[::2]] = 2
    problem = Problem(Factor(X), Normalized(plain(3)), 3)
    *_, stuck = climb(problem, wrong)
    *_, last = climb(problem, swapped(State(problem, stuck.labels), rs()))
    assert stuck.objective < 0.9 * last.objective
    assert len(set(zip(last.labels.tolist(), y.tolist(), strict=True))) == 3


def test_a_swap_leaves_clusters_of_equal_samples_alone():
    X = np.repeat(np.eye(3), 4, axis=0)
    labels = np.repeat(np.arange(3), 4)
    state = State(Problem(Dense(X @ X.T), Normalized(plain(3)), 3), labels)
    assert np.array_equal(swapped(state, rs()), labels)


@each("normalization", ["l2", None])
@each("A", [plain(3), ring(4), tree((2, 2))])
def test_slopes_are_the_derivatives_of_the_literal_objective(A, normalization):
    c = len(A)
    X, _, labels = small(1, m=12, c=c)
    K = X @ X.T
    state = State(Problem(Dense(K), cluhsic_objective(A, normalization), c), labels)
    literal = naive.sweep_slopes(naive.centred(K), labels, A, normalization)
    np.testing.assert_allclose(state.slopes(), literal, atol=1e-5)


@each("normalization", ["l2", None])
@each("A", [plain(5), chain(5)])
def test_a_perturbation_lies_between_the_slopes_and_random_ones(A, normalization):
    """Its labels are those of largest slope + t x random, for a t that gives half to all."""
    X, _, labels = small(2, m=60, c=5)
    state = State(Problem(Dense(X @ X.T), cluhsic_objective(A, normalization), 5), labels)
    rng = rs(4)
    columns = naive.centred(X @ X.T)[:, rng.choice(60, size=32, replace=False)]
    root = sqrtm(naive.centred(state.objective.weights(state.n)) + 1e-13 * np.eye(5)).real
    noise = columns @ rng.standard_normal((32, 5)) @ root
    noise -= noise.mean(axis=1, keepdims=True)
    own = state.slopes() - state.slopes().mean(axis=1, keepdims=True)
    t = rng.uniform(0.5, 1.0)
    score = own / np.linalg.norm(own) + t * noise / np.linalg.norm(noise)
    expected = score.argmax(axis=1)
    given_back = 5 - len(set(expected))
    assert (perturbed(state, rs(4)) != expected).sum() == given_back


def test_no_escape_empties_a_cluster():
    rng = np.random.default_rng(0)
    for seed in range(20):
        X = rng.normal(size=(6, 2))[rng.integers(6, size=15)]
        c = int(rng.integers(3, 8))
        problem = Problem(Dense(X @ X.T), cluhsic_objective(plain(c), "l2"), c)
        state = State(problem, rng.permutation(np.arange(15) % c))
        for found in (swapped(state, rs(seed)), perturbed(state, rs(seed))):
            assert len(np.unique(found)) == c


def test_the_best_never_falls_and_its_history_ends_with_it():
    X, _ = make_blobs(80, centers=6, cluster_std=3.0, random_state=0)
    for normalization in ("l2", None):
        problem = Problem(Dense(kernel_matrix(X)), cluhsic_objective(ring(6), normalization), 6)
        J = []
        for _, best in best_runs(problem, "auto", 5, rs()):
            J.append(best.objective)
            assert (np.diff(best.history) >= -1e-9 * abs(best.objective)).all()
            assert best.history[-1] == best.objective
            literal = naive.cluhsic_objective(
                naive.centred(kernel_matrix(X)), best.labels, ring(6), normalization
            )
            assert literal == pytest.approx(best.objective, rel=1e-10)
        assert (np.diff(J) >= 0).all()


@each("A", [ring(6), chain(6), tree((2, 3))])
def test_labels_come_out_in_one_turn_whatever_the_start(A):
    """Six groups in a row of their own shape: every seed finds the same labels, not only J."""
    angle = 2 * np.pi * np.arange(6) / 6
    centres = 4 * np.column_stack([np.cos(angle), np.sin(angle)])
    X, _ = make_blobs(60, centers=centres, cluster_std=0.3, random_state=1)
    problem = Problem(Dense(kernel_matrix(X)), Normalized(A), 6)
    found = [solve(problem, init, 6, rs(seed)) for seed in range(2) for init in ("auto", "random")]
    best = max(run.objective for run in found)
    same = [run.labels for run in found if run.objective > best - 1e-9 * best]
    assert len(same) > 1
    assert all(np.array_equal(labels, same[0]) for labels in same)


def test_given_labels_and_the_spectral_start_are_searched_from_once():
    X, _, labels = small(3, m=40, c=3)
    problem = Problem(Dense(X @ X.T), Normalized(plain(3)), 3)
    for init in (labels, "spectral"):
        *_, last = climb(problem, start(problem, init, rs()))
        assert np.array_equal(solve(problem, init, 10, rs()).labels, last.labels)
