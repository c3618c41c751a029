"""The model-selection explorer: what its page finds as SMIC does, what Python keeps and refuses."""

import numpy as np
import pytest
from answering import Page
from refusals import said, taken
from scipy.sparse.csgraph import connected_components

import reference_smi
from depcluster.datasets import make_blobs4, make_circle_gauss
from depcluster.papers.sugiyama2011 import SMIC, smic_path
from depcluster.plotting.plane import plane_of
from depcluster.widgets import DataPad, ModelSelectionExplorer

X, _ = make_blobs4(60)
CANDIDATES = (1, 2, 3, 6)
RNG = np.random.default_rng(0)
WIDE = np.repeat([[4.0], [0.0], [-4.0]], 15, axis=0) + RNG.standard_normal((45, 10))
SMALL_AND_FAR = 2.0**-140 * (make_circle_gauss(60)[0] + 2.0**20)


@pytest.fixture
def page():
    return Page(ModelSelectionExplorer(X, 4, candidates=CANDIDATES))


def mapped(page):
    """The first answer, with its map."""
    first, *more = page.steps(2)
    return first["answer"] | (more[0].get("more", {}) if more else {})


def told(labels):
    return {"labels": bytes(labels), "objective": 1.0, "settled": True, "count": 1}


def same(labels, others):
    """Whether two labellings are the same but for names."""
    labels, others = np.array(labels), np.array(others)
    return np.array_equal(labels[:, None] == labels, others[:, None] == others)


@pytest.mark.parametrize("normalization", [None, "sym"])
def test_page_line_and_estimator_have_the_labels_and_the_smi_of_the_formula(page, normalization):
    explorer = page.explorer
    for t in CANDIDATES:
        page.move(kernel_normalization=normalization, n_neighbors=t)
        answer = page.first()
        K = reference_smi.local_scaling(X, t)
        K = K if normalization is None else reference_smi.sym(K)
        values, V = reference_smi.leading_basis(K, 5)
        V[abs(V) < 1e-9] = 0
        np.testing.assert_allclose(answer["values"], values, rtol=1e-9)
        np.testing.assert_allclose(np.transpose(answer["vectors"]), V, atol=1e-6)
        p = 15 * np.maximum(V[:, :4], 0) / np.maximum(V[:, :4], 0).sum(axis=0)  # m / c
        hollow = ~p.any(axis=1)
        assert answer["hollow"] == hollow.tolist()
        assert answer["undecided"] == hollow.sum()

        line = answer["python"].removesuffix(".fit_predict(X)")
        estimator = explorer.estimator()
        assert eval(line, {"SMIC": SMIC}).get_params() == estimator.get_params()
        fitted = estimator.fit(X)
        assert fitted.n_undecided_ == hollow.sum()
        assert np.array_equal(fitted.labels_[~hollow], p.argmax(axis=1)[~hollow])
        assert np.array_equal(explorer.labels_, fitted.labels_)  # no page has told of it
        assert answer["labels"] == np.array(answer["names"])[fitted.labels_].tolist()
        assert answer["sizes"] == np.bincount(answer["labels"], minlength=4).tolist()
        page.tell()
        assert explorer.labels_.tolist() == answer["labels"]
        J = reference_smi.smi_hat(p, [1 / 4] * 4)
        assert explorer._fit["objective"] == pytest.approx(J, rel=1e-9)

        edges = np.reshape(answer["edges"], (-1, 2))
        assert sorted(map(tuple, edges)) == list(zip(*np.nonzero(np.triu(K, 1)), strict=True))
        share = K[tuple(edges.T)] / K[tuple(edges.T)].max()
        np.testing.assert_allclose(np.array(answer["weights"]) / 255, share, atol=0.5 / 255 + 1e-9)
        assert answer["pieces"] == connected_components(K)[0]


@pytest.mark.parametrize(
    ("samples", "n_clusters", "seed"),
    [
        (X, 4, 3),
        (WIDE, 10, None),
        (X[:30, :1], 2, np.random.RandomState(0)),
        (X[:4], 2, 0),
        (np.repeat(X[:3], 4, axis=0), 3, 0),
        (make_blobs4(60, random_state=3)[0], 4, 0),
    ],
    ids=["blobs", "wide", "one feature", "four samples", "copies", "undecided"],
)
def test_the_curve_and_the_choices_are_those_of_the_path(samples, n_clusters, seed):
    explorer = ModelSelectionExplorer(samples, n_clusters, candidates=(1, 3, 9), random_state=seed)
    page, candidates = Page(explorer), explorer._input["candidates"]
    for normalization in (None, "sym"):
        page.move(kernel_normalization=normalization)
        answer = page.settled()
        curve, at = answer["curve"], answer["n_neighbors"]
        options = {"kernel_normalization": normalization, "random_state": explorer._seed}
        path = list(smic_path(samples, n_clusters, candidates=candidates, **options))
        np.testing.assert_allclose(curve["lsmi"], [of.lsmi.value for of in path], rtol=1e-9)
        np.testing.assert_allclose(curve["smi"], [of.result.smi for of in path], rtol=1e-9)
        np.testing.assert_allclose(explorer.lsmi_path_, curve["lsmi"], rtol=1e-9)
        assert curve["undecided"] == [of.result.undecided.sum() for of in path]
        assert curve["choice"]["lsmi"] == explorer.choice_ == at
        smi = np.array(curve["smi"])
        assert curve["choice"]["smi"] == candidates[np.argmax(smi >= smi.max() - 1e-9)]
        assert same(answer["labels"], path[candidates.index(at)].result.labels)
        assert bool(answer["posterior"]) == (samples.shape[1] == 2)


@pytest.mark.parametrize(
    ("points", "normalization"),
    [(make_circle_gauss(60)[0], None), (SMALL_AND_FAR, "sym")],
    ids=["near", "small and far"],
)
def test_the_map_is_the_posterior_until_it_is_put_away(points, normalization):
    page = Page(ModelSelectionExplorer(points, 2, candidates=(4, 5)))
    answer = mapped(page.move(n_neighbors=5, kernel_normalization=normalization))
    g, x0, y0, x1, y1 = page.explorer._input["grid"]
    side = (np.arange(g) + 0.5) / g
    x, y = np.meshgrid(x0 + side * (x1 - x0), y1 - side * (y1 - y0))
    cells = plane_of(points)[1].back(np.column_stack([x.ravel(), y.ravel()]))
    fitted = page.explorer.estimator().fit(points)
    reached, P = fitted.transform(cells).any(axis=1), fitted.predict_proba(cells)
    codes = np.array(answer["posterior"])
    assert np.mean((codes > 0) == reached) > 0.999
    both = reached & (codes > 0)
    k, level = np.divmod(codes[both] - 1, 25)
    wanted = 24 * (2 * P[both].max(axis=1) - 1)
    assert np.mean(np.abs(level - wanted) < 0.501) > 0.999
    named = np.array(answer["names"])[P[both].argmax(axis=1)]
    assert np.mean((k == named) | (wanted < 0.01)) > 0.999
    page.move(posterior=False)
    page.move(n_neighbors=4)
    assert mapped(page)["posterior"] == []


def test_a_picture_at_the_choice_stays_with_the_judge_and_python_leaves_it_there(page):
    explorer, steps = page.explorer, page.steps()
    assert [step["answer"]["n_neighbors"] for step in steps if "answer" in step] == [1, 3]
    seen = [step["more"]["curve"]["lsmi"] for step in steps if "curve" in step.get("more", {})]
    assert [values.count(None) for values in seen] == [3, 2, 1]
    assert seen[0][0] is not None  # that on screen is judged first
    counted = [step["progress"] for step in steps if "progress" in step]
    assert counted == [[0, 4], [1, 4], [2, 4], [3, 4]]
    for judge, t in (("smi", 1), ("lsmi", 3)):
        page.put(judge=judge)
        assert page.settled()["n_neighbors"] == t
    page.tell()
    assert (explorer.n_neighbors, explorer._at_choice) == (3, True)
    page.move(n_neighbors=2)  # a t that Python sets stays
    page.move(judge="smi", kernel_normalization="sym")
    answer = page.settled()
    assert (answer["n_neighbors"], answer["settled"]) == (2, True)
    explorer.set_state({"n_neighbors": 6, "_at_choice": True})
    assert (explorer.n_neighbors, explorer._at_choice) == (6, True)


def test_controls_fit_other_data_as_the_page_has_them():
    explorer = ModelSelectionExplorer(WIDE, 3, candidates=(30, 44, 199))
    page = Page(explorer)
    page.script("model_selection_explorer/samples.js", "samples")
    assert explorer.posterior is False
    for data, t in (("circle", 30), ("own", 44)):
        fitting = page.eval(f"samples.createSelectionSamples(model).fitting('{data}')")
        page.move(data=data)
        assert fitting == {"n_neighbors": t, "posterior": data != "own"}
        assert (explorer.n_neighbors, explorer.posterior) == tuple(fitting.values())
        assert bool(mapped(page)["posterior"]) == explorer.posterior
        page.move(n_neighbors=explorer._dataset.candidates[-1])
    explorer.set_state({"data": "circle", "n_neighbors": 30, "posterior": False})
    assert explorer.posterior is False  # put away with the message that brings other data


def test_names_are_those_of_the_labels_told_and_go_on_with_points_that_stay():
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
    page.put(_fit={**told(found), "labels": bytes([9]) * 55})
    assert sorted(set(page.first()["labels"])) == [0, 1, 2, 3]
    explorer.set_state({"_fit": told([7] * 55)})
    assert same(explorer.labels_, found)


def test_drawing_on_a_pad_goes_back_to_it():
    pad = DataPad()
    explorer = ModelSelectionExplorer(pad, 3, candidates=CANDIDATES)
    page = Page(explorer)
    assert page.steps() == [{"refused": "There are no samples of your own yet."}]
    assert "n_neighbors can be set once" in said(setattr, explorer, "n_neighbors", 4)
    page.move(data="circle")
    assert len(page.first()["labels"]) == 200
    assert not explorer._waiting
    assert explorer.labels_.shape == explorer.rows_.shape == (200,)
    explorer.data = "own"
    assert "Draw at least" in explorer._waiting
    explorer.data = "circle"
    pad.put(DataPad.fitted(X))
    assert (explorer.data, explorer.labels_.shape) == ("own", (60,))
    assert explorer._input["called"] == "pad.X"
    explorer.data = "blobs"
    pad.put(pad.X[:2])
    for data in ("own", "circle", "own"):
        explorer.data = data
        assert bool(explorer._waiting) == (data == "own")


def test_nonsense_is_refused(page):
    before = page.explorer.get_state()
    cases = [
        ("n_neighbors", 4, "n_neighbors must be one of the candidates, 1, 2, 3, 6; got 4"),
        ("kernel_normalization", "rw", "kernel_normalization must be one of None, sym"),
        ("data", "moons", "data must be one of own, blobs"),
        ("judge", "ari", "judge must be one of lsmi, smi"),
        ("posterior", "yes", "posterior must be True or False"),
    ]
    assert taken(page.explorer, cases) == []
    assert page.explorer.get_state() == before
    wide = ModelSelectionExplorer(WIDE, 3, candidates=CANDIDATES)
    assert taken(wide, [("posterior", True, "two features")]) == []


@pytest.mark.parametrize(
    ("args", "options", "words"),
    [
        ((np.ones((9, 2)), 2), {}, "n_clusters must be at most"),
        ((X,), {}, "n_clusters must be an integer from 2 to 10; got None"),
        ((None, 3), {}, "n_clusters must be left out without X"),
        ((), {"feature_names": ["a", "b"]}, "feature_names must be left out without X"),
        ((), {"candidates": (250, 300)}, "candidates must hold at least two"),
        ((X, 4), {"candidates": []}, "candidates must be a list of values"),
        ((X, 4), {"candidates": [100, 200]}, "candidates must hold at least two"),
    ],
)
def test_what_a_constructor_cannot_take(args, options, words):
    assert words in said(ModelSelectionExplorer, *args, **options)
