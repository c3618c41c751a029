"""The search over row blocks against the same search in memory, and against literal formulas."""

import pickle
from functools import partial
from itertools import pairwise

import numpy as np
import pytest
from cases import each
from sklearn.datasets import make_blobs

import reference
from depcluster import CLUHSIC, incomplete_cholesky, median_rule
from depcluster._base import blockwise
from depcluster.datasets import make_circle
from depcluster.kernels import Factor
from depcluster.kernels.low_rank import PivotFeatures
from depcluster.labels import chain, label_kernel_loss, loss_rows, plain, ring, tree
from depcluster.papers.song2007 import cluhsic_objective
from depcluster.papers.zhong2010 import cluhsical_objective
from depcluster.search import Problem, blocks
from depcluster.search.blocks import (
    Block,
    BlockState,
    LinearAssigner,
    RowProblem,
    rising_of,
    totals_of,
)
from depcluster.search.local_search import can_rise, climb_from
from depcluster.search.restarts import polishing
from depcluster.search.state import State

M = 240
CHUNKINGS = {"one": (M,), "even": (80, 80, 80), "odd": (1, 0, 99, 7, 133)}
KERNELS = {"plain": plain(6), "ring": ring(6), "tree": tree((2, 3)), "chain": chain(6)}


def objective_of(kernel, normalization, method="cluhsic"):
    A = KERNELS[kernel]
    if method == "cluhsic":
        return cluhsic_objective(A, normalization)
    return cluhsical_objective(A, loss_rows(label_kernel_loss(A)), normalization, 2.5)


def data(seed=0, by_group=False):
    X, y = make_blobs(M, 3, centers=6, cluster_std=2.5, random_state=seed)
    return X[np.argsort(y, kind="stable")] if by_group else X


def features_of(X, w=None, rank=25):
    params = {"kernel": "rbf", "gamma": median_rule(X)}
    low = incomplete_cholesky(X, max_rank=rank, n_clusters=6, tol=1e-12, random_state=0, **params)
    features = PivotFeatures.of(low, X, params)
    B = features.rows(X)
    mean = B.mean(axis=0) if w is None else w @ B / w.sum()
    return features.less(mean)


def cut(X, w, labels, sizes):
    """Blocks of some sizes."""
    ends = np.cumsum(sizes)
    spans = [slice(end - size, end) for size, end in zip(sizes, ends, strict=True)]
    beside = [[None if a is None else a[s] for s in spans] for a in (w, labels)]
    return [
        Block(X[s], *more, number, s.start)
        for number, (s, *more) in enumerate(zip(spans, *beside, strict=True))
    ]


def engine(some):
    """Asks blocks in turn; questions and answers travel as they would between processes."""

    def run(question, fold=None):
        sent = pickle.dumps(question)
        answers = [pickle.loads(pickle.dumps(pickle.loads(sent)(block))) for block in some]
        return answers if fold is None else [fold(answers[:2]), fold(answers[2:])]

    return run


def labels_of(state, some):
    """Labels of all rows by an assigner."""
    found = []
    for block in some:
        for part in block.parts():
            found.append(state.assigner.of(part, state.problem.features.rows(part.X)))
    return np.concatenate(found)


def both(X, w, init, objective, sizes, most=blocks.MOST_RISING):
    """The last states of the search in memory and over blocks, and the labels of the second."""
    features, c = features_of(X, w), len(objective.A)
    gram = Factor(features.less(-features.mean).rows(X), weights=w)
    *_, (inside, settled) = climb_from(State(Problem(gram, objective, c, w), init), 100)
    some = cut(X, w, init, sizes)
    problem = RowProblem(engine(some), features, objective, most)
    *_, (outside, outside_settled) = climb_from(BlockState(problem, LinearAssigner.given(c)), 100)
    assert settled
    assert outside_settled
    return inside, outside, labels_of(outside, some)


CASES = [
    ("plain", "l2", "cluhsic"),
    ("ring", None, "cluhsic"),
    ("tree", "l2", "cluhsic"),
    ("ring", "l1", "cluhsical"),
    ("tree", "l2", "cluhsical"),
    ("chain", None, "cluhsical"),
]


@each("case", CASES)
@each("weighted, by_group", [(False, False), (True, True)])
def test_blocks_find_what_memory_finds(case, weighted, by_group):
    """Sorted by group a block lacks most of the clusters that it started with, too."""
    kernel, normalization, method = case
    X, rng = data(by_group=by_group), np.random.default_rng(1)
    w = rng.choice([0.5, 1.0, 3.0], size=M) if weighted else None
    init = np.arange(M) * 6 // M if by_group else rng.permutation(np.arange(M) % 6)
    objective = objective_of(kernel, normalization, method)
    for sizes in CHUNKINGS.values():
        inside, outside, labels = both(X, w, init, objective, sizes)
        assert abs(inside.J - outside.J) <= 1e-10 * abs(inside.J)
        np.testing.assert_array_equal(labels, inside.labels)
        np.testing.assert_allclose(outside.n, inside.n)
        np.testing.assert_allclose(outside.S, inside.S, atol=1e-9 * np.abs(inside.S).max())


@each("weighted", [False, True])
def test_a_cluster_that_a_sweep_empties_gets_a_member_back(weighted, monkeypatch):
    filled = []
    refilled = BlockState._refilled

    def counted(self, swept, j):
        filled.append(j)
        return refilled(self, swept, j)

    monkeypatch.setattr(BlockState, "_refilled", counted)
    objective = cluhsic_objective(ring(12), "l2")
    rng = np.random.default_rng(0)
    X = make_circle(M, n_clusters=3)[0]
    w = rng.choice([0.5, 2.0], size=M) if weighted else None
    init = np.append(np.arange(12), rng.integers(12, size=M - 12))
    for sizes in CHUNKINGS.values():
        filled.clear()
        inside, outside, labels = both(X, w, init, objective, sizes)
        assert filled
        assert abs(inside.J - outside.J) <= 1e-10 * abs(inside.J)
        np.testing.assert_array_equal(labels, inside.labels)


def test_no_step_leaves_a_cluster_empty():
    """Few different rows and nearly as many clusters: sweeps empty clusters in chains."""
    rng = np.random.default_rng(0)
    for _ in range(40):
        X, c = rng.normal(size=(5, 2))[rng.integers(5, size=14)], int(rng.integers(3, 9))
        A = rng.normal(size=(c, c))
        objective, init = cluhsic_objective(A @ A.T, "l2"), rng.permutation(np.arange(14) % c)
        problem = RowProblem(engine(cut(X, None, init, (5, 9))), features_of(X), objective)
        for state, _ in climb_from(BlockState(problem, LinearAssigner.given(c)), 30):
            assert (state.totals.counts > 0).all()


def test_names_are_matched_as_in_memory():
    (X, arcs), c = make_circle(M, n_clusters=6), 6
    init = np.array([0, 3, 1, 4, 2, 5])[arcs]
    features, objective = features_of(X), cluhsic_objective(ring(6), "l2")
    gram = Factor(features.rows(X))
    rng = np.random.RandomState
    *_, inside = polishing(State(Problem(gram, objective, c), init), 100, rng(0))
    some = cut(X, None, init, CHUNKINGS["odd"])
    problem = RowProblem(engine(some), features, objective)
    *_, outside = polishing(BlockState(problem, LinearAssigner.given(c)), 100, rng(0))
    assert outside.n_iter == inside.n_iter
    assert outside.state.J == pytest.approx(inside.state.J, rel=1e-10)
    np.testing.assert_array_equal(labels_of(outside.state, some), inside.state.labels)


@each("most", [1, 3])
@each("normalization", ["l2", None])
def test_a_pass_that_sees_few_of_those_that_gain_is_followed_by_others(most, normalization):
    X = data(seed=3)
    init = np.random.default_rng(0).permutation(np.arange(M) % 6)
    some = cut(X, None, init, CHUNKINGS["even"])
    objective = cluhsic_objective(ring(6), normalization)
    problem = RowProblem(engine(some), features_of(X), objective, most)
    states = [state for state, _ in climb_from(BlockState(problem, LinearAssigner.given(6)), 500)]
    J = np.array([state.J for state in states])
    assert not can_rise(states[-1])
    assert (np.diff(J[:-1]) > 0).all()
    assert J[-1] == J[-2]


def test_after_a_pass_that_hid_some_a_sweep_is_tried(monkeypatch):
    told, rising, swept = [], BlockState.rising, BlockState.swept

    def telling(self, least):
        seen = rising(self, least)
        told.append("every" if seen.every else "some")
        return seen

    monkeypatch.setattr(BlockState, "rising", telling)
    monkeypatch.setattr(BlockState, "swept", lambda self: told.append("sweep") or swept(self))
    X, init = data(seed=4), np.random.default_rng(2).permutation(np.arange(M) % 6)
    objective, some = cluhsic_objective(plain(6), None), cut(X, None, init, CHUNKINGS["even"])
    problem = RowProblem(engine(some), features_of(X), objective, 1)
    for _ in climb_from(BlockState(problem, LinearAssigner.given(6)), 500):
        pass
    after = {pair for pair in pairwise(told) if pair[0] != "sweep"}
    assert ("some", "sweep") in after
    assert not after & {("some", "some"), ("some", "every"), ("every", "sweep")}


@each("normalization", ["l2", None])
def test_totals_and_gains_are_the_literal_ones(normalization):
    rng = np.random.default_rng(0)
    X, w = rng.normal(size=(20, 2)), rng.choice([0.5, 1.0, 2.0], size=20)
    labels = rng.permutation(np.arange(20) % 4)
    features = features_of(X, w, rank=12)
    B = features.rows(X)
    K, A = B @ B.T, reference.centred(rng.normal(size=(4, 4)) @ np.eye(4)) ** 2
    A = A + A.T
    objective = cluhsic_objective(A, normalization)
    some = cut(X, w, labels, (7, 0, 13))
    problem = RowProblem(engine(some), features, objective)
    state = BlockState(problem, LinearAssigner.given(4))
    Pi = w[:, None] * reference.partition_matrix(labels, 4)
    np.testing.assert_allclose(state.totals.sums, B.T @ Pi, atol=1e-12)
    np.testing.assert_allclose(state.S, Pi.T @ K @ Pi, atol=1e-10)
    literal = reference.cluhsic_objective(K, labels, A, normalization, w)
    assert state.J == pytest.approx(literal, rel=1e-10)
    seen = rising_of(some[2], features, state.assigner, objective, state.totals, -np.inf, 20)
    assert sorted(seen.rows) == list(range(7, 20))
    for i, gain, target in zip(seen.rows, seen.gain, seen.target, strict=True):
        best = -np.inf
        for b in range(4):
            moved = labels.copy()
            moved[i] = b
            best = max(best, reference.cluhsic_objective(K, moved, A, normalization, w) - literal)
        moved[i] = target
        assert gain == pytest.approx(best, abs=1e-9)


def test_a_rule_labels_by_slope_and_then_by_patch():
    rng = np.random.default_rng(0)
    B, slopes, base = rng.normal(size=(9, 3)), rng.normal(size=(3, 4)), rng.normal(size=4)
    part = blocks.Part(B, None, None, np.arange(30, 39))
    assigner = LinearAssigner(slopes, base, np.arange(4))
    literal = []
    for b in B:
        score = [sum(b[k] * slopes[k, j] for k in range(3)) + base[j] for j in range(4)]
        literal.append(score.index(max(score)))
    assert assigner.of(part, B).tolist() == literal
    p = np.array([2, 0, 3, 1])
    assert assigner.permuted(p).of(part, B).tolist() == p[literal].tolist()
    patched = assigner.patched(np.array([38, 31]), np.array([0, 3])).patched([31, 99], [2, 1])
    assert patched.rows.tolist() == [31, 38, 99]
    wanted = [*literal[:1], 2, *literal[2:8], 0]
    assert patched.of(part, B).tolist() == wanted
    assert patched.permuted(p).of(part, B).tolist() == p[wanted].tolist()


def test_questions_and_answers_are_small():
    """What moves in a sweep grows with rank and clusters, not with rows."""
    X, rank, c = data(), 25, 6
    features, objective = features_of(X, rank=rank), cluhsic_objective(ring(c), "l2")
    labels = np.arange(M) % c
    totals = totals_of(Block(X, None, labels), features, LinearAssigner.given(c), c)
    question = partial(
        totals_of, features=features, assigner=LinearAssigner.steepest(objective, totals)
    )
    assert len(pickle.dumps(question)) < 8 * (rank * (rank + c + 5)) + 4000
    answers = [totals_of(Block(Z, None, y), features, LinearAssigner.given(c), c) for Z, y in (
        (X, labels), (np.tile(X, (50, 1)), np.tile(labels, 50))
    )]  # fmt: skip
    sizes = {len(pickle.dumps(answer)) for answer in answers}
    assert max(sizes) - min(sizes) < 50
    assert max(sizes) < 8 * c * (rank + 2) + 2000


def test_long_blocks_are_worked_on_in_parts(monkeypatch):
    X, c = data(), 6
    features, labels = features_of(X), np.arange(M) % 6
    whole = totals_of(Block(X, None, labels), features, LinearAssigner.given(c), c)
    monkeypatch.setattr(blocks, "ROWS", 50)
    block = Block(X, None, labels, 0, 1000)
    assert [part.rows[0] for part in block.parts()] == [1000, 1050, 1100, 1150, 1200]
    parts = totals_of(block, features, LinearAssigner.given(c), c)
    np.testing.assert_allclose(parts.sums, whole.sums, atol=1e-10)
    np.testing.assert_array_equal(parts.counts, whole.counts)
    about = {"objective": cluhsic_objective(plain(c), "l2"), "totals": whole, "least": 0}
    few, all_ = (
        rising_of(block, features, LinearAssigner.given(c), **about, most=k) for k in (9, M)
    )
    assert few.count == all_.count == len(all_.rows) > 50
    np.testing.assert_array_equal(few.rows, all_.rows[:9])


def test_rows_without_a_label_count_for_nothing():
    X, labels = data(), np.arange(M) % 6
    features, known = features_of(X), np.arange(M) % 4 > 0
    some = Block(X, None, np.where(known, labels, -1)), Block(X[known], None, labels[known])
    unknown, alone = (totals_of(block, features, LinearAssigner.given(6), 6) for block in some)
    np.testing.assert_array_equal(unknown.counts, alone.counts)
    np.testing.assert_allclose(unknown.sums, alone.sums, atol=1e-12)


def test_blocks_of_rows_begin_at_the_largest_slope_of_known_labels(monkeypatch):
    monkeypatch.setattr(blockwise, "SAMPLE", 40)
    monkeypatch.setattr(blockwise, "_A_CLUSTER", 1)
    X, y = make_blobs(200, centers=[[0, 0], [9, 0], [0, 9]], random_state=0)
    init = np.where(np.arange(200) < 20, y, -1)
    fitted = CLUHSIC(3, rank=20, init=init, random_state=0).fit(X)
    np.testing.assert_array_equal(fitted.labels_, y)
    with pytest.raises(ValueError, match="no row has label 2"):
        CLUHSIC(3, rank=20, init=np.where(y == 2, -1, y)).fit(X)


@each("weighted", [False, True])
def test_different_rows_are_counted_over_all_blocks(weighted, monkeypatch):
    monkeypatch.setattr(blockwise, "SAMPLE", 10)
    monkeypatch.setattr(blockwise, "_A_CLUSTER", 1)
    monkeypatch.setattr(blockwise, "_ROWS", 20)
    X, w = np.repeat(np.eye(4), 20, axis=0), None
    if weighted:
        X, w = np.vstack([X, [[5.0, 5, 5, 5]]]), np.append(np.ones(80), 0)
    fit = CLUHSIC(4, rank=5, random_state=0).fit(X, sample_weight=w)
    assert len(set(fit.labels_[:80:20])) == 4
    with pytest.raises(ValueError, match="number of different samples, 4; got 5"):
        CLUHSIC(5, rank=5, random_state=0).fit(X, sample_weight=w)


def test_rows_without_weight_count_for_nothing():
    X, rng = data(), np.random.default_rng(0)
    w, labels = rng.choice([0.0, 1.0, 2.0], size=M), rng.permutation(np.arange(M) % 6)
    features, kept = features_of(X, w), w > 0
    found, alone = (
        totals_of(block, features, LinearAssigner.given(6), 6)
        for block in (Block(X, w, labels), Block(X[kept], w[kept], labels[kept]))
    )
    np.testing.assert_array_equal(found.counts, alone.counts)
    np.testing.assert_allclose(found.sums, alone.sums, atol=1e-12)
