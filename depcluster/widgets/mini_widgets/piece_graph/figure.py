"""The graph, its eigenvalues and its scores as a figure."""

from __future__ import annotations

import numpy as np

from ....plotting.palette import COLOURS, INK, INK_2, RULE_2
from ....plotting.smi import plot_small_graph
from ...base.mosaic import Panel, mosaic


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


def graph_figure(shown, positions):
    """The widget as a figure; the vertices have positions of shape (n, 2)."""
    scores, kernel = shown.scores, shown.kernel_normalization or "as printed"
    graph = lambda ax: plot_small_graph(shown.weights, positions, shown.labels, ax)  # noqa: E731
    bars = lambda ax: _draw_eigenvalues(ax, shown.eigenvalues, scores.shape[1])  # noqa: E731
    panels = {
        "graph": Panel("Graph", graph, "weights on the edges, hollow: undecided", (), 360, 240),
        "eigenvalues": Panel("Eigenvalues", bars, kernel, (), 230, 240),
        "scores": Panel("Scores", lambda ax: _draw_scores(ax, scores), "by vertex", (), 234, 240),
    }
    return mosaic(shown, "graph eigenvalues scores", panels)
