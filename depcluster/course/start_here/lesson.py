"""Pictures of the first notebook: names on a circle, what chance scores, a see-saw of two sums."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from scipy.optimize import linear_sum_assignment
from sklearn.utils import check_random_state

from ...kernels import kernel_matrix
from ...kernels.gram import as_gram
from ...labels.symmetries import overlaps
from ...metrics import hsic
from ...papers.song2007.cluhsic import cluhsic_objective
from ...plotting import COLOURS, INK, INK_2, FigureWithAlt, plot_partition, scheme
from ...plotting.basics import CENTRED
from ...plotting.style import styled
from ...search import Problem, climb, random_labels
from ...widgets import HsicTables, SelectionSlider, interactive_figure

# Points around a circle, and the names of their groups.


def _middles(X, labels):
    return np.array([X[labels == j].mean(axis=0) for j in range(labels.max() + 1)])


def names_around(X, labels):
    """The labels in the order in which a walk around the origin meets them."""
    middles = _middles(X, labels)
    return np.argsort(np.arctan2(middles[:, 1], middles[:, 0]))


def in_order(X, labels):
    """Whether a walk around the origin meets the labels in their order, one way or the other."""
    met = names_around(X, labels)
    steps = np.diff(met, append=met[0]) % len(met)
    return set(steps) in ({1}, {len(met) - 1})


def changed(labels, before):
    """What is new since other labels of the same points, in the words of an explorer.

    >>> changed(np.array([1, 1, 0, 0, 0]), np.array([0, 0, 1, 1, 0]))
    '2 names swapped, 1 point moved'
    """
    c = 1 + max(labels.max(), before.max())
    shared = overlaps(labels, before, c) + np.eye(c) / (c + 1)
    names = linear_sum_assignment(shared, maximize=True)[1]
    stays = names[labels] == before
    renamed = len(np.unique(labels[stays & (before != labels)]))
    moved = int(len(labels) - stays.sum())
    swapped = f"{renamed} names swapped, " if renamed > 1 else "1 name changed, " if renamed else ""
    return f"{swapped}{moved or 'no'} {'point' if moved < 2 else 'points'} moved"


@styled()
def names_on_circle(X, found):
    """Partitions of points around the origin side by side, their names beside a walk from 0 on."""
    figure = Figure(figsize=(9, 3.1))
    told = []
    for ax, (title, labels) in zip(figure.subplots(1, len(found)), found.items(), strict=True):
        middles = _middles(X, labels)
        way = np.vstack([middles, middles[:1]])
        ax.plot(*way.T, color=INK_2, linewidth=1.6, zorder=0)
        plot_partition(X, labels, ax, colours=scheme("wheel", len(middles)))
        far = 1.3 * np.linalg.norm(X, axis=1).mean()
        for name, (x, y) in enumerate(far * middles / np.linalg.norm(middles, axis=1)[:, None]):
            ax.text(x, y, str(name), weight="bold", fontsize=16, **CENTRED)
        ax.set_aspect("equal", adjustable="box")
        ax.set(title=title, xlim=(-1.15 * far, 1.15 * far), ylim=(-1.15 * far, 1.15 * far))
        told.append(f"{title}: {' '.join(map(str, names_around(X, labels)))}")
    return FigureWithAlt(
        figure,
        f"The same {len(X)} points around a circle, cut into groups, twice, with the name of each "
        f"group beside it and a line from 0 to 1 to 2 and so on. The names met on the way around, "
        f"{'; '.join(told)}.",
    )


# What labels score that were dealt out at random.

_MOST = 0.15


def marked(K, y):
    """The score of the true labels, and of those of beat 2 of which half are shuffled."""
    labels = {"true labels": y, "half shuffled": HsicTables(K, y).labels_at(0.5)}
    return {name: hsic(K, np.equal.outer(z, z)) for name, z in labels.items()}


def scores_by_chance(scores, marked):
    """A histogram of the scores of shuffled labels, few or all, with lines at those named."""
    scores = np.asarray(scores)

    @styled()
    def draw(shuffles):
        shown = scores[:shuffles]
        figure = Figure(figsize=(9, 2.2))
        ax = figure.subplots()
        ax.hist(shown, bins=np.linspace(0, _MOST, 76), color=COLOURS[0])
        for name, value in marked.items():
            ax.axvline(value, color=COLOURS[4], linewidth=2)
            place = {"ha": "right", "transform": ax.get_xaxis_transform(), "fontsize": 10}
            ax.text(value - 0.002, 0.88, f"{name}, {value:.3f}", **place)
        ax.set(xlabel="HSIC", ylabel="shuffles", xlim=(0, _MOST))
        ax.yaxis.get_major_locator().set_params(integer=True)
        lines = ", ".join(f"{name} at {value:.3f}" for name, value in marked.items())
        return figure, (
            f"Histogram of HSIC for {shuffles} random shuffles, mean {shown.mean():.3f}, the "
            f"largest at {shown.max():.3f}; lines mark {lines}."
        )

    return interactive_figure(draw, shuffles=SelectionSlider([9, 99, len(scores)], 9, "shuffles"))


# Two sums that a search moves in opposite directions.


def climbed(X, n_clusters, start):
    """The steps of one search for large J under the linear kernel, from random labels."""
    gram = as_gram(kernel_matrix(X, kernel="linear"))
    problem = Problem(gram, cluhsic_objective(np.eye(n_clusters), "l2"), n_clusters)
    return list(climb(problem, random_labels(len(X), n_clusters, check_random_state(start))))


def inertia(X, labels):
    """What k-means makes small: squared distances to the mean of the cluster, summed."""
    groups = (X[labels == j] for j in np.unique(labels))
    return sum(((group - group.mean(axis=0)) ** 2).sum() for group in groups)


def two_starts(X, n_clusters, starts):
    """Searches from random starts, played step by step, each with a see-saw of J and inertia."""
    searches = {f"start {start}": climbed(X, n_clusters, start) for start in starts}
    most = max(map(len, searches.values())) - 1

    @styled()
    def draw(step):
        figure = Figure(figsize=(9, 3.1))
        axes = figure.subplots(2, len(searches), height_ratios=(1, 1.2)).T
        told = []
        for (points, beam), (name, steps) in zip(axes, searches.items(), strict=True):
            at = steps[min(step, len(steps) - 1)]
            plot_partition(X, at.labels, points)
            points.set_title(name if step < len(steps) - 1 else f"{name}, at its end")
            told.append(f"{name} has {_see_saw(at.objective, inertia(X, at.labels), beam)}")
        return figure, f"Step {step} of the searches: {'; '.join(told)}."

    return interactive_figure(
        draw, step=SelectionSlider(range(most + 1), 0, "step of both searches")
    )


def _see_saw(J, loss, ax):
    """A beam with J at its left end and the inertia at its right, on a pivot at half the sum."""
    total = J + loss
    ax.plot([0, 1], [J, loss], color=INK, linewidth=2.5)
    ax.plot(0.5, total / 2, "^", color=INK_2, markersize=12)
    ends = (0, J, "J", COLOURS[0], "o"), (1, loss, "inertia", COLOURS[4], "s")
    for x, value, name, hue, mark in ends:
        ax.plot(x, value, mark, color=hue, markersize=11)
        outside = {"ha": "left" if x else "right", "va": "center", "fontsize": 10}
        ax.text(x + (0.06 if x else -0.06), value, f"{name} {value:.1f}", **outside)
    ax.text(0.5, 0.04 * total, f"sum {total:.1f}", fontsize=10, **CENTRED)
    ax.set(xlim=(-0.6, 1.6), ylim=(-0.08 * total, 1.08 * total))
    ax.axis("off")
    return f"J {J:.1f} and inertia {loss:.1f}, sum {total:.1f}"
