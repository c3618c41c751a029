"""Pictures of the first notebook: what chance alone scores, and two numbers with one sum."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from ..plotting import COLOURS, INK, FigureWithAlt
from ..plotting.style import styled
from ..widgets import SelectionSlider, interact
from ..widgets.explorer.answer import changed  # noqa: F401, what an explorer says, for the checks

# What labels score that were dealt out at random.

_MOST = 0.15


def scores_by_chance(scores, observed):
    """A histogram of the scores of shuffled labels, few or all, with a line at the observed one."""
    scores = np.asarray(scores)

    @styled()
    def draw(shuffles):
        shown = scores[:shuffles]
        figure = Figure(figsize=(9, 2.8))
        ax = figure.subplots()
        ax.hist(shown, bins=np.linspace(0, _MOST, 76), color=COLOURS[0])
        ax.axvline(observed, color=COLOURS[4], linewidth=2)
        place = {"ha": "right", "transform": ax.get_xaxis_transform(), "fontsize": 10}
        ax.text(observed - 0.002, 0.88, "true labels", **place)
        ax.set(xlabel="HSIC", ylabel="shuffles", xlim=(0, _MOST))
        ax.yaxis.get_major_locator().set_params(integer=True)
        return figure, (
            f"Histogram of HSIC for {shuffles} random shuffles, mean {shown.mean():.3f}, the "
            f"largest at {shown.max():.3f}; a line far to the right marks the true labels at "
            f"{observed:.3f}."
        )

    return interact(draw, shuffles=SelectionSlider([9, 99, len(scores)], 9, "shuffles"))


# Two numbers that a search moves in opposite directions.


def played(stepper):
    """The labels after each step of a stepper, an array of shape (n_steps + 1, m)."""
    at, labels = stepper.step, []
    for step in range(stepper.n_steps + 1):
        stepper.step = step
        labels.append(stepper.labels)
    stepper.step = at
    return np.array(labels)


@styled()
def two_numbers(stepper, X):
    """The objective after each step of a search, with k-means' inertia on top of it."""
    objective = np.asarray(stepper.objective)
    inertia = np.array([_inertia(X, labels) for labels in played(stepper)])
    steps, total = np.arange(len(objective)), objective[0] + inertia[0]
    figure = Figure(figsize=(9, 3))
    ax = figure.subplots()
    ax.bar(steps, objective, color=COLOURS[0], label="objective J")
    ax.bar(steps, inertia, bottom=objective, color=COLOURS[1], label="k-means' inertia")
    ax.axhline(total, color=INK, linewidth=1)
    ax.text(steps[-1] + 0.5, 1.01 * total, f"{total:.0f}", ha="right", va="bottom", fontsize=10)
    ax.set(xlabel="step of the search", ylim=(0, 1.12 * total), xticks=steps)
    ax.legend(loc="upper left", bbox_to_anchor=(1, 1), fontsize=10)
    return FigureWithAlt(
        figure,
        f"Stacked bars, one for each step of the search: the objective grows from "
        f"{objective[0]:.0f} to {objective[-1]:.0f}, the inertia shrinks from {inertia[0]:.0f} to "
        f"{inertia[-1]:.0f}, and both together are {total:.0f} at every step.",
    )


def _inertia(X, labels):
    groups = (X[labels == j] for j in np.unique(labels))
    return sum(((group - group.mean(axis=0)) ** 2).sum() for group in groups)
