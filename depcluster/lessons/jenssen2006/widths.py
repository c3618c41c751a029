"""At which widths the method is right, from the recorded curves."""

from __future__ import annotations

import numpy as np

from ...reproduction.jenssen2006.experiments import REPORTED, RIGHT, recorded_errors, widths_of
from ...reproduction.table import Table

ROWS = {
    "dense crescents, 1/f": ("dense", "laplacian", "none given"),
    "dense crescents, u = 1": ("dense", "affinity", "{:.2f} to {:.2f}"),
    "sparse crescents, 1/f": ("sparse", "laplacian", "not beyond {:.2f}"),
    "sparse crescents, u = 1": ("sparse", "affinity", "at none"),
    "rings, 1/f": ("rings", "laplacian", "{:.2f} to {:.2f}"),
    "rings, u = 1": ("rings", "affinity", "at none"),
}


def right_widths():
    """From which to which width at most 1 % of the points are wrong, in 20 recorded draws."""
    rows = []
    for name, (kind, method, printed) in ROWS.items():
        E, sigma = recorded_errors(kind, method), widths_of(kind)
        by_draw = np.median(E, axis=0), E.max(axis=0)
        printed = printed.format(*np.atleast_1d(REPORTED.get((kind, method), ())))
        rows.append((name, *(_reach(sigma, e <= RIGHT) for e in by_draw), printed))
    columns = "data and weight", "in the median", "in all twenty draws", "paper, one draw"
    return Table("Widths at which at most 1 % of the points are wrong", columns, rows)


def _reach(sigma, right):
    return f"{sigma[right].min():.2f} to {sigma[right].max():.2f}" if right.any() else "at none"
