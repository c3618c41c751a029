"""ClassSizes: two methods on the same points, while the classes go from equal to unequal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...._validation import as_array, check_whole, takes, whole_numbers
from ...base.bundle import bundle
from ...base.traits import Choice, WholeNumber
from ..base import MiniWidget
from ..points import flat_points, shapes

STEPS, MOST_CLASSES = 20, 10


class ClassSizes(MiniWidget):
    """k-means and CLUHSICAL on the same points, while the sizes of the classes change.

    Kernel k-means is CLUHSIC with A = I; CLUHSICAL here has A = I, the 0-1 loss and columns over
    their l1 norm, Zhong et al. (2010), eq. (13). The kernel is linear. At every step the page
    searches for the clusters of both and rings the points that are not with their class. Each
    accuracy stays in the picture once it has been seen.

    Parameters
    ----------
    shapes : dict of str to (X, y, first, last)
        At most 4. X of shape (m, 2) with at most 300 points; y the class of each, from 0, or -1
        for a point that counts in no accuracy; the sizes of the classes at both ends. Between
        them the first points of each class are there, as many as its size, and all of -1.

    Attributes
    ----------
    shape : str
        The name of the points on screen. Can be set, as ``step``.
    step : int
        From 0, the first sizes, to 20, the last.
    sizes : list of int
        Of the classes.

    Raises
    ------
    ValueError
        For points, classes and sizes that do not fit together.

    Examples
    --------
    >>> from depcluster.datasets import make_three
    >>> sizes = ClassSizes({"three": (*make_three(), [10, 10, 10], [20, 6, 4])})
    >>> sizes.step = 20
    >>> sizes
    ClassSizes: three, classes of 20, 6, 4 points
    """

    _esm, _css = bundle("mini_widgets/class_sizes/widget.js")
    shape = Choice(lambda own: [of["name"] for of in own._given["shapes"]], "").tag(
        sync=True, control=True
    )
    step = WholeNumber(most=STEPS, note=", the last sizes").tag(sync=True, control=True)

    @takes(shapes=shapes("X", "y", "first sizes", "last sizes"))
    def __init__(self, shapes: Mapping[str, Sequence[Any]]) -> None:
        sent = [{"name": name, **_sent(*given)} for name, given in shapes.items()]
        super().__init__(_given={"shapes": sent}, shape=next(iter(shapes)))

    @property
    def sizes(self) -> list[int]:
        """Of the classes."""
        shapes = self._given["shapes"]
        return next(of["sizes"] for of in shapes if of["name"] == self.shape)[self.step]

    def summary(self) -> str:
        return f"ClassSizes: {self.shape}, classes of {', '.join(map(str, self.sizes))} points"


def sizes_between(first, last, share):
    """Whole numbers at a share of the way from some sizes to others, by largest remainder."""
    wanted = (1 - share) * np.asarray(first) + share * np.asarray(last)
    sizes = np.floor(wanted + 1e-9).astype(int)
    left = round(wanted.sum()) - sizes.sum()
    sizes[np.argsort(-(wanted - sizes).round(9), kind="stable")[:left]] += 1
    return sizes.tolist()


def _sent(X, y, first, last):
    """Points, their classes and the sizes of these at each step, as the page takes them."""
    X, shown, _ = flat_points(as_array(X, "X", "a table"))
    known = {"m": len(X)}
    y = whole_numbers("m", least=-1, most=MOST_CLASSES - 1)(y, "y", known)
    here = np.bincount(y[y >= 0])
    known["c"] = check_whole(len(here), "the number of classes in y", 2, MOST_CLASSES)
    first = whole_numbers("c", least=1)(first, "the first sizes", known)
    last = whole_numbers("c", least=1)(last, "the last sizes", known)
    most = np.maximum(first, last)
    if (most > here).any():
        raise ValueError(
            f"y must hold as many points of each class as the sizes ask for, {most.tolist()}; "
            f"got {here.tolist()}."
        )
    sizes = [sizes_between(first, last, step / STEPS) for step in range(STEPS + 1)]
    return {"points": shown, "y": y.tolist(), "sizes": sizes}
