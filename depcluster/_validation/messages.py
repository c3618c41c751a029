"""What users are told: values as one would type them, warnings at their line, what a call costs."""

from __future__ import annotations

import os
import reprlib
import sys
import warnings
from collections.abc import Callable
from functools import update_wrapper, wraps
from pathlib import Path

import joblib
import numpy as np
import sklearn

from .._typing import Function

_LONGEST, _MOST_ENTRIES = 60, 8
_MOST_BYTES, _LONG = 4 * 2**30, 10.0
# Frames of these are on the way from a user's line to a warning.
_BETWEEN = tuple(
    os.path.join(folder, "")
    for folder in (Path(__file__).resolve().parents[1], *joblib.__path__, *sklearn.__path__)
)


def is_dask(value):
    """Whether something is a collection of dask, said without importing dask."""
    return type(value).__module__.partition(".")[0] == "dask"


class _Short(reprlib.Repr):
    """Values as one would type them where that is short, else what they are and how large."""

    def __init__(self):
        super().__init__()
        self.maxlist = self.maxtuple = self.maxdict = _MOST_ENTRIES
        self.maxset = self.maxfrozenset = _MOST_ENTRIES
        self.maxstring = 10 * _LONGEST  # what is longer than it may be is not cut, but counted

    def repr1(self, x, level):
        if isinstance(x, (np.generic, np.ndarray)) and not x.ndim:
            x = x.item()
        if isinstance(x, np.ndarray):
            return f"an array of shape {x.shape}"
        if is_dask(x):
            return f"an {type(x).__name__} of dask, which is not in memory"
        if isinstance(x, int) and abs(x) >= 10**20:
            return f"a number of {_digits(x)} digits"
        is_text, is_listed = isinstance(x, (str, bytes)), isinstance(x, _CONTAINERS)
        size = len(x) if is_text or is_listed else 0
        if size <= (_LONGEST if is_text else _MOST_ENTRIES):
            try:
                words = super().repr1(x, level)
            except Exception:  # somebody else's __repr__ may do anything
                words = ""
            if 0 < len(words) <= _LONGEST:
                return words
        kind = type(x).__name__
        if is_text:
            return f"a {kind} of length {size}"
        return f"a {kind} of {size} entries" if is_listed else f"an object of type {kind}"

    def repr_instance(self, x, level):
        return repr(x)


_CONTAINERS = (list, tuple, set, frozenset, dict)
_SHORT = _Short()


def short_repr(value):
    """A value as an error shows it, of whatever type.

    >>> short_repr(np.float64(0.0)), short_repr("evil"), short_repr(np.zeros((3, 2)))
    ('0.0', "'evil'", 'an array of shape (3, 2)')
    >>> short_repr(10**30), short_repr(list(range(1000)))
    ('a number of 31 digits', 'a list of 1000 entries')
    """
    return _SHORT.repr(value)


def counted(n, one, more=None):
    """How many there are of what.

    >>> counted(1, "point"), counted(3, "point"), counted(2, "class", "classes")
    ('1 point', '3 points', '2 classes')
    """
    return f"{n} {one if n == 1 else more or one + 's'}"


def _digits(value):
    digits = int(abs(value).bit_length() * 0.30102999566398120) + 1
    return digits if 10 ** (digits - 1) <= abs(value) else digits - 1


def warn(message, category=UserWarning):
    """Warn at the line outside the package, scikit-learn and joblib that led here."""
    frame, level = sys._getframe(1), 2
    while frame.f_back and frame.f_code.co_filename.startswith(_BETWEEN):
        frame, level = frame.f_back, level + 1
    warnings.warn(message, category, stacklevel=level)


def check_memory(n_bytes, what, hint):
    """Refuse what takes more than 4 GiB; `what` as "labels: a table of 3000 x 3000 numbers"."""
    if n_bytes > _MOST_BYTES:
        raise ValueError(
            f"{what} would take {n_bytes / 2**30:.1f} GiB, and at most {_MOST_BYTES / 2**30:.0f} "
            f"GiB are allowed. {hint}"
        )


def warn_if_long(seconds, what, hint):
    """Warn before work of more than 10 seconds; a factor of two either way is good enough."""
    if seconds > _LONG:
        about = f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"
        warn(f"{what} takes about {about}. {hint}")


def call_given(function, name, *args, what=None, hint=""):
    """What a user's function returns; an error in it becomes one of the parameter `name`."""
    try:
        return function(*args)
    except MemoryError:
        raise
    except Exception as error:
        what = what or f"a function of {len(args)} arguments"
        first = (str(error).splitlines() or ["no message"])[0].rstrip(".:")
        raised = f"{type(error).__name__}: {first}"
        raise ValueError(
            f"{name} must be {what}; calling it raised {raised}. {hint}".rstrip()
        ) from error


def available_if(check: Callable[..., None]) -> Callable[[Function], Function]:
    """As scikit-learn's `available_if`, but the error is the check's own, with nothing before it.

    ``check(estimator)`` raises an AttributeError that says why the method is not available.
    """
    return lambda method: _Available(method, check)  # type: ignore[return-value]


class _Available:
    def __init__(self, method, check):
        @wraps(method)
        def checked(estimator, *args, **kwargs):
            check(estimator)
            return method(estimator, *args, **kwargs)

        self._method, self._check = checked, check
        update_wrapper(self, method)

    def __get__(self, estimator, owner=None):
        if estimator is not None:
            self._check(estimator)  # so that `hasattr` tells
        return self._method.__get__(estimator, owner)
