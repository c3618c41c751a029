"""LossExplorer: a loss beside a label kernel, and what the two make of the points."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import traitlets

from ..._base.parameters import described
from ..._validation import ANYTHING, checked, counted
from ...labels.losses import LEAST, NAMED_LOSSES, as_loss, check_loss, zero_one_loss
from ...plotting.plane import as_plane
from ..base.bundle import front_end
from ..base.coloured import Coloured
from ..base.traits import Choice, Number
from ..base.widget import Matrix
from ..explorer.answer import clusters_text
from ..explorer.controls import ClusterControls
from ..explorer.following import Following, requires_answer
from ..explorer.labelling import Labelling
from ..explorer.samples import Dataset, of_dataset
from .engine import (
    CLUHSIC,
    LOSS,
    ZERO_ONE,
    Engine,
    LossQuestion,
    loss_name,
    named_loss,
    resized_loss,
    unlike,
)
from .figure import loss_figure
from .reading import Reading, readable

NORMALIZATIONS = ("l1", "l2", None)
MOST_PENALTY = 1e100


@dataclass(frozen=True, eq=False, kw_only=True)
class LossDataset(Dataset):
    engine: Engine
    points: np.ndarray  # places in the picture
    plane: str  # what that picture is


@described(Following)
class LossExplorer(Coloured, ClusterControls):
    """Edit a loss on the labels beside the label kernel, and watch what it changes.

    Zhong (2010) folds a loss Delta into CLUHSIC: with the rows ``R = diag(Delta 1) - Delta``
    the points feel ``R A R'`` in place of A. The page computes both, and their eigenvalues,
    without Python; the points follow with CLUHSICAL. While an entry moves, each answer is one
    climb from the labels on screen; when it rests, searches with the full mix of starts follow.
    Python takes over the labels that the page tells once it has checked their objective, and
    computes its own where no page is open. All controls can be set from Python too.

    Parameters
    ----------
    X : array-like or DataFrame of shape (m, d), DataPad or DataFile
        Samples, or a pad or a file that is followed as it changes; beyond two features the scatter
        shows their first two principal components. Of more than 1500 samples so many are drawn.
    loss : {"label-kernel", "zero-one"} or array of shape (c, c), default="label-kernel"
        Symmetric here; see `depcluster.labels`. "label-kernel" follows the label kernel.
    normalization : {"l1", "l2", None}, default="l1"
    penalty : float, default=2.5
        Of the l1 norm of the partition matrix; it plays no part under "l1".
    kernel : str, default="rbf"
        Of the data, as `CLUHSICAL` takes it.
    panels : tuple of str, optional
        Which of "loss", "rows", "label_kernel", "effective", "points" and "levels" to show; all
        of them by default. ``("loss", "points")`` is one to begin with: a matrix to edit, and the
        points that answer. Whichever they are, the controls stay.

    Attributes
    ----------
    preset, loss_preset : str
        Names of ``label_kernel`` and ``loss``, or "custom". Assign a name to go there.
    labels_
    rows_
    objective_ : float
        J of them.
    panels, folded
    state

    References
    ----------
    W. Zhong, W. Pan, J. T. Kwok, I. W. Tsang. Incorporating the loss function into
    discriminative clustering of structured outputs. IEEE Transactions on Neural Networks,
    2010, eqs. (12) and (13).
    """

    _esm, _css = front_end("loss_explorer/widget.js")

    _asks = LossQuestion
    _controls = ("n_clusters", "label_kernel", "preset", "loss", "loss_preset")
    _controls += ("normalization", "penalty")
    _all_panels = ("loss", "rows", "label_kernel", "effective", "points", "levels")
    _engine = of_dataset("engine")
    _found = None  # the last answer taken over or computed
    _others = None  # what is compared with, computed for the question on screen

    _zero_one = Labelling().tag(sync=True, control=True)
    _cluhsic = Labelling().tag(sync=True, control=True)
    _points = traitlets.Bytes().tag(sync=True)
    loss = Matrix().tag(sync=True, control=True)
    loss_preset = Choice((*NAMED_LOSSES, "custom"), "label-kernel").tag(sync=True, control=True)
    normalization = Choice(NORMALIZATIONS).tag(sync=True, control=True)
    penalty = Number(2.5, low=0, high=MOST_PENALTY).tag(sync=True, control=True)

    @checked(X=ANYTHING, n_clusters=ANYTHING, panels=ANYTHING, feature_names=ANYTHING)
    def __init__(
        self,
        X,
        n_clusters=4,
        *,
        label_kernel="tree",
        loss="label-kernel",
        normalization="l1",
        penalty=2.5,
        kernel="rbf",
        gamma="median",
        random_state=0,
        panels=None,
        feature_names=None,
        colours=None,
    ):
        X, _ = self._take_in(X, None, feature_names)
        clusters = self._clusters(n_clusters, label_kernel)
        A = clusters["label_kernel"]
        Delta = as_loss(loss, A)
        self._of_engine = {"kernel": kernel, "gamma": gamma, "random_state": random_state}
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
        points, plane = as_plane(X)
        return LossDataset(
            **vars(dataset),
            engine=Engine(X, most=dataset.limits[1], **self._of_engine),
            points=points,
            plane=plane,
        )

    def _data(self):
        dataset = self._dataset
        return {
            **super()._data(),
            "_points": dataset.points.astype(np.float32).tobytes(),
            "_input": {
                **dataset.engine.sent(),
                **dataset.sent(),
                "plane": dataset.plane,
            },
        }

    @requires_answer
    def labels_(self):
        """Labels on screen, shape (m,)."""
        return self._found.labels.copy()

    @requires_answer
    def objective_(self):
        """J of the labels on screen."""
        return self._found.objective

    def _compared(self, name):
        """The labels that those on screen are compared with."""
        shown = self._shown
        if name == ZERO_ONE and np.array_equal(shown.loss, zero_one_loss(len(shown.loss))):
            return self._found.labels
        if name not in self._others:
            trait = f"_{name}"
            fit = self._engine.fit(name, shown, None, getattr(self, trait))
            if fit.labelling != getattr(self, trait):
                setattr(self, trait, fit.labelling)
            self._others[name] = fit.labels
        return self._others[name]

    def _read(self):
        """What summary and figure tell of the answer on screen."""
        fit, shown = self._found, self._shown
        m, c = len(fit.labels), len(shown.loss)
        ringed, apart = (unlike(fit.labels, self._compared(of), c) for of in (ZERO_ONE, CLUHSIC))
        points = ", ".join(filter(None, [counted(m, "point"), self._dataset.plane]))
        share = self._engine.scale(shown, fit).share
        return Reading(
            question=shown,
            labels=fit.labels,
            objective=fit.objective,
            share="" if share is None else f"{100 * share:.0f} % of the most",
            ringed=ringed,
            n_unlike_cluhsic=int(apart.sum()),
            note=f"{points}, {ringed.sum()} ringed" if ringed.any() else points,
        )

    def _summary(self):
        read, shown = self._read(), self._shown
        share = f", {read.share}" if read.share else ""
        penalty = "" if shown.normalization == "l1" else f", penalty {shown.penalty:g}"
        return (
            f"{clusters_text(read.labels, shown.n_clusters)}, "
            f"{shown.preset} label kernel, {shown.loss_preset} loss, "
            f"normalization {shown.normalization or 'none'}{penalty}, "
            f"objective J = {readable(read.objective)}{share}; "
            f"{read.ringed.sum()} of {counted(len(read.labels), 'point')} moved by the loss, "
            f"{read.n_unlike_cluhsic} unlike CLUHSIC"
        )

    def _figure(self):
        return loss_figure(self, self._dataset.points, self._read())

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

    def _vet(self, question):
        self._engine.vet(question)
        super()._vet(question)

    @traitlets.observe("_zero_one", "_cluhsic")
    def _on_others(self, change):
        if self._others:
            self._others.pop(change.name[1:], None)

    def _follow(self, question):
        return self._engine.fit(LOSS, question, self._dataset.known, self._heard)

    def _work(self):
        if not self._found.settled:
            yield self._engine.searched(self._shown, self._found)

    def _show(self, fit):
        self._found, self._others = fit, {}
        self._keep(fit.labels)
        self._tell(fit.labelling)
