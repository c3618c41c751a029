"""The mosaic and the two curves as a figure."""

from __future__ import annotations

import numpy as np
from matplotlib.patches import Rectangle
from scipy.special import xlogy

from ....plotting.palette import COLOURS, INK, INK_2
from ...base.mosaic import Panel, mosaic

ALPHA = 0.4


def _draw_mosaic(ax, joint):
    for x in (0, 1):
        low = 0.0
        for y in (0, 1):
            tall = 2 * joint[x, y]
            ax.add_patch(Rectangle((x / 2, low), 0.5, tall, facecolor=COLOURS[y], alpha=ALPHA))
            ax.add_patch(Rectangle((x / 2, low), 0.5, tall, fill=False, edgecolor=INK, linewidth=1))
            if tall > 0.15:
                words = f"y = {y}, r = {4 * joint[x, y]:.2f}"
                half = low + tall / 2
                clear = half if abs(half - 0.5) > 0.06 else 0.5 + np.sign(half - 0.5001) * 0.1
                middle = (x / 2 + 0.25, clear)
                ax.text(*middle, words, ha="center", va="center", fontsize=8.5, color=INK)
            low += tall
        ax.text(x / 2 + 0.25, -0.03, f"x = {x}", ha="center", va="top", fontsize=8, color=INK_2)
    ax.axhline(0.5, color=INK, linestyle="--", linewidth=1)
    ax.set(xlim=(0, 1), ylim=(0, 1), xticks=[], yticks=[])
    ax.spines[:].set_visible(False)


def _draw_curves(ax, shown):
    q = np.linspace(0, 1, 201)
    curves = (2 * q - 1) ** 2 / 2, np.log(2) + xlogy(q, q) + xlogy(1 - q, 1 - q)
    values = shown.smi, shown.mutual_information
    for k, (name, curve) in enumerate(zip(("SMI", "MI"), curves, strict=True)):
        style = {"color": INK, "linestyle": ("-", "--")[k]}
        ax.plot(q, curve, linewidth=1.6, **style)
        ax.plot([shown.agreement], [values[k]], "o", color=INK, markersize=5)
        ax.text(1.01, curve[-1], name, va="center", fontsize=8.5, color=INK)
    ax.set(xlim=(0, 1), ylim=(0, 0.75), xticks=[0, 0.5, 1], yticks=[0, 0.5])
    ax.tick_params(labelsize=8, colors=INK_2)
    ax.spines[["top", "right"]].set_visible(False)


def coin_figure(shown):
    tiles = lambda ax: _draw_mosaic(ax, shown.joint)  # noqa: E731
    panels = {
        "tiles": Panel("Coin x and guess y", tiles, "dashed: no dependence", (), 400, 240),
        "curves": Panel("Dependence", lambda ax: _draw_curves(ax, shown), "by q", (), 434, 240),
    }
    return mosaic(shown, "tiles curves", panels, "r is a tile over its dashed one.")
