"""NewPoint: what SMIC says of a point that a hand takes anywhere, as far away as it likes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from ...._typing import ArrayLike, RandomState
from ...._validation import ANYTHING, checked, counted, whole
from ....kernels.local_scaling import nearest_neighbours
from ....papers.sugiyama2011 import SMIC, lsmi
from ...base.bundle import bundle
from ...base.traits import Numbers
from ..base import MiniWidget
from ..points import flat_points


class NewPoint(MiniWidget):
    r"""A star beside samples that SMIC has clustered: its raw scores, and the posterior of them.

    The page has them as `SMIC.transform` and `predict_proba` do, Sugiyama et al. (2011), and beside
    them LSMI's posterior of the same labels, whose sum nobody makes 1,

    .. math:: \pi_y\, r(x, y) = \pi_y \sum_{l : y_l = y} \theta_l L(x, x_l) \tag{10}

    Parameters
    ----------
    X : array-like of shape (m, 2)
        At most 300 points.
    n_clusters : int, default=2
        From 2 to 10.
    n_neighbors : int, default=7
        The t of the kernel.
    kernel_normalization : {None, "sym"}, default="sym"
    place : (float, float), default=(0.3, 0)
        Of the star, from the mean of the points, in radii: the largest distance of a point from
        the mean. Up to 100 each way. Can be set.
    random_state : int, RandomState or None, default=0
        Of LSMI's centres and folds.

    Raises
    ------
    ValueError
        If X is no table of two columns, or the star is out of reach.

    Examples
    --------
    >>> from depcluster.datasets import make_circle_gauss
    >>> NewPoint(make_circle_gauss()[0], place=(0.6, 0))
    NewPoint: 200 points in 2 clusters, 7 neighbours, star at (0.6, 0) radii from the middle
    """

    _esm, _css = bundle("mini_widgets/new_point/widget.js")
    place = Numbers((0.3, 0), shape=(2,), low=-100, high=100).tag(sync=True, control=True)

    @checked(X=ANYTHING, n_clusters=whole(2, 10))
    def __init__(
        self,
        X: ArrayLike,
        n_clusters: int = 2,
        n_neighbors: int = 7,
        kernel_normalization: Literal["sym", None] = "sym",
        *,
        place: Sequence[float] = (0.3, 0),
        random_state: RandomState = 0,
    ) -> None:
        X = flat_points(X)[0]
        X = X - X.mean(axis=0)
        options = {"n_neighbors": n_neighbors, "kernel_normalization": kernel_normalization}
        model = SMIC(n_clusters, **options).fit(X)
        labels, t = model.labels_, model.n_neighbors_
        folds = {"n_folds": min(5, len(X)), "random_state": random_state}
        ratio = lsmi(X, labels, n_classes=n_clusters, **folds)
        shares = np.bincount(labels, minlength=n_clusters) / len(X)
        fit = {
            "X": X,
            "neighbours": nearest_neighbours(X, t).indices.astype(np.int32),
            "bumps": ratio.coefficients * shares[ratio.centre_labels],
            "centres": ratio.centres,
            "centre_labels": ratio.centre_labels.astype(np.int32),
        }
        fit = {name: array.tobytes() for name, array in fit.items()}
        fit |= {"t": t, "is_sym": kernel_normalization == "sym", "n_clusters": n_clusters}
        fit |= {"radius": float(np.linalg.norm(X, axis=1).max()), "gamma": ratio.gamma}
        super().__init__(_given=fit, place=place)

    def summary(self) -> str:
        m, c = len(self._given["X"]) // 16, self._n_clusters
        return (
            f"NewPoint: {counted(m, 'point')} in {counted(c, 'cluster')}, {self._given['t']} "
            f"neighbours, star at ({self.place[0]:.3g}, {self.place[1]:.3g}) radii from the middle"
        )
