"""Points, their label kernel and the sizes of the clusters as a figure."""

from __future__ import annotations

import numpy as np

from ....plotting.palette import INK, colour
from ...base.mosaic import Panel, matrix, mosaic, partition


def slider_figure(shown, X):
    """The clusters of a stop, the label kernel, and the sizes as a strip."""
    panels = {
        "points": partition(X, shown.labels, "", (), "Clusters", (480, 250)),
        "kernel": matrix(shown.label_kernel, "Label kernel A", side=250),
        "sizes": Panel("Sizes", lambda ax: _draw_sizes(ax, shown.sizes), "", (), 780, 60),
    }
    return mosaic(shown, "points kernel / sizes", panels)


def _draw_sizes(ax, sizes):
    ends = np.cumsum(sizes)
    for k, (size, end) in enumerate(zip(sizes, ends, strict=True)):
        ax.barh(0, size, left=end - size, color=colour(k), edgecolor="white")
        if size:
            ax.text(end - size / 2, -0.8, str(size), ha="center", va="center", color=INK)
    ax.set(xlim=(0, ends[-1]), ylim=(-1.2, 0.5))
    ax.axis("off")
