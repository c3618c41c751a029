"""The points and both eigenvalues as a figure."""

from __future__ import annotations

import numpy as np

from ....plotting.palette import ACCENT, INK, INK_2
from ...base.mosaic import Panel, mosaic, partition

HEIGHTS = np.linspace(0, 8, 21)


def lone_figure(shown, points, labels, curve, now):
    """``curve`` is the `Lead` at each of the heights, ``now`` that on screen."""
    levels = lambda ax: _draw_levels(curve, now, shown.height, ax)  # noqa: E731
    panels = {
        "points": partition(
            points, labels, "ringed: the lone point", None, "Two clusters found", (400, 300),
            moved=[len(points) - 1],
        ),
        "levels": Panel("Eigenvalues λ / N", levels, "rings: mostly on the point", (), 400, 300),
    }  # fmt: skip
    return mosaic(shown, "points levels", panels)


def _draw_levels(curve, now, height, ax):
    ax.axvline(height, color=ACCENT, linewidth=1)
    for q, name, style in ((1, "λ₂ kept", "-"), (2, "λ₃ dropped", "--")):
        values = np.array([lead.values[q] for lead in curve])
        own = np.array([(lead.kept if q == 1 else lead.third) > 0.5 for lead in curve])
        colour = INK if q == 1 else INK_2
        ax.plot(HEIGHTS, values, style, color=colour, linewidth=2.2 - 0.5 * q, label=name)
        ax.plot(HEIGHTS[own], values[own], "o", color=INK, mfc="white", markersize=5)
        ax.plot([height], [now.values[q]], "o", color=ACCENT, markersize=7, zorder=4)
    ax.set_xlabel("height of the point", fontsize=8)
    ax.tick_params(labelsize=8)
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(fontsize=8, loc="lower right")
