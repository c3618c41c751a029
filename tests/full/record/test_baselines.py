"""What papers compare with: invariances, special cases and pictures."""

import numpy as np
import pytest
from cases import each
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from sklearn.datasets import make_blobs
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import adjusted_rand_score

import naive
import naive_baselines
import naive_smi
from depcluster.baselines import (
    MIC,
    MeanNN,
    SelfTuningSpectral,
    hierarchical_kernel_kmeans,
    linkage_along_tree,
    mean_nn,
    mic,
    self_tuning_spectral,
    xwss,
)
from depcluster.baselines.tree_cut import METHODS, variance
from depcluster.baselines.xwss import ridge_discriminant
from depcluster.datasets import make_blobs4, make_circle_gauss, make_three
from depcluster.kernels import centre, local_scaling
from depcluster.labels import plain, ring, ring_loss, tree, tree_paths, zero_one_loss
from depcluster.papers.song2007 import cluhsic
from depcluster.plotting import plot_dendrogram, plot_tree_confusion

RAGGED = [["a"], [["b", "c"], ["d"]], ["e", "f"]]
TREES = {(4,): ["a", "b", "c", "d"], (2, 2): [["a", "b"], ["c", "d"]], "ragged": RAGGED}


def sample(seed, m=16, d=3):
    return np.random.default_rng(seed).normal(size=(m, d))


def gaussian(seed, m=16):
    return naive.gaussian(sample(seed, m), 0.3)


def same_partition(labels, other):
    return adjusted_rand_score(labels, other) == 1


def scatter(K, members, labels):
    parts = [members[labels == j] for j in np.unique(labels)]
    return sum(len(part) * naive_baselines.variance(K, part) for part in parts)


@each(
    "cut",
    [
        lambda K, spec: linkage_along_tree(K, spec).labels,
        lambda K, spec: hierarchical_kernel_kmeans(K, spec, random_state=0),
    ],
)
def test_the_widest_cluster_goes_to_the_largest_subtree(cut):
    """Three groups on a line, the widest in the middle; its place in the tree moves."""
    x = np.concatenate([0.1 * np.arange(4), 100 + 5.0 * np.arange(4), 200 + np.arange(4)])
    K = np.outer(x, x)
    group = np.repeat([0, 1, 2], 4)
    of_leaf = {"small": 0, "large": 1, "middle": 2}
    for order in (["small", "middle", "large"], ["large", "small", "middle"]):
        names = {"small": ["s"], "middle": ["m", "m"], "large": ["l", "l", "l"]}
        leaves = [of_leaf[name] for name in order for _ in names[name]]
        labels = cut(K, [names[name] for name in order])
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
    everyone = np.arange(8)
    best = min(naive.all_partitions(8, 2), key=lambda p: scatter(K, everyone, p))
    assert min(np.bincount(best)) >= 2
    assert same_partition(labels // 2, best)
    for half in (0, 1):
        members = np.flatnonzero(labels // 2 == half)
        tried = naive.all_partitions(len(members), 2)
        assert scatter(K, members, labels[members]) == pytest.approx(
            min(scatter(K, members, p) for p in tried)
        )


def test_no_leaf_stays_empty_even_where_outliers_stand_alone():
    x = np.array([0.0, 0.1, 0.3, 1.0, 1.2, 1.3, 1.5, 50.0, 100.0])
    for spec in ((3, 3), [["a"], ["b", "c", "d"], ["e", "f", "g", "h", "i"]], RAGGED):
        c = len(tree(spec))
        labels = hierarchical_kernel_kmeans(np.outer(x, x), spec, random_state=0)
        assert set(labels) == set(range(c))


@each(
    "cut, K, spec, more, message",
    [
        (linkage_along_tree, np.eye(3), (2, 2), {}, "spec must have at most"),
        (linkage_along_tree, np.eye(4), (2, 2), {"method": "single"}, "method must be one of"),
        (linkage_along_tree, -np.eye(4), (2, 2), {}, "positive semi-definite"),
        (hierarchical_kernel_kmeans, np.eye(3), (2, 2), {}, "spec must have at most"),
    ],
)
def test_what_cannot_be_cut_is_refused(cut, K, spec, more, message):
    with pytest.raises(ValueError, match=message):
        cut(K, spec, **more)


def test_a_loss_of_zero_is_the_limit_of_small_losses():
    K, labels, A = centre(gaussian(2, m=10)), np.arange(10) % 3, plain(3)
    Delta = zero_one_loss(3)
    Delta[0, 1] = 0
    nearly = Delta.copy()
    nearly[0, 1] = 1e-9
    f = ridge_discriminant(K, labels, A, Delta, 5.0)
    literal = naive_baselines.ridge_discriminant(K, labels, A, nearly, 5.0)
    np.testing.assert_allclose(f, literal, atol=1e-6)


def test_xwss_may_use_fewer_clusters_and_keeps_to_allowed_names():
    K = gaussian(4, m=20)
    start = np.arange(20) % 2  # of four
    for A, Delta in ((plain(4), zero_one_loss(4)), (ring(4), ring_loss(4))):
        p = np.roll(np.arange(4), 1)
        labels = xwss(K, start, A, Delta, C=2.0).labels
        assert labels.max() < 4
        assert np.array_equal(xwss(K, p[start], A, Delta, C=2.0).labels, p[labels])
    assert xwss(K, np.zeros(20, dtype=int), plain(1), [[0.0]], C=1.0).labels.tolist() == [0] * 20


def test_xwss_stops_after_max_iter():
    with pytest.warns(ConvergenceWarning, match="max_iter=1"):
        result = xwss(gaussian(0), np.arange(16) % 3, plain(3), C=0.1, max_iter=1)
    assert result.n_iter == 1
    assert result.n_changed[0] > 0
    assert not result.converged
    with pytest.raises(ValueError, match="labels must hold labels from 0 to 2"):
        xwss(gaussian(0), np.full(16, 3), plain(3), C=0.1)


def axes():
    return Figure().subplots()


@each("method", METHODS)
@each("spec, level_2", [((3, 3), 9), (RAGGED, 5), ((4,), 4)])
def test_a_dendrogram_frames_each_level_2_cluster(method, spec, level_2):
    result = linkage_along_tree(gaussian(7, m=80), spec, method)
    ax = axes()
    assert plot_dendrogram(result.linkage, result.labels, spec, ax) is ax
    paths = {0: 0, 1: 1, 2: 1, 3: 2, 4: 3, 5: 4} if spec is RAGGED else None
    used = {paths[j] if paths else j for j in set(result.labels.tolist())}
    frames = [patch for patch in ax.patches if isinstance(patch, Rectangle)]
    assert len(frames) == len(used) <= level_2
    assert sum(int(text.get_text()) for text in ax.texts) == 80
    assert len(ax.texts) >= 30
    assert len(ax.lines) == len(ax.texts) - 1


def test_a_confusion_matrix_is_outlined_at_every_inner_node():
    rng = np.random.default_rng(0)
    y_true, y_pred = rng.integers(6, size=(2, 50))
    ax = plot_tree_confusion(y_true, y_pred, RAGGED, axes())
    shown = np.asarray(ax.images[0].get_array())
    literal = [[((y_true == j) & (y_pred == l)).sum() for l in range(6)] for j in range(6)]
    assert np.array_equal(shown, literal)
    blocks = {(p.get_x() + 0.5, p.get_width()) for p in ax.patches}
    assert blocks == {(0, 1), (1, 3), (1, 2), (3, 1), (4, 2)}
    assert all(p.get_x() == p.get_y() and p.get_width() == p.get_height() for p in ax.patches)


X3 = make_three()[0]
X4, Y4 = make_blobs(80, centers=[[0, 0], [9, 0], [0, 9], [9, 9]], random_state=0)


def test_no_single_move_helps_and_the_search_never_falls():
    X = np.random.default_rng(1).normal(size=(25, 2))
    found = mean_nn(X, 3, n_init=3, random_state=0)
    assert (np.diff(found.history) <= 1e-9).all()
    for i in range(len(X)):
        if (found.labels == found.labels[i]).sum() > 1:
            for j in range(3):
                moved = found.labels.copy()
                moved[i] = j
                J = naive_smi.mean_nn_objective(X, moved.tolist(), 1 / 25)
                assert J >= found.objective - 1e-8


def test_mean_nn_is_not_changed_by_moving_or_turning_the_data():
    X, y = make_blobs4()
    turn = np.array([[0.6, -0.8], [0.8, 0.6]])
    one, two = (MeanNN(4, random_state=0).fit(Z) for Z in (X, X @ turn + 5))
    assert one.objective_ == pytest.approx(two.objective_)
    assert adjusted_rand_score(one.labels_, two.labels_) == 1
    assert adjusted_rand_score(y, one.labels_) > 0.9


def test_copies_are_no_trouble():
    X = np.repeat(X3[:5], 6, axis=0)
    fitted = MeanNN(3, random_state=0).fit(X)
    assert np.isfinite(fitted.objective_)
    assert set(fitted.labels_) == {0, 1, 2}
    assert np.isfinite(SelfTuningSpectral(3, random_state=0).fit(X).embedding_).all()


def test_self_tuning_separates_circle_and_gaussian():
    X, y = make_circle_gauss()
    found = self_tuning_spectral(X, 2, random_state=0)
    assert adjusted_rand_score(y, found.labels) == 1
    np.testing.assert_allclose(np.linalg.norm(found.embedding, axis=1), 1)


def test_renaming_the_start_renames_the_answer():
    rng = np.random.default_rng(1)
    K = local_scaling(rng.normal(size=(40, 2)), 6).K
    labels, names = rng.integers(0, 3, 40), np.array([2, 0, 1])
    one, two = (mic(K, z, 3, tol=1e-9) for z in (labels, names[labels]))
    assert one.objective == pytest.approx(two.objective, abs=1e-6)
    assert np.array_equal(names[one.labels], two.labels)


def test_finds_far_blobs_and_picks_by_mlmi():
    fitted = MIC(4, random_state=0).fit(X4)
    assert adjusted_rand_score(Y4, fitted.labels_) == 1
    assert fitted.candidates_.tolist() == list(range(1, 11))
    assert fitted.n_neighbors_ == fitted.candidates_[fitted.mlmi_path_.argmax()]
    assert fitted.mutual_information_ <= np.log(4)
    assert MIC(4, n_neighbors=5, random_state=0).fit(X4).mlmi_path_.size == 0


def test_predict_agrees_with_labels_and_reaches_far():
    X = np.random.default_rng(0).normal(size=(60, 2))
    fitted = MIC(3, n_neighbors=7, random_state=0).fit(X)
    assert np.array_equal(fitted.predict(X), fitted.labels_)
    far = 1e9 * np.array([[1.0, 0], [0, -1.0]])
    nearest = [np.argmin(((X - x) ** 2).sum(axis=1)) for x in far]
    assert np.array_equal(fitted.predict(far), fitted.labels_[nearest])
