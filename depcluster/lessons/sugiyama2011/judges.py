"""What LSMI and the estimate (8) say of each t, and what no judge of dependence can see."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from sklearn.cluster import KMeans

from ...datasets import make_xor
from ...papers.sugiyama2011 import LsmiPlan
from ...plotting import (
    ACCENT,
    COLOURS,
    INK,
    INK_2,
    RULE_2,
    FigureWithAlt,
    plot_partition,
)
from ...plotting.palette import MATRIX_POSITIVE
from ...reproduction.sugiyama2011.experiments import CANDIDATES, FIG_4, TOYS, toy
from ...widgets import choice, redrawn
from .toys import ari

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
    """What a judge says of each t in eight draws of a toy, the dots shaded by ARI."""

    def draw(judge, name):
        key, bound = JUDGES[judge], (TOYS[name][1] - 1) / 2
        found, mean = recorded(name, count=n_draws), chosen(name, JUDGES[judge], count=8)[0].mean()
        figure = Figure(figsize=(9, 3), layout="constrained")
        ax = figure.subplots()
        for values, right, best in zip(found[key], found["ari"], found[f"t by {key}"], strict=True):
            ax.plot(CANDIDATES, values, color=RULE_2, lw=0.8, zorder=1)
            shade = {"c": right, "cmap": MATRIX_POSITIVE, "vmin": 0, "vmax": 1}
            dots = ax.scatter(CANDIDATES, values, s=42, edgecolor=RULE_2, lw=0.6, **shade)
            ax.plot(best, values[best - 1], "o", mfc="none", mec=ACCENT, mew=2, ms=12)
        ax.axhline(bound, color=COLOURS[4], ls="--", lw=1.2)
        ax.text(10.4, bound, f"bound\n{bound:g}", color=INK_2, fontsize=9, va="center")
        ax.set(xlabel="t", ylabel=judge, xlim=(0.5, 11.2), xticks=list(CANDIDATES))
        figure.colorbar(dots, ax=ax, label="ARI", ticks=[0, 0.5, 1])
        title = f"{name}: ARI of the ringed choices {mean:.2f} in the mean"
        ax.set_title(title, fontsize=10, color=INK)
        ax.spines[["top", "right"]].set_visible(False)
        return figure, (
            f"{judge} of each t on {name}, {n_draws} draws; largest value {found[key].max():.2f}, "
            f"bound {bound:g}; ARI of the choices {mean:.2f} in the mean."
        )

    toys = ["blobs", "spirals", "high & low"]
    return redrawn(draw, judge=choice(list(JUDGES), label="judge"), name=choice(toys, label="toy"))


def pairings(n_draws=8):
    """LSMI of the three ways to pair XOR's heaps, the true one first, shape (n_draws, 3)."""
    corner, values = np.repeat(np.arange(4), 60), []
    for seed in range(n_draws):
        plan = LsmiPlan(make_xor(seed)[0], random_state=seed)
        values.append([plan.value(np.isin(corner, p).astype(int)).value for p in PAIRINGS])
    return np.array(values)


def marked_pairings(values):
    """XOR of seed 0 in its three pairings with LSMI; beside it LSMI by the number of clusters."""
    X, y = make_xor(0)
    corner = np.repeat(np.arange(4), 60)
    figure = Figure(figsize=(9, 2.9), layout="constrained")
    *axes, last = figure.subplots(1, 4, width_ratios=[1, 1, 1, 1.5])
    for ax, pair, value in zip(axes, PAIRINGS, values[0], strict=True):
        labels = np.isin(corner, pair).astype(int)
        plot_partition(X, labels, ax)
        kind = "the truth" if abs(ari(y, labels)) > 0.99 else "wrong"
        ax.set_title(f"{kind}\nLSMI {value:.3f}", fontsize=10, color=INK)
    blobs, counts = toy("blobs")[0], np.arange(2, 9)
    plan = LsmiPlan(blobs, random_state=0)
    fits = [KMeans(c, n_init=5, random_state=0).fit_predict(blobs) for c in counts]
    growing = [plan.value(labels).value for labels in fits]
    last.plot(counts, growing, "o-", color=COLOURS[0])
    last.plot(counts, (counts - 1) / 2, "--", color=INK_2, lw=1)
    last.axvline(4, color=RULE_2, lw=0.8)
    last.set(xlabel="number of clusters", ylabel="LSMI")
    last.set_title("blobs, k-means; dashed: bound", fontsize=10, color=INK_2)
    last.spines[["top", "right"]].set_visible(False)
    told = ", ".join(f"{value:.2f}" for value in growing)
    return FigureWithAlt(
        figure,
        f"XOR in three pairings of its heaps: LSMI of the truth {values[0, 0]:.3f}, of the wrong "
        f"ones {values[0, 1]:.3f} and {values[0, 2]:.3f}. LSMI of k-means on four blobs by the "
        f"number of clusters from 2 to 8: {told}.",
    )
