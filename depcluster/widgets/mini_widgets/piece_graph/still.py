"""The graph, its eigenvalues and its scores on a page that runs no widgets."""

from __future__ import annotations

import numpy as np

from ....plotting.palette import COLOURS, INK, INK_2, RULE_2
from ....plotting.smi import plot_small_graph
from ...base.sheet import Sheet


def _draw_eigenvalues(ax, values, c):
    shown = values[: c + 2]
    for k, value in enumerate(shown):
        fill = COLOURS[k % len(COLOURS)] if k < c else "none"
        ax.bar(k, value, 0.6, facecolor=fill, edgecolor=RULE_2)
        words = f"{value:.3f}".replace("-", "\u2212")
        ax.text(k, max(value, 0), words, ha="center", va="bottom", fontsize=9, color=INK)
    if c < len(values):
        ax.axvline(c - 0.5, color=INK_2, linestyle="--", linewidth=1)
    ax.set(xticks=[], yticks=[])
    ax.margins(y=0.15)
    ax.spines[["top", "right", "left"]].set_visible(False)


def _draw_scores(ax, scores):
    n, c = scores.shape
    high = 0.8 / c
    for k in range(c):
        rows = np.arange(n) - 0.4 + (k + 0.5) * high
        ax.barh(rows, scores[:, k], high, color=COLOURS[k % len(COLOURS)], alpha=0.8)
    ax.set_yticks(range(n), [str(i) for i in range(n)], fontsize=8, color=INK_2)
    ax.invert_yaxis()
    ax.set(xlim=(0, 1.05 * max(scores.max(), 0.5)))
    ax.tick_params(labelsize=8, colors=INK_2)
    ax.spines[["top", "right"]].set_visible(False)


def graph_still(shown, positions):
    """PieceGraph as a figure.

    Parameters
    ----------
    shown : PieceGraph
    positions : ndarray of shape (n, 2)

    Returns
    -------
    matplotlib.figure.Figure
    """
    sheet = Sheet(310)
    scores = shown.scores
    ax = sheet.panel(0, 0, 360, 240, "Graph", "weights on the edges, hollow: undecided")
    plot_small_graph(shown.weights, positions, shown.labels, ax)
    ax = sheet.panel(390, 0, 230, 240, "Eigenvalues", shown.kernel_normalization or "as printed")
    _draw_eigenvalues(ax, shown.eigenvalues, scores.shape[1])
    ax = sheet.panel(650, 0, 234, 220, "Scores", "by vertex", 16)
    _draw_scores(ax, scores)
    lost = int((shown.labels < 0).sum())
    sheet.foot(288, f"{lost or 'none'} undecided")
    return sheet.figure
