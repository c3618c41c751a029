"""Figures 1, 5, 6 and 7: where in a tree or on a ring the clusters' members went."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from ....checks.rules import SEED, one_of, whole
from ....datasets import SUPERFAMILY_TREE
from ....labels import tree_paths
from ....metrics import tree_accuracies
from ....plotting import plot_tree_assignments, plot_tree_confusion, plot_turn
from ....plotting.palette import INK
from ...exhibit import exhibit
from .. import cases, recorded

_STAND_IN = "stand-in for SCOP"
_RULES = {
    "kernel": one_of(*cases.KERNELS),
    "start": one_of(*cases.STARTS),
    "random_state": SEED,
}
_LEAF = whole(0, 14)
ROUND = {
    "k-means": "kernel k-means",
    "CLUHSIC": "CLUHSIC",
    "0-1 l1": "CLUHSICAL, 0-1 loss",
    "structured l1": "CLUHSICAL, ring loss",
}


@exhibit("Fig. 1", _STAND_IN, leaf=_LEAF, **_RULES)
def figure_1(leaf=8, kernel="spectrum 3", random_state=0, start="paper"):
    """Where the ten sequences of one leaf went: the truth, CLUHSIC, CLUHSICAL.

    Zhong 2010, section I. Dots are right, crosses wrong. The sequences are generated, and the paper
    does not say which data it shows.

    Parameters
    ----------
    leaf : int, default=8
        A leaf of the tree, 0 to 14.
    kernel : {"spectrum 3", "spectrum 2", "mismatch 4,1"}
    random_state : int, default=0
        Seed of the sequences and of the searches.
    start : {"paper", "random"}
        From hierarchical k-means, as in the paper, or from the best of ten random starts.

    Returns
    -------
    FigureWithAlt
    """
    y, found = cases.filed(kernel, random_state, start)
    panels = {"ground truth": y} | {
        name: found[name] for name in ("CLUHSIC", "CLUHSICAL, tree loss")
    }
    return _one_leaf(y, panels, leaf, (1, 3))


@exhibit("Fig. 6", _STAND_IN, leaf=_LEAF, **_RULES)
def figure_6(leaf=8, kernel="spectrum 3", random_state=0, start="paper"):
    """Where the ten sequences of one leaf went, for six methods.

    Zhong 2010, section IV-A.3. Dots are right, crosses wrong. The sequences are generated; XWSS is
    our ridge variant.

    Parameters
    ----------
    leaf : int, default=8
        A leaf of the tree, 0 to 14.
    kernel : {"spectrum 3", "spectrum 2", "mismatch 4,1"}
    random_state : int, default=0
        Seed of the sequences and of the searches.
    start : {"paper", "random"}
        From hierarchical k-means, as in the paper, or from the best of ten random starts.

    Returns
    -------
    FigureWithAlt
    """
    y, found = cases.filed(kernel, random_state, start)
    return _one_leaf(y, found, leaf, (2, 3))


def _one_leaf(y, panels, leaf, shape):
    """A tree for each method, and how many of the leaf's samples are right and near."""
    figure = Figure(figsize=(9, 2.5 * shape[0]), layout="constrained")
    class_of = np.array([path[0] for path in tree_paths(SUPERFAMILY_TREE)])
    told = []
    for ax, (name, labels) in zip(figure.subplots(*shape).flat, panels.items(), strict=True):
        plot_tree_assignments(y, labels, SUPERFAMILY_TREE, leaf, ax)
        went = labels[y == leaf]
        right, near = (went == leaf).sum(), (class_of[went] == class_of[leaf]).sum()
        ax.set_title(f"{name}: {right} right, {near - right} near", fontsize=10, color=INK)
        told.append(f"{name} {right} right, {near - right} elsewhere in the class")
    return figure, f"The {(y == leaf).sum()} sequences of leaf {leaf}: " + "; ".join(told) + "."


@exhibit("Fig. 5", _STAND_IN, **_RULES)
def figure_5(kernel="spectrum 3", random_state=0, start="paper"):
    """Confusion matrices of six methods; a square outlines what stays in its subtree.

    Zhong 2010, section IV-A.3: a typical run on SCOP. Above each panel, as there, the accuracies
    by level and the tree losses at the second and third level. The sequences are generated; XWSS is
    our ridge variant.

    Parameters
    ----------
    kernel : {"spectrum 3", "spectrum 2", "mismatch 4,1"}
    random_state : int, default=0
        Seed of the sequences and of the searches.
    start : {"paper", "random"}
        From hierarchical k-means, as in the paper, or from the best of ten random starts.

    Returns
    -------
    FigureWithAlt
    """
    y, found = cases.filed(kernel, random_state, start)
    figure = Figure(figsize=(9, 6.6), layout="constrained")
    told = []
    for ax, (name, labels) in zip(figure.subplots(2, 3).flat, found.items(), strict=True):
        plot_tree_confusion(y, labels, SUPERFAMILY_TREE, ax)
        for text in ax.texts:
            text.set_visible(False)  # too small here; the shade tells
        levels = tree_accuracies(y, labels, SUPERFAMILY_TREE)
        losses = (1 - levels).cumsum()[1:]
        percent = ", ".join(f"{100 * a:.0f}" for a in levels)
        heading = f"{percent} %; loss {', '.join(f'{one:.2f}' for one in losses)}"
        ax.set_title(f"{name}\n{heading}", fontsize=9, color=INK)
        ax.set(xticks=[], yticks=[])
        told.append(f"{name} {heading}")
    return figure, (
        "Six confusion matrices of fifteen superfamilies, classes and folds outlined; accuracies "
        "of class, fold and superfamily, tree losses of fold and superfamily: " + "; ".join(told)
    ) + "."


@exhibit("Fig. 7", "our own teapot", random_state=whole(0, 19))
def figure_7(random_state=0):
    """Clusters of 400 views around a full turn, strokes between them, greys by label.

    Zhong 2010, section IV-B: a typical run. The pot is our own; the twenty runs, each the best of
    ten searches on views with camera noise of their own, are recorded.

    Parameters
    ----------
    random_state : int, default=0
        Which of the twenty runs, by its seed.

    Returns
    -------
    FigureWithAlt
    """
    figure = Figure(figsize=(9, 2.5), layout="constrained")
    axes = figure.subplots(1, 5)
    plot_turn(np.arange(400) // 40, axes[0])
    axes[0].set_title("the ring\nin order", fontsize=10, color=INK)
    told = []
    for ax, (method, name) in zip(axes[1:], ROUND.items(), strict=True):
        labels = recorded.turns(method)[random_state]
        plot_turn(labels, ax)
        order = "in order" if cases.in_turn(labels) else "out of order"
        ax.set_title(f"{name}\n{order}", fontsize=10, color=INK)
        told.append(f"{name} {order}")
    return figure, (
        f"Ten clusters of 400 views around a ring, seed {random_state}: {'; '.join(told)}."
    )
