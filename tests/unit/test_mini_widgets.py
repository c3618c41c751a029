"""The small widgets of lessons: what they say in Python is the literal formula."""

import itertools
import re

import numpy as np
import pytest
from refusals import not_refused
from scipy.linalg import block_diag
from sklearn.datasets import make_moons
from sklearn.metrics import adjusted_rand_score

from depcluster import CLUHSIC
from depcluster.datasets import make_circle_gauss, make_three
from depcluster.kernels import kernel_matrix, median_rule
from depcluster.papers.sugiyama2011 import SMIC, lsmi
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
from naive_angle import inverse_density, kernel_u, outlier_weighted

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
    for centred, share in itertools.product((True, False), (0, 0.25, 1)):
        tables = Tables(K, y, shuffled=share, centred=centred)
        labels = tables.labels_at(share)
        assert np.array_equal(np.bincount(labels), [20, 20, 20])
        assert tables.score == pytest.approx(literal(K, labels, centred))
        assert told_numbers(tables) == pytest.approx([tables.score], abs=5e-4)
        tables.labelling = "everybody in one"
        assert tables.score == pytest.approx(literal(K, np.zeros(60, int), centred), abs=1e-12)
    assert np.array_equal(tables.labels_at(0), y)


FOUR = [[2, 1, 0, -1], [1, 2, -1, 0], [0, -1, 2, 1], [-1, 0, 1, 2]]


MOONS = make_moons(60, noise=0.06, random_state=0)


@pytest.fixture(scope="module")
def width():
    return Width({"three": (X, y), "two moons": MOONS}, 3, factors=(0.5, 20), n_init=3)


def test_a_width_tells_what_the_method_finds_at_it(width):
    for width.shape, (points, groups) in (("three", (X, y)), ("two moons", MOONS)):
        for width.factor in (0.5, 20):
            s = width.factor * median_rule(points)
            found = CLUHSIC(3, gamma=s, n_init=3, random_state=0).fit_predict(points)
            assert adjusted_rand_score(found, width.labels) == 1
            assert width.ari == pytest.approx(adjusted_rand_score(groups, found))
            K, same = kernel_matrix(points, gamma=s), found[:, None] == found
            own, other = K[same & ~np.eye(len(K), dtype=bool)].mean(), K[~same].mean()
            told = re.search(r"s (\S+) = .*clusters (\S+), between (\S+)$", width.summary())
            assert [*map(float, told.groups())] == pytest.approx(
                [s, own, other], rel=5e-3, abs=5e-3
            )


def pieces(*blocks):
    """Weights of pieces that are not linked: each a list of weights along a path."""
    paths = [np.diag(block, 1) if block else np.zeros((1, 1)) for block in blocks]
    K = block_diag(*paths)
    return np.eye(len(K)) + K + K.T


TRIANGLE = pieces([0.5, 0.5], [0.8])
TRIANGLE[0, 2] = TRIANGLE[2, 0] = 0.5


def test_the_classes_of_a_graph_are_those_of_its_eigenvectors():
    """Figure 2 of Sugiyama (2011), with equal shares."""
    cases = (TRIANGLE, 2), (pieces([0.9] * 3, [0.5]), 2), (pieces([0.3, 0.8], [0.4], []), 3)
    for K, c in cases:
        graph = PieceGraph(K, n_clusters=c)
        phi = np.linalg.eigh(K)[1][:, ::-1][:, :c]
        phi = np.maximum(phi * np.sign(phi.sum(axis=0)), 0)
        scores = phi / phi.sum(axis=0)
        labels = np.where(scores.max(axis=1) > 1e-10, scores.argmax(axis=1), -1)
        assert graph.scores == pytest.approx(scores, abs=1e-9)
        assert graph.labels.tolist() == labels.tolist()
    sym = PieceGraph(TRIANGLE, kernel_normalization="sym")
    d = TRIANGLE.sum(axis=1)
    assert sym.kernel == pytest.approx(TRIANGLE / np.sqrt(np.outer(d, d)))


def two_groups(seed, n=30):
    """Two unit bells at (-2.5, 0) and (2.5, 0)."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=(2 * n, 2)) + np.repeat([[-2.5, 0], [2.5, 0]], n, axis=0)


def test_the_lone_point_has_the_pairs_of_the_weighted_kernel():
    X = two_groups(1, 12)
    weights = {
        "laplacian": inverse_density,
        "affinity": lambda X, sigma: np.full(len(X), 4 * np.pi * sigma**2),  # no peak
        "outlier": outlier_weighted,
    }
    for (weighting, u), height in itertools.product(weights.items(), (0.5, 6)):
        lone = LonePoint(X, 0.7, height=height, weighting=weighting)
        points = np.vstack([X, [[0, height]]])
        K = kernel_u(points, u(points, 0.7), 0.7)
        values, V = np.linalg.eigh(K)
        np.testing.assert_allclose(lone.lead.values, values[::-1][:3] / len(K), rtol=1e-9)
        assert lone.lead.kept == pytest.approx((V[-1, -2:] ** 2).sum(), abs=1e-6)
        assert lone.lead.third == pytest.approx(V[-1, -3] ** 2, abs=1e-6)


def test_a_star_has_what_the_methods_say_of_it():
    X = 5 + 3 * make_circle_gauss()[0]
    star = NewPoint(X)
    model = SMIC(2, n_neighbors=7, kernel_normalization="sym").fit(X)
    fitted = lsmi(X, model.labels_, random_state=0)
    reach = np.linalg.norm(X - X.mean(axis=0), axis=1).max()
    for star.place in ((0, 0), (-0.4, 1.2), (70, -70)):
        away = np.linalg.norm(star.star - X.mean(axis=0))
        assert away == pytest.approx(np.linalg.norm(star.place) * reach)
        assert star.scores == pytest.approx(model.transform([star.star])[0])
        assert star.posterior == pytest.approx(model.predict_proba([star.star])[0])
        ratio = fitted.ratio([star.star])[0]
        assert star.lsmi_posterior == pytest.approx(np.bincount(model.labels_) / len(X) * ratio)


def test_small_widgets_refuse_what_they_cannot_show(width):
    few, of_blocks = two_groups(0, 3), Blocks(FOUR, [0, 0, 1, 1])
    of_pair, of_tables = Pair(X, y), Tables(np.eye(4), [0, 0, 1, 1])
    values = [
        *((of_pair, "pair", v) for v in ((0,), (0, 60), (0, -1), (0, 1.5), "01", 3, (True, 1))),
        *((of_tables, "labelling", v) for v in ("the truth", None, 3, ["true groups"])),
        *((of_blocks, "labels", v) for v in ([0, 0, 1], [0, 0, 1, 2], [0.5] * 4, "0011")),
        *((width, "factor", v) for v in (2, "1", None, np.nan, [1])),
        (PieceGraph(TRIANGLE), "weights", pieces([0.5] * 4)),
    ]
    before = of_pair.pair, of_tables.labelling, of_blocks.labels.tolist(), width.factor
    assert not_refused((f"{name} must", setattr, of, name, v) for of, name, v in values) == []
    assert (of_pair.pair, of_tables.labelling, of_blocks.labels.tolist(), width.factor) == before
    cases = [
        ("distance must", Bells, 5.1),
        ("agreement must", CoinMosaic, 1.01),
        ("legs must", FourLeaves, (1, 2, -1, 3)),
        ("inner must", FourLeaves, (1, 2, 1, 3), 4.1),
        ("corners must", setattr, FourLeaves(), "corners", [[0, 1.5]] * 4),
        ("weights must", PieceGraph, TRIANGLE - np.eye(5)),
        ("X must", LonePoint, few / 100),
        ("X must", Pair, np.eye(4), [0, 0, 1, 1]),
        ("K must", Tables, np.eye(301), np.zeros(301, int)),
        ("K must", Blocks, np.eye(7), np.zeros(7, int)),
        ("shapes must", Width, (X, y)),
    ]
    assert not_refused(cases) == []
