"""KernelExplorer: one kernel, one width, one label kernel; everything else answers."""

from __future__ import annotations

import asyncio
import threading

import numpy as np
import traitlets
from sklearn.utils import check_array, check_random_state

from ..kernels import has_width
from ..label_kernels import PRESETS, preset
from ..plotting import as_plane
from ..restarts import check_counts
from . import stills
from .base import Matrix, Widget, front_end
from .explorer_answer import arrays, foot, python_line
from .explorer_engine import KERNELS, N_VECTORS, Controls, Engine
from .label_kernel_editor import EDITOR_PARTS, preset_name, resized, starting_matrix
from .threads import one_blas_thread
from .traits import WholeNumber

REST = 0.25
WIDTH_REACH = 4.0
MAX_CLUSTERS = 10
_CONTROLS = ("kernel", "width", "n_clusters", "label_kernel", "preset", "_request")


class KernelExplorer(Widget):
    """Cluster data while a kernel, its width, and the label kernel change under the hand.

    While a control moves, each answer is one climb from the labels on screen; when it rests,
    the full mix of starts runs in the background and replaces the answer only if its
    objective is larger. All controls can be set from Python too.

    Parameters
    ----------
    X : array-like of shape (m, d)
        Samples; beyond two features the scatter shows their first two principal components.
    n_clusters : int, default=3
        From 2 to 10.
    label_kernel : {"plain", "chain", "ring", "grid", "tree"} or array of shape (c, c)
    kernel : {"rbf", "laplacian", "poly", "cosine", "linear", "graph"}, default="rbf"
    width : float, default=0.0
        log2 of gamma over the median rule, from -4 to 4.
    random_state : int, default=0

    Attributes
    ----------
    labels_ : ndarray of int of shape (m,)
        Labels on screen.
    objective_ : float
    gamma_ : float or None
        Width in use; None where the kernel has none.

    Raises
    ------
    ValueError
        If a parameter is unusable. Once the widget is on screen the message stands in it and
        the last result stays.
    """

    _esm = front_end(
        "parts/common.js",
        "parts/controls.js",
        "parts/scatter.js",
        "parts/gram.js",
        "parts/eigen.js",
        *EDITOR_PARTS,
        "parts/requests.js",
        "kernel_explorer.js",
    )

    _generation = 0
    _timer = None

    _points = traitlets.Bytes().tag(sync=True)
    _plane = traitlets.Unicode().tag(sync=True)
    _kernels = traitlets.List().tag(sync=True)
    _limits = traitlets.Dict().tag(sync=True)
    _request = traitlets.Int(0).tag(sync=True)
    kernel = traitlets.Any("rbf").tag(sync=True)  # Any: the checks below say what is wrong
    width = traitlets.Any(0.0).tag(sync=True)
    n_clusters = WholeNumber(3, low=1).tag(sync=True)
    label_kernel = Matrix().tag(sync=True)
    preset = traitlets.Any("plain").tag(sync=True)
    answer = traitlets.Dict().tag(sync=True)

    def __init__(
        self, X, n_clusters=3, *, label_kernel="plain", kernel="rbf", width=0.0, random_state=0
    ):
        X = check_array(X, dtype=float, ensure_min_samples=3, input_name="X")
        self._limits_of = (2, min(MAX_CLUSTERS, len(X) - 1))
        self._answering = False
        named = isinstance(label_kernel, str)
        check_counts(n_clusters, len(X))
        self._check_range("n_clusters", n_clusters)
        A = starting_matrix(label_kernel, n_clusters)
        self._engine = Engine(X)
        self._random_state = random_state
        self._plane_points, plane = as_plane(X)
        self._labels = self._objective = self._before = self._asked = None
        low, high = self._limits_of
        super().__init__(
            _points=self._plane_points.astype(np.float32).tobytes(),
            _plane=plane,
            _kernels=[{"value": k, "label": t, "width": has_width(k)} for k, t in KERNELS],
            _limits={"min_clusters": low, "max_clusters": high},
            kernel=kernel,
            width=width,
            n_clusters=n_clusters,
            label_kernel=A,
            preset=label_kernel if named else "custom",
        )
        self._follow()
        self.settle()
        self.observe(self._on_controls, _CONTROLS)

    @property
    def labels_(self):
        """Labels on screen, shape (m,)."""
        return self._labels.copy()

    @property
    def objective_(self):
        """J of the labels on screen."""
        return self._objective

    @property
    def gamma_(self):
        """Width in use, or None."""
        return self._scene.gamma

    def settle(self):
        """Run the full mix of starts now and wait for it.

        Returns
        -------
        KernelExplorer
            Itself.
        """
        self._generation += 1
        scene = self._scene
        rng = check_random_state(self._random_state)
        *_, best = self._engine.settle(scene, self._labels, self._objective, rng)
        self._take(scene, *best, stage="settled")
        return self

    def summary(self):
        """One line that says what is shown."""
        sizes = ", ".join(map(str, self.answer["sizes"]))
        width = f", {self.answer['width_text']}" if self.gamma_ else ""
        shown = self._scene.controls
        return (
            f"KernelExplorer: {len(self._labels)} points in {shown.n_clusters} clusters ({sizes}), "
            f"{shown.preset} label kernel, {shown.kernel} kernel{width}, "
            f"objective J = {self._objective:.5g}"
        )

    def still(self):
        """Draw the current state as a matplotlib Figure."""
        shown = self._scene.controls
        return stills.explorer_still(
            points=self._plane_points,
            labels=self._labels,
            gram=self._scene.problem.gram.K,
            label_kernel=shown.label_kernel,
            preset=shown.preset,
            vectors=self._scene.vectors[:, :N_VECTORS],
            values=self._scene.values[:N_VECTORS],
            kernel=dict(KERNELS)[shown.kernel],
            answer=self.answer,
            plane=self._plane,
        )

    def close(self):
        """Stop the search in the background and close the widget."""
        self._generation += 1
        super().close()

    @traitlets.validate("kernel", "preset")
    def _check_name(self, proposal):
        name, value = proposal.trait.name, proposal.value
        known = [k for k, _ in KERNELS] if name == "kernel" else [*PRESETS, "custom"]
        if value not in known:
            raise ValueError(f"{name} must be one of {', '.join(known)}; got {value!r}.")
        return value

    @traitlets.validate("width")
    def _check_width(self, proposal):
        number = isinstance(proposal.value, (int, float, np.number))
        if not number or not -WIDTH_REACH <= proposal.value <= WIDTH_REACH:
            raise ValueError(
                f"width must be log2 of gamma over the median rule, from {-WIDTH_REACH:g} to "
                f"{WIDTH_REACH:g}; got {proposal.value!r}."
            )
        return float(proposal.value)

    @traitlets.validate("label_kernel")
    def _check_size(self, proposal):
        self._check_range("rows of label_kernel", len(proposal.value))
        return proposal.value

    @traitlets.validate("n_clusters")
    def _check_n_clusters(self, proposal):
        self._check_range("n_clusters", proposal.value)
        return proposal.value

    def _check_range(self, name, number):
        low, high = self._limits_of
        if not low <= number <= high:
            raise ValueError(f"{name} must be from {low} to {high} for these data; got {number!r}.")

    def _on_controls(self, change):
        if self._answering:
            return
        self._answering = True
        try:
            self._reconcile(change.name)
            self._answer_controls()
        finally:
            self._answering = False

    def _reconcile(self, changed):
        """Let the number of clusters, the matrix and the preset agree; the changed one leads."""
        A = self.label_kernel
        if changed == "label_kernel":
            self.n_clusters = len(A)
            self.preset = preset_name(A, self.preset)
        elif self.preset != "custom":
            self.label_kernel = preset(self.preset, self.n_clusters)
        elif changed == "preset":
            self.preset = preset_name(A)
        elif len(A) != self.n_clusters:
            self.label_kernel = resized(A, self.n_clusters)

    def _answer_controls(self):
        asked = (self.kernel, self.width, self.preset, self.label_kernel.tobytes())
        if asked == self._asked:
            if self.answer["request"] != self._request:
                self.answer = {**self.answer, "request": self._request}
            return
        self._asked = asked
        self._generation += 1
        if self._timer:
            self._timer.cancel()
        if self.answer["stage"] == "settled":
            comparable = self._scene.controls.label_kernel
            same = self.kernel == self._scene.controls.kernel and np.array_equal(
                comparable, self.label_kernel
            )
            self._before = (self._labels, self._objective if same else None)
        try:
            self._follow()
        except ValueError as error:
            message = f"{error} The last result stays on screen."
            self.answer = {
                **self.answer,
                "request": self._request,
                "stage": "settled",
                "error": message,
            }
            return
        self._rest()

    def _controls(self):
        return Controls(self.kernel, self.width, self.label_kernel, self.preset)

    def _follow(self):
        rng = check_random_state(self._random_state)
        with one_blas_thread():
            scene = self._engine.scene(self._controls())
            found = self._engine.follow(scene, self._labels, rng)
        self._take(scene, *found, stage="moving")

    def _rest(self):
        """Start the full mix of starts once no control has moved for a while."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        self._timer = loop.call_later(REST, self._settle_in_background, loop)

    def _settle_in_background(self, loop):
        generation, scene = self._generation, self._scene
        at_hand = (self._labels, self._objective)

        def finish(best):
            if generation == self._generation:
                self._take(scene, *best, stage="settled")

        def work():
            rng = check_random_state(self._random_state)
            best = at_hand
            for better in self._engine.settle(scene, *at_hand, rng):
                if generation != self._generation:
                    return
                best = better
            loop.call_soon_threadsafe(finish, best)

        threading.Thread(target=work, daemon=True).start()

    def _take(self, scene, labels, objective, stage):
        self._scene, self._labels, self._objective = scene, labels, objective
        before, J = self._before or (labels, None)
        self.answer = {
            "request": self._request,
            "stage": stage,
            "error": "",
            "change": None if J is None else objective - J,
            "foot": foot(stage, self.preset, labels, before),
            "python": python_line(scene, self.preset, self._random_state),
            **arrays(scene, labels, objective),
        }
