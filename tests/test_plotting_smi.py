"""Figures of SMIC show what they were given."""

import numpy as np
from matplotlib.figure import Figure

from depcluster import SMIC
from depcluster.datasets import make_blobs4
from depcluster.plotting import plot_painted, plot_posterior, plot_selection, plot_with_hollow

X, y = make_blobs4()


def axes():
    return Figure().subplots()


def test_every_point_is_drawn_once():
    hollow = np.arange(len(X)) < 7
    ax = axes()
    assert plot_with_hollow(X, y, hollow, ax) is ax
    assert sum(len(marks.get_offsets()) for marks in ax.collections) >= len(X)
    ax = axes()
    assert plot_painted(X, X[:, 0], ax) is ax
    assert sum(len(marks.get_offsets()) for marks in ax.collections) >= len(X)


def test_a_posterior_spans_its_grid():
    fitted = SMIC(4, n_neighbors=7, random_state=0).fit(X)
    across, up = np.linspace(-2, 2, 30), np.linspace(-1, 1, 20)
    grid = np.column_stack([np.tile(across, len(up)), np.repeat(up, len(across))])
    ax = axes()
    assert plot_posterior(fitted.predict_proba(grid), across, up, ax) is ax
    assert ax.has_data()


def test_the_curve_of_a_judge_has_a_point_for_every_candidate():
    ax = axes()
    values = np.array([0.2, 0.5, 0.4])
    assert plot_selection([1, 2, 3], values, ax, chosen=2, bound=0.5) is ax
    assert any(np.array_equal(line.get_ydata(), values) for line in ax.lines)
