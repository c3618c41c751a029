"""The perturbation explorer's Python side: what it computes where no page does, keeps, refuses."""

import numpy as np
import pytest
from matplotlib.text import Text

import naive
from depcluster.datasets import make_collinear
from depcluster.papers.song2007 import partition_distance, perturbation_bound
from depcluster.widgets import DataPad, PerturbationExplorer
from depcluster.widgets.perturbation_explorer.engine import KERNELS

WIDGET = "depcluster.widgets.perturbation_explorer.widget"

X, y = make_collinear()


@pytest.fixture
def explorer():
    widget = PerturbationExplorer(X, 3, gamma=0.5)
    yield widget
    widget.close()


def test_the_bound_is_theorem_1_of_its_two_partitions(explorer):
    noise = np.random.default_rng([0, 1]).standard_normal(X.shape)
    K = naive.gaussian(X, 0.5)
    for amount in (0.0, 0.2, 0.33, 0.8):
        explorer.amount = amount
        partitions = explorer.labels_, explorer.perturbed_labels_
        expected = perturbation_bound(K, naive.gaussian(X + amount * noise, 0.5), *partitions)
        assert explorer.bound_.bound == pytest.approx(expected.bound)
        assert explorer.bound_.epsilon == pytest.approx(expected.epsilon)
        assert partition_distance(*partitions) == pytest.approx(expected.epsilon, abs=1e-12)
        moved = np.count_nonzero(partitions[0] != partitions[1])
        assert f", {moved} point" in explorer.summary()
    assert partition_distance(explorer.labels_, y) == 0


def test_every_kernel_and_perturbation_has_a_curve(explorer):
    for kernel, _ in KERNELS:
        explorer.kernel = kernel
        for perturb in ("rank", "entries", "input"):
            explorer.perturb = perturb
            curve = explorer.curve
            assert len(curve["amount"]) == len(curve["epsilon"]) == len(curve["bound"]) in (16, 17)
            assert (curve["epsilon"] <= curve["bound"] + 1e-9).all()
            explorer.amount = curve["amount"][3]
            assert explorer.bound_.bound == pytest.approx(curve["bound"][3], rel=1e-6)


def test_rank_and_entries_perturb_k_as_said(explorer):
    K = naive.gaussian(X, 0.5)
    explorer.perturb = "rank"
    explorer.amount = 4
    values, vectors = np.linalg.eigh(K)
    low = (vectors[:, -4:] * values[-4:]) @ vectors[:, -4:].T
    partitions = explorer.labels_, explorer.perturbed_labels_
    expected = perturbation_bound(K, low, *partitions)
    assert explorer.bound_.bound == pytest.approx(expected.bound, rel=1e-6)
    explorer.perturb = "entries"
    explorer.amount = 1.0
    m = len(X)
    noise = np.zeros((m, m))
    draws = iter(np.random.RandomState([0, 1]).standard_normal(m * (m + 1) // 2))
    for i in range(m):
        for j in range(i + 1):
            noise[i, j] = noise[j, i] = next(draws)
    size = np.sqrt((naive.centred(K) ** 2).mean())
    partitions = explorer.labels_, explorer.perturbed_labels_
    expected = perturbation_bound(K, K + size * noise, *partitions)
    assert explorer.bound_.bound == pytest.approx(expected.bound, rel=1e-6)


def test_another_perturbation_begins_where_the_slider_stood(explorer):
    explorer.amount = 0.8
    explorer.perturb = "rank"
    assert explorer.amount == 2
    explorer.perturb = "entries"
    assert explorer.amount == 4.0
    explorer.set_state({"perturb": "rank", "amount": 150.0})
    assert (explorer.perturb, explorer.amount) == ("rank", 150)
    explorer.set_state({"perturb": "entries"})
    assert explorer.amount == 0


def test_a_closed_eigengap_is_an_infinite_bound_with_its_reason():
    explorer = PerturbationExplorer(X, 4, kernel="linear", gamma=0.5)
    assert explorer.bound_.bound == np.inf
    assert "bound infinite (vacuous)" in explorer.summary()
    told = [text.get_text() for text in explorer.to_figure().findobj(Text)]
    assert any("eigengap is closed" in text for text in told)


def test_panels_can_be_chosen_and_a_picture_computes_the_curve_that_it_has(explorer, monkeypatch):
    assert explorer.panels == ("given", "perturbed", "spectrum", "bound", "curve")
    few = PerturbationExplorer(X, 3, panels=["bound", "perturbed"])
    assert few.panels == ("perturbed", "bound")
    known = lambda: len(few._engine.known("rbf", "input"))  # noqa: E731
    few.to_figure()
    assert known() == 0
    few.panels = ("bound", "curve")
    monkeypatch.setattr(f"{WIDGET}.PATIENCE", 0.0)
    few.to_figure()
    assert known() == 1
    monkeypatch.setattr(f"{WIDGET}.PATIENCE", 60.0)
    few.to_figure()
    assert known() == 17
    with pytest.raises(ValueError, match="panels must be one or more of given, perturbed, spec"):
        PerturbationExplorer(X, 3, panels=("scatter",))


def test_what_is_on_screen_is_settled_once_it_is_read(explorer):
    assert explorer.state == "answer"  # the page has yet to give it
    assert explorer.labels_.shape == (150,)
    assert explorer.state == "settled"
    explorer.amount = 0.3
    assert explorer.state == "settled"  # given labels stay those of their kernel
    explorer.kernel = "linear"
    assert explorer.state == "answer"
    with pytest.raises(ValueError, match="amount"):
        explorer.amount = 7.0
    pad = DataPad(DataPad.fitted(X))
    follower = PerturbationExplorer(pad, 3).settle()
    assert follower.state == "settled"
    pad.put(np.vstack([pad.X, [[0.0, 1.0]]]))
    assert follower.state == "answer"
    assert follower.settle().state == "settled"


def test_samples_that_are_mostly_the_same_have_no_rule_to_tell_a_width_by():
    heap = np.vstack([np.zeros((9, 2)), [[1.0, 0.0], [0.0, 1.0]]])
    assert PerturbationExplorer(heap, 2, gamma=0.25)._input["width"] == "width 0.25"


def test_more_features_share_a_plane():
    wide = np.column_stack([X, X[:, 0] + X[:, 1], np.ones(len(X))])
    explorer = PerturbationExplorer(wide, 3)
    explorer.amount = 0.0
    shaken, points = explorer._engine.extent(), explorer._engine.points
    assert shaken[0] <= points[:, 0].min()
    assert explorer.bound_.epsilon == 0
    explorer.to_figure()
    PerturbationExplorer(X[:, :1], 2).to_figure()


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("kernel", "rfb", "kernel must be one of rbf, graph"),
        ("perturb", "labels", "perturb must be one of input, rank, entries"),
        ("amount", -0.1, "amount must be a number from 0 to 0.8"),
    ],
)
def test_python_may_not_set_nonsense(explorer, name, value, words):
    before = explorer.bound_
    with pytest.raises(ValueError, match=words):
        setattr(explorer, name, value)
    assert explorer.bound_ is before
    explorer.perturb = "rank"
    with pytest.raises(ValueError, match="whole number from 2 to 150"):
        explorer.amount = 3.5


@pytest.mark.parametrize(
    ("args", "options", "words"),
    [
        ((np.ones((9, 2)), 2), {}, "gamma cannot be chosen"),
        ((X, 3), {"perturb": "noise"}, "perturb must be one of"),
        ((X, 3), {"kernel": "cosine"}, "kernel must be one of"),
        ((X, 3), {"gamma": -1}, "gamma must be a positive number"),
    ],
)
def test_bad_input(args, options, words):
    with pytest.raises(ValueError, match=words):
        PerturbationExplorer(*args, **options)
