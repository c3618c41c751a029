"""Two tables of similarities and the angle between them as a figure."""

from __future__ import annotations

import numpy as np

from ....plotting.palette import ACCENT, INK, INK_2, RULE_2
from ...base.mosaic import Panel, gram, matrix, mosaic


def dial_figure(shown, M, B, labels, name):
    """The widget as a figure; ``M`` and ``B`` are the centred tables of points and labels."""
    dial = lambda ax: _draw_dial(shown.cosine, shown.best_cosine, ax)  # noqa: E731
    panels = {
        "points": gram(M, labels, "Points, HKH", 180),
        "labels": gram(B, labels, "Labels, H\u03a0A\u03a0'H", 180),
        "kernel": matrix(shown.A, "Label kernel A", name, 180),
        "dial": Panel("Angle", dial, "blue: the best cosine of any A", (), 180, 180, square=True),
    }
    return mosaic(shown, "points labels kernel dial", panels)


def _draw_dial(cosine, best, ax):
    turn = np.linspace(0, np.pi / 2, 60)
    ax.plot(np.cos(turn), np.sin(turn), color=RULE_2, linewidth=1)
    for at, hue, width in ((1.0, INK_2, 2.5), (cosine, INK, 3.0)):
        if np.isfinite(at):
            tip = np.array([np.clip(at, -0.2, 1), np.sqrt(1 - np.clip(at, -0.2, 1) ** 2)])
            ax.annotate(
                "", tip, (0, 0), arrowprops={"arrowstyle": "-|>", "lw": width, "color": hue}
            )
    mark = np.array([best, np.sqrt(max(0, 1 - best**2))])
    ax.plot(*np.transpose([0.94 * mark, 1.07 * mark]), color=ACCENT, linewidth=3)
    ax.set(xlim=(-0.22, 1.1), ylim=(-0.06, 1.12), aspect="equal")
    ax.set_axis_off()
