"""The tree or the points, and the three sums, on a page that runs no widgets."""

from __future__ import annotations

from ....plotting.palette import COLOURS, INK, INK_2, RULE_2
from ....plotting.taxonomies import plot_unrooted_tree
from ...base.sheet import Sheet

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


def leaves_still(shown, pairings):
    """FourLeaves as a figure.

    Parameters
    ----------
    shown : FourLeaves
    pairings : iterable of tuple of int
        Leaves a, b, c, d of the sum D_ab + D_cd, one a sum.

    Returns
    -------
    matplotlib.figure.Figure
    """
    sheet = Sheet(300)
    if shown.free:
        ax = sheet.panel(0, 0, 400, 240, "Four points")
        _draw_points(ax, shown.corners, pairings)
    else:
        plot_unrooted_tree(shown.tree, sheet.panel(0, 0, 400, 240, "A tree of four leaves"))
    ax = sheet.panel(450, 0, 434, 240, "Three sums of two distances", before=60)
    _draw_sums(ax, shown.sums)
    sheet.foot(280, "Along a tree the two larger sums are equal.")
    return sheet.figure
