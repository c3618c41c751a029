"""The drawing pad's picture for pages that run no widgets."""

from __future__ import annotations

import numpy as np

from ..._validation import counted
from ...plotting.palette import INK_2, RULE
from ..base.sheet import CAPTION, Sheet
from .toys import HALF

_HEIGHT = 420


def pad_still(X, y):
    """DataPad as a figure, of points (m, 2) and their classes."""
    sheet, sizes = Sheet(CAPTION + _HEIGHT + 30), np.bincount(y)
    used = np.count_nonzero(sizes)
    note = f"X {X.shape}, y in {counted(used, 'class', 'classes')}"
    box = (0, 0, 2 + _HEIGHT * HALF[0] / HALF[1], _HEIGHT)
    axes = sheet.partition(box, X, y, note, title="Your data")
    if not len(X):
        axes.text(0, 0, "No points yet", ha="center", va="center", color=INK_2)
    axes.set(xlim=(-HALF[0], HALF[0]), ylim=(-HALF[1], HALF[1]), aspect="auto")
    for at in range(-2, 3):
        axes.axvline(at, color=RULE, linewidth=0.6, zorder=0)
        axes.axhline(at, color=RULE, linewidth=0.6, zorder=0)
    return sheet.figure
