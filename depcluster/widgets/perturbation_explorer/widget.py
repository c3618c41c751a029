"""PerturbationExplorer: how far a perturbation can move a partition, and how far it does."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import traitlets

from ..._base.parameters import described
from ..._utils.blas import one_blas_thread
from ..._validation import ANYTHING, NAME, check_whole, checked, counted, short_repr
from ..base.bundle import front_end
from ..base.traits import Choice, known_name, numbers_for_page
from ..explorer.answer import clusters_text
from ..explorer.explorer import PATIENCE
from ..explorer.following import Following, check_clusters, requires_answer
from ..explorer.labelling import Labelling
from ..explorer.samples import Dataset, of_dataset
from .engine import KERNELS, Engine, PerturbationQuestion
from .figure import perturbation_figure
from .reading import Reading, foot_of

MODES = ("input", "rank", "entries")
CURVE = ("amount", "epsilon", "bound")
_MOST_SEED = 2**32 - 1


@dataclass(frozen=True, eq=False, kw_only=True)
class PerturbationDataset(Dataset):
    engine: Engine


@described(Following)
class PerturbationExplorer(Following):
    """Perturb the data or their kernel, and watch the bound of Theorem 1 beside the truth.

    The noise is drawn once and scaled by the slider, so the perturbed problem moves
    continuously. The perturbed partition starts from the given labels and from the spectral
    ones; the better of the two is kept. The page computes all of it without Python, the curve
    over the slider's whole range once no control moves. Python takes over the labels of both
    partitions that the page tells once it has checked their objectives, and computes Theorem 1
    for them by itself; where no page is open it finds its own. All controls can be set from
    Python too.

    Parameters
    ----------
    X : array-like or DataFrame of shape (m, d), DataPad or DataFile
        Samples, or a pad or a file that is followed as it changes; beyond two features the scatters
        show the first two principal components. Of more than 1500 samples so many are drawn.
    kernel : {"rbf", "graph", "poly", "linear"}, default="rbf"
    gamma : float or "median", default="median"
        Width of the RBF kernel, kept when the samples are perturbed.
    perturb : {"input", "rank", "entries"}, default="input"
        Noise on the samples; truncation of K to its leading eigenvectors; symmetric noise on
        the entries of K.
    random_state : int, default=0
        Of the noise: ``default_rng([random_state, 1]).standard_normal(X.shape)`` for "input", and
        ``RandomState([random_state, 1]).standard_normal(m * (m + 1) // 2)``, the lower triangle
        row by row, for "entries", which the page draws too. A toy that is made with the same seed
        has other random numbers in it.
    panels : tuple of str, optional
        Which of "given", "perturbed", "spectrum", "bound" and "curve" to show; all of them by
        default. Whichever they are, the controls stay.

    Attributes
    ----------
    amount : float
        How much: standard deviation of the input noise; number of eigenvectors kept; standard
        deviation of the noise on K, in root mean squares of the centred K.
    labels_, perturbed_labels_ : ndarray of int of shape (m,)
        The two partitions on screen; the second is named as the first.
    rows_
    bound_ : PerturbationBound
        Of the state on screen.
    curve : dict
        Over the slider's range: "amount", and "epsilon" and "bound" there, each an array.
    panels, folded
    state : {"answer", "settled", "refused"}
        What is on screen: a first answer, behind which the page may be searching, the answer of
        the whole search, or what it was before a question that was refused. The curve has a count
        of its own.
    """

    _esm, _css = front_end("perturbation_explorer/widget.js")

    _asks = PerturbationQuestion
    _controls = ("kernel", "perturb", "amount")
    _all_panels = ("given", "perturbed", "spectrum", "bound", "curve")
    _engine = of_dataset("engine")
    _found = None  # the last answer taken over or computed: given and perturbed
    _heard_for = None  # samples and kernel of `_heard`

    _perturbed = Labelling().tag(sync=True, control=True)
    _points = traitlets.Bytes().tag(sync=True)
    _plane = traitlets.Unicode().tag(sync=True)
    _extent = traitlets.List().tag(sync=True)
    _kernels = traitlets.List().tag(sync=True)
    _modes = traitlets.Dict().tag(sync=True)
    kernel = Choice(dict(KERNELS)).tag(sync=True, control=True)
    perturb = Choice(MODES).tag(sync=True, control=True)
    amount = traitlets.TraitType(0.0).tag(  # its check is below, and in the page
        sync=True, control=True, for_page=lambda own: numbers_for_page((), -np.inf, np.inf)
    )

    @checked(X=ANYTHING, n_clusters=ANYTHING, perturb=NAME, panels=ANYTHING, feature_names=ANYTHING)
    def __init__(
        self,
        X,
        n_clusters=3,
        *,
        kernel="rbf",
        gamma="median",
        perturb="input",
        random_state=0,
        panels=None,
        feature_names=None,
    ):
        X, _ = self._take_in(X, feature_names=feature_names)
        check_clusters(n_clusters, *self._limits_of)
        check_whole(random_state, "random_state", 0, _MOST_SEED)
        known_name("perturb", perturb, MODES)
        self.n_clusters = n_clusters
        self._of_engine = {"gamma": gamma, "random_state": random_state}
        data = self._open(X, None, n_clusters)
        amount = self._engine.modes[perturb].start if self._engine else 0.0
        super().__init__(
            **data,
            _kernels=[{"value": k, "label": text} for k, text in KERNELS],
            kernel=kernel,
            perturb=perturb,
            amount=amount,
            **self._chosen(panels),
        )
        self._begin()

    def _make_dataset(self, X, y, dataset):
        engine = Engine(X, self.n_clusters, **self._of_engine)
        return PerturbationDataset(**vars(dataset), engine=engine)

    def _migrate_controls(self, before):
        """The amount keeps its place on a slider whose range follows the data."""
        now = self._engine.modes[self.perturb]
        if before is None:
            self.amount = now.start
            return
        before = before.engine.modes[self.perturb]
        if before.amounts != now.amounts:
            self.amount = now.at_share(before.place(self.amount) / (len(before.amounts) - 1))

    def _data(self):
        engine = self._engine
        return {
            "_points": engine.points.astype(np.float32).tobytes(),
            "_plane": engine.plane,
            "_extent": engine.extent(),
            "_modes": {name: mode.sent for name, mode in engine.modes.items()},
            "_input": {**engine.sent(), **self._dataset.sent(), "options": self._options},
        }

    @property
    def _options(self):
        """Of the constructor in Python, those that no control sets and that are not the usual."""
        usual = {"gamma": "median", "random_state": 0}
        used = {k: v for k, v in self._of_engine.items() if v != usual[k]}
        return [f"{name}={short_repr(value)}" for name, value in used.items()]

    @requires_answer
    def labels_(self):
        """Labels of the data as given, shape (m,)."""
        return self._found.given.labels.copy()

    @requires_answer
    def perturbed_labels_(self):
        """Labels of the perturbed data, shape (m,)."""
        return self._found.labels.copy()

    @requires_answer
    def bound_(self):
        """Theorem 1 for the state on screen."""
        return self._found.theorem

    @requires_answer
    def curve(self):
        """Observed distance and bound over the slider's range, whole."""
        known = self._curve_within(np.inf)
        stops = self._engine.modes[self._shown.perturb].stops
        epsilon, bound = ([getattr(each, k) for each in known] for k in ("epsilon", "bound"))
        return {name: np.array(of) for name, of in zip(CURVE, (stops, epsilon, bound), strict=True)}

    def _curve_within(self, seconds):
        """What of the curve can be computed in so long."""
        of = self._shown.kernel, self._shown.perturb
        self._take_steps(self._engine.stops(*of), seconds)
        return self._engine.known(*of)

    def _read(self):
        """What summary and figure tell of the answer on screen."""
        shown, found = self._shown, self._found
        mode = self._engine.modes[shown.perturb]
        with one_blas_thread():
            foot = foot_of(self._engine.width(shown.kernel), mode, shown.amount, found)
        return Reading(
            kernel=dict(KERNELS)[shown.kernel],
            mode=mode,
            amount=shown.amount,
            given=found.given,
            shaken=found,
            foot=foot,
        )

    def _summary(self):
        read, theorem = self._read(), self._found.theorem
        bound = f"{theorem.bound:.2f}" if np.isfinite(theorem.bound) else "infinite"
        return (
            f"{clusters_text(self._found.labels, self.n_clusters)}, {read.kernel}, "
            f"{read.mode.label} {read.mode.text(read.amount)}: observed ε {theorem.epsilon:.2f}, "
            f"bound {bound} ({read.title.lower()}), {counted(len(read.moved), 'point')} moved"
        )

    def _figure(self):
        curve = self._curve_within(PATIENCE) if self._is_open("curve") else []
        return perturbation_figure(self, self._engine, self._extent, self._read(), curve)

    @traitlets.validate("amount")
    def _check_amount(self, proposal):
        if self._engine is not None:
            self._engine.modes[self.perturb].check(proposal.value)
        elif proposal.value != type(self).amount.default_value:
            raise ValueError(f"amount can be set once there are points. {self._waiting}")
        return float(proposal.value)

    def _reconcile(self, changed):
        """Another perturbation begins where the slider stood, unless an amount comes with it."""
        before = self._left
        if before and self.perturb != before.perturb and self.amount == before.amount:
            was, now = (self._engine.modes[name] for name in (before.perturb, self.perturb))
            self.amount = now.at_share(was.place(self.amount) / (len(was.amounts) - 1))

    def _vet(self, question):
        """Given labels stay those of the page while samples and kernel do."""
        heard, held_for = self._heard, self._heard_for
        self._heard_for = self._engine, question.kernel
        super()._vet(question)
        if self._heard_for == held_for:
            self._heard = heard

    @traitlets.observe("_perturbed")
    def _on_perturbed(self, change):
        self._is_behind = self._left is not None

    def _follow(self, question):
        return self._shaken(
            question, self._engine.given(question.kernel, self._dataset.known, self._heard)
        )

    def _shaken(self, question, given):
        of = question.kernel, question.perturb, question.amount
        return self._engine.shaken(given, *of, self._perturbed)

    def _work(self):
        if not self._found.given.settled:
            yield self._shaken(self._shown, self._engine.searched(self._shown.kernel))

    def _show(self, found):
        self._found = found
        self._keep(found.given.labels)
        with self.hold_sync():
            self._tell(found.given.labelling)
            if found.labelling != self._perturbed:
                self._perturbed = found.labelling
        self._is_behind = False
