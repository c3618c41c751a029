"""The explorer's criteria over the width: their values, what computes them again, their picture."""

import json
import threading
from dataclasses import replace

import numpy as np
import pytest
from explorers import complaint, in_a_loop, until
from sklearn.metrics import adjusted_rand_score

from depcluster import compare_kernels, kernel_rows, median_rule, rbf_kernels
from depcluster.datasets import make_crescents
from depcluster.selection.criteria import BLIND
from depcluster.widgets import DataPad, KernelExplorer
from depcluster.widgets.kernel_explorer.criteria.curves import WIDTHS, Curves, curve_arrays

X, Y = make_crescents((20, 20))
SMALL = (X - X.mean(axis=0)) / 4


@pytest.fixture
def explorer():
    widget = KernelExplorer(X, 2, criteria=True)
    yield widget
    widget.close()


def same_values(row, other):
    assert row.values.keys() == other.values.keys()
    for name, value in row.values.items():
        assert value == other.values[name] or value == pytest.approx(other.values[name])
    assert row.bands.get("gamma") == pytest.approx(other.bands.get("gamma"))


def sent(explorer, name):
    return next(curve for curve in explorer._criteria["curves"] if curve["name"] == name)


def test_the_curves_are_what_kernel_rows_says(explorer):
    explorer.settle()
    assert len(explorer.criteria_) == 17 == explorer._criteria["done"]
    expected = kernel_rows(X, rbf_kernels(X, 2.0**WIDTHS), 2)
    for k, (row, other) in enumerate(zip(explorer.criteria_, expected, strict=True)):
        same_values(row, other)
        assert row.params["gamma"] == pytest.approx(2.0 ** WIDTHS[k] * median_rule(X))
        assert sent(explorer, "gamma")["bands"][k] == list(row.bands["gamma"])
        for name in BLIND:
            assert sent(explorer, name)["values"][k] == row.values[name]
            assert sent(explorer, name)["texts"][k] == row.text(name)
    eigengaps = [row.values["eigengap"] for row in explorer.criteria_]
    assert sent(explorer, "eigengap")["best"] == np.argmax(eigengaps)


def test_nothing_is_computed_until_they_are_open():
    explorer = KernelExplorer(X, 2).settle()
    assert explorer.criteria_ == ()
    assert explorer._criteria["curves"] == []
    assert "criterion" not in repr(explorer)
    explorer.folded = ()
    assert [curve["name"] for curve in explorer._criteria["curves"]] == list(BLIND)
    explorer.settle()
    rows = explorer.criteria_
    explorer.folded = ("criteria",)
    assert explorer.criteria_ == () == tuple(explorer._criteria["curves"])
    explorer.folded = ()
    assert explorer.criteria_ == rows


def test_width_and_label_kernel_change_no_curve(explorer):
    rows, curves = explorer.settle().criteria_, explorer._criteria
    for change in ({"width": 1.25}, {"preset": "ring"}, {"label_kernel": np.diag([2.0, 1.0])}):
        explorer.set_trait(*next(iter(change.items())))
        explorer.settle()
        assert all(a is b for a, b in zip(explorer.criteria_, rows, strict=True))
        assert explorer._criteria == curves


@pytest.mark.parametrize(
    "change", [{"kernel": "laplacian"}, {"n_clusters": 3}, {"added": [[0.0, 0.0]]}]
)
def test_kernel_clusters_and_samples_begin_new_curves(explorer, change):
    rows = explorer.settle().criteria_
    name, value = next(iter(change.items()))
    before = getattr(explorer, name)
    explorer.set_trait(name, value)
    assert explorer.criteria_ == ()
    assert explorer._criteria["done"] == 0
    assert len(explorer.settle().criteria_) == 17
    assert explorer.criteria_[8].values != rows[8].values
    explorer.set_trait(name, before)
    if name != "added":
        assert explorer.criteria_ == rows


def test_a_refused_question_leaves_the_curves_of_the_screen(explorer):
    rows = explorer.settle().criteria_
    explorer.label_kernel = np.array([[1.0, 2.0, 0.0], [2.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    assert "positive semi-definite" in complaint(explorer)
    explorer.folded = ("criteria",)
    explorer.folded = ()
    assert "positive semi-definite" in complaint(explorer)
    assert explorer.criteria_ == rows
    assert explorer._criteria["n_clusters"] == 2


def test_what_is_undefined_says_why_and_is_never_nan(explorer):
    explorer.kernel = "poly"
    explorer.settle()
    json.dumps(explorer._criteria, allow_nan=False)
    curve = sent(explorer, "cauchy_schwarz")
    assert curve["values"] == [None] * 17
    assert curve["texts"] == ["–"] * 17
    assert curve["best"] is None
    assert "no density window" in curve["notes"][0]
    assert "CS divergence undefined" in repr(explorer)
    explorer.kernel = "linear"
    explorer.settle()
    assert explorer.criteria_ == ()
    assert explorer._criteria["note"].startswith("This kernel has no width.")
    assert explorer._criteria["python"] == ""


def test_an_infinite_value_is_sent_as_a_sign():
    curves = Curves(X, None, "rbf", median_rule(X), 2, 0)
    next(curves.fill())
    values = {**curves.rows[0].values, "gamma": np.inf}
    curves.rows[0] = replace(curves.rows[0], values=values, bands={"gamma": (1.0, np.inf)})
    array = curve_arrays(curves, "gamma")
    assert array["values"] == ["∞"]
    assert array["bands"] == [[1.0, "∞"]]
    assert array["best"] is None
    json.dumps(array, allow_nan=False)


def test_too_few_different_samples_are_said():
    few = np.repeat([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], 4, axis=0)
    explorer = KernelExplorer(few, 4, criteria=True)
    explorer.settle()
    assert explorer.criteria_ == ()
    assert "n_clusters" in explorer._criteria["note"]
    assert explorer.still().axes


def test_known_labels_add_the_agreement_and_outliers_count_in_none():
    truth = np.where(np.arange(40) < 5, -1, Y)
    explorer = KernelExplorer(X, 2, criteria=True, y=truth)
    explorer.settle()
    for row in explorer.criteria_[::4]:
        assert row.values["ari"] == adjusted_rand_score(truth[5:], row.labels[5:])
    assert [curve["name"] for curve in explorer._criteria["curves"]] == [*BLIND, "ari"]
    assert "y=" not in explorer._criteria["python"]


def same_table(explorer, **scope):
    scope |= {"compare_kernels": compare_kernels, "rbf_kernels": rbf_kernels, "np": np}
    table = eval(explorer._criteria["python"], scope)
    assert [row.name for row in table.rows] == [row.name for row in explorer.criteria_]
    for row, other in zip(table.rows, explorer.criteria_, strict=True):
        for name in ("eigengap", "cosine", "ari"):
            assert row.values[name] == pytest.approx(other.values[name], rel=1e-5)


def test_a_move_of_the_width_interrupts_and_the_rest_goes_on(monkeypatch):
    monkeypatch.setattr("depcluster.widgets.explorer.explorer.REST", 0.0)
    explorer = KernelExplorer(X, 2)

    async def drag():
        explorer.folded = ()
        assert await until(lambda: explorer._criteria["done"] >= 2)
        begun = explorer.criteria_[:2]
        explorer.width = 1.0
        assert explorer._criteria["done"] >= 2
        assert await until(lambda: explorer._criteria["done"] == 17)
        assert explorer._found is None  # no labels are searched for what judges the kernel alone
        return begun

    begun = in_a_loop(drag)
    assert all(a is b for a, b in zip(begun, explorer.criteria_, strict=False))
    assert [row.name for row in explorer.criteria_] == [f"rbf x{2.0**w:.3g}" for w in WIDTHS]
    explorer.close()


def test_another_kernel_or_closing_ends_the_work(monkeypatch):
    monkeypatch.setattr("depcluster.widgets.explorer.explorer.REST", 0.0)
    explorer = KernelExplorer(X, 2)

    async def change():
        explorer.folded = ()
        assert await until(lambda: explorer._criteria["done"] >= 1)
        left = explorer._samples.criteria.curves("rbf", median_rule(X), 2, 0)
        explorer.kernel = "laplacian"
        assert await until(lambda: explorer._criteria["done"] >= 1)
        explorer.folded = ("criteria",)
        return left

    left = in_a_loop(change)
    assert 1 <= len(left.rows) < 17
    assert explorer.criteria_ == ()
    explorer.folded = ()
    assert 1 <= len(explorer.criteria_) < 17
    assert explorer.criteria_[0].params["kernel"] == "laplacian"
    explorer.close()


def test_two_threads_compute_each_width_once():
    curves = Curves(X, None, "rbf", median_rule(X), 2, 0)
    threads = [threading.Thread(target=lambda: list(curves.fill())) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert [row.name for row in curves.rows] == [f"rbf x{2.0**w:.3g}" for w in WIDTHS]


def test_summary_and_still_tell_the_choices(explorer):
    plain = KernelExplorer(X, 2).still()
    explorer.settle()
    best = explorer.criteria_[sent(explorer, "lsmi")["best"]].name.removeprefix("rbf ")
    assert "of 17 widths, in units of the median rule, the best by each criterion" in repr(explorer)
    assert f"LSMI {best}" in repr(explorer)
    figure = explorer.still()
    assert figure.get_figheight() > plain.get_figheight() + 1
    words = {text.get_text() for text in figure.texts}
    assert {"gamma ↓", "eigengap ↑", "LSMI ↑", "CS divergence ↑", "cosine ↑"} <= words
    assert sum(len(ax.get_lines()) >= 3 for ax in figure.axes) >= 5
    explorer.kernel = "poly"
    explorer.settle()
    said = [text.get_text() for ax in explorer.still().axes for text in ax.texts]
    assert any("undefined" in text for text in said)


def test_they_follow_a_pad():
    pad = DataPad()
    explorer = KernelExplorer(pad, 2, criteria=True)
    assert explorer._repr_mimebundle_()[0]["image/png"]
    pad.put(SMALL[:3])
    assert explorer.settle()._criteria["done"] == 17
    pad.put(SMALL, Y)
    assert explorer._criteria["done"] == 0
    explorer.settle()
    assert "y=pad.y" in explorer._criteria["python"]
    same_table(explorer, pad=pad)
    pad.put(SMALL[:1])
    assert "Draw at least" in repr(explorer)


def test_the_angle_method_has_none():
    explorer = KernelExplorer(X, 2, criteria=True, method="angle", sigma=0.5)
    assert explorer.criteria_ == ()
    explorer.folded = ("criteria",)
    explorer.folded = ()
    assert explorer._criteria["curves"] == []
    explorer.method = "cluhsic"
    explorer.settle()
    assert len(explorer.criteria_) == 17
