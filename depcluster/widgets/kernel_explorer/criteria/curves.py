"""What the criteria say over the widths of a kernel, computed one width at a time."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from sklearn.metrics import adjusted_rand_score

from ....selection import kernel_rows
from ....selection.criteria import BLIND, CRITERIA
from ....selection.table import winners
from ..label_kernel.engine import WIDTH_REACH

N_WIDTHS = 17
WIDTHS = np.linspace(-WIDTH_REACH, WIDTH_REACH, N_WIDTHS)
LOGARITHMIC = ("gamma",)
LEAST = 1e-9  # on a logarithmic axis; smaller values are rounding


class Curves:
    """The criteria of one kernel over its widths, the widest first.

    Parameters
    ----------
    X : ndarray of shape (m, d)
    y : ndarray of int of shape (m,) or None
        True labels; -1 marks a sample that counts in no agreement.
    kernel : str
    rule : float
        Gamma of the median rule.
    n_clusters : int
    random_state : int, RandomState or None

    Attributes
    ----------
    rows : list of KernelRow
        As far as they are computed.

    Raises
    ------
    ValueError
        As `kernel_rows`.
    """

    def __init__(self, X, y, kernel, rule, n_clusters, random_state):
        kernels = {
            f"{kernel} x{2.0**w:.3g}": {"kernel": kernel, "gamma": rule * 2.0**w} for w in WIDTHS
        }
        self.rows = []
        self._y = y
        self._steps = kernel_rows(X, kernels, n_clusters, random_state=random_state)

    @property
    def names(self):
        """Criteria, in order."""
        return BLIND if self._y is None else (*BLIND, "ari")

    @property
    def done(self):
        """Whether all widths are computed."""
        return len(self.rows) == N_WIDTHS

    def fill(self):
        """Compute what is missing; yields None after each width."""
        for row in self._steps:
            self.rows.append(self._judged(row))
            yield

    def best(self, name):
        """Place of the width a criterion would choose among those computed, or None."""
        values = [row.values[name] for row in self.rows]
        column = np.ma.masked_invalid([np.nan if value is None else value for value in values])
        places = np.flatnonzero(winners(column, CRITERIA[name].higher)) if values else []
        return int(places[0]) if len(places) else None

    def _judged(self, row):
        if self._y is None:
            return row
        known = self._y >= 0
        ari = float(adjusted_rand_score(self._y[known], row.labels[known]))
        return replace(row, values={**row.values, "ari": ari})


class CriteriaEngine:
    """Keeps the curves of some samples, each set once for a kernel and a number of clusters.

    Parameters
    ----------
    X : ndarray of shape (m, d)
    y : ndarray of int of shape (m,) or None
    """

    def __init__(self, X, y):
        self._samples = X, y
        self._curves = {}

    def curves(self, kernel, rule, n_clusters, random_state):
        """The curves, as far as computed; unfinished ones of another question are dropped.

        Returns
        -------
        Curves

        Raises
        ------
        ValueError
            As `kernel_rows`.
        """
        key = kernel, n_clusters
        if key not in self._curves:
            kept = {asked: curves for asked, curves in self._curves.items() if curves.done}
            new = Curves(*self._samples, kernel, rule, n_clusters, random_state)
            self._curves = {**kept, key: new}
        return self._curves[key]
