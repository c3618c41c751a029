"""PerturbationExplorer: how far a perturbation can move a partition, and how far it does."""

from __future__ import annotations

import numpy as np
import traitlets

from ..._validation import ANYTHING, NAME, check_whole, checked, counted, short_repr
from ..base.bundle import front_end
from ..base.traits import known_name
from ..explorer.following import Following, check_clusters, on_screen
from .answer import arrays, curve
from .engine import KERNELS, Engine, PerturbationQuestion
from .still import perturbation_still

MODES = ("input", "rank", "entries")
_MOST_SEED = 2**32 - 1


class PerturbationExplorer(Following):
    """Perturb the data or their kernel, and watch the bound of Theorem 1 beside the truth.

    The noise is drawn once and scaled by the slider, so the perturbed problem moves
    continuously. The perturbed partition starts from the given labels and from the spectral
    ones; the better of the two is kept. The curve over the slider's whole range is computed
    in the background. All controls can be set from Python too.

    Parameters
    ----------
    X : array-like or DataFrame of shape (m, d), DataPad or DataFile
        Samples, or a pad or a file that is followed as it changes; beyond two features the scatters
        show the first two principal components. Of more than 1500 samples so many are drawn.
    n_clusters : int, default=3
        From 2 to 10.
    kernel : {"rbf", "graph", "poly", "linear"}, default="rbf"
    gamma : float or "median", default="median"
        Width of the RBF kernel, kept when the samples are perturbed.
    perturb : {"input", "rank", "entries"}, default="input"
        Noise on the samples; truncation of K to its leading eigenvectors; symmetric noise on
        the entries of K.
    random_state : int, default=0
        Of the noise, ``default_rng([random_state, 1]).standard_normal(X.shape)`` for "input", and
        of the starts. A toy that is made with the same seed has other random numbers in it.

    Attributes
    ----------
    amount : float
        How much: standard deviation of the input noise; number of eigenvectors kept; standard
        deviation of the noise on K, in root mean squares of the centred K.
    labels_, perturbed_labels_ : ndarray of int of shape (m,)
        The two partitions on screen; the second is named as the first.
    rows_ : ndarray of int
        Rows of X on screen, ascending: ``labels_[i]`` is that of row ``rows_[i]``.
    bound_ : PerturbationBound
        Of the state on screen.
    panels, folded : tuple of str
        Panels that are there, and which of them show their headline only. Can be set.
    state : {"answer", "searching", "settled", "refused"}
        What is on screen: the answer of the whole search; of a hasty one while a pad changes; or
        what it was before a question that was refused. The curve has a count of its own.

    Raises
    ------
    ValueError
        If a parameter is unusable. Once the widget is on screen the message stands in it and
        the last result stays.
    """

    _esm = front_end("perturbation_explorer/widget.js")

    _asks = PerturbationQuestion
    _controls = ("kernel", "perturb", "amount")
    _all_panels = ("given", "perturbed", "spectrum", "bound", "curve")
    _held = ("_engine", "_given", "amount")
    _engine = _given = None

    _points = traitlets.Bytes().tag(sync=True)
    _plane = traitlets.Unicode().tag(sync=True)
    _extent = traitlets.List().tag(sync=True)
    _kernels = traitlets.List().tag(sync=True)
    _modes = traitlets.Dict().tag(sync=True)
    kernel = traitlets.TraitType("rbf").tag(sync=True, control=True)  # checks are below
    perturb = traitlets.TraitType("input").tag(sync=True, control=True)
    amount = traitlets.TraitType(0.0).tag(sync=True, control=True)
    curve = traitlets.Dict().tag(sync=True)

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
        check_clusters(n_clusters, *self._limits_at_first(X))
        check_whole(random_state, "random_state", 0, _MOST_SEED)
        known_name("perturb", perturb, MODES)
        self._placed, self.n_clusters = perturb, n_clusters
        self._of_engine = {"gamma": gamma, "random_state": random_state}
        data = self._open(X, None, n_clusters)
        super().__init__(
            **data,
            _kernels=[{"value": k, "label": text} for k, text in KERNELS],
            kernel=kernel,
            perturb=perturb,
            amount=self._engine.modes[perturb].start if self._engine else 0.0,
            **self._chosen(panels),
        )
        self._begin()

    def _hold(self, X, y):
        given = self._given
        names = None if given is None else given.labels[self._origin]
        hurried = names is not None
        self._engine = Engine(X, self.n_clusters, **self._of_engine, names=names, hurried=hurried)

    def _adapt(self, held):
        """The amount keeps its place on a slider whose range follows the data."""
        now = self._engine.modes[self.perturb]
        if held["_engine"] is None:
            self.amount = now.start
            return
        before = held["_engine"].modes[self.perturb]
        if before.amounts != now.amounts:
            self.amount = now.at_share(before.place(self.amount) / (len(before.amounts) - 1))

    def _data(self):
        engine = self._engine
        return {
            "_points": engine.points.astype(np.float32).tobytes(),
            "_plane": engine.plane,
            "_extent": engine.extent(),
            "_modes": {name: _for_the_page(mode) for name, mode in engine.modes.items()},
        }

    @on_screen
    def labels_(self):
        """Labels of the data as given, shape (m,)."""
        return self._given.labels.copy()

    @on_screen
    def perturbed_labels_(self):
        """Labels of the perturbed data, shape (m,)."""
        return self._shaken.labels.copy()

    @on_screen
    def bound_(self):
        """Theorem 1 for the state on screen."""
        return self._shaken.theorem

    def _told(self):
        answer = self.answer
        verdict = answer["verdict"]["title"].lower()
        bound = "infinite" if answer["bound"] is None else f"{answer['bound']:.2f}"
        return (
            f"PerturbationExplorer: {counted(len(self._given.labels), 'point')} in "
            f"{counted(self._engine.n_clusters, 'cluster')}, {answer['kernel']}, "
            f"{answer['label']} {answer['amount_text']}: observed ε {answer['epsilon']:.2f}, "
            f"bound {bound} ({verdict}), {counted(answer['moved'], 'point')} moved"
        )

    def _pictured(self):
        self._work_for(self._patience, self._work())
        return perturbation_still(
            points=self._engine.points,
            plane=self._engine.plane,
            extent=self._extent,
            given=self._given,
            shaken=self._shaken,
            mode=self._engine.modes[self.answer["perturb"]],
            answer=self.answer,
            curve=self.curve,
            panels=self._open_panels,
        )

    @traitlets.validate("kernel")
    def _check_kernel(self, proposal):
        return known_name("kernel", proposal.value, dict(KERNELS))

    @traitlets.validate("perturb")
    def _check_perturb(self, proposal):
        return known_name("perturb", proposal.value, MODES)

    @traitlets.validate("amount")
    def _check_amount(self, proposal):
        if self._engine is not None:
            self._engine.modes[self.perturb].check(proposal.value)
        elif proposal.value != type(self).amount.default_value:
            raise ValueError(f"amount can be set once there are points. {self._waiting}")
        return float(proposal.value)

    def _reconcile(self, changed):
        if self._engine is None:
            self._placed = self.perturb
        elif self.perturb != self._placed:
            self._place_amount()

    def _place_amount(self):
        """Another perturbation begins where the slider stood; the page sends its own amount."""
        before, now = self._engine.modes[self._placed], self._engine.modes[self.perturb]
        self._placed = self.perturb
        if self._request == self.answer["request"] or not now.holds(self.amount):
            self.amount = now.at_share(before.place(self.amount) / (len(before.amounts) - 1))

    def _follow(self, question):
        return next(self._engine.steps(question))

    def _work(self):
        engine = self._engine.unhurried(self._given.labels)
        return engine.steps(self._shown, self._is_open("curve"))

    def _is_settled(self):
        return not self._engine.hurried

    @traitlets.observe("folded", "panels")
    def _on_panels(self, change):
        """A curve that has come on screen is filled in."""
        if self._shown is not None and not self._waiting and self._is_open("curve"):
            self._interrupt()
            self._rest()

    def _show(self, engine):
        kernel, mode, amount = self._shown.key
        self._engine, self._given = engine, engine.given(kernel)
        self._shaken = engine.shaken(kernel, mode, amount)
        with self.hold_sync():
            self._put(
                kernel=dict(KERNELS)[kernel],
                **arrays(self._given, self._shaken, engine.modes[mode], amount),
                python=self._line(kernel, mode, amount),
            )
            self.curve = {"kernel": kernel, "perturb": mode, **curve(engine.known(kernel, mode))}

    def _line(self, kernel, mode, amount):
        """Python that shows the same."""
        usual = {"kernel": "rbf", "gamma": "median", "perturb": "input", "random_state": 0}
        used = {"kernel": kernel, "perturb": mode, **self._of_engine}
        options = [f"{name}={_typed(used[name])}" for name in usual if used[name] != usual[name]]
        given = ", ".join([self._name_of_X, str(self._engine.n_clusters), *options])
        return f"explorer = PerturbationExplorer({given}); explorer.amount = {amount!r}"


def _typed(value):
    return f'"{value}"' if isinstance(value, str) else short_repr(value)


def _for_the_page(mode):
    return {
        "label": mode.label,
        "curve": mode.curve,
        "amounts": list(mode.amounts),
        "fine": mode.fine,
        "texts": list(mode.texts),
        "ends": list(mode.ends),
    }
