"""Beat 2: true classes, the best partition found, and the best orthonormal P."""

from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib.figure import Figure

from ...labels.renaming import align_labels
from ...plotting import COLOURS, INK, INK_2, RULE_2, plot_partition
from ...reproduction.song2007.experiments import TOYS, cluster, menu, spectrum, true_value
from ...widgets import choice, redrawn

CASES = {
    "collinear, rbf": ("collinear", "rbf"),
    "rings, graph": ("rings", "graph"),
    "xor, rbf": ("xor", "rbf"),
}
NAMES = ("true classes", "best partition found", "best orthonormal P")


@cache
def _rungs(toy, kernel):
    """Top eigenvectors, labels found, and the three values of tr(K P P')."""
    X, y = TOYS[toy]()
    K, c = menu(toy)[kernel](X), y.max() + 1
    values, U = spectrum(K, c - 1)
    found = cluster(K, c)
    labels = align_labels(found.labels, y, np.eye(c))
    return U, labels, (true_value(K, y), found.objective, values.sum())


def rungs():
    """The three rungs, and the points at their rows of the top eigenvectors, before and after."""

    def draw(case, rows):
        U, labels, heights = _rungs(*CASES[case])
        figure = Figure(figsize=(9, 3.4), layout="constrained")
        left, right = figure.subplots(1, 2, width_ratios=[3, 4])
        _draw_heights(heights, left)
        flat = U.shape[1] == 2
        plane = U if flat else np.column_stack([U[:, 0], np.linspace(-0.1, 0.1, len(U))])
        if rows == "rounded":
            plot_partition(plane, labels, right)
        else:
            right.scatter(*plane.T, s=18, color=RULE_2, linewidths=0)
            right.set_aspect("equal", adjustable="datalim")
            right.set(xticks=[], yticks=[])
            right.spines[:].set_color(RULE_2)
        across = "v1 across, v2 upwards" if flat else "v1 across, points one above the other"
        right.set_title(f"{across}: {rows}", fontsize=10, color=INK_2)
        told = ", ".join(f"{name} {J:.2f}" for name, J in zip(NAMES, heights, strict=True))
        return figure, f"{case}: tr(K P P') of {told}. The points at {across}, {rows}."

    return redrawn(
        draw,
        case=choice(list(CASES), label="toy and kernel"),
        rows=choice(["relaxed", "rounded"], label="rows of P"),
    )


def _draw_heights(heights, ax):
    top = heights[2]
    for k, height in enumerate(heights):
        ax.hlines(k, 0, height, color=RULE_2, linewidth=2)
        ax.plot([height], [k], "o", color=COLOURS[(2, 0, 4)[k]], markersize=11)
        ax.text(1.05 * top, k, f"{height:.2f}", va="center", fontsize=11, color=INK)
    ax.set_yticks(range(3), NAMES)
    ax.set(xlim=(0, 1.3 * top), ylim=(-0.6, 2.6), xlabel="dependence tr(K P P')")
    ax.spines[["top", "right"]].set_visible(False)
