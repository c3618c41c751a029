"""Pictures and set-ups of the notebook on Sugiyama 2011."""

from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from scipy.stats import norm
from sklearn.cluster import KMeans

from ...datasets import make_xor
from ...kernels import component_eigenvectors, local_scaling
from ...papers.sugiyama2011 import SMIC, LsmiPlan, lsmi
from ...plotting import ACCENT, COLOURS, INK, INK_2, MARKS, RULE_2, FigureWithAlt, plot_partition
from ...plotting.style import styled
from ...reproduction.sugiyama2011.experiments import (
    CANDIDATES,
    FIG_4,  # what was recorded
    KERNELS,
    TOYS,
    smi_of_bells,
    toy,
)
from ...reproduction.sugiyama2011.experiments import bells as two_bells
from ...widgets import Dropdown, SelectionSlider, interactive_figure

# The density ratio of two bells, and what LSMI says of five labellings.

APART = (0, 0.5, 1, 2, 3)


def bells(apart=1):
    """Two classes, a bell each: above, the bells, below, their ratio and LSMI's estimate of it."""
    x = np.linspace(-6, 6, 241)

    @cache
    def estimated(apart):
        result = lsmi(*two_bells(apart, 0), random_state=0)
        return abs(result.value), result.ratio(x[:, None])[:, 1]

    @styled()
    def draw(apart):
        value, estimate = estimated(apart)
        figure = Figure(figsize=(9, 2.8))
        top, low = figure.subplots(2, 1, sharex=True)
        _draw_densities(top, x, apart)
        _draw_ratio(low, x, apart, estimate)
        top.legend(*low.get_legend_handles_labels(), loc="upper left", title="below")
        exact = smi_of_bells(apart)
        title = f"SMI {exact:.3f} by integration, LSMI {value:.3f}"
        figure.suptitle(title, fontsize=11)
        return figure, (
            f"Two bells at plus and minus {apart:g}, and the ratio for the right one, from 0 on "
            f"the left to 2 on the right. SMI {exact:.3f}, LSMI {value:.3f} from 400 points."
        )

    return interactive_figure(draw, apart=SelectionSlider(APART, value=apart, label="bells at ±"))


def _draw_densities(ax, x, apart):
    X, y = two_bells(apart, 0)
    for k, sign in enumerate((-1, 1)):
        ax.fill_between(x, norm.pdf(x, sign * apart), color=COLOURS[k], alpha=0.35, lw=0)
        ax.plot(X[y == k, 0], np.full(200, -0.02 - 0.03 * k), "|", color=COLOURS[k], ms=5)
    both = (norm.pdf(x, apart) + norm.pdf(x, -apart)) / 2
    ax.plot(x, both, color=INK, lw=1.2)
    ax.text(6, 0.36, "line: p(x); areas: p(x | y)", ha="right", color=INK_2)
    ax.set(ylim=(-0.08, 0.45), yticks=[])


def _draw_ratio(ax, x, apart, estimate):
    own, other = norm.pdf(x, apart), norm.pdf(x, -apart)
    ax.axhline(2, color=INK_2, ls="--", lw=0.8)
    ax.text(-5.9, 2.06, "at most 1/p(y) = 2", color=INK_2)
    ax.axhline(1, color=RULE_2, lw=0.8)
    ax.text(5.9, 1.06, "independence: 1", ha="right", color=INK_2)
    ax.plot(x, 2 * own / (own + other), color=RULE_2, lw=4, label="r(x, orange), as it is")
    ax.plot(x, estimate, color=COLOURS[1], label="as LSMI sees it")
    ax.set(ylim=(-0.35, 2.5), xlabel="x")


def labellings(n_draws=6):
    """LSMI of five labellings of four blobs, an array a labelling, one number a draw."""
    marked = {}
    for seed in range(n_draws):
        X, y, _ = toy("blobs", seed)
        plan = LsmiPlan(X, random_state=seed)  # the same centres and folds for all five
        for name, z in _labellings(y, np.random.default_rng(seed)).items():
            marked.setdefault(name, []).append(plan.value(z).value)
    return {name: np.array(values) for name, values in marked.items()}


def _labellings(y, rng):
    split, some = y.copy(), y.copy()
    split[rng.choice(np.flatnonzero(y == 3), (y == 3).sum() // 2, replace=False)] = 4
    some[rng.choice(len(y), len(y) // 10, replace=False)] = rng.integers(0, 4, len(y) // 10)
    return {
        "truth": y,
        "shuffled": rng.permutation(y),
        "two merged": np.minimum(y, 2),
        "one split at random": split,
        "a tenth at random": some,
    }


# A small graph of two pieces, for the eigenvectors of kernels.

PATH = [[0, 0], [1, 0.35], [2, 0], [3, 0.35], [4.4, -0.3], [4.4, 0.7]]


def path_and_pair(pair):
    """K of four points in a row, linked at 0.9, and a pair, shape (6, 6)."""
    links = np.array([0.9, 0.9, 0.9, 0, pair])
    return np.eye(6) + np.diag(links, 1) + np.diag(links, -1)


# The leading eigenvectors of both kernels on circle and Gaussian.


def leading(kernel, t, seed=0, k=5):
    """X, sparse K, values, V: the circle's leading eigenvectors; of each the share on the ring."""
    X, y, _ = toy("circle & Gaussian", seed)
    K = local_scaling(X, t, kernel_normalization=KERNELS[kernel]).K
    values, V, _ = component_eigenvectors(K, k)
    return X, K, values, V, (V[y == 1] ** 2).sum(axis=0)


# New points, where NewPoint's star can be.


def star(X, n_clusters=2):
    """Scores, posterior and LSMI's posterior at places in radii from the middle, (k, 2)."""
    model = SMIC(n_clusters, n_neighbors=7, kernel_normalization="sym").fit(X)
    ratio = lsmi(X, model.labels_, n_classes=n_clusters, random_state=0)
    shares, middle = np.bincount(model.labels_) / len(X), X.mean(axis=0)
    radius = np.linalg.norm(X - middle, axis=1).max()

    def at(places):
        points = middle + radius * np.asarray(places)
        return model.transform(points), model.predict_proba(points), shares * ratio.ratio(points)

    return at


# What LSMI and the estimate (8) say of each t, and what no judge of dependence can see.

RIGHT = 0.9  # ARI of a clustering that counts as right
JUDGES = {"LSMI": "lsmi", "the estimate (8)": "smi"}
PAIRINGS = ((0, 1), (0, 2), (0, 3))


def recorded(name, kernel="printed", count=100):
    """What was recorded of each t in the first draws of a toy, arrays of shape (count, 10)."""

    def kept(metric):
        return FIG_4(set=name, method=kernel, metric=metric)[:count]

    rules = ("lsmi", "decided", "smi")
    taken = {f"t by {rule}": kept(f"t by {rule}").astype(int) for rule in rules}
    return taken | {key: kept(key) for key in ("lsmi", "smi", "ari", "undecided")}


def chosen(name, judge="lsmi", kernel="printed", count=100):
    """ARI and t that a judge's choice has in the recorded draws of a toy: two arrays."""
    found = recorded(name, kernel, count)
    t = found[f"t by {judge}"]
    return found["ari"][np.arange(len(t)), t - 1], t


def judges(n_draws=8):
    """What a judge says of each t in eight draws of a toy, right clusterings apart from wrong."""

    @styled()
    def draw(judge, name):
        key, bound = JUDGES[judge], (TOYS[name][1] - 1) / 2
        found, mean = recorded(name, count=n_draws), chosen(name, key, count=n_draws)[0].mean()
        right, ts = found["ari"] > RIGHT, np.array(CANDIDATES)
        figure = Figure(figsize=(9, 2.7))
        ax = figure.subplots()
        for values, is_right, best in zip(found[key], right, found[f"t by {key}"], strict=True):
            ax.plot(ts, values, color=RULE_2, lw=0.8, zorder=1)
            ax.plot(ts[is_right], values[is_right], MARKS[0], color=COLOURS[0], ms=6)
            ax.plot(ts[~is_right], values[~is_right], "x", color=COLOURS[4], mew=2, ms=6)
            ax.plot(best, values[best - 1], "o", mfc="none", mec=ACCENT, mew=2, ms=13)
        ax.axhline(bound, color=INK_2, ls="--", lw=1.2)
        ax.text(10.4, bound, f"bound\n{bound:g}", color=INK_2, va="center")
        ax.set(xlabel="t", ylabel=judge, xlim=(0.5, 11.2), xticks=ts)
        ax.set_title(f"{name}: ARI of the ringed choices {mean:.2f} in the mean")
        _judges_key(ax)
        return figure, (
            f"{judge} of each t on {name}, {n_draws} draws; largest value {found[key].max():.2f}, "
            f"bound {bound:g}; {right.sum()} of {right.size} clusterings right; ARI of the choices "
            f"{mean:.2f} in the mean."
        )

    toys = ["blobs", "spirals", "high & low"]
    return interactive_figure(
        draw, judge=Dropdown(list(JUDGES), label="judge"), name=Dropdown(toys, label="toy")
    )


def _judges_key(ax):
    looks = {
        f"right: ARI above {RIGHT:g}": {"marker": MARKS[0], "color": COLOURS[0]},
        "wrong": {"marker": "x", "color": COLOURS[4], "mew": 2},
        "chosen": {"marker": "o", "mfc": "none", "mec": ACCENT, "mew": 2, "ms": 11},
    }
    handles = [Line2D([], [], ls="", label=label, **look) for label, look in looks.items()]
    ax.legend(handles=handles, loc="center left", bbox_to_anchor=(1, 0.4), fontsize=10)


def pairings(n_draws=8):
    """LSMI of the three ways to pair XOR's heaps, the true one first, shape (n_draws, 3)."""
    corner, values = np.repeat(np.arange(4), 60), []
    for seed in range(n_draws):
        plan = LsmiPlan(make_xor(seed)[0], random_state=seed)
        values.append([plan.value(np.isin(corner, p).astype(int)).value for p in PAIRINGS])
    return np.array(values)


@styled()
def marked_pairings(values):
    """XOR of seed 0 in its three pairings with LSMI; beside it LSMI by the number of clusters."""
    X = make_xor(0)[0]
    corner = np.repeat(np.arange(4), 60)
    figure = Figure(figsize=(9, 2.5))
    *axes, last = figure.subplots(1, 4, width_ratios=[1, 1, 1, 1.5])
    for ax, pair, value in zip(axes, PAIRINGS, values[0], strict=True):
        labels = np.isin(corner, pair).astype(int)
        plot_partition(X, labels, ax)
        kind = "the truth" if pair == PAIRINGS[0] else "wrong"
        ax.set_title(f"{kind}\nLSMI {value:.3f}")
    blobs, counts = toy("blobs")[0], np.arange(2, 9)
    plan = LsmiPlan(blobs, random_state=0)
    fits = [KMeans(c, n_init=5, random_state=0).fit_predict(blobs) for c in counts]
    growing = [plan.value(labels).value for labels in fits]
    last.plot(counts, growing, "o-", color=COLOURS[0])
    last.plot(counts, (counts - 1) / 2, "--", color=INK_2, lw=1)
    last.axvline(4, color=RULE_2, lw=0.8)
    last.set(xlabel="number of clusters", ylabel="LSMI")
    last.set_title("blobs, k-means; dashed: bound", color=INK_2)
    told = ", ".join(f"{value:.2f}" for value in growing)
    return FigureWithAlt(
        figure,
        f"XOR in three pairings of its heaps: LSMI of the truth {values[0, 0]:.3f}, of the wrong "
        f"ones {values[0, 1]:.3f} and {values[0, 2]:.3f}. LSMI of k-means on four blobs by the "
        f"number of clusters from 2 to 8: {told}.",
    )
