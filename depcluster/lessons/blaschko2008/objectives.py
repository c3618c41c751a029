"""Beats 1 and 3: what Song's J makes of the size of A, and random label kernels beside the best."""

from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib.figure import Figure

from ... import optimal_structure, taxonomy_value
from ...kernels import centre
from ...labels import block_sums, chain, one_hot, plain, preset, ring
from ...plotting import (
    ACCENT,
    COLOURS,
    INK,
    INK_2,
    RULE_2,
    plot_label_kernel,
    plot_partition,
)
from ...plotting.palette import painting
from ...widgets import choice, redrawn, stops
from .sets import NAMES, colours_of, kernel_of, points_of

DESIGNS = {"plain": 2 * plain(5), "chain": chain(5), "ring": ring(5), "tree": preset("tree", 5)}
TRIES = (10, 100, 500, 2000)


def song_objective(K, labels, A):
    """Song 2007, (5): tr(HKH P A P') with the columns of P at length 1."""
    Pi = one_hot(labels, len(A))
    P = Pi / np.sqrt(Pi.sum(axis=0))
    return float(np.trace(centre(K) @ P @ A @ P.T))


def bars():
    """J of four label kernels on ROW, one of them multiplied by a factor."""
    return redrawn(
        _draw_bars,
        which=choice(list(DESIGNS), label="multiply"),
        factor=choice({"x 1": 1, "x 2": 2, "x 4": 4}, label="by"),
    )


def _draw_bars(which, factor):
    (X, y), K = points_of("ROW"), kernel_of("ROW")
    values = {
        name: song_objective(K, y, A * (factor if name == which else 1))
        for name, A in DESIGNS.items()
    }
    figure = Figure(figsize=(9, 2.9), layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=[1, 1.4])
    plot_partition(X, y, left, colours=colours_of("ROW", 5))
    hues = [ACCENT if name == which else RULE_2 for name in values]
    right.barh(list(values), list(values.values()), color=hues)
    for k, (name, value) in enumerate(values.items()):
        text = f" {value:.1f}" + (f"  = {factor} x {value / factor:.1f}" if name == which else "")
        right.text(value, k, text, va="center", color=INK, fontsize=10)
    right.invert_yaxis()
    right.set(xlim=(0, 850), xlabel="objective J at the true groups")
    right.spines[["top", "right"]].set_visible(False)
    shown = ", ".join(f"{name} {value:.1f}" for name, value in values.items())
    return figure, f"ROW, and J of four label kernels, {which} times {factor}: {shown}."


@cache
def at_random(name):
    """Objective (1) of 2000 random positive semi-definite Y, with the C of (8)."""
    K, (_, labels) = kernel_of(name), points_of(name)
    n = np.bincount(labels)
    B = np.random.default_rng(0).standard_normal((TRIES[-1], len(n), len(n)))
    Y = B @ B.swapaxes(1, 2)
    YC = Y @ (np.diag(n) - np.outer(n, n) / n.sum())
    lengths = np.sqrt(np.einsum("kij,kji->k", YC, YC))
    return (Y * block_sums(centre(K), labels, len(n))).sum(axis=(1, 2)) / lengths


def random_structures():
    """Objective (1) of random label kernels beside that of the mean similarities."""
    return redrawn(
        _draw_random,
        data=choice(["THREE", "ROW", "CIRCLE"], label="data"),
        tries=stops(TRIES, 100, label="random Y"),
    )


def best_value(name):
    """Objective (1) of the best label kernel for the true groups."""
    K, (_, labels) = kernel_of(name), points_of(name)
    return taxonomy_value(K, labels, optimal_structure(K, labels))


def mean_similarity(K, labels):
    """(9): the mean centred similarity of the points of two clusters, for each pair."""
    n = np.bincount(labels)
    return block_sums(centre(K), labels, len(n)) / np.outer(n, n)


def _draw_random(data, tries):
    (_, labels), K = points_of(data), kernel_of(data)
    values, best = at_random(data)[:tries], best_value(data)
    figure = Figure(figsize=(9, 3.1), layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=[1.7, 1])
    low = at_random(data).min()
    left.hist(values, bins=np.linspace(low, best, 50), color=RULE_2)
    left.axvline(best, color=COLOURS[4], lw=2)
    left.plot(values.max(), 0, "^", color=ACCENT, ms=10, clip_on=False, zorder=5)
    left.set(xlabel="objective (1)", ylabel="random Y", xlim=(low, best + 0.03 * (best - low)))
    left.spines[["top", "right"]].set_visible(False)
    told = f"best of {tries}: {values.max():.4f}   line: {best:.4f}"
    left.set_title(told, color=INK, fontsize=11)
    with painting(colours_of(data, len(np.unique(labels)))):
        plot_label_kernel(mean_similarity(K, labels).round(2), right)
    right.set_xlabel("mean similarities (9)", fontsize=11, color=INK_2)
    right.set_title(" ", pad=12)  # room for the marks
    return figure, (
        f"{data}: objective of {tries} random label kernels, the best {values.max():.4f}; the "
        f"matrix of mean similarities has {best:.4f}."
    )


def reached():
    """What share of the best value 2000 random label kernels reach, by data set."""
    return {name: float(at_random(name).max() / best_value(name)) for name in NAMES}
