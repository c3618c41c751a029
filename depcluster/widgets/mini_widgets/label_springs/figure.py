"""A point's springs as a figure."""

from __future__ import annotations

import numpy as np

from ....plotting.palette import INK, INK_2, RULE_2, mark_style
from ...base.mosaic import Panel, mosaic, partition


def springs_figure(shown, X, labels, point, loss):
    """The points, and the springs of the one at hand."""
    leads = shown.relaxed.leads[point]
    springs = lambda ax: _draw_springs(labels[point], loss, leads, ax)  # noqa: E731
    panels = {
        "points": partition(
            X, labels, f"ringed: point {point}", None, "Points", (400, 260), moved=[point]
        ),
        "springs": Panel("Lead of the right label over each wrong one", springs, "", (), 400, 260),
    }
    return mosaic(shown, "points springs", panels)


def _draw_springs(label, loss, leads, ax):
    wrong = [y for y in range(len(loss)) if y != label]
    ax.axvline(1, color=INK, linewidth=2)
    for row, y in enumerate(wrong):
        at = float(np.clip(leads[y], -0.3, 1.3))
        x = np.linspace(at, 1, 80)
        wave = 0.13 * np.sin(np.linspace(0, 14 * np.pi, 80))
        ax.plot(x, row + wave, color=RULE_2, linewidth=0.3 + 1.2 * loss[y] / loss.max())
        ax.scatter([at], [row], zorder=3, **mark_style(y, 90))
        term = f"{loss[y]:g} \u00d7 {1 - leads[y]:.2f}\u00b2".replace("-", "\u2212")
        ax.text(-0.35, row - 0.3, f"over {y}: {term}", color=INK_2, fontsize=8)
    ax.set(xlim=(-0.4, 1.35), ylim=(len(wrong) - 0.5, -0.7), yticks=[], xticks=[0, 0.5, 1])
    ax.tick_params(labelsize=8, colors=INK_2)
    ax.spines[["top", "right", "left"]].set_visible(False)
