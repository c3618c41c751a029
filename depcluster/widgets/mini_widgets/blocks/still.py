"""The picture of Blocks for pages that run no widgets."""

from __future__ import annotations

import numpy as np

from ....labels.partition import sort_by_cluster
from ....plotting.palette import INK
from ...base.sheet import CAPTION, HEADS, Sheet

_SIDE = 248


def as_entry(value):
    """A number as it stands in a cell."""
    return f"{value + 0.0:.4g}"


def blocks_still(K, labels, S, by_cluster):
    """Blocks as a figure.

    Parameters
    ----------
    K : ndarray of shape (m, m)
    labels : ndarray of int of shape (m,)
    S : ndarray of shape (c, c)
    by_cluster : bool
        Whether the rows of K stand by cluster.

    Returns
    -------
    Figure
    """
    order = sort_by_cluster(labels) if by_cluster else np.arange(len(K))
    sheet = Sheet(CAPTION + HEADS + _SIDE + 28)
    shown, rows = K[np.ix_(order, order)], ", ".join(map(str, order))
    title = "K, by cluster" if by_cluster else "K"
    axes = sheet.label_kernel(
        0, 0, _SIDE, shown, title, f"points {rows}", number=as_entry, marks=labels[order]
    )
    if by_cluster:
        for border in np.cumsum(np.bincount(labels))[:-1] - 0.5:
            axes.axhline(border, color=INK, linewidth=2)
            axes.axvline(border, color=INK, linewidth=2)
    left, side = HEADS + _SIDE + 60, 62 * len(S)
    sheet.label_kernel(left, 0, side, S, "S, the sums of the blocks", number=as_entry)
    diagonal = (
        " + ".join(map(as_entry, np.diag(S))).replace("+ -", "\u2212 ").replace("-", "\u2212")
    )
    total = as_entry(np.trace(S)).replace("-", "\u2212")
    read = ("sum of the diagonal of S", total, f"= {diagonal}", 200)
    sheet.readouts(left + HEADS + side + 60, CAPTION, [read])
    sheet.foot(CAPTION + HEADS + _SIDE + 12, f"Labels of the points: {' '.join(map(str, labels))}")
    return sheet.figure
