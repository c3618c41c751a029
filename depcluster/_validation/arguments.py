"""What a function that draws may be given: said once, above it, and checked before it draws.

`takes` names the kind of each argument. Equal letters in shapes stand for equal sizes, also from
one argument to another.
"""

from __future__ import annotations

import inspect
from functools import wraps

import numpy as np

from .arrays import as_array, check_numbers
from .messages import short_repr
from .rules import Rule

_MOST = 10_000


def takes(**kinds):
    """Check the arguments of a function before it is called.

    Parameters
    ----------
    **kinds : callable or Rule
        By argument: ``kind(value, name, sizes)`` returns the value to go on with or raises, and
        keeps in ``sizes`` what its letters stand for; or a rule as in `checks.rules`.

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
                if name in kinds:
                    bound.arguments[name] = _checked(kinds[name], value, name, sizes)
            return function(*bound.args, **bound.kwargs)

        return checked

    return decorate


def _checked(kind, value, name, sizes):
    if not isinstance(kind, Rule):
        return kind(value, name, sizes)
    if not kind.holds(value):
        raise ValueError(f"{name} must be {kind.says}; got {short_repr(value)}.")
    return value


def optional(kind):
    """None, or something of a kind."""
    return lambda value, name, sizes: None if value is None else _checked(kind, value, name, sizes)


def having(what, *attributes):
    """An object known by its attributes."""

    def check(value, name, _):
        if isinstance(value, type) or not all(hasattr(value, a) for a in attributes):
            raise ValueError(f"{name} must be {what}; got {short_repr(value)}.")
        return value

    return check


axes = having("a matplotlib Axes", "transData", "plot", "imshow")


def numbers(*shape, finite=True, least=None, empty=False):
    """Real numbers of a shape; not finite ones may be allowed, or none at all."""

    def check(value, name, sizes):
        if empty and as_array(value, name, "numbers").size == 0:
            _none(shape[0], name, sizes)
            return np.empty([size if isinstance(size, int) else 0 for size in shape])
        found = check_numbers(value, name, shape, finite=finite, sizes=sizes)
        if least is not None and not (found >= least).all():
            raise ValueError(
                f"{name} must be at least {least:g}; got {short_repr(found.min())} in it."
            )
        return found

    return check


def _none(size, name, sizes):
    """Nothing at all, where others of its size have nothing either."""
    if isinstance(size, str) and sizes.setdefault(size, 0):
        raise ValueError(f"{name} must have {sizes[size]} entries; got none.")


def masked(*shape):
    """Numbers of a shape, of which some are masked; those that are not finite are, too."""

    def check(value, name, sizes):
        hidden = np.ma.isMaskedArray(value)
        mask = np.ma.getmaskarray(value) if hidden else False
        given = np.ma.getdata(value) if hidden else value
        found = check_numbers(given, name, shape, finite=False, sizes=sizes)
        return np.ma.masked_array(found, mask | ~np.isfinite(found))

    return check


def whole_numbers(size, least=0, most=_MOST, *, empty=False):
    """Whole numbers in a list; `most` may be the letter of a size, to be places in its list."""

    def check(value, name, sizes):
        given = as_array(value, name, "whole numbers")
        if empty and given.size == 0:
            _none(size, name, sizes)
            return np.empty(0, dtype=np.intp)
        check_numbers(given, name, (size,), sizes=sizes)
        top = sizes[most] - 1 if isinstance(most, str) else most
        if given.dtype.kind not in "iu" or given.min() < least or given.max() > top:
            got = f"{given.dtype} from {short_repr(given.min())} to {short_repr(given.max())}"
            raise ValueError(f"{name} must be whole numbers from {least} to {top}; got {got}.")
        return given.astype(np.intp)

    return check


def place(size):
    """The number of an entry of a list, counted from 0."""

    def check(value, name, sizes):
        return int(whole_numbers("one", most=size)([value], name, sizes)[0])

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


def words(size=None, *, empty=True):
    """A sequence of words, as many as `size` stands for; a str is one of its letters."""

    def check(value, name, sizes):
        try:
            found = list(value) if len(value) else []
        except Exception:  # what is no sequence may raise anything
            found = [None]
        if not all(isinstance(word, str) for word in found):
            raise ValueError(f"{name} must be a list of words; got {short_repr(value)}.")
        if (found or not empty) and size is not None:
            wanted = sizes.setdefault(size, len(found))
            if len(found) != wanted or not found:
                raise ValueError(f"{name} must be {wanted} words; got {len(found)}.")
        return found

    return check
