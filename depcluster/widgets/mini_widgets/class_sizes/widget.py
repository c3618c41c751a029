"""ClassSizes: two methods on the same points, while the classes go from equal to unequal."""

from __future__ import annotations

import traitlets

from ...._validation import Rule, checked
from ...base.bundle import front_end
from ...base.traits import Choice, WholeNumber
from ..base import MiniWidget
from .figure import sizes_figure
from .filing import METHODS, SEARCHES, STEPS, classes_of

MOST_SHAPES = 4
_SHAPES = Rule(
    f"a dict of one to {MOST_SHAPES} tuples (X, y, first sizes, last sizes) by name",
    lambda v: (
        isinstance(v, dict)
        and 1 <= len(v) <= MOST_SHAPES
        and all(isinstance(name, str) and name for name in v)
        and all(isinstance(of, list | tuple) and len(of) == 4 for of in v.values())
    ),
)


class ClassSizes(MiniWidget):
    """k-means and CLUHSICAL on the same points, while the sizes of the classes change.

    Kernel k-means is CLUHSIC with A = I; CLUHSICAL here has A = I, the 0-1 loss and columns over
    their l1 norm. The kernel is linear. At every step the page searches for the clusters of both
    and rings the points that are not with their class. Each accuracy stays in the picture once it
    has been seen.

    Parameters
    ----------
    shapes : dict of str to (X, y, first, last)
        At most 4. X of shape (m, 2) with at most 300 points; y the class of each, from 0, or -1
        for a point that counts in no accuracy; the sizes of the classes at both ends. Between
        them the first points of each class are there, as many as its size, and all of -1.

    Attributes
    ----------
    shape : str
        The name of the points on screen.
    step : int
        From 0, the first sizes, to 20, the last.
    sizes : ndarray of int of shape (c,)
        Of the classes.
    accuracy : dict of str to float
        By method, the share of points in the cluster of their class, clusters named as suits best.

    Raises
    ------
    ValueError
        For points, classes and sizes that do not fit together.

    Notes
    -----
    Source: Zhong et al. (2010), eq. (13).

    Examples
    --------
    >>> from depcluster.datasets import make_three
    >>> sizes = ClassSizes({"three": (*make_three(), [10, 10, 10], [20, 6, 4])})
    >>> sizes.step = 20
    >>> sizes
    ClassSizes: three, classes of 20, 6, 4 points; right: k-means 30, CLUHSICAL 28 of 30
    """

    _esm, _css = front_end("mini_widgets/class_sizes/widget.js")
    _shapes = traitlets.List().tag(sync=True)
    _searches = traitlets.Int(SEARCHES).tag(sync=True)
    shape = Choice(lambda own: own._classes, "").tag(sync=True, control=True)
    step = WholeNumber(most=STEPS, note=", the last sizes").tag(sync=True, control=True)

    @checked(shapes=_SHAPES)
    def __init__(self, shapes):
        self._classes = {name: classes_of(*given) for name, given in shapes.items()}
        self._filed = {}
        super().__init__(
            _shapes=[of.sent(name) for name, of in self._classes.items()],
            shape=next(iter(shapes)),
        )

    @property
    def sizes(self):
        """Of the classes."""
        return self._classes[self.shape].sizes[self.step]

    @property
    def filed(self):
        """By method: the points in its clusters."""
        at = self.shape, self.step
        if at not in self._filed:
            of = self._classes[self.shape]
            self._filed[at] = {method: of.filed(self.step, method) for method in METHODS}
        return self._filed[at]

    @property
    def accuracy(self):
        """By method: the share of points in the cluster of their class."""
        return {method: found.right / self.sizes.sum() for method, found in self.filed.items()}

    def summary(self):
        sizes = ", ".join(map(str, self.sizes))
        right = ", ".join(f"{method} {found.right}" for method, found in self.filed.items())
        return (
            f"ClassSizes: {self.shape}, classes of {sizes} points; "
            f"right: {right} of {self.sizes.sum()}"
        )

    def _figure(self):
        seen = {step: found for (shape, step), found in self._filed.items() if shape == self.shape}
        return sizes_figure(self, {**seen, self.step: self.filed}, STEPS)
