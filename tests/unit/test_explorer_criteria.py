"""The explorer's criteria over the width: their values, what computes them again, their picture."""

import numpy as np
import pytest
from answering import Page
from explorers import complaint
from matplotlib.text import Text
from sklearn.metrics import adjusted_rand_score

from depcluster import compare_kernels, kernel_rows, median_rule, rbf_kernels
from depcluster.datasets import make_blobs4, make_crescents
from depcluster.selection.criteria import BLIND
from depcluster.selection.table import KernelRow
from depcluster.widgets import DataPad, KernelExplorer
from depcluster.widgets.kernel_explorer.criteria.curves import WIDTHS

X, Y = make_crescents((20, 20))
BLOBS, TRUTH = make_blobs4(60, random_state=0)
SMALL = (X - X.mean(axis=0)) / 4
TOLD = """(most) => {
  page.curves.put({ kernel: state.kernel, c: state.n_clusters });
  for (const isNew of page.curves.steps()) {
    if (isNew && page.curves.told().done === most) break;
  }
  return page.curves.told();
}"""


@pytest.fixture
def explorer():
    widget = KernelExplorer(X, 2, criteria=True)
    yield widget
    widget.close()


def told(page, most=17):
    """What the page's panel shows, once so many widths are computed."""
    page.steps(1)
    found = page.eval(f"({TOLD})({most})")
    return {**found, "curves": {curve["name"]: curve for curve in found["curves"]}}


@pytest.mark.parametrize("kernel", ["rbf", "laplacian", "poly"])
def test_the_page_shows_what_python_computes(kernel):
    explorer = KernelExplorer(BLOBS, 4, criteria=True, kernel=kernel, y=TRUTH)
    page = told(Page(explorer))
    assert page["widths"] == WIDTHS.tolist()
    assert page["done"] == len(explorer.criteria_) == 17
    for k, row in enumerate(explorer.criteria_):
        rule = 1 / 2 if kernel == "poly" else median_rule(BLOBS, kernel)
        assert row.params["gamma"] == pytest.approx(2.0 ** WIDTHS[k] * rule)
        for name, curve in page["curves"].items():
            assert curve["texts"][k] == row.text(name)
            assert curve["notes"][k] == row.notes.get(name, "")
            if row.values[name] is not None:
                assert curve["values"][k] == pytest.approx(row.values[name], rel=1e-8, abs=1e-9)
    curves = explorer._samples.criteria.curves(kernel, explorer._setting.scene.rule, 4, 0)
    bests = {name: curve["best"] for name, curve in page["curves"].items()}
    assert bests == {name: curves.best(name) for name in curves.names}
    assert list(bests) == [*BLIND, "ari"]
    assert f"of 17 widths, in units of {page['unit']}, the best by each criterion" in repr(explorer)
    assert page["unit"] == ("1/features" if kernel == "poly" else "the median rule")


def test_python_computes_them_as_they_are_read(explorer):
    rows = explorer.criteria_
    expected = kernel_rows(X, rbf_kernels(X, 2.0**WIDTHS), 2)
    assert [row.name for row in rows] == [row.name for row in expected]
    assert explorer._found is None  # no labels are searched for what judges the kernel alone


def test_nothing_is_computed_until_they_are_open():
    explorer = KernelExplorer(X, 2).settle()
    assert explorer.criteria_ == ()
    assert "criterion" not in repr(explorer)
    explorer.folded = ()
    rows = explorer.criteria_
    assert len(rows) == 17
    explorer.folded = ("criteria",)
    assert explorer.criteria_ == ()
    explorer.folded = ()
    assert explorer.criteria_ == rows


def test_width_and_label_kernel_change_no_curve(explorer):
    page, rows = Page(explorer), explorer.criteria_
    curves = told(page)
    for change in ({"width": 1.25}, {"preset": "ring"}, {"label_kernel": np.diag([2.0, 1.0])}):
        page.move(**change)
        assert all(a is b for a, b in zip(explorer.criteria_, rows, strict=True))
        assert told(page) == curves
    assert page.eval("page.curves.put({ kernel: 'rbf', c: 2 })") is False


@pytest.mark.parametrize(
    "change", [{"kernel": "laplacian"}, {"n_clusters": 3}, {"added": [[0.0, 0.0]]}]
)
def test_kernel_clusters_and_samples_begin_new_curves(explorer, change):
    page, rows = Page(explorer), explorer.criteria_
    curves = told(page)
    before = {name: getattr(explorer, name) for name in change}
    page.move(**change)
    assert told(page, 1)["done"] == 1
    assert explorer.criteria_[8].values != rows[8].values
    page.move(**before)
    if "added" not in change:  # they were finished, and are kept
        assert explorer.criteria_ == rows
        assert told(page, 17) == curves


def test_what_is_interrupted_goes_on_where_it_stopped_unless_another_is_asked(explorer):
    page = Page(explorer)
    first = told(page, 2)["curves"]["lsmi"]["values"]
    page.move(width=1.0)
    assert told(page, 3)["curves"]["lsmi"]["values"][:2] == first
    page.move(kernel="laplacian")
    assert told(page, 1)["done"] == 1
    page.move(kernel="rbf")
    assert told(page, 1)["done"] == 1


def test_a_refused_question_leaves_the_curves_of_the_screen(explorer):
    rows = explorer.criteria_
    explorer.label_kernel = np.array([[1.0, 2.0, 0.0], [2.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    assert "positive semi-definite" in complaint(explorer)
    assert explorer.criteria_ == rows


def test_what_is_undefined_says_why_and_is_never_nan(explorer):
    page = Page(explorer)
    page.move(kernel="poly")
    curve = told(page)["curves"]["cauchy_schwarz"]
    assert curve["values"] == [None] * 17
    assert curve["texts"] == ["–"] * 17
    assert curve["best"] is None
    assert "no density window" in curve["notes"][0]
    explorer.settle()
    assert "CS divergence undefined" in repr(explorer)
    page.move(kernel="linear")
    assert explorer.criteria_ == ()
    without = told(page)
    assert without["note"].startswith("This kernel has no width.")
    assert without["curves"] == {}
    assert without["python"] == ""


def test_an_infinite_value_is_shown_as_a_sign():
    """Six samples all equally far apart: no eigengap."""
    curve = told(Page(KernelExplorer(np.eye(6), 3, criteria=True)))["curves"]["gamma"]
    assert curve["texts"] == ["∞ (∞ to ∞)"] * 17
    assert curve["best"] is None


@pytest.mark.parametrize(
    "value", [0.0, 1e-12, 3.14159e-7, 0.00012345, -0.5, 0.25, 12.345, 999.6, 12345.6, 2.5e7]
)
def test_numbers_are_written_as_in_tables(explorer, value):
    row = KernelRow("", {}, None, {"cosine": value}, {}, {})
    page = Page(explorer)
    page.script("kernel_explorer/criteria/curves.js", "curves")
    assert page.eval(f"curves.numberText({value!r})") == row.text("cosine")


def test_too_few_different_samples_are_said():
    few = np.repeat([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], 4, axis=0)
    explorer = KernelExplorer(few, 4, criteria=True)
    with pytest.raises(ValueError, match="n_clusters must be at most") as refused:
        next(kernel_rows(few, {"rbf": "rbf"}, 4))
    assert told(Page(explorer))["note"] == str(refused.value)
    assert explorer.criteria_ == ()
    assert explorer.to_figure().axes


def test_known_labels_add_the_agreement_and_outliers_count_in_none():
    truth = np.where(np.arange(60) < 5, -1, TRUTH)
    explorer = KernelExplorer(BLOBS, 4, criteria=True, y=truth)
    page = told(Page(explorer))
    for row, shown in zip(explorer.criteria_, page["curves"]["ari"]["values"], strict=True):
        assert row.values["ari"] == adjusted_rand_score(truth[5:], row.labels[5:])
        assert shown == pytest.approx(row.values["ari"], abs=1e-12)
    assert "y=" not in page["python"]


def same_table(explorer, line, **scope):
    scope |= {"compare_kernels": compare_kernels, "rbf_kernels": rbf_kernels, "np": np}
    table = eval(line, scope)
    assert [row.name for row in table.rows] == [row.name for row in explorer.criteria_]
    for row, other in zip(table.rows, explorer.criteria_, strict=True):
        for name in ("eigengap", "cosine", "ari"):
            if name in other.values:
                assert row.values[name] == pytest.approx(other.values[name], rel=1e-5)


@pytest.mark.parametrize("kernel", ["rbf", "laplacian"])
def test_samples_of_more_features_than_rows_are_shaken_as_in_python(kernel):
    wide = np.random.default_rng(0).normal(size=(20, 30)) + 2 * np.repeat([[1], [-1]], 10, axis=0)
    explorer = KernelExplorer(wide, 2, criteria=True, kernel=kernel)
    curve = told(Page(explorer), 3)["curves"]["gamma"]
    expected = [row.values["gamma"] for row in explorer.criteria_[:3]]
    assert curve["values"][:3] == pytest.approx(expected, rel=1e-8)


@pytest.mark.parametrize("kernel", ["rbf", "poly"])
def test_the_copied_line_makes_their_table(kernel):
    explorer = KernelExplorer(X, 2, criteria=True, kernel=kernel)
    explorer.added = [[0.5, 0.5]]
    same_table(explorer, told(Page(explorer), 1)["python"], X=X)


def known(ax):
    """The least and the largest value of the curve of an Axes, each as a point."""
    values = ax.get_lines()[0].get_ydata().compressed()
    return [(1, values.min()), (1, values.max())]


def test_summary_and_figure_tell_the_choices(explorer):
    plain = KernelExplorer(X, 2).to_figure()
    explorer.settle()
    best = explorer._samples.criteria.curves("rbf", median_rule(X), 2, 0).best("lsmi")
    name = explorer.criteria_[best].name.removeprefix("rbf ")
    assert "of 17 widths, in units of the median rule, the best by each criterion" in repr(explorer)
    assert f"LSMI {name}" in repr(explorer)
    figure = explorer.to_figure()
    assert figure.get_figheight() > plain.get_figheight() + 0.9
    words = {text.get_text() for text in figure.findobj(Text)}
    assert {"gamma ↓", "eigengap ↑", "LSMI ↑", "CS divergence ↑", "cosine ↑"} <= words
    curves = [ax for ax in figure.axes if ax.get_xscale() == "log"]
    assert len(curves) == 5
    assert all(len(ax.get_lines()) == 3 for ax in curves)
    for ax in curves:  # all of each curve is within its panel
        low, high = ax.transAxes.inverted().transform(ax.transData.transform(known(ax)))[:, 1]
        assert 0.05 < low <= high < 0.95
    assert any(ax.get_yscale() == "log" for ax in curves)
    explorer.kernel = "poly"
    explorer.settle()
    said = [text.get_text() for ax in explorer.to_figure().axes for text in ax.texts]
    assert any("undefined" in text for text in said)


def test_summary_and_figure_wait_a_moment_for_the_curves(explorer, monkeypatch):
    monkeypatch.setattr("depcluster.widgets.kernel_explorer.widget.PATIENCE", 0.0)
    assert "of 1 widths" in repr(explorer)
    explorer.to_figure()
    assert "of 4 widths" in repr(explorer)  # the figure has a summary of its own


def test_they_follow_a_pad():
    pad = DataPad()
    explorer = KernelExplorer(pad, 2, criteria=True)
    assert explorer._repr_mimebundle_()[0]["image/png"]
    pad.put(SMALL[:3])
    assert len(explorer.criteria_) == 17
    pad.put(SMALL, Y)
    line = told(Page(explorer), 1)["python"]
    assert "y=pad.y" in line
    same_table(explorer, line, pad=pad)
    pad.put(SMALL[:1])
    assert "Draw at least" in repr(explorer)


def test_the_angle_method_has_none():
    explorer = KernelExplorer(X, 2, criteria=True, method="angle", sigma=0.5)
    assert explorer.criteria_ == ()
    explorer.method = "cluhsic"
    assert len(explorer.criteria_) == 17


def test_a_page_begins_with_the_curves_that_python_knows():
    explorer = KernelExplorer(BLOBS, 4, criteria=True, y=TRUTH)
    own = told(Page(explorer))
    explorer.settle().summary()
    page = Page(explorer)
    page.steps(1)
    page.eval("page.curves.put({ kernel: 'rbf', c: 4 })")
    assert page.eval("page.curves.told().done") == 17
    known = told(page)
    for name, curve in own["curves"].items():
        assert known["curves"][name]["texts"] == curve["texts"]
        assert known["curves"][name]["best"] == curve["best"]
    page.put(n_clusters=3, label_kernel=np.eye(3).tolist())
    assert told(page, 1)["done"] == 1


def test_curves_of_other_samples_are_not_taken_over(explorer):
    explorer.settle().summary()
    page = Page(explorer)
    page.put(added=[[0.0, 0.0]])
    assert told(page, 1)["done"] == 1
