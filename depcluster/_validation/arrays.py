"""Arrays of numbers from whatever holds them, labels and weights among them."""

from __future__ import annotations

import re
from datetime import date, time, timedelta
from typing import Any

import numpy as np
from scipy.sparse import issparse

from .._typing import Floats, Ints, NDArray
from .messages import is_dask, short_repr

#: No entry is larger: its square, summed, must be a number.
MOST = 1e100
#: How an error goes on that speaks of missing values, and how it ends.
NO_GAPS = "have no missing or infinite values"
MEND_ROWS = "Leave such rows out or mend them first."
_TIME = re.compile(r"date|time|duration|period", re.IGNORECASE)  # how pandas, polars, Arrow say it
TIMES = date, time, timedelta, np.datetime64, np.timedelta64


def as_array(value: Any, name: str, what: str) -> NDArray[Any]:
    """An array of whatever shape and kind; what is sparse, masked, ragged or dask's is refused."""
    if type(value) is np.ndarray:
        return value
    if is_dask(value):
        got = f"{short_repr(value)}. Try {name}.compute()"
    elif issparse(value):
        got = f"a sparse matrix of shape {value.shape}. Pass {name}.toarray()"
    elif np.ma.is_masked(value):
        got = "an array with masked entries. Leave these out first"
    else:
        try:
            times = _times_in(value)
            if times is None:
                return np.asarray(value)
        except Exception:  # somebody else's object may raise anything
            times, got = None, short_repr(value)
        if times is not None:
            raise no_times(name, *times)
    raise ValueError(f"{name} must be {what}; got {got}.")


def _times_in(value):
    """Kind and place of a column of dates, times or durations, which may become counts, or None."""
    if not hasattr(value, "columns"):
        return None
    of_arrow = getattr(getattr(value, "schema", None), "types", ())
    kinds = enumerate(getattr(value, "dtypes", of_arrow))
    found = ((kind, column_name(value, j)) for j, kind in kinds if _TIME.match(str(kind)))
    return next(found, None)


def no_times(name, got, column=""):
    """The error of dates, times and durations where numbers are wanted."""
    where = f" in {column}" if column else ""
    return ValueError(
        f"{name} must hold numbers only; got {got}{where}. Make dates numbers first, such as days: "
        '(dates - dates.min()) / np.timedelta64(1, "D").'
    )


def column_name(table, j):
    """A column as an error calls it, by its name where it has one."""
    names = getattr(table, "column_names", getattr(table, "columns", None))
    return f"column {j}" if names is None else f"column {list(names)[j]!r}"


def as_reals(value: Any, name: str, what: str = "a table of real numbers") -> NDArray[Any]:
    """An array of booleans, integers or floats; of floats, where it held objects."""
    given = as_array(value, name, what)
    try:
        counts = given.dtype.kind == "O" and not holds(given, *TIMES, np.complexfloating)
        real = given.astype(float) if counts else given
        if real.dtype.kind in "biuf":
            return real
    except Exception:  # as above
        pass
    got = f"{_odd(given)} in it" if given.ndim else short_repr(value)
    raise ValueError(f"{name} must be {what}; got {got}.")


def as_numbers(values: Any, name: str) -> Floats:
    """An array of floats of any shape, finite or not; the very array given, where it is one."""
    return as_reals(values, name).astype(float, copy=False)


def as_square(K: Any, name: str = "K") -> Floats:
    """A square matrix of floats; the very array given, where it is one."""
    table = as_numbers(K, name)
    if table.ndim != 2 or table.shape[0] != table.shape[1]:
        raise ValueError(f"{name} must be a square matrix; got shape {table.shape}.")
    return table


def check_numbers(
    value: Any,
    name: str,
    shape: tuple[Any, ...],
    *,
    finite: bool = True,
    least: float = -np.inf,
    empty: bool = False,
    sizes: dict[str, int] | None = None,
) -> Floats:
    """An array of floats of some shape, none below `least`.

    Letters in `shape` stand for sizes, equal ones for equal sizes; `sizes` has what they stand for
    already and takes up new ones. There is at least one entry, or with `empty` perhaps none.
    """
    sizes = {} if sizes is None else sizes
    known = [str(sizes.get(size, size)) for size in shape]
    wanted = f"({', '.join(known)}{',' * (len(shape) == 1)})"
    square = len(shape) == 2 and shape[0] == shape[1]
    what = f"a square array of numbers, {wanted}" if square else f"numbers of shape {wanted}"
    given = as_array(value, name, what)
    if empty and not given.size:
        given = np.empty([size if isinstance(size, int) else 0 for size in shape])
    found = dict(sizes)
    fits = given.ndim == len(shape) and all(
        size == (wish if isinstance(wish, int) else found.setdefault(wish, size))
        for wish, size in zip(shape, given.shape, strict=True)
    )
    if not fits or not (given.size or empty):
        got = short_repr(given) if given.ndim else short_repr(value)
        raise ValueError(f"{name} must be {what}; got {got}.")
    numbers = as_reals(given, name, what).astype(float, copy=False)
    place = first_gap(numbers) if finite else None
    if place is not None:
        raise ValueError(
            f"{name} must be finite; got {short_repr(numbers[place])} in {where(place)}."
        )
    if least > -np.inf and not (numbers >= least).all():
        got = short_repr(numbers.min())
        raise ValueError(f"{name} must be at least {least:g}; got {got} in it.")
    known = numbers if finite else numbers[np.isfinite(numbers)]
    if max(known.max(initial=0), -known.min(initial=0)) > MOST:
        raise ValueError(f"{name} must hold numbers of at most {MOST:g}; divide them all by one.")
    sizes |= found
    return numbers


def check_labels(
    labels: Any,
    n_samples: int | None = None,
    n_clusters: int | None = None,
    *,
    name: str = "labels",
    every: bool = True,
) -> Ints:
    """Labels 0..n_clusters-1, one a sample, as integers; `every` one used, as in a partition.

    Sizes that are left out are those of the labels.
    """
    given = as_array(labels, name, "one label a sample")
    if n_samples is None:
        n_samples = given.size
    if given.shape != (n_samples,) or not n_samples:
        raise ValueError(f"{name} must hold one label a sample, ({n_samples},); got {given.shape}.")
    if given.dtype.kind not in "iu":
        _refuse_missing(given.tolist(), name)
        hint = "astype(int)" if given.dtype.kind in "bf" else _numbered(name)
        raise ValueError(f"{name} must be integers from 0; got {given.dtype}. Try {hint}.")
    used = np.unique(given)
    c = int(used[-1]) + 1 if n_clusters is None else n_clusters
    if used[0] < 0 or used[-1] >= c or (every and len(used) < c):
        wanted = f"use each of 0..{c - 1}" if every else f"hold labels from 0 to {c - 1}"
        found = f"{len(used)} different labels from " if every else ""
        raise ValueError(
            f"{name} must {wanted}; got {found}{used[0]} to {used[-1]}. Try {_numbered(name)}."
        )
    return given.astype(np.intp)


def _numbered(name):
    return f"np.unique({name}, return_inverse=True)[1]"


def _refuse_missing(labels, name):
    lacking = [i for i, label in enumerate(labels) if _is_missing(label)]
    if lacking:
        hint = "Leave such samples out or give them a class of their own."
        raise ValueError(
            f"{name} must have no missing labels; got {short_repr(labels[lacking[0]])} in row "
            f"{lacking[0]}, {len(lacking)} in all. "
            f"{'Write -1 for a label that is not known.' if name == 'init' else hint}"
        )


def as_classes(
    values: Any, n_samples: int | None = None, *, name: str = "labels"
) -> tuple[NDArray[Any], Ints]:
    """The different names of classes of any kind, sorted, and each sample's, numbered from 0.

    One a sample, none missing; the number of samples, left out, is that of the values.
    """
    given = as_array(values, name, "one label a sample")
    n_samples = given.size if n_samples is None else n_samples
    if given.shape != (n_samples,) or not n_samples:
        raise ValueError(f"{name} must hold one label a sample, ({n_samples},); got {given.shape}.")
    entries = values if isinstance(values, list | tuple) else given.tolist()  # text of NaN is none
    _refuse_missing(entries, name)
    try:
        names, codes = np.unique(given, return_inverse=True)
    except Exception:  # as above
        raise ValueError(
            f"{name} must hold labels of one kind; got {short_repr(values)}. Try "
            f"[str(label) for label in {name}]."
        ) from None
    return names, codes


def _is_missing(entry):
    """Whether it is None, pandas' NA, or differs from itself as NaN and NaT do."""
    if entry is None or type(entry).__name__ == "NAType":
        return True
    try:
        return bool(entry != entry)
    except Exception:  # as above
        return False


def check_weights(weights: Any, n_samples: int, name: str = "sample_weight") -> Any:
    """Weights of samples as floats: finite, none below 0, not all 0; None stays None."""
    if weights is None:
        return None
    w = check_numbers(weights, name, (n_samples,))
    if (w < 0).any() or not w.any():
        raise ValueError(
            f"{name} must be at least 0, and not only zeros; got numbers from {w.min():.3g} to "
            f"{w.max():.3g}."
        )
    return w


def holds(given, *kinds):
    """Whether objects of an array are of some types, such as those of which NumPy makes counts."""
    return any(issubclass(kind, kinds) for kind in set(map(type, given.flat)))


def first_gap(values):
    """The place of the first value that is not finite, a tuple of int, or None."""
    odd = ~np.isfinite(values)
    return tuple(map(int, np.unravel_index(odd.argmax(), odd.shape))) if odd.any() else None


def where(place):
    """A place of an array in words: "row 3, column 1" of a table, else "entry 3"."""
    if len(place) == 2:
        return f"row {place[0]}, column {place[1]}"
    return f"entry {', '.join(map(str, place))}"


def _odd(given):
    """An entry that is no real number, as an error shows it."""
    if given.dtype.kind == "c":
        return "complex numbers"
    for entry in given.flat:
        if isinstance(entry, (*TIMES, np.complexfloating)):
            return short_repr(entry)
        try:
            float(entry)
        except Exception:  # as above
            return short_repr(entry)
    return f"entries of type {given.dtype}"
