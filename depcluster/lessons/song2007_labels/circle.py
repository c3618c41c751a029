"""Beats 1 and 8: a circle cut into eight arcs."""

from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib.figure import Figure

from ...datasets import make_circle
from ...kernels import median_rule
from ...labels import plain, ring
from ...papers.song2007 import CLUHSIC
from ...plotting import scheme
from ...reproduction.song2007.experiments import around
from ...widgets import choice, redrawn
from .marks import draw_kernel, draw_points

ARCS = 8


@cache
def _fits():
    circle, _ = make_circle()
    fit = CLUHSIC(ARCS, gamma=4 * median_rule(circle), random_state=0)
    kernels = {"plain": plain(ARCS), "ring": ring(ARCS)}
    return circle, {
        name: (A, fit.set_params(label_kernel=A).fit(circle).labels_) for name, A in kernels.items()
    }


def wheels():
    """The circle and its label kernel, plain or ring, in the colours of a wheel."""
    colours = scheme("wheel", ARCS)
    circle, fits = _fits()

    def draw(A):
        kernel, labels = fits[A]
        figure = Figure(figsize=(9, 4.1), layout="constrained")
        left, right = figure.subplots(1, 2, width_ratios=[1, 1.25])
        draw_kernel(kernel, colours, left, f"A = {A}({ARCS})")
        draw_points(circle, labels, colours, right, lambda at: 0.28 * at / np.hypot(*at))
        told = "a rainbow" if in_order(circle, labels) else "confetti"
        return figure, (
            f"The label kernel {A}({ARCS}) beside a circle of points cut into eight arcs, of "
            f"{', '.join(map(str, np.bincount(labels)))} points; the colours of the arcs, by the "
            f"wheel, are {told}."
        )

    return redrawn(draw, A=choice(["plain", "ring"], label="label kernel"))


def in_order(points, labels):
    """Whether a walk around the origin meets all labels in order, either way round."""
    return around(points, labels, labels.max() + 1)


def n_arcs(points, labels):
    """How often the label changes on a walk around the origin."""
    walk = labels[np.argsort(np.arctan2(*points.T))]
    return int(np.sum(walk != np.roll(walk, 1)))


def names_around(points, labels):
    """The labels as a walk around the origin meets them, from 0 towards its smaller neighbour."""
    means = np.array([points[labels == j].mean(axis=0) for j in range(labels.max() + 1)])
    order = np.argsort(np.arctan2(*means.T))
    order = np.roll(order, -np.argmin(order))
    if order[1] > order[-1]:
        order = np.r_[0, order[:0:-1]]
    return " ".join(map(str, order))
