"""Pictures of the notebook on Zhong 2010: losses on the labels."""

from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib import colormaps
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from sklearn.utils import check_random_state

from .. import cluhsic, cluhsical, kernel_matrix, regression_objective
from ..datasets import SUPERFAMILY_TREE, make_faces, make_superfamilies, make_teapot, teapot_subset
from ..experiments.song2007 import pixel_kernel
from ..experiments.zhong2010 import teapot, thinned
from ..kernels import Dense, centre
from ..labels import (
    block_sums,
    label_kernel_loss,
    loss_rows,
    ring,
    tree,
    tree_loss,
    tree_paths,
    zero_one_loss,
)
from ..metrics import relabelled
from ..plotting import COLOURS, INK, INK_2, RULE_2, FigureWithAlt
from ..plotting.style import styled
from ..reproduction import effect
from ..reproduction.zhong2010 import experiments as recorded
from ..search import NormalizedWithLoss, Problem, solve, value
from ..widgets import Dropdown, SelectionSlider, interact
from ..widgets.mini_widgets.label_springs.widget import four_groups

# Faces in their drawers: what k-means and its cousin with a loss misfile.

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


def right(classes, method):
    """Share of the faces that lie in the right drawer, in percent, draw by draw."""
    draws = range(N_DRAWS)
    return np.array(
        [100 * (found(classes, method, s) == faces(classes, s)[2]).mean() for s in draws]
    )


def drawers():
    """Ninety-nine faces in the drawers that a method finds; a frame marks what is misfiled."""
    return interact(
        lambda method: _draw_drawers("equal classes", method),
        method=Dropdown(METHODS, label="filed by"),
    )


def duel():
    """The drawers again, with classes of one size or of many, and six draws below them."""
    return interact(
        _draw_duel,
        classes=Dropdown(list(SIZES), label="faces of each kind"),
        method=Dropdown(METHODS, label="drawers of"),
    )


def heaps():
    """What a search under l1 finds without the rows R, and with them."""
    K = faces()[1]
    runs = {
        "l1 without R": _as_rows(l1_without_rows(K)),
        "l1 with R": _as_rows(cluhsical(K, np.eye(9), "zero-one", random_state=0).labels),
    }
    return interact(
        lambda method: _draw_heaps(runs[method], method),
        method=Dropdown(list(runs), label="normalised by"),
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


@styled()
def _draw_drawers(classes, method):
    images, _, y = faces(classes)
    figure = Figure(figsize=(9, 3.8))
    told = _fill(figure.subplots(), images, y, found(classes, method, 0))
    return figure, f"{len(y)} faces in the nine drawers of {method}: {told}."


@styled()
def _draw_duel(classes, method):
    images, _, y = faces(classes)
    figure = Figure(figsize=(9, 5.4))
    above, below = figure.subplots(2, 1, height_ratios=[3.7, 1.8])
    told = _fill(above, images, y, found(classes, method, 0))
    return figure, f"{classes}, draw 0 in the drawers of {method}: {told}. {_pairs(classes, below)}"


@styled()
def _draw_heaps(labels, method):
    images, _, y = faces()
    figure = Figure(figsize=(9, 2.9))
    ax = figure.subplots()
    sizes = np.bincount(labels, minlength=9)
    _spread(ax, images, [np.flatnonzero(labels == j) for j in range(9)])
    ax.set_yticks(ax.get_yticks(), [f"{n}" for n in sizes], fontsize=9)
    ax.set(ylabel="faces in the cluster")
    alone = int((sizes == 1).sum())
    ax.set_title(f"{method}: {alone} faces alone in their cluster", fontsize=12)
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
    ax.legend(loc="upper left", bbox_to_anchor=(1, 1))
    won = int((with_loss > km).sum())
    means = f"{km.mean():.0f} % against {with_loss.mean():.0f} % on average"
    ax.set_title(f"{means}; CLUHSICAL ahead in {won} of {N_DRAWS} draws", fontsize=11)
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


# The regression behind the score: springs, and the energy that is left in them.

SHARES = (1e-4, 1e-3, 1e-2, 0.1, 1, 10)


def energy():
    """The energy (7) that is left against the stiffness C, and its tangent (20)."""
    points, groups = four_groups()
    K, A = centre(kernel_matrix(points)), tree((2, 2))
    curves = {"K / m": regression_objective(K / 40, groups, A)}
    curves["K"] = regression_objective(K, groups, A)
    stiff = tree_loss((2, 2))[groups].sum()

    def draw(C, scale):
        return _draw_energy(curves[scale], stiff, C, scale)

    return interact(
        draw,
        C=SelectionSlider(SHARES, 0.1, label="stiffness C", show="{:g} m".format),
        scale=Dropdown(["K / m", "K"], label="similarities"),
    )


@styled()
def _draw_energy(curve, stiff, share, scale):
    Cs = np.logspace(-5, 1.3, 200)
    figure = Figure(figsize=(9, 2.5))
    ax = figure.subplots()
    for of, style, hue in ((curve.exact, "-", 0), (curve.first_order, "--", 4)):
        ax.semilogx(Cs, of(40 * Cs) / (2 * Cs * stiff), style, color=COLOURS[hue], linewidth=2.5)
        here = float(of(40 * share)) / (2 * share * stiff)
        ax.plot([share], [max(here, -0.27)], "o", color=COLOURS[hue], markersize=9, clip_on=False)
    error = curve.relative_error(40 * share).item()
    ax.set(ylim=(-0.27, 1.08), xlabel="C / m", ylabel="share of the energy left")
    ax.text(1.1e-5, 0.14, "line: eq. (7)", color=COLOURS[0], fontsize=10)
    ax.text(1.1e-5, 0.0, "dashes: eq. (20)", color=COLOURS[4], fontsize=10)
    ax.set_title(f"relative error of (20): {error:.2g}", fontsize=12)
    return figure, f"C = {share:g} m, {scale}: the tangent (20) is off by {error:.2g}."


# What a loss makes of a label kernel: the rows R, Corollary 1, and the levels of R A R'.


def ratios(centred=True, n=5):
    """Score of 0-1 CLUHSICAL over that of CLUHSIC, for labellings of 30 points at random."""
    points = np.random.default_rng(1).standard_normal((30, 3)) + np.array([1, 0, 0])
    K, A, R = points @ points.T, ring(4), loss_rows(zero_one_loss(4))
    K, out = centre(K) if centred else K, []
    for seed in range(n):
        S = block_sums(K, np.random.default_rng(seed).integers(0, 4, 30), 4)
        out.append((S * (R @ A @ R.T)).sum() / (S * A).sum())
    return np.array(out)


def corollary():
    """The ratio of the two scores for five random labellings, K centred or not."""
    return interact(_draw_corollary, K=Dropdown(["K as it is", "K centred"]))


@styled()
def _draw_corollary(K):
    seen = ratios(K == "K centred")
    figure = Figure(figsize=(9, 2.3))
    ax = figure.subplots()
    bars = ax.bar([f"labelling {k + 1}" for k in range(5)], seen, color=COLOURS[0], width=0.55)
    ax.bar_label(bars, [f"{r:.3f}" for r in seen], fontsize=12)
    ax.axhline(16, color=INK, linestyle="--", linewidth=1)
    ax.text(4.45, 16.3, "c² = 16", color=INK_2, fontsize=10)
    ax.set(ylabel="CLUHSICAL / CLUHSIC", ylim=(0, 20), xlim=(-0.5, 5))
    return figure, f"{K}: the ratio of the two scores for five labellings, {seen.round(3)}."


def levels(A, Delta):
    """Eigenvalues of A and of R A R' on centred directions, largest first."""
    values, vectors = np.linalg.eigh(centre(A))
    R = loss_rows(Delta)
    after = np.einsum("ak,ab,bk->k", vectors, R @ A @ R.T, vectors)
    keep = values > 1e-9
    return values[keep][::-1], after[keep][::-1]


def alike(A, B):
    """Cosine of two label kernels, centred."""
    A, B = centre(A), centre(B)
    return float((A * B).sum() / np.linalg.norm(A) / np.linalg.norm(B))


def family_loss(top):
    """Three families of three: a wrong cousin costs 1, a wrong family `top`."""
    return 1.0 * (tree_loss((3, 3)) == 1) + top * (tree_loss((3, 3)) == 2)


def tilt(A, Delta):
    """By how much the loss stretches the largest level against the smallest."""
    before, after = levels(A, Delta)
    return float((after[0] / after[-1]) / (before[0] / before[-1]))


@styled()
def tilts():
    """Levels before and after the loss, and the tilt against the price of a wrong family."""
    figure = Figure(figsize=(9, 2.9))
    axes = figure.subplots(1, 3, width_ratios=[2, 3, 3])
    _levels(axes[0], tree((3, 3)), ["family", "within"], "tree of 3 × 3")
    _levels(axes[1], ring(10), list("1234"), "ring of 10")
    axes[1].text(1.7, 0.8, "grey: A", color=INK_2, fontsize=10)
    axes[1].text(1.7, 0.66, "blue: with its loss", color=COLOURS[0], fontsize=10)
    axes[1].set_xlabel("waves around the ring")
    ax, prices = axes[2], np.logspace(0, 2, 40)
    heights = [tilt(tree((3, 3)), family_loss(price)) for price in prices]
    ax.semilogx(prices, heights, color=COLOURS[0], linewidth=2.5)
    ax.axhline(2.25, color=INK, linestyle="--", linewidth=1)
    ax.plot([2], [tilt(tree((3, 3)), family_loss(2))], "o", color=COLOURS[4], markersize=8)
    ax.text(2.6, 1.38, "tree loss: 1.44", color=COLOURS[4], fontsize=10)
    ax.text(1.1, 2.29, "never above 2.25", color=INK_2, fontsize=10)
    ax.set(xlabel="price of a wrong family", ylim=(0.95, 2.45))
    ax.set_xticks([1, 2, 10, 100], ["1", "2", "10", "100"])
    ax.set_title("tilt of the tree 3 × 3")
    return FigureWithAlt(
        figure,
        "Eigenvalues before and after the loss, scaled to the largest: within a family 0.25 "
        "becomes 0.17; on the ring of ten the shorter waves lose a little. The tilt of the tree "
        "against the price of a wrong family rises from 1 to 1.44 at price 2 and stays below 2.25.",
    )


def _levels(ax, A, names, title):
    before, after = levels(A, label_kernel_loss(A))
    first = np.unique(before.round(6), return_index=True)[1][::-1]
    at = np.arange(len(first))
    ax.bar(at - 0.2, before[first] / before[0], width=0.38, color=RULE_2)
    ax.bar(at + 0.2, after[first] / after[0], width=0.38, color=COLOURS[0])
    ax.set_xticks(at, names)
    ax.set_yticks([0, 1])
    ax.set_title(title)


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
    return interact(
        _draw_prices,
        c=Dropdown([9, 4, 2], label="labels"),
        method=Dropdown(list(_METHODS), "CLUHSIC, l2", label="normalised as"),
    )


@styled()
def _draw_prices(c, method):
    n = np.arange(1, 97.0)
    figure = Figure(figsize=(9, 2.9))
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


# Views of the teapot in their arcs, and the verdict over all sets.

VIEW_METHODS = ("k-means", "CLUHSIC", "CLUHSICAL, 0-1 loss", "CLUHSICAL, ring loss")
_SHOWN = (3, 17, 31)  # of the 35 views of an arc
_PAIRS = (
    ("0-1 l1", "CLUHSIC", "what the rows bring:\n0-1 loss against CLUHSIC"),
    ("structured l1", "0-1 l1", "what the structured loss adds:\nstructured against 0-1 loss"),
)


@cache
def pot():
    """Centred kernel matrix and true arcs of the 350 views."""
    return teapot(0)


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
    return interact(_draw_views, method=Dropdown(VIEW_METHODS, label="filed by"))


@cache
def _views():
    views, _ = make_teapot(pattern=0.4, blend=0, random_state=0)
    return 1 - (24 * views).round() / 24  # few greys make a small picture


@styled()
def _draw_views(method):
    kept, y = teapot_subset()
    views = _views()[kept]
    labels = arcs(method)
    figure = Figure(figsize=(9, 2.9))
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
                ax.text(*corner, f" {labels[i]}", va="top", color="white", bbox=style)
    ax.imshow(sheet, cmap="Greys", vmin=0, vmax=1.2, interpolation="nearest")
    counts = [f"arc {j}\n{(labels[y == j] == j).sum()} of 35" for j in range(10)]
    ax.set_xticks(np.arange(10) * w + w / 2 - 2, counts, fontsize=9)
    ax.set(yticks=[], xlim=(-2, 10 * w), ylim=(3 * h, -2))
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    share = (labels == y).mean()
    told = f"{method}: {share:.0%} of 350 views under the right label"
    ax.set_title(told, fontsize=12)
    return figure, f"{told} of the ring."


@styled()
def verdict():
    """Paired differences of twenty draws in each set, started as in the paper."""
    figure = Figure(figsize=(9, 4.2))
    sets = [data for data in recorded.SETS if not recorded.of_no_use(data, "paper")]
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


# The generated sequences of one leaf, and under which leaf each of them was filed.

NAMES = ("a.1.1", "a.2.1", "a.3.1", "b.1.1", "b.2.1", "b.3.1", "b.4.1")
NAMES += ("c.1.1", "c.1.2", "c.1.3", "c.2.1", "c.3.1", "c.4.1", "g.1.1", "g.2.1")
SEQUENCE_METHODS = ("CLUHSIC", "CLUHSICAL, tree loss")
LEAVES = (0, 3, 5, 8, 10, 12, 14)
_CLASS = np.array([path[0] for path in tree_paths(SUPERFAMILY_TREE)])
_N_LETTERS = 60
_LETTERS = "ACDEFGHIKLMNPQRSTVWY"


def misfiled_sequences():
    """Ten sequences of one leaf as coloured letters, and where two methods file them."""
    return interact(
        _draw_leaf,
        leaf=SelectionSlider(LEAVES, 8, label="leaf", show=lambda leaf: NAMES[leaf]),
        start=Dropdown(["paper", "ours"], label="start"),
    )


def went(start, method):
    """Of every leaf's ten sequences: how many are right, and how many in the right class."""
    y, found = recorded.filed("spectrum 3", 0, start)
    labels = found[method]
    right = [(labels[y == j] == j).sum() for j in range(15)]
    near = [(_CLASS[labels[y == j]] == _CLASS[j]).sum() for j in range(15)]
    return np.array(right), np.array(near)


@styled()
def _draw_leaf(leaf, start):
    y, found = recorded.filed("spectrum 3", 0, start)
    sequences, _ = make_superfamilies(random_state=0)
    members = np.flatnonzero(y == leaf)
    figure = Figure(figsize=(9, 3))
    ax = figure.subplots()
    ax.imshow(_coloured([sequences[i] for i in members]), aspect="auto", interpolation="nearest")
    told = []
    for k, method in enumerate(SEQUENCE_METHODS):
        ax.text(62 + 15 * k, -0.9, method, color=INK_2)
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
    ax.set_title(f"leaf {NAMES[leaf]}: " + "; ".join(told), fontsize=11)
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
    ax.text(x + 2.2, row, text, va="center")
    if not near:
        ax.add_patch(Rectangle((-0.5, row - 0.5), _N_LETTERS, 1, fill=False, ec=hue, lw=2))
