"""Beat 8: forty searches from random starts, and how many end in the right order."""

from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib.figure import Figure

from ...datasets import make_circle
from ...kernels import as_gram, kernel_matrix, median_rule
from ...labels import ring
from ...plotting import INK, RULE, scheme
from ...reproduction import algorithm_1
from ...reproduction.song2007.experiments import near
from ...search import Normalized, Problem, climb, polish, random_labels
from ...widgets import choice, redrawn
from .circle import ARCS, in_order

STARTS = 40
WAYS = ("search only", "search + order matching")


@cache
def endings():
    """Labels and J of forty searches, without and with order matching."""
    circle, _ = make_circle()
    K = as_gram(kernel_matrix(circle, gamma=4 * median_rule(circle)))
    problem, found = Problem(K, Normalized(ring(ARCS)), ARCS), {way: [] for way in WAYS}
    for seed in range(STARTS):
        start = random_labels(len(circle), ARCS, np.random.RandomState(seed))
        *_, alone = climb(problem, start)
        matched = polish(problem, start, np.random.RandomState(seed))
        for way, end in zip(WAYS, (alone, matched), strict=True):
            found[way].append((end.labels, end.objective))
    return found


def point_by_point(n_starts):
    """Whether Algorithm 1 as printed ends with names in order, from each of some random starts."""
    circle, _ = make_circle()
    starts = [random_labels(len(circle), ARCS, np.random.RandomState(k)) for k in range(n_starts)]
    found = algorithm_1(near(circle, 4), ring(ARCS), starts).labels
    return [in_order(circle, labels) for labels in found]


def forty_wheels():
    """Forty small circles in the colours of the wheel; framed where the names are in order."""
    colours = np.array(scheme("wheel", ARCS))
    circle, found = make_circle()[0], endings()

    def draw(way):
        figure = Figure(figsize=(9, 4.2), layout="constrained")
        right = 0
        for ax, (labels, _) in zip(figure.subplots(4, 10).flat, found[way], strict=True):
            ax.scatter(*circle.T, s=5, c=colours[labels], linewidths=0)
            ordered = in_order(circle, labels)
            right += ordered
            ax.set(xticks=[], yticks=[], aspect="equal", xlim=(-1.4, 1.4), ylim=(-1.4, 1.4))
            ax.spines[:].set(color=INK if ordered else RULE, linewidth=2.2 if ordered else 0.6)
        told = f"{way}: {right} of {STARTS} in order"
        figure.suptitle(told, fontsize=13, color=INK)
        return figure, f"Forty small circles coloured by label, framed where in order. {told}."

    return redrawn(draw, way=choice(list(WAYS), label="way"))
