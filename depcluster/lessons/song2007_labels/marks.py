"""Points in the colours of their labels, and label kernels with the same colours."""

from __future__ import annotations

import numpy as np

from ...plotting import INK, painting, plot_label_kernel, plot_partition


def draw_points(points, labels, colours, ax, outwards=None):
    """Points coloured by label; the labels' numbers beside them, moved by `outwards(mean)`."""
    plot_partition(points, labels, ax, colours=colours)
    if outwards is not None:
        for j in np.unique(labels):
            at = np.median(points[labels == j], axis=0)
            style = {"ha": "center", "va": "center", "fontsize": 11, "weight": "bold"}
            ax.text(*(at + outwards(at)), str(j), color=INK, **style)
    ax.axis("off")


def draw_kernel(A, colours, ax, name):
    """A small matrix with its numbers, headed by the labels' marks in their colours."""
    with painting(colours):
        plot_label_kernel(A, ax)
    for number in ax.texts:
        number.set_fontsize(max(number.get_fontsize(), 9.5))
    ax.set(xlim=(-1.4, len(A) - 0.5), ylim=(len(A) - 0.5, -1.4))  # room for the marks
    ax.set_xlabel(name, fontsize=11, color=INK)
