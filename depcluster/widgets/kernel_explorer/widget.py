"""KernelExplorer: one kernel, one width, one method; everything else answers."""

from __future__ import annotations

from dataclasses import replace

import traitlets

from ..._base.parameters import described
from ..._utils.blas import one_blas_thread
from ..._validation import (
    ANYTHING,
    CLASSES,
    FLAG,
    NAME,
    NOTHING,
    checked,
    number,
)
from ...kernels.matrix import has_width
from ...papers.jenssen2006.weightings import check_sigma
from ..base.bundle import front_end
from ..base.coloured import Coloured
from ..base.traits import Choice, Number, WholeNumber, numbers_for_page
from ..explorer.controls import ClusterControls
from ..explorer.explorer import PATIENCE
from ..explorer.following import Following, requires_answer, requires_samples
from ..explorer.thumbnails import as_thumbnails, part_of
from .angle.engine import RULES, WEIGHTINGS, stops_between, width_stops
from .angle.method import AngleMethod
from .criteria.panel import CriteriaPanel
from .label_kernel.engine import KERNELS, WIDTH_REACH
from .label_kernel.method import LabelKernelMethod
from .samples import Given, Place, Points, Samples, as_truth

_WIDE = 1e150  # whose square is a number, as that of its inverse is
_SIGMAS = {"kind": "one", "of": list(RULES), "or": numbers_for_page((), 1 / _WIDE, _WIDE)}
METHODS = (("cluhsic", "label kernel"), ("angle", "angle"))


@described(Following)
class KernelExplorer(Coloured, ClusterControls):
    """Cluster data while a kernel, its width, and the method's own choice change under the hand.

    The page computes. The method "cluhsic" answers to a label kernel: while a control moves one
    climb from the labels on screen, when it rests searches with the full mix of starts, whose
    answer replaces the first only if its objective is larger. The method "angle" answers to a
    weighting, and shows the angles between mean vectors; when a control rests, the next
    eigenvectors and, where y is given, the error at other widths are filled in. Python takes over
    the labels that the page tells once it has checked their objective, and computes its own where
    no page is open. All controls can be set from Python too.

    Parameters
    ----------
    X : array-like or DataFrame of shape (m, d), DataPad or DataFile
        Samples, or a pad or a file that is followed as it changes and whose classes are y; beyond
        two features the scatter shows their first two principal components. Of more than 1500
        samples so many are drawn, with their labels y.
    kernel : {"rbf", "laplacian", "poly", "cosine", "linear", "graph"}, default="rbf"
    width : float, default=0.0
        log2 of gamma over the median rule, from -4 to 4.
    n_neighbors : int, default=10
        Of the graph, from 2 to 20; of m samples at most ``m // 5 - 1``, but 3, or 2 below 12.
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
    thumbnails : array of shape (m, h, w) or (m, h, w, 3), list of m str, or corpus, optional
        What stands beside a sample that is pointed at.
    target : pair of float, optional
        A place that the angle method marks with a cross; one press on it adds a point there. Can
        be set.

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
        Labels on screen.
    objective_ : float or None
        J; None under the angle method.
    gamma_ : float or None
        Width in use, 1 / (4 sigma^2) under the angle method; None where the kernel has none.
    angle_ : AngleResult or None
        What the angle method shows.
    error_ : float or None
        Share of samples in another cluster than their true one.
    panels, folded
    state
    criteria_ : tuple of KernelRow
        What the criteria say, from the widest kernel on, once their panel is open; computed as
        it is read.
    """

    _esm, _css = front_end("kernel_explorer/widget.js")
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
    _samples = _found = None
    _known = None  # the last samples with labels, and these
    _setting = None  # what the curves judge

    _random_state = traitlets.Unicode("0").tag(sync=True)
    _points = traitlets.Bytes().tag(sync=True)
    _plane = traitlets.Unicode().tag(sync=True)
    _pixels = traitlets.Bytes().tag(sync=True)
    _shape = traitlets.List().tag(sync=True)
    _kernels = traitlets.List().tag(sync=True)
    _methods = traitlets.List().tag(sync=True)
    _sigmas = traitlets.List().tag(sync=True)
    _judged = traitlets.Dict().tag(sync=True)
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
        width=number(0),
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
        X,
        n_clusters=3,
        *,
        label_kernel="plain",
        kernel="rbf",
        width=0.0,
        n_neighbors=10,
        random_state=0,
        method="cluhsic",
        weighting="laplacian",
        sigma="mean",
        y=None,
        criteria=False,
        panels=None,
        feature_names=None,
        thumbnails=None,
        colours=None,
        target=None,
    ):
        X, y = self._take_in(X, y, feature_names)
        self._take_thumbnails(thumbnails, X)
        clusters = self._clusters(n_clusters, label_kernel)
        self._panel = CriteriaPanel(random_state)
        self._by_name = {
            "cluhsic": LabelKernelMethod(self._panel, random_state),
            "angle": AngleMethod(),
        }
        self.target = target
        super().__init__(
            **self._open(X, y, n_clusters),
            **clusters,
            _kernels=[{"value": k, "label": t, "width": has_width(k)} for k, t in KERNELS],
            _random_state=repr(random_state),
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
        return Given(**vars(dataset), X=X, y=as_truth(y, len(X)), sigmas=sigmas)

    def _migrate_controls(self, before):
        if self._dataset.n_features != 2:
            self.added = []

    def _samples_with(self, added):
        """Those given, with points added by hand; those on screen, where they are the same."""
        if self._samples is None:
            return Samples(self._dataset, added, self.target)
        return self._samples.asked(self._dataset, added)

    def _data(self):
        self._samples = self._samples_with(self.added)
        return {**super()._data(), **self._dataset.traits()}

    @property
    def _shown_by(self):
        """The method on screen, which stays where another is refused."""
        return self._by_name[self._found.method]

    @requires_samples
    def X(self):
        """The samples on screen, added points last, shape (m, d)."""
        return self._samples.X.copy()

    @requires_answer
    def labels_(self):
        """Labels on screen, shape (m + k,)."""
        return self._found.labels.copy()

    @requires_answer
    def objective_(self):
        """J of the labels on screen, or None."""
        return self._found.objective

    @requires_answer
    def gamma_(self):
        """Width in use, or None."""
        return self._found.gamma

    @requires_answer
    def angle_(self):
        """The `AngleResult` on screen, clusters named as there; None under another method."""
        return self._found.result

    @requires_answer
    def error_(self):
        """Share of samples not in their true cluster; None without y."""
        return self._samples.angle.error(self._found.labels)

    @requires_samples
    def criteria_(self):
        """Rows of `kernel_rows` over the widths; none while their panel is closed."""
        with one_blas_thread():
            return self._panel.rows(self._setting)

    def _summary(self):
        self._take_steps(self._panel.fill(self._found), PATIENCE)
        self._judged = self._panel.sent(self._found)
        return self._shown_by.told(self._found)

    def _figure(self):
        found, method = self._found, self._shown_by
        self._take_steps(method.curves(found), PATIENCE)
        return method.figure(self, found)

    @traitlets.validate("sigma")
    def _check_sigma(self, proposal):
        if isinstance(proposal.value, str) and proposal.value in RULES:
            return proposal.value
        return check_sigma(proposal.value)

    @traitlets.validate("added", "target")
    def _check_added(self, proposal):
        d = 2 if self._dataset is None else self._dataset.n_features
        if proposal.value is not None and len(proposal.value) and d != 2:
            raise ValueError(
                f"{proposal.trait.name} needs samples with two features; these have {d}. Put "
                "further samples into X instead."
            )
        return proposal.value

    @traitlets.observe("target")
    def _on_target(self, change):
        if self._samples is not None:
            self._samples.target = self.target

    @property
    def _asks(self):
        return self._by_name[self.method].asks

    def _vet(self, question):
        samples, method = self._samples_with(question.added), self._method_of(question)
        self._setting = method.setting(question, samples, self._brings_labels)
        super()._vet(question)
        self._take_over(samples)
        self._set(self._setting.controls)

    def _method_of(self, question):
        (method,) = (each for each in self._by_name.values() if isinstance(question, each.asks))
        return method

    def _take_over(self, samples):
        """Samples make way for others; labels that are known go on with them."""
        if samples is self._samples:
            return
        if self._known is not None:
            before, labels = self._known
            self._known = samples, samples.carried(labels, before)
        self._samples = samples

    @property
    def _n_on_screen(self):
        return len(self._samples.X)

    def _keep(self, labels):
        self._known = self._samples, labels

    def _follow(self, question):
        samples, before = self._samples_with(question.added), None
        if self._known is not None:
            before = samples.carried(self._known[1], self._known[0])
        return self._method_of(question).follow(question, samples, before, self._heard)

    def _work(self):
        return self._shown_by.work(self._found)

    def _show(self, found):
        """Keep what was found."""
        self._take_over(found.samples)
        if found is not self._found:
            self._found, self._known = found, (found.samples, found.labels)
            self._tell(found.labelling)

    @traitlets.observe("folded", "panels")
    def _on_panels(self, change):
        self._panel.is_open = self._is_open("criteria")
