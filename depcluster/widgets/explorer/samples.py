"""The samples an explorer takes: of many a part, the same every time, and none out of reach."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .coordinates import origin_sent

SEED = 0
_LEAST_REACH, _MOST_REACH = 1e-70, 1e70


@dataclass(frozen=True, eq=False, kw_only=True)
class Dataset:
    """The samples of an explorer; it goes back to those before by assigning theirs.

    Where an explorer keeps more of them, a subclass has that.
    """

    rows: np.ndarray  # which of the samples given are on screen, ascending
    n_given: int
    n_features: int
    limits: tuple  # the least and the largest number of clusters
    called: str  # what Python calls them
    drawn: str  # what is said of those that are not all on screen
    feature_names: list | tuple = ()
    sample_names: list | tuple = ()
    numbers: np.ndarray | None = None  # of the samples in their source
    places: np.ndarray | None = None  # by which a sample is told again after a change
    origin: np.ndarray | None = None  # which one before each goes on from; None of the first
    is_new: np.ndarray | None = None  # which were not there before
    generation: int = 0  # how many were there before these
    known: np.ndarray | None = None  # the last labels heard of or found

    def sent(self):
        """What a page is told of the samples beside what it computes with."""
        return {
            "origin": origin_sent(self.origin, self.is_new),
            "generation": self.generation,
            "called": self.called,
            "drawn": self.drawn,
        }


def of_dataset(name):
    """A property: what an explorer's `Dataset` has by a name; None while it holds no samples."""
    return property(lambda explorer: getattr(explorer._dataset, name, None))


def drawn_rows(m, most):
    """Which of m samples are on screen: all, or as many as an explorer can answer for at once.

    Parameters
    ----------
    m, most : int

    Returns
    -------
    ndarray of int of shape (min(m, most),)
        Ascending; what a smaller limit draws is among what a larger one does.

    Examples
    --------
    >>> drawn_rows(4, 5), len(drawn_rows(1000, 3))
    (array([0, 1, 2, 3]), 3)
    """
    if m <= most:
        return np.arange(m)
    return np.sort(np.random.default_rng(SEED).permutation(m)[:most])


def rows_text(m, most):
    """`drawn_rows` as Python, to index with; nothing where all are on screen."""
    if m <= most:
        return ""
    return f"[np.sort(np.random.default_rng({SEED}).permutation({m})[:{most}])]"


def drawn_words(m, most, what):
    """What the status line says of samples that are not all on screen; nothing if they are."""
    return f"{most} of {m} {what}, drawn with seed {SEED}" if m > most else ""


def check_reach(X):
    """Raise a ValueError for samples whose kernels' squares are no floats, or all 0.

    Parameters
    ----------
    X : ndarray of shape (m, d)
    """
    size, half = np.abs(X).max(), (X.max(axis=0) / 2 - X.min(axis=0) / 2).max()
    if size > _MOST_REACH or 0 < 2 * half < _LEAST_REACH:
        got = f"numbers up to {size:.3g}" if size > _MOST_REACH else f"a range of {2 * half:.3g}"
        raise ValueError(
            f"X must hold numbers of at most {_MOST_REACH:g} that range over at least "
            f"{_LEAST_REACH:g}, so that squares of their kernels are floats; got {got}. Try "
            "X / np.abs(X).max()."
        )
