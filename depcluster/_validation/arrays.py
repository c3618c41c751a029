"""Arrays of numbers, from whatever holds them."""

from __future__ import annotations

import numpy as np
from scipy.sparse import issparse

from .messages import short_repr

#: No entry is larger: its square, summed, must be a number.
MOST = 1e100
#: How an error goes on that speaks of missing values, and how it ends.
NO_GAPS = "have no missing or infinite values"
MEND_ROWS = "Leave such rows out or mend them first."


def as_array(value, name, what):
    """An array from whatever holds one; its kind and shape are for the caller to look at.

    Parameters
    ----------
    value : object
    name, what : str
        What the error calls it, and what it must be.

    Returns
    -------
    ndarray

    Raises
    ------
    ValueError
        If it is sparse, has masked entries, or is ragged.
    """
    if issparse(value):
        got = f"a sparse matrix of shape {value.shape}. Pass {name}.toarray()"
    elif np.ma.is_masked(value):
        got = "an array with masked entries. Leave these out first"
    else:
        try:
            return np.asarray(value)
        except Exception:  # somebody else's object may raise anything
            got = short_repr(value)
    raise ValueError(f"{name} must be {what}; got {got}.")


def is_dask(value):
    """Whether something is a collection of dask, said without importing dask.

    Parameters
    ----------
    value : object

    Returns
    -------
    bool
    """
    return type(value).__module__.partition(".")[0] == "dask"


def check_numbers(value, name, shape, *, finite=True, sizes=None):
    """Validate real numbers in an array of some shape, of at least one entry.

    Parameters
    ----------
    value : array-like
    name : str
        What the error calls it.
    shape : tuple of int or str
        Sizes; equal letters stand for equal sizes.
    finite : bool, default=True
        Whether to refuse NaN and infinity.
    sizes : dict of str to int, optional
        What letters stand for already; new ones are added.

    Returns
    -------
    ndarray of float of that shape

    Raises
    ------
    ValueError

    Examples
    --------
    >>> check_numbers([[1, 2, 3]], "K", ("m", "m"))
    Traceback (most recent call last):
    ...
    ValueError: K must be a square array of numbers, (m, m); got an array of shape (1, 3).
    """
    sizes = {} if sizes is None else sizes
    known = [str(sizes.get(size, size)) for size in shape]
    wanted = f"({', '.join(known)}{',' * (len(shape) == 1)})"
    square = len(shape) == 2 and shape[0] == shape[1]
    what = f"a square array of numbers, {wanted}" if square else f"numbers of shape {wanted}"
    given = as_array(value, name, what)
    found = dict(sizes)
    fits = given.ndim == len(shape) and all(
        size == (wish if isinstance(wish, int) else found.setdefault(wish, size)) and size > 0
        for wish, size in zip(shape, given.shape, strict=True)
    )
    if not fits:
        got = short_repr(given) if given.ndim else short_repr(value)
        raise ValueError(f"{name} must be {what}; got {got}.")
    try:
        if given.dtype.kind not in "biufO":
            raise TypeError
        numbers = given.astype(float, copy=False)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name} must be {what}; got {_odd(given)} in it.") from None
    place = first_gap(numbers) if finite else None
    if place is not None:
        raise ValueError(
            f"{name} must be finite; got {short_repr(numbers[place])} in {where(place)}."
        )
    known = numbers if finite else numbers[np.isfinite(numbers)]
    if max(known.max(initial=0), -known.min(initial=0)) > MOST:
        raise ValueError(f"{name} must hold numbers of at most {MOST:g}; divide them all by one.")
    sizes |= found
    return numbers


def first_gap(values):
    """The place of the first value that is not finite.

    Parameters
    ----------
    values : ndarray of float of any shape

    Returns
    -------
    tuple of int or None
        None where all are finite.
    """
    odd = ~np.isfinite(values)
    return tuple(map(int, np.unravel_index(odd.argmax(), odd.shape))) if odd.any() else None


def where(place):
    """A place of an array in words: "row 3, column 1" of a table, else "entry 3".

    Parameters
    ----------
    place : tuple of int

    Returns
    -------
    str
    """
    if len(place) == 2:
        return f"row {place[0]}, column {place[1]}"
    return f"entry {', '.join(map(str, place))}"


def _odd(given):
    """An entry that is no real number, as an error shows it."""
    if given.dtype.kind == "c":
        return "complex numbers"
    for entry in given.flat:
        try:
            float(entry)
        except Exception:  # somebody else's __float__ may do anything
            return short_repr(entry)
    return f"entries of type {given.dtype}"
