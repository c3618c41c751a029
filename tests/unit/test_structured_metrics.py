"""Structured losses and accuracies against enumeration of every renaming."""

import itertools

import numpy as np
import pytest
from cases import each
from scipy.linalg import block_diag

from depcluster import structured_accuracy, structured_loss, tree_accuracies
from depcluster.labels import (
    best_automorphism,
    canonical_labels,
    chain,
    grid,
    plain,
    renaming,
    ring,
    ring_loss,
    tree,
    tree_loss,
    zero_one_loss,
)
from depcluster.metrics import relabelled

RAGGED = [["a", ["b", "c"]], ["d", "e"], "f"]
STRUCTURES = {
    "plain": (plain(5), 120),
    "chain": (chain(6), 2),
    "ring": (ring(7), 14),
    "ring of four": (ring(4), 8),
    "grid": (grid(2, 3), 4),
    "square grid": (grid(2, 2), 8),
    "tree": (tree((2, 3)), 72),
    "deep tree": (tree((2, 2, 2))[:6, :6], 16),
    "ragged tree": (tree(RAGGED), 4),
    "no symmetry": (np.diag(np.arange(1.0, 6)), 1),
}


def allowed(A):
    for p in itertools.permutations(range(len(A))):
        if np.allclose(A[np.ix_(p, p)], A):
            yield np.array(p)


def shuffled(A, seed):
    q = np.random.default_rng(seed).permutation(len(A))
    return A[np.ix_(q, q)]


@each("name", STRUCTURES)
def test_renamings_labels_and_accuracies_are_the_best_of_all_that_are_allowed(name):
    rng, (A, count) = np.random.default_rng(0), STRUCTURES[name]
    A, c = shuffled(A, 0), len(A)
    every = list(allowed(A))
    assert len(every) == count
    for _ in range(3):
        gain = rng.random(A.shape)
        p = best_automorphism(A, gain)
        assert np.allclose(A[np.ix_(p, p)], A)
        best = max(gain[np.arange(c), each].sum() for each in every)
        assert gain[np.arange(c), p].sum() == pytest.approx(best)
    for m in (2, 4, 30):
        labels = rng.integers(0, c, m)
        first = min(p[labels].tolist() for p in every)
        assert all(canonical_labels(p[labels], A).tolist() == first for p in every)
    y_true, y_pred = rng.integers(0, c, (2, 60))
    best = max((p[y_pred] == y_true).mean() for p in every)
    assert structured_accuracy(y_true, y_pred, A) == pytest.approx(best)
    assert structured_accuracy(y_true, relabelled(y_true, y_pred, A), A) == pytest.approx(best)


@each("A", [ring(50), chain(50), tree((3, 4, 4)), grid(5, 6), grid(5, 5), plain(50)])
def test_canonical_labels_of_many_clusters(A):
    c = len(A)
    rng = np.random.default_rng(2)
    labels = rng.permutation(np.r_[np.arange(c), rng.integers(0, c, 200)])
    found = canonical_labels(labels, A)
    renaming = np.array([found[labels == j][0] for j in range(c)])
    assert np.array_equal(renaming[labels], found)
    assert np.array_equal(A[np.ix_(renaming, renaming)], A)
    assert np.array_equal(canonical_labels(found, A), found)
    other = best_automorphism(A, rng.random((c, c)))
    assert np.array_equal(canonical_labels(other[labels], A), found)


def hypercube(dimensions):
    """A hypercube's corners, and its symmetries: exchange the axes, mirror some."""
    corners = np.arange(2**dimensions)
    bits = corners[:, None] >> np.arange(dimensions) & 1
    A = 2.0 * dimensions * np.eye(len(corners)) + (abs(bits[:, None] - bits).sum(axis=2) == 1)
    weights = [2 ** np.array(axes) for axes in itertools.permutations(range(dimensions))]
    return A, np.array([(bits @ w) ^ mirror for w in weights for mirror in corners])


def rooks_graph(n):
    """The squares of a board, relatives where a rook goes, and its symmetries."""
    row, column = np.divmod(np.arange(n * n), n)
    A = 2.0 * n * np.eye(n * n) + ((row[:, None] == row) ^ (column[:, None] == column))
    orders = [np.array(p) for p in itertools.permutations(range(n))]
    same = [p[row] * n + q[column] for p in orders for q in orders]
    return A, np.array(same + [p[column] * n + q[row] for p in orders for q in orders])


@each("A, every", [hypercube(4), rooks_graph(4)])
def test_very_many_renamings_are_searched_to_the_end(A, every):
    c = len(A)
    rng = np.random.default_rng(0)
    for gain in (rng.integers(0, 20, (c, c)), 30 * np.eye(c)[rng.permutation(c)], np.zeros((c, c))):
        p = best_automorphism(A, gain)
        assert np.array_equal(A[np.ix_(p, p)], A)
        assert gain[np.arange(c), p].sum() == gain[np.arange(c), every].sum(axis=1).max()


@each("most", [0, 3000, 30_000])
def test_a_search_cut_short_gives_a_renaming_that_is_allowed_and_gains(most, monkeypatch):
    A = block_diag(ring(5), hypercube(4)[0], ring(5))
    gain = np.random.default_rng(0).integers(0, 9, A.shape)
    monkeypatch.undo()
    whole = best_automorphism(A, gain)
    monkeypatch.setattr(renaming, "_MOST", most)
    p = best_automorphism(A, gain)
    assert np.array_equal(A[np.ix_(p, p)], A)
    places = np.arange(len(A))
    assert gain.trace() <= gain[places, p].sum() <= gain[places, whole].sum()


def test_a_search_that_has_no_end_in_sight_ends(monkeypatch):
    monkeypatch.setattr(renaming, "_MOST", renaming._MOST // 100)
    A = np.kron(np.eye(2), hypercube(7)[0])
    gain = np.random.default_rng(0).integers(0, 9, A.shape)
    p = best_automorphism(A, gain)
    assert np.array_equal(A[np.ix_(p, p)], A)
    assert gain[np.arange(len(A)), p].sum() > 1.1 * gain.trace()


def test_canonical_labels_of_known_structures():
    assert canonical_labels([4, 2, 2, 0], plain(5)).tolist() == [0, 1, 1, 2]
    assert canonical_labels([3, 2, 2, 0], ring(5)).tolist() == [0, 1, 1, 3]
    assert canonical_labels([4, 1, 0], chain(5)).tolist() == [0, 3, 4]
    assert canonical_labels([5, 0, 4, 1], tree((2, 3))).tolist() == [0, 3, 1, 4]
    assert canonical_labels([1, 0, 2], np.diag([1.0, 2.0, 3.0])).tolist() == [1, 0, 2]


def test_canonical_labels_where_counting_neighbours_tells_nothing():
    """Two rings of three and a ring of six look alike to all that count colours."""
    two, one = np.kron(np.eye(2), ring(3)), ring(6)
    A = np.block([[two, np.zeros((6, 6))], [np.zeros((6, 6)), one]])
    labels = np.array([8, 10, 0, 4, 3, 2, 1, 5, 6, 7, 9, 11])
    found = canonical_labels(labels, A)
    renaming = found[labels.argsort()]
    assert np.array_equal(A[np.ix_(renaming, renaming)], A)
    assert found[:4].tolist() == [6, 8, 0, 3]


def test_equal_up_to_rounding_counts_as_equal():
    A = ring(5) * (1 + 1e-13 * np.random.default_rng(0).normal(size=(5, 5)))
    turn = np.roll(np.arange(5), 2)
    labels = np.array([3, 1, 0, 2, 4])
    assert np.array_equal(canonical_labels(labels, A), canonical_labels(labels, ring(5)))
    assert np.array_equal(best_automorphism((A + A.T) / 2, np.eye(5)[turn]), turn)


def test_named_structures_are_their_label_kernels():
    y_true, y_pred = np.random.default_rng(2).integers(0, 6, (2, 40))
    for name, A in (("plain", plain(6)), ("chain", chain(6)), ("ring", ring(6))):
        assert structured_accuracy(y_true, y_pred, name) == structured_accuracy(y_true, y_pred, A)
    assert structured_accuracy([0, 0], [1, 1], "chain") == 1
    assert structured_accuracy([0, 0], [1, 1], "chain", n_clusters=3) == 0


def test_accuracies_of_the_levels_belong_to_the_best_renaming():
    spec = (2, 2, 2)
    A = tree(spec)
    rng = np.random.default_rng(3)
    every = list(allowed(A))
    for _ in range(10):
        y_true, y_pred = rng.integers(0, 8, (2, 30))
        levels = [[float((p[y_pred] // w == y_true // w).mean()) for w in (4, 2, 1)] for p in every]
        best = max(levels, key=lambda each: (round(each[2], 9), sum(each)))
        found = tree_accuracies(y_true, y_pred, spec)
        assert found[2] == pytest.approx(best[2])
        assert found.sum() == pytest.approx(sum(best))
        assert (np.diff(found) <= 0).all()


def test_tree_loss_is_the_sum_of_the_errors_of_the_levels():
    y_true = np.random.default_rng(4).integers(0, 12, 80)
    y_pred = np.where(np.arange(80) % 3, y_true, np.roll(y_true, 1))
    spec = (2, 3, 2)
    renamed = relabelled(y_true, y_pred, tree(spec))
    loss = structured_loss(y_true, renamed, tree_loss(spec))
    right = [(renamed // w == y_true // w).mean() for w in (6, 2, 1)]
    assert loss == pytest.approx(sum(1 - r for r in right))


def test_the_loss_is_the_mean_over_samples():
    rng = np.random.default_rng(5)
    y_true, y_pred = rng.integers(0, 5, (2, 30))
    Delta = rng.random((5, 5)) * (1 - np.eye(5))
    literal = sum(Delta[a, b] for a, b in zip(y_true, y_pred, strict=True)) / 30
    assert structured_loss(y_true, y_pred, Delta) == pytest.approx(literal)
    assert structured_loss(y_true, y_pred, zero_one_loss(5)) == (y_true != y_pred).mean()
    assert structured_loss([0, 0, 0, 0, 0], [0, 1, 2, 3, 4], ring_loss(5)) == 6 / 5


def test_a_ragged_tree_is_scored_level_by_level():
    y = np.arange(6)
    for labels, levels in (
        (y, [1, 1, 1]),
        ([0, 2, 1, 4, 3, 5], [1, 1, 1]),
        ([1, 0, 2, 3, 4, 5], [1, 4 / 6, 4 / 6]),
    ):
        assert tree_accuracies(y, np.array(labels), RAGGED) == pytest.approx(levels)


def test_fifteen_leaves_on_three_levels_need_no_enumeration():
    spec = [[["a", "b"], ["c"]], [list("def"), list("gh")], [list("ijk")], [list("lm"), list("no")]]
    A = tree(spec)
    rng = np.random.default_rng(6)
    y = np.arange(15).repeat(4)
    p = best_automorphism(A, rng.random((15, 15)))
    assert structured_accuracy(y, p[y], A) == 1
    assert tree_accuracies(y, p[y], spec) == pytest.approx([1, 1, 1])
    big = tree((4, 5, 5))
    q = best_automorphism(big, rng.random((100, 100)))
    assert np.array_equal(big[np.ix_(q, q)], big)


@each(
    "y_true, y_pred, structure, words",
    [
        ([0, 1], [0, 1, 2], "ring", "same length"),
        ([0.5, 1], [0, 1], "ring", "y_true must be integers"),
        ([0, 1], [[0], [1]], plain(2), "y_pred must hold one label a sample"),
        ([0, -1], [0, 1], ring(4), "labels from 0 to 3"),
        ([0, 1], [0, 1], "tree", "plain, chain, ring"),
    ],
)
def test_bad_labels_are_named(y_true, y_pred, structure, words):
    with pytest.raises(ValueError, match=words):
        structured_accuracy(y_true, y_pred, structure)
