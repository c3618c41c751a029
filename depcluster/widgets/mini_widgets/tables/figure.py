"""Two tables, their product and what labellings score as a figure."""

from __future__ import annotations

import numpy as np

from ....plotting.palette import INK, INK_2, RULE_2
from ...base.mosaic import Panel, gram, mosaic


def tables_figure(shown, table, groups, race):
    """K as it is shown, L of the labels, rows by group, and the scores of the ``race`` by name."""
    L = (shown.labels[:, None] == shown.labels).astype(float)
    panels = {
        "K": gram(table, groups, "K centred, HKH" if shown.centred else "K, the points"),
        "L": gram(L, groups, "L, the labels"),
        "product": gram(table * L, groups, "their product"),
        "race": Panel("", lambda ax: _draw_race(race, ax), height=28 * len(race)),
    }
    return mosaic(shown, "K L product / race", panels)


def _draw_race(race, ax):
    values = np.array(list(race.values()))
    ax.barh(list(race), np.maximum(values, 0), color=INK_2, height=0.5)
    for row, value in enumerate(values):
        text = f"{value + 0.0:.3f}" if abs(value) >= 5e-4 else "0.000"
        ax.text(max(value, 0), row, f" {text}", va="center", fontsize=9, color=INK)
    ax.set(xlim=(0, 1.1 * max(values.max(), 1e-300)), xticks=[], ylim=(len(race) - 0.5, -0.5))
    ax.tick_params(axis="y", length=0)
    ax.spines[["top", "right", "bottom"]].set_visible(False)
    ax.spines["left"].set_color(RULE_2)
