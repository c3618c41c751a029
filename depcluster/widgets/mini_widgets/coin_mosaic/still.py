"""The mosaic and the two curves on a page that runs no widgets."""

from __future__ import annotations

import numpy as np
from matplotlib.patches import Rectangle
from scipy.special import xlogy

from ....plotting.palette import COLOURS, INK, INK_2
from ...base.sheet import Sheet

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


def mosaic_still(shown):
    """CoinMosaic as a figure.

    Parameters
    ----------
    shown : CoinMosaic

    Returns
    -------
    matplotlib.figure.Figure
    """
    sheet = Sheet(360)
    sheet.readouts(0, 0, [
        ("agreement q", f"{shown.agreement:.2f}", "", 120),
        ("SMI", f"{shown.smi:.3f}", "", 120),
        ("MI (logarithms)", f"{shown.mutual_information:.3f}", "", 150),
    ])  # fmt: skip
    note = "dashed: no dependence"
    _draw_mosaic(sheet.panel(0, 60, 400, 240, "Coin x and guess y", note), shown.joint)
    _draw_curves(sheet.panel(450, 60, 434, 236, "Dependence", "by q", 24, 30), shown)
    sheet.foot(340, "r is a tile over its dashed one.")
    return sheet.figure
