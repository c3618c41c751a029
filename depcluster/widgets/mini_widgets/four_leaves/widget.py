"""FourLeaves: the four-point condition on a tree whose edges a hand drags, and on four points."""

from __future__ import annotations

import numpy as np

from ....trees import Tree
from ...base.bundle import front_end
from ...base.traits import Flag, Number, Numbers
from ..base import MiniWidget
from .figure import leaves_figure

LONGEST = 4.0
SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
REACH = (-0.4, 1.4)
PAIRINGS = {"ab + cd": (0, 1, 2, 3), "ac + bd": (0, 2, 1, 3), "ad + bc": (0, 3, 1, 2)}
_ROUNDING = 1e-9


class FourLeaves(MiniWidget):
    """A tree of four leaves, ab on one side and cd on the other, and the three sums of distances.

    The four-point condition of Blaschko and Gretton (2008), eq. (11): of the three sums
    ``D_ab + D_cd``, ``D_ac + D_bd`` and ``D_ad + D_bc`` the two larger are equal if distances are
    path lengths along a tree. The smallest names the pairs, and half of what it lacks is the inner
    edge. Four points in the plane seldom fulfil it.

    Parameters
    ----------
    legs : array-like of shape (4,), default=(1, 2, 1, 3)
        Lengths of the edges at the leaves a, b, c and d, from 0 to 4.
    inner : float, default=2
        Length of the edge between ab and cd, from 0 to 4.
    free : bool, default=False
        Whether four points of the plane are shown in place of the tree.
    corners : array-like of shape (4, 2)
        The points, coordinates from -0.4 to 1.4; the corners of the unit square when left out.

    Attributes
    ----------
    legs, inner, free, corners
        As above, where a hand has set them.
    distances : ndarray of shape (4, 4)
        Along the tree, or between the points.
    sums : dict of str to float
    violation : float
        By how much the largest sum stands above the next; 0 for a tree.

    Raises
    ------
    ValueError
        If a length or a place is out of its bounds.

    Examples
    --------
    >>> FourLeaves()
    FourLeaves: a tree, sums ab + cd 7, ac + bd 11, ad + bc 11, inner edge 2
    >>> FourLeaves(free=True)
    FourLeaves: four points, sums ab + cd 2, ac + bd 2.83, ad + bc 2, violation 0.83
    """

    _esm, _css = front_end("mini_widgets/four_leaves/widget.js")
    legs = Numbers((1, 2, 1, 3), shape=(4,), low=0, high=LONGEST).tag(sync=True, control=True)
    inner = Number(2.0, low=0, high=LONGEST).tag(sync=True, control=True)
    free = Flag(False).tag(sync=True, control=True)
    corners = Numbers(SQUARE, shape=(4, 2), low=REACH[0], high=REACH[1]).tag(
        sync=True, control=True
    )

    def __init__(self, legs=(1, 2, 1, 3), inner=2.0, *, free=False, corners=SQUARE):
        super().__init__(legs=legs, inner=inner, free=free, corners=corners)

    @property
    def tree(self):
        """The tree with the edges as they are."""
        edges = [(0, 4), (1, 4), (2, 5), (3, 5), (4, 5)]
        return Tree(edges, [*self.legs, self.inner], "abcd")

    @property
    def distances(self):
        """Along the tree, or between the points."""
        if self.free:
            return np.linalg.norm(self.corners[:, None] - self.corners, axis=2)
        return self.tree.path_metric()

    @property
    def sums(self):
        """The three sums of two distances by name."""
        D = self.distances
        return {name: float(D[i, j] + D[k, m]) for name, (i, j, k, m) in PAIRINGS.items()}

    @property
    def violation(self):
        """By how much the largest sum stands above the next."""
        *_, second, largest = sorted(self.sums.values())
        return largest - second if largest - second > _ROUNDING else 0.0

    def summary(self):
        sums = ", ".join(f"{name} {_trimmed(value)}" for name, value in self.sums.items())
        if self.free:
            return f"FourLeaves: four points, sums {sums}, violation {_trimmed(self.violation)}"
        return f"FourLeaves: a tree, sums {sums}, inner edge {_trimmed(self.inner)}"

    def _figure(self):
        return leaves_figure(self, PAIRINGS.values())


def _trimmed(x):
    return f"{round(x, 2):g}"
