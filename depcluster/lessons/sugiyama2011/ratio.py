"""The density ratio of two bells, and what LSMI says of five labellings."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from scipy.stats import norm

from ...papers.sugiyama2011 import LsmiPlan, lsmi
from ...plotting import COLOURS, INK, INK_2, RULE_2, FigureWithAlt
from ...reproduction.sugiyama2011.experiments import bells as two_bells
from ...reproduction.sugiyama2011.experiments import smi_of_bells, toy
from ...widgets import redrawn, stops

APART = (0, 0.5, 1, 2, 3)
BOUNDS = (1.5, 1.5, 1.0, 2.0, 1.5)


def bells(apart=1):
    """Two classes, a bell each: above, the bells, below, their ratio and LSMI's estimate of it."""
    x = np.linspace(-6, 6, 241)
    found = {}
    for a in APART:
        result = lsmi(*two_bells(a, 0), random_state=0)
        found[a] = abs(result.value), result.ratio(x[:, None])[:, 1]

    def draw(apart):
        value, estimate = found[apart]
        figure = Figure(figsize=(9, 3.5), layout="constrained")
        top, low = figure.subplots(2, 1, sharex=True)
        _draw_densities(top, x, apart)
        _draw_ratio(low, x, apart, estimate)
        exact = smi_of_bells(apart)
        title = f"SMI {exact:.3f} by integration, LSMI {value:.3f}"
        figure.suptitle(title, fontsize=11, color=INK)
        return figure, (
            f"Two bells at plus and minus {apart:g}, and the ratio for the right one, from 0 on "
            f"the left to 2 on the right. SMI {exact:.3f}, LSMI {value:.3f} from 400 points."
        )

    return redrawn(draw, apart=stops(APART, value=apart, label="bells at ±"))


def _draw_densities(ax, x, apart):
    X, y = two_bells(apart, 0)
    for k, sign in enumerate((-1, 1)):
        ax.fill_between(x, norm.pdf(x, sign * apart), color=COLOURS[k], alpha=0.35, lw=0)
        ax.plot(X[y == k, 0], np.full(200, -0.02 - 0.03 * k), "|", color=COLOURS[k], ms=5)
    both = (norm.pdf(x, apart) + norm.pdf(x, -apart)) / 2
    ax.plot(x, both, color=INK, lw=1.2)
    ax.text(6, 0.36, "line: p(x); areas: p(x | y)", ha="right", fontsize=9, color=INK_2)
    ax.set(ylim=(-0.08, 0.45), yticks=[])
    ax.spines[["top", "right"]].set_visible(False)


def _draw_ratio(ax, x, apart, estimate):
    own, other = norm.pdf(x, apart), norm.pdf(x, -apart)
    ax.axhline(2, color=INK_2, ls="--", lw=0.8)
    ax.text(-5.9, 2.06, "ceiling 1/π = 2", fontsize=9, color=INK_2)
    ax.axhline(1, color=RULE_2, lw=0.8)
    ax.text(5.9, 1.06, "independence: 1", ha="right", fontsize=9, color=INK_2)
    ax.plot(x, 2 * own / (own + other), color=RULE_2, lw=4, label="r(x, orange), as it is")
    ax.plot(x, estimate, color=COLOURS[1], label="as LSMI sees it")
    ax.set(ylim=(-0.35, 2.5), xlabel="x")
    ax.legend(frameon=False, loc="upper left", bbox_to_anchor=(0, 0.83), fontsize=9)
    ax.spines[["top", "right"]].set_visible(False)


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


def labelling_figure(marked):
    """What `labellings` found, a row a labelling, with the bound of each."""
    figure = Figure(figsize=(9, 2.3), layout="constrained")
    ax, told = figure.subplots(), []
    for row, ((name, values), bound) in enumerate(zip(marked.items(), BOUNDS, strict=True)):
        ax.plot([bound, bound], [row - 0.38, row + 0.38], color=INK_2, ls="--", lw=1)
        ax.plot(values, np.full(len(values), row), "o", color=COLOURS[0], alpha=0.5, ms=6)
        ax.text(2.08, row, f"{abs(values.mean()):.2f}", va="center", fontsize=10, color=INK)
        told.append(f"{name} {abs(values.mean()):.3f} ± {values.std(ddof=1):.3f}")
    ax.set_yticks(range(len(marked)), marked)
    label = "LSMI, a dot a draw; dashed: the bound (c − 1)/2; right: the mean"
    ax.set(xlim=(-0.05, 2.25), ylim=(4.6, -0.6), xlabel=label)
    ax.spines[["top", "right"]].set_visible(False)
    return FigureWithAlt(figure, f"LSMI of five labellings of four blobs: {', '.join(told)}.")
