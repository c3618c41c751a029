"""What the perturbation explorer's summary and figure tell of an answer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .engine import Given, Shaken
from .modes import Mode


@dataclass(frozen=True, eq=False)
class Reading:
    """An answer, and what is said of it.

    Attributes
    ----------
    kernel : str
        Its name in words.
    mode : Mode
    amount : float
    given : Given
    shaken : Shaken
    foot : str
        The words below the picture.
    """

    kernel: str
    mode: Mode
    amount: float
    given: Given
    shaken: Shaken
    foot: str

    @property
    def theorem(self):
        """Theorem 1 for the two partitions."""
        return self.shaken.theorem

    @property
    def moved(self):
        """Points that are in another cluster than as given."""
        return np.flatnonzero(self.given.labels != self.shaken.labels)

    @property
    def title(self):
        """Whether the bound says anything, in a word."""
        return "Vacuous" if self.theorem.vacuous else "Informative"

    @property
    def reason(self):
        """Why it does or does not."""
        theorem = self.theorem
        cap = f"2(c \u2212 1) = {theorem.trivial:g}"
        if theorem.reason:
            return f"The bound is infinite, because {theorem.reason}."
        bound = f"{theorem.bound:.2f}"
        if theorem.vacuous:
            return f"The bound {bound} is above {cap}, which holds for any two partitions."
        return f"ε can be at most {bound}; any two partitions stay within {cap}."


def foot_of(width, mode, amount, shaken):
    """What was changed, and how much of K with it."""
    change = f"K changed by {100 * shaken.change:.0f} %"
    return "; ".join(filter(None, [width, mode.share(amount), change]))
