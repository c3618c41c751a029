"""The explorer's criteria over the width: their values, what computes them again, their picture."""

import numpy as np
import pytest
from answering import Page
from sklearn.metrics import adjusted_rand_score

from depcluster import compare_kernels, kernel_rows, median_rule, rbf_kernels
from depcluster.datasets import make_blobs4, make_crescents
from depcluster.selection.criteria import BLIND, CRITERIA
from depcluster.widgets import DataPad, KernelExplorer

X, Y = make_crescents((10, 10))
BLOBS, TRUTH = make_blobs4(40, random_state=0)
WIDTHS = np.linspace(-4, 4, 17)
TRUTH = np.where(np.arange(40) < 5, -1, TRUTH)
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
def test_the_page_shows_what_the_library_computes(kernel):
    explorer = KernelExplorer(BLOBS, 4, kernel=kernel, criteria=True, y=TRUTH)
    rule = median_rule(BLOBS, kernel)
    page = told(Page(explorer))
    assert page["widths"] == WIDTHS.tolist()
    assert page["done"] == 17
    kernels = {f"{w}": {"kernel": kernel, "gamma": rule * 2.0**w} for w in WIDTHS}
    expected = kernel_rows(BLOBS, kernels, 4, random_state=0)
    assert list(page["curves"]) == [*BLIND, "ari"]
    for k, row in enumerate(expected):
        ari = adjusted_rand_score(TRUTH[5:], row.labels[5:])
        assert page["curves"]["ari"]["values"][k] == pytest.approx(ari)
        for name in BLIND:
            curve = page["curves"][name]
            assert curve["texts"][k] == row.text(name)
            assert curve["notes"][k] == row.notes.get(name, "")
            if row.values[name] is not None:
                assert curve["values"][k] == pytest.approx(row.values[name], rel=1e-8, abs=1e-9)
    for name, curve in page["curves"].items():
        chosen = max if CRITERIA[name].higher else min
        values = [value for value in curve["values"] if value is not None]
        best = None if curve["best"] is None else curve["values"][curve["best"]]
        assert best == (pytest.approx(chosen(values)) if values else None)
    assert "y=" not in page["python"]


def test_width_and_label_kernel_change_no_curve_and_kernel_clusters_and_samples_begin_new_ones(
    explorer,
):
    page = Page(explorer)
    first = told(page, 2)["curves"]["lsmi"]["values"]
    page.move(width=1.0)
    assert told(page, 3)["curves"]["lsmi"]["values"][:2] == first
    curves = told(page)
    for change in ({"width": 1.25}, {"preset": "ring"}, {"label_kernel": np.diag([2.0, 1.0])}):
        page.move(**change)
        assert told(page) == curves
    assert page.eval("page.curves.put({ kernel: 'rbf', c: 2 })") is False
    for name, value in (("kernel", "laplacian"), ("n_clusters", 3), ("added", [[0.0, 0.0]])):
        before = getattr(explorer, name)
        page.move(**{name: value})
        assert told(page, 1)["done"] == 1
        page.move(**{name: before})
        if name != "added":  # they were finished, and are kept
            assert told(page) == curves


def test_what_is_undefined_says_why_and_is_never_nan(explorer):
    page = Page(explorer)
    page.move(kernel="poly")
    curve = told(page)["curves"]["cauchy_schwarz"]
    assert curve["values"] == [None] * 17
    assert curve["texts"] == ["–"] * 17
    assert curve["best"] is None
    assert "no density window" in curve["notes"][0]
    page.move(kernel="linear")
    without = told(page)
    assert without["note"].startswith("This kernel has no width.")
    assert (without["curves"], without["python"]) == ({}, "")


def test_an_infinite_value_is_shown_as_a_sign():
    """Six samples all equally far apart: no eigengap."""
    curve = told(Page(KernelExplorer(np.eye(6), 3, criteria=True)))["curves"]["gamma"]
    assert curve["texts"] == ["∞ (∞ to ∞)"] * 17
    assert curve["best"] is None


def test_too_few_different_samples_are_said():
    few = np.repeat([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], 4, axis=0)
    explorer = KernelExplorer(few, 4, criteria=True)
    with pytest.raises(ValueError, match="n_clusters must be at most") as refused:
        next(kernel_rows(few, {"rbf": "rbf"}, 4))
    assert told(Page(explorer))["note"] == str(refused.value)


def test_the_copied_line_makes_their_table():
    pad = DataPad((X - X.mean(axis=0)) / 4, Y)
    explorer = KernelExplorer(pad, 2, criteria=True)
    explorer.added = [[0.5, 0.5]]
    page = told(Page(explorer))
    scope = {"compare_kernels": compare_kernels, "rbf_kernels": rbf_kernels, "np": np, "pad": pad}
    rows = eval(page["python"], scope).rows
    for name in ("eigengap", "cosine"):
        values = [row.values[name] for row in rows]
        np.testing.assert_allclose(page["curves"][name]["values"], values, rtol=1e-5)
