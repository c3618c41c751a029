"""Song 2007 again: its figures and claims, and the set-ups and records they are made of."""

from itertools import permutations

import numpy as np
import pytest
from scipy.sparse.csgraph import connected_components
from sklearn.neighbors import kneighbors_graph

import reference
from depcluster.kernels import kernel_matrix
from depcluster.labels import chain, grid, plain, ring
from depcluster.reproduction import algorithm_1, random_starts
from depcluster.reproduction.song2007 import (
    experiments,
)
from depcluster.reproduction.song2007.claims import bias, estimates, law_hsic, with_minus


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
    np.testing.assert_allclose(biased, reference.hsic(K, L))
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
    np.testing.assert_allclose(exact, reference.hsic(K[x][:, x], L[y][:, y]) * (m - 1) ** 2 / m**2)


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


def test_criterion_of_opposite_views():
    arcs = np.arange(400) // 40
    assert 0.98 < experiments.shortest_direction(arcs) < 0.99
    assert experiments.shortest_direction(arcs % 5) < 1e-9
    assert not experiments.joins_opposite(experiments.shortest_direction(arcs))
    assert experiments.joins_opposite(experiments.shortest_direction(arcs % 5))


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
    kept = {
        m: experiments.each_start(experiments.PICTURES, *row, m)[0][:2]
        for m in ("J", "rounds", "shortest")
    }
    assert ended.rounds.tolist() == kept["rounds"].tolist()
    np.testing.assert_allclose(ended.J[:, -1], kept["J"], rtol=1e-5)
    shortest = [experiments.shortest_direction(labels) for labels in ended.labels]
    np.testing.assert_allclose(shortest, kept["shortest"], rtol=1e-4)
