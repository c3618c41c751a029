"""FourLeaves: the four-point condition on a tree whose edges a hand drags, and on four points."""

from __future__ import annotations

from ...._typing import ArrayLike
from ...base.bundle import bundle
from ...base.traits import Flag, Number, Numbers
from ..base import MiniWidget

LONGEST = 4.0
SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


class FourLeaves(MiniWidget):
    """A tree of four leaves, ab on one side and cd on the other, and the three sums of distances.

    The four-point condition of Blaschko and Gretton (2008), eq. (11): of the three sums
    ``D_ab + D_cd``, ``D_ac + D_bd`` and ``D_ad + D_bc`` the two larger are equal if distances are
    path lengths along a tree. The smallest names the pairs, and half of what it lacks is the inner
    edge. Four points in the plane seldom fulfil it. `depcluster.trees.four_point_violation` tells
    by how much.

    Parameters
    ----------
    legs : array-like of shape (4,), default=(1, 2, 1, 3)
        Lengths of the edges at the leaves a, b, c and d, from 0 to 4. Can be set, as all others.
    inner : float, default=2
        Length of the edge between ab and cd, from 0 to 4.
    free : bool, default=False
        Whether four points of the plane are shown in place of the tree.
    corners : array-like of shape (4, 2)
        The points, coordinates from -0.4 to 1.4; the corners of the unit square when left out.

    Raises
    ------
    ValueError
        If a length or a place is out of its bounds.

    Examples
    --------
    >>> FourLeaves()
    FourLeaves: a tree, legs 1, 2, 1, 3, inner edge 2
    """

    _esm, _css = bundle("mini_widgets/four_leaves/widget.js")
    legs = Numbers((1, 2, 1, 3), shape=(4,), low=0, high=LONGEST).tag(sync=True, control=True)
    inner = Number(2.0, low=0, high=LONGEST).tag(sync=True, control=True)
    free = Flag(False).tag(sync=True, control=True)
    corners = Numbers(SQUARE, shape=(4, 2), low=-0.4, high=1.4).tag(sync=True, control=True)

    def __init__(
        self,
        legs: ArrayLike = (1, 2, 1, 3),
        inner: float = 2.0,
        *,
        free: bool = False,
        corners: ArrayLike = SQUARE,
    ) -> None:
        super().__init__(legs=legs, inner=inner, free=free, corners=corners)

    def summary(self) -> str:
        if self.free:
            return "FourLeaves: four points"
        legs = ", ".join(f"{leg:.4g}" for leg in self.legs)
        return f"FourLeaves: a tree, legs {legs}, inner edge {self.inner:.4g}"
