"""Faces in their drawers: what k-means and its cousin with a loss misfile."""

from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from sklearn.utils import check_random_state

from ... import cluhsic, cluhsical
from ...datasets import make_faces
from ...kernels import Dense, centre
from ...labels import block_sums
from ...metrics import relabelled
from ...plotting import COLOURS, INK, RULE_2
from ...reproduction.zhong2010 import experiments
from ...search import NormalizedWithLoss, Problem, solve, value
from ...widgets import choice, redrawn

SIZES = {"equal classes": (11,) * 9, "unequal classes": (20, 18, 15, 12, 10, 8, 6, 5, 4)}
METHODS = ("k-means", "CLUHSICAL")
N_DRAWS = 6
LOOKS = [f"{who}, {look}" for who in "ABC" for look in ("neutral", "happy", "shocked")]
_NEAR = {"edgecolor": COLOURS[1], "linewidth": 2, "linestyle": "--"}
_FAR = {"edgecolor": COLOURS[4], "linewidth": 3}


@cache
def _all_faces(seed):
    images, person, expression = make_faces(difficulty=1.5, random_state=seed)
    small = (16 * images.reshape(-1, 24, 2, 18, 2).mean(axis=(2, 4))).round() / 16
    return small, experiments.pixels(images), 3 * person + expression


@cache
def faces(classes="equal classes", seed=0):
    """Faces of one draw: thumbnails, centred kernel matrix, true classes."""
    small, K, y = _all_faces(seed)
    kept = experiments.thinned(y, SIZES[classes], seed)
    return small[kept], centre(K[np.ix_(kept, kept)]), y[kept]


@cache
def found(classes, method, seed):
    """Labels by k-means (A = I), or the same with the 0-1 loss, renamed to match the truth."""
    _, K, y = faces(classes, seed)
    options = {"random_state": seed, "n_init": 60}
    if method == "k-means":
        labels = cluhsic(K, np.eye(9), **options).labels
    else:
        labels = cluhsical(K, np.eye(9), "zero-one", **options).labels
    return relabelled(y, labels, "plain", 9)


def right(classes, method):
    """Share of the faces that lie in the right drawer, in percent, draw by draw."""
    draws = range(N_DRAWS)
    return np.array(
        [100 * (found(classes, method, s) == faces(classes, s)[2]).mean() for s in draws]
    )


def drawers():
    """Ninety-nine faces in the drawers that a method finds; a frame marks what is misfiled."""
    return redrawn(
        lambda method: _draw_drawers("equal classes", method),
        method=choice(METHODS, label="filed by"),
    )


def duel():
    """The drawers again, with classes of one size or of many, and six draws below them."""
    return redrawn(
        _draw_duel,
        classes=choice(list(SIZES), label="faces of each kind"),
        method=choice(METHODS, label="drawers of"),
    )


def heaps():
    """What a search under l1 finds without the rows R, and with them."""
    K = faces()[1]
    runs = {
        "l1 without R": _as_rows(l1_without_rows(K)),
        "l1 with R": _as_rows(cluhsical(K, np.eye(9), "zero-one", random_state=0).labels),
    }
    return redrawn(
        lambda method: _draw_heaps(runs[method], method),
        method=choice(list(runs), label="normalised by"),
    )


def l1_without_rows(K, c=9, init="random"):
    """The search under l1 with the one-hot rows, which the library refuses to offer."""
    problem = Problem(Dense(K), NormalizedWithLoss(np.eye(c), np.eye(c), 1, 0), c)
    return solve(problem, init, 10, check_random_state(0)).labels


def J_l1(K, labels, rows):
    """Score (13) under l1 for A = I and any rows."""
    c = len(rows)
    S, n = block_sums(K, labels, c), np.bincount(labels, minlength=c).astype(float)
    return value(NormalizedWithLoss(np.eye(c), rows, 1, 0), S, n)


def outliers_alone(K, c=9):
    """A labelling that nobody wants: the c - 1 farthest points alone, the rest in one heap."""
    labels = np.full(len(K), c - 1)
    labels[np.argsort(-K.diagonal())[: c - 1]] = np.arange(c - 1)
    return labels


def _draw_drawers(classes, method):
    images, _, y = faces(classes)
    figure = Figure(figsize=(9, 3.8), layout="constrained")
    told = _fill(figure.subplots(), images, y, found(classes, method, 0))
    return figure, f"{len(y)} faces in the nine drawers of {method}: {told}."


def _draw_duel(classes, method):
    images, _, y = faces(classes)
    figure = Figure(figsize=(9, 5.4), layout="constrained")
    above, below = figure.subplots(2, 1, height_ratios=[3.7, 1.8])
    told = _fill(above, images, y, found(classes, method, 0))
    return figure, f"{classes}, draw 0 in the drawers of {method}: {told}. {_pairs(classes, below)}"


def _draw_heaps(labels, method):
    images, _, y = faces()
    figure = Figure(figsize=(9, 2.9), layout="constrained")
    ax = figure.subplots()
    sizes = np.bincount(labels, minlength=9)
    _spread(ax, images, [np.flatnonzero(labels == j) for j in range(9)])
    ax.set_yticks(ax.get_yticks(), [f"{n}" for n in sizes], fontsize=9)
    ax.set(ylabel="faces in the cluster")
    alone = int((sizes == 1).sum())
    ax.set_title(f"{method}: {alone} faces alone in their cluster", fontsize=12, color=INK)
    return figure, f"{len(y)} faces, {method}: clusters of {', '.join(map(str, sizes))}."


def _as_rows(labels):
    """Clusters renumbered by size, the largest first."""
    return np.argsort(np.argsort(-np.bincount(labels, minlength=9), kind="stable"))[labels]


def _pairs(classes, ax):
    """Both accuracies of each draw, joined by a line."""
    km, with_loss = (right(classes, method) for method in METHODS)
    for seed, (a, b) in enumerate(zip(km, with_loss, strict=True)):
        ax.plot([a, b], [seed, seed], color=COLOURS[0] if b > a else COLOURS[4], linewidth=2)
    ax.plot(km, range(N_DRAWS), "o", color=RULE_2, markersize=8, label="k-means")
    ax.plot(with_loss, range(N_DRAWS), "D", color=INK, markersize=7, label="CLUHSICAL, A = I")
    ax.set(xlabel="faces in the right drawer, %", xlim=(45, 101), ylim=(N_DRAWS - 0.5, -0.5))
    ax.set(yticks=range(N_DRAWS), ylabel="draw")
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(loc="upper left", bbox_to_anchor=(1, 1), frameon=False, fontsize=9)
    won = int((with_loss > km).sum())
    means = f"{km.mean():.0f} % against {with_loss.mean():.0f} % on average"
    ax.set_title(f"{means}; CLUHSICAL ahead in {won} of {N_DRAWS} draws", fontsize=11, color=INK)
    return f"k-means {means} of six draws; CLUHSICAL ahead in {won}."


def _fill(ax, images, y, labels):
    """A row a drawer, right faces first, the misfiled ones behind them in a frame."""
    members = [np.flatnonzero(labels == j) for j in range(9)]
    members = [of[np.argsort(y[of] != j, kind="stable")] for j, of in enumerate(members)]
    h, w = _spread(ax, images, members)
    for j, row in enumerate(members):
        for k, i in enumerate(row):
            if y[i] != j:
                style = _NEAR if y[i] // 3 == j // 3 else _FAR
                corner = k * w - 1.5, j * h - 1.5
                ax.add_patch(Rectangle(corner, w - 1, h - 1, fill=False, **style))
    ax.set_yticks(ax.get_yticks(), LOOKS, fontsize=9)
    wrong = labels != y
    near = int((wrong & (labels // 3 == y // 3)).sum())
    told = f"{wrong.sum()} of {len(y)} misfiled, {near} of them with the right person"
    ax.set_title(told, fontsize=12, color=INK)
    return told


def _spread(ax, images, members):
    """A strip of thumbnails for each row, and the size of a place on it."""
    h, w = np.array(images.shape[1:]) + 3
    for j, row in enumerate(members):
        strip = np.full((h - 3, len(row) * w - 3), 0.85)
        for k, i in enumerate(row):
            strip[:, k * w : (k + 1) * w - 3] = images[i]
        extent = -0.5, strip.shape[1] - 0.5, (j + 1) * h - 3.5, j * h - 0.5
        ax.imshow(strip, cmap="gray", vmin=0, vmax=1, interpolation="nearest", extent=extent)
    ax.set_xlim(-2, max(max(map(len, members)), 20) * w)
    ax.set_ylim(len(members) * h, -2)
    ax.set(xticks=[], yticks=np.arange(len(members)) * h + h / 2 - 2)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    return h, w
