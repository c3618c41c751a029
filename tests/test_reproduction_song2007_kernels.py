"""Song 2007 again, the half on kernels: its exhibits and claims, and what they are made of."""

from itertools import permutations

import numpy as np
import pytest
from reproduction_checks import check_claims, check_exhibit
from scipy.sparse.csgraph import connected_components
from sklearn.neighbors import kneighbors_graph

from depcluster import kernel_matrix
from depcluster.reproduction.song2007 import PAPER
from depcluster.reproduction.song2007.cases import bound, dependence, kernels
from depcluster.reproduction.song2007.claims import bound as on_the_bound
from depcluster.reproduction.song2007.claims import dependence as on_dependence
from depcluster.reproduction.song2007.claims import kernels as on_kernels
from depcluster.reproduction.song2007.claims import low_rank as on_low_rank
from depcluster.reproduction.song2007.claims import stability as on_stability
from depcluster.reproduction.song2007.figures.kernels import WIDTHS

SMALL = {"Fig. 1": {"random_state": 3}, "Fig. 2": {"n_toys": 6, "kernel": "graph"}, "Table 1": {}}
MODULES = {m.__name__ for m in (on_dependence, on_the_bound, on_kernels, on_stability, on_low_rank)}
CLAIMED = [of for of in PAPER.claimed if of.__module__ in MODULES]


@pytest.mark.parametrize("item", SMALL)
def test_exhibit(item):
    check_exhibit(PAPER, item, **SMALL[item])


@pytest.mark.parametrize("of", CLAIMED, ids=lambda of: f"{of.item}, {of.__name__}")
def test_claims(of):
    check_claims(PAPER, of)


def test_a_wrong_parameter_is_told():
    for item, wrong in (("Fig. 1", {"times": 0}), ("Fig. 2", {"kernel": "linear"})):
        with pytest.raises(ValueError, match=f"{next(iter(wrong))} must be"):
            PAPER.exhibits[item](**wrong)


def test_figure_2_draws_other_toys_for_another_seed():
    first, second = (PAPER.exhibits["Fig. 2"](n_toys=6, random_state=k).alt for k in (0, 6))
    assert first != second


def test_estimate_without_bias():
    # The literal one: means over pairs, triples and quadruples of different samples.
    X, y = dependence.groups(6, 2, True, 1)
    K = kernel_matrix(X, gamma=0.3)
    L = (y[:, None] == y).astype(float)
    m = len(y)
    pairs = np.mean([K[i, j] * L[i, j] for i, j in permutations(range(m), 2)])
    apart = np.mean([K[i, j] * L[k, q] for i, j, k, q in permutations(range(m), 4)])
    chain = np.mean([K[i, j] * L[i, k] for i, j, k in permutations(range(m), 3)])
    biased, unbiased = dependence.estimates(K, y)
    np.testing.assert_allclose(unbiased, pairs + apart - 2 * chain)
    H = np.eye(m) - 1 / m
    np.testing.assert_allclose(biased, np.trace(H @ K @ H @ L) / (m - 1) ** 2)


def test_mean_squared_distance():
    for d, everywhere in ((2, False), (5, True)):
        X, _ = dependence.groups(4000, d, everywhere, 0)
        squared = 2 * X.var(axis=0).sum()
        np.testing.assert_allclose(
            squared, dependence.mean_squared_distance(d, everywhere), rtol=0.05
        )


def test_share():
    y = np.repeat([0, 1, 2], [3, 4, 5])
    v = np.array([2.0, -1, -0.4])[y]
    v -= v.mean()
    assert np.isclose(kernels.share(v / np.linalg.norm(v), y), 1)
    v = np.tile([1.0, -1], 6)[: len(y)]
    v[2], v[-1] = 0, 0
    assert kernels.share(v / np.linalg.norm(v), y) < 0.1


def test_race():
    X, y = kernels.TOYS["collinear"](0)
    easy = kernels.race(kernels.rbf(0.5)(X), y, 2)
    assert easy.ari == 1
    assert easy.stays
    assert not easy.above
    assert not easy.below
    X, y = kernels.TOYS["xor"](0)
    hard = kernels.race(kernels.rbf(0.3)(X), y, 2)
    assert hard.ari < 0.5
    assert hard.above
    assert not hard.below


def test_sizes_of_noise_are_spread_evenly():
    sizes = np.array([kernels.noise_of(seed) for seed in range(kernels.N_TOYS)])
    assert kernels.SMALLEST <= sizes.min()
    assert sizes.max() <= kernels.LARGEST
    octaves = np.histogram(np.log2(sizes), bins=5)[0]
    assert np.ptp(octaves) <= 3


def test_scatter_is_that_of_the_toys():
    for toy, scatter in kernels.SCATTER.items():
        X, y = kernels.TOYS[toy](0)
        if toy == "rings":
            off = np.linalg.norm(X, axis=1) - np.array([1.5, 3.5])[y]
        else:
            group = y if toy == "collinear" else np.repeat(np.arange(4), 60)
            off = np.concatenate([X[group == k] - X[group == k].mean(axis=0) for k in set(group)])
        np.testing.assert_allclose(off.std(), scatter, rtol=0.15)


def test_gamma_is_infinite_where_the_graph_falls_into_three_parts():
    for seed in range(12):
        X, _ = kernels.TOYS["xor"](seed)
        n_parts = connected_components(kneighbors_graph(X, 8), directed=False)[0]
        assert np.isinf(kernels.shaken("xor", seed)[1]) == (n_parts > 2)


def test_the_sign_of_eta():
    for theorem in bound.theorems()[:20]:
        terms = theorem.term_delta, theorem.term_delta_perturbed, theorem.term_gamma
        np.testing.assert_allclose(theorem.bound, 2 * np.sqrt(terms).sum() ** 2)
        if theorem.eta == pytest.approx(0, abs=1e-12):
            np.testing.assert_allclose(bound.with_minus(theorem), theorem.bound)
        elif theorem.term_gamma > 2 * theorem.eta / theorem.eigengap > 0:
            assert bound.with_minus(theorem) < theorem.bound


def test_perturbations_reach_from_tiny_to_huge():
    sizes = [bound.size_of(seed) for seed in range(bound.N_CASES)]
    counts = np.histogram(sizes, bins=bound.DECADES)[0]
    assert counts.sum() == bound.N_CASES
    assert counts.min() > 100


def test_differing():
    assert bound.differing([0, 0, 1, 1], [1, 1, 0, 0]) == 0
    assert bound.differing([0, 0, 1, 1], [0, 0, 0, 1]) == 25


def test_the_record_of_table_1_is_whole():
    recorded, sets = bound.table_1()
    assert len(sets) == 9
    assert "numpy" in recorded
    for row in sets.values():
        assert tuple(row["other_widths"]) == WIDTHS[1:]
        assert {len(runs) for runs in row["single_starts"].values()} == {20}
        # What a factor ended by the eigengap leaves is less than that gap, so gamma is below 1.
        assert row["stopped_by"] == "eigengap"
        assert 0 <= row["gamma_term"] < 1
        assert row["paper"]["c"] == row["c"]


def test_table_1_at_another_width():
    usual, other = (PAPER.exhibits["Table 1"](width=width) for width in (WIDTHS[0], WIDTHS[-1]))
    assert "1/d" in other.caption
    for name, row in zip(bound.table_1()[1], other.rows, strict=True):
        assert row[0] == name
        assert row[-1][0] == str(bound.table_1()[1][name]["other_widths"][WIDTHS[-1]]["columns"])
    assert [row[-1][1] for row in usual.rows] == [row[-1][1] for row in other.rows]


def test_slower_times_change_the_words(monkeypatch):
    recorded, sets = bound.table_1()
    slow = {name: row | {"seconds_svd": row["seconds_eigh"]} for name, row in sets.items()}
    monkeypatch.setattr(on_low_rank, "table_1", lambda: (recorded, slow))
    made = {one.claim: one for one in on_low_rank.of_table_1.__wrapped__()}
    several = next(one for claim, one in made.items() if claim.startswith("For several"))
    assert several.verdict == "not reproduced"
    assert ", ".join(sets) in several.measured
    tenfold = made["The gain is up to an order of magnitude."]
    assert tenfold.verdict == "not reproduced"


def test_figure_2_counts_by_octave():
    sizes = np.array([0.1, 0.2, 0.5, 1.5])
    told = on_stability._by_size(sizes, np.array([True, False, True, False]))
    assert told.endswith("1/16 to 1/4: 1 of 2, 1/4 to 1: 1 of 1, 1 to 2: 0 of 1")
