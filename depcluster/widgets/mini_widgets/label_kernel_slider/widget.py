"""LabelKernelSlider: the same points, the same method, and one label kernel after the other."""

from __future__ import annotations

import numpy as np
import traitlets

from ...._validation import FLAG, NAME, Rule, checked, is_number
from ...base.bundle import front_end
from ...base.coloured import Coloured
from ...base.traits import Choice
from ..base import MiniWidget
from ..points import flat_points
from .figure import slider_figure
from .fits import fitted

MOST_STOPS = 40
_KERNELS = Rule(
    f"a dict of two to {MOST_STOPS} matrices by number",
    lambda v: isinstance(v, dict) and 2 <= len(v) <= MOST_STOPS and all(map(is_number, v)),
)


class LabelKernelSlider(Coloured, MiniWidget):
    """Clusters, their sizes and J under a family of label kernels, along a slider.

    The search runs under every label kernel when the widget is made; the page needs no running
    kernel. Clusters are named like those of the stop before, as far as the label kernel allows.

    Parameters
    ----------
    X : array-like of shape (m, 2)
        At most 300 points.
    kernels : dict of float to array of shape (c, c)
        At most 40 label kernels, by the number that the slider shows; c is at most 10.
    name : str, default="A"
        What the number is called.
    normalization : {"l2", None}
        As in `depcluster.cluhsic`.
    refuse : bool, default=True
        Whether a matrix with a negative eigenvalue is refused, as it is everywhere else. The last
        clusters then stay. Otherwise the search takes it like any other.
    n_init : int, default=20
    random_state : int, RandomState or None, default=0
    colours : {"plain", "wheel", "ramp", "families"}, list of str or None, default=None
        A `plotting.scheme` that tells how the labels are related, or a colour to a label. Can be
        set.

    Attributes
    ----------
    at : float
        The number on screen, one of ``kernels``. Assign to go there.
    n_clusters : int
    label_kernel : ndarray of shape (c, c)
    labels : ndarray of int of shape (m,)
    sizes : ndarray of int of shape (c,)
    objective : float or None
        J; None where the matrix is refused.
    smallest : float
        The smallest eigenvalue of the label kernel.

    Raises
    ------
    ValueError
        For data or label kernels that do not fit together, or if the first one would be refused.

    Examples
    --------
    >>> from depcluster.datasets import make_three
    >>> X, _ = make_three()
    >>> pulled = {d: np.eye(3) * (d - 1) + 1 for d in (2, 1.5, 0.5)}
    >>> slider = LabelKernelSlider(X, pulled, "d", n_init=2)
    >>> slider.at = 0.5
    >>> slider
    LabelKernelSlider: d 0.5, smallest eigenvalue -0.50, refused; sizes 20, 20, 20
    """

    _esm, _css = front_end("mini_widgets/label_kernel_slider/widget.js")
    _points = traitlets.Bytes().tag(sync=True)
    _stops = traitlets.List().tag(sync=True)
    _name = traitlets.Unicode().tag(sync=True)
    _n_clusters = traitlets.Int(1).tag(sync=True)
    at = Choice(lambda own: own._fits, 0.0).tag(sync=True, control=True)

    @checked(kernels=_KERNELS, name=NAME, refuse=FLAG)
    def __init__(
        self,
        X,
        kernels,
        name="A",
        *,
        normalization="l2",
        refuse=True,
        n_init=20,
        random_state=0,
        colours=None,
    ):
        self._X, shown, _ = flat_points(X)
        found = fitted(self._X, kernels, normalization, refuse, n_init, random_state)
        self._fits = {float(at): fit for at, fit in zip(kernels, found, strict=True)}
        super().__init__(
            _points=shown,
            _stops=[fit.sent(at) for at, fit in self._fits.items()],
            _name=name,
            _n_clusters=len(found[0].A),
            at=next(iter(self._fits)),
            colours=colours,
        )

    @property
    def _fit(self):
        return self._fits[self.at]

    @property
    def n_clusters(self):
        """The number of labels, c."""
        return self._n_clusters

    @property
    def label_kernel(self):
        """The label kernel on screen, (c, c)."""
        return self._fit.A

    @property
    def labels(self):
        """The clusters on screen, (m,)."""
        return self._fit.labels

    @property
    def sizes(self):
        """How many points each cluster has, (c,)."""
        return np.bincount(self.labels, minlength=self._n_clusters)

    @property
    def objective(self):
        """J of the clusters on screen; None where the label kernel is refused."""
        return self._fit.J

    @property
    def smallest(self):
        """The smallest eigenvalue of the label kernel."""
        return self._fit.smallest

    def summary(self):
        J = "refused" if self.objective is None else f"J {self.objective:.2f}"
        return (
            f"LabelKernelSlider: {self._name} {self.at:g}, smallest eigenvalue "
            f"{round(self.smallest, 2) + 0.0:.2f}, {J}; sizes {', '.join(map(str, self.sizes))}"
        )

    def _figure(self):
        return slider_figure(self, self._X)
