"""Song 2007 again: its figures and claims, and the set-ups and records they are made of."""

from itertools import permutations

import numpy as np
import pytest
from reproduction_checks import check_figure, check_statement, ids
from scipy.sparse.csgraph import connected_components
from sklearn.neighbors import kneighbors_graph

import naive
from depcluster import FigureWithAlt
from depcluster.kernels import kernel_matrix
from depcluster.labels import chain, grid, plain, ring
from depcluster.reproduction import algorithm_1, random_starts, read_runs
from depcluster.reproduction.song2007 import (
    PAPER,
    claims_figures,
    experiments,
    figure_3,
    figure_4,
    table_1,
    teapot_window,
)
from depcluster.reproduction.song2007.claims import bias, estimates, law_hsic, with_minus


@pytest.mark.parametrize(
    ("item", "settings"),
    [
        ("Fig. 1", {"random_state": 3}),
        ("Fig. 2", {"n_toys": 6, "kernel": "graph", "scale": "log"}),
        ("Fig. 3", {"hierarchy": (9,), "difficulty": 1, "random_state": 3}),
        ("Fig. 3", {"hierarchy": [["a", "b"], list("cdefg"), ["h", ["i"]]]}),
        ("Fig. 4", {"blend": 0.2, "random_state": 1}),
        ("Table 1", {}),
    ],
)
def test_figure(item, settings):
    check_figure(PAPER, item, **settings)


@pytest.mark.parametrize("statement", PAPER.statements, ids=ids)
def test_claim(statement, full):
    check_statement(PAPER, statement, full)


@pytest.mark.parametrize("study", PAPER.studies, ids=lambda study: study.name)
def test_the_record_is_of_the_protocol(study):
    assert study.stale() == ""
    for key, values in read_runs("song2007").rows.items():
        if key[0] == study.name and key[2] != experiments.SPECTRAL.name:
            assert len(values) == study.seeds


def test_a_wrong_parameter_is_told():
    wrong = (("Fig. 1", {"times": 0}), ("Fig. 2", {"kernel": "linear"}), ("Fig. 4", {"blend": 0.6}))
    for item, of in wrong:
        with pytest.raises(ValueError, match=f"{next(iter(of))} must be"):
            PAPER.figures[item](**of)


def test_figure_3_tells_what_the_hierarchy_does():
    assert "one person in labels 0 to 2" in figure_3().alt
    assert "not side by side; ARI 1.00" in figure_3(hierarchy=(9,)).alt


@pytest.mark.parametrize("hierarchy", [(3, 2), "tree", [], 9])
def test_figure_3_refuses_what_has_not_nine_leaves(hierarchy):
    with pytest.raises(ValueError, match="hierarchy must be a tree of nine leaves"):
        figure_3(hierarchy=hierarchy)


def test_figure_4_tells_what_the_blend_does():
    assert "k-means: opposite views apart" in figure_4(blend=0.2, random_state=1).alt


def test_the_window_is_drawn_at_each_recorded_blend_and_no_other():
    drawn = teapot_window(0.44)
    assert isinstance(drawn, FigureWithAlt)
    assert "k-means keeps opposite views apart in 0%" in drawn.alt
    with pytest.raises(ValueError, match=r"blend must be one of 0\.2, "):
        teapot_window(0.39)


def test_table_1_at_another_width():
    usual, other = (table_1(width=width) for width in list(experiments.WIDTHS)[:: 4])
    assert "1/d" in other.caption
    assert usual.columns[1:] == tuple(experiments.REPORTED)
    columns = dict(zip(other.columns, other.rows[-1], strict=True))
    for name, printed in experiments.REPORTED.items():
        ours = experiments.table_1_of(name, "columns", list(experiments.WIDTHS)[4])
        assert columns[name] == (f"{ours:.0f}", str(printed["columns"]))


def test_the_factors_of_table_1_ended_by_the_eigengap():
    for name in experiments.REPORTED:
        left, gap = (experiments.table_1_of(name, key) for key in ("residual trace", "eigengap"))
        assert 0 <= left <= 1.1 * gap  # the rule takes the factor's own eigengap


def test_estimate_without_bias():
    # The literal one: means over pairs, triples and quadruples of different samples.
    rng = np.random.default_rng(1)
    K, y, m = kernel_matrix(rng.standard_normal((6, 2)), gamma=0.3), np.arange(6) % 3, 6
    L = (y[:, None] == y).astype(float)
    pairs = np.mean([K[i, j] * L[i, j] for i, j in permutations(range(m), 2)])
    apart = np.mean([K[i, j] * L[k, q] for i, j, k, q in permutations(range(m), 4)])
    triples = np.mean([K[i, j] * L[i, k] for i, j, k in permutations(range(m), 3)])
    biased, unbiased = estimates(K, y)
    np.testing.assert_allclose(unbiased, pairs + apart - 2 * triples)
    np.testing.assert_allclose(biased, naive.hsic(K, L))
    off, value = bias(50, 2, True)
    assert 0 < off < value


def test_hsic_of_a_law_is_that_of_many_samples():
    # Of samples that are a law exactly, (2) is the HSIC of the law up to (m - 1)^2 for m^2.
    K, L = kernel_matrix(np.random.default_rng(0).standard_normal((3, 2))), plain(2)
    counts = np.array([[1, 3], [2, 0], [4, 2]])
    x, y = np.nonzero(counts)
    x, y = (np.repeat(of, counts[x, y]) for of in (x, y))
    m = len(x)
    exact = law_hsic(K, L, counts / m)
    np.testing.assert_allclose(exact, naive.hsic(K[x][:, x], L[y][:, y]) * (m - 1) ** 2 / m**2)


def test_share():
    y = np.repeat([0, 1, 2], [3, 4, 5])
    v = np.array([2.0, -1, -0.4])[y]
    v -= v.mean()
    assert np.isclose(experiments.share(v / np.linalg.norm(v), y), 1)
    v = np.tile([1.0, -1], 6)[: len(y)]
    v[2], v[-1] = 0, 0
    assert experiments.share(v / np.linalg.norm(v), y) < 0.1


def test_race():
    ari, above, stays = claims_figures.race(*experiments.TOYS["collinear"](0), 0.5, 2)
    assert ari == 1
    assert stays
    assert not above
    ari, above, _ = claims_figures.race(*experiments.TOYS["xor"](0), 0.3, 2)
    assert ari < 0.5
    assert above


def test_sizes_of_noise_are_spread_evenly():
    sizes = np.array([experiments.noise_of(seed) for seed in range(80)])
    assert experiments.SMALLEST <= sizes.min()
    assert sizes.max() <= experiments.LARGEST
    assert np.ptp(np.histogram(np.log2(sizes), bins=5)[0]) <= 3


def test_scatter_is_that_of_the_toys():
    for toy, scatter in experiments.SCATTER.items():
        X, y = experiments.TOYS[toy](0)
        if toy == "rings":
            off = np.linalg.norm(X, axis=1) - np.array([1.5, 3.5])[y]
        else:
            group = y if toy == "collinear" else np.repeat(np.arange(4), 60)
            off = np.concatenate([X[group == k] - X[group == k].mean(axis=0) for k in set(group)])
        np.testing.assert_allclose(off.std(), scatter, rtol=0.15)


@pytest.mark.parametrize("n_neighbors", [8, 30])
def test_gamma_is_infinite_where_the_graph_falls_into_three_parts(n_neighbors):
    for seed in range(6):
        X, _ = experiments.TOYS["xor"](seed)
        n_parts = connected_components(kneighbors_graph(X, n_neighbors), directed=False)[0]
        assert np.isinf(experiments.shaken("xor", seed, n_neighbors)[1]) == (n_parts > 2)


def test_the_sign_of_eta():
    for theorem in map(experiments.theorem, range(20)):
        terms = theorem.term_delta, theorem.term_delta_perturbed, theorem.term_gamma
        np.testing.assert_allclose(theorem.bound, 2 * np.sqrt(terms).sum() ** 2)
        if theorem.eta == pytest.approx(0, abs=1e-12):
            np.testing.assert_allclose(with_minus(theorem), theorem.bound)
        elif theorem.term_gamma > 2 * theorem.eta / theorem.eigengap > 0:
            assert with_minus(theorem) < theorem.bound


def test_perturbations_reach_from_tiny_to_huge():
    sizes = [experiments.size_of(seed) for seed in range(600)]
    counts = np.histogram(sizes, bins=experiments.DECADES)[0]
    assert counts.sum() == 600
    assert counts.min() > 100


def test_criteria_of_order():
    angle = 2 * np.pi * np.arange(24) / 24
    points = np.column_stack([np.cos(angle), np.sin(angle)])
    arcs = np.arange(24) // 4
    wrong = np.array([0, 2, 1, 3, 4, 5])[arcs]
    assert experiments.around(points, arcs, 6)
    assert experiments.around(points, (5 - arcs + 2) % 6, 6)
    assert not experiments.around(points, wrong, 6)
    assert not experiments.around(points, np.minimum(arcs, 4), 6)  # a label is not used
    assert experiments.along(np.arange(24), 5 - arcs)
    assert not experiments.along(np.arange(24), wrong)


def test_criterion_of_a_grid():
    places = np.array(np.unravel_index(range(9), (3, 3)), dtype=float).T
    turned, labels = places @ [[0.8, 0.6], [-0.6, 0.8]], np.arange(9)
    assert experiments.as_lattice(turned, labels)
    assert experiments.as_lattice(turned, np.arange(9).reshape(3, 3).T.ravel())
    assert not experiments.as_lattice(turned, np.array([1, 0, 2, 3, 4, 5, 6, 8, 7]))
    assert not experiments.as_lattice(turned, np.minimum(labels, 7))
    A = grid(3, 3) > 0
    assert np.array_equal(A, np.abs(places[:, None] - places).max(axis=2) <= 1)


def test_criterion_of_families():
    family = np.repeat([0, 1, 2], 3)
    assert experiments.in_blocks(np.array([8, 6, 7, 0, 2, 1, 4, 3, 5]), family)
    assert not experiments.in_blocks(np.array([8, 6, 3, 0, 2, 1, 4, 7, 5]), family)
    assert not experiments.in_blocks(np.array([0, 1, 2, 0, 1, 2, 3, 4, 5]), family)
    assert experiments.in_blocks(np.array([3, 2, 0, 1]), np.array([0, 0, 1, 1]), 2)
    assert not experiments.in_blocks(np.array([0, 2, 1, 3]), np.array([0, 0, 1, 1]), 2)


def test_criterion_of_opposite_views():
    arcs = np.arange(400) // 40
    assert 0.98 < experiments.shortest_direction(arcs) < 0.99
    assert experiments.shortest_direction(arcs % 5) < 1e-9
    assert not experiments.joins_opposite(experiments.shortest_direction(arcs))
    assert experiments.joins_opposite(experiments.shortest_direction(arcs % 5))


def test_the_first_blend_at_which_views_are_joined(monkeypatch):
    flags = np.zeros((len(experiments.BLENDS), 20), dtype=bool)
    flags[2:, 0] = flags[5, 1] = True
    rows = dict(zip(experiments.picture_sets(0.4), flags, strict=True))
    monkeypatch.setattr(claims_figures, "joined", lambda of, *how: rows[of])
    first = claims_figures.first_joined("ring", experiments.PAPER)
    assert first[:3].tolist() == [experiments.BLENDS[2], experiments.BLENDS[5], 0.5]


def test_several_starts_count_by_the_largest_J(monkeypatch):
    kept = {"J": np.array([[1.0, 2, 0], [3, 2, 1]]), "right": np.array([[0.0, 1, 0], [0, 1, 1]])}
    of = experiments.kept(lambda metric, **row: kept[metric], "set", "", "right")
    assert of.tolist() == [1, 0]


def test_what_was_recorded_is_computed_again():
    K, right = experiments.DRAWN["chain"][0](1)
    ended = algorithm_1(K, chain(5), random_starts(10, len(K), 5, 1))
    rounds = experiments.each_start(experiments.SMALL, "chain", "", "rounds")[1]
    assert np.array_equal(ended.rounds, rounds)
    each = experiments.each_start(experiments.SMALL, "chain", "", "score")[1]
    assert [right(labels) for labels in ended.labels] == each.astype(bool).tolist()
    _, K = experiments.teapot(0.37, 0.4, 0)
    starts = random_starts(10, experiments.VIEWS, experiments.ARCS, 0)[:2]
    ended, row = algorithm_1(K, ring(experiments.ARCS), starts), ("teapot 0.4 0.37", "ring")
    kept = {m: experiments.each_start(experiments.PICTURES, *row, m)[0][:2]
            for m in ("J", "rounds", "shortest")}
    assert ended.rounds.tolist() == kept["rounds"].tolist()
    np.testing.assert_allclose(ended.J[:, -1], kept["J"], rtol=1e-5)
    shortest = [experiments.shortest_direction(labels) for labels in ended.labels]
    np.testing.assert_allclose(shortest, kept["shortest"], rtol=1e-4)
