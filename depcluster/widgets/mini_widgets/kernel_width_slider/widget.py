"""KernelWidthSlider: the same points and method, and one width of the kernel after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
from sklearn.metrics import adjusted_rand_score

from ...._typing import ArrayLike, RandomState
from ...._validation import Rule, check_labels, checked, number, several, whole
from ....kernels.matrix import median_rule
from ....labels.symmetries import align_labels
from ....papers.song2007.cluhsic import CLUHSIC
from ...base.bundle import bundle
from ...base.traits import Choice
from ..base import MiniWidget
from ..points import flat_points, shapes

FACTORS = (0.25, 0.5, 1, 2, 3, 4, 5, 6, 8, 10, 14, 20, 30)
_FACTORS = Rule(
    "a list of at least 2 numbers from 0.001 to 1000 that ascend",
    lambda v: several(number(0.001, 1000), 2).holds(v) and (np.diff(v) > 0).all(),
)


def _fitted(n_clusters, factors, X, y, **options):
    """What the page is told of a shape; labels are named like those of the width before."""
    X, points, unit = flat_points(X)
    y, s = check_labels(y, len(X), name="y", every=False), float(median_rule(X))
    found = [np.minimum(y, n_clusters - 1)]
    for factor in factors:
        labels = CLUHSIC(n_clusters, gamma=factor * s, **options).fit(X).labels_
        found.append(align_labels(labels, found[-1], np.eye(n_clusters)))
    return {
        "points": points,
        "unit": unit,
        "s": s,
        "labels": np.array(found[1:], dtype=np.uint8).tobytes(),
        "ari": [float(adjusted_rand_score(y, labels)) for labels in found[1:]],
    }


class KernelWidthSlider(MiniWidget):
    r"""Found clusters, K and the agreement with the true groups, at any of several widths.

    CLUHSIC runs at every width when the widget is made; the page sorts K by found cluster.

    .. math:: K_{il} = \exp(-s \|x_i - x_l\|^2)

    Parameters
    ----------
    shapes : dict of str to (X, y)
        At most 4; X of shape (m, 2) with at most 300 points, y the true group of each.
    n_clusters : int, default=2
        From 2 to 10.
    factors : sequence of float
        The widths, in multiples of the median rule, ascending.
    random_state : int, RandomState or None, default=0
    n_init : int, default=40
        Searches at each width.

    Attributes
    ----------
    shape : str
        The name of the points on screen. Can be set.
    factor : float
        The width on screen, one of ``factors``. Can be set.

    Raises
    ------
    ValueError
        If there are no such shapes, widths or clusters.

    Examples
    --------
    >>> from depcluster.datasets import make_three
    >>> width = KernelWidthSlider({"three": make_three()}, 3, factors=(1, 4), n_init=2)
    >>> width.factor = 4
    >>> width
    KernelWidthSlider: three, 60 points in 3 clusters, s 0.514 = 4 x median rule
    """

    _esm, _css = bundle("mini_widgets/kernel_width_slider/widget.js")
    shape = Choice(lambda own: own._given["shapes"], "").tag(sync=True, control=True)
    factor = Choice(lambda own: own._given["factors"], 1.0).tag(sync=True, control=True)

    @checked(shapes=shapes("X", "y"), n_clusters=whole(2, 10), factors=_FACTORS)
    def __init__(
        self,
        shapes: Mapping[str, tuple[ArrayLike, ArrayLike]],
        n_clusters: int = 2,
        factors: Sequence[float] = FACTORS,
        random_state: RandomState = 0,
        n_init: int = 40,
    ) -> None:
        fit = partial(_fitted, n_clusters, factors, random_state=random_state, n_init=n_init)
        fitted = {name: fit(*pair) for name, pair in shapes.items()}
        factors = [float(factor) for factor in factors]
        nearest = min(factors, key=lambda factor: abs(np.log(factor)))
        given = {"shapes": fitted, "factors": factors, "n_clusters": n_clusters}
        super().__init__(_given=given, shape=next(iter(shapes)), factor=nearest)

    def summary(self) -> str:
        shape = self._given["shapes"][self.shape]
        return (
            f"KernelWidthSlider: {self.shape}, {len(shape['points']) // 8} points in "
            f"{self._n_clusters} clusters, s {self.factor * shape['s']:.3g} = {self.factor:g} x "
            "median rule"
        )
