"""Pair: a scatter and its Gram matrix, in which a pixel is two points."""

from __future__ import annotations

import numpy as np
import traitlets

from ...._validation import NOTHING, POSITIVE, check_labels, counted, is_whole, short_repr, takes
from ....kernels.matrix import median_rule
from ...base.bundle import bundle
from ...base.coloured import Coloured
from ...base.traits import Flag, numbers_for_page
from ..base import MiniWidget
from ..points import flat_points


class TwoPoints(traitlets.TraitType):
    """The numbers of two of the owner's points, as a tuple, or None."""

    def validate(self, obj, value):
        last, two = len(obj._order) - 1, isinstance(value, list | tuple) and len(value) == 2
        if not two or not all(is_whole(i) and 0 <= i <= last for i in value):
            raise ValueError(
                f"{self.name} must be None or two points from 0 to {last}; got "
                f"{short_repr(value)}. Try {self.name}=(0, 1)."
            )
        return tuple(map(int, value))

    def for_page(self, owner):
        return numbers_for_page((2,), 0, len(owner._order) - 1, whole=True, none=True)


class Pair(Coloured, MiniWidget):
    r"""Points of the plane beside their Gram matrix: a pixel is the similarity of two points.

    A pixel rings and joins its two points, a point lights its row and its column, a button sorts
    the rows by group.

    .. math:: K_{il} = \exp(-s \|x_i - x_l\|^2)

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
        Whether the rows stand by group. Can be set, as ``pair``.
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
    Pair: 3 points in 2 groups, s 0.01, rows as given; points 0 and 1
    """

    _esm, _css = bundle("mini_widgets/pair/widget.js")
    _points = traitlets.Bytes().tag(sync=True)
    _unit = traitlets.Float(1.0).tag(sync=True)
    _labels = traitlets.Bytes().tag(sync=True)
    _n_clusters = traitlets.Int().tag(sync=True)
    _order = traitlets.List(traitlets.Int()).tag(sync=True)
    _s = traitlets.Float().tag(sync=True)
    sorted = Flag(False).tag(sync=True, control=True)
    pair = TwoPoints(None, allow_none=True).tag(sync=True, control=True)

    @takes(gamma=POSITIVE | NOTHING)
    def __init__(self, X, labels, gamma=None, order=None, colours=None):
        X, points, unit = flat_points(X)
        labels = check_labels(labels, len(X), 256, every=False)
        order = range(len(X)) if order is None else order
        super().__init__(
            _points=points,
            _unit=unit,
            _labels=labels.astype(np.uint8).tobytes(),
            _n_clusters=int(labels.max()) + 1,
            _order=check_labels(order, len(X), len(X), name="order").tolist(),
            _s=median_rule(X) if gamma is None else gamma,
            colours=colours,
        )

    def summary(self):
        m, groups = counted(len(self._order), "point"), counted(len({*self._labels}), "group")
        how = "sorted by group" if self.sorted else "as given"
        kept = f"; points {self.pair[0]} and {self.pair[1]}" if self.pair else ""
        return f"Pair: {m} in {groups}, s {self._s:.3g}, rows {how}{kept}"
