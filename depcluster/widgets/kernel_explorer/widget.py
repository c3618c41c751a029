"""KernelExplorer: one kernel, one width, one method; everything else answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np
import traitlets

from ..._typing import ArrayLike, Colours, LabelKernel, RandomState
from ..._validation import (
    ANYTHING,
    CLASSES,
    FLAG,
    NAME,
    NOTHING,
    checked,
    number,
)
from ...kernels.graph import resolve_n_neighbors
from ...kernels.matrix import has_width, median_rule
from ...papers.jenssen2006 import AngleSpectralClustering
from ...papers.jenssen2006.weightings import check_sigma
from ...papers.song2007 import CLUHSIC
from ..base.bundle import bundle
from ..base.coloured import Coloured
from ..base.source import Source
from ..base.traits import Choice, Number, WholeNumber, numbers_for_page
from ..explorer.controls import ClusterControls
from ..explorer.explorer import requires_samples, seed_of
from ..explorer.thumbnails import as_thumbnails, part_of
from .samples import KernelDataset, Place, Points, as_truth, stops_between, width_stops

WIDTH_REACH = 4.0
KERNELS = (
    ("rbf", "RBF"),
    ("laplacian", "Laplacian"),
    ("poly", "polynomial, degree 2"),
    ("cosine", "cosine"),
    ("linear", "linear"),
    ("graph", "graph, diffusion"),
)
WEIGHTINGS = ("affinity", "laplacian", "outlier")
RULES = ("lscv", "mean", "amise")
_WIDE = 1e150  # whose square is a number, as that of its inverse is
_SIGMAS = {"kind": "one", "of": list(RULES), "or": numbers_for_page((), 1 / _WIDE, _WIDE)}
METHODS = (("cluhsic", "label kernel"), ("angle", "angle"))


class KernelExplorer(Coloured, ClusterControls):
    """Cluster data while a kernel, its width, and the method's own choice change under the hand.

    The page computes. The method "cluhsic" answers to a label kernel: while a control moves one
    climb from the labels on screen, when it rests searches with the full mix of starts, whose
    answer replaces the first only if its objective is larger. The method "angle" answers to a
    weighting, and shows the angles between mean vectors; when a control rests, the next
    eigenvectors and, where y is given, the error at other widths are filled in. All controls can
    be set from Python too.

    Parameters
    ----------
    X : array-like or DataFrame of shape (m, d), DataPad or DataFile
        Samples, or a pad or a file that is followed as it changes and whose classes are y; beyond
        two features the scatter shows their first two principal components. Of more than 1500
        samples so many are drawn, with their labels y.
    n_clusters : int, default=3
        From 2 to 10.
    label_kernel : {"plain", "chain", "ring", "grid", "tree"} or (c, c) array, default="plain"
    kernel : {"rbf", "laplacian", "poly", "cosine", "linear", "graph"}, default="rbf"
    width : float, default=0.0
        log2 of gamma over the median rule, from -4 to 4.
    n_neighbors : int, default=10
        Of the graph, from 2 to 20; of m samples at most ``m // 5 - 1``, but 3, or 2 below 12.
    random_state : int, RandomState or None, default=0
        Of what is no number one is drawn, for the page, the estimator and the line of Python.
    method : {"cluhsic", "angle"}, default="cluhsic"
        `depcluster.CLUHSIC` or `depcluster.AngleSpectralClustering`.
    weighting : {"laplacian", "affinity", "outlier"}, default="laplacian"
        Of the angle method, as is sigma.
    sigma : float, "mean", "amise" or "lscv", default="mean"
        A rule is replaced by its number as soon as the angle method runs.
    y : array-like of int of shape (m,), optional
        True labels, for error and ARI; -1 marks outliers, which count in neither.
    criteria : bool, default=False
        Whether to begin with what `compare_kernels` says over the width in place of the matrices;
        the page computes it once its panel is open, behind the answer.
    panels : tuple of str, optional
        Which of "points", "embedding", "gram", "label_kernel", "eigenvectors", "criteria" and
        "error" to show; all of them by default, as far as the method has them. Whichever they are,
        the controls stay, but for the menu of methods where all are of one method.
    feature_names : sequence of str, optional
        Names of the axes; those of a data frame's columns by default, as its index names the
        samples.
    thumbnails : array of shape (m, h, w) or (m, h, w, 3), list of m str, or corpus, optional
        What stands beside a sample that is pointed at.
    colours : {"plain", "wheel", "ramp", "families"} or list of str, optional
        A `plotting.scheme` that tells how the labels are related, or a colour to a label. Can be
        set.
    target : pair of float, optional
        A place that the angle method marks with a cross; one press on it adds a point there. Can
        be set.

    Raises
    ------
    ValueError
        If a parameter is unusable. What cannot be answered once the widget is on screen stands
        in it as a message, and the last result stays; here ``labels_`` then raises.

    Attributes
    ----------
    added : ndarray of shape (k, 2)
        Points added by hand to samples with two features, at most 1000. Can be set.
    rows_ : ndarray of int
        Rows of X on screen, ascending: ``labels_[i]`` is that of row ``rows_[i]``; added points
        have none.
    X : ndarray of shape (m + k, d)
        Samples on screen, added ones last.
    labels_ : ndarray of int of shape (m + k,)
    objective_ : float or None
        J; None under the angle method.
    panels, folded : tuple of str
        Panels that are there, and which of them show their headline only. Can be set.
    """

    _esm, _css = bundle("kernel_explorer/widget.js")
    _checked_classes = staticmethod(as_truth)
    _controls = ("kernel", "width", "n_neighbors", "n_clusters", "label_kernel", "preset")
    _controls += ("method", "weighting", "sigma", "added")
    _all_panels = (
        "points",
        "embedding",
        "gram",
        "label_kernel",
        "eigenvectors",
        "criteria",
        "error",
    )
    _random_state = traitlets.Unicode("0").tag(sync=True)
    _points = traitlets.Bytes().tag(sync=True)
    _plane = traitlets.Unicode().tag(sync=True)
    _pixels = traitlets.Bytes().tag(sync=True)
    _shape = traitlets.List().tag(sync=True)
    _kernels = traitlets.List().tag(sync=True)
    _methods = traitlets.List().tag(sync=True)
    _sigmas = traitlets.List().tag(sync=True)
    kernel = Choice(dict(KERNELS)).tag(sync=True, control=True)
    width = Number(
        low=-WIDTH_REACH, high=WIDTH_REACH, note=", log2 of gamma over the median rule"
    ).tag(sync=True, control=True)
    n_neighbors = WholeNumber(10, low=2, most=20).tag(sync=True, control=True)
    method = Choice(dict(METHODS)).tag(sync=True, control=True)
    weighting = Choice(WEIGHTINGS, "laplacian").tag(sync=True, control=True)
    sigma = traitlets.TraitType("mean").tag(  # its check is below
        sync=True, control=True, for_page=lambda own: _SIGMAS
    )
    added = Points().tag(sync=True, control=True)
    target = Place().tag(sync=True)

    @checked(
        X=ANYTHING,
        n_clusters=ANYTHING,
        width=number(),
        n_neighbors=ANYTHING,
        method=NAME,
        y=CLASSES | NOTHING,
        criteria=FLAG,
        panels=ANYTHING,
        feature_names=ANYTHING,
        thumbnails=ANYTHING,
        target=ANYTHING,
    )
    def __init__(
        self,
        X: ArrayLike | Source,
        n_clusters: int = 3,
        *,
        label_kernel: LabelKernel = "plain",
        kernel: Literal["rbf", "laplacian", "poly", "cosine", "linear", "graph"] = "rbf",
        width: float = 0.0,
        n_neighbors: int = 10,
        random_state: RandomState = 0,
        method: Literal["cluhsic", "angle"] = "cluhsic",
        weighting: Literal["laplacian", "affinity", "outlier"] = "laplacian",
        sigma: float | Literal["mean", "amise", "lscv"] = "mean",
        y: ArrayLike | None = None,
        criteria: bool = False,
        panels: tuple[str, ...] | None = None,
        feature_names: Sequence[str] | None = None,
        thumbnails: Any | None = None,
        colours: Colours | None = None,
        target: Sequence[float] | None = None,
    ) -> None:
        X, y = self._take_in(X, y, feature_names)
        self._take_thumbnails(thumbnails, X)
        clusters = self._clusters(n_clusters, label_kernel)
        self._seed = seed_of(random_state)
        self.target = target
        super().__init__(
            **self._open(X, y, n_clusters),
            **clusters,
            _kernels=[{"value": k, "label": t, "width": has_width(k)} for k, t in KERNELS],
            _random_state=str(self._seed),
            _methods=[{"value": value, "label": label} for value, label in METHODS],
            kernel=kernel,
            width=width,
            n_neighbors=n_neighbors,
            method=method,
            weighting=weighting,
            sigma=sigma,
            colours=colours,
            folded=("gram", "label_kernel") if criteria else ("criteria",),
            **self._chosen(panels),
        )
        self._begin()

    def _take_thumbnails(self, thumbnails, X):
        if thumbnails is None:
            return
        self._refuse_thumbnails()
        shown = as_thumbnails(part_of(thumbnails, self._dataset.rows, self._dataset.n_given), X)
        if shown.images is None:
            self._dataset = replace(self._dataset, sample_names=list(shown.texts))
        else:
            self._pixels, self._shape = shown.images.tobytes(), list(shown.images.shape)

    def _make_dataset(self, X, y, dataset):
        reach = self._source and self._source._reach
        sigmas = stops_between(*reach) if reach else width_stops(X)
        return KernelDataset(**vars(dataset), y=as_truth(y, len(X)), sigmas=sigmas)

    def _migrate_controls(self, before):
        if self._dataset.X.shape[1] != 2:
            self.added = []

    def _data(self):
        return {**super()._data(), **self._dataset.traits()}

    @property
    def _samples(self):
        return np.vstack([self._dataset.X, self.added]) if len(self.added) else self._dataset.X

    def _estimator(self):
        c = self.n_clusters
        if self.method == "angle":
            return AngleSpectralClustering(c, weighting=self.weighting, sigma=self.sigma)
        params = {"kernel": self.kernel, "random_state": self._seed}
        if self.kernel == "graph":
            m = len(self._samples)
            params["n_neighbors"] = resolve_n_neighbors("auto", m, self.n_neighbors)
        elif has_width(self.kernel):
            params["gamma"] = float(median_rule(self._samples, self.kernel) * 2.0**self.width)
        return CLUHSIC(c, label_kernel=self._given_kernel, **params)

    @requires_samples
    def objective_(self) -> float | None:
        """J of the labels on screen; None under the angle method."""
        return None if self.method == "angle" else self._answer()[1]

    def _settings(self):
        if self.method == "angle":
            return f"angle method, {self.weighting} weighting, sigma {self.sigma}"
        of = f"{self.preset} label kernel, {self.kernel} kernel"
        if self.kernel == "graph":
            return f"{of}, {self._estimator().n_neighbors} neighbours"
        rule = "1/features" if self.kernel == "poly" else "median rule"
        return f"{of}, s {2.0**self.width:.2f} × {rule}" if has_width(self.kernel) else of

    @traitlets.validate("sigma")
    def _check_sigma(self, proposal):
        if isinstance(proposal.value, str) and proposal.value in RULES:
            return proposal.value
        return check_sigma(proposal.value)

    @traitlets.validate("added", "target")
    def _check_added(self, proposal):
        d = 2 if self._dataset is None else self._dataset.X.shape[1]
        if proposal.value is not None and len(proposal.value) and d != 2:
            raise ValueError(
                f"{proposal.trait.name} needs samples with two features; these have {d}. Put "
                "further samples into X instead."
            )
        return proposal.value
