"""Two bells and two arrows as a figure."""

from __future__ import annotations

import numpy as np

from ....plotting.palette import COLOURS, INK, RULE_2
from ...base.mosaic import Panel, mosaic

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


def bells_figure(shown):
    densities = Panel(
        "Two densities",
        lambda ax: _draw_bells(ax, shown.distance),
        "shaded: their product",
        (),
        570,
        220,
    )
    angle = Panel(
        "The angle between them", lambda ax: _draw_arrows(ax, shown.cosine), "", (), 264, 220
    )
    foot = "Shaded over dotted, as areas, is the cosine exp(\u2212d²/4); the divergence is d²/4."
    return mosaic(shown, "densities angle", {"densities": densities, "angle": angle}, foot)
