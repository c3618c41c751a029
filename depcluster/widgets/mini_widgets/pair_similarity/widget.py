"""PairSimilarity: a scatter and its Gram matrix, in which a pixel is two points."""

from __future__ import annotations

import numpy as np

from ...._typing import ArrayLike, Colours
from ...._validation import NOTHING, POSITIVE, check_labels, counted, takes
from ....kernels.matrix import median_rule
from ...base.bundle import bundle
from ...base.coloured import Coloured
from ...base.traits import Flag, WholeNumbers
from ..base import MiniWidget
from ..points import flat_points


class PairSimilarity(Coloured, MiniWidget):
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
    pair : ndarray of two int, or None
        The two points that are kept on screen.

    Raises
    ------
    ValueError
        If X is no table of two columns, or the order does not name each point once.

    Examples
    --------
    >>> pair = PairSimilarity([[0, 0], [3, 4], [0, 1]], [0, 1, 0], gamma=0.01)
    >>> pair.pair = 0, 1
    >>> pair
    PairSimilarity: 3 points in 2 groups, s 0.01, rows as given; points 0 and 1
    """

    _esm, _css = bundle("mini_widgets/pair_similarity/widget.js")
    sorted = Flag(False).tag(sync=True, control=True)
    pair = WholeNumbers(
        None, length=2, most=lambda own: len(own._given["order"]) - 1, allow_none=True
    ).tag(sync=True, control=True)

    @takes(gamma=POSITIVE | NOTHING)
    def __init__(
        self,
        X: ArrayLike,
        labels: ArrayLike,
        gamma: float | None = None,
        order: ArrayLike | None = None,
        colours: Colours | None = None,
    ) -> None:
        X, points, unit = flat_points(X)
        labels = check_labels(labels, len(X), 256, every=False)
        order = range(len(X)) if order is None else order
        given = {
            "points": points,
            "unit": unit,
            "labels": labels.astype(np.uint8).tobytes(),
            "n_clusters": int(labels.max()) + 1,
            "order": check_labels(order, len(X), len(X), name="order").tolist(),
            "s": median_rule(X) if gamma is None else gamma,
        }
        super().__init__(_given=given, colours=colours)

    def summary(self) -> str:
        given, groups = self._given, counted(len({*self._given["labels"]}), "group")
        how = "sorted by group" if self.sorted else "as given"
        kept = "" if self.pair is None else "; points {} and {}".format(*self.pair)
        m = counted(len(given["order"]), "point")
        return f"PairSimilarity: {m} in {groups}, s {given['s']:.3g}, rows {how}{kept}"
