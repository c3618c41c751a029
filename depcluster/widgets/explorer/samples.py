"""The samples an explorer takes: of many a part, the same every time; what they are called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..._validation import short_repr
from .coordinates import origin_sent

_LEAST_REACH, _MOST_REACH = 1e-70, 1e70
COMPONENTS = ["first principal component", "second principal component"]


@dataclass(frozen=True, eq=False, kw_only=True)
class Dataset:
    """The samples of an explorer. Where it keeps more of them, a subclass has that."""

    X: np.ndarray  # samples on screen, shape (m, d)
    rows: np.ndarray  # which of the samples given they are, ascending
    n_given: int
    limits: tuple[Any, ...]  # the least and the largest number of clusters
    called: str  # what Python calls them
    drawn: str  # what is said of those that are not all on screen
    feature_names: list[Any] | tuple[Any, ...] = ()
    sample_names: list[Any] | tuple[Any, ...] = ()
    numbers: np.ndarray | None = None  # of the samples in their source
    places: np.ndarray | None = None  # by which a sample is told again after a change
    origin: np.ndarray | None = None  # which one before each goes on from; None of the first
    is_new: np.ndarray | None = None  # which were not there before
    generation: int = 0  # how many were there before these

    def sent(self):
        """What a page is told of the samples beside what it computes with."""
        return {
            "origin": origin_sent(self.origin, self.is_new),
            "generation": self.generation,
            "called": self.called,
            "drawn": self.drawn,
        }


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


def feature_names_of(X, feature_names=None):
    """Names of the features, from the user or from a data frame's columns.

    Parameters
    ----------
    X : array-like, DataFrame or pad of d features
    feature_names : sequence of d str, optional

    Returns
    -------
    list of str
        Empty where there are none.

    Raises
    ------
    ValueError
        If they are not one text a feature.
    """
    if feature_names is None:
        columns = getattr(X, "columns", ())
        return list(columns) if all(isinstance(name, str) for name in columns) else []
    held = getattr(feature_names, "tolist", lambda: feature_names)()
    names = list(held) if isinstance(held, list | tuple) else None
    d = np.shape(X)[1] if np.ndim(X) == 2 else 2
    if names is None or len(names) != d or not all(isinstance(name, str) for name in names):
        raise ValueError(
            f"feature_names must be a list of one text a feature, {d} here; got "
            f"{short_repr(feature_names)}."
        )
    return names


def sample_names_of(X, rows):
    """Names of some of the samples: a data frame's index where it holds texts, else none."""
    index = getattr(X, "index", None)
    if callable(index) or index is None or not all(isinstance(name, str) for name in index):
        return []
    return [index[i] for i in rows]


def axis_names(names, d):
    """What the two axes of a picture of samples with d features are called; [] if unknown.

    Parameters
    ----------
    names : list of str
        Of the features.
    d : int

    Examples
    --------
    >>> axis_names(["length", "width"], 2), axis_names(["age"], 1), axis_names([], 2)
    (['length', 'width'], ['age', ''], [])
    >>> axis_names(["length", "width", "age"], 3)[0]
    'first principal component'
    """
    if not names:
        return []
    return COMPONENTS if d > 2 else [*names, ""][:2]
