"""PerturbationExplorer: how far a perturbation can move a partition, and how far it does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np
import traitlets

from ..._typing import ArrayLike, Ints
from ..._validation import ANYTHING, NAME, check_whole, checked, short_repr
from ...kernels.matrix import centring_origin, resolve_gamma
from ...papers.song2007 import CLUHSIC
from ...papers.song2007.perturbation import PerturbationBound
from ...plotting.plane import plane_of
from ..base.bundle import bundle
from ..base.source import Source
from ..base.traits import Choice, known_name, numbers_for_page
from ..explorer.coordinates import rotated
from ..explorer.explorer import Explorer, check_clusters, requires_samples
from ..explorer.fit_message import FitMessage, labels_of
from .modes import Baseline, PerturbationDataset, modes

KERNELS = (
    ("rbf", "RBF"),
    ("graph", "graph diffusion"),
    ("poly", "polynomial 2"),
    ("linear", "linear"),
)
MODES = ("input", "rank", "entries")
_MOST_SEED = 2**32 - 1


class PerturbationExplorer(Explorer):
    """Perturb the data or their kernel, and watch the bound of Theorem 1 beside the truth.

    The noise is drawn once and scaled by the slider, so the perturbed problem moves
    continuously. The perturbed partition starts from the given labels and from the spectral
    ones; the better of the two is kept. The page computes all of it without Python, the curve
    over the slider's whole range once no control moves. All controls can be set from Python too.

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
        Normal noise on the samples; truncation of K to its leading eigenvectors; random signs
        added to the entries of K, which stays symmetric.
    random_state : int, default=0
        Of the noise: ``default_rng([random_state, 1]).standard_normal(X.shape)`` for "input", and
        for "entries", row by row of the lower triangle, where
        ``default_rng([random_state, 2]).integers(2, size=m * (m + 1) // 2, dtype="uint8")`` has a
        1 for +1 and a 0 for -1. A toy that is made with the same seed has other random numbers in
        it.
    panels : tuple of str, optional
        Which of "given", "perturbed", "spectrum", "bound" and "curve" to show; all of them by
        default. Whichever they are, the controls stay.
    feature_names : sequence of str, optional
        Names of the axes; those of a data frame's columns by default, as its index names the
        samples.

    Raises
    ------
    ValueError
        If a parameter is unusable. What cannot be answered once the widget is on screen stands
        in it as a message, and the last result stays; here ``labels_`` then raises.

    Attributes
    ----------
    amount : float
        How much: standard deviation of the input noise; number of eigenvectors kept; standard
        deviation of the noise on K, in root mean squares of the centred K.
    X : ndarray of shape (m, d)
        Samples on screen.
    labels_, perturbed_labels_ : ndarray of int of shape (m,)
        The two partitions on screen; the second is named as the first.
    objective_ : float
        J of the data as given.
    rows_ : ndarray of int
        Rows of the samples given that are on screen, ascending: ``labels_[i]`` is that of row
        ``rows_[i]``.
    bound_ : PerturbationBound
        `perturbation_bound` of the two.
    curve : dict
        Over the slider's range: "amount", and "epsilon" and "bound" there, each an array.
    panels, folded : tuple of str
        Panels that are there, and which of them show their headline only. Can be set.
    """

    _esm, _css = bundle("perturbation_explorer/widget.js")

    _controls = ("kernel", "perturb", "amount")
    _all_panels = ("given", "perturbed", "spectrum", "bound", "curve")
    _baseline = None

    _perturbed = FitMessage().tag(sync=True, control=True)
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
        X: ArrayLike | Source,
        n_clusters: int = 3,
        *,
        kernel: Literal["rbf", "graph", "poly", "linear"] = "rbf",
        gamma: float | Literal["median"] = "median",
        perturb: Literal["input", "rank", "entries"] = "input",
        random_state: int = 0,
        panels: tuple[str, ...] | None = None,
        feature_names: Sequence[str] | None = None,
    ) -> None:
        X, _ = self._take_in(X, feature_names=feature_names)
        check_clusters(n_clusters, *self._limits_of)
        check_whole(random_state, "random_state", 0, _MOST_SEED)
        known_name("perturb", perturb, MODES)
        self.n_clusters, self._gamma, self._seed = n_clusters, gamma, random_state
        data = self._open(X, None, n_clusters)
        amount = self._dataset.modes[perturb].start if self._dataset else 0.0
        super().__init__(
            **data,
            _kernels=[{"value": k, "label": text} for k, text in KERNELS],
            kernel=kernel,
            perturb=perturb,
            amount=amount,
            **self._chosen(panels),
        )
        self._stood = perturb, amount
        self._begin()

    def _make_dataset(self, X, y, dataset):
        m = len(X)
        noises = (np.random.default_rng([self._seed, which]) for which in (1, 2))
        return PerturbationDataset(
            **vars(dataset),
            n_clusters=self.n_clusters,
            gamma=resolve_gamma(self._gamma, X, "rbf"),
            modes=modes(X, self.n_clusters),
            noise=next(noises).standard_normal(X.shape),
            bits=next(noises).integers(2, size=m * (m + 1) // 2, dtype="uint8"),
        )

    def _migrate_controls(self, before):
        """The amount keeps its place on a slider whose range follows the data."""
        now = self._dataset.modes[self.perturb]
        was = before and before.modes[self.perturb]
        if was is None:
            self.amount = now.start
        elif was.amounts != now.amounts:
            self.amount = now.at_share(was.share(self.amount))
        self._stood = self.perturb, self.amount

    def _data(self):
        dataset = self._dataset
        X, noise, by_name = dataset.X, dataset.noise, dataset.modes
        points, plane = plane_of(X)
        shift = replace(plane, origin=np.zeros(X.shape[1]), mean=0.0).place(noise)
        far = np.vstack([points, points + by_name["input"].amounts[-1] * shift])
        return {
            "_points": points.astype(np.float32).tobytes(),
            "_plane": plane.caption,
            "_extent": [*far.min(axis=0).tolist(), *far.max(axis=0).tolist()],
            "_modes": {name: mode.sent for name, mode in by_name.items()},
            "_input": {
                "X": rotated(np.vstack([X, noise])).tobytes(),
                "n_samples": len(X),
                "n_features": X.shape[1],
                "n_clusters": self.n_clusters,
                "gamma": dataset.gamma,
                "far": centring_origin("linear", X) is not None,
                "signs": np.packbits(dataset.bits).tobytes(),
                "shift": shift.tobytes(),
                "options": self._options,
                **dataset.sent(),
            },
        }

    @property
    def _options(self):
        """Of the constructor in Python, those that no control sets and that are not the usual."""
        options = {"gamma": (self._gamma, "median"), "random_state": (self._seed, 0)}
        return [f"{k}={short_repr(v)}" for k, (v, usual) in options.items() if v != usual]

    def _estimator(self):
        width = {"gamma": self._dataset.gamma} if self.kernel == "rbf" else {}
        return CLUHSIC(self.n_clusters, kernel=self.kernel, **width, random_state=self._seed)

    @requires_samples
    def perturbed_labels_(self) -> Ints:
        """Labels of the perturbed data, shape (m,)."""
        return self._given().perturbed_labels(self.perturb, self.amount).copy()

    @requires_samples
    def bound_(self) -> PerturbationBound:
        """Theorem 1 for the two partitions on screen."""
        return self._given().bound(self.perturb, self.amount)

    @requires_samples
    def curve(self) -> dict[str, Any]:
        """Observed distance and bound over the slider's range, whole."""
        given, stops = self._given(), self._dataset.modes[self.perturb].stops
        bounds = [given.bound(self.perturb, amount) for amount in stops]
        found = {name: [getattr(each, name) for each in bounds] for name in ("epsilon", "bound")}
        return {name: np.array(each) for name, each in {"amount": stops, **found}.items()}

    def _given(self):
        """The data as given under their labels, with what was computed of perturbations."""
        labels = self._answer()[0]
        if self._baseline is None or self._baseline.labels is not labels:
            self._baseline = Baseline(self._dataset, self.kernel, labels)
        return self._baseline

    def _settings(self):
        label = self._dataset.modes[self.perturb].label
        return f"{dict(KERNELS)[self.kernel]} kernel, {label} {self.amount:g}"

    @traitlets.validate("amount")
    def _check_amount(self, proposal):
        if self._dataset is not None:
            self._dataset.modes[self.perturb].check(proposal.value)
        elif proposal.value != type(self).amount.default_value:
            raise ValueError(f"amount can be set once there are points. {self._waiting}")
        return float(proposal.value)

    def _reconcile(self, changed):
        """Another perturbation begins where the slider stood, unless an amount comes with it."""
        perturb, amount = self._stood
        if self._dataset and self.perturb != perturb and self.amount == amount:
            was, now = (self._dataset.modes[name] for name in (perturb, self.perturb))
            self.amount = now.at_share(was.share(amount))
        self._stood = self.perturb, self.amount

    def _question(self):
        """Of the data as given, which no perturbation changes."""
        return self._dataset.generation, self.kernel

    def _accepted(self, values):
        if {"_fit", "_perturbed"} & set(values):
            self._hear()  # a page tells both, and sends what of them has changed

    def _hear(self):
        super()._hear()
        m = 0 if self._is_early else len(self._samples)
        told = labels_of(self._perturbed, m, self.n_clusters)
        if told is not None:
            self._given().take(told, self.perturb, self.amount)
