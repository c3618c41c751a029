"""Samples that must share a label: a search over blocks of them against all partitions."""

import itertools

import numpy as np
import pytest
from cases import each
from scipy import sparse

import reference
from depcluster import CLUHSIC, CLUHSICAL, KernelKMeans, cluhsic, cluhsical
from depcluster.kernels import Factor
from depcluster.labels import chain, label_kernel_loss, loss_rows, plain
from depcluster.papers.zhong2010 import cluhsical_objective
from depcluster.search import value

GROUPS = [[0, 3], (3, 5), np.array([1, 6])]
B = np.random.default_rng(0).normal(size=(8, 3))
WEIGHTS = [None, np.array([0.5, 1, 2.5, 1, 1, 0.5, 2.5, 1]), np.array([0, 1, 2, 1, 1, 2, 0, 1.0])]


def of_all(w, c):
    """Every partition in which groups share a label and samples of a weight use all labels."""
    there = np.ones(8, dtype=bool) if w is None else w > 0
    for labels in map(np.array, itertools.product(range(c), repeat=8)):
        alike = all(len(set(labels[list(group)])) == 1 for group in GROUPS)
        if alike and len(set(labels[there])) == c:
            yield labels


@each("w", WEIGHTS)
@each("A", [plain(3), chain(3)])
@each("normalization", ["l2", None])
def test_the_best_partition_of_blocks_is_found_in_every_storage(w, A, normalization):
    K = reference.centred(B @ B.T, w)
    best = max(reference.cluhsic_objective(K, y, A, normalization, w) for y in of_all(w, len(A)))
    given = {"normalization": normalization, "sample_weight": w, "together": GROUPS}
    for stored in (B @ B.T, sparse.csr_array(B @ B.T), Factor(B, weights=w)):
        found = cluhsic(stored, A, n_init=40, random_state=0, **given)
        assert found.objective == pytest.approx(best, rel=1e-9)
        literal = reference.cluhsic_objective(K, found.labels, A, normalization, w)
        assert literal == pytest.approx(best, rel=1e-9)
        assert all(len(set(found.labels[list(group)])) == 1 for group in GROUPS)
        assert best <= found.objective_bound * (1 + 1e-9)


@each("normalization", ["l1", "l2", None])
def test_so_it_is_with_a_loss(normalization):
    A, K = chain(3), reference.centred(B @ B.T)
    J = cluhsical_objective(A, loss_rows(label_kernel_loss(A)), normalization, 2.5)
    sums = ((reference.block_sums(K, y, 3), np.bincount(y).astype(float)) for y in of_all(None, 3))
    found = cluhsical(B @ B.T, A, normalization=normalization, together=GROUPS, random_state=0)
    assert found.objective == pytest.approx(max(value(J, S, n) for S, n in sums), rel=1e-9)


X = np.random.default_rng(1).normal(size=(40, 2))
X[7] = X[20]
PAIRS = [[0, 1], [1, 2], [7, 8], [20, 21], [30, 31, 32]]


@each("kind", [CLUHSIC, CLUHSICAL, KernelKMeans])
@each("params", [{}, {"rank": 20}, {"kernel": "precomputed"}, {"kernel": "graph"}])
def test_estimators_keep_groups_together_also_without_weight_or_equal(kind, params):
    table = reference.gaussian(X, 0.5) if params.get("kernel") == "precomputed" else X
    for w in (None, np.where(np.isin(np.arange(40), [1, 8, 31, 32]), 0.0, 1.5)):
        model = kind(3, together=PAIRS, random_state=0, n_init=3, **params)
        labels = model.fit(table, sample_weight=w).labels_
        assert all(len(set(labels[pair])) == 1 for pair in PAIRS)
        if params == {} and kind is not CLUHSICAL:
            K = reference.centred(reference.gaussian(X, model._predictor_.params["gamma"]), w)
            literal = reference.cluhsic_objective(K, labels, plain(3), "l2", w)
            assert model.objective_ == pytest.approx(literal)
    assert len(set(labels[[7, 20]])) == 1 or kind is not KernelKMeans or "kernel" in params


def test_groups_that_say_nothing_change_nothing():
    for params in ({}, {"rank": 20}):
        bare, alone = (
            CLUHSIC(3, together=together, random_state=0, **params).fit(X)
            for together in (None, [[4], [5]])
        )
        assert alone.objective_ == pytest.approx(bare.objective_, rel=1e-9)


def test_labels_to_start_from_hold_for_the_whole_group():
    init = np.full(40, -1)
    init[[2, 21, 30]] = 0, 1, 2
    found = cluhsic(reference.gaussian(X, 0.5), plain(3), init=init, max_iter=1, together=PAIRS)
    again = cluhsic(reference.gaussian(X, 0.5), plain(3), init=found.labels, together=PAIRS)
    assert again.objective >= found.objective


@each(
    "given, words",
    [
        ({"n_clusters": 37}, "n_clusters must .* together leaves, 34; got 37"),
        ({"init": np.arange(40) % 3}, "init must .*; got 0 for sample 0 and 2 for sample 2"),
        ({"together": [[0, 40]]}, "together must hold numbers of samples from 0 to 39; got 40"),
        ({"together": [[0, -1]]}, "together must be a list of pairs"),
        ({"together": [[]]}, "together must be a list of pairs"),
        ({"together": [[0, 10**25]]}, "together must hold numbers .* to 39; got a number of 26"),
        ({"together": zip([0], [1], strict=True)}, "together must be a list of pairs"),
        ({"together": 3}, "together must be a list of pairs"),
    ],
)
def test_what_cannot_be_met_is_told(given, words):
    with pytest.raises(ValueError, match=words):
        CLUHSIC(**{"n_clusters": 3, "together": PAIRS} | given).fit(X)
