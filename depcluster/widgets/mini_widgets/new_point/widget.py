"""NewPoint: what SMIC says of a point that a hand takes anywhere, as far away as it likes."""

from __future__ import annotations

import numpy as np
import traitlets

from ...._validation import ANYTHING, checked, whole
from ....kernels.local_scaling import NORMALIZATIONS, nearest_neighbours
from ....papers.sugiyama2011 import SMIC, lsmi
from ...base.bundle import front_end
from ...base.traits import Numbers
from ..base import MiniWidget
from ..points import flat_points
from .figure import new_point_figure

FARTHEST = 100.0


class NewPoint(MiniWidget):
    """A star beside samples that SMIC has clustered: its raw scores, and the posterior of them.

    The scores of Sugiyama et al. (2011) estimate p(y|x) before their rows are made to sum to one.
    Far from all samples they fall to 0 while the posterior made of them stays sure. Beside them
    stands the posterior that least-squares mutual information has of the same labels,
    ``pi_y r(x, y)`` with the ratio r of (10), which nobody makes to sum to one.

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
        the mean. Up to 100 each way.
    random_state : int, RandomState or None, default=0
        Of LSMI's centres and folds.

    Attributes
    ----------
    place : ndarray of shape (2,)
    star : ndarray of shape (2,)
        The same in the units of X.
    middle : ndarray of shape (2,)
        The mean of the points.
    radius : float
        The largest distance of a point from it.
    scores : ndarray of shape (n_clusters,)
        What `SMIC.transform` says of the star.
    posterior : ndarray of shape (n_clusters,)
        The same with sum one; equal shares where all scores are 0.
    lsmi_posterior : ndarray of shape (n_clusters,)

    Raises
    ------
    ValueError
        If X is no table of two columns, or the star is out of reach.

    Examples
    --------
    >>> from depcluster.datasets import make_circle_gauss
    >>> star = NewPoint(make_circle_gauss()[0])
    >>> star.place = 15, 0
    >>> star
    NewPoint: 15 radii from the middle, posterior 0.00 and 1.00, scores 0 and 3e-07, LSMI 0 and 0
    """

    _esm, _css = front_end("mini_widgets/new_point/widget.js")
    _fit = traitlets.Dict().tag(sync=True)
    place = Numbers((0.3, 0), shape=(2,), low=-FARTHEST, high=FARTHEST).tag(sync=True, control=True)

    @checked(X=ANYTHING, n_clusters=whole(2, 10))
    def __init__(
        self,
        X,
        n_clusters=2,
        n_neighbors=7,
        kernel_normalization="sym",
        *,
        place=(0.3, 0),
        random_state=0,
    ):
        self._X = flat_points(X)[0]
        self.middle = self._X.mean(axis=0)
        self.radius = float(np.linalg.norm(self._X - self.middle, axis=1).max())
        options = {"n_neighbors": n_neighbors, "kernel_normalization": kernel_normalization}
        self._model = SMIC(n_clusters, **options).fit(self._X)
        self._lost = ~self._model.transform(self._X).any(axis=1)
        folds = {"n_folds": min(5, len(self._X)), "random_state": random_state}
        self._ratio = lsmi(self._X, self._model.labels_, n_classes=n_clusters, **folds)
        super().__init__(place=place, _fit=self._sent())

    def _sent(self):
        """The samples and their neighbours for the page to compute with, and LSMI's bumps."""
        t, ratio = self._model.n_neighbors_, self._ratio
        return {
            "X": (self._X - self.middle).tobytes(),
            "radius": self.radius,
            "t": t,
            "neighbours": nearest_neighbours(self._X, t).indices.astype(np.int32).tobytes(),
            "is_sym": self._model.kernel_normalization == NORMALIZATIONS[1],
            "labels": self._model.labels_.astype(np.int32).tobytes(),
            "lost": self._lost.astype(np.uint8).tobytes(),
            "n_clusters": ratio.n_classes,
            "gamma": ratio.gamma,
            "bumps": (ratio.coefficients * self._shares[ratio.centre_labels]).tobytes(),
            "centres": (ratio.centres - self.middle).tobytes(),
            "centre_labels": ratio.centre_labels.astype(np.int32).tobytes(),
        }

    @property
    def _shares(self):
        labels = self._model.labels_
        return np.bincount(labels, minlength=self._ratio.n_classes) / len(labels)

    def at(self, places):
        """Scores, posterior and LSMI's posterior at some places, (k, 2): each (k, n_clusters)."""
        X = self.middle + self.radius * np.asarray(places, dtype=float)
        model = self._model
        return model.transform(X), model.predict_proba(X), self._ratio.ratio(X) * self._shares

    @property
    def star(self):
        """Where it is, in the units of X."""
        return self.middle + self.radius * self.place

    @property
    def scores(self):
        """Of the star, one a class."""
        return self.at([self.place])[0][0]

    @property
    def posterior(self):
        """The scores with sum one."""
        return self.at([self.place])[1][0]

    @property
    def lsmi_posterior(self):
        """The shares of the classes times the ratio that LSMI has fitted."""
        return self.at([self.place])[2][0]

    def summary(self):
        far = np.linalg.norm(self.place)
        return (
            f"NewPoint: {far:.3g} radii from the middle, posterior "
            f"{_listed(f'{p:.2f}' for p in self.posterior)}, scores "
            f"{_listed(map(short, self.scores))}, LSMI {_listed(map(short, self.lsmi_posterior))}"
        )

    def _figure(self):
        return new_point_figure(self, self._X, self._model.labels_, self._lost)


def short(value):
    """A number to two digits where those say something, to a power of ten where they do not."""
    if abs(value) >= 0.005:
        return f"{value:.2f}"
    return f"{value:.0e}" if abs(value) > 1e-12 else "0"


def _listed(words):
    return " and ".join(words)
