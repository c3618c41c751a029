"""Trees: fitting, the four-point condition, drawing, Newick."""

import itertools
import warnings

import numpy as np
import pytest
from cases import each
from hypothesis import given, settings
from hypothesis import strategies as st

import reference_taxonomy as reference
from depcluster.trees import (
    Tree,
    fit,
    fit_tree_metric,
    four_point_violation,
    least_squares,
    neighbour_joining,
    splits,
)
from depcluster.trees import distances as measures
from depcluster.trees.exchange import FittedTree
from depcluster.trees.fit import path_columns
from reference_taxonomy import distances, random_tree


def as_sets(edges, n):
    return {frozenset(np.flatnonzero(s).tolist()) for s in splits(edges, n)}


SQUARE = distances(np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=float))
SEVEN = [np.array(tree) for tree in reference.topologies(7)]


@each("n", [2, 3, 4, 9])
def test_path_metric_and_splits_are_the_literal_ones(n):
    tree = random_tree(n, np.random.default_rng(n))
    D = tree.path_metric()
    assert np.allclose(D, reference.path_metric(tree.edges, tree.lengths, n), atol=1e-12)
    assert np.array_equal(tree.splits(), reference.splits(tree.edges.tolist(), n))


@each("n", [2, 3, 4, 9])
@each("method", ["nni", "nj"])
def test_distances_along_a_tree_give_it_back(n, method):
    for seed in range(3):
        tree = random_tree(n, np.random.default_rng(seed))
        D = tree.path_metric()
        fitted = fit_tree_metric(D, method=method)
        assert np.abs(fitted.path_metric() - D).max() < 1e-12
        assert np.allclose(np.sort(fitted.lengths), np.sort(tree.lengths), atol=1e-12)
        assert as_sets(fitted.edges, n) == as_sets(tree.edges, n)
    D = random_tree(n, np.random.default_rng(0), short=True).path_metric()
    assert np.abs(fit_tree_metric(D).path_metric() - D).max() < 1e-12
    assert fit_tree_metric(np.zeros((1, 1)), method=method).path_metric().tolist() == [[0]]


def misfits_of_all(D):
    """The least misfit of each of the 945 topologies of seven leaves."""
    target = D[np.triu_indices(7, 1)]
    return np.array([least_squares(path_columns(splits(edges, 7)), target)[1] for edges in SEVEN])


def inner_splits(edges):
    return {s for s in as_sets(edges, 7) if 1 < len(s) < 6}


@each("seed", range(2))
def test_a_noisy_tree_gets_the_best_of_all_topologies(seed):
    rng = np.random.default_rng(seed)
    noise = 0.05 * rng.normal(size=(7, 7))
    D = np.abs(random_tree(7, rng).path_metric() + noise + noise.T)
    np.fill_diagonal(D, 0)
    found = (fit_tree_metric(D).path_metric() - D)[np.triu_indices(7, 1)]
    assert np.linalg.norm(found) == pytest.approx(misfits_of_all(D).min(), rel=1e-9)


@each("seed", range(2))
def test_no_exchange_of_neighbours_is_left_that_improves(seed):
    """Neighbours share all inner splits but one; points in space are far from any tree."""
    D = distances(np.random.default_rng(seed).normal(size=(7, 10)))
    tree, misfits = fit_tree_metric(D), misfits_of_all(D)
    here = inner_splits(tree.edges)
    beside = [len(inner_splits(edges) & here) == len(here) - 1 for edges in SEVEN]
    assert len(here) == 4
    assert sum(beside) == 8
    misfit = np.linalg.norm((tree.path_metric() - D)[np.triu_indices(7, 1)])
    assert misfits[beside].min() >= misfit * (1 - 1e-6)
    small = fit_tree_metric(np.ldexp(D, -600))  # whose squares are no numbers
    assert np.array_equal(small.lengths, np.ldexp(tree.lengths, -600))


@each("n", [3, 5, 9])
@each("method", ["nni", "nj"])
def test_every_fitted_tree_meets_the_four_point_condition(n, method):
    D = distances(np.random.default_rng(n).normal(size=(n, 3)))
    D[0, 1] = D[1, 0] = 9  # breaks the triangle inequality
    tree = fit_tree_metric(D, method=method)
    assert (tree.lengths >= 0).all()
    assert four_point_violation(tree.path_metric()) < 1e-9
    assert four_point_violation(D) == pytest.approx(reference.four_point_violation(D), abs=1e-12)
    assert fit_tree_metric(D).misfit(D) <= tree.misfit(D) + 1e-12


def test_long_work_is_said_before_it_begins(monkeypatch):
    D = distances(np.arange(10.0)[:, None])
    for module, use, words in (
        (fit, fit_tree_metric, "fitting a tree of its 10 leaves takes about .* fewer"),
        (measures, four_point_violation, "all fours of its 10 rows takes about .* some"),
    ):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            use(D)
        monkeypatch.setattr(module, "_SECONDS", 1.0)
        with pytest.warns(UserWarning, match=words):
            use(D)


def test_neighbour_joining_makes_binary_trees_of_anything():
    for D in (np.zeros((6, 6)), np.ones((6, 6)) - np.eye(6), SQUARE):
        edges = neighbour_joining(D)
        Tree(edges, np.ones(len(edges)), range(len(D)))  # raises where it is none
        assert len(edges) == 2 * len(D) - 3


def problem(n, power, rng):
    """A topology, what it is fitted to, and the literal problem of any edges."""
    edges = random_tree(n, rng).edges
    if power == 1:
        D = distances(rng.normal(size=(n, 3))) ** rng.choice([1, 3])
        return (edges, D, (D**2).sum() / 2), lambda tried: reference.path_problem(tried, D)
    sizes, X = rng.integers(1, 9, n), rng.normal(size=(n, 3))
    X -= sizes @ X / sizes.sum()
    S = (sizes[:, None] * X) @ (sizes[:, None] * X).T
    size = (S**2 / np.outer(sizes, sizes)).sum()
    given = edges, -S, size, sizes / np.sqrt(sizes.sum()), power
    return given, lambda tried: reference.objective_problem(tried, S, sizes)


@each("n", [2, 3, 4, 7, 12])
@each("power", [1, 2])
def test_the_lengths_of_a_tree_and_of_its_neighbours_are_the_literal_ones(n, power):
    """What an exchange gains is no more than its bound, and what is taken back is as it was."""
    for seed in range(3):
        given, literal = problem(n, power, np.random.default_rng(seed))
        tree, size = FittedTree(*given), given[2]
        edges, lengths = tree.result()
        wanted, squares = reference.lengths(*literal(edges.tolist()))
        assert np.allclose(lengths, wanted, atol=1e-10 * np.max(wanted))
        assert size - tree.explained == pytest.approx(squares, abs=1e-12 * size)
        inner = [node for node in range(n, len(edges) + 1) if tree.parent[node]]
        for bound, *swap in itertools.chain(*map(tree._bounds, inner)):
            gain, back = tree._exchange(*swap)
            after, exchanged = tree.result()
            wanted, least = reference.lengths(*literal(after.tolist()))
            assert np.allclose(exchanged, wanted, atol=1e-10 * np.max(wanted))
            assert gain == pytest.approx(squares - least, abs=1e-12 * size)
            assert gain <= bound + 1e-12 * size
            tree._undo(*back)
            assert [found.tolist() for found in tree.result()] == [edges.tolist(), lengths.tolist()]
        tree.exchange_neighbours()
        edges, lengths = tree.result()
        wanted, squares = reference.lengths(*literal(edges.tolist()))
        assert np.allclose(lengths, wanted, atol=1e-10 * np.max(wanted))


@each("size", [1e-200, 1.0, 1e90])
def test_the_misfit_knows_no_units(size):
    tree = Tree.from_newick("(a:1,b:2,(c:1,d:3):2);")
    scaled = Tree(tree.edges, size * tree.lengths, tree.names)
    literal = np.sqrt(((SQUARE - tree.path_metric()) ** 2).sum() / (SQUARE**2).sum())
    assert scaled.misfit(size * SQUARE) == pytest.approx(literal)


def test_bad_trees_and_distances():
    for edges, lengths, names, words in (
        ([(0, 1), (2, 3)], [1, 1], "ab", "edges must connect"),
        ([(0, 2), (1, 2)], [1, 1], "ab", "other node with fewer than three"),
        ([(0, 3), (1, 3), (2, 3)], [1, 1, 1], "ab", "leaves"),
        ([(0, -1)], [1], "ab", "edges must connect"),
        ([(0, 1)], [-1], "ab", "lengths must hold"),
        ([(0, 1)], [1, 2], "ab", "lengths must hold"),
        ([(0, 1)], [1], "aa", "names must all differ"),
        ([], [], "", "edges must make"),
    ):
        with pytest.raises(ValueError, match=words):
            Tree(edges, lengths, list(names))
    for D in (np.ones((2, 3)), [[0, 1.0], [2, 0]], np.eye(3), -SQUARE):
        for use in (fit_tree_metric, four_point_violation, neighbour_joining):
            with pytest.raises(ValueError, match="D must"):
                use(D)


NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("C",)), max_size=8)


def random_named(tree):
    return Tree(tree.edges, tree.lengths, [f"x{k}" for k in range(tree.n_leaves)])


@settings(max_examples=12)
@given(st.integers(1, 9), st.integers(0, 10**6), st.data())
def test_newick_comes_back(n, seed, data):
    names = data.draw(st.lists(NAMES, min_size=n, max_size=n, unique=True))
    tree = random_tree(n, np.random.default_rng(seed)) if n > 1 else Tree([], [], ["0"])
    tree = Tree(tree.edges, tree.lengths, names)
    again = Tree.from_newick(tree.to_newick())
    order = [again.names.index(name) for name in tree.names]
    assert np.allclose(again.path_metric()[np.ix_(order, order)], tree.path_metric(), atol=1e-12)
    assert sorted(again.lengths) == sorted(tree.lengths)
    assert random_named(tree).to_newick(tree.names) == tree.to_newick()
    assert Tree.from_newick(again.to_newick()).names is not None


def test_newick_with_a_root_of_two_and_single_children():
    rooted = Tree.from_newick("((a:1,b:2)x:0.5,((c:1,d_d:3)[a clade]:1):1.5)root:9;")
    assert rooted.path_metric()[0, 2] == pytest.approx(1 + 0.5 + 1.5 + 1 + 1)
    assert rooted.names == ("a", "b", "c", "d d")
    assert Tree.from_newick("(a:1,'b''s':2);").path_metric()[0, 1] == 3


@each(
    "text",
    [
        *("", ";", "(a:1,b:1)", "(a:1,b:1;", "a:1,b:1);", "(a:1,b:x);", "(a:1,:2);", "(a,b);"),
        *("(a:1,b:1);(c:1,d:1);", "(a:1,(b:1));,", "(a:1 b:2);", "('a:1,b:1);"),
        *("(a:1(b:1,c:1):2);", "((a:1,b:1)c:1)d)e;", "(a:1:2,b:1);"),
        *("(a:1,b::1);", "(a:1,(b:1,c:1):2:3);"),
    ],
)
def test_bad_newick(text):
    with pytest.raises(ValueError, match="text must be a tree in Newick"):
        Tree.from_newick(text)


def test_names_in_newick_are_one_a_leaf_and_differ():
    tree = Tree.from_newick("(a:1,b:2,c:1);")
    for names in (["x", "y"], ["x", "x", "y"]):
        with pytest.raises(ValueError, match="names must"):
            tree.to_newick(names)


def crosses(p, q, r, s):
    """Whether two segments without a common end meet in a point inside both."""

    def side(a, b, c):
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    return side(p, q, r) * side(p, q, s) < -1e-12 and side(r, s, p) * side(r, s, q) < -1e-12


@each("n", [2, 3, 5, 12])
def test_a_drawing_has_no_crossing_edges(n):
    for seed in range(4):
        tree = random_tree(n, np.random.default_rng(seed), short=seed % 2 == 1)
        drawn = tree.layout()
        P = drawn.positions
        assert np.isfinite(P).all()
        length = np.linalg.norm(P[tree.edges[:, 0]] - P[tree.edges[:, 1]], axis=1)
        assert np.allclose(length, tree.lengths)
        for (a, b), (c, d) in itertools.combinations(tree.edges.tolist(), 2):
            assert len({a, b, c, d}) < 4 or not crosses(P[a], P[b], P[c], P[d])


def test_leaf_labels_point_along_their_edges_and_a_tree_of_no_length_is_a_point():
    tree = random_tree(9, np.random.default_rng(0))
    drawn = tree.layout()
    for leaf in range(9):
        (edge,) = tree.edges[(tree.edges == leaf).any(axis=1)]
        inner = edge[edge != leaf][0]
        step = drawn.positions[leaf] - drawn.positions[inner]
        along = np.array([np.cos(drawn.angles[leaf]), np.sin(drawn.angles[leaf])])
        assert np.allclose(step / np.linalg.norm(step), along)
    drawn = Tree([(0, 3), (1, 3), (2, 3)], np.zeros(3), "abc").layout()
    assert not drawn.positions.any()
    assert drawn.scale == 0
    assert Tree([], [], ["a"]).layout().positions.shape == (1, 2)
