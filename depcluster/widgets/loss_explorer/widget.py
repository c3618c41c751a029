"""LossExplorer: a loss beside a label kernel, and what the two make of the points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import traitlets

from ..._typing import ArrayLike, Colours, Gamma, LabelKernel, Loss, RandomState
from ..._validation import ANYTHING, checked
from ...kernels.cache import KernelMaker
from ...kernels.gram import Dense
from ...labels.losses import (
    LEAST,
    NAMED_LOSSES,
    as_loss,
    check_loss,
    label_kernel_loss,
    zero_one_loss,
)
from ...papers.zhong2010 import CLUHSICAL
from ...plotting.plane import as_plane
from ..base.bundle import bundle
from ..base.coloured import Coloured
from ..base.source import Source
from ..base.traits import Choice, Number
from ..base.widget import Matrix
from ..explorer.controls import ClusterControls
from ..explorer.coordinates import kernel_input
from ..explorer.explorer import seed_of
from ..explorer.samples import Dataset

NORMALIZATIONS = ("l1", "l2", None)
MOST_PENALTY = 1e100


@dataclass(frozen=True, eq=False, kw_only=True)
class LossDataset(Dataset):
    kernel_input: dict[Any, Any]  # what a page makes the kernel matrix of


class LossExplorer(Coloured, ClusterControls):
    """Edit a loss on the labels beside the label kernel, and watch what it changes.

    Zhong (2010) folds a loss Delta into CLUHSIC: with the rows ``R = diag(Delta 1) - Delta``
    the points feel ``R A R'`` in place of A. The page computes both, and their eigenvalues,
    without Python; the points follow with CLUHSICAL. While an entry moves, each answer is one
    climb from the labels on screen; when it rests, searches with the full mix of starts follow.
    All controls can be set from Python too.

    Parameters
    ----------
    X : array-like or DataFrame of shape (m, d), DataPad or DataFile
        Samples, or a pad or a file that is followed as it changes; beyond two features the scatter
        shows their first two principal components. Of more than 1500 samples so many are drawn.
    n_clusters : int, default=4
        From 2 to 10.
    label_kernel : {"plain", "chain", "ring", "grid", "tree"} or (c, c) array, default="tree"
    loss : {"label-kernel", "zero-one"} or array of shape (c, c), default="label-kernel"
        Symmetric here; see `depcluster.labels`. "label-kernel" follows the label kernel.
    normalization : {"l1", "l2", None}, default="l1"
    penalty : float, default=2.5
        Of the l1 norm of the partition matrix; it plays no part under "l1".
    kernel : str, default="rbf"
        Of the data, as `CLUHSICAL` takes it.
    gamma : float, "median" or "scale", default="median"
    random_state : int, RandomState or None, default=0
        Of what is no number one is drawn, for the page, the estimator and the line of Python.
    panels : tuple of str, optional
        Which of "loss", "rows", "label_kernel", "effective", "points" and "levels" to show; all
        of them by default. ``("loss", "points")`` is one to begin with: a matrix to edit, and the
        points that answer. Whichever they are, the controls stay.
    feature_names : sequence of str, optional
        Names of the axes; those of a data frame's columns by default, as its index names the
        samples.
    colours : {"plain", "wheel", "ramp", "families"} or list of str, optional
        A `plotting.scheme` that tells how the labels are related, or a colour to a label. Can be
        set.

    Raises
    ------
    ValueError
        If a parameter is unusable. What cannot be answered once the widget is on screen stands
        in it as a message, and the last result stays; here ``labels_`` then raises.

    Attributes
    ----------
    preset, loss_preset : str
        Names of ``label_kernel`` and ``loss``, or "custom". Assign a name to go there.
    labels_ : ndarray of int of shape (m,)
        Labels on screen; where no page has answered yet, those that `estimator` finds.
    rows_ : ndarray of int
        Rows of the samples given that are on screen, ascending: ``labels_[i]`` is that of row
        ``rows_[i]``.
    objective_ : float
        J of them.
    panels, folded : tuple of str
        Panels that are there, and which of them show their headline only. Can be set.

    References
    ----------
    W. Zhong, W. Pan, J. T. Kwok, I. W. Tsang. Incorporating the loss function into
    discriminative clustering of structured outputs. IEEE Transactions on Neural Networks,
    2010, eqs. (12) and (13).
    """

    _esm, _css = bundle("loss_explorer/widget.js")

    _controls = ("n_clusters", "label_kernel", "preset", "loss", "loss_preset")
    _controls += ("normalization", "penalty")
    _all_panels = ("loss", "rows", "label_kernel", "effective", "points", "levels")

    _points = traitlets.Bytes().tag(sync=True)
    loss = Matrix().tag(sync=True, control=True)
    loss_preset = Choice((*NAMED_LOSSES, "custom"), "label-kernel").tag(sync=True, control=True)
    normalization = Choice(NORMALIZATIONS).tag(sync=True, control=True)
    penalty = Number(2.5, low=0, high=MOST_PENALTY).tag(sync=True, control=True)

    @checked(X=ANYTHING, n_clusters=ANYTHING, panels=ANYTHING, feature_names=ANYTHING)
    def __init__(
        self,
        X: ArrayLike | Source,
        n_clusters: int = 4,
        *,
        label_kernel: LabelKernel = "tree",
        loss: Loss = "label-kernel",
        normalization: Literal["l1", "l2", None] = "l1",
        penalty: float = 2.5,
        kernel: str = "rbf",
        gamma: Gamma = "median",
        random_state: RandomState = 0,
        panels: tuple[str, ...] | None = None,
        feature_names: Sequence[str] | None = None,
        colours: Colours | None = None,
    ) -> None:
        self._holds_kernel = isinstance(kernel, str) and kernel == "precomputed"
        X, _ = self._take_in(X, None, feature_names)
        clusters = self._clusters(n_clusters, label_kernel)
        A = clusters["label_kernel"]
        Delta = as_loss(loss, A)
        self._kernel, self._gamma, self._seed = kernel, gamma, seed_of(random_state)
        super().__init__(
            **self._open(X, None, n_clusters),
            **clusters,
            loss=Delta,
            loss_preset=loss if isinstance(loss, str) else loss_name(Delta, A),
            normalization=normalization,
            penalty=penalty,
            colours=colours,
            **self._chosen(panels),
        )
        self._begin()

    def _make_dataset(self, X, y, dataset):
        maker, kernel = KernelMaker(X), self._kernel
        gamma = maker.width(kernel, self._gamma)
        made = kernel_input(X, kernel, gamma, lambda: Dense(maker.matrix(kernel, gamma=gamma)).K)
        return LossDataset(**vars(dataset), kernel_input=made)

    def _data(self):
        dataset, (points, plane) = self._dataset, as_plane(self._samples)
        sent = {"random_state": str(self._seed), "plane": plane}
        return {
            **super()._data(),
            "_points": points.astype(np.float32).tobytes(),
            "_input": {**dataset.kernel_input, **dataset.sent(), **sent},
        }

    def _estimator(self):
        gamma = self._dataset.kernel_input["gamma"]
        return CLUHSICAL(
            self.n_clusters,
            label_kernel=self._given_kernel,
            loss=np.array(self.loss) if self.loss_preset == "custom" else self.loss_preset,
            normalization=self.normalization,
            penalty=self.penalty,
            kernel=self._kernel,
            random_state=self._seed,
            **({} if gamma is None else {"gamma": float(gamma)}),
        )

    def _settings(self):
        penalty = "" if self.normalization == "l1" else f", penalty {self.penalty:g}"
        return (
            f"{self.preset} label kernel, {self.loss_preset} loss, "
            f"normalization {self.normalization or 'none'}{penalty}"
        )

    @traitlets.validate("loss")
    def _check_loss(self, proposal):
        """A loss of nearly 0 everywhere passes: a hand may come by there, and is told so."""
        if np.abs(proposal.value).max() >= LEAST or len(proposal.value) != len(self.label_kernel):
            check_loss(proposal.value, len(self.label_kernel))
        return proposal.value

    def _reconcile(self, changed):
        if changed in ("label_kernel", "preset", "n_clusters"):
            super()._reconcile(changed)
        self._reconcile_loss(changed)

    def _reconcile_loss(self, changed):
        A = self.label_kernel
        if changed == "loss":
            self.loss_preset = loss_name(self.loss, A, self.loss_preset)
        elif self.loss_preset != "custom":
            self.loss = named_loss(self.loss_preset, A)
        elif changed == "loss_preset":
            self.loss_preset = loss_name(self.loss, A)
        elif len(self.loss) != len(A):
            self.loss = resized_loss(self.loss, len(A))


def named_loss(name, A):
    """The loss of a name, whatever A is; it is 0 everywhere where A tells no labels apart."""
    return label_kernel_loss(A) if name == "label-kernel" else zero_one_loss(len(A))


def loss_name(loss, A, present="custom"):
    """The named loss that a matrix equals, the present one tried first, or "custom"."""
    names = [present] * (present in NAMED_LOSSES) + list(NAMED_LOSSES)
    return next((n for n in names if np.allclose(loss, named_loss(n, A))), "custom")


def resized_loss(loss, n_clusters):
    """A loss with labels added that are as wrong as the worst of the others, or dropped."""
    kept = min(len(loss), n_clusters)
    grown = loss.max() * (1 - np.eye(n_clusters))
    grown[:kept, :kept] = loss[:kept, :kept]
    return grown
