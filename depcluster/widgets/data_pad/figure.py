"""The drawing pad as a figure."""

from __future__ import annotations

import numpy as np

from ..._validation import counted
from ...plotting.basics import plot_partition
from ...plotting.palette import INK_2, RULE
from ..base.mosaic import Panel, mosaic
from .toys import HALF


def pad_figure(shown):
    X, y, sizes = shown.X, shown.y, np.bincount(shown.y)
    used = counted(np.count_nonzero(sizes), "class", "classes")
    panel = Panel(
        "Your data", lambda ax: _draw(X, y, ax), f"X {X.shape}, y in {used}", sizes, 630, 420
    )
    return mosaic(shown, "pad", {"pad": panel})


def _draw(X, y, ax):
    plot_partition(X, y, ax)
    if not len(X):
        ax.text(0, 0, "No points yet", ha="center", va="center", color=INK_2)
    ax.set(xlim=(-HALF[0], HALF[0]), ylim=(-HALF[1], HALF[1]), aspect="equal", adjustable="box")
    for at in range(-2, 3):
        ax.axvline(at, color=RULE, linewidth=0.6, zorder=0)
        ax.axhline(at, color=RULE, linewidth=0.6, zorder=0)
