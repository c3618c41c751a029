"""Label kernels, structured losses and accuracies against enumeration of every renaming."""

import itertools

import numpy as np
import pytest
from cases import each
from scipy import sparse

import reference
from depcluster import structured_accuracy, structured_loss, tree_accuracies
from depcluster.labels import (
    best_automorphism,
    canonical_labels,
    chain,
    graph,
    grid,
    label_by_nearest,
    nearest,
    plain,
    ring,
    symmetries,
    tree,
    tree_loss,
    zero_one_loss,
)
from depcluster.labels import kernels as lk
from depcluster.metrics import relabelled


def test_the_matrices_of_the_paper():
    assert lk.tree((2, 2)).tolist() == [[2, 1, 0, 0], [1, 2, 0, 0], [0, 0, 2, 1], [0, 0, 1, 2]]
    assert lk.ring(4).tolist() == [[2, 1, 0, 1], [1, 2, 1, 0], [0, 1, 2, 1], [1, 0, 1, 2]]
    assert lk.chain(3).tolist() == [[2, 1, 0], [1, 2, 1], [0, 1, 2]]
    assert lk.ring(2).tolist() == lk.chain(2).tolist()
    assert np.array_equal(lk.grid(2, 3), np.kron(lk.chain(2), lk.chain(3)))
    paths = ["0a", "01b", "01c", "d"]
    literal = [[reference.shared_nodes(p, q) for q in paths] for p in paths]
    assert lk.tree([["a", ["b", "c"]], "d"]).tolist() == literal
    for name in lk.PRESETS:
        for c in (1, 2, 5, 12):
            A = lk.preset(name, c)
            assert np.array_equal(lk.check_label_kernel(A, c), A), (name, c)


@each(
    "A, words",
    [
        (np.array([[1, 2], [0, 1]]), "symmetric"),
        (np.array([[1, 2], [2, 1]]), "positive semi-definite.*nearest_psd"),
        (-np.eye(2), "positive semi-definite.*labels.graph"),
        ("wheel", "label_kernel must be one of"),
    ],
)
def test_bad_label_kernels(A, words):
    with pytest.raises(ValueError, match=words):
        lk.as_label_kernel(A, 2)
    for spec in ((), [], [[], "a"], (2, 0), "ring", 3, [("a", "b"), "c"]):
        with pytest.raises(ValueError, match="spec must"):
            lk.tree(spec)


class Networkx:
    """What `graph` asks of a networkx graph."""

    def __init__(self, nodes, edges, directed=False):
        self.nodes, self._edges, self.is_directed = nodes, edges, lambda: directed

    def edges(self, data, default):
        return [(a, b, kept.get(data, default)) for a, b, kept in self._edges]


def arms(lengths):
    """Chains that begin at node 0, with nothing else in common."""
    edges, last = [], 0
    for length in lengths:
        edges += [(0, last + 1)] + [(last + k, last + k + 1) for k in range(1, length)]
        last += length
    return edges


@each("c", [2, 3, 4, 5, 8, 31])
def test_a_path_is_the_chain_and_a_cycle_the_ring(c):
    path = [(k, k + 1) for k in range(c - 1)]
    assert np.array_equal(graph(path), chain(c))
    assert np.array_equal(graph([*path, (c - 1, 0)], c), ring(c))
    letters = "hgfedcba"
    if c <= len(letters):
        assert np.array_equal(graph([(letters[a], letters[b]) for a, b in path]), chain(c))


@each("edges", [arms([3, 3, 3]), arms([1] * 7), arms([2, 2, 1, 4]), [*arms([2, 3]), (3, 1)]])
def test_the_diagonal_of_a_graph_is_the_smallest_that_will_do(edges):
    weights = np.random.default_rng(0).uniform(0.5, 2, len(edges))
    W = np.zeros((1 + np.max(edges),) * 2)
    for (a, b), weight in zip(edges, weights, strict=True):
        W[a, b] = W[b, a] = weight
    A = graph(edges, len(W), weights)
    d = A[0, 0]
    assert np.array_equal(A, W + d * np.eye(len(W)))
    assert d >= 2
    assert lk.is_psd(A)
    assert d == 2 or not lk.is_psd(A - 1e-6 * np.eye(len(W)))
    turned = [edge[::-1] for edge in edges]
    forms = [W, sparse.csr_array(W), W.tolist()]
    assert all(np.array_equal(graph(form), A) for form in forms)
    assert np.array_equal(graph(turned + edges, weights=[*weights, *weights]), A)
    nodes = [*range(len(W))][::-1]
    given = [(a, b, {"weight": w}) for (a, b), w in zip(edges, weights, strict=True)]
    assert graph(Networkx(nodes, given)) == pytest.approx(A[::-1, ::-1])


def test_a_graph_of_networkx_keeps_the_order_of_its_nodes():
    networkx = pytest.importorskip("networkx")
    G = networkx.Graph([("root", "left"), ("root", "right")])
    G.add_edge("left", "tip", weight=0.5)
    A = graph(G)
    assert list(G) == ["root", "left", "right", "tip"]
    assert np.array_equal(A, 2 * np.eye(4) + networkx.to_numpy_array(G))
    assert np.array_equal(graph(networkx.from_numpy_array(A - 2 * np.eye(4))), A)
    with pytest.raises(ValueError, match="directions"):
        graph(networkx.DiGraph(G))


@each(
    "edges, options, words",
    [
        ([(0, 1), (3, 2)], {}, "2 parts, with no way from 0 to 2"),
        ([(0, 1)], {"n_clusters": 3}, "2 parts"),
        ([(0, 1), (1, 2)], {"n_clusters": 2}, "n_clusters = 2 nodes; got 3"),
        ([(0, 1), (1, 1)], {}, "1 joined to itself"),
        (np.ones((3, 3)), {}, "0 joined to itself"),
        ([(0, 1), (1, 0)], {"weights": [1, 2]}, "one weight each; got two between 1 and 0|0 and 1"),
        ([(0, 1)], {"weights": [-1]}, "weights must be above 0"),
        ([(0, 1)], {"weights": [1, 2]}, "weights must be numbers of shape"),
        (np.eye(3), {"weights": [1]}, "weights must be None"),
        (ring(3) - 3 * np.eye(3), {}, "at least 0"),
        (np.eye(3, k=1), {}, "symmetric.*maximum"),
        ([(0, 5000)], {}, "at most 2000 nodes"),
        (sparse.csr_array((5000, 5000)), {}, "at most 2000 nodes"),
        ([(-1, 0)], {}, "from 0 on"),
        ({0: [1, 2]}, {}, "edges must be pairs"),
        ([(0, 1, 2), (0, 1)], {}, "edges must be pairs"),
        ([], {}, "edges must be pairs"),
        ("ring", {}, "edges must be pairs"),
        (Networkx([0, 1], [], directed=True), {}, "without directions"),
    ],
)
def test_graphs_that_are_refused(edges, options, words):
    with pytest.raises(ValueError, match=words):
        graph(edges, **options)


def test_nearest_psd_is_psd_and_nearer_than_others():
    rng = np.random.default_rng(0)
    M = rng.normal(size=(5, 5))
    M = M + M.T
    P = lk.nearest_psd(M)
    assert np.linalg.eigvalsh(P)[0] > -1e-10
    for B in rng.normal(size=(50, 5, 5)):
        other = P + 0.3 * rng.random() * B @ B.T
        assert np.linalg.norm(M - P) <= np.linalg.norm(M - other) + 1e-12


def test_the_nearest_is_the_nearest_and_the_undecided_follow_it():
    rng = np.random.default_rng(0)
    for d, shift in itertools.product((3, 20), (0, 1e8)):
        X, among = rng.normal(size=(20, d)) + shift, rng.normal(size=(30, d)) + shift
        literal = [min(range(30), key=lambda j: ((x - among[j]) ** 2).sum()) for x in X]
        assert nearest(X, among).tolist() == literal
    assert nearest(X[:0], among).tolist() == []
    X = np.array([[0.0], [1.0], [1.4], [5.0], [6.0]])
    labels = np.array([0, 7, 7, 1, 7])
    label_by_nearest(X, labels, labels == 7)
    assert labels.tolist() == [0, 0, 0, 1, 1]
    label_by_nearest(X, labels, np.zeros(5, dtype=bool))
    assert labels.tolist() == [0, 0, 0, 1, 1]


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


def test_unrelated_labels_are_numbered_as_they_occur():
    labels = np.r_[np.random.default_rng(0).permutation(1500)[:1200], 3]
    seen = {}
    literal = [seen.setdefault(j, len(seen)) for j in labels.tolist()]
    assert canonical_labels(labels, plain(1500)).tolist() == literal


def hypercube(dimensions):
    """A hypercube's corners, and its symmetries: exchange the axes, mirror some."""
    corners = np.arange(2**dimensions)
    bits = corners[:, None] >> np.arange(dimensions) & 1
    A = 2.0 * dimensions * np.eye(len(corners)) + (abs(bits[:, None] - bits).sum(axis=2) == 1)
    weights = [2 ** np.array(axes) for axes in itertools.permutations(range(dimensions))]
    return A, np.array([(bits @ w) ^ mirror for w in weights for mirror in corners])


def test_very_many_renamings_are_searched_to_the_end():
    A, every = hypercube(5)
    c = len(A)
    rng = np.random.default_rng(0)
    for gain in (rng.integers(0, 20, (c, c)), 30 * np.eye(c)[rng.permutation(c)], np.zeros((c, c))):
        p = best_automorphism(A, gain)
        assert np.array_equal(A[np.ix_(p, p)], A)
        assert gain[np.arange(c), p].sum() == gain[np.arange(c), every].sum(axis=1).max()


def test_a_search_that_has_no_end_in_sight_ends(monkeypatch):
    monkeypatch.setattr(symmetries, "_MOST", symmetries._MOST // 30)
    A = np.kron(np.eye(2), hypercube(6)[0])
    gain = np.random.default_rng(0).integers(0, 9, A.shape)
    p = best_automorphism(A, gain)
    assert np.array_equal(A[np.ix_(p, p)], A)
    assert gain[np.arange(len(A)), p].sum() > 1.1 * gain.trace()


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


def test_accuracies_of_the_levels_belong_to_the_best_renaming():
    spec = (2, 2, 2)
    rng, every = np.random.default_rng(3), list(allowed(tree(spec)))
    for _ in range(5):
        y_true, y_pred = rng.integers(0, 8, (2, 30))
        levels = [[float((p[y_pred] // w == y_true // w).mean()) for w in (4, 2, 1)] for p in every]
        best = max(levels, key=lambda level: (round(level[2], 9), sum(level)))
        found = tree_accuracies(y_true, y_pred, spec)
        assert found[2] == pytest.approx(best[2])
        assert found.sum() == pytest.approx(sum(best))
        assert (np.diff(found) <= 0).all()
    for labels, right in (([0, 2, 1, 4, 3, 5], [1, 1, 1]), ([1, 0, 2, 3, 4, 5], [1, 2 / 3, 2 / 3])):
        assert tree_accuracies(np.arange(6), np.array(labels), RAGGED) == pytest.approx(right)


def test_the_loss_is_the_mean_over_samples_and_of_a_tree_the_errors_of_its_levels():
    rng = np.random.default_rng(5)
    y_true, y_pred = rng.integers(0, 12, (2, 80))
    Delta = rng.random((12, 12)) * (1 - np.eye(12))
    literal = sum(Delta[a, b] for a, b in zip(y_true, y_pred, strict=True)) / 80
    assert structured_loss(y_true, y_pred, Delta) == pytest.approx(literal)
    assert structured_loss(y_true, y_pred, zero_one_loss(12)) == (y_true != y_pred).mean()
    wrong = [(y_pred // w != y_true // w).mean() for w in (6, 2, 1)]
    assert structured_loss(y_true, y_pred, tree_loss((2, 3, 2))) == pytest.approx(sum(wrong))


@each(
    "y_true, y_pred, structure, words",
    [
        ([0, 1], [0, 1, 2], "ring", "same length"),
        ([0, -1], [0, 1], ring(4), "labels from 0 to 3"),
        ([0, 1], [0, 1], "wheel", "plain, chain, ring"),
        ([1, 2, 3, 4], [2, 3, 4, 1], "ring", "must begin at 0.*from 1 to 4, and from 1 to 4"),
        ([1, 2, 3, 4], [0, 1, 2, 3], "chain", "must begin at 0"),
        ([0, 1, 2, 3], [1, 2, 3, 4], "chain", "must begin at 0"),
    ],
)
def test_bad_labels_are_named(y_true, y_pred, structure, words):
    with pytest.raises(ValueError, match=words):
        structured_accuracy(y_true, y_pred, structure)
    assert structured_accuracy([1, 2, 3], [3, 2, 1], "plain") == 1
    assert structured_accuracy([1, 2, 3], [1, 2, 3], "ring", 4) == 1
