"""Label kernels, renamings that they allow, and labels of samples that have none."""

import numpy as np
import pytest
from cases import each

import naive
from depcluster.labels import align_labels, label_by_nearest, nearest
from depcluster.labels import kernels as lk


def test_the_matrices_of_the_paper():
    assert lk.tree((2, 2)).tolist() == [[2, 1, 0, 0], [1, 2, 0, 0], [0, 0, 2, 1], [0, 0, 1, 2]]
    assert lk.ring(4).tolist() == [[2, 1, 0, 1], [1, 2, 1, 0], [0, 1, 2, 1], [1, 0, 1, 2]]
    assert lk.chain(3).tolist() == [[2, 1, 0], [1, 2, 1], [0, 1, 2]]
    assert lk.ring(1).tolist() == [[2]]
    assert lk.ring(2).tolist() == lk.chain(2).tolist()
    assert lk.plain(3).tolist() == np.eye(3).tolist()


@each("c", (3, 4, 9))
def test_eigenvalues_of_chain_and_ring(c):
    k = np.arange(c)
    np.testing.assert_allclose(
        np.linalg.eigvalsh(lk.chain(c)), np.sort(2 + 2 * np.cos((k + 1) * np.pi / (c + 1)))
    )
    np.testing.assert_allclose(
        np.linalg.eigvalsh(lk.ring(c)), np.sort(2 + 2 * np.cos(2 * np.pi * k / c)), atol=1e-12
    )


@each("name", lk.PRESETS)
@each("c", (1, 2, 5, 12))
def test_every_preset_is_a_label_kernel_of_its_size(name, c):
    A = lk.preset(name, c)
    assert np.array_equal(lk.check_label_kernel(A, c), A)


def test_a_grid_is_a_product_and_the_plain_sum_is_indefinite():
    A = lk.grid(2, 3)
    assert A[0, 0] == 4
    assert A[0, 1] == 2
    assert A[0, 4] == 1
    adjacency = (A == 2).astype(float)
    assert np.linalg.eigvalsh(2 * np.eye(6) + adjacency)[0] < -0.1


def test_a_ragged_tree_counts_shared_nodes():
    spec = [["a", ["b", "c"]], "d"]
    paths = ["0a", "01b", "01c", "d"]
    literal = [[naive.shared_nodes(p, q) for q in paths] for p in paths]
    assert lk.tree(spec).tolist() == literal
    assert lk.tree(spec).tolist() == [[2, 1, 1, 0], [1, 3, 2, 0], [1, 2, 3, 0], [0, 0, 0, 1]]


@each("spec", [(), [], [[], "a"], (2, 0), "ring", 3])
def test_bad_trees(spec):
    with pytest.raises(ValueError, match="spec must"):
        lk.tree(spec)


@each(
    "A, words",
    [
        (np.array([[1, 2], [0, 1]]), "symmetric"),
        (np.array([[1, 2], [2, 1]]), "positive semi-definite.*nearest_psd"),
        (np.eye(3), r"\(2, 2\)"),
        ("wheel", "label_kernel must be one of"),
        ([["a", "b"], ["c", "d"]], "square array of numbers"),
    ],
)
def test_bad_label_kernels(A, words):
    with pytest.raises(ValueError, match=words):
        lk.as_label_kernel(A, 2)


def test_nearest_psd_is_psd_and_nearer_than_others():
    rng = np.random.default_rng(0)
    M = rng.normal(size=(5, 5))
    M = M + M.T
    P = lk.nearest_psd(M)
    assert np.linalg.eigvalsh(P)[0] > -1e-10
    for _ in range(50):
        B = rng.normal(size=(5, 5))
        other = P + 0.3 * rng.random() * B @ B.T
        assert np.linalg.norm(M - P) <= np.linalg.norm(M - other) + 1e-12
    np.testing.assert_allclose(lk.nearest_psd(P), P, atol=1e-12)


@each(
    "A, p",
    [
        (lk.ring(8), np.roll(np.arange(8), 3)),
        (lk.ring(7), np.roll(np.arange(7)[::-1], 2)),
        (lk.chain(6), np.arange(6)[::-1]),
        (lk.tree((3, 3)), np.array([6, 8, 7, 0, 1, 2, 5, 4, 3])),
        (lk.plain(9), np.array([4, 2, 0, 8, 6, 1, 3, 5, 7])),
    ],
)
def test_allowed_renamings_are_undone(A, p):
    reference = np.random.default_rng(0).integers(len(A), size=200)
    assert np.array_equal(align_labels(p[reference], reference, A), reference)


def test_a_renaming_that_A_forbids_is_left_alone():
    reference = np.arange(60) % 6
    swapped = np.array([1, 0, 2, 3, 4, 5])[reference]
    renamed = align_labels(swapped, reference, lk.chain(6))
    assert np.array_equal(renamed, swapped)


@each("d", [1, 3, 40])
def test_the_nearest_is_the_nearest(d):
    rng = np.random.default_rng(d)
    X, among = rng.normal(size=(20, d)), rng.normal(size=(30, d))
    literal = [min(range(30), key=lambda j: ((x - among[j]) ** 2).sum()) for x in X]
    assert nearest(X, among).tolist() == literal
    assert nearest(X[:0], among).tolist() == []


def test_the_undecided_follow_the_decided_and_nobody_else_moves():
    X = np.array([[0.0], [1.0], [1.4], [5.0], [6.0]])
    labels = np.array([0, 7, 7, 1, 7])
    label_by_nearest(X, labels, labels == 7)
    assert labels.tolist() == [0, 0, 0, 1, 1]
    label_by_nearest(X, labels, np.zeros(5, dtype=bool))
    assert labels.tolist() == [0, 0, 0, 1, 1]
