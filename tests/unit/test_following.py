"""Explorers that follow a pad: they come alive, answer for its points, wait, and recover."""

import re

import numpy as np
import pytest
from explorers import EXPLORERS, complaint, every, points_sent
from sklearn.exceptions import NotFittedError

import naive
from depcluster import median_rule
from depcluster.labels import plain
from depcluster.widgets import (
    DataPad,
    KernelExplorer,
    LossExplorer,
    ModelSelectionExplorer,
    PerturbationExplorer,
    TaxonomyExplorer,
)
from depcluster.widgets.data_pad.toys import toys

X, Y = toys()["two moons"]
X, Y = X[::2], Y[::2]


@every
def test_an_explorer_of_an_empty_pad_says_what_to_do_and_comes_alive(explorer_of):
    pad = DataPad()
    explorer = explorer_of(pad, n_clusters=3)
    name = explorer_of.__name__
    assert explorer._waiting == "Draw at least 4 points on the pad, for 3 clusters."
    assert repr(explorer) == f"{name}: {explorer._waiting}"
    assert explorer._repr_mimebundle_()[0]["image/png"]
    with pytest.raises(NotFittedError, match=f"{name} shows nothing: Draw at least 4"):
        _ = explorer.labels_
    pad.put(X[:3])
    assert "It has 3 so far." in explorer._waiting
    pad.put(X[:4])
    assert explorer._waiting == ""
    assert sorted(np.unique(explorer.labels_)) == [0, 1, 2]
    assert re.match(f"{name}: 4 (points|samples) in 3", repr(explorer))


@every
def test_too_few_points_wait_and_more_recover(explorer_of):
    pad = DataPad(X, Y)
    explorer = explorer_of(pad, n_clusters=3)
    for points in (X[:0], X[:1], X[:2], X[:3], np.zeros((9, 2)), X[[0, 1, 2] * 5]):
        pad.put(points)
        assert explorer._waiting
        assert "Draw at least 4" in repr(explorer)
    assert "4 different points" in explorer._waiting
    pad.put(X[:20])
    assert not explorer._waiting
    assert explorer.labels_.shape == (20,)
    assert complaint(explorer) == ""


@every
def test_an_explorer_sees_what_one_of_the_same_array_sees(explorer_of):
    pad = DataPad(X[:50])
    explorer = explorer_of(pad, n_clusters=2)
    for m in (52, 60, 80, 70):
        pad.put(X[:m])
    explorer.settle()
    still = explorer_of(X[:70], n_clusters=2)
    still.settle()
    K = naive.centred(naive.gaussian(X[:70], median_rule(X[:70])))
    if explorer_of is KernelExplorer:
        for each in (explorer, still):
            J = naive.cluhsic_objective(K, each.labels_, plain(2), "l2")
            assert each.objective_ == pytest.approx(J)
    if hasattr(still, "objective_"):
        assert explorer.objective_ >= still.objective_ - 1e-9
    else:
        same = (explorer.labels_ == still.labels_).mean()
        renames = explorer_of in (ModelSelectionExplorer, PerturbationExplorer)
        assert same == 1 or (renames and same == 0)


@every
def test_a_change_of_the_pad_is_one_answer_of_matching_sizes(explorer_of):
    pad = DataPad(X[:30], Y[:30])
    explorer = explorer_of(pad, n_clusters=3)
    for m in (31, 45, 12):
        pad.put(X[:m], Y[:m])
        assert len(explorer.labels_) == m
        assert explorer._input["n_samples"] == m
        assert explorer._input["X"].startswith(X[:m].tobytes())
        if explorer_of is TaxonomyExplorer:
            assert len(explorer._samples["texts"]) == m
        else:
            np.testing.assert_allclose(points_sent(explorer), X[:m], atol=1e-6)


@every
def test_a_closed_explorer_no_longer_follows(explorer_of):
    pad = DataPad(X[:20])
    explorer = explorer_of(pad, n_clusters=2)
    explorer.close()
    pad.put(X[:30])
    assert len(explorer.labels_) == 20
    assert explorer._input["n_samples"] == 20


def test_one_pad_serves_several_explorers():
    pad = DataPad(X[:20])
    explorers = [explorer_of(pad, n_clusters=3) for explorer_of in EXPLORERS]
    pad.put(X[:25])
    assert [len(explorer.labels_) for explorer in explorers] == [25] * len(EXPLORERS)


def test_controls_stay_as_they_are():
    pad = DataPad(X)
    explorer = KernelExplorer(pad, 4, label_kernel="ring", kernel="laplacian", width=1.5)
    A = 2 * np.eye(4)
    explorer.label_kernel = A
    pad.put(X[:5])
    pad.put(X[:3])
    pad.put(X[:40])
    assert (explorer.kernel, explorer.width, explorer.n_clusters) == ("laplacian", 1.5, 4)
    np.testing.assert_array_equal(explorer.label_kernel, A)
    assert explorer.gamma_ == pytest.approx(2**1.5 * median_rule(X[:40], "laplacian"))


def test_colours_stay_with_their_places_while_points_come_and_go():
    pad = DataPad(X)
    for explorer_of in (KernelExplorer, LossExplorer, PerturbationExplorer):
        pad.put(X)
        explorer = explorer_of(pad, n_clusters=2)
        before = explorer.labels_
        pad.put(X[5:] + 0.001)
        assert (explorer.labels_ == before[5:]).mean() > 0.9


def test_fewer_clusters_do_for_fewer_points():
    pad = DataPad(X)
    explorer = KernelExplorer(pad, 6)
    pad.put(X[:5])
    assert explorer._waiting.startswith("Draw at least 7 points on the pad, for 6 clusters.")
    explorer.n_clusters = 4
    assert not explorer._waiting
    assert explorer.labels_.shape == (5,)
    with pytest.raises(ValueError, match="must be an integer from 2 to 4 for these data"):
        explorer.n_clusters = 5


def test_refused_points_leave_the_last_result_and_a_control_may_repair_it():
    pad = DataPad(X[:40])
    explorer = KernelExplorer(pad, 3)
    labels = explorer.labels_
    pad.put(np.r_[np.zeros((30, 2)), X[:6]])
    assert "median distance" in complaint(explorer)
    assert "The last result stays on screen." in complaint(explorer)
    np.testing.assert_array_equal(explorer.labels_, labels)
    np.testing.assert_array_equal(explorer.X, X[:40])
    assert "40 points" in repr(explorer)
    explorer.kernel = "linear"
    assert complaint(explorer) == ""
    np.testing.assert_array_equal(explorer.X, pad.X)


@pytest.mark.parametrize("explorer_of", [LossExplorer, PerturbationExplorer])
def test_refused_points_put_everything_back(explorer_of):
    pad = DataPad(X[:40])
    explorer = explorer_of(pad, n_clusters=3)
    labels, words = explorer.labels_, repr(explorer)
    pad.put(np.r_[np.zeros((30, 2)), X[:6]])
    assert "median distance" in complaint(explorer)
    np.testing.assert_array_equal(explorer.labels_, labels)
    assert repr(explorer) == words
    pad.put(X)
    assert complaint(explorer) == ""
    assert len(explorer.labels_) == len(X)


def test_points_refused_at_once_are_said_in_the_empty_frame():
    pad = DataPad()
    explorer = LossExplorer(pad, 2)
    pad.put(np.r_[np.zeros((30, 2)), X[:6]])
    assert "median distance" in explorer._waiting
    pad.put(X)
    assert not explorer._waiting


def test_classes_of_the_pad_are_the_truth_unless_there_is_but_one():
    pad = DataPad(X, Y)
    explorer = KernelExplorer(pad, 2, method="angle")
    wrong = np.mean(explorer.labels_ != Y)
    assert explorer.error_ == pytest.approx(min(wrong, 1 - wrong))
    pad.y = np.zeros(len(X), int)
    assert explorer.error_ is None
    assert complaint(explorer) == ""
    pad.y = 1 - Y
    assert explorer.error_ == pytest.approx(min(wrong, 1 - wrong))
    with pytest.raises(ValueError, match="y must be left out with a pad"):
        KernelExplorer(pad, 2, y=Y)


def test_the_angle_method_follows_with_its_width_and_added_points():
    pad = DataPad(X)
    explorer = KernelExplorer(pad, 2, method="angle", sigma=0.25)
    stops = explorer._sigmas
    explorer.added = [[0.5, -1.5]]
    pad.put(X[:50])
    assert explorer._sigmas == stops
    assert explorer.sigma == 0.25
    np.testing.assert_array_equal(explorer.X, np.vstack([X[:50], [[0.5, -1.5]]]))
    assert len(explorer.labels_) == 51


def test_an_amount_keeps_its_place_where_the_range_follows_the_data():
    pad = DataPad(X[:40])
    explorer = PerturbationExplorer(pad, 3, perturb="rank")
    explorer.amount = explorer._engine.modes["rank"].amounts[-1]
    pad.put(X[:60])
    assert explorer.amount == explorer._engine.modes["rank"].amounts[-1] == 2
    explorer.perturb = "input"
    explorer.amount = 0.02
    pad.put(X[:55])
    assert explorer.amount == 0.02
    empty = PerturbationExplorer(DataPad(), 3)
    with pytest.raises(ValueError, match="amount can be set once there are points"):
        empty.amount = 0.1
    empty.perturb = "rank"
    assert empty.perturb == "rank"


def test_candidates_are_as_many_as_the_points_allow():
    pad = DataPad(X)
    explorer = ModelSelectionExplorer(pad, 2)
    explorer.n_neighbors = 9
    pad.put(X[:5])
    assert explorer._input["candidates"] == [1, 2, 3, 4]
    assert explorer.n_neighbors == 4
    empty = ModelSelectionExplorer(DataPad(), 2)
    with pytest.raises(ValueError, match="n_neighbors can be set once there are points"):
        empty.n_neighbors = 4
    empty.judge = "smi"
    assert empty.judge == "smi"


@every
def test_the_copied_line_names_the_pad(explorer_of):
    explorer = explorer_of(DataPad(X), n_clusters=2)
    assert explorer._input["called"] == "pad.X"


class Frame:
    """As little of a data frame as an array can be made of."""

    def __init__(self, **columns):
        self.columns = list(columns)
        self._values = columns

    def __array__(self, dtype=None, copy=None):
        return np.array(list(self._values.values()), dtype=dtype or object).T

    def __len__(self):
        return len(self._values[self.columns[0]])


@every
def test_a_data_frame_is_taken_and_its_bad_columns_are_named(explorer_of):
    columns = {"length": X[:20, 0], "width": X[:20, 1]}
    assert len(explorer_of(Frame(**columns), n_clusters=2).labels_) == 20
    with pytest.raises(ValueError, match="'species'"):
        explorer_of(Frame(**columns, species=["a"] * 20), n_clusters=2)
    with pytest.raises(ValueError, match="'height'"):
        explorer_of(Frame(**columns, height=[None, *range(19)]), 2)
