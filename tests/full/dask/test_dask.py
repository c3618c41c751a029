"""Estimators fitted to dask arrays: what memory gives, however the rows are cut."""

import builtins
import warnings
from functools import partial

import numpy as np
import pytest
from cases import each
from scipy import sparse
from sklearn.datasets import make_blobs
from sklearn.metrics import adjusted_rand_score

from depcluster import (
    CLUHSIC,
    CLUHSICAL,
    SMIC,
    AngleSpectralClustering,
    KernelKMeans,
    hsic,
    kernel_matrix,
)
from depcluster._base import blockwise
from depcluster.datasets import make_circle
from depcluster.papers.blaschko2008 import NumericalTaxonomy

da = pytest.importorskip("dask.array")

M = 420
CHUNKS = {"one": M, "even": 105, "odd": (1, 0, 220, 199)}


@pytest.fixture(autouse=True)
def on_threads():
    import dask

    with dask.config.set(scheduler="threads", num_workers=2):
        yield


def blobs(m=M, spread=1.5):
    return make_blobs(m, 3, centers=5, cluster_std=spread, random_state=0)


def rows(X, chunks=105):
    """As dask has it."""
    return da.from_array(X, chunks=(chunks, *X.shape[1:]))


def estimator(kind, **options):
    given = {"rank": 25, "random_state": 0} | options
    return {
        "CLUHSIC": lambda: CLUHSIC(5, label_kernel="ring", **given),
        "KernelKMeans": lambda: KernelKMeans(5, **given),
        "CLUHSICAL": lambda: CLUHSICAL(5, label_kernel="ring", **given),
        "linear": lambda: CLUHSIC(5, kernel="linear", normalization=None, **given),
        "laplacian": lambda: KernelKMeans(5, kernel="laplacian", **given),
    }[kind]()


KINDS = ["CLUHSIC", "KernelKMeans", "CLUHSICAL", "linear", "laplacian"]


@pytest.mark.filterwarnings("ignore:rank=")
@each("kind", KINDS)
@each("chunks", CHUNKS.values())
@each("weighted", [False, True])
def test_what_fits_into_the_sample_is_what_memory_finds(kind, chunks, weighted):
    X, _ = blobs()
    w = np.random.default_rng(0).choice([0.0, 0.25, 1.0, 3.0], size=M) if weighted else np.ones(M)
    inside = estimator(kind).fit(X, **({"sample_weight": w} if weighted else {}))
    given = {"sample_weight": rows(w, chunks)} if weighted else {}
    outside = estimator(kind).fit(rows(X, chunks), **given)
    np.testing.assert_array_equal(outside.labels_.compute(), inside.labels_)
    assert outside.objective_ == pytest.approx(inside.objective_, rel=1e-10)
    assert outside.residual_ == pytest.approx(inside.residual_, abs=1e-10)
    assert (outside.rank_, outside.stopped_by_) == (inside.rank_, inside.stopped_by_)
    assert outside.n_features_in_ == 3
    assert outside.history_[-1] == outside.objective_
    assert len(outside.history_) >= outside.n_iter_ + 1 > 1
    if kind != "CLUHSICAL":
        assert outside.objective_bound_ == pytest.approx(inside.objective_bound_, rel=1e-8)
        assert outside.objective_bound_ >= outside.objective_
    else:
        np.testing.assert_array_equal(outside.loss_, inside.loss_)
    assert outside.score(X) == pytest.approx(inside.score(X))
    new = X + 0.1
    expected = inside.predict(new)
    np.testing.assert_array_equal(outside.predict(new), expected)
    for fitted in (inside, outside):
        found = fitted.predict(rows(new, 100))
        assert isinstance(found, da.Array)
        assert found.chunks == ((100, 100, 100, 100, 20),)
        np.testing.assert_array_equal(found.compute(), expected)


@each("chunks", CHUNKS.values())
def test_features_come_block_by_block(chunks):
    X, _ = blobs()
    for given in (X, rows(X, chunks)):
        fitted = estimator("CLUHSIC").fit(given)
        found = fitted.transform(rows(X, chunks))
        assert isinstance(found, da.Array)
        assert found.chunks == (rows(X, chunks).chunks[0], (fitted.rank_,))
        np.testing.assert_allclose(found.compute(), fitted.transform(X), atol=1e-12)
        with pytest.raises(ValueError, match="3 features"):
            fitted.transform(rows(X[:, :2]))
        with pytest.raises(ValueError, match="in memory for score"):
            fitted.score(rows(X))


@pytest.fixture
def small_sample(monkeypatch):
    monkeypatch.setattr(blockwise, "SAMPLE", 150)
    monkeypatch.setattr(blockwise, "_A_CLUSTER", 1)


@pytest.mark.usefixtures("small_sample")
@each(
    "kind, weighted", [("CLUHSIC", 0), ("KernelKMeans", 0), ("KernelKMeans", 1), ("CLUHSICAL", 0)]
)
def test_chunks_do_not_matter(kind, weighted, monkeypatch):
    """The pivots are the same bit by bit, so that not even a ring is turned."""
    X, y = make_circle(2000, n_clusters=5) if kind != "KernelKMeans" else blobs(2000, 0.5)
    w = np.random.default_rng(0).choice([0.5, 2.0], size=2000) if weighted else None
    found = []
    for chunks in (2000, 300, (1, 0, 1500, 499)):
        weights = {"sample_weight": rows(w, chunks)} if w is not None else {}
        found.append(estimator(kind).fit(rows(X, chunks), **weights))
    for size in (131_072, 300):  # the same in memory, in one block and in seven
        monkeypatch.setattr(blockwise, "_ROWS", size)
        found.append(estimator(kind).fit(X, **({} if w is None else {"sample_weight": w})))
    first, labels = found[0], np.asarray(found[0].labels_)
    for other in found[1:]:
        np.testing.assert_array_equal(other._predictor_.X, first._predictor_.X)
        np.testing.assert_array_equal(
            other._predictor_.features.triangle, first._predictor_.features.triangle
        )
        assert other.objective_ == pytest.approx(first.objective_, rel=1e-12)
        assert other.n_iter_ == first.n_iter_
        np.testing.assert_array_equal(np.asarray(other.labels_), labels)
    if kind == "KernelKMeans":
        assert adjusted_rand_score(labels, y) > 0.9


@pytest.mark.usefixtures("small_sample")
def test_rows_far_from_all_others_become_pivots():
    """A sample of 150 among 2020 holds one or two of them, and they hold all of the trace."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(2020, 8))
    far = rng.choice(2020, size=20, replace=False)
    X[far, :4] += 3000 * rng.normal(size=(20, 4))
    residuals = []
    for chunks in (2020, 500, (3, 1017, 1000)):
        fit = KernelKMeans(3, kernel="linear", rank=6, random_state=0).fit(rows(X, chunks))
        assert np.linalg.norm(fit._predictor_.X, axis=1).min() > 1000
        residuals.append(fit.residual_)
    assert max(residuals) < 1e-3
    assert np.ptp(residuals) < 1e-9


def test_unknown_chunk_sizes():
    X, _ = blobs()
    whole = rows(X, 100)
    kept = X[:, 0] > -3
    unknown = whole[whole[:, 0] > -3]
    assert np.isnan(unknown.shape[0])
    inside = KernelKMeans(5, rank=25, random_state=0).fit(X[kept])
    outside = KernelKMeans(5, rank=25, random_state=0).fit(unknown)
    np.testing.assert_array_equal(outside.labels_.compute(), inside.labels_)
    assert np.isnan(outside.labels_.shape[0])
    init = (np.arange(M) % 5)[kept]
    beside = da.from_array(np.arange(M) % 5, chunks=100)[whole[:, 0] > -3]
    inside = CLUHSIC(5, rank=25, init=init, random_state=0).fit(X[kept])
    outside = CLUHSIC(5, rank=25, init=beside, random_state=0).fit(unknown)
    np.testing.assert_array_equal(outside.labels_.compute(), inside.labels_)


def test_labels_are_lazy_and_rows_are_not_kept():
    reads = []
    X, _ = blobs()

    def read(block):
        reads.append(len(block))
        return block

    lazy = rows(X).map_blocks(read, dtype=float, meta=np.empty((0, 0)))
    fit = CLUHSIC(5, rank=25, random_state=0).fit(lazy)
    before = len(reads)
    labels = fit.labels_
    assert labels.dtype.kind == "i"
    assert labels.chunks == ((105,) * 4,)
    assert len(reads) == before
    labels[:5].compute()
    assert len(reads) == before + 1
    assert fit.predict(lazy).shape == (M,)
    assert len(reads) == before + 1


@pytest.mark.usefixtures("small_sample")
@each("held", [np.asarray, rows])
def test_a_start_must_use_each_label_for_a_row_of_a_weight(held):
    X, y = blobs()
    w = {"sample_weight": held((y != 2).astype(float))}
    with pytest.raises(ValueError, match=r"init must use each of 0..4; no row has label 2"):
        CLUHSIC(5, rank=25, init=held(y), random_state=0).fit(held(X), **w)


def changed(X, at, value):
    X[at] = value
    return rows(X)


def masked(X, at):
    """With one entry masked, which `rows` would put the value under."""
    hidden = np.ma.masked_array(X, np.zeros(X.shape, bool))
    hidden[at] = np.ma.masked
    return da.from_array(hidden, chunks=(105, *X.shape[1:]), asarray=False)


LABELS, ROWS = np.arange(M) % 5, rows(blobs()[0])
SHORT = ROWS.map_blocks(lambda X: X[X[:, 0] > 0], dtype=float)
BAD = [
    ({"rank": None}, ROWS, {}, "rank must"),
    ({}, ROWS[:, 0], {}, "X must be a table"),
    (
        {},
        changed(blobs()[0], (250, 1), -np.inf),
        {},
        "X .*-inf in row 250, column 1, block 2",
    ),
    ({}, masked(blobs()[0], (250, 1)), {}, "X must .* 1 masked in block 2"),
    ({"init": masked(LABELS, 300)}, ROWS, {}, "init must .* 1 masked in block 2"),
    ({}, ROWS, masked(np.ones(M), 300), "sample_weight must .* 1 masked in block 2"),
    ({}, ROWS.map_blocks(sparse.csr_matrix, dtype=float), {}, "X must have dense blocks"),
    ({}, ROWS.map_blocks(lambda X: 1j * X, dtype=float), {}, "X must .* got dtype complex128"),
    ({}, SHORT, {}, "X must have blocks of the shape that dask was told"),
    ({}, rows(blobs()[0][:4]), {}, "n_clusters must be at most"),
    ({}, da.zeros((0, 3)), {}, "X must .* got 0"),
    ({"kernel": "graph"}, ROWS, {}, "kernel must be computable column by"),
    ({"init": LABELS}, ROWS, {}, "init must be a dask array"),
    ({"init": rows(LABELS, 100)}, ROWS, {}, r"init\.rechunk"),
    ({"init": changed(LABELS.copy(), 300, 5)}, ROWS, {}, "init must .* got 5 in row 300, block 2"),
    ({"init": rows(LABELS % 4)}, ROWS, {}, "init must .* no row has label 4"),
    ({}, ROWS, rows(np.ones(M), 100), r"sample_weight\.rechunk"),
    (
        {},
        ROWS,
        changed(np.ones(M), 110, -1.0),
        "sample_weight .*-1.0 in row 110, block 1",
    ),
    ({}, ROWS, rows(np.zeros(M)), "at least 2 rows of a weight above"),
]


@each("options, X, given, message", BAD)
def test_bad_input_is_named_and_leaves_nothing_fitted(options, X, given, message):
    fit = KernelKMeans(**{"n_clusters": 5, "rank": 25, "random_state": 0} | options)
    names = set(vars(fit))
    given = {} if isinstance(given, dict) else {"sample_weight": given}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(ValueError, match=message):
            fit.fit(X, **given)
    assert set(vars(fit)) == names


def test_other_methods_say_who_takes_row_blocks():
    with pytest.raises(ValueError, match="X must be in memory for NumericalTaxonomy"):
        NumericalTaxonomy(3).fit(ROWS)
    for ask in (SMIC(3).fit, AngleSpectralClustering(3).fit, kernel_matrix, partial(hsic, L=ROWS)):
        with pytest.raises(ValueError, match="an Array of dask, which is not in memory"):
            ask(ROWS)


def test_new_blocks_are_checked_too():
    fit = KernelKMeans(5, rank=25, random_state=0).fit(ROWS)
    hidden, thin = masked(blobs()[0], (250, 1)), ROWS.map_blocks(sparse.csr_matrix, dtype=float)
    for ask in (fit.predict, fit.transform):
        told = (hidden, "1 masked in block 2"), (thin, "dense blocks"), (SHORT, "the shape that")
        for X, said in told:
            with pytest.raises(ValueError, match=f"X must .*{said}"):
                ask(X).compute()


def test_without_dask_the_error_says_what_to_install(monkeypatch):
    importing = builtins.__import__

    def without(name, globals=None, locals=None, fromlist=(), level=0):
        if level and "dask_rows" in (fromlist or ()):
            raise ImportError("No module named 'dask'")
        return importing(name, globals, locals, fromlist, level)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ImportError, match=r'pip install "depcluster\[dask\]"'):
        CLUHSIC(5, rank=25).fit(rows(blobs()[0]))
