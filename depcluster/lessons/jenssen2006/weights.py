"""What the weight 1/f does to every point, and to the leading eigenvectors."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from ...datasets import make_crescents
from ...papers.jenssen2006 import (
    affinity_weights,
    laplacian_weights,
    leading_pairs,
    weighted_kernel,
    window_kernel,
)
from ...plotting import INK_2, MATRIX, RULE, RULE_2, FigureWithAlt, colour
from ...plotting.palette import mark_style
from ...widgets import choice, redrawn, stops

WEIGHTINGS = {"u = 1": affinity_weights, "u = 1/f": laplacian_weights}
WIDTHS = (0.2, 0.3, 0.5, 0.7, 1.0, 1.5)


def weights():
    """The sparse crescents with each point's area by its weight, and the weights as bars."""
    X, y = make_crescents((209, 21))
    kernels = {s: window_kernel(X, sigma=s) for s in WIDTHS}

    def draw(u, sigma):
        w = WEIGHTINGS[u](X, kernels[sigma])
        w = w / np.median(w)
        ratio = np.median(w[y == 1]) / np.median(w[y == 0])
        figure = Figure(figsize=(9, 3.6), layout="constrained")
        left, right = figure.subplots(1, 2, width_ratios=[3, 2])
        for k in (0, 1):
            own = y == k
            left.scatter(*X[own].T, **mark_style(k, 22 * w[own], alpha=0.6, linewidth=0.6))
            right.vlines(np.flatnonzero(own), 0, w[own], color=colour(k), lw=1.2)
        left.set(aspect="equal", xticks=[], yticks=[])
        left.spines[:].set_color(RULE)
        left.set_title("area: weight", fontsize=10, color=INK_2)
        right.set(xlabel="point", ylabel="weight / median", xlim=(-2, 232), ylim=(0, None))
        right.set_title(f"sparse point / dense point: {ratio:.1f}", fontsize=10, color=INK_2)
        right.spines[["top", "right"]].set_visible(False)
        return figure, (
            f"Sparse crescents with {u} at width {sigma:g}: a point of the sparse crescent weighs "
            f"{ratio:.1f} times as much as one of the dense crescent, in the median."
        )

    return redrawn(
        draw,
        u=choice(list(WEIGHTINGS), label="weight"),
        sigma=stops(WIDTHS, value=0.5, label="width σ"),
    )


def eigenvectors(sigma=0.4):
    """The first four eigenvectors as colours on the sparse crescents, for u = 1 and u = 1/f."""
    X, y = make_crescents((209, 21))
    K = window_kernel(X, sigma=sigma)
    figure = Figure(figsize=(9, 3.5), layout="constrained")
    for row, (name, u) in zip(figure.subplots(2, 4), WEIGHTINGS.items(), strict=True):
        values, V = leading_pairs(weighted_kernel(K, u(X, K)), 4)
        for k, ax in enumerate(row):
            top = np.abs(V[:, k]).max()
            for cluster in (0, 1):
                own = y == cluster
                style = {"cmap": MATRIX, "vmin": -top, "vmax": top, "lw": 0.4, "edgecolor": RULE_2}
                ax.scatter(*X[own].T, c=V[own, k], marker="os"[cluster], s=16, **style)
            ax.set(aspect="equal", xticks=[], yticks=[])
            ax.set_title(f"v{k + 1}, λ/N {values[k] / len(V):.4f}", fontsize=9, color=INK_2)
            ax.spines[:].set_color(RULE)
        row[0].set_ylabel(name, fontsize=10, color=INK_2)
    return FigureWithAlt(
        figure,
        "First four eigenvectors as colours on the sparse crescents. With u = 1 all four are waves "
        "along the dense crescent and pale on the sparse one. With u = 1/f the first is dark on "
        "the dense crescent and the second on the sparse one.",
    )
