"""The small widgets of the first notebook: what they tell is what the formula says."""

import itertools
import re

import numpy as np
import pytest
from sklearn.datasets import make_moons
from sklearn.metrics import adjusted_rand_score

from depcluster import CLUHSIC
from depcluster.datasets import make_three
from depcluster.kernels import kernel_matrix, median_rule
from depcluster.widgets import Blocks, Pair, Tables, Width

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
    assert "rows as given" in pair.summary()
    pair.sorted = True
    assert "sorted by group" in pair.summary()
    pair.pair = None
    assert len(told_numbers(pair)) == 1


def test_a_pair_shows_the_rows_in_the_order_asked_for_until_they_are_sorted():
    mixed = np.random.default_rng(1).permutation(60)
    pair, K = Pair(X, y, gamma=0.5, order=mixed), kernel_matrix(X, gamma=0.5)
    by_group = sorted(mixed, key=lambda i: y[i])
    for pair.sorted, order in ((False, mixed), (True, by_group)):
        table = next(axes.images[0] for axes in pair.to_figure().axes if axes.images)
        assert np.allclose(table.get_array(), K[np.ix_(order, order)])


@pytest.mark.parametrize("wrong", [(0,), (0, 60), (0, -1), (0, 1.5), "01", 3, (True, 1), [0, 1, 2]])
def test_a_pair_is_two_of_the_points(wrong):
    pair = Pair(X, y)
    with pytest.raises(ValueError, match="pair must be None or two points from 0 to 59; got"):
        pair.pair = wrong
    assert pair.pair is None


def test_a_pair_wants_a_plane_small_enough_and_each_point_once():
    with pytest.raises(ValueError, match="X must have two columns"):
        Pair(np.zeros((4, 3)) + np.eye(4, 3), [0, 0, 1, 1])
    with pytest.raises(ValueError, match="X must have at most 300 rows in this widget; got 301"):
        Pair(np.random.default_rng(0).normal(size=(301, 2)), np.zeros(301, int))
    with pytest.raises(ValueError, match=r"order must name each of the points 0\.\.59 once"):
        Pair(X, y, order=np.zeros(60, int))


def literal(K, labels, centred):
    """tr(HKHL) / (m - 1)^2, or tr(KL) / (m - 1)^2, from whole matrices."""
    m = len(K)
    H = np.eye(m) - np.ones((m, m)) / m if centred else np.eye(m)
    Pi = np.eye(labels.max() + 1)[labels]
    return np.trace(H @ K @ H @ Pi @ Pi.T) / (m - 1) ** 2


@pytest.mark.parametrize("centred", [True, False])
@pytest.mark.parametrize("share", [0, 0.25, 0.5, 1])
def test_tables_tell_the_trace_of_the_formula(share, centred):
    K = kernel_matrix(X)
    tables = Tables(K, y, shuffled=share, centred=centred)
    assert tables.score == pytest.approx(literal(K, tables.labels_at(share), centred))
    (told,) = told_numbers(tables)
    assert told == pytest.approx(tables.score, abs=5e-4)
    tables.labelling = "everybody in one"
    assert tables.score == pytest.approx(literal(K, np.zeros(60, int), centred), abs=1e-12)
    assert tables.summary().endswith("HSIC 0.000" if centred else "0.508")


def test_the_numbers_of_the_first_notebook():
    tables = Tables(kernel_matrix(X), y)
    told = []
    for tables.shuffled in (0, 0.5, 1):
        told.append(tables.score)
    assert told == pytest.approx([0.141, 0.043, 0.005], abs=5e-4)


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


def test_every_order_of_the_shuffled_labels_is_as_likely():
    table = np.eye(4)
    found = [tuple(Tables(table, [0, 1, 2, 3], seed=s).labels_at(0.75)) for s in range(1000)]
    moved = [sum(a != b for a, b in zip(labels, range(4), strict=True)) for labels in found]
    assert np.bincount(moved, minlength=4) / 1000 == pytest.approx(
        [1 / 6, 0, 1 / 2, 1 / 3], abs=0.05
    )


def test_tables_refuse_what_they_cannot_show():
    with pytest.raises(ValueError, match="K must have from 2 to 300 rows in this widget; got 301"):
        Tables(np.eye(301), np.zeros(301, int))
    tables = Tables(np.eye(4), [0, 0, 1, 1])
    for wrong in ("the truth", None, 3, ["true groups"]):
        with pytest.raises(ValueError, match="labelling must be one of true groups, everybody"):
            tables.labelling = wrong


FOUR = [[2, 1, 0, -1], [1, 2, -1, 0], [0, -1, 2, 1], [-1, 0, 1, 2]]


@pytest.mark.parametrize(
    ("labels", "S", "trace"),
    [
        ([0, 0, 1, 1], [[6, -2], [-2, 6]], 12),
        ([0, 1, 0, 1], [[4, 0], [0, 4]], 8),
        ([0, 1, 1, 0], [[2, 2], [2, 2]], 4),
        ([0, 0, 0, 0], [[8, 0], [0, 0]], 8),
    ],
)
def test_blocks_tell_the_sums_of_equation_6(labels, S, trace):
    blocks = Blocks(FOUR, [0, 0, 1, 1])
    blocks.labels = labels
    assert blocks.S.tolist() == S
    assert blocks.trace == trace
    Pi = np.eye(2)[labels]
    assert np.trace(np.array(FOUR) @ Pi @ Pi.T) == trace
    names = " ".join(map(str, labels))
    assert blocks.summary() == f"Blocks: labels {names}, S = {S}, trace {trace}"
    for blocks.sorted in (False, True):
        assert blocks.to_figure()


def test_blocks_refuse_what_they_cannot_show():
    with pytest.raises(ValueError, match="K must have from 2 to 6 rows in this widget; got 7"):
        Blocks(np.eye(7), np.zeros(7, int))
    with pytest.raises(ValueError, match="labels must hold labels from 0 to 2; got 0 to 3"):
        Blocks(np.eye(4), [0, 1, 2, 3])
    blocks = Blocks(FOUR, [0, 0, 1, 1])
    for wrong in ([0, 0, 1], [0, 0, 1, 2], [0, 0, 1, -1], [0.5] * 4, "0011"):
        with pytest.raises(ValueError, match="labels must"):
            blocks.labels = wrong
    assert blocks.labels.tolist() == [0, 0, 1, 1]


MOONS = make_moons(60, noise=0.06, random_state=0)


@pytest.fixture(scope="module")
def width():
    return Width({"three": (X, y), "two moons": MOONS}, 3, factors=(0.5, 1, 4, 20), n_init=5)


def mean_similarities(K, labels):
    """Of two different points of one cluster, and of two clusters, by loops."""
    own, other = [], []
    for i in range(len(K)):
        for l in range(len(K)):
            if i != l:
                (own if labels[i] == labels[l] else other).append(K[i, l])
    return np.mean(own), np.mean(other)


@pytest.mark.parametrize(("shape", "data"), [("three", (X, y)), ("two moons", MOONS)])
def test_a_width_tells_what_the_method_finds_at_it(width, shape, data):
    points, groups = data
    width.shape = shape
    for width.factor in (0.5, 1, 4, 20):
        s = width.factor * median_rule(points)
        found = CLUHSIC(3, gamma=s, n_init=5, random_state=0).fit_predict(points)
        assert adjusted_rand_score(found, width.labels) == 1
        assert width.ari == pytest.approx(adjusted_rand_score(groups, found))
        K = np.exp(-s * ((points[:, None] - points) ** 2).sum(-1))
        told = re.fullmatch(
            r"Width: .*, s (\S+) = (\S+) x median rule, ARI (\S+), "
            r"mean similarity within clusters (\S+), between (\S+)",
            width.summary(),
        )
        values = [float(text) for text in told.groups()]
        assert values == pytest.approx(
            [s, width.factor, width.ari, *mean_similarities(K, width.labels)], rel=5e-3, abs=5e-3
        )


def test_clusters_of_one_width_are_named_like_those_of_the_one_before(width):
    width.shape = "two moons"
    labels = []
    for width.factor in (0.5, 1, 4, 20):
        labels.append(width.labels)
    assert width.to_figure()
    for before, after in itertools.pairwise(labels):
        kept = np.mean(before == after)
        for names in itertools.permutations(range(3)):
            assert kept >= np.mean(before == np.array(names)[after])


def test_a_width_refuses_what_it_does_not_have(width):
    for wrong in (2, "1", None, np.nan, [1]):
        with pytest.raises(ValueError, match=r"factor must be one of 0\.5, 1, 4, 20; got"):
            width.factor = wrong
    with pytest.raises(ValueError, match="shape must be one of three, two moons; got 'rings'"):
        width.shape = "rings"
    with pytest.raises(ValueError, match="factors must ascend"):
        Width({"three": (X, y)}, 3, factors=(2, 1))
    with pytest.raises(ValueError, match="shapes must be a dict of one to 4 pairs"):
        Width((X, y))
