"""The one optimizer against literal formulas, on every storage."""

import warnings

import numpy as np
import pytest
from cases import each
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

import naive
from depcluster.kernels import Dense, Factor, Sparse
from depcluster.labels import chain, plain, ring, tree
from depcluster.papers.song2007 import cluhsic, cluhsic_objective
from depcluster.search import Problem, climb
from depcluster.search.objectives import (
    MeanPairs,
    Normalized,
    NormalizedWithLoss,
    Taxonomic,
    Unnormalized,
    WithLoss,
    value,
)
from depcluster.search.state import State

STORAGES = ("dense", "factor", "sparse")
WAYS = [(storage, weighted) for storage in STORAGES for weighted in (False, True)]


def some_psd(rng, c):
    B = rng.normal(size=(c, c))
    return B @ B.T


def problem(seed, storage, c, weighted=False, m=18):
    rng = np.random.default_rng(seed)
    B = rng.normal(size=(m, 3)) * (rng.random((m, 3)) < 0.6)
    w = rng.choice([0.5, 1.0, 2.5], size=m) if weighted else None
    K = B @ B.T
    gram = {
        "dense": lambda: Dense(K, weights=w),
        "factor": lambda: Factor(B, weights=w),
        "sparse": lambda: Sparse(sparse.csr_array(K), weights=w),
    }[storage]()
    labels = rng.permutation(np.arange(m) % c)
    return gram, naive.centred(K, w), labels, w


@each("storage, weighted", WAYS)
def test_every_gain_equals_the_literal_objective(storage, weighted):
    for c, normalization in ((2, "l2"), (3, None), (4, "l2")):
        A = some_psd(np.random.default_rng(c), c)
        gram, K, labels, w = problem(c, storage, c, weighted)
        state = State(Problem(gram, cluhsic_objective(A, normalization), c, w), labels)
        after = state.J + state.changes()
        for i in range(len(labels)):
            for b in range(c):
                moved = np.where(np.arange(len(labels)) == i, b, labels)
                literal = naive.cluhsic_objective(K, moved, A, normalization, w)
                assert abs(after[b, i] - literal) < 1e-10 * (abs(state.J) + 1)


def objectives(rng, c):
    """One of each kind; a diagonal A takes a shorter way than a full one."""
    A, R, D = some_psd(rng, c), rng.normal(size=(c, c)), np.diag(rng.random(c))
    return {
        "plain": Normalized(D),
        "structured": Normalized(A),
        "unnormalized": Unnormalized(A),
        "loss": WithLoss(A, R, 0.7),
        "l1": NormalizedWithLoss(A, R, 1, 0.7),
        "l2": NormalizedWithLoss(A, R, 2, 0.7),
        "taxonomic": Taxonomic(A),
        "pairs": MeanPairs(c),
    }


KINDS = list(objectives(np.random.default_rng(0), 2))
BOTH = [(kind, weighted) for kind in KINDS for weighted in (False, True)]


@each("kind, weighted", [both for both in BOTH if both != ("pairs", True)])
@each("c", [2, 5])
def test_every_change_is_that_of_the_whole_objective(kind, weighted, c):
    gram, K, labels, w = problem(c, "dense", c, weighted)
    objective = objectives(np.random.default_rng(c), c)[kind]
    state = State(Problem(gram, objective, c, w), labels)
    changes, w = state.changes(), np.ones(len(labels)) if w is None else w
    for i in range(len(labels)):
        for b in range(c):
            moved = labels.copy()
            moved[i] = b
            if (np.bincount(moved, minlength=c) == 0).any():
                continue
            Pi = np.eye(c)[moved] * w[:, None]
            literal = value(objective, Pi.T @ K @ Pi, Pi.sum(axis=0))
            assert abs(state.J + changes[b, i] - literal) < 1e-10 * (abs(literal) + 1)


@each("kind", KINDS)
def test_the_gradient_is_the_slope_in_the_sizes_and_the_alignment_is_the_objective(kind):
    rng = np.random.default_rng(1)
    objective = objectives(rng, 4)[kind]
    S, n, h = some_psd(rng, 4), rng.uniform(2, 10, 4), 1e-5
    S -= S.mean(axis=0) + S.mean(axis=1)[:, None] - S.mean()
    for gradient, e in zip(objective.gradient(S, n), h * np.eye(4), strict=True):
        slope = (value(objective, S, n + e) - value(objective, S, n - e)) / (2 * h)
        assert gradient == pytest.approx(slope, rel=1e-5, abs=1e-7)
    if kind not in ("loss", "l1", "l2", "taxonomic"):
        A, T = objective.alignment(S, n)
        assert (A * T).sum() == pytest.approx(value(objective, S, n))


@each("storage, weighted", WAYS)
def test_moves_keep_the_state_true_and_leave_other_objectives_alone(storage, weighted):
    rng = np.random.default_rng(5)
    gram, _, labels, w = problem(5, storage, 4, weighted)
    task, other = (Problem(gram, cluhsic_objective(A, "l2"), 4, w) for A in (ring(4), chain(4)))
    state = State(task, labels)
    for _ in range(30):
        i, b = int(rng.integers(18)), int(rng.integers(4))
        a, alone = state.labels[i], state.counts[state.labels[i]] == 1
        if b == a:
            continue
        assert state.try_move(i, b, -np.inf) == (not alone)
        fresh = State(task, state.labels)
        assert abs(state.J - fresh.J) < 1e-9
        for name in ("S", "sums", "n"):
            np.testing.assert_allclose(getattr(state, name), getattr(fresh, name), atol=1e-9)
    state, fresh = State(task, labels), State(other, labels)
    under = state.under(other.objective)
    np.testing.assert_allclose(under.J, fresh.J, rtol=1e-12)
    np.testing.assert_allclose(under.changes(), fresh.changes(), rtol=1e-9, atol=1e-12)
    assert under.try_move(0, (labels[0] + 1) % 4, -np.inf)
    assert np.array_equal(state.labels, labels)
    for name in ("sums", "G", "S", "n", "counts"):
        np.testing.assert_array_equal(getattr(state, name), getattr(State(task, labels), name))


@settings(max_examples=15)
@given(
    seed=st.integers(0, 2**31),
    storage=st.sampled_from(STORAGES),
    normalization=st.sampled_from(["l2", None]),
    weighted=st.booleans(),
    kernel=st.sampled_from([plain, chain, ring]),
)
def test_the_objective_never_falls_and_no_move_is_left(
    seed, storage, normalization, weighted, kernel
):
    c = 2 + seed % 3
    A = kernel(c)
    gram, K, labels, w = problem(seed, storage, c, weighted, m=12)
    steps = list(climb(Problem(gram, cluhsic_objective(A, normalization), c, w), labels))
    J = np.array([step.objective for step in steps])
    slack = 1e-9 * (1 + np.abs(J).max())
    assert (np.diff(J) >= -slack).all()
    found = steps[-1].labels
    assert len(steps[-1].moved) == 0
    assert len(np.unique(found)) == c
    best = naive.cluhsic_objective(K, found, A, normalization, w)
    assert abs(best - J[-1]) < slack
    for i in range(len(found)):
        if (found == found[i]).sum() == 1:
            continue
        for b in range(c):
            other = found.copy()
            other[i] = b
            assert naive.cluhsic_objective(K, other, A, normalization, w) <= best + 1e-8 * (
                1 + abs(best)
            )


@each("normalization", ["l2", None])
def test_ends_where_algorithm_1_has_nothing_to_do(normalization):
    for seed in range(3):
        gram, K, labels, _ = problem(seed, "dense", 3, m=10)
        A = tree([[0, 1], [2]])
        *_, last = climb(Problem(gram, cluhsic_objective(A, normalization), 3), labels)
        again = naive.algorithm_1(K, A, last.labels, normalization)
        assert np.array_equal(again, last.labels)


def test_storages_walk_the_same_way_and_a_step_tells_who_moved():
    ends = []
    for storage in STORAGES:
        gram, _, labels, _ = problem(11, storage, 4)
        task = Problem(gram, cluhsic_objective(ring(4), "l2"), 4)
        before = labels
        for step in climb(task, labels):
            assert set(step.moved) == set(np.flatnonzero(step.labels != before))
            before = step.labels
        ends.append(step)
        short = climb(Problem(gram, task.objective, 4, max_iter=1), labels)
        assert len(list(short)) == 2
    for other in ends[1:]:
        assert np.array_equal(other.labels, ends[0].labels)
        assert abs(other.objective - ends[0].objective) < 1e-9


def test_no_step_leaves_a_cluster_empty():
    """Few different points and nearly as many clusters: sweeps empty clusters in chains."""
    rng = np.random.default_rng(0)
    for seed in range(60):
        X = rng.normal(size=(5, 2))[rng.integers(5, size=14)]
        c = int(rng.integers(3, 9))
        K = (X @ X.T + 1) ** 2 if seed % 2 else X @ X.T
        start = rng.permutation(np.arange(14) % c)
        for step in climb(Problem(Dense(K), cluhsic_objective(some_psd(rng, c), "l2"), c), start):
            assert len(np.unique(step.labels)) == c


def test_a_sweep_is_a_step_of_lloyd():
    rng = np.random.default_rng(4)
    X = rng.normal(size=(40, 2))
    start = rng.permutation(np.arange(40) % 3)
    means = np.array([X[start == j].mean(axis=0) for j in range(3)])
    lloyd = ((X[:, None] - means) ** 2).sum(axis=2).argmin(axis=1)
    _, first, *_ = climb(Problem(Dense(X @ X.T), cluhsic_objective(plain(3), "l2"), 3), start)
    assert np.array_equal(first.labels, lloyd)


def test_many_labels_with_an_order_say_how_long_they_take_before_they_do():
    K = np.eye(120)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(UserWarning, match=r"n_clusters=100: .*takes about .*Lower n_init"):
            cluhsic(K, ring(100), random_state=0)
        cluhsic(K, plain(100), n_init=1, random_state=0)
        cluhsic(K, ring(5), n_init=1, random_state=0)
