"""The model-selection explorer's Python side: what it answers where no page does, and refuses."""

import numpy as np
import pytest

from depcluster.datasets import make_blobs4
from depcluster.papers.sugiyama2011 import SMIC
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


def assert_same_groups(labels, others):
    assert np.array_equal(labels[:, None] == labels, others[:, None] == others)


def told(labels, settled=True):
    labels = np.asarray(labels, dtype=np.uint8).tobytes()
    return {"labels": labels, "objective": 1.0, "settled": settled}


@pytest.mark.parametrize("normalization", [None, "sym"])
def test_without_a_page_the_labels_are_smics(explorer, normalization):
    explorer.kernel_normalization = normalization
    for t in CANDIDATES:
        explorer.n_neighbors = t
        fitted = SMIC(4, n_neighbors=t, kernel_normalization=normalization).fit(X)
        assert_same_groups(explorer.labels_, fitted.labels_)
        assert explorer.undecided_.sum() == fitted.n_undecided_


@pytest.mark.parametrize("normalization", [None, "sym"])
def test_the_path_and_the_choice_are_those_of_smic(normalization):
    options = {"candidates": CANDIDATES, "kernel_normalization": normalization}
    explorer = ModelSelectionExplorer(X, 4, random_state=3, **options)
    fitted = SMIC(4, random_state=3, **options).fit(X)
    np.testing.assert_allclose(explorer.lsmi_path_, fitted.lsmi_path_, rtol=1e-12)
    assert explorer.choice_ == fitted.n_neighbors_
    assert explorer.n_neighbors == 1
    assert explorer.settle().n_neighbors == explorer.choice_
    assert_same_groups(explorer.labels_, fitted.labels_)


def test_a_picture_at_the_choice_stays_with_the_judge(explorer):
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


def test_a_page_may_put_the_map_away_with_the_message_that_brings_other_data():
    explorer = ModelSelectionExplorer(WIDE, 3, candidates=CANDIDATES)
    assert not explorer.posterior
    explorer.set_state({"data": "circle", "n_neighbors": 1, "posterior": False})
    assert not explorer.posterior
    explorer.data = "own"
    explorer.data = "blobs"
    assert explorer.posterior


def test_names_are_those_that_the_page_tells(explorer):
    labels = 3 - explorer.labels_
    explorer.set_state({"_labelling": told(labels)})
    assert np.array_equal(explorer.labels_, labels)
    assert explorer.state == "settled"
    explorer.set_state({"_labelling": told(labels, settled=False)})
    assert (explorer.state, explorer.labels_.tolist()) == ("answer", labels.tolist())


def test_nothing_but_names_is_believed(explorer):
    own = explorer.labels_
    for wrong in (np.arange(80) % 4, np.zeros(80), np.full(80, 7), [0, 1, 2, 3]):
        explorer.set_state({"_labelling": told(wrong)})
        assert_same_groups(explorer.labels_, own)
        assert bytes(explorer._labelling["labels"]) == explorer.labels_.astype(np.uint8).tobytes()
        assert explorer._labelling["settled"] is False  # by Python's own sums


def test_what_the_page_goes_to_is_taken_with_whether_it_stays(explorer):
    explorer.set_state({"n_neighbors": 6, "_at_choice": False, "_labelling": told(y)})
    assert (explorer.n_neighbors, explorer._at_choice) == (6, False)
    assert explorer.settle().n_neighbors == 6
    explorer.set_state({"n_neighbors": 3, "_at_choice": True})
    explorer.judge = "smi"
    assert explorer.n_neighbors == explorer.choice_ == 1


def test_other_data_have_controls_that_fit():
    explorer = ModelSelectionExplorer(WIDE, 3)
    assert explorer.posterior is False
    explorer.data = "blobs"
    assert explorer.posterior is True
    assert np.array_equal(explorer.rows_, np.arange(200))
    assert "blobs" in repr(explorer)
    explorer.posterior = False
    explorer.data = "circle"
    assert explorer.posterior is False
    explorer.data = "own"
    assert explorer.posterior is False
    assert explorer.labels_.shape == (45,)


def test_toys_that_have_too_few_samples_are_not_in_the_menu():
    explorer = ModelSelectionExplorer(make_blobs4(400)[0], 4, candidates=(250, 300))
    assert [entry["value"] for entry in explorer._menu] == ["own"]
    with pytest.raises(ValueError, match="candidates must hold at least two"):
        explorer.data = "blobs"
    with pytest.raises(ValueError, match="candidates must hold at least two"):
        ModelSelectionExplorer(candidates=(250, 300))


def test_axes_have_names_where_they_are_your_own():
    explorer = ModelSelectionExplorer(X, 4, feature_names=["length", "width"])
    explorer.data = "blobs"
    assert explorer._axes == ["length", "width"]  # which the page leaves out with a toy


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
    assert explorer._input["called"] == "pad.X"
    explorer.data = "blobs"
    explorer.kernel_normalization = "sym"
    assert (explorer.data, explorer.state) == ("blobs", "answer")
    pad.put(pad.X[:2])
    assert "Draw at least" in explorer._waiting


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


def test_the_estimate_breaks_a_bound_that_lsmi_keeps(explorer):
    estimates = [explorer._engine.tried(None, t).result.smi for t in CANDIDATES]
    assert max(estimates) > 2 * 1.5
    assert explorer.lsmi_path_.max() < 1.1 * 1.5


def test_the_picture_carries_the_whole_curve(explorer, monkeypatch):
    monkeypatch.setattr("depcluster.widgets.model_selection_explorer.widget.PATIENCE", 60.0)
    explorer.to_figure()
    assert explorer.n_neighbors == explorer.choice_
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
    explorer.to_figure()
    assert explorer.state == "settled"
    assert np.isfinite(explorer.lsmi_path_).all()
    assert explorer.labels_.shape == (len(samples),)


def test_python_and_its_page_share_the_draws_of_any_seed():
    for seed in (None, np.random.RandomState(0)):
        explorer = ModelSelectionExplorer(X, 4, random_state=seed)
        bases = explorer._engine._plan.bases
        sent = explorer._input
        assert np.array_equal(np.frombuffer(sent["centres"], np.int32), bases.centres)
        assert np.array_equal(np.frombuffer(sent["folds"], np.uint8), bases.folds)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("n_neighbors", 4, "n_neighbors must be one of the candidates, 1, 2, 3, 6; got 4"),
        ("kernel_normalization", "rw", "kernel_normalization must be one of None, sym; got 'rw'"),
        ("data", "moons", "data must be one of own, blobs, circle, spirals, high_low; got 'moons'"),
        ("judge", "ari", "judge must be one of lsmi, smi; got 'ari'"),
        ("posterior", "yes", "posterior must be True or False; got 'yes'"),
    ],
)
def test_python_may_not_set_nonsense(explorer, name, value, words):
    before = explorer.get_state()
    with pytest.raises(ValueError, match=words):
        setattr(explorer, name, value)
    assert explorer.get_state() == before


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
        ((X, 4), {"kernel_normalization": "rw"}, "kernel_normalization must be one of None, sym"),
        ((X, 4), {"random_state": "x"}, "random_state must be None, an integer"),
    ],
)
def test_bad_input(args, options, words):
    with pytest.raises(ValueError, match=words):
        ModelSelectionExplorer(*args, **options)
