"""Beats 6 and 7: COLLINEAR shaken, the legs of Theorem 1 and their bounds."""

from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib.figure import Figure

from ...datasets import make_collinear
from ...labels.renaming import align_labels
from ...papers.song2007 import perturbation_bound
from ...plotting import COLOURS, INK, INK_2, RULE, RULE_2, FigureWithAlt
from ...reproduction.song2007.experiments import WIDTH, cluster, rbf, spectrum
from ...widgets import redrawn, stops
from .distance import label_table

AMOUNTS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8)
CAP = 4  # 2 (c - 1)


@cache
def _given():
    """Points, K, labels and the projection on the top eigenvectors, before the shaking."""
    line, _ = make_collinear()
    K = rbf(WIDTH["collinear"])(line)
    U = spectrum(K, 2)[1]
    return line, K, cluster(K, 3).labels, U @ U.T


@cache
def shaken(noise, seed=0):
    """The shaken K, its labels and Theorem 1, as in the explorer of beat 7 for seed 0."""
    line, K, before, _ = _given()
    drawn = np.random.default_rng([seed, 1]).standard_normal(line.shape)
    K_new = rbf(WIDTH["collinear"])(line + noise * drawn)
    runs = [cluster(K_new, 3, n_init=2), cluster(K_new, 3, init=before)]
    after = max(runs, key=lambda run: run.objective).labels
    return K_new, after, perturbation_bound(K, K_new, before, after)


def corners(noise, seed=0):
    """The four projections L, UU', U~U~', L~ of the walk, and Theorem 1."""
    _, _, before, top = _given()
    K_new, after, theorem = shaken(noise, seed)
    U = spectrum(K_new, 2)[1]
    return label_table(before), top, U @ U.T, label_table(after), theorem


def leg_bounds(theorem):
    """What the three legs cannot exceed: roots of 2 delta, 2 gamma, 2 delta~."""
    terms = theorem.term_delta, theorem.term_gamma, theorem.term_delta_perturbed
    return np.sqrt(2 * np.array(terms))


def walk():
    """The walk from L to L~ to scale, and its legs beside their bounds, at some noises."""

    def draw(noise):
        *M, theorem = corners(noise)
        gap = np.array([[np.linalg.norm(A - B) for B in M] for A in M])
        legs, limits = gap[[0, 1, 2], [1, 2, 3]], leg_bounds(theorem)
        figure = Figure(figsize=(9, 3.6), layout="constrained")
        left, right = figure.subplots(1, 2, width_ratios=[2, 3])
        _draw_triangles(gap, left)
        _draw_lengths(legs, limits, gap[0, 3], right)
        one, two = (", ".join(f"{v:.2f}" for v in lengths) for lengths in (legs, limits))
        return figure, (
            f"Noise {noise:g}: legs {one}, their bounds {two}, straight line {gap[0, 3]:.2f}, "
            "cap 2."
        )

    amounts = (0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
    return redrawn(draw, noise=stops(amounts, value=0.3, label="noise"))


def _apex(p, q, to_p, to_q):
    """The corner at given distances from two others, on the left of the way from p to q."""
    d = np.hypot(*(q - p))
    if d < 1e-9:
        return p + np.array([0, to_p])
    x = (to_p**2 - to_q**2 + d**2) / (2 * d)
    across = np.array([-(q - p)[1], (q - p)[0]]) / d
    return p + x * (q - p) / d + np.sqrt(max(to_p**2 - x**2, 0)) * across


def _draw_triangles(gap, ax):
    """Two triangles with the measured distances: L, UU', U~U~' and L, U~U~', L~."""
    start, end = np.zeros(2), np.array([gap[0, 3], 0])
    third = _apex(start, end, gap[0, 2], gap[2, 3])
    path = np.array([start, _apex(start, third, gap[0, 1], gap[1, 2]), third, end])
    ax.fill(*path[[0, 1, 2]].T, color=COLOURS[3], alpha=0.15)
    ax.fill(*path[[0, 2, 3]].T, color=COLOURS[1], alpha=0.15)
    ax.plot(*path[[0, 2]].T, color=RULE_2, linewidth=1)
    ax.plot(*path[[0, 3]].T, color=INK, linewidth=2)
    for k in range(3):
        ax.plot(*path[k : k + 2].T, color=COLOURS[k], linewidth=3)
    names = ("L", "UU'", "U\u0303U\u0303'", "L\u0303")
    shifts = ((-0.03, -0.06), (-0.06, 0.02), (0.02, 0.03), (0.03, -0.06))
    for corner, name, shift in zip(path, names, shifts, strict=True):
        ax.text(*(corner + shift), name, ha="center", va="center", fontsize=11, color=INK)
    ax.set_aspect("equal")
    ax.margins(0.2)
    ax.axis("off")
    ax.set_title("measured, to scale", fontsize=10, color=INK_2)


def _draw_lengths(legs, limits, straight, ax):
    """Legs end to end, their bounds end to end, and the straight line."""
    for row, lengths in enumerate((legs, limits), 1):
        for k, (length, x) in enumerate(zip(lengths, np.cumsum([0, *lengths]), strict=False)):
            ax.barh(row, length, 0.55, left=x, color=COLOURS[k], alpha=1 if row == 1 else 0.45)
            if length > 0.09:
                at = x + length / 2, row + 0.42
                ax.text(*at, f"{length:.2f}", ha="center", fontsize=9, color=INK)
    ax.barh(0, straight, height=0.55, color=INK)
    ax.text(straight + 0.02, 0, f"{straight:.2f}", va="center", fontsize=9, color=INK)
    ax.axvline(2, color=INK, linestyle="--", linewidth=1)
    told = "cap: no two\npartitions are\nfurther apart"
    ax.text(2.02, 0, told, va="center", fontsize=9.5, color=INK_2)
    ax.set_yticks([0, 1, 2], ["straight line", "the three legs", "their bounds"])
    ax.set(xlim=(0, max(2.7, 1.1 * limits.sum())), ylim=(2.7, -0.5))
    ax.set_xlabel("length (ε and its bound are squares)")
    ax.spines[["top", "right"]].set_visible(False)


@cache
def ten_draws():
    """Bound and epsilon over `AMOUNTS` for ten draws of noise, two arrays (10, 7)."""
    found = [[shaken(amount, seed)[2] for amount in AMOUNTS] for seed in range(1, 11)]
    return tuple(
        np.array([[getattr(t, name) for t in row] for row in found])
        for name in ("bound", "epsilon")
    )


def vacuous():
    """The bound and epsilon against noise, ten draws, and the cap above which it says nothing."""
    bounds, epsilons = ten_draws()
    figure = Figure(figsize=(9, 3.4), layout="constrained")
    ax = figure.subplots()
    ax.axhspan(CAP, 20, color=RULE, alpha=0.7)
    for curves, hue, name in ((bounds, COLOURS[0], "bound"), (epsilons, COLOURS[4], "ε")):
        ax.plot(AMOUNTS, curves.T, color=hue, alpha=0.6, linewidth=1)
        ax.text(0.81, np.median(curves[:, -1]), name, color=hue, fontsize=12, va="center")
    ax.axhline(CAP, color=INK, linestyle="--", linewidth=1)
    ax.text(0.11, 4.5, "above the cap: the bound says nothing", fontsize=10, color=INK)
    ax.set(xlabel="noise (standard deviation)", ylabel="ε and its bound")
    ax.set(xlim=(0.1, 0.88), ylim=(0, 12))
    ax.spines[["top", "right"]].set_visible(False)
    return FigureWithAlt(
        figure,
        f"ε and its bound against noise, ten draws on Collinear. At noise {AMOUNTS[-1]:g} ε is at "
        f"most {epsilons.max():.1f}, and the bound {bounds[:, -1].min():.1f} to "
        f"{bounds[:, -1].max():.1f}, above the cap of {CAP}.",
    )


def moved(before, after):
    """How many points change their cluster, under the best renaming of the clusters."""
    return int(np.sum(align_labels(after, before, np.eye(3)) != before))
