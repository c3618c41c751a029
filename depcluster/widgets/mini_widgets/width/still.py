"""The picture of Width for pages that run no widgets."""

from __future__ import annotations

import numpy as np

from ....plotting.palette import INK_2
from ....plotting.selection import plot_width_curve
from ...base.sheet import CAPTION, WIDTH, Sheet

_SIDE = 250


def width_still(shape, at, factors, K, words):
    """Width as a figure.

    Parameters
    ----------
    shape : Shape
    at : int
        The place of the width among the factors.
    factors : list of float
    K : ndarray of shape (m, m)
    words : str

    Returns
    -------
    Figure
    """
    sheet, labels = Sheet(2 * CAPTION + _SIDE + 60), shape.labels[at]
    sheet.partition((0, 0, 270, _SIDE + CAPTION), shape.X, labels, "", title="Found clusters")
    x, y = (shape.X - shape.X.mean(axis=0)).T
    around = np.argsort(np.arctan2(y, x), kind="stable")
    sheet.gram(290, 0, _SIDE, K[np.ix_(around, around)], labels[around], "K, by found cluster")
    left = 290 + 34 + _SIDE + 20
    curve = sheet.panel(
        left, 0, WIDTH - left, _SIDE - 20, "Agreement", "adjusted Rand index", before=34, after=6
    )
    named = {"median rule": 1.0} if factors[0] <= 1 <= factors[-1] else None
    plot_width_curve(factors, shape.ari, curve, at=factors[at], higher=None, named=named)
    ticks = [f for f in (0.25, 1, 3, 10, 30) if factors[0] <= f <= factors[-1]]
    curve.set_xticks(ticks, [f"×{f:g}" for f in ticks])
    curve.minorticks_off()
    curve.tick_params(labelsize=8, colors=INK_2)
    curve.set_xlabel("s / median rule", fontsize=8, color=INK_2)
    curve.set_ylim(min(-0.1, shape.ari.min() - 0.1), 1.1)
    sheet.foot(2 * CAPTION + _SIDE + 40, words)
    return sheet.figure
