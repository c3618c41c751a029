"""Beat 5: the tables of two partitions, and their difference."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from ...datasets import make_collinear
from ...kernels import centre
from ...labels import one_hot
from ...papers.song2007 import partition_distance
from ...plotting import INK, INK_2, RULE, plot_gram, plot_partition
from ...widgets import redrawn, stops

ALL = 150


def label_table(labels):
    """``L = H P P' H``, P being the one-hot labels divided by the roots of the sizes."""
    P = one_hot(labels, labels.max() + 1) / np.sqrt(np.bincount(labels))
    return centre(P @ P.T)


def recoloured(groups, n):
    """The next label for n points drawn at random; for all of them a random permutation."""
    if n == len(groups):
        return np.random.default_rng(0).permutation(groups)
    other, drawn = groups.copy(), np.random.default_rng(1).permutation(len(groups))[:n]
    other[drawn] = (other[drawn] + 1) % 3
    return other


def distance():
    """COLLINEAR with some points recoloured: both tables and their difference."""
    line, groups = make_collinear()

    def draw(moved):
        other = recoloured(groups, moved)
        epsilon = partition_distance(groups, other)
        figure = Figure(figsize=(9, 3.2), layout="constrained")
        first, *axes = figure.subplots(1, 4, width_ratios=[4, 3, 3, 3])
        changed = np.flatnonzero(other != groups)
        plot_partition(line, other, first, changed if len(changed) < 30 else None)
        first.set_title("recoloured points are ringed", fontsize=10, color=INK_2)
        L, L_new = label_table(groups), label_table(other)
        pictures = {"L": L, "L\u0303": L_new, "L − L\u0303": L - L_new}
        for ax, (name, M) in zip(axes, pictures.items(), strict=True):
            if M.any():
                plot_gram(M, None, ax)
            else:
                ax.text(0.5, 0.5, "0 everywhere", ha="center", fontsize=10, color=INK_2)
                ax.set(xticks=[], yticks=[], box_aspect=1)
                ax.spines[:].set_color(RULE)
            ax.set_title(name, fontsize=10, color=INK_2)
        told = f"ε = {epsilon:.3f}, at most 4"
        figure.suptitle(told, fontsize=13, color=INK)
        return figure, f"Two partitions of {ALL} points, {moved} recoloured: their tables; {told}."

    def show(n):
        return "all, at random" if n == ALL else f"{n}"

    return redrawn(draw, moved=stops((0, 1, 2, 5, 20, ALL), label="points recoloured", show=show))
