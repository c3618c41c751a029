"""What the page of ModelSelectionExplorer computes, run without a browser."""

from itertools import permutations

import numpy as np
import pytest
from answering import Page
from scipy.sparse.csgraph import connected_components

from depcluster import datasets
from depcluster.datasets import make_blobs4, make_circle_gauss
from depcluster.kernels import local_scaling
from depcluster.papers.sugiyama2011 import SMIC, smic
from depcluster.widgets import DataPad, ModelSelectionExplorer
from depcluster.widgets.explorer.answer import changed

X, y = make_blobs4(80)
CANDIDATES = (1, 2, 3, 6)
RNG = np.random.default_rng(0)
WIDE = np.repeat([[4.0], [0.0], [-4.0]], 15, axis=0) + RNG.standard_normal((45, 10))
NORMALIZATIONS = pytest.mark.parametrize("normalization", [None, "sym"])


def mapped(page):
    """The first answer, with its map."""
    first, *more = page.steps(2)
    return first["answer"] | (more[0].get("more", {}) if more else {})


@pytest.fixture
def page():
    return Page(ModelSelectionExplorer(X, 4, candidates=CANDIDATES))


def assert_same_groups(labels, others):
    labels = np.array(labels)
    assert np.array_equal(labels[:, None] == labels, others[:, None] == others)


@NORMALIZATIONS
def test_the_screen_shows_what_smic_finds(page, normalization):
    for t in CANDIDATES:
        page.move(kernel_normalization=normalization, n_neighbors=t)
        answer = page.first()
        fitted = SMIC(4, n_neighbors=t, kernel_normalization=normalization).fit(X)
        assert np.array_equal(np.array(answer["names"])[fitted.labels_], answer["labels"])
        assert answer["undecided"] == sum(answer["hollow"]) == fitted.n_undecided_
        assert answer["sizes"] == np.bincount(answer["labels"], minlength=4).tolist()
        labels = eval(answer["python"], {"SMIC": SMIC, "X": X})
        assert np.array_equal(labels, fitted.labels_)


@NORMALIZATIONS
def test_python_has_the_labels_of_the_page(page, normalization):
    for t in (6, 1, 3):
        page.move(kernel_normalization=normalization, n_neighbors=t)
        answer = page.first()
        page.tell()
        assert page.explorer.labels_.tolist() == answer["labels"]
        assert page.explorer.undecided_.tolist() == [bool(flag) for flag in answer["hollow"]]
        assert page.explorer.state == "settled"


@NORMALIZATIONS
def test_the_graph_and_its_eigenvectors_belong_to_the_kernel(page, normalization):
    for t in CANDIDATES:
        page.move(kernel_normalization=normalization, n_neighbors=t)
        answer = page.first()
        K = local_scaling(X, t, kernel_normalization=normalization).K.toarray()
        pairs = [(i, j) for i in range(80) for j in range(i + 1, 80) if K[i, j] > 0]
        edges = np.reshape(answer["edges"], (-1, 2))
        assert sorted(map(tuple, edges.tolist())) == pairs
        weights = np.array([K[i, j] for i, j in edges])
        share = np.array(answer["weights"]) / 255
        np.testing.assert_allclose(share, weights / weights.max(), atol=0.5 / 255 + 1e-12)
        assert answer["pieces"] == connected_components(K)[0]
        V, values = np.array(answer["vectors"]).T, np.array(answer["values"])
        np.testing.assert_allclose(values, np.linalg.eigvalsh(K)[:-6:-1], rtol=1e-12)
        np.testing.assert_allclose(K @ V, V * values, atol=1e-9)
        np.testing.assert_allclose(V.T @ V, np.eye(5), atol=1e-9)


@NORMALIZATIONS
def test_the_curve_is_the_path_of_smic(normalization):
    options = {"candidates": CANDIDATES, "kernel_normalization": normalization}
    explorer = ModelSelectionExplorer(X, 4, random_state=3, **options)
    answer = Page(explorer).settled()
    fitted = SMIC(4, random_state=3, **options).fit(X)
    curve = answer["curve"]
    np.testing.assert_allclose(curve["lsmi"], fitted.lsmi_path_, rtol=1e-9)
    assert curve["choice"]["lsmi"] == answer["n_neighbors"] == fitted.n_neighbors_
    assert_same_groups(answer["labels"], fitted.labels_)
    found = [
        smic(local_scaling(X, t, kernel_normalization=normalization).K, 4, X=X) for t in CANDIDATES
    ]
    estimates = [one.smi for one in found]
    np.testing.assert_allclose(curve["smi"], estimates, rtol=1e-9)
    assert curve["undecided"] == [one.undecided.sum() for one in found]
    assert curve["choice"]["smi"] == CANDIDATES[int(np.argmax(estimates))]


def test_the_posterior_is_the_librarys():
    points, _ = make_circle_gauss(60)
    page = Page(ModelSelectionExplorer(points, 2))
    engine = page.explorer._engine
    for t in (2, 5, 9):
        page.move(n_neighbors=t)
        answer = mapped(page)
        codes, wanted = np.array(answer["posterior"], dtype=int), engine.posterior(None, t).ravel()
        names = np.array(answer["names"])
        k, level = np.divmod(wanted[wanted > 0].astype(int) - 1, 25)
        assert np.array_equal(codes == 0, wanted == 0)
        found, sure = np.divmod(codes[codes > 0] - 1, 25)
        assert (np.abs(sure - level) <= 1).all()  # which may be rounded otherwise
        assert np.array_equal(found[level > 0], names[k][level > 0])
    page.move(posterior=False)
    page.move(n_neighbors=4)
    assert mapped(page)["posterior"] == []


def test_far_and_small_samples_have_the_same_map():
    points, _ = make_circle_gauss(60)
    moved = Page(ModelSelectionExplorer(2.0**-140 * (points + 2.0**20), 2, candidates=(3, 5)))
    here = Page(ModelSelectionExplorer((points + 2.0**20) - 2.0**20, 2, candidates=(3, 5)))
    one, other = mapped(moved), mapped(here)
    assert one["labels"] == other["labels"]
    assert np.mean(np.array(one["posterior"]) == other["posterior"]) > 0.999
    assert any(one["posterior"])


def test_a_picture_at_the_choice_stays_with_the_judge(page):
    assert page.first()["n_neighbors"] == 1
    answer = page.settled()
    first = answer["n_neighbors"]
    assert first == answer["curve"]["choice"]["lsmi"] != answer["curve"]["choice"]["smi"] == 1
    assert answer["settled"]
    page.put(judge="smi")
    assert page.settled()["n_neighbors"] == 1
    page.put(judge="lsmi")
    assert page.settled()["n_neighbors"] == first
    page.put(n_neighbors=6, _at_choice=False)
    page.put(judge="smi", kernel_normalization="sym")
    answer = page.settled()
    assert (answer["n_neighbors"], answer["settled"]) == (6, True)
    assert "the estimate (8) chooses t = " in answer["status"]


def test_candidates_come_in_one_by_one_and_the_one_on_screen_first(page):
    page.put(n_neighbors=2)
    steps = page.steps()
    assert "posterior" in steps[1]["more"]
    curves = [step["more"]["curve"] for step in steps if "curve" in step.get("more", {})]
    seen = [curve["lsmi"] for curve in curves]
    assert [values.count(None) for values in seen] == [3, 2, 1]
    assert seen[0][1] is not None
    told = [step["progress"] for step in steps if "progress" in step]
    assert told == [[0, 4], [1, 4], [2, 4], [3, 4]]
    page.put(kernel_normalization="sym", _at_choice=False)
    assert not any("progress" in step for step in page.steps())  # that t stays


def test_every_toy_of_the_menu_is_what_the_copied_line_says():
    page = Page(ModelSelectionExplorer(kernel_normalization="sym"))
    for entry in page.explorer._menu:
        page.put(data=entry["value"], n_neighbors=5, _at_choice=False)
        answer = page.first()
        assert_same_groups(
            answer["labels"], eval(answer["python"], {"SMIC": SMIC, **vars(datasets)})
        )
        samples = eval(answer["python"].split("fit_predict(")[1][:-1], vars(datasets))
        np.testing.assert_allclose(page.eval("page.samples().points"), samples.ravel(), atol=1e-6)
        assert answer["status"].startswith("sym, t = 5: ")
        assert "moved" not in answer["status"]  # they are other points


def test_controls_fit_other_data_as_python_has_them():
    explorer = ModelSelectionExplorer(WIDE, 3, candidates=range(30, 44))
    page = Page(explorer)
    for data in ("blobs", "own", "circle"):
        fitting = page.eval(f"page.fitting('{data}')")
        page.move(data=data)
        assert explorer.posterior == (data != "own")
        assert all(getattr(explorer, name) == value for name, value in fitting.items())
        assert bool(mapped(page)["posterior"]) == (data != "own")
    wide = ModelSelectionExplorer(make_blobs4(600)[0], 4, candidates=(150, 299))
    wide.n_neighbors = 299
    assert Page(wide).eval("page.fitting('spirals')")["n_neighbors"] == 199
    wide.data = "spirals"
    assert wide.n_neighbors == 199


def test_colours_stay_with_their_points(page):
    page.put(kernel_normalization="sym", _at_choice=False)
    before = None
    for t in (3, 6, 3, 2, 6, 1, 3):
        page.eval("page.begin()")
        page.put(n_neighbors=t)
        answer = page.first()
        after = np.array(answer["labels"])
        if before is not None:
            kept = [(np.array(names)[after] == before).sum() for names in permutations(range(4))]
            assert (after == before).sum() == max(kept)
            assert changed(after, before) in answer["status"]
        before = after


def test_names_are_those_of_the_labels_told():
    explorer = ModelSelectionExplorer(X, 4, candidates=CANDIDATES)
    page = Page(explorer)
    page.put(n_neighbors=6, _at_choice=False)
    labels = np.array(page.first()["labels"])
    other = Page(explorer)
    told = {"labels": (3 - labels).astype(np.uint8).tobytes(), "objective": 1.0, "settled": True}
    other.put(n_neighbors=6, _at_choice=False, _labelling=told)
    assert other.first()["labels"] == (3 - labels).tolist()
    wrong = {**told, "labels": bytes([9]) * 80}
    other.put(_labelling=wrong)
    assert sorted(set(other.first()["labels"])) == [0, 1, 2, 3]


def test_names_go_on_with_points_that_stay():
    pad = DataPad(DataPad.fitted(X))
    explorer = ModelSelectionExplorer(pad, 4, candidates=CANDIDATES, kernel_normalization="sym")
    page = Page(explorer)
    page.move(n_neighbors=3)
    labels = page.first()["labels"]
    told = {"labels": bytes(3 - k for k in labels), "objective": 1.0, "settled": True}
    page.put(_labelling=told)
    assert page.first()["labels"] == [3 - k for k in labels]
    page.tell()
    pad.put(pad.X[5:])
    page.hear()
    found = page.first()["labels"]
    assert found == [3 - k for k in labels[5:]]
    page.tell()
    assert explorer.labels_.tolist() == found


def test_without_samples_of_your_own_there_are_words():
    page = Page(ModelSelectionExplorer(DataPad(), 3))
    assert page.steps() == [{"refused": "There are no samples of your own yet."}]
    page.put(data="circle", _at_choice=False)
    assert len(page.first()["labels"]) == 200


@pytest.mark.parametrize(
    "change",
    [
        {"X": bytes(8 * 160 - 8) + np.float64(np.nan).tobytes()},
        {"neighbours": np.full(80 * 6, 80, np.int32).tobytes()},
        {"neighbours": b"1234"},
        {"n_clusters": 1},
        {"n_clusters": 1e9},
        {"n_samples": 1},
        {"candidates": None},
        {"X": b"123"},
    ],
)
def test_samples_that_are_none_give_words(page, change):
    page.put(_input={**page.explorer._input, **change})
    assert page.steps() == [{"refused": "These samples have no graph of neighbours."}]
    assert page.eval("page.choice()") is None


@pytest.mark.parametrize(
    ("samples", "n_clusters"),
    [(WIDE, 3), (WIDE, 10), (X[:, :1], 2), (X[:4], 2), (np.repeat(X[:3], 4, axis=0), 3)],
)
def test_other_data_are_answered_too(samples, n_clusters):
    page = Page(ModelSelectionExplorer(samples, n_clusters))
    for controls in ({}, {"kernel_normalization": "sym"}):
        page.move(**controls)
        answer = page.settled()
        assert np.isfinite(answer["curve"]["lsmi"]).all()
        np.testing.assert_allclose(answer["curve"]["lsmi"], page.explorer.lsmi_path_, rtol=1e-9)
        assert sum(answer["sizes"]) == len(samples)
        assert bool(answer["posterior"]) == (samples.shape[1] == 2)
