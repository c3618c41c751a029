"""KernelExplorer: one kernel, one width, one method; everything else answers."""

from __future__ import annotations

import traitlets

from ..._validation import (
    ANYTHING,
    CLASSES,
    FLAG,
    NAME,
    NOTHING,
    checked,
    is_number,
    number,
    short_repr,
)
from ...kernels.matrix import has_width
from ...papers.jenssen2006.weightings import check_sigma
from ..base.bundle import front_end
from ..base.coloured import Coloured
from ..base.traits import known_name
from ..explorer.by_page import AnsweredByPage
from ..explorer.following import answered, on_screen
from ..explorer.shown import as_shown, part_of
from .angle.engine import RULES, WEIGHTINGS, stops_between, width_stops
from .angle.method import AngleMethod
from .criteria.panel import CriteriaPanel
from .label_kernel.engine import KERNELS, WIDTH_REACH, LabelKernelQuestion
from .label_kernel.method import LabelKernelMethod
from .samples import Given, Place, Points, Samples, as_truth

METHODS = (("cluhsic", "label kernel"), ("angle", "angle"))
GROWN = object()  # a step after which more is known of the curves


class KernelExplorer(Coloured, AnsweredByPage):
    """Cluster data while a kernel, its width, and the method's own choice change under the hand.

    The method "cluhsic" answers to a label kernel, and the page computes it: while a control moves
    one climb from the labels on screen, when it rests searches with the full mix of starts, whose
    answer replaces the first only if its objective is larger. Python takes over the labels that the
    page tells once it has checked their objective, and computes its own where no page is open. The
    method "angle" answers to a weighting, and shows the angles between mean vectors; when a control
    rests, the next eigenvectors and, where y is given, the error at other widths are filled in. All
    controls can be set from Python too.

    Parameters
    ----------
    X : array-like or DataFrame of shape (m, d), DataPad or DataFile
        Samples, or a pad or a file that is followed as it changes and whose classes are y; beyond
        two features the scatter shows their first two principal components. Of more than 1500
        samples so many are drawn, with their labels y.
    n_clusters : int, default=3
        From 2 to 10.
    label_kernel : {"plain", "chain", "ring", "grid", "tree"} or array of shape (c, c)
    kernel : {"rbf", "laplacian", "poly", "cosine", "linear", "graph"}, default="rbf"
    width : float, default=0.0
        log2 of gamma over the median rule, from -4 to 4.
    random_state : int, default=0
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
        computed once its panel is open.
    panels : tuple of str, optional
        Which of "points", "embedding", "gram", "label_kernel", "eigenvectors", "criteria" and
        "error" to show; all of them by default, as far as the method has them. One or two come
        with the controls that move them and no others.
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
    panels, folded : tuple of str
        Panels that are there, and which of them show their headline only. Can be set.
    state : {"answer", "settled", "refused"}
        What is on screen: a first answer, behind which the page may be searching, the answer of
        the whole search, or what it was before a question that was refused.
    criteria_ : tuple of KernelRow
        What the criteria say, from the widest kernel on, as far as computed.

    Raises
    ------
    ValueError
        If a parameter is unusable. Once the widget is on screen the message stands in it and
        the last result stays.
    """

    _esm = front_end("kernel_explorer/widget.js")
    _checked_classes = staticmethod(as_truth)
    _controls = ("kernel", "width", "n_clusters", "label_kernel", "preset")
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
    _held = ("_given", "_samples", "_limits_of", "added", "_known")
    _given = _samples = _found = None
    _known = None  # the last samples with labels, and these
    _before = None  # labels that changes are counted from
    _setting = None  # what the curves judge

    _random_state = traitlets.Unicode("0").tag(sync=True)
    _points = traitlets.Bytes().tag(sync=True)
    _plane = traitlets.Unicode().tag(sync=True)
    _pixels = traitlets.Bytes().tag(sync=True)
    _shape = traitlets.List().tag(sync=True)
    _room = traitlets.List().tag(sync=True)
    _kernels = traitlets.List().tag(sync=True)
    _methods = traitlets.List().tag(sync=True)
    _sigmas = traitlets.List().tag(sync=True)
    _curve = traitlets.Dict().tag(sync=True)
    _criteria = traitlets.Dict().tag(sync=True)
    kernel = traitlets.TraitType("rbf").tag(sync=True, control=True)  # checks are below
    width = traitlets.TraitType(0.0).tag(sync=True, control=True)
    method = traitlets.TraitType("cluhsic").tag(sync=True, control=True)
    weighting = traitlets.TraitType("laplacian").tag(sync=True, control=True)
    sigma = traitlets.TraitType("mean").tag(sync=True, control=True)
    added = Points().tag(sync=True, control=True)
    target = Place().tag(sync=True)

    @checked(
        X=ANYTHING,
        n_clusters=ANYTHING,
        width=number(0),
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
        clusters = self._clusters(X, n_clusters, label_kernel)
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
        shown = as_shown(part_of(thumbnails, self._rows_on_screen, self._n_given), X)
        if shown.images is None:
            self._sample_names = list(shown.texts)
        else:
            self._pixels, self._shape = shown.images.tobytes(), list(shown.images.shape)

    def _hold(self, X, y):
        """Keep the samples given; those on screen make way only for an answer."""
        super()._hold(X, y)
        reach, y = self._source and self._source._reach, as_truth(y, len(X))
        sigmas = stops_between(*reach) if reach else width_stops(X)
        drawn = self._drawn_words
        generation = 0 if self._given is None else self._given.generation + 1
        self._given = Given(X, y, self._name_of_X, drawn, sigmas, generation, self._origin)
        if self._samples is None:
            self._samples = Samples(self._given, self.added, self.target)

    def _adapt(self, held):
        if self._given.X.shape[1] != 2:
            self.added = []

    def _data(self):
        return {**super()._data(), **self._samples.sent()}

    @property
    def _shown_by(self):
        """The method on screen, which stays where another is refused."""
        return self._by_name[self._found.method]

    @on_screen
    def X(self):
        """The samples on screen, added points last, shape (m, d)."""
        return self._samples.X.copy()

    @answered
    def labels_(self):
        """Labels on screen, shape (m + k,)."""
        return self._found.labels.copy()

    @answered
    def objective_(self):
        """J of the labels on screen, or None."""
        return self._found.objective

    @answered
    def gamma_(self):
        """Width in use, or None."""
        return self._found.gamma

    @answered
    def angle_(self):
        """The `AngleResult` on screen, clusters named as there; None under another method."""
        return self._found.result

    @answered
    def error_(self):
        """Share of samples not in their true cluster; None without y."""
        return self._samples.angle.error(self._found.labels)

    @on_screen
    def criteria_(self):
        """Rows of `kernel_rows` over the widths, as far as computed."""
        return self._panel.rows(self._setting)

    def _told(self):
        return f"{type(self).__name__}: {self._shown_by.told(self._found)}"

    def _pictured(self):
        self._work_for(self._patience, self._shown_by.curves(self._found))
        return self._shown_by.still(self._found, self._open_panels, self._words_at_foot)

    @property
    def _words_at_foot(self):
        if self._found.method == "angle":
            return self.answer["foot"]
        return "; ".join(filter(None, [self._drawn_words, f"{self._shown.preset} label kernel"]))

    @traitlets.validate("kernel")
    def _check_kernel(self, proposal):
        return known_name("kernel", proposal.value, dict(KERNELS))

    @traitlets.validate("method")
    def _check_method(self, proposal):
        return known_name("method", proposal.value, dict(METHODS))

    @traitlets.validate("weighting")
    def _check_weighting(self, proposal):
        return known_name("weighting", proposal.value, WEIGHTINGS)

    @traitlets.validate("width")
    def _check_width(self, proposal):
        if not is_number(proposal.value) or not -WIDTH_REACH <= proposal.value <= WIDTH_REACH:
            raise ValueError(
                f"width must be log2 of gamma over the median rule, from {-WIDTH_REACH:g} to "
                f"{WIDTH_REACH:g}; got {short_repr(proposal.value)}."
            )
        return float(proposal.value)

    @traitlets.validate("sigma")
    def _check_sigma(self, proposal):
        if isinstance(proposal.value, str) and proposal.value in RULES:
            return proposal.value
        return check_sigma(proposal.value)

    @traitlets.validate("added", "target")
    def _check_added(self, proposal):
        d = 2 if self._given is None else self._given.X.shape[1]
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
            self._set(self._samples.sent())

    @property
    def _asks(self):
        return self._by_name[self.method].asks

    def _is_for_page(self, question):
        return isinstance(question, LabelKernelQuestion)

    def _beside_page(self):
        return (GROWN for _ in self._panel.fill(self._setting))

    def _vet(self, question):
        samples = self._samples.asked(self._given, question.added)
        self._setting = self._by_name["cluhsic"].setting(question, samples)
        super()._vet(question)
        self._take_over(samples)
        self._criteria = self._panel.sent(self._setting)

    def _take_over(self, samples):
        """Samples make way for others; labels that are known go on with them."""
        if samples is self._samples:
            return
        if self._known is not None:
            before, labels = self._known
            self._known = samples, samples.carried(labels, before)
        self._samples = samples
        self._set(samples.sent())

    @property
    def _n_on_screen(self):
        return len(self._samples.X)

    def _keep(self, labels):
        self._known = self._samples, labels

    def _follow(self, question):
        samples, self._before = self._samples.asked(self._given, question.added), None
        if self._known is not None:
            self._before = samples.carried(self._known[1], self._known[0])
        (method,) = (each for each in self._by_name.values() if isinstance(question, each.asks))
        return method.follow(question, samples, self._before, self._heard)

    def _work(self):
        return self._shown_by.work(self._found)

    def _show(self, found):
        """Put what was found on screen; the same again has but its curves grown."""
        if found is GROWN:
            self._criteria = self._panel.sent(self._setting)
            return
        self._take_over(found.samples)
        if found is not self._found:
            self._found, self._known = found, (found.samples, found.labels)
            if found.method == "angle":
                self._setting = found
                self._put(**self._shown_by.answer(found, self._before))
            else:
                self._tell(found.labelling)
        self._set(self._shown_by.traits(found))

    @traitlets.observe("folded", "panels")
    def _on_panels(self, change):
        was, self._panel.is_open = self._panel.is_open, self._is_open("criteria")
        if self._waiting or was == self._panel.is_open or self._samples is None:
            return
        if self._setting is not None:
            self._criteria = self._panel.sent(self._setting)
        self._interrupt()
        self._rest()
