"""LonePoint: one point beside two groups, and the eigenvalue that it gets."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import traitlets

from ...._validation import number, numbers, takes
from ....papers.jenssen2006 import angle_clustering, leading_pairs, weighted_kernel, window_kernel
from ...base.bundle import front_end
from ...base.traits import Choice, Number
from ..base import MiniWidget
from .figure import HEIGHTS, lone_figure

FARTHEST = 8.0
REACH = 100.0
MOST_POINTS = 200
WEIGHTINGS = ("laplacian", "affinity", "outlier")


class Lead(NamedTuple):
    """The three largest eigenvalues, and what their vectors hold of the lone point.

    Attributes
    ----------
    values : ndarray of shape (3,)
        Eigenvalues of the weighted kernel over N.
    kept, third : float
        Squared length of the point in the first two vectors and in the third, from 0 to 1.
    """

    values: np.ndarray
    kept: float
    third: float


class LonePoint(MiniWidget):
    """Points in the plane and one more at (0, height), clustered into two by angle.

    Drag the point up: the page computes the weighted kernel, its leading eigenvectors and the
    clusters anew each time and needs no running kernel. Two eigenvectors are kept; beside the
    points stand the second eigenvalue, the last that is kept, and the third over the height.

    Parameters
    ----------
    X : array-like of shape (m, 2)
        From 4 to 200 points, entries of at most 100 in size, which spread over at least sigma.
    sigma : float, default=0.7
        Width of the window, from 0.1 to 10.
    height : float, default=2
        Of the lone point, from 0 to 8.
    weighting : {"laplacian", "affinity", "outlier"}, default="laplacian"

    Attributes
    ----------
    height, weighting
        As above, as they are set now.
    labels : ndarray of int of shape (m + 1,)
        The clusters found, the lone point's last; 0 is the cluster of the first point.
    lead : Lead
        The leading eigenvalues, and what their vectors hold of the lone point.

    Raises
    ------
    ValueError
        For points that are too many or too near together, or values out of range.

    Notes
    -----
    Source: Jenssen et al. (2006), sections III and V.

    Examples
    --------
    >>> X = np.random.default_rng(0).normal(size=(20, 2)) + [[-3, 0], [3, 0]] * 10
    >>> lone = LonePoint(X)
    >>> np.bincount(lone.labels).tolist()
    [10, 11]
    >>> lone.height = 8
    >>> np.bincount(lone.labels).tolist()
    [20, 1]
    """

    _esm, _css = front_end("mini_widgets/lone_point/widget.js")
    _points = traitlets.List().tag(sync=True)
    _sigma = traitlets.Float().tag(sync=True)
    height = Number(2.0, low=0, high=FARTHEST).tag(sync=True, control=True)
    weighting = Choice(WEIGHTINGS).tag(sync=True, control=True)

    @takes(X=numbers("m", 2), sigma=number(0.1, 10))
    def __init__(self, X, sigma=0.7, *, height=2.0, weighting="laplacian"):
        if not 4 <= len(X) <= MOST_POINTS:
            raise ValueError(
                f"X must have from 4 to {MOST_POINTS} rows in this widget; got {len(X)}. Try "
                f"X[:{MOST_POINTS}]."
            )
        if np.abs(X).max() > REACH or np.ptp(X, axis=0).max() < sigma:
            raise ValueError(
                f"X must have entries of at most {REACH:g} in size that spread over at least "
                f"sigma, {sigma:g}; got from {X.min():.3g} to {X.max():.3g}. Scale X or sigma."
            )
        self._X = X
        super().__init__(
            _points=X.tolist(), _sigma=float(sigma), height=height, weighting=weighting
        )

    def _clustered(self, height):
        points = np.vstack([self._X, [[0.0, height]]])
        found = angle_clustering(points, 2, sigma=self._sigma, weighting=self.weighting)
        return points, found

    def _lead(self, height):
        points, found = self._clustered(height)
        K_u = weighted_kernel(window_kernel(points, sigma=self._sigma), found.weights)
        values, V = leading_pairs(K_u, 3)
        first, second, third = V[-1] ** 2
        return Lead(values / len(points), float(first + second), float(third))

    @property
    def labels(self):
        """The clusters found, (m + 1,)."""
        labels = self._clustered(self.height)[1].labels
        return (labels != labels[0]).astype(int)

    @property
    def lead(self):
        """The leading eigenvalues, as they are on screen."""
        return self._lead(self.height)

    def summary(self):
        n, lead = np.bincount(self.labels, minlength=2), self.lead
        near = np.hypot(self._X[:, 0], self._X[:, 1] - self.height).min() / self._sigma
        return (
            f"LonePoint: {self.weighting} weighting, height {self.height:g}, nearest point "
            f"{near:.1f} sigma away, clusters of {n[0]} and {n[1]}, second eigenvalue "
            f"{lead.values[1]:.3f}, third {lead.values[2]:.3f}"
        )

    def _figure(self):
        points, _ = self._clustered(self.height)
        curve = [self._lead(height) for height in HEIGHTS]
        return lone_figure(self, points, self.labels, curve, self.lead)
