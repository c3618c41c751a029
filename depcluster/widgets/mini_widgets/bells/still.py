"""Two bells and two arrows on a page that runs no widgets."""

from __future__ import annotations

import numpy as np

from ....plotting.palette import COLOURS, INK, RULE_2
from ...base.sheet import Sheet

SPAN = 6.0


def _bell(x, mean):
    return np.exp(-((x - mean) ** 2) / 2) / np.sqrt(2 * np.pi)


def _draw_bells(ax, distance):
    x = np.linspace(-SPAN, SPAN, 400)
    means = np.array([-distance, distance]) / 2
    p, q = _bell(x, means[0]), _bell(x, means[1])
    ax.fill_between(x, p * q, color=RULE_2, alpha=0.45, linewidth=0)
    ax.plot(x, _bell(x, 0) ** 2, color=RULE_2, linestyle=":", linewidth=1.2)
    for k, density in enumerate((p, q)):
        ax.plot(x, density, color=COLOURS[k], linewidth=2, linestyle=("-", "--")[k])
        ha = ("right", "left")[k]
        ax.text(means[k] + 0.3 * (2 * k - 1), 0.39, f"$p_{k + 1}$", ha=ha, color=INK)
    ax.set(xlim=(-SPAN, SPAN), ylim=(0, 0.44))
    ax.axis("off")


def _draw_arrows(ax, cosine):
    sine = np.sqrt(1 - cosine**2)
    turn = np.linspace(0, np.pi / 2, 90)
    ax.plot(np.cos(turn), np.sin(turn), color=RULE_2, linewidth=0.7)
    for k, tip in enumerate(((1, 0), (cosine, sine))):
        style = {"arrowstyle": "->", "color": COLOURS[k], "linewidth": 2, "shrinkA": 0}
        ax.annotate("", tip, (0, 0), arrowprops={**style, "linestyle": ("-", "--")[k]})
        ax.text(tip[0] + 0.06, tip[1], f"$p_{k + 1}$", va="center", color=INK)
    ax.plot([cosine, cosine], [0, sine], color=RULE_2, linewidth=1, linestyle=":")
    ax.set(xlim=(-0.1, 1.15), ylim=(-0.1, 1.15), aspect="equal")
    ax.axis("off")


def bells_still(shown):
    """Bells as a figure.

    Parameters
    ----------
    shown : Bells

    Returns
    -------
    matplotlib.figure.Figure
    """
    sheet = Sheet(326)
    sheet.readouts(0, 0, [
        ("distance d", f"{shown.distance:.3f}", "", 110),
        ("angle", f"{shown.angle:.1f}\u00b0", "", 110),
        ("cos = exp(\u2212d\u00b2/4)", f"{shown.cosine:.3f}", "", 130),
        ("divergence D = d\u00b2/4", f"{shown.divergence:.2f}", "", 140),
    ])  # fmt: skip
    densities = sheet.panel(0, 60, 570, 220, "Two densities", "shaded: their product")
    _draw_bells(densities, shown.distance)
    _draw_arrows(sheet.panel(620, 60, 264, 220, "The angle between them"), shown.cosine)
    sheet.foot(308, "Shaded over dotted, as areas, is the cosine.")
    return sheet.figure
