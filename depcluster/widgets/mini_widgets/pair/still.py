"""The picture of Pair for pages that run no widgets."""

from __future__ import annotations

import numpy as np

from ....plotting.palette import ACCENT
from ...base.sheet import CAPTION, Sheet

_SIDE = 350


def pair_still(X, K, labels, order, pair, words):
    """Pair as a figure.

    Parameters
    ----------
    X : ndarray of shape (m, 2)
    K : ndarray of shape (m, m)
    labels : ndarray of int of shape (m,)
    order : ndarray of int of shape (m,)
        Which point each row of the picture shows.
    pair : tuple of int or None
    words : str

    Returns
    -------
    Figure
    """
    sheet = Sheet(2 * CAPTION + _SIDE + 56)
    axes = sheet.partition((0, 0, 460, _SIDE + CAPTION - 4), X, labels, "", title="Points")
    by_group = bool((np.diff(labels[order]) >= 0).all())
    left = 460 + 40
    groups = labels[order] if by_group else None
    sheet.gram(left, 0, _SIDE, K[np.ix_(order, order)], groups, "Gram matrix K", heads=by_group)
    table = sheet.figure.axes[-2]
    if pair is not None:
        axes.plot(*X[list(pair)].T, "o-", color=ACCENT, markersize=13, fillstyle="none", zorder=3)
        rows = np.argsort(order)[list(pair)]
        table.plot(rows, rows[::-1], "s", color=ACCENT, markersize=9, fillstyle="none")
    sheet.foot(2 * CAPTION + _SIDE + 36, words)
    return sheet.figure
