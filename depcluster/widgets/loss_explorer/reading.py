"""What the loss explorer's summary and figure tell of an answer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .engine import LossQuestion


@dataclass(frozen=True, eq=False)
class Reading:
    """An answer, and how it compares.

    Attributes
    ----------
    question : LossQuestion
    labels : ndarray of int of shape (m,)
    objective : float
    share : str
        Of the most that can be rewarded.
    ringed : ndarray of bool of shape (m,)
        Points in another group than with the zero-one loss.
    n_unlike_cluhsic : int
        How many are in another group than CLUHSIC puts them in.
    note : str
        The words above the picture.
    """

    question: LossQuestion
    labels: np.ndarray
    objective: float
    share: str
    ringed: np.ndarray
    n_unlike_cluhsic: int
    note: str

    @property
    def sizes(self):
        """Number of points of each cluster."""
        return np.bincount(self.labels, minlength=len(self.question.loss)).tolist()


def readable(x):
    """A number of four digits or more, the large ones in groups of three.

    Parameters
    ----------
    x : float

    Returns
    -------
    str

    Examples
    --------
    >>> [readable(x) for x in (-8.0642, 0.00012, 99.96, 146250.7, -2.5e9, 0)]
    ['−8.06', '1.2×10⁻⁴', '99.96', '146 251', '−2.5×10⁹', '0.00']
    """
    size, sign = abs(x), "−" if x < 0 else ""
    if size == 0 or 0.01 <= size < 1e7:
        text = f"{size:.2f}" if size < 1000 else f"{size:,.0f}".replace(",", " ")
        return sign + text
    front, power = f"{size:.1e}".split("e")
    return f"{sign}{front}{raised(int(power))}"


def raised(power):
    """A power of ten.

    Examples
    --------
    >>> raised(-12)
    '×10⁻¹²'
    """
    return "×10" + str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))
