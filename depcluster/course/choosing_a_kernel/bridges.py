"""A bridge that grows between two moons, point by point: what five judges choose.

The runs were recorded by ``benchmarks/studies.py bridges``; here they are made, read and drawn.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from sklearn.metrics import adjusted_rand_score

from ...choice import BLIND, CRITERIA, compare_kernels, default_kernels
from ...plotting import ACCENT, COLOURS, INK, INK_2, RULE, plot_with_hollow
from ...plotting.style import styled
from ...widgets import SelectionSlider, interactive_figure
from .lesson import moons

RECORD = Path(__file__).with_suffix(".json")
COUNTS = range(11)  # points of the bridge, the last of which closes it
DRAWS = 20
SEARCHES = 60  # a bridge makes many local optima
KERNELS = ("rbf x1", "rbf x3", "rbf x10", "diffusion s=1", "diffusion s=5", "diffusion s=20")
KERNELS += ("poly 2",)


def with_bridge(count, seed):
    """A draw of the moons, and below them the first points of a bridge across the narrow gap."""
    X, _ = moons(seed)
    along = (np.arange(COUNTS[-1])[:, None] + 0.5) / COUNTS[-1]
    noise = np.random.default_rng(seed).normal(0, 0.03, (COUNTS[-1], 2))
    return np.vstack([X, ([1, 0] + along * [0, -0.5] + noise)[:count]])


def run(count, seed):
    """What each kernel finds, how far it agrees with the moons, and what each judge prefers.

    The bridge belongs to neither moon, so ARI counts the moons alone.
    """
    X, y = with_bridge(count, seed), moons(seed)[1]
    kernels = {name: default_kernels(X)[name] for name in KERNELS}
    found = compare_kernels(X, kernels, 2, criteria=BLIND, n_init=SEARCHES)
    ari = {row.name: adjusted_rand_score(y, row.labels[: len(y)]) for row in found.rows}
    return {
        "labels": {row.name: "".join(map(str, row.labels)) for row in found.rows},
        "ari": {name: round(float(value), 4) for name, value in ari.items()},
        "picks": {judge: found.picks(judge) for judge in BLIND},
    }


@cache
def recorded():
    """The record: when it was made, and "runs", for each number of points a list of draws."""
    return json.loads(RECORD.read_text(encoding="utf-8"))


def chosen_ari(count, judge):
    """Agreement of what a judge prefers, by draw; the mean over kernels that share the place."""
    runs = recorded()["runs"][str(count)]
    return np.array([np.mean([one["ari"][k] for k in one["picks"][judge]]) for one in runs])


def kernel_ari(count, name):
    """Agreement of what a kernel finds, by draw."""
    return np.array([one["ari"][name] for one in recorded()["runs"][str(count)]])


def best_ari(count):
    """Agreement of the best of the kernels, by draw."""
    return np.max([kernel_ari(count, name) for name in KERNELS], axis=0)


def right(count, judge, near):
    """Share of the draws in which what a judge prefers is that near to the best."""
    runs, best = recorded()["runs"][str(count)], best_ari(count)
    hits = [
        np.mean([top - one["ari"][k] <= near + 1e-9 for k in one["picks"][judge]])
        for one, top in zip(runs, best, strict=True)
    ]
    return float(np.mean(hits))


def growing():
    """What five judges prefer while the bridge grows, in one draw and over all of them."""
    return interactive_figure(_draw, points=SelectionSlider(COUNTS, 0, "bridge points"))


@styled()
def _draw(points):
    figure = Figure(figsize=(9, 4.3))
    above, below = figure.subplots(2, 5, height_ratios=[1, 1.25])
    told = [_draw_choice(points, judge, ax) for judge, ax in zip(BLIND, above, strict=True)]
    for judge, ax in zip(BLIND, below, strict=True):
        _draw_curve(points, judge, ax)
    below[0].set_ylabel("ARI over 20 draws", fontsize=9.5)
    for ax in below[1:]:
        ax.tick_params(labelleft=False)
    below[2].set_xlabel("bridge points", fontsize=9.5)
    medians = ", ".join(
        f"{CRITERIA[judge].title} {np.median(chosen_ari(points, judge)):.2f}" for judge in BLIND
    )
    return figure, (
        f"Two moons with {points} points of a bridge, draw 0: {'; '.join(told)}. Median ARI of "
        f"what each prefers, over {DRAWS} draws: {medians}; of the best kernel "
        f"{np.median(best_ari(points)):.2f}."
    )


def _draw_choice(points, judge, ax):
    """The partition a judge prefers in the first draw; in words, which it is."""
    X, y = with_bridge(points, 0), moons(0)[1]
    held = recorded()["runs"][str(points)][0]
    name, *tied = held["picks"][judge]
    labels, ari = np.array([*map(int, held["labels"][name])]), abs(held["ari"][name])
    labels = labels if (labels[: len(y)] == y).mean() > 0.5 else 1 - labels
    plot_with_hollow(X, labels, np.r_[labels[: len(y)] != y, np.zeros(points, bool)], ax)
    ax.plot(*X[len(y) :].T, "o", mfc="none", mec=INK, markersize=7, mew=0.8)
    shared = f" and {len(tied)} more" if tied else ""
    ax.set_title(f"{CRITERIA[judge].title}\n{name}{shared}\nARI {ari:.2f}", fontsize=9.5)
    return f"{CRITERIA[judge].title} prefers {name}{shared}, ARI {ari:.2f}"


def _draw_curve(points, judge, ax):
    """Median and quartiles of the agreement over the draws, as the bridge grows."""
    values = np.array([chosen_ari(count, judge) for count in COUNTS])
    low, middle, high = np.quantile(values, [0.25, 0.5, 0.75], axis=1)
    ax.fill_between(COUNTS, low, high, color=COLOURS[0], alpha=0.2, linewidth=0)
    best = [np.median(best_ari(count)) for count in COUNTS]
    ax.plot(COUNTS, best, color=INK_2, linestyle="--", linewidth=1.2)
    ax.plot(COUNTS, middle, "o-", color=COLOURS[0], markersize=4)
    ax.axvline(points, color=ACCENT, linewidth=1.2)
    ax.set(ylim=(-0.05, 1.06), xticks=(0, 5, 10), yticks=(0, 0.5, 1))
    ax.grid(axis="y", color=RULE)
