"""The generated sequences of one leaf, and under which leaf each of them was filed."""

from __future__ import annotations

import numpy as np
from matplotlib import colormaps
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from ...datasets import SUPERFAMILY_TREE, make_superfamilies
from ...labels import tree_paths
from ...plotting import COLOURS, INK, INK_2
from ...reproduction.zhong2010 import experiments
from ...widgets import choice, redrawn, stops

NAMES = ("a.1.1", "a.2.1", "a.3.1", "b.1.1", "b.2.1", "b.3.1", "b.4.1")
NAMES += ("c.1.1", "c.1.2", "c.1.3", "c.2.1", "c.3.1", "c.4.1", "g.1.1", "g.2.1")
METHODS = ("CLUHSIC", "CLUHSICAL, tree loss")
LEAVES = (0, 3, 5, 8, 10, 12, 14)
_CLASS = np.array([path[0] for path in tree_paths(SUPERFAMILY_TREE)])
_N_LETTERS = 60
_LETTERS = "ACDEFGHIKLMNPQRSTVWY"


def misfiled_sequences():
    """Ten sequences of one leaf as coloured letters, and where two methods file them."""
    return redrawn(
        _draw_leaf,
        leaf=stops(LEAVES, 8, label="leaf", show=lambda leaf: NAMES[leaf]),
        start=choice(["paper", "ours"], label="start"),
    )


def went(start, method):
    """Of every leaf's ten sequences: how many are right, and how many in the right class."""
    y, found = experiments.filed("spectrum 3", 0, start)
    labels = found[method]
    right = [(labels[y == j] == j).sum() for j in range(15)]
    near = [(_CLASS[labels[y == j]] == _CLASS[j]).sum() for j in range(15)]
    return np.array(right), np.array(near)


def _draw_leaf(leaf, start):
    y, found = experiments.filed("spectrum 3", 0, start)
    sequences, _ = make_superfamilies(random_state=0)
    members = np.flatnonzero(y == leaf)
    figure = Figure(figsize=(9, 3), layout="constrained")
    ax = figure.subplots()
    ax.imshow(_coloured([sequences[i] for i in members]), aspect="auto", interpolation="nearest")
    told = []
    for k, method in enumerate(METHODS):
        ax.text(62 + 15 * k, -0.9, method, fontsize=9, color=INK_2)
        labels = found[method][members]
        near = _CLASS[labels] == _CLASS[leaf]
        for row, label in enumerate(labels):
            _answer(ax, 62 + 15 * k, row, label, leaf)
        n_right = int((labels == leaf).sum())
        told.append(f"{method} {n_right} right, {int(near.sum()) - n_right} near")
    ax.set(xlim=(-0.5, 91), ylim=(9.5, -1.6), yticks=[], xticks=[])
    ax.set_xlabel(
        f"first {_N_LETTERS} letters; coloured: in threes that two others of the leaf have too",
        fontsize=9,
        loc="left",
    )
    ax.spines[:].set_visible(False)
    ax.set_title(f"leaf {NAMES[leaf]}: " + "; ".join(told), fontsize=11, color=INK)
    return figure, f"Ten sequences of leaf {NAMES[leaf]}, start {start}: {'; '.join(told)}."


def _coloured(sequences):
    """A row a sequence: letters in threes that two others have as well, the rest pale grey."""
    threes = [{s[k : k + 3] for k in range(len(s) - 2)} for s in sequences]
    sheet = np.full((len(sequences), _N_LETTERS, 4), (0.88, 0.88, 0.88, 1))
    for row, s in enumerate(sequences):
        for k in range(_N_LETTERS):
            if sum(s[k : k + 3] in others for others in threes) > 2:
                for at in range(k, min(k + 3, _N_LETTERS)):
                    sheet[row, at] = colormaps["tab20"](_LETTERS.index(s[at]))
    return sheet


def _answer(ax, x, row, label, leaf):
    """A dot for right, a cross for wrong, and the name of the leaf it went to."""
    right, near = label == leaf, _CLASS[label] == _CLASS[leaf]
    hue = COLOURS[0] if right else COLOURS[1] if near else COLOURS[4]
    ax.plot([x + 0.7], [row], "o" if right else "X", color=hue, markersize=7)
    text = "home" if right else f"{NAMES[label]}, {'near' if near else 'far'}"
    ax.text(x + 2.2, row, text, va="center", fontsize=9, color=INK)
    if not near:
        ax.add_patch(Rectangle((-0.5, row - 0.5), _N_LETTERS, 1, fill=False, ec=hue, lw=2))
