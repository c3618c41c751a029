"""LonePoint: one point beside two groups, and the eigenvalue that it gets."""

from __future__ import annotations

from typing import Literal

import numpy as np

from ...._typing import ArrayLike
from ...._validation import check_whole, number, numbers, takes
from ...base.bundle import bundle
from ...base.traits import Choice, Number
from ..base import MiniWidget


class LonePoint(MiniWidget):
    r"""Points in the plane and one more at (0, height), clustered into two by angle.

    A hand drags the point up. Two leading eigenvectors are kept of the weighted kernel, Jenssen et
    al. (2006), sections III and V,

    .. math:: K_u[i, j] = \sqrt{u_i u_j}\, W_{\sqrt2 \sigma}(x_i, x_j)

    and the page has the second eigenvalue, the last that is kept, and the third over the height.

    Parameters
    ----------
    X : array-like of shape (m, 2)
        From 4 to 200 points, entries of at most 100 in size, which spread over at least sigma.
    sigma : float, default=0.7
        Width of the window, from 0.1 to 10.
    height : float, default=2
        From 0 to 8. Can be set.
    weighting : {"laplacian", "affinity", "outlier"}, default="laplacian"
        Can be set.

    Raises
    ------
    ValueError
        For points that are too many or too near together, or values out of range.

    Examples
    --------
    >>> LonePoint([[-3, 0], [-3, 1], [3, 0], [3, 1]], height=8)
    LonePoint: 4 points and one at height 8, sigma 0.7, laplacian weighting
    """

    _esm, _css = bundle("mini_widgets/lone_point/widget.js")
    height = Number(2.0, low=0, high=8).tag(sync=True, control=True)
    weighting = Choice(("laplacian", "affinity", "outlier")).tag(sync=True, control=True)

    @takes(X=numbers("m", 2), sigma=number(0.1, 10))
    def __init__(
        self,
        X: ArrayLike,
        sigma: float = 0.7,
        *,
        height: float = 2.0,
        weighting: Literal["laplacian", "affinity", "outlier"] = "laplacian",
    ) -> None:
        check_whole(len(X), "the number of rows of X", 4, 200, hint="Try X[:200].")
        number(high=100)(np.abs(X).max(), "the largest size in X", hint="Scale X.")
        number(sigma)(np.ptp(X, axis=0).max(), "the extent of X", hint="Scale X or sigma.")
        given = {"points": X.tolist(), "sigma": float(sigma)}
        super().__init__(_given=given, height=height, weighting=weighting)

    def summary(self) -> str:
        m, sigma = len(self._given["points"]), self._given["sigma"]
        return (
            f"LonePoint: {m} points and one at height {self.height:g}, sigma {sigma:g}, "
            f"{self.weighting} weighting"
        )
