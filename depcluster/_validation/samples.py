"""Samples: a table of numbers, with errors that say what came and what to try."""

from __future__ import annotations

import re
from contextlib import contextmanager

import numpy as np
from scipy.sparse import issparse
from sklearn.utils import check_array
from sklearn.utils.validation import validate_data

from .arrays import MEND_ROWS, MOST, NO_GAPS, as_array, check_numbers, first_gap
from .messages import short_repr
from .sparse import as_sparse_samples

_MISSING = {"None", "nan", "NaN", "NaT", "<NA>"}
_MOST_COLUMNS = 5
_WANTED = "table of real numbers, a row for each sample"


def check_weights(weights, n_samples, name="sample_weight"):
    """Validate weights of samples: finite, none below 0, not all 0, one a sample.

    Parameters
    ----------
    weights : array-like of shape (n_samples,) or None
    n_samples : int
    name : str, default="sample_weight"
        What the error calls them.

    Returns
    -------
    ndarray of float of shape (n_samples,) or None

    Raises
    ------
    ValueError

    Examples
    --------
    >>> check_weights([1, 2], 3)
    Traceback (most recent call last):
    ...
    ValueError: sample_weight must be numbers of shape (3,); got an array of shape (2,).
    """
    if weights is None:
        return None
    w = check_numbers(weights, name, (n_samples,))
    if (w < 0).any() or not w.any():
        raise ValueError(
            f"{name} must be at least 0, and not only zeros; got numbers from {w.min():.3g} to "
            f"{w.max():.3g}."
        )
    return w


def check_samples(X, least=2):
    """A table of numbers from whatever holds one: an array, nested lists, a DataFrame.

    Parameters
    ----------
    X : array-like of shape (m, d)
        Names of columns, as a DataFrame has them, are used in errors.
    least : int, default=2
        Samples there must be.

    Returns
    -------
    ndarray of float of shape (m, d)

    Raises
    ------
    ValueError, TypeError
        If a column holds text, a value is missing or infinite, or X is sparse or no table. A
        TypeError where an entry is of a type that Python makes no number of.

    Examples
    --------
    >>> check_samples([[1, 2], [3, 4]]).shape
    (2, 2)
    """
    with naming(X):
        _refuse_dates(X)
        return check_array(_table(X), dtype=float, ensure_min_samples=least, input_name="X")


def check_distances(X):
    """Validate that squared distances of samples are numbers.

    Parameters
    ----------
    X : ndarray or csr_array of shape (m, d)

    Returns
    -------
    ndarray or csr_array of shape (m, d)
        X itself.

    Raises
    ------
    ValueError
    """
    held = X.data if issparse(X) else X
    size = max(held.max(initial=0), -held.min(initial=0))
    reach = _largest_range(X)
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
    return X


def _largest_range(X):
    """The largest of the columns' ranges."""
    if issparse(X):
        return (X.max(axis=0).toarray() - X.min(axis=0).toarray()).max(initial=0)
    return np.ptp(X, axis=0).max(initial=0)


def _table(X):
    """X as an array of whatever shape and kind, nothing in it hidden."""
    if np.ma.is_masked(X):
        masked = np.ma.count_masked(X)
        raise ValueError(f"X must {NO_GAPS}; got a table with {masked} masked. {MEND_ROWS}")
    return as_array(X, "X", f"a dense {_WANTED}" if issparse(X) else f"a {_WANTED}")


def validated(estimator, X, **options):
    """scikit-learn's `validate_data`, with the errors of `check_samples`.

    Parameters
    ----------
    estimator : BaseEstimator
    X : array-like of shape (m, d)
    **options
        Of `validate_data`.

    Returns
    -------
    ndarray of float of shape (m, d)
        With ``accept_sparse="csr"`` a csr_array of a sparse X; see `as_sparse_samples`.

    Raises
    ------
    ValueError, TypeError
    """
    with naming(X):
        _refuse_dates(X)
        if np.ma.is_masked(X):
            _table(X)
        if issparse(X) and options.get("accept_sparse"):
            X = as_sparse_samples(X)
        return validate_data(estimator, X, dtype=float, **options)


@contextmanager
def naming(X):
    """A context in which errors tell what is wrong with X, and that it is X they speak of.

    Parameters
    ----------
    X : array-like
    """
    try:
        yield
    except MemoryError:
        raise
    except (ValueError, TypeError, OverflowError) as error:
        words = str(error)
        if re.search(r"^X must\b|^kernel\b", words):
            raise
        kind = TypeError if isinstance(error, TypeError) else ValueError
        wrong = _what_is_wrong(X, kind, words)
        if wrong is not None:
            raise wrong from None
        if re.search(r"\bX\b", words):
            raise
        raise kind(f"X must {_asked(words)}. {words}") from None
    except Exception:  # somebody else's __array__ may do anything
        raise ValueError(f"X must be a {_WANTED}; got {short_repr(X)}.") from None


def _asked(words):
    """What an error of scikit-learn asks of X, by its words."""
    few = re.match(r"Found array with \d+ (sample|feature)", words)
    if few:
        return f"have more {few[1]}s"
    return "have the columns of fit" if "feature names" in words else f"be a {_WANTED}"


def _refuse_dates(X):
    """Raise for dates and durations, which would be taken for counts of nanoseconds."""
    dtypes = getattr(X, "dtypes", None)
    dtypes = [getattr(X, "dtype", None)] if dtypes is None else dtypes
    for j, dtype in enumerate(dtypes):
        if getattr(dtype, "kind", "") in ("m", "M"):
            where = f" in {_name(X, j)}" if hasattr(X, "columns") else ""
            raise ValueError(
                f"X must hold numbers only; got {dtype}{where}. Make dates numbers first, such as "
                'days: (dates - dates.min()) / np.timedelta64(1, "D").'
            )


def _what_is_wrong(X, kind, words):
    """The error that says what is wrong with X, or None for what only scikit-learn knows of.

    ``kind`` and ``words`` are those of the error that was raised for X.
    """
    if issparse(X):
        return None
    try:
        table = _table(X)
    except ValueError as error:
        return error
    if table.ndim != 2:
        return _no_table(X, table)
    if table.dtype.kind == "c":
        return ValueError(
            f"X must be a {_WANTED}; got {table.dtype}. Complex data not supported; try X.real or "
            "np.abs(X)."
        )
    names = [_name(X, j) for j in range(table.shape[1])]
    if table.dtype.kind in "OUST":
        text = {name: _first_text(table[:, j]) for j, name in enumerate(names)}
        text = {name: found for name, found in text.items() if found is not None}
        if text:
            name, found = next(iter(text.items()))
            python = f" ({words})" if kind is TypeError else ""
            return kind(
                f"X must hold numbers only; {_columns(list(text))} what is no number, such as "
                f"{short_repr(found)} in {name}. Leave such columns out or encode them "
                f"first.{python}"
            )
    return _gaps(table, names)


def _no_table(X, table):
    got = short_repr(table if table.ndim else X)
    words = f"X must be a {_WANTED}; got {got}."
    if table.ndim == 1 and table.size and table.dtype.kind in "biuf":
        words += (
            " Reshape your data: np.reshape(X, (-1, 1)) if these are values of one feature, "
            "np.reshape(X, (1, -1)) if they are one sample."
        )
    elif table.ndim == 1 and table.size:
        words += f" Make a row of numbers of each entry, such as {short_repr(table[0])}."
    return ValueError(words)


def _gaps(table, names):
    """The error for missing and infinite values, or None where there are none."""
    numbers = np.vectorize(_number, otypes=[float])(table) if table.dtype.kind in "OUST" else table
    gap = first_gap(numbers) if numbers.size else None
    if gap is None:
        return None
    i, j = gap
    where = f"{short_repr(table[i, j])} in row {i}, {names[j]}"
    counts = (~np.isfinite(numbers)).sum(axis=0)
    if counts.sum() > 1:
        lacking = np.flatnonzero(counts)
        each = [f"{counts[k]} in {names[k]}" for k in lacking[:_MOST_COLUMNS]]
        more = len(lacking) - len(each)
        each += [f"more in {more} other columns"] if more else []
        where = f"{counts.sum()} of them, {', '.join(each)}; the first is {where}"
    return ValueError(f"X must {NO_GAPS}; got {where}. {MEND_ROWS}")


def _name(X, j):
    names = getattr(X, "columns", None)
    return f"column {j}" if names is None else f"column {list(names)[j]!r}"


def _columns(names):
    shown = names[:_MOST_COLUMNS]
    more = [f"{len(names) - len(shown)} other columns"] if len(names) > len(shown) else []
    return f"{names[0]} holds" if len(names) == 1 else f"{', '.join(shown + more)} hold"


def _number(entry):
    return np.nan if str(entry) in _MISSING else float(entry)


def _first_text(column):
    """The first entry that is neither a number nor missing; None when there is none."""
    for entry in column.tolist():
        try:
            _number(entry)
        except Exception:  # somebody else's __float__ may do anything
            return entry
    return None
