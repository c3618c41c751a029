"""The drawing pad's picture for pages that run no widgets."""

from __future__ import annotations

import numpy as np

from ...plotting.basics import plot_partition
from ...plotting.palette import INK_2, RULE
from ..base.sheet import CAPTION, Sheet
from .toys import HALF

_HEIGHT = 420


def pad_still(X, y):
    """DataPad as a figure.

    Parameters
    ----------
    X : ndarray of shape (m, 2)
    y : ndarray of int of shape (m,)

    Returns
    -------
    Figure
    """
    sheet = Sheet(CAPTION + _HEIGHT + 30)
    width = _HEIGHT * HALF[0] / HALF[1]
    sizes = np.bincount(y)
    used = np.count_nonzero(sizes)
    note = f"X {X.shape}, y in {used} {'class' if used == 1 else 'classes'}"
    axes = sheet.panel(1, 0, width, _HEIGHT, "Your data", note)
    if len(X):
        plot_partition(X, y, axes)
        axes.set_aspect("auto")
    else:
        axes.text(0, 0, "No points yet", ha="center", va="center", color=INK_2)
        axes.set(xticks=[], yticks=[])
    axes.set(xlim=(-HALF[0], HALF[0]), ylim=(-HALF[1], HALF[1]))
    for at in range(-2, 3):
        axes.axvline(at, color=RULE, linewidth=0.6, zorder=0)
        axes.axhline(at, color=RULE, linewidth=0.6, zorder=0)
    sheet.legend(0, CAPTION + _HEIGHT + 2, sizes, right=width)
    return sheet.figure
