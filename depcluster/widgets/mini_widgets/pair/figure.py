"""Points, their kernel matrix and a pair of them as a figure."""

from __future__ import annotations

import numpy as np

from ....plotting.basics import plot_partition
from ....plotting.palette import ACCENT
from ...base.mosaic import Panel, draw_gram, mosaic


def pair_figure(shown, X, K, labels, order):
    """The widget as a figure, rows of the table in an order."""
    groups = labels[order] if (np.diff(labels[order]) >= 0).all() else None
    ring = {"color": ACCENT, "fillstyle": "none", "zorder": 3}

    def points(ax):
        plot_partition(X, labels, ax)
        if shown.pair:
            ax.plot(*X[list(shown.pair)].T, "o-", markersize=13, **ring)

    def table(ax):
        draw_gram(K[np.ix_(order, order)], groups, ax)
        if shown.pair:
            rows = np.argsort(order)[list(shown.pair)]
            ax.plot(rows, rows[::-1], "s", markersize=9, **ring)

    panels = {
        "points": Panel("Points", points, "", np.bincount(labels), 460, 350),
        "table": Panel("Gram matrix K", table, "", (), 400, 350, square=True),
    }
    return mosaic(shown, "points table", panels)
