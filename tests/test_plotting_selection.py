"""Figures of choosing a kernel show what they were given."""

import numpy as np
import pytest
from matplotlib.figure import Figure

from depcluster import compare_kernels, rbf_kernels
from depcluster.datasets import make_three
from depcluster.plotting import plot_comparison, plot_lost, plot_width_curve

X, y = make_three()


def test_the_table_circles_the_best():
    scores = np.ma.masked_array([[0.0, 1.0], [1.0, 0.0]], [[0, 0], [0, 1]])
    best = np.array([[False, True], [True, False]])
    ax = Figure().subplots()
    texts = [["0.1", "3"], ["0.2", "–"]]
    assert plot_comparison(["a", "b"], ["gamma", "LSMI"], scores, texts, best, ax) is ax
    ringed = {text.get_text() for text in ax.texts if text.get_bbox_patch()}
    assert ringed == {"0.2", "3"}
    assert {text.get_text() for text in ax.texts} == {"0.1", "0.2", "3", "–"}


def test_the_comparison_describes_its_picture():
    alt = compare_kernels(X, rbf_kernels(X, [1, 3]), 3, criteria="lsmi", y=y).plot().alt
    assert alt.startswith("Table of 2 kernels. Best by each criterion: LSMI: rbf x")


@pytest.mark.parametrize(("higher", "chosen"), [(True, 4.0), (False, 1.0)])
def test_a_curve_rings_its_choice(higher, chosen):
    ax = Figure().subplots()
    widths, values = [1.0, 2.0, 4.0, 8.0], [0.1, 0.2, 0.5, np.inf]
    band = np.array([[0.0, 0.1, 0.4, np.inf], [0.2, 0.3, 0.6, np.inf]])
    style = {"ari": [0, 0.5, 1, -0.1], "band": band, "at": 2.0, "higher": higher}
    assert plot_width_curve(widths, values, ax, **style) is ax
    rings = [line for line in ax.lines if line.get_markersize() > 8]
    assert [float(line.get_xdata()[0]) for line in rings] == [chosen]


def test_every_data_set_is_a_dot():
    ax = Figure().subplots()
    assert plot_lost(["LSMI", "rule"], [[0.0, 0.1, 0.2], [0.5]], ax, own=["rule"]) is ax
    assert [len(marks.get_offsets()) for marks in ax.collections] == [3, 1]
