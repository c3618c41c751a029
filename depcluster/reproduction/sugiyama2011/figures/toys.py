"""Figures 4 to 7: SMIC and MIC on the toys of section 4.1."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from scipy.special import softmax
from sklearn.metrics import adjusted_rand_score

from ....checks.rules import SEED, one_of
from ....metrics import relabelled
from ....plotting import INK, MARKS, RULE, plot_posterior, plot_selection, plot_with_hollow
from ...exhibit import exhibit
from ..cases import (
    CANDIDATES,
    DRAWN,
    KERNEL_NAMES,
    KERNELS,
    TOYS,
    mic_at,
    mic_path,
    tables,
    toy,
    toy_model,
    toy_path,
    toy_t,
    undecided,
)

_OF_KERNEL = one_of(*KERNELS)


@exhibit("Fig. 4", DRAWN, kernel=_OF_KERNEL, random_state=SEED)
def figure_4(kernel="printed", random_state=0):
    """SMIC on the four toys at the t that LSMI takes, and LSMI of each t.

    Parameters
    ----------
    kernel : {"printed", "sym"}
        The kernel (7) as printed, or D^-1/2 K D^-1/2.
    random_state : int
        Of the draw, and of LSMI's centres and folds.

    Returns
    -------
    FigureWithAlt
        Hollow: samples that no eigenvector gives a score, and candidates that leave some.

    Notes
    -----
    Source: section 4.1. The paper shows one draw; its program and its draw are not public any
    more. It does not mention undecided samples.
    """
    figure, told = Figure(figsize=(9, 4.4), layout="constrained"), []
    axes = figure.subplots(2, 4, height_ratios=[1, 0.75])
    for (top, low), name in zip(axes.T, TOYS, strict=True):
        X, y, c = toy(name, random_state)
        found, t = toy_path(name, kernel, random_state)
        model = toy_model(name, kernel, random_state, t)
        labels = relabelled(y, model.labels_, np.eye(c))
        plot_with_hollow(X, labels, undecided(model, X), top)
        told.append(_titled(top, name, found["ari"][t - 1], tables()["toys"]["sets"]))
        plot_selection(
            CANDIDATES,
            found["lsmi"],
            low,
            chosen=t,
            bound=(c - 1) / 2,
            undecided=found["undecided"],
        )
        low.set(xlabel="t", xticks=[1, 4, 7, 10], ylabel="LSMI")
    axes[0, 0].set_ylabel("undecided: hollow")
    axes[1, 0].set_ylabel("LSMI; dashed:\nbound (c − 1)/2")
    return figure, (
        f"SMIC with {KERNEL_NAMES[kernel]} on the four toys, and LSMI of each t with the choice "
        f"ringed. ARI, the paper's in brackets: {', '.join(told)}."
    )


def _titled(ax, name, found, printed):
    """Title with our ARI and the paper's; the same as text."""
    value = f"{found + 0.0:.2f} [{printed[name]['paper']:g}]"
    ax.set_title(f"{name}\nARI {value}", fontsize=10, color=INK)
    return f"{name} {value}"


@exhibit("Fig. 5", DRAWN, random_state=SEED)
def figure_5(random_state=0):
    """MIC on the four toys at the t that MLMI takes, and MLMI of each t.

    Parameters
    ----------
    random_state : int
        Of the draw, of the start and of MLMI's centres and folds.

    Returns
    -------
    FigureWithAlt
        Hollow: samples in the wrong cluster.

    Notes
    -----
    Source: section 4.1. The start is self-tuning spectral clustering, as in the paper; the
    regulariser, 0.01, is ours, for the paper does not name its own.
    """
    figure, told = Figure(figsize=(9, 4.4), layout="constrained"), []
    axes = figure.subplots(2, 4, height_ratios=[1, 0.75])
    for (top, low), name in zip(axes.T, TOYS, strict=True):
        X, y, c = toy(name, random_state)
        values, t = mic_path(name, random_state)
        found = mic_at(name, random_state, t)[1].labels
        labels = relabelled(y, found, np.eye(c))
        plot_with_hollow(X, labels, labels != y, top)
        told.append(_titled(top, name, adjusted_rand_score(y, found), tables()["mic"]["sets"]))
        plot_selection(CANDIDATES, values, low, chosen=t, bound=np.log(c))
        low.set(xlabel="t", xticks=[1, 4, 7, 10], ylabel="MLMI", ylim=(0, 1.1 * np.log(c)))
    axes[0, 0].set_ylabel("errors: hollow")
    axes[1, 0].set_ylabel("MLMI; dashed:\nbound log c")
    return figure, (
        "MIC on the four toys, errors hollow, and MLMI of each t with the choice ringed. ARI, the "
        f"paper's in brackets: {', '.join(told)}."
    )


@exhibit("Fig. 6", DRAWN, kernel=_OF_KERNEL, random_state=SEED)
def figure_6(kernel="printed", random_state=0):
    """Class posteriors of SMIC on the plane of the four toys.

    Parameters
    ----------
    kernel : {"printed", "sym"}
        The kernel (7) as printed, or D^-1/2 K D^-1/2.
    random_state : int
        Of the draw, and of LSMI's centres and folds.

    Returns
    -------
    FigureWithAlt
        The deeper the colour, the surer; white where no class has a score.

    Notes
    -----
    Source: section 4.1. At the t that LSMI takes; for the first hundred draws that is recorded.
    """
    figure, told = Figure(figsize=(9, 2.5), layout="constrained"), []
    for ax, name in zip(figure.subplots(1, 4), TOYS, strict=True):
        X, y, c = toy(name, random_state)
        t = toy_t(name, kernel, random_state)
        model = toy_model(name, kernel, random_state, t)
        across, up, grid = _plane(X)
        order = _as_truth(y, model.labels_, c)
        reached = ~undecided(model, grid)
        plot_posterior(model.predict_proba(grid)[:, order], across, up, ax, reached)
        _samples(ax, X, y, across, up)
        ax.set_title(f"{name}, t = {t}", fontsize=10, color=INK)
        sure = (model.predict_proba(X).max(axis=1) > 0.95).mean()
        told.append(f"{name} {100 * sure:.0f} %")
    return figure, (
        f"Posteriors of SMIC with {KERNEL_NAMES[kernel]} as filled contours. Samples with a "
        f"posterior above 0.95: {', '.join(told)}."
    )


@exhibit("Fig. 7", DRAWN, random_state=SEED)
def figure_7(random_state=0):
    """Class posteriors of MIC on the plane of the four toys.

    Parameters
    ----------
    random_state : int
        Of the draw, of the start and of MLMI's centres and folds.

    Returns
    -------
    FigureWithAlt
        The deeper the colour, the surer.

    Notes
    -----
    Source: section 4.1. At the t that MLMI takes. How sure MIC is hangs on the regulariser,
    0.01 here; the paper does not name its own.
    """
    figure, told = Figure(figsize=(9, 2.5), layout="constrained"), []
    for ax, name in zip(figure.subplots(1, 4), TOYS, strict=True):
        X, y, c = toy(name, random_state)
        t = mic_path(name, random_state)[1]
        kernel, found = mic_at(name, random_state, t)
        across, up, grid = _plane(X)
        P = softmax(kernel.rows(grid) @ found.coefficients, axis=1)
        plot_posterior(P[:, _as_truth(y, found.labels, c)], across, up, ax)
        _samples(ax, X, y, across, up)
        ax.set_title(f"{name}, t = {t}", fontsize=10, color=INK)
        sure = (softmax(kernel.K @ found.coefficients, axis=1).max(axis=1) > 0.95).mean()
        told.append(f"{name} {100 * sure:.0f} %")
    return figure, (
        "Posteriors of MIC as filled contours. Samples with a posterior above 0.95: "
        f"{', '.join(told)}."
    )


def _plane(X, steps=90):
    low, high = X.min(axis=0) - 0.25, X.max(axis=0) + 0.25
    across, up = (np.linspace(low[k], high[k], steps) for k in (0, 1))
    return across, up, np.stack(np.meshgrid(across, up), axis=-1).reshape(-1, 2)


def _as_truth(y, labels, c):
    """Columns in the order of the classes they stand for."""
    swapped, order = relabelled(y, labels, np.eye(c)), np.full(c, -1)
    order[swapped] = labels
    order[order < 0] = np.setdiff1d(np.arange(c), order)
    return order


def _samples(ax, X, y, across, up):
    """Samples with the marks of their classes, on a bare frame."""
    for k in np.unique(y):
        ax.plot(*X[y == k].T, MARKS[k], color=INK, markersize=1.8, markeredgewidth=0)
    ax.set(xlim=across[[0, -1]], ylim=up[[0, -1]], xticks=[], yticks=[], aspect="equal")
    for side in ax.spines.values():
        side.set_color(RULE)
