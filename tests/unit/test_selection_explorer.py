"""The model-selection explorer: what its page finds as SMIC does, what Python keeps and refuses."""

from itertools import permutations

import numpy as np
import pytest
from answering import Page
from refusals import said, taken
from scipy.sparse.csgraph import connected_components

from depcluster import datasets
from depcluster.datasets import make_blobs4, make_circle_gauss
from depcluster.kernels import local_scaling
from depcluster.papers.sugiyama2011 import SMIC, smic
from depcluster.widgets import DataPad, ModelSelectionExplorer
from depcluster.lessons.start_here import changed

X, y = make_blobs4(80)
CANDIDATES = (1, 2, 3, 6)
RNG = np.random.default_rng(0)
WIDE = np.repeat([[4.0], [0.0], [-4.0]], 15, axis=0) + RNG.standard_normal((45, 10))
NORMALIZATIONS = pytest.mark.parametrize("normalization", [None, "sym"])


@pytest.fixture
def explorer():
    widget = ModelSelectionExplorer(X, 4, candidates=CANDIDATES)
    yield widget
    widget.close()


@pytest.fixture
def page(explorer):
    return Page(explorer)


def mapped(page):
    """The first answer, with its map."""
    first, *more = page.steps(2)
    return first["answer"] | (more[0].get("more", {}) if more else {})


def told(labels, settled=True):
    labels = np.asarray(labels, dtype=np.uint8).tobytes()
    return {"labels": labels, "objective": 1.0, "settled": settled}


def assert_same_groups(labels, others):
    labels = np.array(labels)
    assert np.array_equal(labels[:, None] == labels, others[:, None] == others)


@NORMALIZATIONS
def test_the_screen_shows_what_smic_finds_and_python_hears_it(page, normalization):
    for t in CANDIDATES[::-1]:  # any but the first is a choice of the hand
        page.move(kernel_normalization=normalization, n_neighbors=t)
        answer = page.first()
        fitted = SMIC(4, n_neighbors=t, kernel_normalization=normalization).fit(X)
        assert np.array_equal(np.array(answer["names"])[fitted.labels_], answer["labels"])
        assert answer["undecided"] == sum(answer["hollow"]) == fitted.n_undecided_
        assert answer["sizes"] == np.bincount(answer["labels"], minlength=4).tolist()
        labels = eval(answer["python"], {"SMIC": SMIC, "X": X})
        assert np.array_equal(labels, fitted.labels_)
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
    few = X[::2]
    explorer = ModelSelectionExplorer(few, 4, random_state=3, **options)
    answer = Page(explorer).settled()
    fitted = SMIC(4, random_state=3, **options).fit(few)
    curve = answer["curve"]
    np.testing.assert_allclose(curve["lsmi"], fitted.lsmi_path_, rtol=1e-9)
    assert curve["choice"]["lsmi"] == answer["n_neighbors"] == fitted.n_neighbors_
    assert_same_groups(answer["labels"], fitted.labels_)
    kernels = [local_scaling(few, t, kernel_normalization=normalization).K for t in CANDIDATES]
    found = [smic(K, 4, X=few) for K in kernels]
    estimates = [one.smi for one in found]
    np.testing.assert_allclose(curve["smi"], estimates, rtol=1e-9)
    assert curve["undecided"] == [one.undecided.sum() for one in found]
    assert curve["choice"]["smi"] == CANDIDATES[int(np.argmax(estimates))]


def test_without_a_page_labels_path_and_choice_are_smics(explorer):
    fitted = SMIC(4, candidates=CANDIDATES, random_state=0).fit(X)
    assert explorer.n_neighbors == 1
    assert explorer.settle().n_neighbors == explorer.choice_ == fitted.n_neighbors_
    np.testing.assert_allclose(explorer.lsmi_path_, fitted.lsmi_path_, rtol=1e-12)
    assert_same_groups(explorer.labels_, fitted.labels_)
    assert explorer.undecided_.sum() == fitted.n_undecided_


def test_the_map_is_the_posterior_until_it_is_put_away():
    points, _ = make_circle_gauss(60)
    page = Page(ModelSelectionExplorer(points, 2, candidates=(4, 5)))
    answer = mapped(page.move(n_neighbors=5))
    codes = np.array(answer["posterior"], dtype=int)
    wanted = page.explorer._engine.posterior(None, 5).ravel()
    k, level = np.divmod(wanted[wanted > 0].astype(int) - 1, 25)
    assert np.array_equal(codes == 0, wanted == 0)
    found, sure = np.divmod(codes[codes > 0] - 1, 25)
    assert (np.abs(sure - level) <= 1).all()  # which may be rounded otherwise
    assert np.array_equal(found[level > 0], np.array(answer["names"])[k][level > 0])
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


def test_a_picture_at_the_choice_stays_with_the_judge():
    page = Page(ModelSelectionExplorer(X[::2], 4, candidates=CANDIDATES))
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


def test_it_does_so_where_python_moves_it(explorer):
    first = explorer.settle().n_neighbors
    assert first == explorer.choice_ != 1
    explorer.judge = "smi"
    assert explorer.n_neighbors == explorer.choice_ == 1
    explorer.judge = "lsmi"
    assert explorer.n_neighbors == first
    explorer.n_neighbors = 6
    explorer.judge = "smi"
    explorer.kernel_normalization = "sym"
    assert explorer.settle().n_neighbors == 6
    explorer.n_neighbors = explorer.choice_
    explorer.kernel_normalization = None
    assert explorer.n_neighbors == explorer.choice_ == 1


def test_what_the_page_goes_to_is_taken_with_whether_it_stays(explorer):
    explorer.set_state({"n_neighbors": 6, "_at_choice": False, "_fit": told(y)})
    assert (explorer.n_neighbors, explorer._at_choice) == (6, False)
    assert explorer.settle().n_neighbors == 6
    explorer.set_state({"n_neighbors": 3, "_at_choice": True})
    explorer.judge = "smi"
    assert explorer.n_neighbors == explorer.choice_ == 1


def test_candidates_come_in_one_by_one_and_the_one_on_screen_first():
    page = Page(ModelSelectionExplorer(X[::2], 4, candidates=CANDIDATES))
    page.put(n_neighbors=2)
    steps = page.steps()
    assert "posterior" in steps[1]["more"]
    curves = [step["more"]["curve"] for step in steps if "curve" in step.get("more", {})]
    seen = [curve["lsmi"] for curve in curves]
    assert [values.count(None) for values in seen] == [3, 2, 1]
    assert seen[0][1] is not None
    counted = [step["progress"] for step in steps if "progress" in step]
    assert counted == [[0, 4], [1, 4], [2, 4], [3, 4]]
    page.put(kernel_normalization="sym", _at_choice=False)
    assert not any("progress" in step for step in page.steps())  # that t stays


def test_every_toy_of_the_menu_is_what_the_copied_line_says():
    page = Page(ModelSelectionExplorer(kernel_normalization="sym"))
    for entry in page.explorer._menu:
        page.put(data=entry["value"], n_neighbors=5, _at_choice=False)
        answer = page.first()
        labels = eval(answer["python"], {"SMIC": SMIC, **vars(datasets)})
        assert_same_groups(answer["labels"], labels)
        samples = eval(answer["python"].split("fit_predict(")[1][:-1], vars(datasets))
        np.testing.assert_allclose(page.eval("page.samples().points"), samples.ravel(), atol=1e-6)
        assert "moved" not in answer["status"]  # they are other points


def test_controls_fit_other_data_as_python_has_them():
    explorer = ModelSelectionExplorer(WIDE, 3, candidates=(30, 43))
    page = Page(explorer)
    assert explorer.posterior is False
    for data in ("circle", "own"):
        fitting = page.eval(f"page.fitting('{data}')")
        page.move(data=data)
        assert explorer.posterior == (data != "own")
        assert all(getattr(explorer, name) == value for name, value in fitting.items())
        assert bool(mapped(page)["posterior"]) == (data != "own")
    explorer.set_state({"data": "circle", "n_neighbors": 30, "posterior": False})
    assert explorer.posterior is False  # put away with the message that brings other data
    wide = ModelSelectionExplorer(make_blobs4(300)[0], 4, candidates=(150, 299))
    wide.n_neighbors = 299
    assert Page(wide).eval("page.fitting('spirals')")["n_neighbors"] == 199
    wide.data = "spirals"
    assert wide.n_neighbors == 199


def test_toys_that_have_too_few_samples_are_not_in_the_menu():
    explorer = ModelSelectionExplorer(make_blobs4(400)[0], 4, candidates=(250, 300))
    assert [entry["value"] for entry in explorer._menu] == ["own"]
    assert "candidates must hold at least two" in said(setattr, explorer, "data", "blobs")


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


def test_names_are_those_of_the_labels_told(explorer):
    page = Page(explorer)
    page.put(n_neighbors=6, _at_choice=False)
    labels = np.array(page.first()["labels"])
    other = Page(explorer)
    other.put(n_neighbors=6, _at_choice=False, _fit=told(3 - labels))
    assert other.first()["labels"] == (3 - labels).tolist()
    other.put(_fit={**told(labels), "labels": bytes([9]) * 80})
    assert sorted(set(other.first()["labels"])) == [0, 1, 2, 3]


def test_python_takes_names_from_the_page_and_nothing_else(explorer):
    own = explorer.labels_
    for wrong in (np.arange(80) % 4, np.zeros(80), np.full(80, 7), [0, 1, 2, 3]):
        explorer.set_state({"_fit": told(wrong)})
        assert_same_groups(explorer.labels_, own)
        assert bytes(explorer._fit["labels"]) == explorer.labels_.astype(np.uint8).tobytes()
        assert explorer._fit["settled"] is False  # by Python's own sums
    for settled, state in ((True, "settled"), (False, "answer")):
        explorer.set_state({"_fit": told(3 - own, settled=settled)})
        assert (explorer.state, explorer.labels_.tolist()) == (state, (3 - own).tolist())


def test_names_go_on_with_points_that_stay():
    pad = DataPad(DataPad.fitted(X))
    explorer = ModelSelectionExplorer(pad, 4, candidates=CANDIDATES, kernel_normalization="sym")
    page = Page(explorer)
    page.move(n_neighbors=3)
    labels = page.first()["labels"]
    page.put(_fit=told([3 - k for k in labels]))
    assert page.first()["labels"] == [3 - k for k in labels]
    page.tell()
    pad.put(pad.X[5:])
    page.hear()
    found = page.first()["labels"]
    assert found == [3 - k for k in labels[5:]]
    page.tell()
    assert explorer.labels_.tolist() == found


def test_drawing_on_a_pad_goes_back_to_it():
    pad = DataPad()
    explorer = ModelSelectionExplorer(pad, 3, candidates=CANDIDATES)
    page = Page(explorer)
    assert page.steps() == [{"refused": "There are no samples of your own yet."}]
    page.put(data="circle", _at_choice=False)
    assert len(page.first()["labels"]) == 200
    assert explorer._waiting
    explorer.data = "circle"
    assert not explorer._waiting
    assert explorer.labels_.shape == explorer.rows_.shape == (200,)
    explorer.data = "own"
    assert "Draw at least" in explorer._waiting
    explorer.data = "circle"
    pad.put(DataPad.fitted(X))
    assert (explorer.data, explorer.labels_.shape) == ("own", (80,))
    assert explorer._input["called"] == "pad.X"
    explorer.data = "blobs"
    explorer.kernel_normalization = "sym"
    assert (explorer.data, explorer.state) == ("blobs", "answer")
    pad.put(pad.X[:2])
    assert "Draw at least" in explorer._waiting


def test_axes_have_names_where_they_are_your_own():
    explorer = ModelSelectionExplorer(X, 4, feature_names=["length", "width"])
    explorer.data = "blobs"
    assert explorer._axes == ["length", "width"]  # which the page leaves out with a toy


def test_a_t_that_may_make_way_is_not_settled(explorer):
    assert explorer.state == "answer"
    assert explorer.settle().state == "settled"
    explorer.kernel_normalization = "sym"
    assert explorer.state == "answer"
    explorer.n_neighbors = 6
    assert explorer.labels_.shape == (80,)
    assert explorer.state == "settled"
    explorer.set_state({"n_neighbors": 4})
    assert explorer.state == "refused"


def test_samples_that_are_none_give_words(page):
    given, words = page.explorer._input, "These samples have no graph of neighbours."
    found = {}
    for name, value in (
        ("X", bytes(8 * 160 - 8) + np.float64(np.nan).tobytes()),
        ("X", b"123"),
        ("neighbours", np.full(80 * 6, 80, np.int32).tobytes()),
        ("neighbours", b"1234"),
        ("n_clusters", 1),
        ("n_clusters", 1e9),
        ("n_samples", 1),
        ("candidates", None),
    ):
        page.put(_input={**given, name: value})
        found[name, str(value)[:20]] = page.steps(), page.eval("page.choice()")
    assert {at: it for at, it in found.items() if it != ([{"refused": words}], None)} == {}


@pytest.mark.parametrize(
    ("samples", "n_clusters"),
    [(WIDE, 10), (X[:30, :1], 2), (X[:4], 2), (np.repeat(X[:3], 4, axis=0), 3)],
    ids=["wide", "one feature", "four samples", "copies"],
)
def test_other_data_are_answered_too(samples, n_clusters):
    page = Page(ModelSelectionExplorer(samples, n_clusters, candidates=(1, 3, 9)))
    for normalization in (None, "sym"):
        page.move(kernel_normalization=normalization)
        answer = page.settled()
        assert np.isfinite(answer["curve"]["lsmi"]).all()
        np.testing.assert_allclose(answer["curve"]["lsmi"], page.explorer.lsmi_path_, rtol=1e-9)
        assert sum(answer["sizes"]) == len(samples)
        assert bool(answer["posterior"]) == (samples.shape[1] == 2)


def test_python_and_its_page_share_the_draws_of_any_seed():
    for seed in (None, np.random.RandomState(0)):
        explorer = ModelSelectionExplorer(X, 4, random_state=seed)
        bases = explorer._engine._plan.bases
        sent = explorer._input
        assert np.array_equal(np.frombuffer(sent["centres"], np.int32), bases.centres)
        assert np.array_equal(np.frombuffer(sent["folds"], np.uint8), bases.folds)


def test_nonsense_is_refused(explorer):
    before = explorer.get_state()
    cases = [
        ("n_neighbors", 4, "n_neighbors must be one of the candidates, 1, 2, 3, 6; got 4"),
        ("kernel_normalization", "rw", "kernel_normalization must be one of None, sym"),
        ("data", "moons", "data must be one of own, blobs"),
        ("judge", "ari", "judge must be one of lsmi, smi"),
        ("posterior", "yes", "posterior must be True or False"),
    ]
    assert taken(explorer, cases) == []
    assert explorer.get_state() == before
    wide = ModelSelectionExplorer(WIDE, 3, candidates=CANDIDATES)
    assert taken(wide, [("posterior", True, "two features")]) == []
    accepted = [
        (options, words)
        for args, options, words in (
            ((np.ones((9, 2)), 2), {}, "n_clusters must be at most"),
            ((X,), {}, "n_clusters must be an integer from 2 to 10; got None"),
            ((None, 3), {}, "n_clusters must be left out without X"),
            ((), {"feature_names": ["a", "b"]}, "feature_names must be left out without X"),
            ((), {"candidates": (250, 300)}, "candidates must hold at least two"),
            ((X, 4), {"candidates": []}, "candidates must be a list of values"),
            ((X, 4), {"candidates": [100, 200]}, "candidates must hold at least two"),
        )
        if words not in said(ModelSelectionExplorer, *args, **options)
    ]
    assert accepted == []
