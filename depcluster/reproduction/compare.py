"""Two methods on the same draws: the mean difference and its 95 % interval, one test for all."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.stats import t

from .._validation import short_repr

LEVEL = 0.95


@dataclass(frozen=True)
class Effect:
    """The mean of paired differences.

    Attributes
    ----------
    mean, low, high : float
        The mean and its 95 % interval by Student's t.
    n : int
        Number of pairs.
    """

    mean: float
    low: float
    high: float
    n: int

    @property
    def ahead(self):
        """bool: whether the whole interval is above 0."""
        return self.low > 0

    @property
    def behind(self):
        """bool: whether the whole interval is below 0."""
        return self.high < 0

    def text(self, scale=1, digits=2):
        """As "+0.12 [0.05, 0.19]".

        Parameters
        ----------
        scale : float, default=1
            100 for percent.
        digits : int, default=2

        Returns
        -------
        str
        """
        mean, low, high = (scale * value + 0.0 for value in (self.mean, self.low, self.high))
        return f"{mean:+.{digits}f} [{low:.{digits}f}, {high:.{digits}f}]"


def effect(first, second):
    """By how much `first` is above `second`, draw by draw.

    Parameters
    ----------
    first, second : array-like of shape (n_draws,)
        Of the same draws, in the same order. Give losses in the other order.

    Returns
    -------
    Effect

    Raises
    ------
    ValueError
        If they are not lists of the same length of at least 2.

    Examples
    --------
    >>> effect([0.9, 0.8, 0.9, 0.8], [0.7, 0.7, 0.6, 0.6]).text()
    '+0.20 [0.07, 0.33]'
    """
    a, b = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    if a.ndim != 1 or a.shape != b.shape or a.size < 2:
        raise ValueError(
            "first and second must be numbers of the same draws, at least 2; got shapes "
            f"{short_repr(a.shape)} and {short_repr(b.shape)}."
        )
    difference = a - b
    half = t.ppf((1 + LEVEL) / 2, a.size - 1) * difference.std(ddof=1) / np.sqrt(a.size)
    mean = float(difference.mean())
    return Effect(mean, float(mean - half), float(mean + half), int(a.size))
