"""The samples of explorers: far from 0, of any size, and more than a hand can wait for."""

import re
import warnings
from types import SimpleNamespace

import numpy as np
import pytest
from answering import Page
from explorers import every, points_sent
from scipy import sparse
from sklearn.datasets import make_blobs

from depcluster import kernel_matrix, plotting
from depcluster._utils.drawn import drawn_rows
from depcluster.datasets import make_three
from depcluster.plotting.plane import plane_of
from depcluster.widgets import (
    KernelExplorer,
    LossExplorer,
    ModelSelectionExplorer,
    PerturbationExplorer,
    TaxonomyExplorer,
)

SCATTERED = (KernelExplorer, LossExplorer, ModelSelectionExplorer, PerturbationExplorer)
X, y = make_three()
X, y = X[::2], y[::2]


def shape_of(points):
    """Where points lie within their window: what a page draws."""
    points = points - points.min(axis=0, keepdims=True)
    return points / points.max()


@pytest.mark.parametrize("explorer_of", SCATTERED, ids=lambda made: made.__name__)
def test_points_far_from_0_stay_apart_on_the_page_and_others_are_sent_as_they_are(explorer_of):
    near = explorer_of(X, n_clusters=3)
    np.testing.assert_array_equal(points_sent(near), X.astype(np.float32))
    for offset in (1e5, -1e9):
        far = X + offset
        explorer = explorer_of(far, n_clusters=3)
        points = points_sent(explorer)
        assert len(np.unique(points, axis=0)) == len(np.unique(far, axis=0)) == len(X)
        np.testing.assert_allclose(shape_of(points), shape_of(far), atol=1e-6)
        if explorer_of is PerturbationExplorer:
            shift = np.frombuffer(explorer._input["shift"]).reshape(-1, 2)
            noise = np.random.default_rng([0, 1]).standard_normal(X.shape)
            np.testing.assert_array_equal(shift, noise)
        explorer.close()


@pytest.mark.parametrize("scale", [1.0, 1e300, 1e-300, 5e-324 / 1e-16])
def test_a_plane_of_any_place_and_size(scale):
    for is_wide in (False, True):
        data = np.column_stack([X, X[:, 0] - X[:, 1]]) if is_wide else X
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            points, plane = plane_of(data * scale)
            single = points.astype(np.float32)
            placed = plane.place(data * scale)
        np.testing.assert_allclose(placed, points, atol=1e-9 * np.abs(points).max())
        assert np.isfinite(single).all()
        assert len(np.unique(single, axis=0)) == len(X)
        expected, _ = plotting.as_plane(data)
        ratio = np.ptp(points[:, 0]) / np.ptp(expected[:, 0])
        np.testing.assert_allclose(points, expected * ratio, atol=1e-6 * np.ptp(points))
        if not is_wide:
            np.testing.assert_allclose(plane.back(points), X * scale, rtol=1e-12)


def test_the_plane_of_the_largest_floats():
    top = np.finfo(float).max
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        points, plane = plane_of([[top, 0.0], [-top, 0.0], [0.0, 1.0]])
    assert np.isfinite(points.astype(np.float32)).all()
    assert plane.caption == "in units of 1e+308"
    assert np.isfinite(plane_of(np.full((3, 2), 1e300))[0].astype(np.float32)).all()


@every
def test_samples_out_of_reach_are_refused_in_words_and_others_are_not(explorer_of):
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        for scale in (1e300, 1e-300):
            with pytest.raises(ValueError, match=r"X must hold numbers .* got"):
                explorer_of(X * scale, n_clusters=3)
            explorer_of(X * scale / np.abs(X * scale).max(), n_clusters=3).close()
        for scale in (1e69, 1e-69):
            explorer = explorer_of(X * scale, n_clusters=3)
            if explorer_of is ModelSelectionExplorer:
                explorer.n_neighbors = explorer.choice_
            same = explorer.labels_[:, None] == explorer.labels_
            np.testing.assert_array_equal(same, y[:, None] == y)
            explorer.close()


KERNELLED = (KernelExplorer, LossExplorer, PerturbationExplorer, TaxonomyExplorer)


@pytest.mark.filterwarnings("ignore:kernel=.* does not tell these samples apart")
@pytest.mark.parametrize("explorer_of", KERNELLED, ids=lambda made: made.__name__)
def test_page_and_python_refuse_the_same_kernels_and_say_of_which_labels_mean_nothing(explorer_of):
    large = explorer_of(X * 1e60, n_clusters=3, kernel="linear")
    (refused,) = Page(large).steps()
    assert re.search(r"1e\+100|of a size", refused["refused"])
    with pytest.raises(ValueError, match=r"at most 1e\+100"):
        _ = large.labels_
    flat, few = ("graph", X[:3]) if explorer_of is PerturbationExplorer else ("cosine", X + 1e9)
    for samples, kernel, is_flat in ((few, flat, True), (X, flat, False), (X * 1e60, "rbf", False)):
        page = Page(explorer_of(samples, n_clusters=2, kernel=kernel))
        assert ("labels mean nothing" in page.first()["status"]) == is_flat


@pytest.mark.parametrize("explorer_of", [KernelExplorer, LossExplorer, TaxonomyExplorer])
def test_the_copied_line_has_the_seed_whatever_it_came_from(explorer_of):
    for random_state in (np.random.RandomState(3), None, np.int64(3)):
        explorer = explorer_of(X, n_clusters=3, random_state=random_state)
        seed = explorer.estimator().random_state
        assert f"random_state={seed})" in Page(explorer).first()["python"]
        assert isinstance(seed, int)


def test_a_part_of_many_is_the_same_every_time_and_holds_the_smaller_parts():
    rows = drawn_rows(5000, 1500)
    np.testing.assert_array_equal(rows, drawn_rows(5000, 1500))
    assert len(np.unique(rows)) == 1500
    assert (np.diff(rows) > 0).all()
    assert rows.max() < 5000
    assert set(drawn_rows(5000, 20)) < set(rows)
    np.testing.assert_array_equal(drawn_rows(7, 7), np.arange(7))


@every
def test_many_samples_are_drawn_down_and_the_widget_says_so(explorer_of, monkeypatch):
    monkeypatch.setattr(explorer_of, "_most", 60)
    Z, classes = make_blobs(200, centers=3, cluster_std=0.4, random_state=3)
    explorer = explorer_of(Z, n_clusters=3)
    if explorer_of is ModelSelectionExplorer:
        explorer.n_neighbors = explorer.choice_
    rows = drawn_rows(200, 60)
    np.testing.assert_array_equal(explorer.rows_, rows)
    assert explorer.labels_.shape == (60,)
    for words in (repr(explorer), explorer._input["drawn"]):
        assert re.search("60 of 200 (points|samples), drawn with seed 0", words)
    same = explorer.labels_[:, None] == explorer.labels_
    np.testing.assert_array_equal(same, classes[rows][:, None] == classes[rows])
    if explorer_of in SCATTERED:
        np.testing.assert_array_equal(points_sent(explorer), Z[rows].astype(np.float32))
    called = explorer._input["called"]
    np.testing.assert_array_equal(eval(called, {"np": np, "X": Z}), Z[rows])
    if explorer_of is KernelExplorer:
        truth = KernelExplorer(Z, 3, y=classes)._input["truth"]
        np.testing.assert_array_equal(np.frombuffer(truth, np.int32), classes[rows])
        with pytest.raises(ValueError, match=r"y must .*\(200,\)"):
            KernelExplorer(Z, 3, y=classes[:60])
    explorer.close()


@pytest.mark.parametrize("explorer_of", [LossExplorer, TaxonomyExplorer])
def test_of_a_kernel_matrix_columns_are_drawn_with_the_rows(explorer_of, monkeypatch):
    monkeypatch.setattr(explorer_of, "_most", 60)
    Z, classes = make_blobs(200, centers=3, cluster_std=0.4, random_state=3)
    K, rows = kernel_matrix(Z), drawn_rows(200, 60)
    explorer = explorer_of(K, n_clusters=3, kernel="precomputed")
    called = eval(explorer._input["called"], {"np": np, "X": K})
    np.testing.assert_array_equal(called, K[np.ix_(rows, rows)])
    same = explorer.labels_[:, None] == explorer.labels_
    np.testing.assert_array_equal(same, classes[rows][:, None] == classes[rows])
    with pytest.raises(ValueError, match="square matrix"):
        explorer_of(K[:, :3], n_clusters=3, kernel="precomputed")


def test_thumbnails_are_drawn_with_their_samples(monkeypatch):
    monkeypatch.setattr(TaxonomyExplorer, "_most", 40)
    rows, classes = drawn_rows(90, 40), np.arange(90) % 3
    Z = np.eye(3)[classes] + 0.01 * np.random.default_rng(0).random((90, 3))
    texts = [f"number{'abc'[k]} {i}" for i, k in enumerate(classes)]
    counts, words = sparse.coo_array(np.eye(3, dtype=int)[classes]), np.array(["a", "b", "c"])
    corpus = SimpleNamespace(counts=counts, words=words, titles=texts)
    images = np.arange(90, dtype=np.uint8)[:, None, None] * np.ones((1, 4, 4), np.uint8)
    for thumbnails in (texts, corpus, images):
        explorer = TaxonomyExplorer(sparse.coo_array(Z), thumbnails, 3, y=classes, n_init=1)
        about = explorer._about
        assert about["classes"] == classes[rows].tolist()
        if thumbnails is images:
            pixels = np.frombuffer(explorer._pixels, np.uint8).reshape(40, -1)
            np.testing.assert_array_equal(pixels[:, 0], rows)
        else:
            assert about["texts"] == [texts[i] for i in rows]
    with pytest.raises(ValueError, match=r"thumbnails must .* 90; got 40"):
        TaxonomyExplorer(Z, images[:40], 3)
    with pytest.raises(ValueError, match=r"thumbnails must .* n_clusters=4"):
        TaxonomyExplorer(X, 4)


@every
def test_a_number_of_clusters_is_told_its_whole_range(explorer_of):
    high = 12 if explorer_of is TaxonomyExplorer else 10
    for wrong in (2.5, "3", None, True, np.float64(3), 1, high + 1, 10**30):
        with pytest.raises(ValueError, match=f"n_clusters must be an integer from 2 to {high}"):
            explorer_of(X, n_clusters=wrong)
    few = np.repeat([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], 4, axis=0)
    with pytest.raises(ValueError, match=r"n_clusters must be .* 3"):  # different samples
        explorer_of(few, n_clusters=4)
    explorer = explorer_of(X, n_clusters=np.int64(3))
    if explorer_of in (KernelExplorer, LossExplorer, TaxonomyExplorer):
        with pytest.raises(ValueError, match=f"n_clusters must be an integer from 2 to {high}"):
            explorer.n_clusters = 2.5
        assert explorer.n_clusters == 3
        explorer.n_clusters = np.int64(4)
        assert type(explorer.n_clusters) is int
