"""Two samples and the angle of their mean vectors; the passes of clustering by angle."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from scipy.stats import norm

from ...datasets import make_crescents
from ...papers.jenssen2006 import (
    angle_steps,
    axis_means,
    cauchy_schwarz_divergence,
    laplacian_weights,
    leading_pairs,
    mean_cosine,
    weighted_kernel,
    window_kernel,
)
from ...plotting import INK, INK_2, RULE, RULE_2, colour, plot_mean_vectors, plot_partition
from ...reproduction.jenssen2006.experiments import error, names
from ...widgets import choice, redrawn, stops

WINDOWS = (0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0)
N = 400
HALVES = np.repeat([0, 1], N)


def degrees(cosine):
    """The angle that belongs to a cosine."""
    return float(np.degrees(np.arccos(np.clip(cosine, -1, 1))))


def two_samples(seed=0):
    """400 points of a unit bell at 0, then 400 of one at 2, shape (800, 1)."""
    rng = np.random.default_rng(seed)
    return np.concatenate([rng.standard_normal(N), 2 + rng.standard_normal(N)])[:, None]


def samples(sigma=0.1):
    """Two samples, their Parzen curves, and their mean vectors, at a width that one chooses."""
    X = two_samples()
    cosines = {
        s: np.exp(-cauchy_schwarz_divergence(window_kernel(X, sigma=s), HALVES, 2)) for s in WINDOWS
    }

    def draw(sigma):
        figure = Figure(figsize=(9, 3.1), layout="constrained")
        left, right = figure.subplots(1, 2, width_ratios=[3, 1.3])
        _draw_parzen(left, X, sigma)
        _draw_arrows(right, cosines[sigma])
        return figure, (
            f"Parzen curves of two samples of 400 at distance 2 with window width {sigma:g}, and "
            f"their mean vectors at {degrees(cosines[sigma]):.1f} degrees, cosine "
            f"{cosines[sigma]:.3f}; of the densities 0.368."
        )

    return redrawn(draw, sigma=stops(WINDOWS, value=sigma, label="width σ of the window"))


def _draw_parzen(ax, X, sigma):
    grid = np.linspace(-4, 6.5, 400)
    for k in (0, 1):
        own = X[HALVES == k]
        parzen = norm.pdf(grid, own, sigma).mean(axis=0)
        ax.fill_between(grid, parzen, color=colour(k), alpha=0.15, lw=0)
        ax.plot(grid, parzen, color=colour(k), lw=2, ls=("-", "--")[k])
        ax.plot(grid, norm.pdf(grid, 2 * k), color=RULE_2, lw=1, ls=":")
        ax.plot(own, np.full(N, -0.02 - 0.025 * k), "|", color=colour(k), ms=5, alpha=0.4)
    ax.set(xlim=(-4, 6.5), ylim=(-0.06, 0.62), yticks=[], xlabel="x")
    ax.spines[["top", "right", "left"]].set_visible(False)
    ax.set_title("dotted: the densities; lines: Parzen estimates", fontsize=10, color=INK_2)


def _draw_arrows(ax, cosine):
    turn = np.arccos(cosine)
    arc = np.linspace(0, turn, 40)
    ax.plot(0.35 * np.cos(arc), 0.35 * np.sin(arc), color=INK, lw=1)
    for k, t in enumerate((0, turn)):
        style = {"arrowstyle": "-|>", "shrinkA": 0, "shrinkB": 0, "lw": 2.5, "color": colour(k)}
        ax.annotate("", (np.cos(t), np.sin(t)), (0, 0), arrowprops=style)
    middle = 0.5 * np.array([np.cos(turn / 2), np.sin(turn / 2)])
    ax.text(*middle, f"{np.degrees(turn):.1f}°", ha="center", va="center", color=INK)
    ax.set(xlim=(-0.1, 1.1), ylim=(-0.1, 1.1), aspect="equal", xticks=[], yticks=[])
    ax.spines[:].set_color(RULE)
    ax.set_title(f"cosine of the mean vectors {cosine:.3f}", fontsize=10, color=INK)


def passes(sigma=0.4):
    """The passes of the algorithm on the crescents with u = 1/f, from two starts."""
    X, y = make_crescents()
    K = window_kernel(X, sigma=sigma)
    values, V = leading_pairs(weighted_kernel(K, laplacian_weights(X, K)), 2)
    Phi = np.sqrt(values) * V  # (12)
    runs = {
        "unit axes": _run(y, Phi, axis_means(Phi)),
        "two points": _run(y, Phi, Phi[np.random.default_rng(7).permutation(len(Phi))[:2]]),
    }

    def draw(step, start):
        labels, means = runs[start][min(step, len(runs[start]) - 1)]
        wrong, S = error(y, labels), mean_cosine(means)
        figure, right = beside_embedding(X, Phi, labels, means, f"error {wrong:.3f}")
        name = f"start: {start}" if step == 0 else f"pass {step}"
        right.set_title(f"{name}, cost (11) {S:.4f}", fontsize=10, color=INK)
        return figure, (
            f"Crescents and their embedding, {name}: mean vectors at {degrees(S):.2f} degrees, "
            f"error {wrong:.3f}."
        )

    return redrawn(
        draw,
        step=stops((0, 1, 2, 3), value=0, label="pass"),
        start=choice(list(runs), label="start"),
    )


def beside_embedding(X, Phi, labels, means, title):
    """Clustered points under a title; beside them their embedding with the mean vectors.

    Returns
    -------
    figure : matplotlib.figure.Figure
    right : Axes
        That of the embedding.
    """
    figure = Figure(figsize=(9, 4), layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=[3, 2])
    plot_partition(X, labels, left)
    left.set_title(title, fontsize=10, color=INK)
    longest = means / np.linalg.norm(means, axis=1)[:, None] * np.abs(Phi).max()
    plot_mean_vectors(Phi, longest, labels, right)
    return figure, right


def _run(y, Phi, means):
    """Labels and mean vectors, at the start and after each pass, named as they are at the end."""
    unit = Phi / np.linalg.norm(Phi, axis=1)[:, None]
    first = (unit @ (means / np.linalg.norm(means, axis=1)[:, None]).T).argmax(axis=1)
    run = [(first, means), *((s.labels, s.means) for s in angle_steps(Phi, means))]
    called = names(y, run[-1][0])
    return [(called[labels], of[called.argsort()]) for labels, of in run]
