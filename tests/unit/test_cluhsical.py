"""CLUHSICAL against the literal formulas, brute force, the lemmas of its paper and bad input."""

import itertools

import numpy as np
import pytest
from cases import each
from sklearn.metrics import adjusted_rand_score

import reference
import reference_zhong
from depcluster import CLUHSICAL, cluhsical, regression_objective
from depcluster.datasets import make_nine
from depcluster.kernels import Dense
from depcluster.labels import (
    as_loss,
    block_sums,
    chain,
    cluster_sizes,
    label_kernel_loss,
    loss_rows,
    plain,
    ring_loss,
    tree,
    tree_loss,
    zero_one_loss,
)
from depcluster.papers.zhong2010 import cluhsical_objective, regression
from depcluster.search import Problem, climb, value

NORMS = ["l1", "l2", None]


def a_problem(seed, m=9, c=3):
    """A centred K, labels that use every cluster, a label kernel and an asymmetric loss."""
    rng = np.random.default_rng(seed)
    K = reference.centred(reference.gaussian(rng.normal(size=(m, 2)), 0.5))
    labels = rng.permutation(np.r_[np.arange(c), rng.integers(0, c, m - c)])
    B = rng.normal(size=(c, c))
    Delta = rng.random((c, c)) * (1 - np.eye(c))
    return K, labels, B @ B.T, Delta


def J_of(K, labels, A, Delta, normalization, penalty):
    objective = cluhsical_objective(A, loss_rows(Delta), normalization, penalty)
    c = len(A)
    return value(objective, block_sums(K, labels, c), cluster_sizes(labels, c))


@each("normalization", NORMS)
@each("penalty", [0, 0.3, 2.5])
def test_the_objective_is_the_formula(normalization, penalty):
    for seed in range(4):
        K, labels, A, Delta = a_problem(seed, m=11, c=2 + seed)
        J = J_of(K, labels, A, Delta, normalization, penalty)
        literal = reference_zhong.cluhsical(K, labels, A, Delta, normalization, penalty)
        assert J == pytest.approx(literal, rel=1e-12, abs=1e-12)


def of_moves(K, labels, A, Delta, normalization, penalty):
    """The objective after each single reassignment that empties no cluster."""
    for i in range(len(labels)):
        for j in range(len(A)):
            tried = np.where(np.arange(len(labels)) == i, j, labels)
            if len(set(tried)) == len(A):
                yield reference_zhong.cluhsical(K, tried, A, Delta, normalization, penalty)


@each("normalization", NORMS)
def test_never_falls_and_ends_where_no_single_reassignment_helps(normalization):
    for seed in range(2):
        K, labels, A, Delta = a_problem(seed, m=20, c=4)
        objective = cluhsical_objective(A, loss_rows(Delta), normalization, 0.2)
        steps = list(climb(Problem(Dense(K), objective, 4), labels))
        J = np.array([step.objective for step in steps])
        assert (np.diff(J) >= -1e-12 * np.abs(J[1:])).all()
        best = max(of_moves(K, steps[-1].labels, A, Delta, normalization, 0.2))
        assert best <= J[-1] + 1e-9 * abs(J[-1])


@each("normalization", NORMS)
@each("loss", ["label-kernel", "zero-one", "asymmetric"])
def test_finds_the_best_of_all_partitions(normalization, loss):
    for seed, A in ((0, chain(3)), (1, tree([[0, 1], [2]]))):
        K, _, _, Delta = a_problem(seed, m=6)
        Delta = Delta if loss == "asymmetric" else as_loss(loss, A)
        best = max(
            reference_zhong.cluhsical(K, labels, A, Delta, normalization, 0.4)
            for labels in reference.all_partitions(6, 3)
        )
        given = {"normalization": normalization, "penalty": 0.4, "init": "random", "n_init": 40}
        found = cluhsical(K, A, Delta, random_state=0, **given)
        assert found.objective == pytest.approx(best, rel=1e-9)


def test_corollary_1_and_proposition_2_from_cluhsic_and_from_regression_to_the_objective():
    for seed in range(2):
        K, labels, A, Delta = a_problem(seed, m=10, c=4)
        J = J_of(K, labels, A, zero_one_loss(4), None, 0)
        assert J == pytest.approx(16 * reference.cluhsic_objective(K, labels, A, None), rel=1e-10)
        m, C, gamma = 10, 0.3, 0.2
        first = regression_objective(K, labels, A, Delta).first_order(C, gamma)
        J = J_of(K, labels, A, Delta, None, m / (4 * C * gamma))
        assert first == pytest.approx(-4 * C**2 * gamma / m**2 * J)


def test_the_regression_is_the_formula():
    K, labels, A, Delta = a_problem(0, m=7)
    pairs = reference_zhong.ridge_pairs(labels, Delta)
    J, D = (
        reference_zhong.ridge_J(K, labels, A, pairs),
        reference_zhong.ridge_D(labels, Delta, pairs),
    )
    one, found = np.ones(len(pairs)), regression_objective(K, labels, A, Delta)
    for C, gamma in itertools.product((0.01, 0.7, 5), (0.1, 1)):
        S = 7 / (2 * C) * np.linalg.inv(D)
        inverse = np.linalg.inv(S)
        exact = one @ np.linalg.solve(gamma * J + S, one)
        first = one @ inverse @ one - gamma * one @ inverse @ J @ inverse @ one
        assert found.exact(C, gamma) == pytest.approx(exact)
        assert found.first_order(C, gamma) == pytest.approx(first)
        error = found.relative_error(C, gamma)
        assert error == pytest.approx(abs(exact - first) / exact, abs=1e-10)
        ratio = gamma * np.abs(np.linalg.eigvals(inverse @ J)).max()
        assert found.ratio(C, gamma) == pytest.approx(ratio)


def test_bad_and_long_regressions_are_named_before_the_work_begins(monkeypatch):
    K, labels, A, Delta = a_problem(0)
    found = regression_objective(K, labels, A, Delta)
    with pytest.raises(ValueError, match="gamma must be positive"):
        found.ratio(1.0, -1.0)
    with pytest.raises(ValueError, match=r"form 24000 pairs .* would take 17\.2 GiB"):
        regression_objective(np.eye(3000), np.arange(3000) % 9, np.eye(9))

    def eigh(*args, **kwargs):
        raise RuntimeError("it has begun")

    monkeypatch.setattr(regression, "eigh", eigh)
    announced = pytest.warns(UserWarning, match=r"form 4000 pairs .* takes about")
    with announced, pytest.raises(RuntimeError, match="begun"):
        regression_objective(np.eye(2000), np.arange(2000) % 3, np.eye(3))


def test_the_regression_takes_grids_of_c_and_gamma():
    found = regression_objective(*a_problem(0, m=9))
    small, smaller = found.relative_error(np.array([1e-4, 1e-5]), 1.0)
    assert small / smaller == pytest.approx(100, rel=1e-2)  # quadratic in C
    C, gamma = np.array([1.0, 0.1])[:, None], np.array([1.0, 0.1, 0.01])
    for method in (found.exact, found.first_order, found.relative_error, found.ratio):
        grid = method(C, gamma)
        assert grid.shape == (2, 3)
        assert np.shape(method(1.0, 1.0)) == ()
        assert grid[1, 2] == pytest.approx(method(0.1, 0.01))


def test_structure_in_the_loss_alone_orders_the_labels():
    """With A = I only the loss knows the families of the tree."""
    X, y = make_nine()
    given = {"normalization": "l2", "penalty": 0, "n_init": 4, "random_state": 0}
    found = CLUHSICAL(9, loss=tree_loss((3, 3)), **given).fit(X)
    assert adjusted_rand_score(y, found.labels_) > 0.9
    families = [set(y[found.labels_ // 3 == k] // 3) for k in range(3)]
    assert all(len(family) == 1 for family in families)


def test_the_losses_agree_where_the_depth_is_uniform_and_not_on_a_ragged_tree():
    for spec in ((2, 2), (3, 3), (2, 3, 2), (4,)):
        assert np.array_equal(label_kernel_loss(tree(spec)), tree_loss(spec)), spec
    assert np.array_equal(label_kernel_loss(plain(4)), zero_one_loss(4))
    for c in (3, 4, 7):
        steps = np.abs(np.subtract.outer(np.arange(c), np.arange(c)))
        assert np.array_equal(ring_loss(c), np.minimum(np.minimum(steps, c - steps), 2)), c
    B = np.random.default_rng(0).normal(size=(5, 3))
    assert label_kernel_loss(B @ B.T).min() == 0
    ragged = [["a", ["b", "c"]], "d"]
    literal = [
        [reference_zhong.common_ancestor_height(ragged, a, b) for b in "abcd"] for a in "abcd"
    ]
    assert tree_loss(ragged).tolist() == literal != label_kernel_loss(tree(ragged)).tolist()
