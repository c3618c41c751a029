"""Explorers that follow a data file: its columns, its scale and its rows may all change."""

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
def test_it_waits_for_a_file_comes_alive_and_recovers(explorer_of, path, tmp_path):
    table = DataFile()
    explorer = explorer_of(table, n_clusters=3)
    assert "Choose a file" in explorer._waiting
    assert explorer._repr_mimebundle_()[0]["image/png"]
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
    assert complaint(explorer) == ""


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
        assert complaint(explorer) == ""
        assert len(explorer.labels_) == len(table)
        assert explorer._axes == axes
        assert explorer._names == [f"row {row}" for row in table.rows_]
        assert explorer._row_numbers == ([] if len(table) == len(X) else table.rows_.tolist())
    assert explorer.settle().to_figure()
    for scaling in ("none", "minmax", "standardise"):
        table.scaling = scaling
        assert complaint(explorer) == ""
        if explorer_of is not TaxonomyExplorer:
            np.testing.assert_allclose(points_sent(explorer), table.X, rtol=1e-6, atol=1e-6)


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
    assert tree._classes is kernel.error_ is None
    for name in ("y", "feature_names", "thumbnails"):
        with pytest.raises(ValueError, match=f"{name} must be left out"):
            KernelExplorer(table, 4, **{name: KINDS[:1]})


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
    with pytest.raises(ValueError, match="added needs samples with two features"):
        explorer.added = [[0.0, 0.5]]


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
    assert complaint(selection) == ""


def test_refused_samples_leave_all_that_was_held_and_the_points_added_to_it(path, tmp_path):
    table = DataFile(path, features=["long", "third"])
    loss, explorer = LossExplorer(table, 3), KernelExplorer(table, 3)
    explorer.added = [[0.0, 0.5]]
    before = loss.labels_, loss._axes, loss._names
    labels, dataset = explorer.labels_, explorer._dataset
    same = tmp_path / "same.csv"
    same.write_text("\n".join(["a,b,c", *["0,0,0"] * 40, "1,2,0", "2,1,1", "3,3,2", "4,7,3"]))
    table.load(same)
    for each in (loss, explorer):
        assert "median distance" in complaint(each)
    np.testing.assert_array_equal(loss.labels_, before[0])
    assert (loss._axes, loss._names) == before[1:]
    assert explorer._dataset is dataset
    assert explorer.added.tolist() == [[0.0, 0.5]]
    np.testing.assert_array_equal(explorer.labels_, labels)
    table.load(path)
    assert complaint(loss) == complaint(explorer) == ""
    assert (explorer._dataset.generation, len(explorer.added)) == (dataset.generation + 1, 0)
