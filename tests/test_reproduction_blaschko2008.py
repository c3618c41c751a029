"""Blaschko 2008 in the reproduction room: its exhibits, its claims, and the mathematics of both."""

import copy

import numpy as np
import pytest
from reproduction_checks import check_claims, check_exhibit

import naive_taxonomy as naive
from depcluster.datasets import make_faces
from depcluster.kernels import centre, kernel_matrix
from depcluster.reproduction import Table, blaschko2008
from depcluster.reproduction.blaschko2008 import cases, partitions, texts, topologies
from depcluster.reproduction.blaschko2008.claims import comparing, number
from depcluster.reproduction.blaschko2008.claims import faces as of_faces
from depcluster.trees import Tree

PAPER = blaschko2008.PAPER
SMALL = {
    "Fig. 1": {"n_leaves": 5},
    "Fig. 2": {"n_init": 1, "difficulty": 0.5},
    "Fig. 3": {"half": 3},
    "Table 1": {"difficulty": 1.5},
    "Table 2": {"corpus": "newsgroups"},
}


@pytest.mark.parametrize("item", PAPER.exhibits)
def test_exhibits(item):
    check_exhibit(PAPER, item)
    check_exhibit(PAPER, item, **SMALL[item])


@pytest.mark.parametrize("of", PAPER.claimed, ids=lambda of: f"{of.item}, {of.__name__}")
def test_claims(of):
    check_claims(PAPER, of)


@pytest.mark.parametrize(
    ("draw", "given"),
    [
        (blaschko2008.figure_1, {"n_leaves": 2}),
        (blaschko2008.figure_2, {"difficulty": -1}),
        (blaschko2008.figure_2, {"random_state": None}),
        (blaschko2008.figure_3, {"corpus": "nips"}),
        (blaschko2008.figure_3, {"half": 20}),
        (blaschko2008.table_1, {"difficulty": 3}),
    ],
)
def test_what_an_exhibit_cannot_draw_is_refused(draw, given):
    (name,) = given
    with pytest.raises(ValueError, match=f"{name} must be"):
        draw(**given)


def test_table_1_has_all_values_of_the_paper_beside_ours():
    table = blaschko2008.table_1()
    assert isinstance(table, Table)
    pairs = [row[1] for row in table.rows if isinstance(row[1], tuple)]
    assert [theirs for _, theirs in pairs] == [f"{value:.3f}" for value in cases.PRINTED.values()]
    drawn = {row[0]: row for row in table.rows}
    method = f"{cases.SONG}c"
    assert drawn["(c)"][1][0] == f"{cases.draws('2', 'entropy', method).mean():.3f}"


def test_every_level_has_twenty_draws_or_more():
    levels = blaschko2008.cases.record("faces")["draws"]
    assert set(cases.LEVELS) < set(levels)
    assert min(map(len, levels.values())) >= 20


def test_an_effect_is_above_0_where_ours_has_the_lower_entropy():
    ours, rival = (cases.draws("2", "entropy", m) for m in (cases.TAXONOMY, f"{cases.SONG}c"))
    found = cases.lower(f"{cases.SONG}c", "2")
    assert np.isclose(found.mean, rival.mean() - ours.mean())
    assert found.ahead == (found.low > 0)


def test_the_collapsed_rival_is_never_evidence():
    table = blaschko2008.claims("Table 1")
    held = {made.claim: made for made in table}
    assert any(made.untestable and made.held == made.cases for made in held.values())
    assert np.all([cases.all_levels("filled", m) <= 4 for m in comparing.of(cases.NEITHER)])


def test_verdicts_of_table_1_follow_the_draws(monkeypatch):
    kept = copy.deepcopy(cases.record("faces"))
    assert of_faces.below_all_eight().held < of_faces.below_all_eight().cases / 2
    for level in cases.LEVELS:
        for draw in kept["draws"][level].values():
            draw["entropy"][cases.TAXONOMY] = -1.0
    monkeypatch.setattr(cases, "record", {"faces": kept}.get)
    made = of_faces.below_all_eight()
    assert made.held == made.cases
    assert made.verdict == "reproduced"
    (effects, text) = comparing.by_level("free")
    assert all(e.ahead for e in effects)
    assert text.count("+") == len(cases.LEVELS)
    assert not any(e.ahead for e in comparing.by_level(cases.TAXONOMY, "free")[0])


def test_no_claim_stands_twice():
    told = [(made.item, made.claim) for made in PAPER.claims()]
    assert len(set(told)) == len(told)


def test_cut_trees_have_nine_leaves_and_equal_edges():
    assert cases.cut(9) == ["leaf"] * 9
    assert cases.cut(3) == [["leaf"] * 3] * 3
    for D in cases.STRUCTURES.values():
        assert D.shape == (9, 9)
        assert (D.diagonal() == 0).all()
        assert (D[~np.eye(9, dtype=bool)] >= 2).all()
    near, far = cases.STRUCTURES["b"][0, [1, 3]]
    assert (near, far) == (2, 4)


def test_a_label_kernel_gives_its_path_lengths_back_as_squared_distances():
    D = cases.STRUCTURES["d"]
    A = cases.label_kernel(D)
    d = A.diagonal()
    assert np.allclose(d[:, None] + d - 2 * A, D)


def test_a_person_is_a_clade_where_an_edge_cuts_it_off():
    person = np.repeat([0, 1, 2], 4)
    labels = np.repeat(np.arange(6), 2)
    pairs = [(0, 6), (1, 6), (2, 7), (3, 7), (4, 8), (5, 8), (6, 9), (7, 9), (8, 9)]
    assert cases.clades(Tree(pairs, np.ones(9), range(6)), labels, person) == 3
    short = np.r_[np.ones(6), 0, 1, 1]
    assert cases.clades(Tree(pairs, short, range(6)), labels, person) == 2
    mixed = np.array([0, 2, 1, 3, 4, 5])[labels]
    assert cases.clades(Tree(pairs, np.ones(9), range(6)), mixed, person) == 1


def test_faces_are_those_of_the_data_set():
    some = cases.faces(1.0, 3)
    images, person, expression = make_faces(difficulty=1.0, random_state=3)
    assert np.array_equal(some.images, images)
    assert np.array_equal(some.y, 3 * person + expression)
    assert np.allclose(cases.mean_images(images, some.y)[4], images[some.y == 4].mean(axis=0))


def test_partitions_are_counted_once():
    assert [len(partitions.partitions(7, c)) for c in range(2, 7)] == [63, 301, 350, 140, 21]
    assert len(np.unique(partitions.partitions(7, 3), axis=0)) == 301


def test_values_of_partitions_are_those_of_the_literal_formulas():
    K = partitions.seven(2, "linear", 3, "line")
    trace, norm, identity = partitions.values_of_all(K)
    for k in (0, 57, 300):
        labels = partitions.partitions(7, 3)[k]
        assert np.isclose(norm[k], naive.best_value(centre(K), labels, 3))
        assert np.isclose(identity[k], naive.objective(centre(K), labels, np.eye(3)))
        within = sum(
            centre(K)[np.ix_(labels == j, labels == j)].sum() / (labels == j).sum()
            for j in range(3)
        )
        assert np.isclose(trace[k], within)


def test_groups_far_apart_are_found_by_all():
    K = partitions.seven(0, "rbf", 50)
    best = [partitions.partitions(7, 3)[values.argmax()] for values in partitions.values_of_all(K)]
    assert all(np.array_equal(labels, [0, 1, 2, 0, 1, 2, 0]) for labels in best)


def test_every_topology_is_listed_once():
    for n, count in ((4, 3), (5, 15), (6, 105)):
        found = topologies.all_topologies(n)
        trees = {
            frozenset(topologies.splits_of(Tree(edges, np.ones(len(edges)), range(n))))
            for edges in found
        }
        assert len(found) == len(trees) == count


def test_a_tree_metric_is_missed_by_nothing():
    drawn = topologies.random_tree(5, np.random.default_rng(0))
    assert topologies.least_misfit(drawn.path_metric()) < 1e-9
    assert len(topologies.splits_of(drawn)) == 2


def test_data_along_a_tree_lie_as_far_apart_as_the_formula_says():
    true, D = topologies.brownian(1, 30)
    assert true.n_leaves == 6
    X, y, *_ = topologies.make_brownian(dimensions=30, random_state=1)
    Y = naive.set_kernel(kernel_matrix(X), y, 6)
    assert np.isclose(D[2, 5] ** 2, Y[2, 2] + Y[5, 5] - 2 * Y[2, 5])


def test_the_star_with_a_leg_of_0_gives_no_kernel():
    legs = np.array([1.0, 1, 1, 0])
    star = (legs[:, None] + legs) * (1 - np.eye(4))
    assert np.isclose(np.linalg.eigvalsh(topologies.structure_of(star))[0], -0.25)
    assert topologies.least_eigenvalues(3, 5).min() > -1e-12


def test_elbows():
    J = np.array([0, 5, 6, 6.5, 7.0])
    assert number.elbows(J, np.arange(2, 7)) == (3, 3)
    assert number.elbows(np.sqrt(np.arange(11.0))) == (3, 5)


def test_texts_keep_the_order_of_their_leaves():
    found = texts.texts()
    run = cases.record("text")["found"]["docstrings"]["nni"]
    assert sorted(found.leaves) == list(range(8))
    j = found.leaves[2]
    assert found.sizes[2] == run["sizes"][j]
    assert " ".join(found.words[2]) == run["words"][j]
    assert found.m == sum(run["sizes"])
    assert texts.texts(half=0).m == found.m // 2
    assert (found.shared().diagonal() == 20).all()
    assert 0 < found.inner_share < 1


def test_neighbours_are_the_leaves_at_one_node():
    pairs = [(0, 6), (1, 6), (2, 7), (3, 7), (4, 8), (5, 8), (6, 9), (7, 9), (8, 9)]
    drawn = Tree(pairs, np.ones(9), range(6))
    found = texts.Texts(6, drawn, [], np.ones(6), np.ones(6), [], 0.0)
    assert sorted(found.neighbours()) == [(0, 1), (2, 3), (4, 5)]


def test_the_paper_prints_twenty_words_for_each_cluster():
    assert [len(row) for row in texts.printed_lists()] == [20] * 8
    assert texts.single([["a", "b"], ["b", "c"]]).tolist() == [True, False, False, True]
