"""Explorers that follow a data file: its columns, its scale and its rows may all change."""

import re

import numpy as np
import pytest
from explorers import complaint, every, points_sent

from depcluster.datasets import make_blobs4
from depcluster.widgets import (
    DataFile,
    KernelExplorer,
    LossExplorer,
    ModelSelectionExplorer,
    TaxonomyExplorer,
)

pytest.importorskip("pandas")

X, Y = make_blobs4(40)
KINDS = np.array(["cat", "cow", "dog", "hen"])[Y]


@pytest.fixture
def path(tmp_path):
    rng = np.random.default_rng(0)
    third = rng.normal(size=len(X))
    rows = [f"{a},{b},{c},{kind}" for (a, b), c, kind in zip(X, third, KINDS, strict=True)]
    rows[7] = f"{X[7, 0]},,{third[7]},{KINDS[7]}"
    path = tmp_path / "blobs.csv"
    path.write_text("\n".join(["long,wide,third,kind", *rows]))
    return path


@every
def test_it_waits_for_a_file_and_comes_alive(explorer_of, path):
    table = DataFile()
    explorer = explorer_of(table, n_clusters=3)
    assert explorer._waiting == "Choose a file with a table."
    assert explorer._repr_mimebundle_()[0]["image/png"]
    table.load(path)
    assert explorer._waiting == ""
    assert explorer.labels_.shape == (39,)
    assert complaint(explorer) == ""


@every
def test_other_columns_are_other_samples_with_other_names(explorer_of, path):
    table = DataFile(path, features=["long", "third"])
    explorer = explorer_of(table, n_clusters=3)
    for features, axes in (
        (["third", "wide"], ["third", "wide"]),
        (["wide"], ["wide", ""]),
        (["long", "wide", "third"], ["first principal component", "second principal component"]),
        (["long", "third"], ["long", "third"]),
    ):
        table.features = features
        assert complaint(explorer) == ""
        assert len(explorer.labels_) == len(table)
        assert explorer._axes == axes
        assert explorer._names == [f"row {row}" for row in table.rows_]
        assert explorer._row_numbers == ([] if len(table) == len(X) else table.rows_.tolist())
        if explorer_of is not TaxonomyExplorer and len(features) == 2:
            np.testing.assert_allclose(points_sent(explorer), table.X, atol=1e-6)
        explorer.settle()
        assert explorer.to_figure()


@every
def test_another_scale_is_followed(explorer_of, path):
    table = DataFile(path, features=["long", "third"])
    explorer = explorer_of(table, n_clusters=3)
    for scaling in ("none", "minmax", "standardise"):
        table.scaling = scaling
        assert complaint(explorer) == ""
        if explorer_of is not TaxonomyExplorer:
            np.testing.assert_allclose(points_sent(explorer), table.X, rtol=1e-6, atol=1e-6)


@every
def test_too_few_rows_or_columns_wait_and_more_recover(explorer_of, path, tmp_path):
    table = DataFile(path)
    explorer = explorer_of(table, n_clusters=3)
    table.features = []
    assert explorer._waiting == "Choose at least one column."
    small = tmp_path / "small.csv"
    small.write_text("a,b\n1,2\n3,4\n1,2\n5,\n")
    table.load(small)
    assert "3 clusters need at least 4 different rows; small.csv has 2" in explorer._waiting
    table.load(path)
    assert not explorer._waiting
    assert len(explorer.labels_) == 39


@every
def test_of_many_rows_a_part_is_shown_and_said(explorer_of, tmp_path, monkeypatch):
    monkeypatch.setattr(explorer_of, "_most", 50)
    many = tmp_path / "many.csv"
    rng = np.random.default_rng(1)
    many.write_text("\n".join(["a,b", *(f"{a},{b}" for a, b in rng.normal(size=(80, 2)))]))
    table = DataFile(many)
    explorer = explorer_of(table, n_clusters=2)
    assert len(explorer.rows_) == len(explorer.labels_) == 50
    assert re.search(r"50 of 80 (points|samples), drawn with seed 0", repr(explorer))
    line = explorer._input["called"]
    assert "table.X[np.sort(np.random.default_rng(0).permutation(80)[:50])]" in line
    assert explorer._names == [f"row {row}" for row in table.rows_[explorer.rows_]]
    assert explorer._row_numbers == table.rows_[explorer.rows_].tolist()


@every
def test_a_row_keeps_its_label_while_columns_change(explorer_of, path):
    """Places do not tell rows again: the two columns that are exchanged mirror all of them."""
    table = DataFile(path, features=["long", "wide"])
    explorer = explorer_of(table, n_clusters=4)
    explorer.settle()
    before = explorer.labels_
    table.features = ["wide", "long"]
    assert (explorer.labels_ == before).mean() > 0.9


def test_classes_and_their_names_come_from_the_label(path):
    table = DataFile(path, label="kind", missing="median")
    tree, kernel = TaxonomyExplorer(table, n_clusters=4), KernelExplorer(table, 4, method="angle")
    assert list(tree._classes.names) == ["cat", "cow", "dog", "hen"]
    assert kernel.error_ is not None
    table.label = None
    assert tree._classes is None
    assert kernel.error_ is None
    for name in ("y", "feature_names"):
        with pytest.raises(ValueError, match=f"{name} must be left out with a file"):
            KernelExplorer(table, 4, **{name: KINDS[:1]})
    with pytest.raises(ValueError, match="thumbnails must be left out with a file"):
        KernelExplorer(table, 4, thumbnails=list(KINDS))


def test_points_added_by_hand_go_where_they_have_no_place(path):
    table = DataFile(path, features=["long", "third"])
    explorer = KernelExplorer(table, 3, method="angle")
    explorer.added = [[0.0, 0.5]]
    assert len(explorer.labels_) == len(table) + 1
    table.scaling = "minmax"
    assert len(explorer.labels_) == len(table) + 1
    table.features = ["long", "third", "wide"]
    assert len(explorer.added) == 0
    assert len(explorer.labels_) == len(table)
    with pytest.raises(ValueError, match="added needs samples with two features; these have 3"):
        explorer.added = [[0.0, 0.5]]


def test_widths_of_the_slider_suit_the_numbers(path):
    table = DataFile(path, features=["long", "third"])
    explorer = KernelExplorer(table, 3, method="angle")
    unit = explorer._sigmas
    table.scaling = "none"
    assert explorer._sigmas != unit
    assert explorer._sigmas == KernelExplorer(table.X, 3, method="angle")._sigmas


def test_the_map_of_posteriors_comes_and_goes_with_two_features(path):
    table = DataFile(path, features=["long", "third"])
    explorer = ModelSelectionExplorer(table, 3)
    assert explorer.posterior
    table.features = ["long", "third", "wide"]
    assert not explorer.posterior
    assert complaint(explorer) == ""


def test_refused_samples_leave_the_last_result_with_its_names(path, tmp_path):
    table = DataFile(path, features=["long", "third"])
    explorer = LossExplorer(table, 3)
    labels, axes, names = explorer.labels_, explorer._axes, explorer._names
    same = tmp_path / "same.csv"
    same.write_text("\n".join(["a,b", *["0,0"] * 40, "1,2", "2,1", "3,3", "4,7"]))
    table.load(same)
    assert "median distance" in complaint(explorer)
    np.testing.assert_array_equal(explorer.labels_, labels)
    assert (explorer._axes, explorer._names) == (axes, names)
    table.load(path)
    assert complaint(explorer) == ""


def test_refused_samples_leave_all_that_was_held_and_the_points_added_to_it(path, tmp_path):
    table = DataFile(path, features=["long", "third"])
    explorer = KernelExplorer(table, 3)
    explorer.added = [[0.0, 0.5]]
    labels, dataset = explorer.labels_, explorer._dataset
    same = tmp_path / "same.csv"
    same.write_text("\n".join(["a,b,c", *["0,0,0"] * 40, "1,2,0", "2,1,1", "3,3,2", "4,7,3"]))
    table.load(same)
    assert "median distance" in complaint(explorer)
    assert explorer._dataset is dataset
    assert explorer.added.tolist() == [[0.0, 0.5]]
    np.testing.assert_array_equal(explorer.labels_, labels)
    table.load(path)
    assert complaint(explorer) == ""
    assert (explorer._dataset.generation, len(explorer.added)) == (dataset.generation + 1, 0)
