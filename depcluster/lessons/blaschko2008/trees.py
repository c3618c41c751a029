"""Beats 6 and 7: how wrong the best tree is, and the steps of the search for it."""

from __future__ import annotations

import itertools
from functools import cache

import numpy as np
from matplotlib.figure import Figure

from ...datasets import make_brownian
from ...kernels import kernel_matrix
from ...plotting import INK, INK_2, plot_partition, plot_unrooted_tree
from ...plotting.palette import painting
from ...reproduction.blaschko2008.experiments import all_topologies, brownian, splits_of
from ...trees import Tree, fit_tree_metric, four_point_violation
from ...trees.fit import least_squares
from ...widgets import choice, redrawn, stops
from .objectives import mean_similarity
from .sets import colours_of, kernel_of, points_of

CASES = {f"CIRCLE, {c} arcs": ("CIRCLE", c) for c in (4, 8, 12)}
CASES |= {"ROW": ("ROW", 5), "NINE": ("NINE", 9)}
DRAW = 5


def distances(K, labels):
    """Between the means of the clusters in feature space, from mean similarities."""
    Y = mean_similarity(K, labels)
    return np.sqrt(np.maximum(Y.diagonal()[:, None] + Y.diagonal() - 2 * Y, 0))


def settled(figure):
    """Axes take their final size: the names at the leaves of a tree need to know it."""
    figure.draw_without_rendering()
    figure.set_layout_engine("none")


def clusters(case):
    """Points, labels and distances between the true clusters of one of the cases."""
    name, c = CASES[case]
    X, labels = points_of(name, c)
    return X, labels, distances(kernel_of(name), labels)


def misfits():
    """Clusters in the plane with the errors of the fitted tree as lines, and the tree."""
    return redrawn(_draw_misfit, data=choice(list(CASES), "CIRCLE, 8 arcs", label="data"))


def _draw_misfit(data):
    X, labels, D = clusters(data)
    name, c = CASES[data]
    fitted = fit_tree_metric(D)
    figure = Figure(figsize=(9, 3.9), layout="constrained")
    left, right = figure.subplots(1, 2)
    plot_partition(X, labels, left, colours=colours_of(name, c))
    means = np.array([X[labels == j].mean(axis=0) for j in range(c)])
    wrong = D - fitted.path_metric()
    for j, l in itertools.combinations(range(c), 2):
        width = 25 * abs(wrong[j, l]) / D.max()
        if width > 0.2:
            dashes = "-" if wrong[j, l] > 0 else (0, (2, 1))
            style = {"color": INK, "alpha": 0.45, "linestyle": dashes, "zorder": 4}
            left.plot(*means[[j, l]].T, linewidth=width, **style)
    told = f"misfit {fitted.misfit(D):.1%}, four-point violation {four_point_violation(D):.2f}"
    figure.suptitle(told, fontsize=13, color=INK)
    settled(figure)
    with painting(colours_of(name, c)):
        plot_unrooted_tree(fitted, right)
    return figure, f"{data} with the errors of the best tree as lines, and that tree: {told}."


def wrong_splits(drawn, true):
    """Which edges of a tree part the leaves as no edge of the true one does."""
    known, rows = splits_of(true), drawn.splits().tolist()
    last = drawn.n_leaves - 1
    return np.array([1 < sum(row) < last and tuple(row) not in known for row in rows])


def steps(seed, dimensions):
    """From a topology that shares no split with the true one, interchange by interchange.

    Returns the true tree, and a list of trees with the share of the distances each misses.
    """
    true, D = brownian(seed, dimensions)
    edges = next(e for e in all_topologies(6) if not splits_of(_unit(e)) & splits_of(true))
    now, made = _with_lengths(edges, D), []
    while True:
        made.append(now)
        tries = [_with_lengths(new, D) for new in _interchanges(now[0].edges.tolist(), 6)]
        best = min(tries, key=lambda tried: tried[1])
        if best[1] > now[1] - 1e-9:
            return true, made
        now = best


def search():
    """The tree the data come from, and a tree in the making, a step an interchange."""
    return redrawn(
        _draw_step,
        step=stops(range(5), label="step"),
        dimensions=choice([200, 30], label="dimensions"),
    )


@cache
def _steps(seed, dimensions):
    return steps(seed, dimensions)


def _draw_step(step, dimensions):
    true, made = _steps(DRAW, dimensions)
    now, missed = made[step]
    wrong = wrong_splits(now, true)
    figure = Figure(figsize=(9, 3.9), layout="constrained")
    axes = figure.subplots(1, 2)
    axes[0].set_title("the tree the data come from", fontsize=11, color=INK_2)
    name = f"step {step}" + (", the last" if step == len(made) - 1 else "")
    told = f"{name}: misfit {missed:.1%}, {wrong.sum()} of 3 splits wrong"
    axes[1].set_title(told, fontsize=11, color=INK)
    settled(figure)
    plot_unrooted_tree(true, axes[0])
    plot_unrooted_tree(now, axes[1], wrong_splits=wrong)
    return figure, f"Draw {DRAW} along a tree of six leaves, {dimensions} dimensions, {told}."


def _unit(edges):
    return Tree(edges, np.ones(len(edges)), range(6))


def _with_lengths(edges, D):
    """A topology with its best edge lengths, and the share of D that it misses."""
    inside, (i, j) = _unit(edges).splits(), np.triu_indices(len(D), 1)
    apart = (inside[:, i] != inside[:, j]).T.astype(float)
    lengths, left = least_squares(apart, D[i, j])
    return Tree(edges, lengths, range(len(D))), left / np.linalg.norm(D[i, j])


def _interchanges(edges, n):
    """Around every inner edge, the two other ways to join the four subtrees."""
    edges = [tuple(edge) for edge in edges]
    for u, v in (edge for edge in edges if min(edge) >= n):
        at_u = next(e for e in edges if u in e and v not in e)
        for e in (e for e in edges if v in e and u not in e):
            moved = {at_u: (sum(at_u) - u, v), e: (sum(e) - v, u)}
            yield [moved.get(edge, edge) for edge in edges]


@cache
def six(seed, dimensions=200):
    """Data along a tree of six leaves: kernel matrix and true clusters."""
    X, y, *_ = make_brownian(dimensions=dimensions, random_state=seed)
    return kernel_matrix(X), y
