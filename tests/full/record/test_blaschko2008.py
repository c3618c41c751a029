"""Blaschko 2008 again: its figures, its claims, and the mathematics of both."""

import numpy as np
import pytest

import reference_taxonomy as reference
from depcluster.kernels import centre, kernel_matrix
from depcluster.reproduction import blaschko2008
from depcluster.reproduction.blaschko2008 import experiments as ex
from depcluster.trees import Tree, fit_tree_metric

PAPER = blaschko2008.PAPER
PAIRS = [(0, 6), (1, 6), (2, 7), (3, 7), (4, 8), (5, 8), (6, 9), (7, 9), (8, 9)]


def test_cut_trees_have_nine_leaves_and_equal_edges():
    assert ex.cut(9) == ["leaf"] * 9
    assert ex.cut(3) == [["leaf"] * 3] * 3
    for n, A in enumerate(ex.STRUCTURES.values(), 2):
        D = ex.path_lengths(ex.cut(n))
        assert D.shape == (9, 9)
        assert (D.diagonal() == 0).all()
        assert (D[~np.eye(9, dtype=bool)] >= 2).all()
        d = A.diagonal()
        assert np.allclose(d[:, None] + d - 2 * A, D)
    near, far = ex.path_lengths(ex.cut(3))[0, [1, 3]]
    assert (near, far) == (2, 4)


def test_a_person_is_a_clade_where_an_edge_cuts_it_off():
    person = np.repeat([0, 1, 2], 4)
    labels = np.repeat(np.arange(6), 2)
    assert ex.clades(Tree(PAIRS, np.ones(9), range(6)), labels, person) == 3
    short = np.r_[np.ones(6), 0, 1, 1]
    assert ex.clades(Tree(PAIRS, short, range(6)), labels, person) == 2
    mixed = np.array([0, 2, 1, 3, 4, 5])[labels]
    assert ex.clades(Tree(PAIRS, np.ones(9), range(6)), mixed, person) == 1
    emptied = np.array([0, 0, 2, 3, 4, 5])[labels]  # whose leaf lies beside cluster 0
    assert ex.clades(Tree(PAIRS, np.ones(9), range(6)), emptied, person) == 3
    assert ex.owners(emptied, person, 6).tolist() == [0, -1, 1, 1, 2, 2]


def test_the_loop_as_printed_is_the_literal_one():
    M = kernel_matrix(np.random.default_rng(5).normal(size=(16, 2)))
    start = ex.section_3_1(M, 3, 0)

    def structure_step(S, n, tree):
        mean = S / np.outer(n, n)
        d = mean.diagonal()
        fitted = fit_tree_metric(np.sqrt(np.maximum(d[:, None] + d - 2 * mean, 0)))
        H = reference.centring(3)
        return -H @ fitted.path_metric() ** 2 @ H / 2, fitted

    def partition_step(labels, Y):
        labels, moved = np.array(labels), True
        while moved:
            moved = False
            for i in range(len(labels)):
                tried = [np.where(np.arange(len(labels)) == i, j, labels) for j in range(3)]
                scores = [reference.objective(M, one, Y) for one in tried]
                if max(scores) > scores[labels[i]] * (1 + 1e-12):
                    labels, moved = tried[int(np.argmax(scores))], True
        return labels

    *_, history = reference.alternate(M, start, 3, structure_step, partition_step)
    found = ex.section_4(M, 3, start)
    scale = history[0] / found.history[0]  # of Y, which (1) does not see, but rounding does
    assert np.isclose(scale, 1)
    assert np.allclose(found.history, history)
    assert found.settled
    assert np.array_equal(found.labels, partition_step(found.labels, ex.structure_of(found.D)))


def test_y_star_with_pseudo_inverses_leaves_out_an_empty_cluster():
    K = centre(kernel_matrix(np.random.default_rng(0).normal(size=(9, 2))))
    labels = np.arange(9) % 3
    assert np.allclose(ex.by_pseudo_inverse(K, labels, 3), reference.best_structure(K, labels, 3))
    Y = ex.by_pseudo_inverse(K, labels, 4)
    assert np.allclose(Y[:3, :3], reference.best_structure(K, labels, 3))
    assert np.allclose(Y[3], 0)


def test_values_of_partitions_are_those_of_the_literal_formulas():
    K = ex.seven(2, "linear", 3, "line")
    trace, norm, identity = ex.values_of_all(K)
    for k in (0, 57, 300):
        labels = ex.partitions(7, 3)[k]
        assert np.isclose(norm[k], reference.best_value(centre(K), labels, 3))
        assert np.isclose(identity[k], reference.objective(centre(K), labels, np.eye(3)))
        within = sum(
            centre(K)[np.ix_(labels == j, labels == j)].sum() / (labels == j).sum()
            for j in range(3)
        )
        assert np.isclose(trace[k], within)


def test_every_topology_is_listed_once():
    for n, count in ((4, 3), (5, 15), (6, 105)):
        trees = [Tree(edges, np.ones(len(edges)), range(n)) for edges in ex.all_topologies(n)]
        assert len(trees) == len({frozenset(ex.splits_of(tree)) for tree in trees}) == count


@pytest.mark.parametrize("norm", [1, 2, np.inf])
def test_a_tree_metric_is_missed_by_nothing_in_any_norm(norm):
    drawn = ex.random_tree(5, np.random.default_rng(0))
    missed, splits = ex.best_of_all_trees(drawn.path_metric(), norm)
    assert missed < 1e-9
    assert splits == ex.splits_of(drawn)
    D = drawn.path_metric() + 0.1 * (np.arange(5)[:, None] + np.arange(5) == 5)
    pairs = np.triu_indices(5, 1)
    fitted = fit_tree_metric(D).path_metric()
    assert ex.best_of_all_trees(D, norm)[0] <= np.linalg.norm((D - fitted)[pairs], norm) + 1e-9


@pytest.mark.parametrize("n_leaves", [4, 7, 20])
def test_a_tree_is_found_by_reading_each_distance_once(n_leaves):
    class Counting:
        def __init__(self, D):
            self.D, self.read = D, 0

        def __len__(self):
            return len(self.D)

        def __getitem__(self, at):
            self.read += np.size(self.D[at]) if at[0] else 0  # those of leaf 0 are kept anyway
            return self.D[at]

    for seed in range(5):
        drawn = ex.random_tree(n_leaves, np.random.default_rng(seed))
        D = Counting(drawn.path_metric())
        assert ex.by_gromov_products(D) == ex.splits_of(drawn)
        assert D.read == (n_leaves - 1) * (n_leaves - 2) / 2
