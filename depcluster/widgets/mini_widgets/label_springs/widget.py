"""LabelSprings: the regression of Zhong's eq. (3), whose springs pull the right label ahead."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ...._typing import ArrayLike, Spec
from ...._validation import check_labels, check_whole, number, numbers, takes
from ....kernels.matrix import median_rule
from ....labels import tree, tree_loss, zero_one_loss
from ...base.bundle import bundle
from ...base.coloured import Coloured
from ...base.traits import Choice, Number, Numbers, WholeNumber
from ..base import MiniWidget

REACH = 100.0
MOST_PAIRS = 240  # of a point and a wrong label


class LabelSprings(Coloured, MiniWidget):
    r"""One point of a relaxed regression: how far its right label leads each wrong one.

    Zhong et al. (2010), with ``lead_i(y) = f(x_i, y_i) - f(x_i, y)``, solved anew at each move:

    .. math:: \min_w\ \tfrac12 \|w\|^2 + \frac{C}{m} \sum_{i,\, y \ne y_i} \Delta(y_i, y)\,
       (1 - \mathrm{lead}_i(y))^2 \tag{3}

    Parameters
    ----------
    X : array-like of shape (m, 2)
        Entries of at most 100 in size.
    labels : array-like of int of shape (m,)
    spec : tuple of int, or nested lists, default=(2, 2)
        Of the `labels.tree`: at most 6 leaves, and 240 pairs of a point and a wrong label.
    point : int, default=3
        Whose ``position`` and ``label`` can be set.
    C : float, default=0.1
        Stiffness as a multiple of m, from 0.00001 to 100.
    loss_preset : {"tree", "zero-one"}, default="tree"
    scale : {"K / m", "K"}, default="K / m"
        Of the centred Gaussian kernel matrix, of the median rule's width.

    Raises
    ------
    ValueError
        For data, labels or a tree that do not fit together, or values out of range.

    Examples
    --------
    >>> LabelSprings([[0, 0], [0, 1], [4, 0], [4, 1]], range(4))
    LabelSprings: 4 points; point 3 with label 3, C 0.1 m, K / m, tree loss
    """

    _esm, _css = bundle("mini_widgets/label_springs/widget.js")
    position = Numbers((0, 0), shape=(2,), low=-REACH, high=REACH).tag(sync=True, control=True)
    label = WholeNumber(most=lambda own: own._n_clusters - 1, note=", the last leaf").tag(
        sync=True, control=True
    )
    C = Number(0.1, low=1e-5, high=100).tag(sync=True, control=True)
    loss_preset = Choice(("tree", "zero-one")).tag(sync=True, control=True)
    scale = Choice(("K / m", "K")).tag(sync=True, control=True)

    @takes(X=numbers("m", 2))
    def __init__(
        self,
        X: ArrayLike,
        labels: ArrayLike,
        spec: Spec = (2, 2),
        *,
        point: int = 3,
        C: float = 0.1,
        loss_preset: Literal["tree", "zero-one"] = "tree",
        scale: Literal["K / m", "K"] = "K / m",
    ) -> None:
        A = tree(spec)
        c = check_whole(len(A), "the number of leaves of spec", 2, 6)
        check_whole(len(X), "the number of rows of X", 2, MOST_PAIRS // (c - 1))
        number(high=REACH)(np.abs(X).max(), "the largest size in X", hint="Scale X.")
        labels = check_labels(labels, len(X), c, every=False)
        point = check_whole(point, "point", 0, len(X) - 1)
        tables = {"A": A, "tree": tree_loss(spec), "zero-one": zero_one_loss(c)}
        arrays = {"points": X, "labels": labels, **tables}
        given = {name: array.tolist() for name, array in arrays.items()}
        given |= {"n_clusters": c, "point": point, "s": float(median_rule(X))}
        at = {"position": X[point], "label": int(labels[point])}
        more = {"C": C, "loss_preset": loss_preset, "scale": scale, "colours": "families"}
        super().__init__(_given=given, **at, **more)

    def summary(self) -> str:
        return (
            f"LabelSprings: {len(self._given['points'])} points; point {self._given['point']} with "
            f"label {self.label}, C {self.C:g} m, {self.scale}, {self.loss_preset} loss"
        )
