"""LossExplorer: a loss beside a label kernel, and what the two make of the points."""

from __future__ import annotations

import numpy as np
import traitlets

from ..._validation import ANYTHING, checked, counted, is_number, short_repr
from ...labels.losses import LEAST, NAMED_LOSSES, as_loss, check_loss, zero_one_loss
from ...plotting.plane import as_plane
from ..base.bundle import front_end
from ..base.coloured import Coloured
from ..base.traits import known_name
from ..base.widget import Matrix
from ..explorer.by_page import AnsweredByPage
from ..explorer.following import answered
from ..explorer.labelling import Labelling
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
from .reading import Reading
from .still import loss_still

NORMALIZATIONS = ("l1", "l2", None)


class LossExplorer(Coloured, AnsweredByPage):
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
    n_clusters : int, default=4
        From 2 to 10.
    label_kernel : {"plain", "chain", "ring", "grid", "tree"} or array of shape (c, c)
    loss : {"label-kernel", "zero-one"} or array of shape (c, c), default="label-kernel"
        Symmetric here; see `depcluster.labels`. "label-kernel" follows the label kernel.
    normalization : {"l1", "l2", None}, default="l1"
    penalty : float, default=2.5
        Of the l1 norm of the partition matrix; it plays no part under "l1".
    kernel : str, default="rbf"
        Of the data, as `CLUHSICAL` takes it.
    gamma : float, "median" or "scale", default="median"
    random_state : int, default=0
    panels : tuple of str, optional
        Which of "loss", "rows", "label_kernel", "effective", "points" and "levels" to show; all
        of them by default. ``("loss", "points")`` is one to begin with: a matrix to edit, and the
        points that answer.
    feature_names : sequence of str, optional
        Names of the axes; those of a data frame's columns by default, as its index names the
        samples.
    colours : {"plain", "wheel", "ramp", "families"} or list of str, optional
        A `plotting.scheme` that tells how the labels are related, or a colour to a label. Can be
        set.

    Attributes
    ----------
    preset, loss_preset : str
        Names of ``label_kernel`` and ``loss``, or "custom". Assign a name to go there.
    labels_ : ndarray of int of shape (m,)
        Labels on screen.
    rows_ : ndarray of int
        Rows of X on screen, ascending: ``labels_[i]`` is that of row ``rows_[i]``.
    objective_ : float
        J of them.
    panels, folded : tuple of str
        Panels that are there, and which of them show their headline only. Can be set.
    state : {"answer", "settled", "refused"}
        What is on screen: a first answer, behind which the page may be searching, the answer of
        the whole search, or what it was before a question that was refused.

    Raises
    ------
    ValueError
        If a parameter is unusable. Once the widget is on screen the message stands in it and
        the last result stays.

    References
    ----------
    W. Zhong, W. Pan, J. T. Kwok, I. W. Tsang. Incorporating the loss function into
    discriminative clustering of structured outputs. IEEE Transactions on Neural Networks,
    2010, eqs. (12) and (13).
    """

    _esm = front_end("loss_explorer/widget.js")

    _asks = LossQuestion
    _controls = ("n_clusters", "label_kernel", "preset", "loss", "loss_preset")
    _controls += ("normalization", "penalty")
    _all_panels = ("loss", "rows", "label_kernel", "effective", "points", "levels")
    _held = ("_engine", "_plane_points", "_plane", "_limits_of", "_known")
    _engine = _plane_points = _plane = None
    _found = None  # the last answer taken over or computed
    _known = None  # the last labels heard of
    _others = None  # what is compared with, computed for the question on screen

    _zero_one = Labelling().tag(sync=True, control=True)
    _cluhsic = Labelling().tag(sync=True, control=True)
    _points = traitlets.Bytes().tag(sync=True)
    loss = Matrix().tag(sync=True, control=True)
    loss_preset = traitlets.TraitType("label-kernel").tag(sync=True, control=True)
    normalization = traitlets.Any("l1").tag(sync=True, control=True)
    penalty = traitlets.TraitType(2.5).tag(sync=True, control=True)

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
        clusters = self._clusters(X, n_clusters, label_kernel)
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

    def _hold(self, X, y):
        super()._hold(X, y)
        generation = 0 if self._engine is None else self._engine.generation + 1
        most = self._limits_of[1]
        engine = Engine(X, most=most, generation=generation, **self._of_engine)
        if self._known is not None:
            self._known = self._known[self._origin]
        self._engine = engine
        self._plane_points, self._plane = as_plane(X)

    def _data(self):
        origin = self._origin if self._engine.generation else None
        return {
            **super()._data(),
            "_points": self._plane_points.astype(np.float32).tobytes(),
            "_input": {
                **self._engine.sent(),
                "origin": None if origin is None else origin.astype(np.int32).tobytes(),
                "plane": self._plane,
                "called": self._name_of_X,
                "drawn": self._drawn_words,
            },
        }

    @answered
    def labels_(self):
        """Labels on screen, shape (m,)."""
        return self._found.labels.copy()

    @answered
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
        """What summary and still tell of the answer on screen."""
        fit, shown = self._found, self._shown
        m, c = len(fit.labels), len(shown.loss)
        ringed, apart = (unlike(fit.labels, self._compared(of), c) for of in (ZERO_ONE, CLUHSIC))
        points = ", ".join(filter(None, [f"{m} points", self._plane]))
        what = f"{shown.preset} label kernel, {shown.loss_preset} loss"
        share = self._engine.scale(shown, fit).share
        return Reading(
            question=shown,
            labels=fit.labels,
            objective=fit.objective,
            share="" if share is None else f"{100 * share:.0f} % of the most",
            ringed=ringed,
            n_unlike_cluhsic=int(apart.sum()),
            note=f"{points}, {ringed.sum()} ringed" if ringed.any() else points,
            foot="; ".join(filter(None, [self._drawn_words, what])),
        )

    def _told(self):
        read, shown = self._read(), self._shown
        sizes, m = ", ".join(map(str, read.sizes)), len(read.labels)
        share = f", {read.share}" if read.share else ""
        return (
            f"LossExplorer: {counted(m, 'point')} in {counted(len(shown.loss), 'cluster')} "
            f"({sizes}), {shown.preset} label kernel, {shown.loss_preset} loss, "
            f"normalization {shown.normalization or 'none'}, "
            f"objective J = {read.objective:.5g}{share}; "
            f"{read.ringed.sum()} of {counted(m, 'point')} moved by the loss, "
            f"{read.n_unlike_cluhsic} unlike CLUHSIC"
        )

    def _pictured(self):
        return loss_still(self._plane_points, self._read(), self._open_panels)

    @traitlets.validate("loss_preset")
    def _check_loss_preset(self, proposal):
        return known_name("loss_preset", proposal.value, (*NAMED_LOSSES, "custom"))

    @traitlets.validate("normalization")
    def _check_normalization(self, proposal):
        return known_name("normalization", proposal.value, NORMALIZATIONS)

    @traitlets.validate("penalty")
    def _check_penalty(self, proposal):
        value = proposal.value
        if not is_number(value) or value < 0:
            raise ValueError(
                f"penalty must be a finite number of at least 0; got {short_repr(value)}."
            )
        return float(value)

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

    def _is_for_page(self, question):
        return True

    def _vet(self, question):
        self._engine.vet(question)
        super()._vet(question)

    @property
    def _n_on_screen(self):
        return len(self._engine.X)

    def _keep(self, labels):
        self._known = labels

    @traitlets.observe("_zero_one", "_cluhsic")
    def _on_others(self, change):
        if self._others:
            self._others.pop(change.name[1:], None)

    def _follow(self, question):
        return self._engine.fit(LOSS, question, self._known, self._heard)

    def _work(self):
        if not self._found.settled:
            yield self._engine.searched(LOSS, self._shown, self._found)

    def _is_settled(self):
        return self._found.settled

    def _show(self, fit):
        self._found, self._known, self._others = fit, fit.labels, {}
        self._tell(fit.labelling)
