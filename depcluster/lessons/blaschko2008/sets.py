"""The small data sets of the page, each with its kernel matrix, labels and colours."""

from __future__ import annotations

from functools import cache

from ... import kernel_matrix, median_rule, optimal_structure
from ...datasets import make_circle, make_nine, make_row, make_three
from ...labels import preset
from ...plotting import scheme

NAMES = ("ROW", "CIRCLE", "THREE")
STRUCTURES = ("plain", "chain", "ring", "tree", "best possible")


@cache
def points_of(name, c=8):
    """Points and labels of ROW, CIRCLE, THREE or NINE; CIRCLE is cut into c arcs."""
    makers = {"ROW": make_row, "THREE": make_three, "NINE": make_nine}
    return makers[name]() if name in makers else make_circle(n_clusters=c)


@cache
def kernel_of(name):
    """The Gaussian kernel matrix; half as wide on CIRCLE."""
    X, _ = points_of(name)
    return kernel_matrix(X, gamma=(4 if name == "CIRCLE" else 1) * median_rule(X))


def colours_of(name, c):
    """A ramp for ROW, a wheel for CIRCLE, families for NINE, plain colours for THREE."""
    if name == "NINE":
        return scheme("families", (3, 3))
    return scheme({"ROW": "ramp", "CIRCLE": "wheel"}.get(name, "plain"), c)


def structure(name, K, labels):
    """A label kernel by its name, or the best possible one for these labels."""
    if name == "best possible":
        return optimal_structure(K, labels)
    return preset(name, labels.max() + 1)
