"""Beats 5 and 6: nine groups in three families."""

from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from sklearn.metrics import adjusted_rand_score

from ...datasets import make_nine
from ...kernels import median_rule
from ...labels import plain, tree
from ...labels.renaming import align_labels
from ...papers.song2007 import CLUHSIC
from ...plotting import INK, MATRIX, ink_on, scheme
from ...reproduction.song2007.experiments import in_blocks
from ...widgets import choice, redrawn, stops
from .marks import draw_kernel, draw_points

TREE = tree((3, 3))
FACTORS = (1, 2, 3)


@cache
def nine_labels(name="tree", factor=1, normalization="l2"):
    """Labels of the nine groups at a multiple of the median rule."""
    nine, _ = make_nine()
    A = {"tree": TREE, "plain": plain(9)}[name]
    options = {"normalization": normalization, "n_init": 4, "random_state": 0}
    fit = CLUHSIC(9, label_kernel=A, gamma=factor * median_rule(nine), **options)
    return fit.fit(nine).labels_


def families_in_columns(labels, group):
    """Whether labels 0-2, 3-5 and 6-8 each hold one family of true groups."""
    return in_blocks(labels, group // 3)


def vanishing():
    """The nine groups under the tree, with the one-hot Pi or divided by the sizes."""
    nine, group = make_nine()
    colours = scheme("families", (3, 3))
    centres = np.array([nine[group // 3 == f].mean(axis=0) for f in range(3)])

    def outwards(at):
        away = at - centres[((centres - at) ** 2).sum(axis=1).argmin()]
        return away / max(np.hypot(*away), 1e-9)

    def draw(norm):
        labels = nine_labels(normalization=norm)
        figure = Figure(figsize=(9, 4.1), layout="constrained")
        left, right = figure.subplots(1, 2, width_ratios=[1, 1.2])
        draw_kernel(TREE, colours, left, "A = tree((3, 3))")
        draw_points(nine, labels, colours, right, outwards if norm else None)
        sizes = "  ".join(map(str, np.bincount(labels, minlength=9)))
        figure.suptitle(f"sizes of labels 0 to 8:  {sizes}", fontsize=12, color=INK)
        return figure, (
            f"Nine groups in three families, clustered "
            f"{'with' if norm else 'without'} the division by sizes: sizes {sizes}."
        )

    options = {"none: Π": None, "divided by sizes: P": "l2"}
    return redrawn(draw, norm=choice(options, label="normalisation"))


def cost():
    """The nine groups in the tree's colours, and true groups against labels, at three widths."""
    nine, group = make_nine()
    colours = scheme("families", (3, 3))

    def draw(factor):
        labels = align_labels(nine_labels(factor=factor), group, TREE)
        ari = {
            name: adjusted_rand_score(group, nine_labels(name, factor))
            for name in ("tree", "plain")
        }
        figure = Figure(figsize=(9, 4.3), layout="constrained")
        left, right = figure.subplots(1, 2, width_ratios=[1.15, 1])
        draw_points(nine, labels, colours, left)
        _draw_table(group, labels, right)
        told = (
            f"width s = {factor} × median rule: ARI with the tree {ari['tree']:.2f}, "
            f"plain {ari['plain']:.2f}"
        )
        figure.suptitle(told, fontsize=12, color=INK)
        return figure, f"Nine groups by label, and true groups against labels. {told}."

    return redrawn(draw, factor=stops(FACTORS, label="width s", show="× {:g}".format))


def _draw_table(group, labels, ax):
    """How many points of each true group have each label, families framed."""
    table = np.zeros((9, 9), dtype=int)
    np.add.at(table, (group, labels), 1)
    ax.imshow(table, cmap=MATRIX, vmin=-20, vmax=20)
    for j, l in np.argwhere(table):
        ink = ink_on(MATRIX(0.5 + min(table[j, l], 20) / 40))
        ax.text(l, j, str(table[j, l]), ha="center", va="center", color=ink, fontsize=10)
    for block in range(3):
        for family in np.unique(group[labels // 3 == block] // 3):
            at = (3 * block - 0.5, 3 * family - 0.5)
            ax.add_patch(Rectangle(at, 3, 3, fill=False, edgecolor=INK, linewidth=2))
    ax.set(xlabel="label", ylabel="true group", xticks=range(9), yticks=range(9))
