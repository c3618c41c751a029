"""LabelKernelSlider: the same points, the same method, and one label kernel after the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np
from sklearn.utils import check_random_state

from ...._typing import ArrayLike, Colours, Ints, RandomState
from ...._validation import (
    ANYTHING,
    FLAG,
    NAME,
    Rule,
    check_different,
    check_whole,
    checked,
    is_number,
)
from ....kernels.gram import as_centred_gram
from ....kernels.matrix import kernel_matrix
from ....labels.kernels import check_label_kernel, is_psd
from ....labels.symmetries import align_labels
from ....papers.song2007.cluhsic import cluhsic_objective
from ....search.local_search import Problem
from ....search.restarts import solve
from ...base.bundle import bundle
from ...base.coloured import Coloured
from ...base.traits import Choice
from ..base import MiniWidget
from ..points import flat_points

MOST_STOPS, MOST_CLUSTERS = 40, 10
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
        As in `depcluster.cluhsic`, whose objective J is, Song et al. (2007), eq. (5).
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
    labels : ndarray of int of shape (m,)
    objective : float or None
        J; None where the matrix is refused.

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
    LabelKernelSlider: 60 points in 3 clusters, d 0.5 of 2, 1.5, 0.5
    """

    _esm, _css = bundle("mini_widgets/label_kernel_slider/widget.js")
    at = Choice(lambda own: own._given["numbers"], 0.0).tag(sync=True, control=True)

    @checked(X=ANYTHING, kernels=_KERNELS, name=NAME, refuse=FLAG)
    def __init__(
        self,
        X: ArrayLike,
        kernels: Mapping[float, ArrayLike],
        name: str = "A",
        *,
        normalization: Literal["l2", None] = "l2",
        refuse: bool = True,
        n_init: int = 20,
        random_state: RandomState = 0,
        colours: Colours | None = None,
    ) -> None:
        X, shown, _ = flat_points(X)
        stops = _fitted(X, kernels, normalization, refuse, n_init, random_state)
        given = {"points": shown, "stops": stops, "name": name, "n_clusters": len(stops[0]["A"])}
        given["numbers"] = [stop["at"] for stop in stops]
        super().__init__(_given=given, at=stops[0]["at"], colours=colours)

    @property
    def _stop(self):
        return self._given["stops"][self._given["numbers"].index(self.at)]

    @property
    def labels(self) -> Ints:
        """The clusters on screen, (m,)."""
        return np.frombuffer(self._stop["labels"], np.uint8).astype(np.intp)

    @property
    def objective(self) -> float | None:
        """J of the clusters on screen; None where the label kernel is refused."""
        return self._stop["J"]

    def summary(self) -> str:
        stops = ", ".join(f"{number:g}" for number in self._given["numbers"])
        return (
            f"LabelKernelSlider: {len(self.labels)} points in {self._n_clusters} clusters, "
            f"{self._given['name']} {self.at:g} of {stops}"
        )


def _fitted(X, kernels, normalization, refuse, n_init, random_state):
    """What the page is told of each label kernel, the clusters named like those before."""
    c = len(check_label_kernel(next(iter(kernels.values())), psd=refuse, name="kernels"))
    hint = "Try depcluster.CLUHSIC, which knows no limit."
    check_whole(c, "the number of rows of kernels", 1, MOST_CLUSTERS, hint=hint)
    check_different(c, X, n_init=n_init)
    gram, rng = as_centred_gram(kernel_matrix(X)), check_random_state(random_state)
    labels, stops = None, []
    for at, A in kernels.items():
        A, J = check_label_kernel(A, c, psd=False, name="kernels"), None
        if not refuse or is_psd(A):
            problem = Problem(gram, cluhsic_objective(A, normalization), c)
            found = solve(problem, "auto", n_init, rng)
            labels = align_labels(found.labels, found.labels if labels is None else labels, A)
            J = found.objective
        stop = {"at": float(at), "A": A.tolist(), "labels": labels.astype(np.uint8).tobytes()}
        stops.append({**stop, "J": J, "smallest": float(np.linalg.eigvalsh(A)[0])})
    return stops
