"""Points, their table and the agreement over the width as a figure."""

from __future__ import annotations

import numpy as np

from ....plotting.selection import plot_width_curve
from ...base.mosaic import Panel, gram, mosaic, partition


def width_figure(shown, shape, at, factors, K):
    """The clusters of a shape at the ``at``-th of the factors, K there, and the whole curve."""
    labels = shape.labels[at]
    x, y = (shape.X - shape.X.mean(axis=0)).T
    around = np.argsort(np.arctan2(y, x), kind="stable")
    curve = lambda ax: _draw_curve(factors, shape.ari, at, ax)  # noqa: E731
    panels = {
        "points": partition(shape.X, labels, "", None, "Found clusters", (270, 250)),
        "gram": gram(K[np.ix_(around, around)], labels[around], "K, by found cluster", 270),
        "curve": Panel("Agreement", curve, "adjusted Rand index", (), 250, 250),
    }
    return mosaic(shown, "points gram curve", panels)


def _draw_curve(factors, ari, at, ax):
    named = {"median rule": 1.0} if factors[0] <= 1 <= factors[-1] else None
    plot_width_curve(factors, ari, ax, at=factors[at], higher=None, named=named)
    ticks = [f for f in (0.25, 1, 3, 10, 30) if factors[0] <= f <= factors[-1]]
    ax.set_xticks(ticks, [f"×{f:g}" for f in ticks])
    ax.minorticks_off()
    ax.set_xlabel("s / median rule", fontsize=8)
    ax.set_ylim(min(-0.1, ari.min() - 0.1), 1.1)
