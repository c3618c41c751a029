"""A small kernel matrix and the sums of its blocks as a figure."""

from __future__ import annotations

import numpy as np

from ....labels.partition import sort_by_cluster
from ....plotting.basics import plot_label_kernel
from ....plotting.palette import INK
from ...base.mosaic import Panel, matrix, mosaic


def as_entry(value):
    """A number as it stands in a cell."""
    return f"{value + 0.0:.4g}"


def blocks_figure(shown):
    K, S, labels = shown.K, shown.S, shown.labels
    order = sort_by_cluster(labels) if shown.sorted else np.arange(len(K))
    borders = np.cumsum(np.bincount(labels))[:-1] - 0.5 if shown.sorted else ()

    def draw(ax):
        plot_label_kernel(K[np.ix_(order, order)], ax, as_entry, labels[order])
        for border in borders:
            ax.axhline(border, color=INK, linewidth=2)
            ax.axvline(border, color=INK, linewidth=2)

    title, rows = "K, by cluster" if shown.sorted else "K", ", ".join(map(str, order))
    terms = " + ".join(map(as_entry, np.diag(S))).replace("+ -", "\u2212 ").replace("-", "\u2212")
    panels = {
        "K": Panel(title, draw, f"points {rows}", (), 70 * len(K), 260, square=True),
        "S": matrix(
            S, "S, the sums of the blocks", f"diagonal: {terms}", 70 * len(S), number=as_entry
        ),
    }
    return mosaic(shown, "K S", panels)
