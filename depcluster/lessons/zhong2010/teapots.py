"""Views of the teapot in their arcs, and the verdict over all sets."""

from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from ... import cluhsic, cluhsical
from ...datasets import make_teapot, teapot_subset
from ...labels import ring
from ...metrics import relabelled
from ...plotting import COLOURS, INK, INK_2, RULE_2, FigureWithAlt
from ...reproduction import effect
from ...reproduction.zhong2010 import experiments
from ...widgets import choice, redrawn

METHODS = ("k-means", "CLUHSIC", "CLUHSICAL, 0-1 loss", "CLUHSICAL, ring loss")
_SHOWN = (3, 17, 31)  # of the 35 views of an arc
_PAIRS = (
    ("0-1 l1", "CLUHSIC", "what the rows bring:\n0-1 loss against CLUHSIC"),
    ("structured l1", "0-1 l1", "what the structured loss adds:\nstructured against 0-1 loss"),
)


@cache
def pot():
    """Centred kernel matrix and true arcs of the 350 views."""
    return experiments.teapot(0)


@cache
def arcs(method):
    """Labels of the 350 views, renamed as the ring allows to match the true arcs."""
    K, y = pot()
    runs = {
        "k-means": lambda: cluhsic(K, np.eye(10), random_state=0),
        "CLUHSIC": lambda: cluhsic(K, ring(10), random_state=0),
        "CLUHSICAL, 0-1 loss": lambda: cluhsical(K, ring(10), "zero-one", random_state=0),
        "CLUHSICAL, ring loss": lambda: cluhsical(K, ring(10), random_state=0),
    }
    return relabelled(y, runs[method]().labels, "ring", 10)


def misfiled_views():
    """Ten arcs of views, three of each, with the label that a method gives to every view."""
    return redrawn(_draw_views, method=choice(METHODS, label="filed by"))


@cache
def _views():
    views, _ = make_teapot(pattern=0.4, blend=0, random_state=0)
    return 1 - (24 * views).round() / 24  # few greys make a small picture


def _draw_views(method):
    kept, y = teapot_subset()
    views = _views()[kept]
    labels = arcs(method)
    figure = Figure(figsize=(9, 2.9), layout="constrained")
    ax = figure.subplots()
    h, w = np.array(views.shape[1:]) + 4
    sheet = np.full((3 * h - 4, 10 * w - 4), views.max())
    for j in range(10):
        for k, view in enumerate(_SHOWN):
            i = 35 * j + view
            sheet[k * h : (k + 1) * h - 4, j * w : (j + 1) * w - 4] = views[i]
            if labels[i] != j:
                corner = j * w - 1.5, k * h - 1.5
                ax.add_patch(Rectangle(corner, w - 1, h - 1, fill=False, ec=COLOURS[4], lw=2.5))
                style = {"facecolor": COLOURS[4], "edgecolor": "none", "pad": 2}
                ax.text(*corner, f" {labels[i]}", va="top", color="white", fontsize=9, bbox=style)
    ax.imshow(sheet, cmap="Greys", vmin=0, vmax=1.2, interpolation="nearest")
    counts = [f"arc {j}\n{(labels[y == j] == j).sum()} of 35" for j in range(10)]
    ax.set_xticks(np.arange(10) * w + w / 2 - 2, counts, fontsize=9)
    ax.set(yticks=[], xlim=(-2, 10 * w), ylim=(3 * h, -2))
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    share = (labels == y).mean()
    told = f"{method}: {share:.0%} of 350 views under the right label"
    ax.set_title(told, fontsize=12, color=INK)
    return figure, f"{told} of the ring."


def verdict():
    """Paired differences of twenty draws in each set, started as in the paper."""
    figure = Figure(figsize=(9, 4.2), layout="constrained")
    sets = [data for data in experiments.SETS if not experiments.of_no_use(data, "paper")]
    told = []
    for ax, (*pair, title) in zip(figure.subplots(1, 2, sharey=True), _PAIRS, strict=True):
        effects = []
        for row, data in enumerate(sets):
            first, second = (experiments.leaf(data, method, "paper") for method in pair)
            effects.append(effect(first, second))
            _effect(ax, row, 100 * (first - second), effects[-1])
        ahead, behind = (sum(getattr(e, w) for e in effects) for w in ("ahead", "behind"))
        told.append(f"{title}: ahead in {ahead}, behind in {behind} of {len(sets)} sets")
        ax.set_title(f"{title}\nahead in {ahead}, behind in {behind}", fontsize=10, color=INK)
        ax.set(xlabel="points of accuracy", ylim=(len(sets) - 0.5, -0.5))
        ax.axvline(0, color=INK, linewidth=1)
        ax.spines[["top", "right", "left"]].set_visible(False)
        ax.tick_params(axis="y", length=0)
    figure.axes[0].set_yticks(range(len(sets)), list(map(experiments.brief, sets)), fontsize=9)
    alt = "Paired differences of twenty draws in each set. " + ". ".join(told) + "."
    return FigureWithAlt(figure, alt.replace("\n", " "))


def _effect(ax, row, differences, effect):
    """Dots for the draws, a bar for the interval, a diamond for the mean."""
    dots = {"color": RULE_2, "markersize": 4, "alpha": 0.6}
    ax.plot(differences, np.full(len(differences), row), "o", **dots)
    hue = COLOURS[0] if effect.ahead else COLOURS[4] if effect.behind else INK_2
    ax.plot([100 * effect.low, 100 * effect.high], [row, row], color=hue, linewidth=2.5)
    fill = hue if effect.ahead or effect.behind else "none"
    diamond = {"markersize": 8, "markeredgecolor": hue, "markerfacecolor": fill, "zorder": 3}
    ax.plot([100 * effect.mean], [row], "D", **diamond)
