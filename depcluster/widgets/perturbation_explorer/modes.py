"""The three ways to perturb a clustering problem: how much of each, and what becomes of K."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from ..._validation import is_number, short_repr
from ...kernels.gram import Dense, centre
from ...kernels.matrix import centring_origin, kernel_matrix
from ...labels.symmetries import align_labels
from ...papers.song2007 import cluhsic, perturbation_bound
from ..explorer.samples import Dataset

N_STOPS = 17
_FINE = 5
_ENTRIES_REACH = 4.0


@dataclass(frozen=True)
class Mode:
    """A kind of perturbation and the amounts its slider offers, from none to much."""

    value: str
    label: str  # what the slider sets
    curve: str  # title of the curve
    amounts: tuple[Any, ...]  # one for each position of the slider
    fine: int  # positions from one stop of the curve to the next
    ends: tuple[Any, ...]  # short texts of the stops, for axes
    unit: float  # what an amount is compared with: the spread of the data, the number of samples

    @property
    def stops(self):
        """Amounts at which the curve is computed."""
        return self.amounts[:: self.fine]

    @property
    def start(self):
        """The amount a new explorer shows: a quarter of the way."""
        return self.amounts[(len(self.stops) - 1) // 4 * self.fine]

    def share(self, amount):
        """How far along the slider an amount is, from 0 to 1."""
        rising = np.sign(self.amounts[-1] - self.amounts[0]) or 1
        along = np.linspace(0, 1, len(self.amounts))
        return float(np.interp(rising * amount, rising * np.array(self.amounts), along))

    def at_share(self, share):
        """The amount at a share of the slider's way."""
        return self.amounts[round(share * (len(self.amounts) - 1))]

    @property
    def sent(self):
        """What the page is told of it."""
        return {
            "label": self.label,
            "curve": self.curve,
            "amounts": list(self.amounts),
            "fine": self.fine,
            "ends": list(self.ends),
            "unit": self.unit,
        }

    def check(self, amount):
        """Raise a ValueError for an amount this perturbation cannot have."""
        low, high = sorted((self.amounts[0], self.amounts[-1]))
        inside = is_number(amount) and low <= amount <= high
        if not inside or (self.value == "rank" and not float(amount).is_integer()):
            number = "a whole number" if self.value == "rank" else "a number"
            raise ValueError(
                f'amount must be {number} from {low:g} to {high:g} for perturb="{self.value}" '
                f"({self.label}); got {short_repr(amount)}."
            )


def modes(X, n_clusters):
    """The perturbations of samples of shape (m, d), by name."""
    m = len(X)
    spread = float(np.sqrt(X.var(axis=0).mean()))
    step = _round_number(spread / 2 / (N_STOPS - 1))
    ranks = np.unique(np.geomspace(n_clusters - 1, m, N_STOPS).round().astype(int))[::-1]
    entries = _run(_ENTRIES_REACH / (N_STOPS - 1))
    made = (
        _mode("input", "sd of the input noise", "ε by noise", _run(step), spread),
        _mode("rank", "eigenvectors of K kept", "ε by rank", ranks.tolist(), m, fine=1),
        _mode("entries", "sd of the noise on K", "ε by noise", entries, 1.0),
    )
    return {mode.value: mode for mode in made}


def _run(step):
    return [float(f"{k * step / _FINE:.10g}") for k in range((N_STOPS - 1) * _FINE + 1)]


def _mode(value, label, curve, amounts, unit, fine=_FINE):
    ends = tuple(f"{amount:g}" for amount in amounts[::fine])
    return Mode(value, label, curve, tuple(map(float, amounts)), fine, ends, unit)


def _round_number(x):
    """The nearest of 1, 2, 5 times a power of ten; 1 for data without spread."""
    if x <= 0:
        return 1.0
    power = 10.0 ** np.floor(np.log10(x))
    return float(min((1, 2, 5, 10), key=lambda k: abs(np.log(k * power / x))) * power)


@dataclass(frozen=True, eq=False, kw_only=True)
class PerturbationDataset(Dataset):
    """Samples with the noise on them and on K, which an amount scales."""

    n_clusters: int
    gamma: float  # of the RBF kernel
    modes: dict[Any, Any]
    noise: np.ndarray  # shape (m, d)
    bits: np.ndarray  # of uint8, (m (m + 1) / 2,): 1 for +1, row by row of the lower triangle

    def matrix(self, kernel, amount=0.0):
        """Kernel matrix of the samples with noise, (m, m), up to what centring takes away."""
        X = self.X + amount * self.noise
        gamma = self.gamma if kernel == "rbf" else "median"
        return kernel_matrix(X, kernel=kernel, gamma=gamma, origin=centring_origin(kernel, X))

    @property
    def signs(self):
        """Noise on the entries, (m, m): symmetric, +1 or -1."""
        E = np.zeros((len(self.X), len(self.X)))
        E[np.tril_indices_from(E)] = 2.0 * self.bits - 1
        return E + np.tril(E, -1).T


@dataclass(frozen=True, eq=False)
class Baseline:
    """A partition of the data as given, and what perturbations make of it, each computed once."""

    dataset: PerturbationDataset
    kernel: str
    labels: np.ndarray
    _perturbed: dict[Any, Any] = field(
        init=False, default_factory=dict
    )  # labels, by what was asked
    _bounds: dict[Any, Any] = field(init=False, default_factory=dict)

    @cached_property
    def K(self):
        return self.dataset.matrix(self.kernel)

    @cached_property
    def _spectrum(self):
        return np.linalg.eigh(self.K)

    def perturbed_matrix(self, perturb, amount):
        """K under a perturbation, shape (m, m)."""
        if perturb == "input":
            return self.dataset.matrix(self.kernel, amount)
        m = len(self.K)
        if perturb == "rank":
            values, vectors = (part[..., m - int(amount) :] for part in self._spectrum)
            return (vectors * values) @ vectors.T
        return self.K + amount * np.linalg.norm(centre(self.K)) / m * self.dataset.signs

    def take(self, labels, perturb, amount):
        """Take labels for those under a perturbation."""
        self._perturbed[perturb, amount] = labels

    def perturbed_labels(self, *of):
        """Labels under a perturbation, from the given ones or the spectral start, named alike."""
        if of not in self._perturbed:
            A, gram = np.eye(self.dataset.n_clusters), Dense(self.perturbed_matrix(*of))
            found = (cluhsic(gram, A, init=labels) for labels in (self.labels, "spectral"))
            best = max(found, key=lambda each: each.objective)
            self._perturbed[of] = align_labels(best.labels, self.labels, A)
        return self._perturbed[of]

    def bound(self, *of):
        """Theorem 1 for the two partitions."""
        if of not in self._bounds:
            K, after = self.perturbed_matrix(*of), self.perturbed_labels(*of)
            self._bounds[of] = perturbation_bound(self.K, K, self.labels, after)
        return self._bounds[of]
