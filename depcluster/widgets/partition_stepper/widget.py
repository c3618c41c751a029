"""PartitionStepper: a local search, played step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np
import traitlets
from sklearn.utils import check_random_state

from ..._typing import ArrayLike, Colours, Floats, Gamma, Ints, Kernel, LabelKernel, RandomState
from ..._validation import (
    ANYTHING,
    check_different,
    check_distances,
    check_samples,
    checked,
    counted,
)
from ...kernels.gram import as_gram
from ...kernels.matrix import kernel_matrix
from ...labels.symmetries import align_labels
from ...papers.song2007.cluhsic import cluhsic_objective
from ...plotting.plane import as_plane
from ...search.local_search import Problem, Step, climb
from ...search.objectives import structure_of
from ...search.restarts import best_runs
from ...search.starts import start
from ..base.bundle import bundle
from ..base.coloured import Coloured
from ..base.traits import WholeNumber
from ..base.widget import Widget
from ..label_kernel_editor.widget import starting_matrix

MAX_CLUSTERS = 256
START = {
    "random": "random labels",
    "k-means++": "k-means++ seeds in feature space",
    "spectral": "rounded eigenvectors",
    "auto": "rounded eigenvectors",
}


class PartitionStepper(Coloured, Widget):
    """Play the local search of CLUHSIC: which points move at each step, and what J gains.

    The search runs once, when the widget is made, from one start; the page plays it and
    needs no running kernel for that. A step is a batch sweep or a screening pass (see
    `depcluster.search`); the last pass finds nothing left to move. With ``n_init`` above 1 more
    searches follow, most of them near the best so far, and each that leads higher is a step.

    Parameters
    ----------
    X : array-like of shape (m, d)
        Beyond two dimensions the first two principal components are shown.
    n_clusters : int, default=3
    label_kernel : {"plain", "chain", "ring", "grid", "tree"} or (c, c) array
    kernel : str or callable, default="rbf"
    gamma : float, "median" or "scale", default="median"
    init : {"random", "k-means++", "spectral"} or array of int of shape (m,)
    n_init : int, default=1
        Number of searches: the one that is played step by step, and those after it.
    random_state : int, RandomState or None, default=0
    colours : {"plain", "wheel", "ramp", "families"} or list of str, optional
        A `plotting.scheme` that tells how the labels are related, or a colour to a label. Can be
        set.

    Attributes
    ----------
    step : int
        The step on screen, 0 being the start. Assign to go there.
    n_steps : int
        The number of the last step.
    labels : ndarray of int of shape (m,)
        The partition at ``step``.
    objective : ndarray of shape (n_steps + 1,)
        J of the start and after each step.

    Raises
    ------
    ValueError
        For data or parameters that `depcluster.CLUHSIC` would refuse, or a step that is not
        there.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.repeat([[0.0, 0.0], [3.0, 0.0]], 4, axis=0) + np.eye(8, 2)
    >>> stepper = PartitionStepper(X, n_clusters=2)
    >>> stepper.step = stepper.n_steps
    >>> stepper.labels.tolist() in ([0] * 4 + [1] * 4, [1] * 4 + [0] * 4)
    True
    """

    _esm, _css = bundle("partition_stepper/widget.js")
    _points = traitlets.Bytes().tag(sync=True)
    _labels = traitlets.Bytes().tag(sync=True)
    _objective = traitlets.List(traitlets.Float()).tag(sync=True)
    _plane = traitlets.Unicode().tag(sync=True)
    _start = traitlets.Unicode().tag(sync=True)
    _label_kernel = traitlets.List().tag(sync=True)
    _n_clusters = traitlets.Int().tag(sync=True)
    _climbed = traitlets.Int().tag(sync=True)
    step = WholeNumber(most=lambda own: own.n_steps, note=", the last step").tag(
        sync=True, control=True
    )

    @checked(X=ANYTHING)
    def __init__(
        self,
        X: ArrayLike,
        n_clusters: int = 3,
        *,
        label_kernel: LabelKernel = "plain",
        kernel: Kernel = "rbf",
        gamma: Gamma = "median",
        init: Literal["random", "k-means++", "spectral"] | Ints | Sequence[int] = "random",
        n_init: int = 1,
        random_state: RandomState = 0,
        colours: Colours | None = None,
    ) -> None:
        X = check_distances(check_samples(X))
        check_different(n_clusters, X, n_init=n_init)
        if n_clusters > MAX_CLUSTERS:
            raise ValueError(
                f"n_clusters must be at most {MAX_CLUSTERS} in this widget; got {n_clusters}. "
                "Try depcluster.CLUHSIC, which knows no limit."
            )
        A = starting_matrix(label_kernel, n_clusters)
        gram = as_gram(kernel_matrix(X, kernel=kernel, gamma=gamma))
        problem = Problem(gram, cluhsic_objective(A, "l2"), n_clusters)
        climbed = list(climb(problem, first_labels(problem, init, random_state)))
        self._steps = climbed + later_searches(problem, climbed[-1], n_init, random_state)
        self._xy, plane = as_plane(X)
        super().__init__(
            _points=np.asarray(self._xy, dtype="<f4").tobytes(),
            _labels=np.stack([step.labels for step in self._steps]).astype(np.uint8).tobytes(),
            _objective=[float(step.objective) for step in self._steps],
            _plane=plane,
            _start=START[init] if isinstance(init, str) else "the given labels",
            _n_clusters=int(n_clusters),
            _label_kernel=A.tolist(),
            colours=colours,
            _climbed=len(climbed) - 1,
        )

    @property
    def n_steps(self) -> int:
        """The number of the last step."""
        return len(self._steps) - 1

    @property
    def labels(self) -> Ints:
        """The partition at ``step``."""
        return self._steps[self.step].labels.copy()

    @property
    def objective(self) -> Floats:
        """J of the start and after each step."""
        return np.array(self._objective)

    def summary(self) -> str:
        first, last = self._objective[0], self._objective[-1]
        return (
            f"PartitionStepper: {counted(len(self._xy), 'point')} in "
            f"{counted(self._n_clusters, 'cluster')}, {counted(self.n_steps, 'step')}, "
            f"objective {first:.2f} to {last:.2f}"
        )


def later_searches(problem, last, n_init, random_state):
    """A step for each later search that leads higher, its labels named as those before."""
    steps = [last]
    if n_init > 1 and problem.n_clusters > 1:
        rng = check_random_state(random_state)
        for _, best in best_runs(problem, last.labels, n_init, rng):
            J = steps[-1].objective
            if best.objective > J + 1e-9 * abs(J):
                before, A = steps[-1].labels, structure_of(problem.objective)
                labels = align_labels(best.labels, before, A)
                steps.append(Step(labels, best.objective, np.flatnonzero(labels != before)))
    return steps[1:]


def first_labels(problem, init, random_state):
    """The partition that a search starts from (see `depcluster.search.starts`)."""
    if problem.n_clusters == 1:
        return np.zeros(problem.gram.shape[0], dtype=int)
    return start(problem, init, check_random_state(random_state))
