import itertools

import numpy as np
import pytest
from cases import each

from depcluster import kernel_matrix
from depcluster.datasets import make_nine, make_three
from depcluster.kernels import Dense, leading_eigenvectors
from depcluster.labels import block_sums_of, chain, cluster_sizes, plain, ring, tree
from depcluster.search import (
    Normalized,
    Problem,
    WithLoss,
    kmeans_plus_plus,
    match_order,
    polish,
    random_labels,
    spectral_labels,
    structure_of,
    value,
)
from depcluster.search.order import _after_exchange, _exchange_gains
from depcluster.search.restarts import reorder
from depcluster.search.starts import start
from depcluster.search.state import State


def rs(seed=0):
    return np.random.RandomState(seed)


@each("c", [2, 3, 7])
def test_every_start_uses_every_label(c):
    X, _ = make_three()
    gram = Dense(kernel_matrix(X))
    vectors = leading_eigenvectors(gram, c - 1)[1]
    for labels in (
        random_labels(60, c, rs()),
        kmeans_plus_plus(gram, c, rs()),
        spectral_labels(vectors),
    ):
        assert set(labels) == set(range(c))


def test_kmeans_plus_plus_survives_equal_points():
    gram = Dense(np.ones((6, 6)))
    assert set(kmeans_plus_plus(gram, 3, rs())) == {0, 1, 2}


def test_spectral_rounding_finds_clear_groups():
    X, y = make_three()
    vectors = leading_eigenvectors(Dense(kernel_matrix(X)), 2)[1]
    labels = spectral_labels(vectors)
    assert len({(a, b) for a, b in zip(labels, y, strict=True)}) == 3


def test_spectral_rounding_of_fewer_directions_than_clusters():
    vectors = np.zeros((10, 2))
    vectors[:5, 0], vectors[5:, 0] = 1, -1
    vectors[:, 1] = vectors[:, 0]
    assert set(spectral_labels(vectors / np.sqrt(10))) == {0, 1, 2}


@each("c", [1, 2, 3, 5])
def test_match_order_is_the_best_permutation(c):
    rng = np.random.default_rng(c)
    for _ in range(20):
        T = rng.normal(size=(c, c))
        T = T + T.T
        p = match_order(chain(c), T, rs())
        values = [(chain(c) * T[np.ix_(q, q)]).sum() for q in itertools.permutations(range(c))]
        assert (chain(c) * T[np.ix_(p, p)]).sum() == pytest.approx(max(values))


@each("A", [ring(10), chain(8), tree((2, 2, 2)), tree((3, 3))])
def test_match_order_undoes_a_shuffle(A):
    for seed in range(2):
        p = np.random.default_rng(seed).permutation(len(A))
        found = match_order(A, A[np.ix_(p, p)], rs(seed))
        assert (A * A[np.ix_(p, p)][np.ix_(found, found)]).sum() == pytest.approx((A * A).sum())


def symmetric(rng, c):
    M = rng.normal(size=(c, c))
    return M + M.T


def literal_gain(A, T, order, r, s):
    """What `<A, T[p][:, p]>` gains where p has places r and s exchanged."""
    c, other = len(order), list(order)
    other[r], other[s] = other[s], other[r]
    return sum(
        A[j, l] * (T[other[j], other[l]] - T[order[j], order[l]])
        for j in range(c)
        for l in range(c)
    )


def test_match_order_beyond_exact_is_nearly_always_the_best():
    rng = np.random.default_rng(0)
    every = np.array(list(itertools.permutations(range(8))))
    for _ in range(2):
        A, T = symmetric(rng, 8), symmetric(rng, 8)
        best = max(
            (A * T[q[:, :, None], q[:, None, :]]).sum(axis=(1, 2)).max()
            for q in np.array_split(every, 10)
        )
        p = match_order(A, T, rs())
        assert (A * T[np.ix_(p, p)]).sum() == pytest.approx(best)


@each("A", [ring(20), chain(20)])
def test_match_order_finds_a_long_row_among_noise(A):
    c = len(A)
    gap = np.abs(np.arange(c)[:, None] - np.arange(c))
    near = np.exp(-((np.minimum(gap, c - gap) if A[0, -1] else gap) ** 2) / 4)
    p = np.random.default_rng(c).permutation(c)
    found = match_order(A, near[np.ix_(p, p)], rs())
    reached = (A * near[np.ix_(p, p)][np.ix_(found, found)]).sum()
    assert reached >= 0.97 * (A * near).sum()


def test_match_order_leaves_no_exchange_that_gains():
    rng = np.random.default_rng(1)
    A, T = symmetric(rng, 11), symmetric(rng, 11)
    p = match_order(A, T, rs())
    assert np.array_equal(p, match_order(A, T, rs()))
    assert max(literal_gain(A, T, p, r, s) for r in range(11) for s in range(r)) < 1e-9


def test_match_order_survives_label_kernels_and_sums_of_zeros():
    for A, T in ((np.zeros((9, 9)), ring(9)), (ring(9), np.zeros((9, 9)))):
        assert match_order(A, T, rs()).tolist() == list(range(9))


def test_gains_of_exchanges_are_the_literal_ones_and_stay_so():
    rng = np.random.default_rng(2)
    A, T = symmetric(rng, 6), symmetric(rng, 6)
    orders = np.array([rng.permutation(6) for _ in range(3)])
    gains = _exchange_gains(A, T[orders[:, :, None], orders[:, None, :]])
    for step in range(4):
        for k, order in enumerate(orders):
            literal = [[literal_gain(A, T, order, r, s) for s in range(6)] for r in range(6)]
            assert gains[k] == pytest.approx(np.array(literal))
        r, s = np.array([0, 5, step]), np.array([3, 1, step + 1])
        before, k = orders.copy(), np.arange(3)
        orders[k, r], orders[k, s] = before[k, s], before[k, r]
        _after_exchange(gains, A, T, before, r, s)


def test_reordered_labels_have_the_larger_objective():
    X, y = make_nine()
    A = tree((3, 3))
    problem = Problem(Dense(kernel_matrix(X)), Normalized(A), 9)
    shuffled = np.random.default_rng(0).permutation(9)[y]
    run = polish(problem, shuffled, rs())
    renamed = reorder(State(problem, shuffled), rs()).labels
    for family in range(3):
        assert len(set(renamed[y // 3 == family] // 3)) == 1
    S, n = block_sums_of(problem.gram, renamed, 9), cluster_sizes(renamed, 9)
    assert run.objective >= value(problem.objective, S, n) - 1e-9


def test_the_structure_of_an_objective_is_what_all_its_matrices_share():
    A, R = ring(4), chain(4)
    assert np.array_equal(structure_of(Normalized(A)), A)
    shared = structure_of(WithLoss(A, R, 0.5))
    for p in itertools.permutations(range(4)):
        same = [np.array_equal(M[np.ix_(p, p)], M) for M in (A, R, shared)]
        assert same[2] == (same[0] and same[1])


def test_named_starts_and_given_ones():
    X, y = make_three()
    problem = Problem(Dense(kernel_matrix(X)), Normalized(plain(3)), 3)
    np.testing.assert_array_equal(start(problem, y, rs()), y)
    np.testing.assert_array_equal(start(problem, "auto", rs()), start(problem, "spectral", rs()))
    for name in ("random", "k-means++"):
        assert set(start(problem, name, rs())) == {0, 1, 2}
    with pytest.raises(ValueError, match="init must be one of"):
        start(problem, "kmeans", rs())
