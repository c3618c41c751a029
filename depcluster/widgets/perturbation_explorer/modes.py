"""The three ways to perturb a clustering problem, each with the range its slider runs over."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..._validation import is_number, short_repr

N_STOPS = 17
_FINE = 5
_ENTRIES_REACH = 4.0


@dataclass(frozen=True)
class Mode:
    """A kind of perturbation and the amounts its slider offers, from none to much.

    Attributes
    ----------
    value : {"input", "rank", "entries"}
    label : str
        What the slider sets.
    curve : str
        Title of the curve.
    amounts : tuple of float
        One for each position of the slider.
    fine : int
        Positions from one stop of the curve to the next.
    ends : tuple of str
        Short texts of the stops, for axes.
    unit : float
        What an amount is compared with: the spread of the data, the number of samples.
    """

    value: str
    label: str
    curve: str
    amounts: tuple
    fine: int
    ends: tuple
    unit: float

    @property
    def stops(self):
        """Amounts at which the curve is computed."""
        return self.amounts[:: self.fine]

    @property
    def start(self):
        """The amount a new explorer shows: a quarter of the way."""
        return self.amounts[(len(self.stops) - 1) // 4 * self.fine]

    def place(self, amount):
        """Position of an amount on the slider, between its positions if need be."""
        rising = np.sign(self.amounts[-1] - self.amounts[0]) or 1
        return float(
            np.interp(
                rising * amount, rising * np.array(self.amounts), np.arange(len(self.amounts))
            )
        )

    def at_share(self, share):
        """The amount at a share of the slider's way."""
        return self.amounts[round(share * (len(self.amounts) - 1))]

    def text(self, amount):
        """An amount in words."""
        short = self.short(amount)
        if self.value == "entries":
            return f"{short} × the entries' size"
        if self.value == "rank" or not self.unit:
            return short
        return f"{short} = {amount / self.unit:.2f} × spread"

    def share(self, amount):
        """An amount of noise in words, against what it disturbs; nothing for a rank."""
        if self.value == "rank" or not self.unit:
            return ""
        what = "spread" if self.value == "input" else "the entries"
        return f"noise {amount / self.unit:.2f} × {what}"

    def short(self, amount):
        """An amount as the slider prints it, with a fixed number of decimals."""
        if self.value == "rank":
            return f"{amount:g} of {self.unit:g}"
        step = abs(self.amounts[1] - self.amounts[0])
        return f"{amount:.{max(0, -int(np.floor(np.log10(step) + 1e-9)))}f}"

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

    @property
    def _range(self):
        return sorted((self.amounts[0], self.amounts[-1]))

    def holds(self, amount):
        """Whether this perturbation can have an amount."""
        low, high = self._range
        inside = is_number(amount) and low <= amount <= high
        return inside and (self.value != "rank" or float(amount).is_integer())

    def check(self, amount):
        """Raise a ValueError for an amount this perturbation cannot have.

        Parameters
        ----------
        amount : float
        """
        if not self.holds(amount):
            low, high = self._range
            number = "a whole number" if self.value == "rank" else "a number"
            raise ValueError(
                f'amount must be {number} from {low:g} to {high:g} for perturb="{self.value}" '
                f"({self.label}); got {short_repr(amount)}."
            )


def modes(X, n_clusters):
    """The perturbations of some data.

    Parameters
    ----------
    X : ndarray of shape (m, d)
    n_clusters : int

    Returns
    -------
    dict of str to Mode
    """
    m = len(X)
    spread = float(np.sqrt(X.var(axis=0).mean()))
    step = _round_number(spread / 2 / (N_STOPS - 1))
    ranks = np.unique(np.geomspace(n_clusters - 1, m, N_STOPS).round().astype(int))[::-1]
    return {
        mode.value: mode
        for mode in (
            _mode("input", "sd of the input noise", "ε by noise", _run(step), spread),
            _mode("rank", "eigenvectors of K kept", "ε by rank", ranks.tolist(), m, fine=1),
            _mode(
                "entries",
                "sd of the noise on K",
                "ε by noise",
                _run(_ENTRIES_REACH / (N_STOPS - 1)),
                1.0,
            ),
        )
    }


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
