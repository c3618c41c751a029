"""Samples: a table of numbers, with errors that say what came, in which column, and what to try."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import Any

import numpy as np
from scipy.sparse import csr_array, issparse
from sklearn.utils.validation import validate_data

from .._typing import Floats
from .arrays import (
    MEND_ROWS,
    MOST,
    NO_GAPS,
    TIMES,
    as_array,
    column_name,
    first_gap,
    holds,
    no_times,
)
from .matrices import as_csr, gap_of, is_symmetric, looks_like_distances
from .messages import short_repr, warn

_MISSING = {"None", "nan", "NaN", "NaT", "<NA>"}
_MOST_COLUMNS = 5
_WANTED = "table of real numbers, a row for each sample"


def check_samples(X: Any, least: int = 2) -> Floats:
    """Samples as an array of floats: of an array, nested lists or a DataFrame.

    A ValueError if a column holds text, a value is missing or infinite, or X is sparse, no table or
    of fewer rows than `least`; a TypeError where Python makes no number of an entry.
    """
    if np.ma.is_masked(X):
        masked = np.ma.count_masked(X)
        raise ValueError(f"X must {NO_GAPS}; got a table with {masked} masked. {MEND_ROWS}")
    table = as_array(X, "X", f"a dense {_WANTED}" if issparse(X) else f"a {_WANTED}")
    if table.ndim != 2:
        raise _no_table(X, table)
    _refuse_times(X, table)
    if table.dtype.kind == "c" or (table.dtype.kind == "O" and holds(table, np.complexfloating)):
        raise ValueError(
            f"X must be a {_WANTED}; got complex numbers. Complex data not supported; try X.real "
            "or np.abs(X)."
        )
    numbers = _as_floats(X, table)
    with np.errstate(over="ignore", invalid="ignore"):
        if not np.isfinite(numbers.sum()):  # spares most a table of flags
            _refuse_gaps(X, table, numbers)
    for n, unit, few in zip(table.shape, ("sample", "feature"), (least, 1), strict=True):
        if n < few:
            raise ValueError(
                f"X must have more {unit}s. Found array with {n} {unit}(s) (shape={table.shape}) "
                f"while a minimum of {few} is required."
            )
    return numbers


def validated(estimator, X, *, reset=True, ensure_min_samples=1, copy=False, accept_sparse=False):
    """scikit-learn's `validate_data`, with `check_samples`; a sparse X becomes a csr_array."""
    if accept_sparse and issparse(X):
        table = as_sparse_samples(X, ensure_min_samples)
    else:
        table = check_samples(X, ensure_min_samples)
    try:
        validate_data(estimator, X, reset=reset, skip_check_array=True)
    except ValueError as error:
        raise ValueError(f"X must have the columns of fit. {error}") from None
    except TypeError as error:
        raise TypeError(f"X must have columns whose names are all strings. {error}") from None
    if not copy:
        return table
    return table.copy() if issparse(table) else np.array(table)


def as_sparse_samples(X, least=1):
    """A sparse table of so many samples or more as `as_csr`: equal rows are equal in every byte."""
    X = as_csr(X, "X")
    if X.shape[0] < least or not X.shape[1]:
        raise ValueError(
            f"X must have at least {least} rows, a sample each, and a column; got shape {X.shape}."
        )
    if not np.isfinite(X.data).all():
        raise ValueError(f"X must {NO_GAPS}; got {gap_of(X)}. {MEND_ROWS}")
    return X


def equal_rows(X):
    """The first row of each kind, ascending, and the kind of each row, of `as_sparse_samples`."""
    kinds, first, which = {}, [], np.empty(X.shape[0], dtype=np.intp)
    for i in range(X.shape[0]):
        which[i] = kinds.setdefault(_bytes_of(X, i), len(first))
        if which[i] == len(first):
            first.append(i)
    return np.array(first, dtype=np.intp), which


def different_rows(X, rows, most):
    """The different ones among rows of a table, dense or sparse, as bytes, and at most so many."""
    found = set()
    for i in rows:
        found.add(_bytes_of(X, i))
        if len(found) >= most:
            break
    return found


def _bytes_of(X, i):
    """A row, equal for equal ones."""
    if not issparse(X):
        return (X[i] + 0.0).tobytes()  # -0 becomes 0
    span = slice(X.indptr[i], X.indptr[i + 1])
    return X.indices[span].tobytes(), X.data[span].tobytes()


@contextmanager
def naming(X):
    """A context whose errors tell what is wrong with X, and that it is X they speak of."""
    try:
        yield
    except MemoryError:
        raise
    except Exception as error:
        words = str(error)
        if re.search(r"^X must\b|^kernel\b", words):
            raise
        if not issparse(X):
            try:
                check_samples(X, least=1)
            except (ValueError, TypeError) as wrong:
                raise wrong from None
        if re.search(r"\bX\b", words):
            raise
        raise ValueError(f"X must be a {_WANTED}. {words}") from None


def check_distances(X: Any) -> Floats | csr_array:
    """X itself, an array or csr_array, if squared distances of its rows are numbers."""
    held = X.data if issparse(X) else X
    size = max(held.max(initial=0), -held.min(initial=0))
    if issparse(X):
        reach = (X.max(axis=0).toarray() - X.min(axis=0).toarray()).max(initial=0)
    else:
        reach = np.ptp(X, axis=0).max(initial=0)
    if 0 < reach < 1 / MOST:
        raise ValueError(
            f"X must range over at least {1 / MOST:g}, so that squared distances are more than 0; "
            f"got {reach:.3g}. Divide it by that."
        )
    if size > MOST:
        raise ValueError(
            f"X must hold numbers of at most {MOST:g} in size, so that squared distances are "
            f"numbers; got {size:.3g}. Divide it by that."
        )
    if X.shape[0] == X.shape[1] and is_symmetric(X) and looks_like_distances(X):
        warn(
            "X looks like distances D between samples, and its rows are taken for samples. Try "
            'kernel="precomputed" with np.exp(-gamma * D**2), or with np.exp(-gamma * D) if these '
            "are squared already."
        )
    return X


def _refuse_times(X, table):
    """Dates and times, of which counts would be made."""
    if table.dtype.kind in "mM":
        raise no_times("X", table.dtype)
    if table.dtype.kind != "O" or not holds(table, *TIMES):
        return
    for j, column in enumerate(table.T):
        for entry in column:
            if isinstance(entry, TIMES):
                raise no_times("X", short_repr(entry), column_name(X, j))


def _no_table(X, table):
    words = f"X must be a {_WANTED}; got {short_repr(table if table.ndim else X)}."
    if table.ndim == 1 and table.size and table.dtype.kind in "biuf":
        words += (
            " Reshape your data: np.reshape(X, (-1, 1)) if these are values of one feature, "
            "np.reshape(X, (1, -1)) if they are one sample."
        )
    elif table.ndim == 1 and table.size:
        words += f" Make a row of numbers of each entry, such as {short_repr(table[0])}."
    return ValueError(words)


def _as_floats(X, table):
    """The entries as floats, missing ones as NaN; an error names the columns that hold text."""
    try:
        return table.astype(float, copy=False)
    except Exception:  # somebody else's __float__ may do anything
        text = {j: found for j in range(table.shape[1]) if (found := _first_text(table[:, j]))}
    if not text:
        return np.vectorize(_number, otypes=[float])(table)
    j, (found, error) = next(iter(text.items()))
    names = [column_name(X, k) for k in text]
    more = [f"{len(names) - _MOST_COLUMNS} other columns"] if len(names) > _MOST_COLUMNS else []
    columns = ", ".join(names[:_MOST_COLUMNS] + more)
    words = (
        f"X must hold numbers only; {columns} {'hold' if len(names) > 1 else 'holds'} what is no "
        f"number, such as {short_repr(found)} in {column_name(X, j)}. Leave such columns out or "
        "encode them first."
    )
    raise TypeError(f"{words} ({error})") if isinstance(error, TypeError) else ValueError(words)


def _first_text(column):
    """The first entry that is neither a number nor missing with its error, or None."""
    for entry in column.tolist():
        try:
            _number(entry)
        except Exception as error:  # as above
            return entry, error
    return None


def _number(entry):
    return np.nan if str(entry) in _MISSING else float(entry)


def _refuse_gaps(X, table, numbers):
    """Missing and infinite values, counted by column; the first is shown as it came."""
    gap = first_gap(numbers)
    if gap is None:
        return
    i, j = gap
    got = f"{short_repr(table[i, j])} in row {i}, {column_name(X, j)}"
    counts = (~np.isfinite(numbers)).sum(axis=0)
    if counts.sum() > 1:
        lacking = np.flatnonzero(counts)
        each = [f"{counts[k]} in {column_name(X, k)}" for k in lacking[:_MOST_COLUMNS]]
        more = len(lacking) - len(each)
        each += [f"more in {more} other columns"] if more else []
        got = f"{counts.sum()} of them, {', '.join(each)}; the first is {got}"
    raise ValueError(f"X must {NO_GAPS}; got {got}. {MEND_ROWS}")
