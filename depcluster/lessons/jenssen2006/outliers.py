"""One point that breaks the method, six of them, and the rule that silences them."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Circle
from scipy.linalg import eigh
from scipy.optimize import brentq
from scipy.spatial.distance import cdist

from ...datasets import add_outliers, make_crescents
from ...papers.jenssen2006 import (
    angle_clustering,
    is_outlier,
    laplacian_weights,
    weighted_kernel,
    window_kernel,
)
from ...plotting import COLOURS, INK, INK_2, RULE_2, FigureWithAlt, plot_with_hollow
from ...reproduction.jenssen2006.experiments import error, names
from ...widgets import choice, redrawn, stops

RADII = (0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1.0, 1.2, 1.6)


def tied_pair(X, sigma):
    """How far below 1 the eigenvalues of the last point and of the crescents' split are.

    Returns
    -------
    own, split : float
        1 - lambda / N.
    """
    K = window_kernel(X, sigma=sigma)
    top = [len(X) - 4, len(X) - 1]
    values, V = eigh(weighted_kernel(K, laplacian_weights(X, K)), subset_by_index=top)
    values, V = values[::-1][1:] / len(X), V[:, ::-1][:, 1:]
    own = (V[-1] ** 2).argmax()
    split = 0 if own else 1
    return 1 - values[own], 1 - values[split]


def contenders(X):
    """The two eigenvalues that compete for the second place, over the width."""
    widths = np.arange(0.3, 0.71, 0.04)
    lines = np.array([tied_pair(X, s) for s in widths])
    figure = Figure(figsize=(9, 3), layout="constrained")
    ax = figure.subplots()
    for k, name in enumerate(("the lone point's", "the crescents' split")):
        ax.plot(widths, lines[:, k], "so"[k] + "-", ms=5, color=COLOURS[1 - k], label=name)
    cross = widths[(lines[:, 0] > lines[:, 1]).argmax()] - 0.02
    ax.axvline(cross, color=RULE_2, lw=1, ls="--")
    for side, text, shift in (
        ("right", "the lone point wins", -6),
        ("left", "the crescents win", 6),
    ):
        style = {"textcoords": "offset points", "ha": side, "color": INK_2, "fontsize": 9}
        ax.annotate(text, (cross, 3e-7), (shift, 0), **style)
    ax.set(yscale="log", xlabel="width σ", ylabel="1 − λ/N")
    ax.spines[["top", "right"]].set_visible(False)
    ax.legend(frameon=False, loc="lower right", fontsize=9)
    return FigureWithAlt(
        figure,
        "How far two eigenvalues are below 1, over the width. The lone point's is nearer to 1 up "
        f"to about {cross:.2f}, the crescents' split beyond.",
    )


def rule(seed=4):
    """Crescents with six far points, a circle of three widths around each, full while empty."""
    X, y = add_outliers(*make_crescents(random_state=seed), random_state=seed)
    fits = {
        (s, w): angle_clustering(X, 2, sigma=s, weighting=w).labels
        for s in RADII
        for w in ("laplacian", "outlier")
    }
    fits = {key: names(y, labels)[labels] for key, labels in fits.items()}
    lonely = {s: is_outlier(window_kernel(X, sigma=s)) for s in RADII}

    def draw(sigma, weighting):
        labels, alone = fits[sigma, weighting], lonely[sigma]
        wrong, n_found = error(y, labels), int(alone[y < 0].sum())
        figure = Figure(figsize=(7, 6), layout="constrained")
        ax = figure.subplots()
        plot_with_hollow(X, labels, y < 0, ax)
        for centre, empty in zip(X[y < 0], alone[y < 0], strict=True):
            style = {"ec": COLOURS[4], "lw": 1.8} if empty else {"ec": RULE_2, "ls": "--"}
            ax.add_patch(Circle(centre, 3 * sigma, fc="none", **style))
        ax.set_aspect("equal", adjustable="box")
        ax.set(xlim=(-8.5, 12.5), ylim=(-8, 9.2))
        others = int(alone[y >= 0].sum())
        more = f" and {others} of the others" * bool(others)
        title = f"error {wrong:.3f};  outliers found: {n_found} of 6{more}"
        ax.set_title(title, fontsize=10, color=INK)
        return figure, (
            f"Crescents with six far points at width {sigma:g}, {weighting} weighting: error "
            f"{wrong:.3f}, {n_found} of 6 circles of radius {3 * sigma:.2g} empty."
        )

    return redrawn(
        draw,
        sigma=stops(RADII, value=0.5, label="width σ"),
        weighting=choice({"Laplacian, 1/f": "laplacian", "outlier": "outlier"}, label="weighting"),
    )


def breaks_from(X, sigma, x=1.4):
    """How near to X, on the way up at x, a point may come before 1/f takes it for a cluster."""

    def lead(height):
        own, split = tied_pair(np.vstack([X, [[x, height]]]), sigma)
        return np.log(own / split)

    height = brentq(lead, 5, 7, xtol=1e-3)
    return float(cdist([[x, height]], X).min())


def edge(X, y):
    """The width from which the rule loses an outlier, a third of the way to its nearest point."""
    return float(np.sort(cdist(X[y < 0], X), axis=1)[:, 1].min() / 3)
