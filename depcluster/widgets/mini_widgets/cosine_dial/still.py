"""The picture of a dial for pages that run no widgets."""

from __future__ import annotations

import numpy as np

from ....plotting.palette import ACCENT, INK, INK_2, RULE_2
from ...base.sheet import CAPTION, Sheet

_SIDE = 232


def dial_still(M, B, labels, A, name, cosine, best):
    """CosineDial as a figure: both centred tables, the label kernel, and the angle."""
    sheet = Sheet(2 * CAPTION + _SIDE + 20 + 264)
    sheet.gram(0, 0, _SIDE, M, labels, "Points, HKH")
    sheet.gram(300, 0, _SIDE, B, labels, "Labels, H\u03a0A\u03a0'H")
    top = 2 * CAPTION + _SIDE + 20
    sheet.label_kernel(0, top, 200, A, "Label kernel A", name)
    axes = sheet.panel(300, top, 232, 220, "Angle")
    _draw_dial(cosine, best, axes)
    degrees = np.degrees(np.arccos(np.clip(cosine, -1, 1)))
    told = [("cosine", "\u2013", "", 120), ("angle", "\u2013", "", 120)]
    if np.isfinite(cosine):
        told[0] = ("cosine", f"{cosine:.3f}".replace("-", "\u2212"), "", 120)
        told[1] = ("angle", f"{degrees:.1f}\u00b0", "", 120)
    sheet.readouts(566, top + CAPTION, told)
    sheet.readouts(566, top + CAPTION + 60, [("best cosine of any A", f"{best:.3f}", "", 200)])
    return sheet.figure


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
