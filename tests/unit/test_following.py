"""Explorers that follow a pad: they come alive, answer for its points, wait, and recover."""

import re

import numpy as np
import pytest
from answering import Page
from explorers import complaint, every, points_sent
from sklearn.exceptions import NotFittedError

from depcluster import median_rule
from depcluster.widgets import (
    DataPad,
    KernelExplorer,
    LossExplorer,
    ModelSelectionExplorer,
    PerturbationExplorer,
    TaxonomyExplorer,
)
from depcluster.widgets.data_pad.toys import toys
from depcluster.widgets.explorer.answer import changed

MOONS, CLASSES = toys()["two moons"]
X, Y = MOONS[::2], CLASSES[::2]
NEW = np.array([[-2.5, 1.5], [2.5, -1.5], [2.6, 1.4], [0.3, 0.2]])


@every
def test_an_explorer_of_a_pad_waits_comes_alive_and_recovers(explorer_of):
    pad = DataPad()
    explorer = explorer_of(pad, n_clusters=3)
    name = explorer_of.__name__
    assert "Draw at least 4 points on the pad, for 3 clusters." in explorer._waiting
    assert repr(explorer) == f"{name}: {explorer._waiting}"
    assert explorer._repr_mimebundle_()[0]["image/png"]
    with pytest.raises(NotFittedError, match=f"{name} shows nothing"):
        _ = explorer.labels_
    pad.put(X[:4])
    assert explorer._waiting == ""
    assert sorted(np.unique(explorer.labels_)) == [0, 1, 2]
    assert re.match(f"{name}: 4 (points|samples) in 3", repr(explorer))
    for points in (X[:0], X[:1], X[:3], np.zeros((9, 2)), X[[0, 1, 2] * 5]):
        pad.put(points)
        assert "Draw at least 4" in explorer._waiting
    assert "4 different points" in explorer._waiting
    pad.put(X[:20])
    assert not explorer._waiting
    assert explorer.labels_.shape == (20,)
    assert complaint(explorer) == ""


@every
def test_a_change_of_the_pad_is_one_answer_and_that_of_the_same_array(explorer_of):
    pad = DataPad(X[:30], Y[:30])
    explorer = explorer_of(pad, n_clusters=2)
    assert explorer._input["called"] == "pad.X"
    for m in (31, 12, 40):
        pad.put(X[:m], Y[:m])
        assert len(explorer.labels_) == m
        assert explorer._input["n_samples"] == m
        assert explorer._input["X"].startswith(X[:m].tobytes())
        if explorer_of is TaxonomyExplorer:
            assert len(explorer._samples["texts"]) == m
        else:
            np.testing.assert_allclose(points_sent(explorer), X[:m], atol=1e-6)
    explorer.settle()
    still = explorer_of(X[:40], n_clusters=2).settle()
    if hasattr(still, "objective_"):
        assert explorer.objective_ >= still.objective_ - 1e-9
    else:
        same = (explorer.labels_ == still.labels_).mean()
        renames = explorer_of in (ModelSelectionExplorer, PerturbationExplorer)
        assert same == 1 or (renames and same == 0)
    other = explorer_of(pad, n_clusters=2)  # a pad serves several
    explorer.close()
    pad.put(X[:30])
    assert (len(other.labels_), len(explorer.labels_)) == (30, 40)
    assert explorer._input["n_samples"] == 40


def test_controls_stay_as_they_are():
    pad = DataPad(X)
    explorer = KernelExplorer(pad, 4, label_kernel="ring", kernel="laplacian", width=1.5)
    A = 2 * np.eye(4)
    explorer.label_kernel = A
    for m in (5, 3, 40):
        pad.put(X[:m])
    assert (explorer.kernel, explorer.width, explorer.n_clusters) == ("laplacian", 1.5, 4)
    np.testing.assert_array_equal(explorer.label_kernel, A)
    assert explorer.gamma_ == pytest.approx(2**1.5 * median_rule(X[:40], "laplacian"))


def test_fewer_clusters_do_for_fewer_points():
    pad = DataPad(X)
    explorer = KernelExplorer(pad, 6)
    pad.put(X[:5])
    assert "at least 7 points on the pad, for 6 clusters" in explorer._waiting
    explorer.n_clusters = 4
    assert not explorer._waiting
    assert explorer.labels_.shape == (5,)
    with pytest.raises(ValueError, match="n_clusters must be an integer from 2 to 4"):
        explorer.n_clusters = 5


@pytest.mark.parametrize("explorer_of", [KernelExplorer, LossExplorer, PerturbationExplorer])
def test_refused_points_leave_the_last_result_and_a_control_may_repair_it(explorer_of):
    pad = DataPad(X[:40])
    explorer = explorer_of(pad, n_clusters=3)
    explorer.settle()
    labels, words = explorer.labels_, repr(explorer)
    lump = np.r_[np.zeros((30, 2)), X[:6]]
    pad.put(lump)
    assert "median distance" in complaint(explorer)
    np.testing.assert_array_equal(explorer.labels_, labels)
    assert repr(explorer) == words
    if explorer_of is KernelExplorer:
        np.testing.assert_array_equal(explorer.X, X[:40])
        explorer.kernel = "linear"
        np.testing.assert_array_equal(explorer.X, lump)
    else:
        pad.put(X)
    assert complaint(explorer) == ""
    assert len(explorer.labels_) == len(pad.X)
    pad = DataPad()
    waiting = explorer_of(pad, n_clusters=3)
    pad.put(lump)
    assert "median distance" in waiting._waiting


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
    with pytest.raises(ValueError, match="y must be left out"):
        KernelExplorer(pad, 2, y=Y)


def test_amounts_and_candidates_follow_the_range_of_the_data():
    pad = DataPad(X[:40])
    explorer = PerturbationExplorer(pad, 3, perturb="rank")
    explorer.amount = explorer._engine.modes["rank"].amounts[-1]
    pad.put(X[:60])
    assert explorer.amount == explorer._engine.modes["rank"].amounts[-1] == 2
    explorer.perturb = "input"
    explorer.amount = 0.02
    pad.put(X[:55])
    assert explorer.amount == 0.02
    explorer = ModelSelectionExplorer(pad, 2)
    explorer.n_neighbors = 9
    pad.put(X[:5])
    assert explorer._input["candidates"] == [1, 2, 3, 4]
    assert explorer.n_neighbors == 4
    amount, neighbours = PerturbationExplorer(DataPad(), 3), ModelSelectionExplorer(DataPad(), 2)
    with pytest.raises(ValueError, match="amount can be set once"):
        amount.amount = 0.1
    with pytest.raises(ValueError, match="n_neighbors can be set once"):
        neighbours.n_neighbors = 4


def opened(kind):
    pad = DataPad(MOONS)
    page = Page(kind(pad, 3))
    return pad, page, np.array(page.settled()["labels"])


def answered(page, is_move=False):
    """The answer to what Python has changed."""
    page.hear(is_move=is_move)
    return page.settled()


@pytest.mark.parametrize("kind", [KernelExplorer, LossExplorer])
def test_points_that_stay_are_counted_as_moved_and_new_ones_are_not(kind):
    pad, page, before = opened(kind)
    at = np.arange(len(MOONS))
    cut = np.flatnonzero(MOONS @ np.array([np.cos(5), np.sin(5)]) > -0.3)
    words = set()
    for stay in (at[::2], at[::-1][:40], cut):
        pad.put(np.vstack([NEW, MOONS[stay], NEW[:2] / 2]))
        answer = answered(page)
        said = changed(np.array(answer["labels"])[len(NEW) : -2], before[stay])
        words.add(said)
        assert answer["status"].endswith(f"; {said}")
        pad.put(MOONS)
        before = np.array(answered(page)["labels"])
    assert any(" no " not in f" {said}" for said in words)
    pad.put(np.round(MOONS, 2) + 0.001)  # every point is another
    assert "moved" not in answered(page)["status"]
    pad.put(MOONS[:3])  # too few: the page hears of what comes then
    pad.put(MOONS[::2])
    assert "moved" not in answered(page)["status"]


def test_a_stroke_is_counted_from_where_it_began():
    pad, page, before = opened(KernelExplorer)
    for n in range(1, len(NEW) + 1):
        pad.put(np.vstack([MOONS[3 * n :], NEW[:n]]))
        answer = answered(page, is_move=True)
        stayed = np.array(answer["labels"])[:-n]
        assert answer["status"].endswith(f"; {changed(stayed, before[3 * n :])}")
