"""The small widgets of lessons: what they say in Python is the literal formula."""

import itertools
import re

import numpy as np
import pytest
from refusals import not_refused
from sklearn.datasets import make_moons
from sklearn.metrics import adjusted_rand_score

from depcluster import CLUHSIC
from depcluster.datasets import make_circle_gauss, make_three
from depcluster.kernels import kernel_matrix, median_rule
from depcluster.papers.sugiyama2011 import SMIC, lsmi
from depcluster.trees import four_point_violation
from depcluster.widgets import (
    Bells,
    Blocks,
    CoinMosaic,
    FourLeaves,
    LonePoint,
    NewPoint,
    Pair,
    PieceGraph,
    Tables,
    Width,
)

X, y = make_three()


def told_numbers(widget):
    """The decimal numbers of a widget's line."""
    return [float(number) for number in re.findall(r"\d+\.\d+", widget.summary())]


def test_a_pair_tells_distance_and_similarity():
    mixed = np.random.default_rng(0).permutation(60)
    pair = Pair(X, y, order=mixed)
    K, s = kernel_matrix(X), median_rule(X)
    for i, l in ((0, 0), (3, 41), (59, 20)):
        pair.pair = i, l
        told_s, d, K_il = told_numbers(pair)
        assert told_s == pytest.approx(s, abs=5e-4)
        assert d == pytest.approx(np.sqrt(((X[i] - X[l]) ** 2).sum()), abs=5e-3)
        assert K_il == pytest.approx(K[i, l], abs=5e-3)
    pair.pair = None
    assert len(told_numbers(pair)) == 1


def literal(K, labels, centred):
    """tr(HKHL) / (m - 1)^2, or tr(KL) / (m - 1)^2, from whole matrices."""
    m = len(K)
    H = np.eye(m) - np.ones((m, m)) / m if centred else np.eye(m)
    Pi = np.eye(labels.max() + 1)[labels]
    return np.trace(H @ K @ H @ Pi @ Pi.T) / (m - 1) ** 2


def test_tables_tell_the_trace_of_the_formula():
    K = kernel_matrix(X)
    for centred, share in itertools.product((True, False), (0, 0.25, 0.5, 1)):
        tables = Tables(K, y, shuffled=share, centred=centred)
        assert tables.score == pytest.approx(literal(K, tables.labels_at(share), centred))
        (told,) = told_numbers(tables)
        assert told == pytest.approx(tables.score, abs=5e-4)
        tables.labelling = "everybody in one"
        assert tables.score == pytest.approx(literal(K, np.zeros(60, int), centred), abs=1e-12)


def test_a_larger_share_shuffles_more_points_and_the_same_way_for_a_seed():
    tables = Tables(np.eye(60), y, seed=3)
    labels = [tables.labels_at(n / 60) for n in range(61)]
    assert np.array_equal(labels[0], y)
    for before, after in itertools.pairwise(labels):
        assert np.count_nonzero(before != after) in (0, 2)
        assert np.array_equal(np.bincount(after), [20, 20, 20])
    again, other = (Tables(np.eye(60), y, seed=seed).labels_at(1) for seed in (3, 4))
    assert np.array_equal(again, labels[-1])
    assert not np.array_equal(other, again)


FOUR = [[2, 1, 0, -1], [1, 2, -1, 0], [0, -1, 2, 1], [-1, 0, 1, 2]]


def test_blocks_tell_the_sums_of_equation_6():
    blocks = Blocks(FOUR, [0, 0, 1, 1])
    for blocks.labels, S in (
        ([0, 0, 1, 1], [[6, -2], [-2, 6]]),
        ([0, 1, 0, 1], [[4, 0], [0, 4]]),
        ([0, 1, 1, 0], [[2, 2], [2, 2]]),
        ([0, 0, 0, 0], [[8, 0], [0, 0]]),
    ):
        assert blocks.S.tolist() == S
        Pi = np.eye(2)[blocks.labels]
        assert blocks.trace == np.trace(np.array(FOUR) @ Pi @ Pi.T) == np.trace(S)
        assert f"S = {S}, trace {blocks.trace:g}" in blocks.summary()


MOONS = make_moons(60, noise=0.06, random_state=0)


@pytest.fixture(scope="module")
def width():
    return Width({"three": (X, y), "two moons": MOONS}, 3, factors=(0.5, 1, 20), n_init=3)


def mean_similarities(K, labels):
    """Of two different points of one cluster, and of two clusters, by loops."""
    own, other = [], []
    for i in range(len(K)):
        for l in range(len(K)):
            if i != l:
                (own if labels[i] == labels[l] else other).append(K[i, l])
    return np.mean(own), np.mean(other)


def test_a_width_tells_what_the_method_finds_at_it(width):
    for width.shape, (points, groups) in (("three", (X, y)), ("two moons", MOONS)):
        for width.factor in (0.5, 1, 20):
            s = width.factor * median_rule(points)
            found = CLUHSIC(3, gamma=s, n_init=3, random_state=0).fit_predict(points)
            assert adjusted_rand_score(found, width.labels) == 1
            assert width.ari == pytest.approx(adjusted_rand_score(groups, found))
            K = np.exp(-s * ((points[:, None] - points) ** 2).sum(-1))
            told = re.search(
                r"s (\S+) = .*ARI (\S+),.*clusters (\S+), between (\S+)$", width.summary()
            )
            expected = [s, width.ari, *mean_similarities(K, width.labels)]
            assert [*map(float, told.groups())] == pytest.approx(expected, rel=5e-3, abs=5e-3)


def test_clusters_of_one_width_are_named_like_those_of_the_one_before(width):
    width.shape = "two moons"
    labels = []
    for width.factor in (0.5, 1, 20):
        labels.append(width.labels)
    for before, after in itertools.pairwise(labels):
        kept = np.mean(before == after)
        for names in itertools.permutations(range(3)):
            assert kept >= np.mean(before == np.array(names)[after])


def integrated_cosine(distance):
    """Jenssen's (3) for two unit bells, by a sum over a fine grid."""
    x = np.linspace(-12, 17, 29_001)
    p, q = (np.exp(-((x - mean) ** 2) / 2) for mean in (0, distance))
    return (p * q).sum() / np.sqrt((p * p).sum() * (q * q).sum())


def test_the_angle_of_two_bells_is_that_of_their_integrals():
    for distance in (0, 0.5, 1, 1.665, 2, 3, 5):
        bells, cosine = Bells(distance), integrated_cosine(distance)
        assert bells.cosine == pytest.approx(cosine, rel=1e-9)
        assert bells.angle == pytest.approx(np.degrees(np.arccos(min(cosine, 1))), abs=1e-4)
        assert bells.divergence == pytest.approx(-np.log(cosine), abs=1e-9)


def literal_dependence(joint):
    """Sugiyama's (1) and mutual information of a table, cell by cell."""
    smi = mi = 0.0
    for x in (0, 1):
        for y in (0, 1):
            apart = joint[x].sum() * joint[:, y].sum()
            smi += apart * (joint[x, y] / apart - 1) ** 2 / 2
            mi += joint[x, y] * np.log(joint[x, y] / apart) if joint[x, y] else 0
    return smi, mi


def test_the_mosaic_has_the_dependence_of_its_table():
    for agreement in (0, 0.1, 0.5, 0.75, 0.9, 1):
        mosaic = CoinMosaic(agreement)
        assert mosaic.joint.sum() == pytest.approx(1)
        assert np.trace(mosaic.joint) == pytest.approx(agreement)
        found = mosaic.smi, mosaic.mutual_information
        assert found == pytest.approx(literal_dependence(mosaic.joint), abs=1e-12)
        assert f"SMI {mosaic.smi:.3f}" in repr(mosaic)


def walked(legs, inner, i, j):
    """The length of the way from leaf i to leaf j, edge by edge."""
    return 0 if i == j else legs[i] + legs[j] + (inner if (i < 2) != (j < 2) else 0)


def test_four_leaves_add_up_the_ways_along_their_edges():
    for legs, inner, sums in (
        ((1, 2, 1, 3), 2, [7, 11, 11]),
        ((1, 2, 1, 3), 0, [7, 7, 7]),
        ((0, 4, 0.5, 1), 3, [5.5, 11.5, 11.5]),
    ):
        leaves = FourLeaves(legs, inner)
        literal = [[walked(legs, inner, i, j) for j in range(4)] for i in range(4)]
        assert leaves.distances.tolist() == literal
        assert list(leaves.sums.values()) == pytest.approx(sums)
        assert leaves.violation == 0
        assert four_point_violation(leaves.distances) == pytest.approx(0, abs=1e-12)
        low, *_, high = sorted(leaves.sums.values())
        assert (high - low) / 2 == inner


def test_four_points_are_no_tree():
    for corners in (FourLeaves().corners, [[0, 0], [1, 0.2], [0.9, 1.3], [-0.3, 1]]):
        points = FourLeaves(free=True, corners=corners)
        assert points.violation == pytest.approx(four_point_violation(points.distances))
        assert points.violation > 0.1
        length = np.hypot(*np.subtract(corners[1], corners[0]))
        assert points.distances[0, 1] == pytest.approx(length)
        assert f"violation {points.violation:.2f}" in repr(points)


def pieces(*blocks):
    """Weights of pieces that are not linked: each a list of weights along a path."""
    n = sum(len(block) + 1 for block in blocks)
    K, first = np.eye(n), 0
    for block in blocks:
        for k, weight in enumerate(block, first):
            K[k, k + 1] = K[k + 1, k] = weight
        first += len(block) + 1
    return K


TRIANGLE = pieces([0.5, 0.5], [0.8])
TRIANGLE[0, 2] = TRIANGLE[2, 0] = 0.5


def by_hand(K, c):
    """Figure 2 of Sugiyama (2011), with equal shares."""
    phi = np.linalg.eigh(K)[1][:, ::-1][:, :c]
    phi = np.maximum(phi * np.sign(phi.sum(axis=0)), 0)
    scores = phi / phi.sum(axis=0)
    return scores, np.where(scores.max(axis=1) > 1e-10, scores.argmax(axis=1), -1)


def test_the_classes_of_a_graph_are_those_of_its_eigenvectors():
    cases = (TRIANGLE, 2), (pieces([0.9] * 3, [0.5]), 2), (pieces([0.3, 0.8], [0.4], []), 3)
    for K, c in cases:
        graph = PieceGraph(K, n_clusters=c)
        scores, labels = by_hand(K, c)
        assert graph.scores == pytest.approx(scores, abs=1e-9)
        assert graph.labels.tolist() == labels.tolist()
        assert graph.eigenvalues == pytest.approx(np.sort(np.linalg.eigvalsh(K))[::-1])


def test_a_pair_is_found_once_it_comes_before_the_second_of_the_path():
    path = [0.9] * 3
    edge = 1.8 * np.cos(2 * np.pi / 5)
    assert PieceGraph(pieces(path, [edge - 0.001])).labels.tolist()[4:] == [-1, -1]
    assert PieceGraph(pieces(path, [edge + 0.001])).labels.tolist() == [0, 0, 0, 0, 1, 1]
    sym = PieceGraph(pieces(path, [0.5]), kernel_normalization="sym")
    d = sym.weights.sum(axis=1)
    assert sym.kernel == pytest.approx(sym.weights / np.sqrt(np.outer(d, d)))
    assert len(set(sym.labels[:4])) == len(set(sym.labels[4:])) == 1


def test_only_the_weights_of_edges_change():
    graph = PieceGraph(TRIANGLE)
    weaker = TRIANGLE.copy()
    weaker[3, 4] = weaker[4, 3] = 0.0
    graph.weights = weaker
    graph.weights = TRIANGLE
    with pytest.raises(ValueError, match="weights must"):
        graph.weights = pieces([0.5] * 4)


def two_groups(seed, n=30):
    """Two unit bells at (-2.5, 0) and (2.5, 0)."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(2 * n, 2)) + np.repeat([[-2.5, 0], [2.5, 0]], n, axis=0)


def literal_pairs(points, sigma, weighting):
    """Eigenvalues over N and eigenvectors of the weighted window kernel, the largest first."""
    d = np.linalg.norm(points[:, None] - points, axis=2)
    K = np.exp(-((d / (2 * sigma)) ** 2))
    u = np.ones(len(K)) if weighting == "affinity" else 1 / K.mean(axis=1)
    if weighting == "outlier":
        alone = (d + 9 * sigma * np.eye(len(K)) > 3 * sigma).all(axis=1)
        u[alone] = 0.01 / (4 * np.pi * sigma**2)
    values, V = np.linalg.eigh(np.sqrt(np.outer(u, u)) * K)
    return values[::-1] / len(K), V[:, ::-1]


def test_the_lone_point_has_the_pairs_of_the_weighted_kernel():
    X = two_groups(1)
    for weighting, height in itertools.product(("laplacian", "affinity", "outlier"), (0.5, 4, 6)):
        lone = LonePoint(X, 0.7, height=height, weighting=weighting)
        values, V = literal_pairs(np.vstack([X, [[0, height]]]), 0.7, weighting)
        np.testing.assert_allclose(lone.lead.values, values[:3], atol=1e-9)
        assert lone.lead.kept == pytest.approx((V[-1, :2] ** 2).sum(), abs=1e-6)
        assert lone.lead.third == pytest.approx(V[-1, 2] ** 2, abs=1e-6)


def test_the_lone_point_takes_a_cluster_once_and_with_one_over_f_alone():
    lone = LonePoint(two_groups(0, 75))
    alone = {}
    for lone.weighting in ("laplacian", "affinity", "outlier"):
        smallest = []
        for lone.height in np.arange(0, 8.5, 1):
            smallest.append(np.bincount(lone.labels).min())
        alone[lone.weighting] = np.array(smallest) == 1
    assert alone["laplacian"][-1]
    assert not alone["laplacian"][0]
    assert (np.diff(alone["laplacian"].astype(int)) >= 0).all()
    assert not alone["affinity"].any()
    assert not alone["outlier"].any()


@pytest.fixture(scope="module")
def star():
    return NewPoint(5 + 3 * make_circle_gauss()[0])


def test_a_star_has_what_the_methods_say_of_it(star):
    X = 5 + 3 * make_circle_gauss()[0]
    model = SMIC(2, n_neighbors=7, kernel_normalization="sym").fit(X)
    fitted = lsmi(X, model.labels_, random_state=0)
    reach = np.linalg.norm(X - X.mean(axis=0), axis=1).max()
    for star.place in ((0, 0), (0.6, 0), (-0.4, 1.2), (15, 0), (70, -70)):
        away = np.linalg.norm(star.star - X.mean(axis=0))
        assert away == pytest.approx(np.linalg.norm(star.place) * reach)
        assert star.scores == pytest.approx(model.transform([star.star])[0])
        assert star.posterior == pytest.approx(model.predict_proba([star.star])[0])
        ratio = fitted.ratio([star.star])[0]
        assert star.lsmi_posterior == pytest.approx(np.bincount(model.labels_) / len(X) * ratio)


def test_a_posterior_stays_sure_while_its_scores_fall(star):
    far = np.geomspace(1, 15, 40)
    scores, posterior, _ = star.at(np.column_stack([far, 0 * far]))
    assert (np.diff(scores.max(axis=1)) < 0).all()
    assert posterior.max(axis=1) == pytest.approx(1)
    star.place = 100, 0
    assert not star.scores.any()
    assert star.posterior.tolist() == [0.5, 0.5]


def test_small_widgets_refuse_what_they_cannot_show(width):
    few, wide = two_groups(0, 3), np.random.default_rng(0).normal(size=(301, 2))
    of_pair, of_tables = Pair(X, y), Tables(np.eye(4), [0, 0, 1, 1])
    of_blocks = Blocks(FOUR, [0, 0, 1, 1])
    values = [
        *((of_pair, "pair", v) for v in ((0,), (0, 60), (0, -1), (0, 1.5), "01", 3, (True, 1))),
        *((of_tables, "labelling", v) for v in ("the truth", None, 3, ["true groups"])),
        *((of_blocks, "labels", v) for v in ([0, 0, 1], [0, 0, 1, 2], [0.5] * 4, "0011")),
        *((width, "factor", v) for v in (2, "1", None, np.nan, [1])),
    ]
    before = of_pair.pair, of_tables.labelling, of_blocks.labels.tolist(), width.factor
    assert not_refused((f"{name} must", setattr, of, name, v) for of, name, v in values) == []
    assert (of_pair.pair, of_tables.labelling, of_blocks.labels.tolist(), width.factor) == before
    cases = [
        ("distance must", Bells, 5.1),
        ("distance must", Bells, "2"),
        ("agreement must", CoinMosaic, 1.01),
        ("legs must", FourLeaves, (1, 2, -1, 3)),
        ("weights must", PieceGraph, TRIANGLE - np.eye(5)),
        ("positions must", PieceGraph, TRIANGLE, np.zeros((4, 2))),
        ("X must", LonePoint, few[:3]),
        ("X must", LonePoint, few / 100),
        ("X must", Pair, np.eye(4), [0, 0, 1, 1]),
        ("X must", Pair, wide, np.zeros(301, int)),
        ("K must", Tables, np.eye(301), np.zeros(301, int)),
        ("K must", Blocks, np.eye(7), np.zeros(7, int)),
        ("shapes must", Width, (X, y)),
    ]
    assert not_refused(cases) == []
