"""What papers compare with: invariances, special cases and pictures."""

import numpy as np
import pytest
from cases import each
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from sklearn.datasets import make_blobs
from sklearn.metrics import adjusted_rand_score

import reference
import reference_baselines
import reference_smi
from depcluster.datasets import make_blobs4, make_circle_gauss
from depcluster.kernels import centre
from depcluster.labels import plain, tree_paths, zero_one_loss
from depcluster.papers.song2007 import cluhsic
from depcluster.plotting import plot_dendrogram, plot_tree_confusion
from depcluster.reproduction.baselines import (
    MIC,
    MeanNN,
    SelfTuningSpectral,
    hierarchical_kernel_kmeans,
    linkage_along_tree,
    mean_nn,
    self_tuning_spectral,
    xwss,
)
from depcluster.reproduction.baselines.tree_cut import METHODS, variance
from depcluster.reproduction.baselines.xwss import ridge_discriminant

RAGGED = [["a"], [["b", "c"], ["d"]], ["e", "f"]]


def sample(seed, m=16, d=3):
    return np.random.default_rng(seed).normal(size=(m, d))


def gaussian(seed, m=16):
    return reference.gaussian(sample(seed, m), 0.3)


def same_partition(labels, other):
    return adjusted_rand_score(labels, other) == 1


def scatter(K, members, labels):
    parts = [members[labels == j] for j in np.unique(labels)]
    return sum(len(part) * reference_baselines.variance(K, part) for part in parts)


def test_the_widest_cluster_goes_to_the_largest_subtree():
    """Three groups on a line, the widest in the middle; its place in the tree moves."""
    x = np.concatenate([0.1 * np.arange(4), 100 + 5.0 * np.arange(4), 200 + np.arange(4)])
    K, group = np.outer(x, x), np.repeat([0, 1, 2], 4)
    for spec, leaves in (
        ([["s"], ["m", "m"], ["l", "l", "l"]], [0, 2, 2, 1, 1, 1]),
        ([["l", "l", "l"], ["s"], ["m", "m"]], [1, 1, 1, 0, 2, 2]),
    ):
        for labels in (
            linkage_along_tree(K, spec).labels,
            hierarchical_kernel_kmeans(K, spec, random_state=0),
        ):
            assert np.array_equal(np.array(leaves)[labels], group)


@each("method", METHODS)
def test_centring_and_the_order_of_the_samples_change_nothing(method):
    K = gaussian(3, m=25)
    labels = linkage_along_tree(K, RAGGED, method).labels
    assert np.array_equal(linkage_along_tree(centre(K), RAGGED, method).labels, labels)
    order = np.random.default_rng(0).permutation(25)
    turned = linkage_along_tree(K[np.ix_(order, order)], RAGGED, method).labels
    assert same_partition(turned, labels[order])  # single samples tie, all of variance 0
    level_1 = np.array([path[0] for path in tree_paths(RAGGED)])
    assert np.array_equal(level_1[turned], level_1[labels][order])


@each("seed", range(4))
def test_one_node_is_plain_kernel_k_means(seed):
    K = gaussian(seed, m=30)
    labels = hierarchical_kernel_kmeans(K, (3,), random_state=seed)
    assert same_partition(labels, cluhsic(K, plain(3), random_state=seed).labels)
    spread = [variance(K, np.flatnonzero(labels == j)) for j in range(3)]
    assert spread == sorted(spread, reverse=True)


@each("seed", range(3))
def test_each_division_of_few_samples_is_the_best_there_is(seed):
    X = sample(seed, m=8)
    X[:4] += 2  # so that the best halves have two samples for their leaves
    K = X @ X.T
    labels = hierarchical_kernel_kmeans(K, (2, 2), random_state=seed)
    best = min(reference.all_partitions(8, 2), key=lambda p: scatter(K, np.arange(8), p))
    assert same_partition(labels // 2, best)
    for half in (0, 1):
        members = np.flatnonzero(labels // 2 == half)
        least = min(scatter(K, members, p) for p in reference.all_partitions(len(members), 2))
        assert scatter(K, members, labels[members]) == pytest.approx(least)


def test_no_leaf_stays_empty_even_where_outliers_stand_alone():
    x = np.array([0.0, 0.1, 0.3, 1.0, 1.2, 1.3, 1.5, 50.0, 100.0])
    for spec in ((3, 3), [["a"], ["b", "c", "d"], ["e", "f", "g", "h", "i"]], RAGGED):
        labels = hierarchical_kernel_kmeans(np.outer(x, x), spec, random_state=0)
        assert set(labels) == set(range(len(tree_paths(spec))))


def test_what_cannot_be_cut_is_refused():
    for K, given, message in (
        (np.eye(3), {}, "spec must have at most"),
        (np.eye(4), {"method": "single"}, "method must be one of"),
        (-np.eye(4), {}, "positive semi-definite"),
    ):
        with pytest.raises(ValueError, match=message):
            linkage_along_tree(K, (2, 2), **given)
    with pytest.raises(ValueError, match="spec must have at most"):
        hierarchical_kernel_kmeans(np.eye(3), (2, 2))
    with pytest.raises(ValueError, match="labels must hold labels from 0 to 2"):
        xwss(gaussian(0), np.full(16, 3), plain(3), C=0.1)


def test_a_loss_of_zero_is_the_limit_of_small_losses():
    K, labels, A = centre(gaussian(2, m=10)), np.arange(10) % 3, plain(3)
    Delta = zero_one_loss(3)
    Delta[0, 1] = 0
    nearly = Delta.copy()
    nearly[0, 1] = 1e-9
    f = ridge_discriminant(K, labels, A, Delta, 5.0)
    literal = reference_baselines.ridge_discriminant(K, labels, A, nearly, 5.0)
    np.testing.assert_allclose(f, literal, atol=1e-6)


@each("spec, level_2", [((3, 3), 9), (RAGGED, 5), ((4,), 4)])
def test_a_dendrogram_frames_each_level_2_cluster(spec, level_2):
    result = linkage_along_tree(gaussian(7, m=80), spec, "ward")
    ax = plot_dendrogram(result.linkage, result.labels, spec, Figure().subplots())
    paths = {0: 0, 1: 1, 2: 1, 3: 2, 4: 3, 5: 4} if spec is RAGGED else None
    used = {paths[j] if paths else j for j in set(result.labels.tolist())}
    frames = [patch for patch in ax.patches if isinstance(patch, Rectangle)]
    assert len(frames) == len(used) <= level_2
    assert sum(int(text.get_text()) for text in ax.texts) == 80
    assert len(ax.lines) == len(ax.texts) - 1


def test_a_confusion_matrix_is_outlined_at_every_inner_node():
    y_true, y_pred = np.random.default_rng(0).integers(6, size=(2, 50))
    ax = plot_tree_confusion(y_true, y_pred, RAGGED, Figure().subplots())
    literal = [[((y_true == j) & (y_pred == l)).sum() for l in range(6)] for j in range(6)]
    assert np.array_equal(ax.images[0].get_array(), literal)
    blocks = {(p.get_x() + 0.5, p.get_width()) for p in ax.patches}
    assert blocks == {(0, 1), (1, 3), (1, 2), (3, 1), (4, 2)}


def test_no_single_move_helps_and_the_search_never_falls():
    X = np.random.default_rng(1).normal(size=(25, 2))
    found = mean_nn(X, 3, n_init=3, random_state=0)
    assert (np.diff(found.history) <= 1e-9).all()
    for i in range(len(X)):
        for j in range(3):
            moved = np.where(np.arange(25) == i, j, found.labels)
            if len(set(moved)) == 3:
                J = reference_smi.mean_nn_objective(X, moved.tolist(), 1 / 25)
                assert J >= found.objective - 1e-8


def test_moving_and_turning_the_data_changes_nothing_and_copies_are_no_trouble():
    X, y = make_blobs4()
    one, two = (MeanNN(4, random_state=0).fit(Z) for Z in (X, X @ [[0.6, -0.8], [0.8, 0.6]] + 5))
    assert one.objective_ == pytest.approx(two.objective_)
    assert adjusted_rand_score(one.labels_, two.labels_) == 1
    copies = np.repeat(X[:5], 6, axis=0)
    fitted = MeanNN(3, random_state=0).fit(copies)
    assert np.isfinite(fitted.objective_)
    assert set(fitted.labels_) == {0, 1, 2}
    assert np.isfinite(SelfTuningSpectral(3, random_state=0).fit(copies).embedding_).all()
    X, y = make_circle_gauss()
    assert adjusted_rand_score(y, self_tuning_spectral(X, 2, random_state=0).labels) == 1


def test_mic_finds_far_blobs_picks_by_mlmi_and_predicts():
    X, y = make_blobs(80, centers=[[0, 0], [9, 0], [0, 9], [9, 9]], random_state=0)
    fitted = MIC(4, random_state=0).fit(X)
    assert adjusted_rand_score(y, fitted.labels_) == 1
    assert fitted.n_neighbors_ == fitted.candidates_[fitted.mlmi_path_.argmax()]
    assert np.array_equal(fitted.predict(X), fitted.labels_)
    far = 1e9 * np.array([[1.0, 0], [0, -1.0]])
    nearest = [np.argmin(((X - x) ** 2).sum(axis=1)) for x in far]
    assert np.array_equal(fitted.predict(far), fitted.labels_[nearest])
