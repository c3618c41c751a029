"""True classes of samples: their names and their families."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..._validation import as_classes, is_number, short_repr
from ...metrics import conditional_entropy

_HEAD = re.compile(r",\s*|\.(?=[^\W\d_])")


@dataclass(frozen=True)
class Classes:
    """True classes of m samples.

    Attributes
    ----------
    codes : ndarray of int of shape (m,)
    names : tuple of str
        Of the classes that occur, by code.
    words : bool
        Whether the names are words somebody gave, and no numbers.
    """

    codes: np.ndarray
    names: tuple[Any, ...]
    words: bool

    @classmethod
    def of(cls, y, target_names=None):
        """The classes of ``y``, or None without one.

        Parameters
        ----------
        y : array-like of shape (m,) or None
        target_names : sequence of str, optional
            Names of the classes 0, 1, ...; other classes keep their own.

        Returns
        -------
        Classes or None
        """
        if y is None:
            return None
        values, codes = as_classes(y, name="y")
        if target_names is not None:
            return cls(codes, tuple(str(target_names[int(value)]) for value in values), True)
        words = values.dtype.kind not in "buif"
        return cls(codes, tuple(str(v) if words else f"class {v}" for v in values), words)

    @property
    def entropy(self):
        """Entropy of the classes in nats: the most that is left in any clusters."""
        return conditional_entropy(self.codes, np.zeros(len(self.codes), dtype=np.intp))

    def families(self):
        """What classes have in common by their names, or None.

        Names such as "person 1, happy" and "sci.space" have a head, before the first comma or
        dot; a name without one is a family of its own.

        Returns
        -------
        list of str, one a class, or None where heads join no classes, or all

        Examples
        --------
        >>> Classes.of(np.array(["sci.space", "sci.med", "misc"])).families()
        ['misc', 'sci', 'sci']
        >>> Classes.of(np.array(["setosa", "virginica"])).families() is None
        True
        """
        heads = [_HEAD.split(name)[0] for name in self.names] if self.words else []
        return heads if 1 < len(set(heads)) < len(heads) else None


def check_classes(y, m):
    """True classes as an array of shape (m,), or None.

    Raises
    ------
    ValueError
        If there is not one class a sample, or one is missing.
    """
    if y is None:
        return None
    names, codes = as_classes(y, m, name="y")
    return names[codes]


def check_target_names(target_names, y):
    """Names of the classes 0, 1, ... as a tuple, or None.

    Raises
    ------
    ValueError
        If they are no words, or y is left out or holds other than their numbers.
    """
    if target_names is None:
        return None
    try:
        names = [] if isinstance(target_names, str) else np.ravel(np.asarray(target_names, object))
    except Exception:  # somebody else's object may raise anything
        names = []
    if not len(names) or not all(isinstance(name, str) for name in names):
        raise ValueError(
            "target_names must be a list of words, the names of the classes 0, 1, ...; got "
            f"{short_repr(target_names)}. Try the target_names of the data set."
        )
    if y is None:
        raise ValueError("target_names must be left out without y, whose classes they name.")
    classes = as_classes(y, name="y")[0].tolist()
    strange = [value for value in classes if not _numbers(value, len(names))]
    if strange:
        raise ValueError(
            f"target_names must name every class in y; got {len(names)} names, for the classes 0 "
            f"to {len(names) - 1}, and {short_repr(strange[0])} in y. Leave target_names out "
            "where y holds names itself."
        )
    return tuple(map(str, names))


def names_of_corpus(thumbnails, y):
    """The names that a corpus brings for the classes in y, where y holds their numbers."""
    names = getattr(thumbnails, "target_names", None)
    if names is None or y is None:
        return None
    classes = as_classes(y, name="y")[0].tolist()
    return names if all(_numbers(value, len(names)) for value in classes) else None


def _numbers(value, count):
    return is_number(value) and 0 <= value < count and value == int(value)
