"""Four heaps, two ways to pair them: predictability against stability."""

from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib.figure import Figure

from ...datasets import make_xor
from ...plotting import ACCENT, COLOURS, INK, plot_with_hollow
from ...selection import default_kernels, kernel_rows
from ...widgets import choice, redrawn, stops
from .ten import as_true

RIVALS = ("diffusion s=5", "poly 2")
NOISES = (0.01, 0.02, 0.05, 0.1, 0.2)
DRAWS = (0, 1, 2, 3)
_FLOOR = 1e-5


@cache
def judged_heaps(seed, noise=0.1, judge="gamma"):
    """What a judge says of the two kernels on a draw of XOR, by name."""
    X, y = make_xor(random_state=seed)
    kernels = {name: default_kernels(X)[name] for name in RIVALS}
    return {row.name: row for row in kernel_rows(X, kernels, 2, criteria=judge, y=y, noise=noise)}


def heaps():
    """The two partitions, what LSMI says of them, and gamma against the size of the shake."""
    shakes = choice({"small, 0.01": 0.01, "a tenth, 0.1": 0.1}, 0.1, "shake / spread")
    return redrawn(_draw_heaps, seed=stops(DRAWS, 0, "draw"), shake=shakes)


def _draw_heaps(seed, shake):
    X, y = make_xor(random_state=seed)
    figure = Figure(figsize=(9, 3.3), layout="constrained")
    *axes, right = figure.subplots(1, 3, width_ratios=[1, 1, 1.3])
    told = []
    for ax, name in zip(axes, RIVALS, strict=True):
        row = judged_heaps(seed, shake)[name]
        lsmi = judged_heaps(seed, judge="lsmi")[name].text("lsmi")
        labels, ari = as_true(row.labels, y), abs(row.values["ari"])
        plot_with_hollow(X, labels, labels != y, ax)
        said = f"LSMI {lsmi}, gamma {row.values['gamma']:.2g}"
        ax.set_title(f"{name}: ARI {ari:.2f}\n{said}", fontsize=10, color=INK)
        told.append(f"{name} ARI {ari:.2f}, {said}")
    _draw_gammas(seed, shake, right)
    return figure, f"XOR, draw {seed}, shake {shake:g} of the spread: {'; '.join(told)}."


def _draw_gammas(seed, shake, ax):
    """Median and spread of gamma over the size of the shake, a curve a kernel."""
    for name, k, marker in zip(RIVALS, (0, 4), "os", strict=True):
        rows = [judged_heaps(seed, noise)[name] for noise in NOISES]
        middle = np.maximum([row.values["gamma"] for row in rows], _FLOOR)
        low, high = np.maximum(np.array([row.bands["gamma"] for row in rows]).T, _FLOOR)
        ax.fill_between(NOISES, low, high, color=COLOURS[k], alpha=0.15, linewidth=0)
        ax.plot(NOISES, middle, f"{marker}-", color=COLOURS[k], label=name)
    ax.axvline(shake, color=ACCENT, linewidth=1.2)
    ax.set(xscale="log", yscale="log", xlabel="shake / spread", ylim=(0.7 * _FLOOR, 5))
    ax.set_xticks(NOISES, [f"{noise:g}" for noise in NOISES])
    ax.minorticks_off()
    ax.set_title("gamma, less is better", fontsize=10, color=INK)
    ax.legend(frameon=False, fontsize=9, loc="lower right", bbox_to_anchor=(0.76, 0))
    ax.spines[["top", "right"]].set_visible(False)
