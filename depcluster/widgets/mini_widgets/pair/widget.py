"""Pair: a scatter and its Gram matrix, in which a pixel is two points."""

from __future__ import annotations

import numpy as np
import traitlets

from ...._validation import (
    ANYTHING,
    LABELS,
    NOTHING,
    POSITIVE,
    check_labels,
    checked,
    counted,
    is_whole,
    short_repr,
)
from ....kernels.matrix import kernel_matrix, median_rule
from ....labels.partition import sort_by_cluster
from ...base.bundle import front_end
from ...base.coloured import Coloured
from ...base.traits import Flag, numbers_for_page
from ..base import MiniWidget
from ..points import flat_points
from .figure import pair_figure

MAX_CLUSTERS = 256


class TwoPoints(traitlets.TraitType):
    """The numbers of two of the owner's points, as a tuple, or None."""

    def validate(self, obj, value):
        last, two = len(obj._X) - 1, isinstance(value, list | tuple) and len(value) == 2
        if not two or not all(is_whole(i) and 0 <= i <= last for i in value):
            raise ValueError(
                f"{self.name} must be None or two points from 0 to {last}; got "
                f"{short_repr(value)}. Try {self.name}=(0, 1)."
            )
        return tuple(map(int, value))

    def for_page(self, owner):
        return numbers_for_page((2,), 0, len(owner._X) - 1, whole=True, none=True)


class Pair(Coloured, MiniWidget):
    """Points of the plane beside their Gram matrix: a pixel is the similarity of two points.

    A pixel rings and joins its two points and tells their distance and their similarity
    ``exp(-s d^2)``; a point lights its row and its column. A button sorts the rows by group.

    Parameters
    ----------
    X : array-like of shape (m, 2)
        At most 300 points.
    labels : array of int of shape (m,)
        The group of each point.
    gamma : float, optional
        The width s; by default the median rule's.
    order : array of int of shape (m,), optional
        Which point each row shows before it is sorted; by default they stand as given.
    colours : {"plain", "wheel", "ramp", "families"} or list of str, optional
        Of the groups.

    Attributes
    ----------
    sorted : bool
        Whether the rows stand by group.
    pair : tuple of two int, or None
        The two points that are kept on screen.

    Raises
    ------
    ValueError
        If X is no table of two columns, or the order does not name each point once.

    Examples
    --------
    >>> pair = Pair([[0, 0], [3, 4], [0, 1]], [0, 1, 0], gamma=0.01)
    >>> pair.pair = 0, 1
    >>> pair
    Pair: 3 points in 2 groups, s 0.01, rows as given; points 0 and 1: distance 5.00, K 0.78
    """

    _esm, _css = front_end("mini_widgets/pair/widget.js")
    _points = traitlets.Bytes().tag(sync=True)
    _unit = traitlets.Float(1.0).tag(sync=True)
    _labels = traitlets.Bytes().tag(sync=True)
    _n_clusters = traitlets.Int().tag(sync=True)
    _order = traitlets.List(traitlets.Int()).tag(sync=True)
    _s = traitlets.Float().tag(sync=True)
    sorted = Flag(False).tag(sync=True, control=True)
    pair = TwoPoints(None, allow_none=True).tag(sync=True, control=True)

    @checked(X=ANYTHING, labels=LABELS, gamma=POSITIVE | NOTHING, order=LABELS | NOTHING)
    def __init__(self, X, labels, gamma=None, order=None, colours=None):
        self._X, points, unit = flat_points(X)
        m = len(self._X)
        self._groups = check_labels(labels, m, MAX_CLUSTERS, every=False)
        self._given = np.arange(m) if order is None else check_order(order, m)
        super().__init__(
            _points=points,
            _unit=unit,
            _labels=self._groups.astype(np.uint8).tobytes(),
            _n_clusters=int(self._groups.max()) + 1,
            _order=self._given.tolist(),
            _s=median_rule(self._X) if gamma is None else gamma,
            colours=colours,
        )

    def summary(self):
        m = counted(len(self._X), "point")
        groups = counted(len(np.unique(self._groups)), "group")
        how = "sorted by group" if self.sorted else "as given"
        text = f"Pair: {m} in {groups}, s {self._s:.3g}, rows {how}"
        if self.pair is None:
            return text
        i, l = self.pair
        d = np.linalg.norm(self._X[i] - self._X[l])
        K_il = np.exp(-self._s * d**2)
        return f"{text}; points {i} and {l}: distance {d:.2f}, K {K_il:.2f}"

    def _figure(self):
        K = kernel_matrix(self._X, gamma=self._s)
        order = self._given
        if self.sorted:
            order = order[sort_by_cluster(self._groups[order])]
        return pair_figure(self, self._X, K, self._groups, order)


def check_order(order, m):
    """Which point each row shows: each of 0..m-1 once."""
    order = check_labels(order, m, m, name="order", every=False)
    if len(np.unique(order)) < m:
        raise ValueError(
            f"order must name each of the points 0..{m - 1} once; got {short_repr(order)}. "
            f"Try np.random.default_rng(0).permutation({m})."
        )
    return order
