"""The perturbation explorer's Python side: what it answers, keeps, refuses."""

import numpy as np
import pytest
from explorers import in_a_loop, until

import naive
from depcluster import median_rule
from depcluster.datasets import make_collinear
from depcluster.papers.song2007 import partition_distance, perturbation_bound
from depcluster.widgets import DataPad, PerturbationExplorer
from depcluster.widgets.perturbation_explorer.engine import KERNELS

X, y = make_collinear()


@pytest.fixture
def explorer():
    widget = PerturbationExplorer(X, 3, gamma=0.5)
    yield widget
    widget.close()


def perturbed_labels(explorer):
    return np.frombuffer(explorer.answer["perturbed_labels"], dtype=np.uint8)


def test_the_screen_shows_theorem_1_of_its_two_partitions(explorer):
    noise = np.random.default_rng([0, 1]).standard_normal(X.shape)
    for amount in (0.0, 0.2, 0.33, 0.8):
        explorer.amount = amount
        shaken = X + amount * noise
        expected = perturbation_bound(
            naive.gaussian(X, 0.5),
            naive.gaussian(shaken, 0.5),
            explorer.labels_,
            explorer.perturbed_labels_,
        )
        answer = explorer.answer
        assert answer["bound"] == pytest.approx(expected.bound)
        assert answer["epsilon"] == pytest.approx(expected.epsilon)
        assert answer["bound"] == pytest.approx(2 * np.sqrt(answer["terms"]).sum() ** 2)
        assert answer["verdict"]["vacuous"] == (expected.bound >= 4)
        assert answer["moved"] == np.count_nonzero(explorer.labels_ != explorer.perturbed_labels_)
        assert np.array_equal(perturbed_labels(explorer), explorer.perturbed_labels_)
        points = np.frombuffer(answer["perturbed_points"], dtype=np.float32).reshape(-1, 2)
        np.testing.assert_allclose(points, shaken, rtol=1e-5, atol=1e-5)


def test_the_given_partition_is_right_and_stays_when_nothing_is_perturbed(explorer):
    assert partition_distance(explorer.labels_, y) == 0
    explorer.amount = 0.0
    assert explorer.answer["moved"] == 0
    explorer.perturb = "rank"
    explorer.amount = len(X)
    assert explorer.answer["epsilon"] == 0
    assert "K changed by 0 %" in explorer.answer["foot"]


def test_every_kernel_and_perturbation_answers(explorer):
    for kernel, _ in KERNELS:
        explorer.kernel = kernel
        for perturb in ("rank", "entries", "input"):
            explorer.perturb = perturb
            explorer.settle()
            assert explorer.answer["error"] == ""
            stops = explorer._engine.modes[perturb].stops
            assert len(explorer.curve["bound"]) == len(explorer.curve["epsilon"]) == len(stops)
            bounds = [np.inf if b is None else b for b in explorer.curve["bound"]]
            assert (np.array(explorer.curve["epsilon"]) <= np.array(bounds) + 1e-9).all()


def test_rank_and_entries_perturb_k_as_said(explorer):
    K = naive.gaussian(X, 0.5)
    explorer.perturb = "rank"
    explorer.amount = 4
    values, vectors = np.linalg.eigh(K)
    low = (vectors[:, -4:] * values[-4:]) @ vectors[:, -4:].T
    expected = perturbation_bound(K, low, explorer.labels_, explorer.perturbed_labels_)
    assert explorer.answer["bound"] == pytest.approx(expected.bound, rel=1e-6)
    explorer.perturb = "entries"
    explorer.amount = 1.0
    E = np.random.default_rng([0, 1]).standard_normal(K.shape)
    size = np.sqrt((naive.centred(K) ** 2).mean())
    noisy = K + size * (E + E.T) / np.sqrt(2)
    expected = perturbation_bound(K, noisy, explorer.labels_, explorer.perturbed_labels_)
    assert explorer.answer["bound"] == pytest.approx(expected.bound, rel=1e-6)


def test_another_perturbation_begins_where_the_slider_stood(explorer):
    explorer.amount = 0.8
    explorer.perturb = "rank"
    assert explorer.amount == 2
    explorer.perturb = "entries"
    assert explorer.amount == 4.0
    explorer.set_state({"_request": 7, "perturb": "rank", "amount": 150.0})
    assert (explorer.amount, explorer.answer["request"]) == (150, 7)
    assert explorer.answer["perturb"] == explorer.curve["perturb"] == "rank"


def test_a_closed_eigengap_is_an_infinite_bound_with_its_reason():
    explorer = PerturbationExplorer(X, 4, kernel="linear", gamma=0.5)
    assert explorer.answer["bound"] is None
    assert "eigengap is closed" in explorer.answer["verdict"]["reason"]
    assert "bound infinite (vacuous)" in explorer.summary()
    explorer.still()


def test_the_width_is_told_against_the_median_rule_and_stays_when_the_samples_move():
    for gamma, share in (("median", 1), (0.5, 0.5 / median_rule(X))):
        explorer = PerturbationExplorer(X, 3, gamma=gamma)
        for amount in (0.2, 0.8):
            explorer.amount = amount
            assert explorer.answer["foot"].startswith(f"width {share:.2f} × median rule; ")
    explorer.kernel = "poly"
    assert "width" not in explorer.answer["foot"]


@pytest.mark.parametrize(
    ("options", "moves"),
    [
        ({}, {"amount": 0.33}),
        ({"gamma": 0.5, "random_state": 3}, {"kernel": "graph", "perturb": "rank"}),
        ({"n_clusters": 4, "perturb": "entries"}, {"amount": 2.0}),
    ],
)
def test_the_copied_line_shows_the_same(options, moves):
    explorer = PerturbationExplorer(X, **options)
    for name, value in moves.items():
        setattr(explorer, name, value)
    names = {"PerturbationExplorer": PerturbationExplorer, "X": X}
    exec(explorer.answer["python"], names)
    again = names["explorer"]
    assert np.array_equal(again.perturbed_labels_, explorer.perturbed_labels_)
    assert again.bound_ == explorer.bound_
    assert again.answer["python"] == explorer.answer["python"]


def test_panels_can_be_chosen_and_come_with_the_work_they_need(explorer):
    assert explorer.panels == ("given", "perturbed", "spectrum", "bound", "curve")
    few = PerturbationExplorer(X, 3, panels=["bound", "perturbed"]).settle()
    assert few.panels == ("perturbed", "bound")
    assert few.curve["bound"] == []
    few.panels = ("bound", "curve")
    assert len(few.settle().curve["bound"]) == 17
    few.folded = ("curve",)
    few.kernel = "linear"
    assert few.settle().curve["bound"] == []
    with pytest.raises(ValueError, match="panels must be one or more of given, perturbed, spec"):
        PerturbationExplorer(X, 3, panels=("scatter",))


def test_what_is_on_screen_is_settled_and_the_curve_counts_for_itself(explorer):
    assert explorer.state == "settled"
    explorer.amount = 0.3
    assert explorer.state == "settled"
    with pytest.raises(ValueError, match="amount"):
        explorer.amount = 7.0
    pad = DataPad(DataPad.fitted(X))
    follower = PerturbationExplorer(pad, 3)
    assert follower.state == "settled"
    pad.put(np.vstack([pad.X, [[0.0, 1.0]]]))
    assert follower.state == "answer"
    assert follower.settle().state == "settled"


def test_samples_that_are_mostly_the_same_have_no_rule_to_tell_a_width_by():
    heap = np.vstack([np.zeros((9, 2)), [[1.0, 0.0], [0.0, 1.0]]])
    explorer = PerturbationExplorer(heap, 2, gamma=0.25)
    assert explorer.answer["foot"].startswith("width 0.25; ")


def test_more_features_share_a_plane():
    wide = np.column_stack([X, X[:, 0] + X[:, 1], np.ones(len(X))])
    explorer = PerturbationExplorer(wide, 3)
    explorer.amount = 0.0
    points = np.frombuffer(explorer.answer["perturbed_points"], dtype=np.float32)
    np.testing.assert_allclose(points, np.frombuffer(explorer._points, np.float32), atol=1e-4)
    PerturbationExplorer(X[:, :1], 2).still()


def test_the_curve_fills_in_behind_and_a_newer_move_drops_it(monkeypatch):
    monkeypatch.setattr("depcluster.widgets.explorer.explorer.REST", 0.0)
    lengths = []

    async def drag():
        explorer = PerturbationExplorer(X, 3, gamma=0.5)
        explorer.observe(lambda change: lengths.append(len(change.new["bound"])), "curve")
        explorer.perturb = "entries"
        assert await until(lambda: lengths and lengths[-1] == 17)
        explorer.close()
        return explorer.curve["perturb"]

    assert in_a_loop(drag) == "entries"
    assert lengths == sorted(lengths)
    assert len(set(lengths)) > 3


def test_the_picture_carries_the_whole_curve(explorer, monkeypatch):
    monkeypatch.setattr(type(explorer), "_patience", 60.0)
    explorer.still()
    assert len(explorer.curve["bound"]) == 17


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("kernel", "rfb", "kernel must be one of rbf, graph"),
        ("perturb", "labels", "perturb must be one of input, rank, entries"),
        ("amount", -0.1, "amount must be a number from 0 to 0.8"),
    ],
)
def test_python_may_not_set_nonsense(explorer, name, value, words):
    before = explorer.answer
    with pytest.raises(ValueError, match=words):
        setattr(explorer, name, value)
    assert explorer.answer is before
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
