"""The picture of Tables for pages that run no widgets."""

from __future__ import annotations

import numpy as np

from ....plotting.palette import INK, INK_2, RULE_2
from ...base.sheet import CAPTION, WIDTH, Sheet

_SIDE = 236


def tables_still(table, groups, labels, race, centred, words):
    """Tables as a figure.

    Parameters
    ----------
    table : ndarray of shape (m, m)
        K, centred where it is shown so.
    groups, labels : ndarray of int of shape (m,)
        Rows stand by group; L is made of the labels.
    race : dict of str to float
        What each labelling scores.
    centred : bool
    words : str

    Returns
    -------
    Figure
    """
    below = 2 * CAPTION + _SIDE + 24
    sheet = Sheet(below + 28 * len(race) + 30)
    L = (labels[:, None] == labels).astype(float)
    titles = ("K centred, HKH" if centred else "K, the points", "L, the labels", "their product")
    step = (WIDTH - _SIDE - 34) / 2
    for at, (title, picture) in enumerate(zip(titles, (table, L, table * L), strict=True)):
        sheet.gram(at * step, 0, _SIDE, picture, groups, title)
    bars = sheet.axes(130, below, WIDTH - 200, 28 * len(race))
    values = np.array(list(race.values()))
    bars.barh(list(race), np.maximum(values, 0), color=INK_2, height=0.5)
    for row, value in enumerate(values):
        text = f"{value + 0.0:.3f}" if abs(value) >= 5e-4 else "0.000"
        bars.text(max(value, 0), row, f" {text}", va="center", fontsize=9, color=INK)
    bars.set(xlim=(0, 1.1 * max(values.max(), 1e-300)), xticks=[], ylim=(len(race) - 0.5, -0.5))
    bars.tick_params(axis="y", length=0, labelsize=8, labelcolor=INK)
    bars.spines[["top", "right", "bottom"]].set_visible(False)
    bars.spines["left"].set_color(RULE_2)
    sheet.foot(below + 28 * len(race) + 10, words)
    return sheet.figure
