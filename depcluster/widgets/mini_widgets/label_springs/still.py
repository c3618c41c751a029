"""The picture of a point's springs for pages that run no widgets."""

from __future__ import annotations

import numpy as np

from ....plotting.basics import plot_partition
from ....plotting.palette import INK, INK_2, RULE_2, mark_style
from ...base.sheet import CAPTION, WIDTH, Sheet

_HIGH = 260


def springs_still(X, labels, point, loss, found):
    """LabelSprings as a figure: the points, and the springs of the one at hand."""
    sheet = Sheet(CAPTION + _HIGH + 84)
    slack = found.slacks[point].sum()
    reads = [
        ("squared slacks of the point", f"{slack:.2f}", "", 190),
        ("energy left (7)", f"{found.left:.2f}", "of that at rest", 200),
        ("to first order (20)", f"{found.first_order:.2f}".replace("-", "\u2212"), "", 160),
    ]
    sheet.readouts(0, 0, reads)
    axes = sheet.panel(0, 52, 420, _HIGH, "Points", f"ringed: point {point}")
    plot_partition(X, labels, axes)
    axes.plot(*X[point], "o", ms=13, mfc="none", mec=INK, mew=1.5, zorder=9)
    title = "Lead of the right label over each wrong one"
    _draw_springs(
        labels[point], loss, found.leads[point], sheet.panel(450, 52, WIDTH - 450, _HIGH, title)
    )
    return sheet.figure


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
