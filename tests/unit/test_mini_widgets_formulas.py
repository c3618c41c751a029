"""The small widgets on formulas: what they say in Python is the literal formula."""

import numpy as np
import pytest

from depcluster.datasets import make_circle_gauss
from depcluster.papers.sugiyama2011 import SMIC, lsmi
from depcluster.trees import four_point_violation
from depcluster.widgets import (
    Bells,
    CoinMosaic,
    FourLeaves,
    LonePoint,
    NewPoint,
    PieceGraph,
)


def integrated_cosine(distance):
    """Jenssen's (3) for two unit bells, by a sum over a fine grid."""
    x = np.linspace(-12, 17, 29_001)
    p, q = (np.exp(-((x - mean) ** 2) / 2) for mean in (0, distance))
    return (p * q).sum() / np.sqrt((p * p).sum() * (q * q).sum())


@pytest.mark.parametrize("distance", [0, 0.5, 1, 1.665, 2, 3, 5])
def test_the_angle_of_two_bells_is_that_of_their_integrals(distance):
    bells, cosine = Bells(distance), integrated_cosine(distance)
    assert bells.cosine == pytest.approx(cosine, rel=1e-9)
    assert bells.angle == pytest.approx(np.degrees(np.arccos(min(cosine, 1))), abs=1e-4)
    assert bells.divergence == pytest.approx(-np.log(cosine), abs=1e-9)


@pytest.mark.parametrize("distance", [-0.1, 5.1, np.nan, "2", None, [2]])
def test_a_distance_is_a_number_in_reach(distance):
    with pytest.raises(ValueError, match="distance must be a finite number of at least 0 and of"):
        Bells(distance)


def literal_dependence(joint):
    """Sugiyama's (1) and mutual information of a table, cell by cell."""
    smi = mi = 0.0
    for x in (0, 1):
        for y in (0, 1):
            apart = joint[x].sum() * joint[:, y].sum()
            smi += apart * (joint[x, y] / apart - 1) ** 2 / 2
            mi += joint[x, y] * np.log(joint[x, y] / apart) if joint[x, y] else 0
    return smi, mi


@pytest.mark.parametrize("agreement", [0, 0.1, 0.5, 0.75, 0.9, 1])
def test_the_mosaic_has_the_dependence_of_its_table(agreement):
    mosaic = CoinMosaic(agreement)
    assert mosaic.joint.sum() == pytest.approx(1)
    assert np.trace(mosaic.joint) == pytest.approx(agreement)
    found = mosaic.smi, mosaic.mutual_information
    assert found == pytest.approx(literal_dependence(mosaic.joint), abs=1e-12)


def test_the_mosaic_says_its_numbers():
    assert repr(CoinMosaic(1)).endswith("agreement 1, SMI 0.500, mutual information 0.693")
    assert repr(CoinMosaic()).endswith("agreement 0.75, SMI 0.125, mutual information 0.131")
    with pytest.raises(ValueError, match="agreement must be a finite number"):
        CoinMosaic(1.01)


PARTED = [[0, 0], [1, 0.2], [0.9, 1.3], [-0.3, 1]]


def walked(legs, inner, i, j):
    """The length of the way from leaf i to leaf j, edge by edge."""
    return 0 if i == j else legs[i] + legs[j] + (inner if (i < 2) != (j < 2) else 0)


@pytest.mark.parametrize(
    ("legs", "inner", "sums"),
    [
        ((1, 2, 1, 3), 2, [7, 11, 11]),
        ((1, 2, 1, 3), 0, [7, 7, 7]),
        ((0, 4, 0.5, 1), 3, [5.5, 11.5, 11.5]),
    ],
)
def test_four_leaves_add_up_the_ways_along_their_edges(legs, inner, sums):
    leaves = FourLeaves(legs, inner)
    literal = [[walked(legs, inner, i, j) for j in range(4)] for i in range(4)]
    assert leaves.distances.tolist() == literal
    assert list(leaves.sums.values()) == pytest.approx(sums)
    assert leaves.violation == 0 == pytest.approx(four_point_violation(leaves.distances), abs=1e-12)
    low, *_, high = sorted(leaves.sums.values())
    assert (high - low) / 2 == inner


@pytest.mark.parametrize("corners", [FourLeaves().corners, PARTED], ids=["square", "parted"])
def test_four_points_are_no_tree(corners):
    points = FourLeaves(free=True, corners=corners)
    assert points.violation == pytest.approx(four_point_violation(points.distances))
    assert points.violation > 0.1
    assert points.distances[0, 1] == pytest.approx(np.hypot(*np.subtract(corners[1], corners[0])))


def test_four_leaves_say_their_numbers():
    assert [round(v, 2) for v in FourLeaves(free=True).sums.values()] == [2, 2.83, 2]
    assert "violation 0.83" in repr(FourLeaves(free=True))
    with pytest.raises(ValueError, match="legs must lie between 0 and 4; got numbers from -1 to 3"):
        FourLeaves((1, 2, -1, 3))
    with pytest.raises(ValueError, match=r"corners must be numbers of shape \(4, 2\)"):
        FourLeaves(corners=[[0, 0]])


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


@pytest.mark.parametrize(
    ("K", "c"),
    [(TRIANGLE, 2), (pieces([0.9] * 3, [0.5]), 2), (pieces([0.3, 0.8], [0.4], []), 3)],
    ids=["triangle and pair", "path and pair", "three pieces"],
)
def test_the_classes_of_a_graph_are_those_of_its_eigenvectors(K, c):
    graph = PieceGraph(K, n_clusters=c)
    scores, labels = by_hand(K, c)
    assert graph.scores == pytest.approx(scores, abs=1e-9)
    assert graph.labels.tolist() == labels.tolist()
    assert graph.eigenvalues == pytest.approx(np.sort(np.linalg.eigvalsh(K))[::-1])


def test_a_pair_is_found_once_it_comes_before_the_second_of_the_path():
    path = [0.9] * 3
    edge = 1.8 * np.cos(2 * np.pi / 5)
    assert round(edge, 3) == 0.556
    assert PieceGraph(pieces(path, [edge - 0.001])).labels.tolist()[4:] == [-1, -1]
    assert PieceGraph(pieces(path, [edge + 0.001])).labels.tolist() == [0, 0, 0, 0, 1, 1]
    words = repr(PieceGraph(pieces(path, [0.5])))
    assert "eigenvalues 2.456, 1.556, next 1.500, 2 undecided" in words
    sym = PieceGraph(pieces(path, [0.5]), kernel_normalization="sym")
    d = sym.weights.sum(axis=1)
    literal = [[sym.weights[i, j] / np.sqrt(d[i] * d[j]) for j in range(6)] for i in range(6)]
    assert sym.kernel == pytest.approx(np.array(literal))
    assert sym.eigenvalues[:2] == pytest.approx([1, 1])
    assert len(set(sym.labels[:4])) == len(set(sym.labels[4:])) == 1


def test_only_the_weights_of_edges_change():
    graph = PieceGraph(TRIANGLE)
    assert "eigenvalues 2.000, 1.800, next 0.500, none undecided" in repr(graph)
    weaker = TRIANGLE.copy()
    weaker[3, 4] = weaker[4, 3] = 0.0
    graph.weights = weaker
    graph.weights = TRIANGLE
    with pytest.raises(ValueError, match="weights must differ from the old ones along the graph's"):
        graph.weights = pieces([0.5] * 4)
    with pytest.raises(ValueError, match="weights must have a positive diagonal"):
        PieceGraph(TRIANGLE - np.eye(5))
    with pytest.raises(ValueError, match="positions must be numbers of shape"):
        PieceGraph(TRIANGLE, np.zeros((4, 2)))
    with pytest.raises(ValueError, match="n_clusters must be an integer from 1 to 5"):
        PieceGraph(TRIANGLE, n_clusters=6)


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


@pytest.mark.parametrize("weighting", ["laplacian", "affinity", "outlier"])
@pytest.mark.parametrize("height", [0.5, 4, 6])
def test_the_lone_point_has_the_pairs_of_the_weighted_kernel(weighting, height):
    X = two_groups(1)
    lone = LonePoint(X, 0.7, height=height, weighting=weighting)
    values, V = literal_pairs(np.vstack([X, [[0, height]]]), 0.7, weighting)
    np.testing.assert_allclose(lone.lead.values, values[:3], atol=1e-9)
    assert lone.lead.kept == pytest.approx((V[-1, :2] ** 2).sum(), abs=1e-6)
    assert lone.lead.third == pytest.approx(V[-1, 2] ** 2, abs=1e-6)


@pytest.mark.parametrize("seed", range(4))
def test_the_lone_point_takes_a_cluster_once_and_with_one_over_f_alone(seed):
    lone = LonePoint(two_groups(seed, 75))
    alone = {}
    for lone.weighting in ("laplacian", "affinity", "outlier"):
        smallest = []
        for lone.height in np.arange(0, 8.5, 0.5):
            smallest.append(np.bincount(lone.labels).min())
        alone[lone.weighting] = np.array(smallest) == 1
    assert alone["laplacian"][-1]
    assert not alone["laplacian"][0]
    assert (np.diff(alone["laplacian"].astype(int)) >= 0).all()
    assert not alone["affinity"].any()
    assert not alone["outlier"].any()


def test_what_is_no_lone_point_is_refused():
    X = two_groups(0, 3)
    for given, words in (
        ({"X": X[:3]}, "X must have from 4 to 200 rows in this widget; got 3"),
        ({"X": 100 * X}, "X must have entries of at most 100 in size"),
        ({"X": X / 100}, "that spread over at least sigma, 0.7"),
        ({"X": X, "sigma": 0}, "sigma must be a finite number of at least 0.1"),
        ({"X": X, "height": 9}, "height must be a finite number of at least 0"),
        ({"X": X, "weighting": "none"}, "weighting must be one of laplacian, affinity, outlier"),
    ):
        with pytest.raises(ValueError, match=words):
            LonePoint(**given)


@pytest.fixture(scope="module")
def star():
    return NewPoint(5 + 3 * make_circle_gauss()[0])


@pytest.mark.parametrize("place", [(0, 0), (0.6, 0), (-0.4, 1.2), (15, 0), (70, -70)])
def test_a_star_has_what_the_methods_say_of_it(star, place):
    star.place, X = place, 5 + 3 * make_circle_gauss()[0]
    model = SMIC(2, n_neighbors=7, kernel_normalization="sym").fit(X)
    ratio = lsmi(X, model.labels_, random_state=0).ratio([star.star])[0]
    assert np.linalg.norm(star.star - X.mean(axis=0)) == pytest.approx(
        np.linalg.norm(place) * np.linalg.norm(X - X.mean(axis=0), axis=1).max()
    )
    assert star.scores == pytest.approx(model.transform([star.star])[0])
    assert star.posterior == pytest.approx(model.predict_proba([star.star])[0])
    assert star.lsmi_posterior == pytest.approx(np.bincount(model.labels_) / len(X) * ratio)


def test_a_posterior_stays_sure_while_its_scores_fall(star):
    far = np.geomspace(1, 15, 40)
    scores, posterior, _ = star.at(np.column_stack([far, 0 * far]))
    assert (np.diff(scores.max(axis=1)) < 0).all()
    assert posterior.max(axis=1) == pytest.approx(1)
    star.place = 100, 0
    assert not star.scores.any()
    assert star.posterior.tolist() == [0.5, 0.5]


def test_a_star_stays_in_reach():
    with pytest.raises(ValueError, match="place must lie between -100 and 100"):
        NewPoint(np.eye(9)[:, :2], place=(0, 101))
    with pytest.raises(ValueError, match="X must have two columns"):
        NewPoint(np.eye(9))
