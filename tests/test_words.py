"""Words told of what is on screen: one of a thing in the singular, a width by its own rule."""

import re

import numpy as np
import pytest
from matplotlib.text import Text

from depcluster import KernelKMeans, compare_kernels
from depcluster.lessons.your_data import report
from depcluster.widgets import (
    CosineDial,
    DataFile,
    DataPad,
    GramView,
    KernelExplorer,
    LabelKernelEditor,
    LossExplorer,
    Pair,
    PartitionStepper,
    PerturbationExplorer,
    Tables,
    TaxonomyExplorer,
)

X = np.array([[0.0, 0], [0.1, 0], [0, 0.1], [9, 9]])
THINGS = "points|clusters|groups|classes|rows|columns|samples|steps|starts|kernels|values|moves"
ONE_AS_MANY = re.compile(rf"(?<![\d.,])\b1 ((more|missing|different) )?({THINGS})\b")


def data_file(place, text):
    pytest.importorskip("pandas")
    path = place / "table.csv"
    path.write_text(text)
    return DataFile(path, label="k")


MAKE = {
    "stepper": lambda _: PartitionStepper(X, 2),
    "gram": lambda _: GramView(np.eye(3), [0, 0, 0]),
    "editor": lambda _: LabelKernelEditor(2),
    "pad": lambda _: DataPad([[0, 0]]),
    "dial": lambda _: CosineDial(np.eye(6) + 1, [0, 1, 1, 1, 1, 1]),
    "pair": lambda _: Pair(X, [0] * 4),
    "tables": lambda _: Tables(X @ X.T, [0] * 4),
    "explorer": lambda _: KernelExplorer(X, 2),
    "angle": lambda _: KernelExplorer(X, 2, method="angle"),
    "loss": lambda _: LossExplorer(X, 2),
    "perturbation": lambda _: PerturbationExplorer(X, 2),
    "taxonomy": lambda _: TaxonomyExplorer(X, n_clusters=3, n_init=1),
    "file, 1 row": lambda place: data_file(place, "a,k\n1,u\n"),
    "file, 1 left out": lambda place: data_file(place, "a,k\n1,u\n3,\n4,u\n"),
}


@pytest.mark.parametrize("made", MAKE)
def test_a_widget_says_one_of_a_thing_as_one(made, tmp_path):
    widget = MAKE[made](tmp_path)
    words = [widget.summary(), *(text.get_text() for text in widget.to_figure().findobj(Text))]
    words += [*getattr(widget, "notes", ()), str(getattr(widget, "_about", ""))]
    assert not [each for each in words if ONE_AS_MANY.search(each)]


def test_what_is_looked_for_is_found():
    assert ONE_AS_MANY.search("GramView: 3 x 3, 1 clusters: 3")
    assert ONE_AS_MANY.search("2 samples, 1 more columns")
    assert not ONE_AS_MANY.search("21 points in 1 cluster, 0.1 rows, 1 of 3 rows")


def test_a_table_of_kernels_says_one_of_them_as_one():
    found = compare_kernels(X, {"linear": "linear"}, 2, criteria=["lsmi"], n_init=1)
    assert "1 kernel, 2 clusters" in repr(found)


def test_a_report_says_one_of_a_thing_as_one(tmp_path):
    found = compare_kernels(X, {"linear": "linear"}, 2, criteria=["lsmi"], n_init=1)
    model = KernelKMeans(2, kernel="linear", random_state=0).fit(X)
    page = tmp_path / "report.html"
    report(X, model, found, page)
    told = page.read_text()
    assert re.search(r"cluster [01]: 1 row\b", told)
    assert not ONE_AS_MANY.search(told)


@pytest.mark.parametrize(
    ("kernel", "rule"),
    [("poly", "1/features"), ("rbf", "median rule"), ("laplacian", "median rule")],
)
def test_a_width_is_told_in_units_of_its_own_rule(kernel, rule):
    explorer = KernelExplorer(X, 2, kernel=kernel, width=1)
    assert f" = 2.00 × {rule}, " in explorer.summary()
    if kernel == "poly":
        assert ", s 1.00 = 2.00 × 1/features, " in explorer.summary()
