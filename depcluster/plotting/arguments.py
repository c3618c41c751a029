"""What the functions that draw may be given: said once, above each, and checked before it draws.

`takes` names the kind of each argument. Equal letters in shapes stand for equal sizes, also from
one argument to another.
"""

from __future__ import annotations

import inspect
from functools import wraps

import numpy as np
from matplotlib.axes import Axes

from ..checks.arrays import as_array, check_numbers
from ..checks.rules import Rule
from ..checks.told import told

_MOST_LABEL = 10_000


def takes(**kinds):
    """Check the arguments of a function before it is called.

    Parameters
    ----------
    **kinds : callable or Rule
        By argument: ``kind(value, name, sizes)`` returns the value to go on with or raises, and
        keeps in ``sizes`` what its letters stand for; or a rule of `checks.rules`.

    Returns
    -------
    callable
        A decorator.
    """

    def decorate(function):
        signature = inspect.signature(function)

        @wraps(function)
        def checked(*args, **named):
            bound, sizes = signature.bind(*args, **named), {}
            for name, value in bound.arguments.items():
                kind = kinds.get(name)
                if isinstance(kind, Rule):
                    _check_rule(kind, value, name)
                elif kind is not None:
                    bound.arguments[name] = kind(value, name, sizes)
            return function(*bound.args, **bound.kwargs)

        return checked

    return decorate


def _check_rule(rule, value, name):
    if not rule.holds(value):
        raise ValueError(f"{name} must be {rule.says}; got {told(value)}.")


def axes(value, name, _):
    """A matplotlib Axes."""
    if not isinstance(value, Axes):
        raise ValueError(f"{name} must be a matplotlib Axes; got {told(value)}. Try plt.gca().")
    return value


def numbers(*shape, finite=True):
    """Real numbers of a shape."""
    return lambda value, name, sizes: check_numbers(value, name, shape, finite=finite, sizes=sizes)


def labels(size="m", least=0):
    """Whole numbers from `least`, one a sample."""

    def check(value, name, sizes):
        given = as_array(value, name, f"whole numbers from {least}")
        n = given.shape[0] if given.ndim == 1 else 0
        fits = n and n == (size if isinstance(size, int) else sizes.setdefault(size, n))
        if not fits or given.dtype.kind not in "iu":
            wanted = f"({sizes.get(size, size)},)"
            got = told(value) if given.ndim == 0 else f"{given.dtype} of shape {given.shape}"
            raise ValueError(f"{name} must be whole numbers of shape {wanted}; got {got}.")
        low, high = int(given.min()), int(given.max())
        if low < least or high > _MOST_LABEL:
            raise ValueError(
                f"{name} must be whole numbers from {least} to {_MOST_LABEL}; got {low} to {high}. "
                f"Try np.unique({name}, return_inverse=True)[1]."
            )
        return given.astype(np.intp)

    return check


def flags(*shape):
    """True or False in an array of a shape."""

    def check(value, name, sizes):
        given = as_array(value, name, "True or False in an array")
        check_numbers(given, name, shape, sizes=sizes)
        if given.dtype != bool:
            raise ValueError(f"{name} must hold True or False; got {given.dtype}.")
        return given

    return check


def words(size=None, *, none=False):
    """A sequence of str, with `none` allowed to be empty."""

    def check(value, name, sizes):
        listed = isinstance(value, (list, tuple, np.ndarray, range)) and np.ndim(value) == 1
        if not listed or not all(isinstance(word, (str, np.str_)) for word in value):
            raise ValueError(f"{name} must be a list of words; got {told(value)}.")
        if size is not None and not (none and len(value) == 0):
            wanted = size if isinstance(size, int) else sizes.setdefault(size, len(value))
            if len(value) != wanted or not len(value):
                raise ValueError(f"{name} must be {wanted} words; got {len(value)}.")
        return list(value)

    return check


def optional(kind):
    """None, or something of a kind."""

    def check(value, name, sizes):
        if value is None:
            return None
        if isinstance(kind, Rule):
            _check_rule(kind, value, name)
            return value
        return kind(value, name, sizes)

    return check


def instance(*methods, of):
    """An object that has what is asked of it."""

    def check(value, name, _):
        if isinstance(value, type) or not all(hasattr(value, method) for method in methods):
            raise ValueError(f"{name} must be {of}; got {told(value)}.")
        return value

    return check
