"""The tree or the points, and the three sums, as a figure."""

from __future__ import annotations

from ....plotting.palette import COLOURS, INK, INK_2, RULE_2
from ....plotting.taxonomies import plot_unrooted_tree
from ...base.mosaic import Panel, mosaic

STYLES = ("-", "--", ":")


def _draw_points(ax, corners, pairings):
    for row, (a, b, c, d) in enumerate(pairings):
        for i, j in ((a, b), (c, d)):
            style = {"color": COLOURS[row], "linestyle": STYLES[row]}
            ax.plot(*corners[[i, j]].T, linewidth=2, zorder=1, **style)
    ax.scatter(*corners.T, s=200, facecolor="white", edgecolor=INK, zorder=2)
    for name, place in zip("abcd", corners, strict=True):
        ax.text(*place, name, ha="center", va="center", fontsize=9, color=INK)
    ax.set_aspect("equal", adjustable="datalim")
    ax.margins(0.2)
    ax.axis("off")


def _draw_sums(ax, sums):
    for row, value in enumerate(sums.values()):
        ax.barh(row, value, height=0.55, color=COLOURS[row], alpha=0.4, edgecolor=COLOURS[row])
        ax.text(value, row, f"  {round(value, 2):g}", va="center", fontsize=10, color=INK)
    ax.set_yticks(range(3), list(sums), fontsize=9, color=INK_2)
    ax.invert_yaxis()
    ax.set(xlim=(0, 1.15 * max(*sums.values(), 1e-9)), xticks=[])
    ax.spines[["top", "right", "bottom"]].set_visible(False)
    ax.spines["left"].set_color(RULE_2)


def leaves_figure(shown, pairings):
    """The widget as a figure; ``pairings`` are the leaves a, b, c, d of each sum D_ab + D_cd."""
    if shown.free:
        title, draw = "Four points", lambda ax: _draw_points(ax, shown.corners, pairings)
    else:
        title, draw = "A tree of four leaves", lambda ax: plot_unrooted_tree(shown.tree, ax)
    panels = {
        "leaves": Panel(title, draw, width=400, height=240),
        "sums": Panel(
            "Three sums of two distances", lambda ax: _draw_sums(ax, shown.sums), height=240
        ),
    }
    return mosaic(shown, "leaves sums", panels, "Along a tree the two larger sums are equal.")
