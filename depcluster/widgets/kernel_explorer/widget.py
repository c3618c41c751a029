"""KernelExplorer: one kernel, one width, one method; everything else answers."""

from __future__ import annotations

from functools import partial
from itertools import chain

import numpy as np
import traitlets
from sklearn.utils import check_random_state

from ...kernels.linalg import one_blas_thread
from ...kernels.matrix import has_width
from ..base.widget import front_end, style
from ..explorer.controls import ClusterControls, known_name
from ..explorer.following import on_screen
from ..explorer.search import follow, settle
from ..label_kernel_editor.widget import EDITOR_PARTS, starting_matrix
from .angle.engine import AngleQuestion
from .angle_mode import ANGLE_PARTS, AngleMode
from .answer import METHODS, arrays, foot, python_line, samples_text
from .criteria_mode import CRITERIA_PARTS, CriteriaMode
from .engine import KERNELS, WIDTH_REACH, Controls
from .still import explorer_still


class LabelKernelControls(ClusterControls):
    """Kernel and width beside the label kernel."""

    _kernels = traitlets.List().tag(sync=True)
    kernel = traitlets.TraitType("rbf").tag(sync=True)
    width = traitlets.TraitType(0.0).tag(sync=True)

    @traitlets.validate("kernel")
    def _check_kernel(self, proposal):
        return known_name("kernel", proposal.value, [name for name, _ in KERNELS])

    @traitlets.validate("width")
    def _check_width(self, proposal):
        number = isinstance(proposal.value, (int, float, np.number))
        if not number or not -WIDTH_REACH <= proposal.value <= WIDTH_REACH:
            raise ValueError(
                f"width must be log2 of gamma over the median rule, from {-WIDTH_REACH:g} to "
                f"{WIDTH_REACH:g}; got {proposal.value!r}."
            )
        return float(proposal.value)


class KernelExplorer(AngleMode, CriteriaMode, LabelKernelControls):
    """Cluster data while a kernel, its width, and the method's own choice change under the hand.

    The method "cluhsic" answers to a label kernel. While a control moves, each answer is one
    climb from the labels on screen; when it rests, the full mix of starts runs in the background
    and replaces the answer only if its objective is larger. The method "angle" answers to a
    weighting, and shows the angles between mean vectors; when a control rests, the next
    eigenvectors and, where y is given, the error at other widths are filled in. All controls can
    be set from Python too.

    Parameters
    ----------
    X : array-like or DataFrame of shape (m, d), or DataPad
        Samples, or a pad that is followed while one draws and whose classes are y; beyond two
        features the scatter shows their first two principal components.
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
        Whether to draw what `compare_kernels` says over the width; computed once that is open.

    Attributes
    ----------
    added : ndarray of shape (k, 2)
        Points added by hand to samples with two features. Can be set.
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
    criteria_ : tuple of KernelRow
        What the criteria say, from the widest kernel on, as far as computed.

    Raises
    ------
    ValueError
        If a parameter is unusable. Once the widget is on screen the message stands in it and
        the last result stays.
    """

    _esm = front_end(
        "base/parts/common.js",
        "base/parts/controls.js",
        "base/parts/scatter.js",
        "base/parts/gram.js",
        "kernel_explorer/eigen.js",
        *EDITOR_PARTS,
        "explorer/parts/requests.js",
        "explorer/parts/explorer.js",
        "explorer/parts/following.js",
        *ANGLE_PARTS,
        *CRITERIA_PARTS,
        "kernel_explorer/widget.js",
    )
    _css = style(
        "explorer/parts/following.css",
        "label_kernel_editor/editor.css",
        "kernel_explorer/angle/angle.css",
        "kernel_explorer/criteria/criteria.css",
    )
    _controls = ("kernel", "width", "n_clusters", "label_kernel", "preset")
    _controls += ("method", "weighting", "sigma", "added")
    _held = ("_given", "_y", "_samples", "_limits_of")

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
    ):
        X, y = self._source(X, y)
        self._check_count(X, n_clusters)
        named = isinstance(label_kernel, str)
        A = starting_matrix(label_kernel, n_clusters)
        self._random_state = random_state
        self._labels = self._objective = self._before = self._scene = None
        self._settled = False
        super().__init__(
            **self._open(X, y, n_clusters),
            **self._menus(),
            kernel=kernel,
            width=width,
            n_clusters=n_clusters,
            label_kernel=A,
            preset=label_kernel if named else "custom",
            method=method,
            weighting=weighting,
            sigma=sigma,
            criteria=criteria,
        )
        self._begin()

    def _settle_at_first(self):
        if not self._is_angle:
            for step in filter(None, self._starts()):
                step()

    def _hold(self, X, y):
        LabelKernelControls._hold(self, X, y)
        super()._hold(X, y)

    def _data(self):
        return {**super()._data(), **self._picture()}

    def _menus(self):
        """Traits of what the controls offer."""
        return {
            "_methods": [{"value": value, "label": label} for value, label in METHODS],
            "_sigmas": self._stops(),
            "_kernels": [{"value": k, "label": t, "width": has_width(k)} for k, t in KERNELS],
        }

    @on_screen
    def labels_(self):
        """Labels on screen, shape (m + k,)."""
        return self._labels.copy()

    @on_screen
    def objective_(self):
        """J of the labels on screen, or None."""
        return self._objective

    @on_screen
    def gamma_(self):
        """Width in use, or None."""
        return 1 / (4 * self.angle_.sigma**2) if self._is_angle else self._scene.gamma

    def _told(self):
        if self._is_angle:
            return self._angle_summary()
        sizes = ", ".join(map(str, self.answer["sizes"]))
        width = f", {self.answer['width_text']}" if self.gamma_ else ""
        shown = self._scene.controls
        return (
            f"KernelExplorer: {len(self._labels)} points in {shown.n_clusters} clusters ({sizes}), "
            f"{shown.preset} label kernel, {shown.kernel} kernel{width}, "
            f"objective J = {self._objective:.5g}{self._criteria_summary()}"
        )

    def _pictured(self):
        if self._is_angle:
            return self._angle_still()
        self._work_for(self._patience)
        return explorer_still(
            points=self._samples.points,
            labels=self._labels,
            scene=self._scene,
            kernel=dict(KERNELS)[self._scene.controls.kernel],
            answer=self.answer,
            plane=self._samples.plane,
            below=self._criteria_picture(),
        )

    @property
    def _asks(self):
        return AngleQuestion if self.method == "angle" else Controls

    def _follow(self, question):
        if self.method == "angle":
            return self._follow_angle(question)
        samples = self._asked_samples()
        labels = self._carried(samples)
        before = self._rested(samples, labels)
        with one_blas_thread():
            scene = samples.engine.scene(question)
            found = follow(scene.problem, labels, check_random_state(self._random_state))
        self._before = before
        return partial(self._show_labels, samples, scene, *found)

    def _show(self, step):
        step()

    def _show_labels(self, samples, scene, labels, objective):
        self._show_samples(samples)
        self._take(scene, labels, objective, "moving")

    def _rested(self, samples, labels):
        """Labels and J that changes are counted from: those of the last rest."""
        new = samples is not self._samples
        if labels is None or not (new or self.answer["stage"] == "settled"):
            return self._before
        shown = None if new or self._is_angle else self._scene.controls
        same = shown and self.kernel == shown.kernel
        same = same and np.array_equal(shown.label_kernel, self.label_kernel)
        return labels, self._objective if same else None

    def _starts(self):
        """The full mix of starts on what is on screen, unless they are made."""
        if self._settled:
            return
        scene, best = self._scene, (self._labels, self._objective)
        rng = check_random_state(self._random_state)
        for better in settle(scene.problem, scene.vectors, *best, rng):
            best = better
            yield None
        yield partial(self._take, scene, *best, "settled")

    def _work(self):
        if self._is_angle:
            return self._angle_work()
        return chain(self._starts(), self._criteria_work())

    def _take(self, scene, labels, objective, stage):
        self._scene, self._labels, self._objective = scene, labels, objective
        self._settled = stage == "settled"
        before, J = self._before or (labels, None)
        self._put(
            method="cluhsic",
            stage=stage,
            change=None if J is None else objective - J,
            foot=foot(stage, self.preset, labels, before),
            python=python_line(scene, samples_text(self._samples), self._random_state),
            **arrays(scene, labels, objective),
        )
        self._put_criteria()
