"""Pictures of the notebook on Zhong 2010: losses on the labels."""

from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from sklearn.utils import check_random_state

from ... import cluhsic, cluhsical
from ...kernels import Dense, centre
from ...labels import loss_rows, tree_loss
from ...metrics import relabelled
from ...plotting import COLOURS, INK, INK_2, RULE_2, FigureWithAlt
from ...plotting.style import styled
from ...reproduction import effect
from ...reproduction.datasets import make_faces
from ...reproduction.datasets.faces import pixel_kernel
from ...reproduction.zhong2010 import experiments as recorded
from ...reproduction.zhong2010.experiments import thinned
from ...search import NormalizedWithLoss, Problem, solve
from ...widgets import ClassSizes, Dropdown, interactive_figure
from ...widgets.mini_widgets.class_sizes.widget import STEPS, sizes_between

# Faces in their drawers: what k-means and its cousin with a loss misfile.

SIZES = {"equal classes": (11,) * 9, "unequal classes": (20, 18, 15, 12, 10, 8, 6, 5, 4)}
METHODS = ("k-means", "CLUHSICAL")
LOOKS = [f"{who}, {look}" for who in "ABC" for look in ("neutral", "happy", "shocked")]
_NEAR = {"edgecolor": COLOURS[1], "linewidth": 2, "linestyle": "--"}
_FAR = {"edgecolor": COLOURS[4], "linewidth": 3}


@cache
def _all_faces(seed):
    images, person, expression = make_faces(difficulty=1.5, random_state=seed)
    small = (16 * images.reshape(-1, 24, 2, 18, 2).mean(axis=(2, 4))).round() / 16
    return small, pixel_kernel(images), 3 * person + expression


@cache
def faces(classes="equal classes", seed=0):
    """Faces of one draw: thumbnails, centred kernel matrix, true classes."""
    small, K, y = _all_faces(seed)
    kept = thinned(y, SIZES[classes], seed)
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


def drawers():
    """Ninety-nine faces in the drawers that a method finds; a frame marks what is misfiled."""
    return interactive_figure(_draw_drawers, method=Dropdown(METHODS, label="filed by"))


def l1_without_rows(K, c=9, init="random"):
    """The search under l1 with the one-hot rows, which the library refuses to offer."""
    problem = Problem(Dense(K), NormalizedWithLoss(np.eye(c), np.eye(c), 1, 0), c)
    return solve(problem, init, 10, check_random_state(0)).labels


@styled()
def _draw_drawers(method):
    images, _, y = faces()
    figure = Figure(figsize=(9, 3.4))
    told = _fill(figure.subplots(), images, y, found("equal classes", method, 0))
    return figure, f"{len(y)} faces in the nine drawers of {method}: {told}."


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
    ax.set_title(told, fontsize=12)
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


# What a loss makes of a label kernel: the levels of R A R'.


def levels(A, Delta):
    """Eigenvalues of A and of R A R' on centred directions, largest first."""
    values, vectors = np.linalg.eigh(centre(A))
    R = loss_rows(Delta)
    after = np.einsum("ak,ab,bk->k", vectors, R @ A @ R.T, vectors)
    keep = values > 1e-9
    return values[keep][::-1], after[keep][::-1]


def family_loss(top):
    """Three families of three: a wrong cousin costs 1, a wrong family `top`."""
    return 1.0 * (tree_loss((3, 3)) == 1) + top * (tree_loss((3, 3)) == 2)


def tilt(A, Delta):
    """By how much the loss stretches the largest level against the smallest."""
    before, after = levels(A, Delta)
    return float((after[0] / after[-1]) / (before[0] / before[-1]))


# How a cluster's size is paid, with and without the rows of R.

_METHODS = {
    "none": ("none", "one-hot", RULE_2, "-"),
    "CLUHSIC, l1": ("l1", "one-hot", COLOURS[4], "-"),
    "CLUHSIC, l2": ("l2", "one-hot", COLOURS[1], "-"),
    "CLUHSICAL, l1": ("l1", "with R", COLOURS[0], "-"),
    "CLUHSICAL, l2": ("l2", "with R", COLOURS[2], "--"),
}


def weight_of_pair(n, c, norm, rows, m=100):
    """1 / N(n)^2, N the norm of a column with n of m points, scaled to 1 at m / 2."""
    if norm == "none":
        return np.ones_like(n)

    def squared(n):
        if norm == "l1":
            return (n * (c - 2) + m if rows == "with R" else n) ** 2
        return n * c * (c - 2) + m if rows == "with R" else n

    return squared(m / 2) / squared(n)


def paid_for_one(c=9):
    """What a cluster of one is paid, for each normalisation, half of all points being paid 1."""
    return {
        name: float(weight_of_pair(1.0, c, norm, rows))
        for name, (norm, rows, *_) in _METHODS.items()
    }


def prices():
    """The weight of a pair against the size of its cluster, for the normalisations."""
    return interactive_figure(
        _draw_prices,
        c=Dropdown([9, 4, 2], label="labels"),
        method=Dropdown(list(_METHODS), "CLUHSIC, l2", label="normalised as"),
    )


@styled()
def _draw_prices(c, method):
    n = np.arange(1, 97.0)
    figure = Figure(figsize=(9, 2.5))
    ax = figure.subplots()
    for name, (norm, rows, hue, style) in _METHODS.items():
        y, wide = weight_of_pair(n, c, norm, rows), name == method
        ax.loglog(n, y, style, color=hue, linewidth=4 if wide else 1.6, label=name)
    one = paid_for_one(c)[method]
    ax.plot([1], [one], "o", color=INK, markersize=9, clip_on=False)
    shown = f"{one:.3g}" if one < 1000 else f"{one:.0f}"
    ax.set_title(
        f"{method}: a cluster of one is paid {shown} times what half of all is",
        fontsize=12,
    )
    ax.set(xlabel="points in the cluster, of 100", ylabel="weight of a pair")
    ax.set(xlim=(1, 110), ylim=(0.2, 4000))
    ax.set_xticks([1, 10, 50], ["1", "10", "50"])
    ax.set_yticks([1, 10, 100, 1000], ["1", "10", "100", "1000"])
    ax.minorticks_off()
    ax.legend(loc="upper right")
    return figure, f"{c} labels, {method}: a cluster of one is paid {shown} times as much as half."


def unevenness(c, n_draws=5):
    """Spread of the cluster sizes over their mean, for points without any groups.

    k-means, and A = I with the rows of the 0-1 loss under l1 and l2; means over the draws.
    """
    spreads = []
    for seed in range(n_draws):
        cloud = np.random.default_rng(seed).standard_normal((120, 2))
        K, options = centre(cloud @ cloud.T), {"n_init": 3, "random_state": seed}
        runs = [cluhsic(K, np.eye(c), **options)]
        for norm in ("l1", "l2"):
            runs.append(cluhsical(K, np.eye(c), "zero-one", normalization=norm, **options))
        spreads.append([c / 120 * np.std(np.bincount(r.labels, minlength=c)) for r in runs])
    return np.mean(spreads, axis=0)


# Cousins and strangers, for the springs of the regression.


def four_groups():
    """Forty points in four groups, two pairs of cousins, and their labels."""
    centres = np.array([[0, 0], [1.6, 0], [6, 0], [7.6, 0]])
    noise = 0.35 * np.random.default_rng(0).standard_normal((40, 2))
    return np.repeat(centres, 10, axis=0) + noise, np.repeat(np.arange(4), 10)


# Classes that go from one size to many.

GROUPS = "three groups, four points far off"
PAIR = "a tight and a wide group"


def class_sizes(draw=0):
    """k-means and CLUHSICAL on two kinds of points, whose classes a hand makes unequal."""
    return ClassSizes({name: of(draw) for name, of in _KINDS.items()})


def _groups(seed):
    """Three round groups at the corners of a triangle, and four points in one direction."""
    rng = np.random.default_rng(seed)
    corners = np.array([[0, 0], [4, 0], [2, 12**0.5]])
    y = np.repeat([0, 1, 2], [90, 40, 40])
    near = (corners - corners.mean(axis=0))[y] + rng.standard_normal((170, 2))
    angles = rng.uniform(0, 2 * np.pi) + 0.1 * rng.standard_normal(4)
    far = (14 + rng.standard_normal((4, 1))) * np.column_stack([np.cos(angles), np.sin(angles)])
    y = np.concatenate([y, [-1] * 4])
    return np.vstack([near, far]), y, [40, 40, 40], [90, 20, 10]


def _pair(seed):
    """Two round groups, of which the tight one grows."""
    rng = np.random.default_rng(seed)
    y = np.repeat([0, 1], [108, 60])
    X = np.array([[-1.75, 0], [1.75, 0]])[y]
    X += np.array([0.4, 2])[y, None] * rng.standard_normal(X.shape)
    return X, y, [60, 60], [108, 12]


_KINDS = {GROUPS: _groups, PAIR: _pair}


@cache
def filed(kind, step, draw=0):
    """What `class_sizes` shows at a step: class sizes, points, and by method clusters and rights.

    Of each class come the first points, as many as its size, and all that have none. Right are
    those of a class that are in its cluster, clusters named as suits best.
    """
    X, y, first, last = _KINDS[kind](draw)
    sizes = sizes_between(first, last, step / STEPS)
    firsts = [np.flatnonzero(y == j)[:n] for j, n in enumerate(sizes)]
    rows = np.concatenate([*firsts, np.flatnonzero(y < 0)])
    X, y, c = X[rows], y[rows], len(sizes)
    K, A, options = centre(X @ X.T), np.eye(c), {"random_state": 0, "n_init": 20}
    results = cluhsic(K, A, **options), cluhsical(K, A, "zero-one", **options)
    labels = {method: result.labels for method, result in zip(METHODS, results, strict=True)}
    known = y >= 0
    right = {
        method: int((relabelled(y[known], of[known], "plain", c) == y[known]).sum())
        for method, of in labels.items()
    }
    return sizes, X, labels, right


# The verdict over all sets.

_PAIRS = (
    ("0-1 l1", "CLUHSIC", "what the rows bring:\n0-1 loss against CLUHSIC"),
    ("structured l1", "0-1 l1", "what the structured loss adds:\nstructured against 0-1 loss"),
)


@styled()
def verdict():
    """Paired differences of the draws of each set chosen blind, started as in the paper."""
    figure = Figure(figsize=(9, 3.9))
    blind = (data for data in recorded.SETS if data not in recorded.PROTEINS)
    sets = [data for data in blind if not recorded.of_no_use(data, "paper")]
    told = []
    for ax, (*pair, title) in zip(figure.subplots(1, 2, sharey=True), _PAIRS, strict=True):
        effects = []
        for row, data in enumerate(sets):
            first, second = (recorded.leaf(data, method, "paper") for method in pair)
            effects.append(effect(first, second))
            _effect(ax, row, 100 * (first - second), effects[-1])
        ahead, behind = (sum(getattr(e, w) for e in effects) for w in ("ahead", "behind"))
        told.append(f"{title}: ahead in {ahead}, behind in {behind} of {len(sets)} sets")
        ax.set_title(f"{title}\nahead in {ahead}, behind in {behind}")
        ax.set(xlabel="points of accuracy", ylim=(len(sets) - 0.5, -0.5))
        ax.axvline(0, color=INK, linewidth=1)
        ax.spines["left"].set_visible(False)
        ax.tick_params(axis="y", length=0)
    figure.axes[0].set_yticks(range(len(sets)), list(map(recorded.brief, sets)), fontsize=9)
    alt = "Paired differences of the draws of each set. " + ". ".join(told) + "."
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
