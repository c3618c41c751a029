"""Explorers that follow a pad or a data file: they come alive, answer, wait and recover."""

import re

import numpy as np
import pytest
from explorers import every, points_sent
from sklearn.exceptions import NotFittedError

from depcluster.datasets import make_blobs4
from depcluster.widgets import (
    DataFile,
    DataPad,
    KernelExplorer,
    LossExplorer,
    ModelSelectionExplorer,
    PerturbationExplorer,
    TaxonomyExplorer,
)
from depcluster.widgets.data_pad.toys import toys

MOONS, CLASSES = toys()["two moons"]
X, Y = MOONS[::2], CLASSES[::2]
BLOBS, OF_BLOBS = make_blobs4(40)
KINDS = np.array(["cat", "cow", "dog", "hen"])[OF_BLOBS]


@every
def test_an_explorer_of_a_pad_waits_comes_alive_and_recovers(explorer_of):
    pad = DataPad()
    explorer = explorer_of(pad, n_clusters=3)
    name = explorer_of.__name__
    assert "Draw at least 4 points on the pad, for 3 clusters." in explorer._waiting
    assert repr(explorer) == f"{name}: {explorer._waiting}"
    with pytest.raises(NotFittedError, match=f"{name} shows nothing"):
        _ = explorer.labels_
    with pytest.raises(NotFittedError, match=f"{name} shows nothing"):
        explorer.estimator()
    pad.put(X[:4])
    assert explorer._waiting == ""
    assert sorted(np.unique(explorer.labels_)) == [0, 1, 2]
    assert re.match(f"{name}: 4 (points|samples), 3 clusters", repr(explorer))
    for points in (X[:0], X[:1], X[:3], np.zeros((9, 2)), X[[0, 1, 2] * 5]):
        pad.put(points)
        assert "Draw at least 4" in explorer._waiting
    assert "4 different points" in explorer._waiting
    pad.put(X[:20])
    assert not explorer._waiting
    assert explorer.labels_.shape == (20,)


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
            assert len(explorer._about["texts"]) == m
        else:
            np.testing.assert_allclose(points_sent(explorer), X[:m], atol=1e-6)
    other = explorer_of(pad, n_clusters=2)  # a pad serves several
    explorer.close()
    pad.put(X[:30])
    assert (len(other.labels_), len(explorer.labels_)) == (30, 40)
    assert explorer._input["n_samples"] == 40


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


@pytest.mark.parametrize("explorer_of", [LossExplorer, PerturbationExplorer])
def test_refused_points_leave_the_samples_before_and_others_repair_it(explorer_of, monkeypatch):
    make = explorer_of._make_dataset

    def refusing(self, samples, *others):
        if len(samples) == 36:
            raise ValueError("X must not be a lump.")
        return make(self, samples, *others)

    monkeypatch.setattr(explorer_of, "_make_dataset", refusing)
    pad, sent = DataPad(X[:40]), []
    explorer = explorer_of(pad, n_clusters=3)
    explorer.send = sent.append
    lump = X[:36]
    pad.put(lump)
    assert "a lump" in sent.pop()["refused"]
    np.testing.assert_array_equal(explorer.X, X[:40])
    pad.put(X)
    assert len(explorer.labels_) == len(pad.X)
    pad = DataPad()
    waiting = explorer_of(pad, n_clusters=3)
    pad.put(lump)
    assert "a lump" in waiting._waiting


def test_classes_of_the_pad_are_the_truth_unless_there_is_but_one():
    pad = DataPad(X, Y)
    explorer = KernelExplorer(pad, 2, method="angle")
    assert np.frombuffer(explorer._input["truth"], np.int32).tolist() == Y.tolist()
    pad.y = np.zeros(len(X), int)
    assert explorer._input["truth"] is None
    with pytest.raises(ValueError, match="y must be left out"):
        KernelExplorer(pad, 2, y=Y)


def test_amounts_and_candidates_follow_the_range_of_the_data():
    pad = DataPad(X[:40])
    explorer = PerturbationExplorer(pad, 3, perturb="rank")
    explorer.amount = explorer._modes["rank"]["amounts"][-1]
    pad.put(X[:60])
    assert explorer.amount == explorer._modes["rank"]["amounts"][-1] == 2
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


@pytest.fixture
def path(tmp_path):
    pytest.importorskip("pandas")
    rng = np.random.default_rng(0)
    third = rng.normal(size=len(BLOBS))
    rows = [f"{a},{b},{c},{kind}" for (a, b), c, kind in zip(BLOBS, third, KINDS, strict=True)]
    rows[7] = f"{BLOBS[7, 0]},,{third[7]},{KINDS[7]}"
    path = tmp_path / "blobs.csv"
    path.write_text("\n".join(["long,wide,third,kind", *rows]))
    return path


@every
def test_it_waits_for_a_file_comes_alive_and_recovers(explorer_of, path, tmp_path):
    table = DataFile()
    explorer = explorer_of(table, n_clusters=3)
    assert "Choose a file" in explorer._waiting
    table.load(path)
    assert explorer._waiting == ""
    assert explorer.labels_.shape == (39,)
    table.features = []
    assert "Choose at least one column" in explorer._waiting
    small = tmp_path / "small.csv"
    small.write_text("a,b\n1,2\n3,4\n1,2\n5,\n")
    table.load(small)
    assert "3 clusters need at least 4 different rows; small.csv has 2" in explorer._waiting
    table.load(path)
    assert not explorer._waiting
    assert len(explorer.labels_) == 39


@every
def test_other_columns_and_scales_are_other_samples_with_other_names(explorer_of, path):
    table = DataFile(path, features=["long", "third"])
    explorer = explorer_of(table, n_clusters=3)
    for features, axes in (
        (["third", "wide"], ["third", "wide"]),
        (["wide"], ["wide", ""]),
        (["long", "wide", "third"], ["first principal component", "second principal component"]),
        (["long", "third"], ["long", "third"]),
    ):
        table.features = features
        assert len(explorer.labels_) == len(table)
        assert explorer._axes == axes
        assert explorer._names == [f"row {row}" for row in table.rows_]
        assert explorer._row_numbers == ([] if len(table) == len(BLOBS) else table.rows_.tolist())
    for scaling in ("none", "minmax", "standardise"):
        table.scaling = scaling
        if explorer_of is not TaxonomyExplorer:
            np.testing.assert_allclose(points_sent(explorer), table.X, rtol=1e-6, atol=1e-6)
    table.features = ["third", "long"]  # a mirror: places do not tell rows again, but rows go on
    origin = np.frombuffer(explorer._input["origin"], np.int32)
    assert origin.tolist() == list(range(len(table)))


def test_classes_and_their_names_come_from_the_label(path):
    table = DataFile(path, label="kind", missing="median")
    tree, kernel = TaxonomyExplorer(table, n_clusters=4), KernelExplorer(table, 4, method="angle")
    assert tree._about["names"] == ["cat", "cow", "dog", "hen"]
    assert kernel._input["truth"] is not None
    table.label = None
    assert (tree._about["classes"], kernel._input["truth"]) == ([], None)
    for name in ("y", "feature_names", "thumbnails"):
        with pytest.raises(ValueError, match=f"{name} must be left out"):
            KernelExplorer(table, 4, **{name: KINDS[:1]})


def test_ranges_and_panels_suit_the_columns(path):
    table = DataFile(path, features=["long", "third"])
    explorer, selection = KernelExplorer(table, 3, method="angle"), ModelSelectionExplorer(table, 3)
    unit = explorer._sigmas
    assert selection.posterior
    table.scaling = "none"
    assert explorer._sigmas != unit
    assert explorer._sigmas == KernelExplorer(table.X, 3, method="angle")._sigmas
    table.features = ["long", "third", "wide"]
    assert not selection.posterior  # whose map has two features
