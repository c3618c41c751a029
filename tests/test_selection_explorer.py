"""The model-selection explorer's Python side: what it answers, judges, refuses."""

from itertools import permutations

import numpy as np
import pytest
from explorers import in_a_loop, until
from scipy.sparse.csgraph import connected_components

from depcluster import datasets
from depcluster.datasets import make_blobs4, make_circle_gauss
from depcluster.kernels import local_scaling
from depcluster.papers.sugiyama2011 import SMIC, smic
from depcluster.widgets import DataPad, ModelSelectionExplorer

X, y = make_blobs4(80)
CANDIDATES = (1, 2, 3, 6)
RNG = np.random.default_rng(0)
WIDE = np.repeat([[4.0], [0.0], [-4.0]], 15, axis=0) + RNG.standard_normal((45, 10))


@pytest.fixture
def explorer():
    widget = ModelSelectionExplorer(X, 4, candidates=CANDIDATES)
    yield widget
    widget.close()


def array(explorer, name, kind):
    return np.frombuffer(explorer.answer[name], dtype=kind)


def assert_same_groups(labels, others):
    assert np.array_equal(labels[:, None] == labels, others[:, None] == others)


@pytest.mark.parametrize("normalization", [None, "sym"])
def test_the_screen_shows_what_smic_finds(explorer, normalization):
    explorer.kernel_normalization = normalization
    for t in CANDIDATES:
        explorer.n_neighbors = t
        fitted = SMIC(4, n_neighbors=t, kernel_normalization=normalization).fit(X)
        assert_same_groups(explorer.labels_, fitted.labels_)
        assert np.array_equal(array(explorer, "labels", np.uint8), explorer.labels_)
        named = np.array(explorer.answer["names"])[fitted.labels_]
        assert np.array_equal(named, explorer.labels_)
        assert explorer.answer["undecided"] == explorer.undecided_.sum() == fitted.n_undecided_
        assert explorer.answer["sizes"] == np.bincount(explorer.labels_, minlength=4).tolist()
        labels = eval(explorer.answer["python"], {"SMIC": SMIC, "X": X})
        assert np.array_equal(labels, fitted.labels_)


@pytest.mark.parametrize("normalization", [None, "sym"])
def test_the_graph_and_its_eigenvectors_belong_to_the_kernel(explorer, normalization):
    explorer.kernel_normalization = normalization
    for t in CANDIDATES:
        explorer.n_neighbors = t
        K = local_scaling(X, t, kernel_normalization=normalization).K.toarray()
        pairs = [(i, j) for i in range(80) for j in range(i + 1, 80) if K[i, j] > 0]
        edges = array(explorer, "edges", np.uint32).reshape(-1, 2)
        assert sorted(map(tuple, edges.tolist())) == pairs
        share = array(explorer, "weights", np.uint8) / 255
        weights = np.array([K[i, j] for i, j in edges])
        np.testing.assert_allclose(share, weights / weights.max(), atol=0.5 / 255 + 1e-12)
        assert explorer.answer["pieces"] == connected_components(K)[0]
        V = array(explorer, "vectors", np.float32).reshape(-1, 80).T.astype(float)
        values = np.array(explorer.answer["values"])
        np.testing.assert_allclose(values, np.linalg.eigvalsh(K)[:-6:-1], atol=1e-8)
        np.testing.assert_allclose(K @ V, V * values, atol=1e-5)
        np.testing.assert_allclose(V.T @ V, np.eye(5), atol=1e-5)


@pytest.mark.parametrize("normalization", [None, "sym"])
def test_the_curve_is_the_path_of_smic(normalization):
    options = {"candidates": CANDIDATES, "kernel_normalization": normalization}
    explorer = ModelSelectionExplorer(X, 4, random_state=3, **options).settle()
    fitted = SMIC(4, random_state=3, **options).fit(X)
    np.testing.assert_allclose(explorer.lsmi_path_, fitted.lsmi_path_, rtol=1e-12)
    assert explorer.choice_ == explorer.n_neighbors == fitted.n_neighbors_
    assert_same_groups(explorer.labels_, fitted.labels_)
    kernels = [local_scaling(X, t, kernel_normalization=normalization) for t in CANDIDATES]
    estimates = [smic(kernel.K, 4, X=X).smi for kernel in kernels]
    np.testing.assert_allclose(explorer.curve["smi"], estimates, rtol=1e-9)
    assert explorer.curve["choice"]["smi"] == CANDIDATES[int(np.argmax(estimates))]


def test_the_posterior_is_that_of_smic():
    points, _ = make_circle_gauss(60)
    explorer = ModelSelectionExplorer(points, 2)
    g, x0, y0, x1, y1 = explorer._frame["grid"]
    across = x0 + (np.arange(g) + 0.5) * (x1 - x0) / g
    down = y1 - (np.arange(g) + 0.5) * (y1 - y0) / g
    cells = np.array([(x, y) for y in down[::7] for x in across[::7]])
    seen = set()
    for t in (2, 5, 9):
        explorer.n_neighbors = t
        codes = array(explorer, "posterior", np.uint8).reshape(g, g)[::7, ::7].ravel().astype(int)
        fitted = SMIC(2, n_neighbors=t).fit(points)
        silent, proba = ~fitted.transform(cells).any(axis=1), fitted.predict_proba(cells)
        assert np.array_equal(codes == 0, silent)
        k, level = np.divmod(codes[~silent] - 1, 25)
        sure = proba[~silent].max(axis=1)
        clear = sure > 0.5 + 1e-9
        names = np.array(explorer.answer["names"])
        assert np.array_equal(k[clear], names[proba[~silent].argmax(axis=1)[clear]])
        np.testing.assert_allclose(0.5 + level / 48, sure, atol=1 / 96 + 1e-9)
        seen |= set(silent.tolist())
    assert seen == {True, False}
    low, high = np.array([x0, y0]), np.array([x1, y1])
    assert (points.min(axis=0) > low).all()
    assert (points.max(axis=0) < high).all()


def test_a_picture_at_the_choice_stays_with_the_judge(explorer):
    assert explorer.n_neighbors == 1
    assert explorer.choice_ is None
    explorer.settle()
    first = explorer.n_neighbors
    assert first == explorer.curve["choice"]["lsmi"] != explorer.curve["choice"]["smi"] == 1
    explorer.judge = "smi"
    assert explorer.n_neighbors == explorer.answer["n_neighbors"] == 1
    explorer.judge = "lsmi"
    assert explorer.n_neighbors == first
    explorer.n_neighbors = 6
    explorer.judge = "smi"
    explorer.kernel_normalization = "sym"
    explorer.settle()
    assert explorer.n_neighbors == 6
    explorer.n_neighbors = explorer.choice_
    explorer.kernel_normalization = None
    assert explorer.n_neighbors == explorer.choice_ == 1


def test_every_toy_of_the_menu_is_what_the_copied_line_says():
    explorer = ModelSelectionExplorer(kernel_normalization="sym")
    assert [entry["label"] for entry in explorer._menu] == [
        "blobs", "circle", "spirals", "high & low",
    ]  # fmt: skip
    for entry in explorer._menu:
        explorer.data = entry["value"]
        explorer.n_neighbors = 5
        line = explorer.answer["python"]
        labels = eval(line, {"SMIC": SMIC, **vars(datasets)})
        assert_same_groups(explorer.labels_, labels)
        samples = eval(line.split("fit_predict(")[1][:-1], vars(datasets))
        sent = np.frombuffer(explorer._points, np.float32).reshape(-1, 2)
        np.testing.assert_allclose(sent, samples, atol=1e-6)
        assert np.array_equal(explorer.rows_, np.arange(200))
        assert entry["label"] in repr(explorer)


def test_a_toy_beside_samples_of_ten_features_has_a_posterior():
    explorer = ModelSelectionExplorer(WIDE, 3)
    assert explorer.posterior is False
    explorer.data = "blobs"
    assert explorer.posterior is True
    assert explorer.answer["posterior"]
    explorer.posterior = False
    explorer.data = "circle"
    assert explorer.posterior is False
    explorer.data = "own"
    assert (explorer.posterior, explorer.answer["posterior"]) == (False, b"")


def test_axes_have_names_where_they_are_your_own():
    explorer = ModelSelectionExplorer(X, 4, feature_names=["length", "width"])
    assert explorer._axes == ["length", "width"]
    explorer.data = "blobs"
    assert explorer._axes == []
    explorer.data = "own"
    assert explorer._axes == ["length", "width"]


def test_drawing_on_a_pad_goes_back_to_it():
    pad = DataPad()
    explorer = ModelSelectionExplorer(pad, 3)
    assert explorer._waiting
    explorer.data = "circle"
    assert not explorer._waiting
    assert explorer.labels_.shape == (200,)
    explorer.data = "own"
    assert "Draw at least" in explorer._waiting
    explorer.data = "circle"
    pad.put(DataPad.fitted(X))
    assert (explorer.data, explorer.labels_.shape) == ("own", (80,))
    assert explorer.answer["python"].endswith("fit_predict(pad.X)")
    explorer.data = "blobs"
    explorer.kernel_normalization = "sym"
    assert (explorer.data, explorer.answer["error"]) == ("blobs", "")
    pad.put(pad.X[:2])
    assert "Draw at least" in explorer._waiting


def test_colours_stay_with_their_points(explorer):
    explorer.kernel_normalization = "sym"
    for t in (3, 6, 3, 2, 6, 1, 3):
        before = explorer.labels_
        explorer.n_neighbors = t
        after, kept = explorer.labels_, []
        for names in permutations(range(4)):
            kept.append((np.array(names)[after] == before).sum())
        moved = 80 - max(kept)
        assert (after == before).sum() == max(kept)
        assert f"{moved or 'no'} point{'s' if moved > 1 else ''} moved" in explorer.answer["foot"]
    explorer.data = "blobs"
    assert "moved" not in explorer.answer["foot"]
    assert explorer.answer["names"] == [0, 1, 2, 3]


def test_a_t_that_may_make_way_is_not_settled(explorer):
    assert explorer.state == "answer"
    assert explorer.settle().state == "settled"
    explorer.kernel_normalization = "sym"
    assert explorer.state == "answer"
    explorer.n_neighbors = 6
    assert explorer.state == "settled"
    explorer.set_state({"n_neighbors": 4})
    assert explorer.state == "refused"


def test_the_estimate_breaks_a_bound_that_lsmi_keeps(explorer):
    explorer.settle()
    assert max(explorer.curve["smi"]) > 2 * 1.5
    assert explorer.lsmi_path_.max() < 1.1 * 1.5


def test_candidates_come_in_one_by_one_and_the_one_on_screen_first(monkeypatch):
    monkeypatch.setattr("depcluster.widgets.explorer.explorer.REST", 0.0)
    seen = []

    async def slide():
        explorer = ModelSelectionExplorer(X, 4, candidates=CANDIDATES)
        explorer.n_neighbors = 2
        explorer.observe(lambda change: seen.append(change.new["lsmi"]), "curve")
        assert await until(lambda: explorer.choice_ and None not in explorer.curve["lsmi"])
        explorer.close()
        return explorer.n_neighbors != explorer.choice_, explorer.n_neighbors

    assert in_a_loop(slide) == (True, 2)  # what a hand has set stays
    left = [values.count(None) for values in seen]
    assert left == sorted(left, reverse=True)
    assert left[-1] == 0
    assert seen[0][1] is not None


def test_the_picture_carries_the_whole_curve(explorer, monkeypatch):
    monkeypatch.setattr(type(explorer), "_patience", 60.0)
    explorer.still()
    assert None not in explorer.curve["lsmi"]
    assert f"LSMI chooses t = {explorer.choice_} of 4 candidates" in repr(explorer)


@pytest.mark.parametrize(
    ("samples", "n_clusters"),
    [(WIDE, 3), (WIDE, 10), (X[:, :1], 2), (X[:4], 2), (np.repeat(X[:3], 4, axis=0), 3)],
)
def test_other_data_are_answered_too(samples, n_clusters):
    explorer = ModelSelectionExplorer(samples, n_clusters).settle()
    explorer.n_neighbors = 1
    explorer.kernel_normalization = "sym"
    explorer.settle()
    explorer.still()
    assert explorer.answer["error"] == ""
    assert np.isfinite(explorer.lsmi_path_).all()
    assert sum(explorer.answer["sizes"]) == len(samples)
    assert bool(explorer.answer["posterior"]) == (samples.shape[1] == 2)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("n_neighbors", 4, "n_neighbors must be one of the candidates, 1, 2, 3, 6; got 4"),
        ("kernel_normalization", "rw", 'kernel_normalization must be None or "sym"; got'),
        ("data", "moons", "data must be one of own, blobs, circle, spirals, high_low; got 'moons'"),
        ("judge", "ari", 'judge must be "lsmi" or "smi"; got'),
        ("posterior", "yes", "posterior must be True or False; got 'yes'"),
    ],
)
def test_python_may_not_set_nonsense(explorer, name, value, words):
    before = explorer.answer
    with pytest.raises(ValueError, match=words):
        setattr(explorer, name, value)
    assert explorer.answer is before


def test_a_posterior_needs_a_plane():
    explorer = ModelSelectionExplorer(WIDE, 3)
    assert explorer.posterior is False
    with pytest.raises(ValueError, match="posterior needs samples with two features; these have"):
        explorer.posterior = True


@pytest.mark.parametrize(
    ("args", "options", "words"),
    [
        ((np.ones((9, 2)), 2), {}, "n_clusters must be at most the number of different samples"),
        ((X,), {}, "n_clusters must be an integer from 2 to 10; got None"),
        ((None, 3), {}, "n_clusters must be left out without X"),
        ((), {"feature_names": ["a", "b"]}, "feature_names must be left out without X"),
        ((X, 4), {"candidates": []}, "candidates must be a list of values, each an integer"),
        ((X, 4), {"candidates": [100, 200]}, "candidates must hold at least two"),
    ],
)
def test_bad_input(args, options, words):
    with pytest.raises(ValueError, match=words):
        ModelSelectionExplorer(*args, **options)
