"""Samples: a table of numbers, with errors that say what came and what to try."""

from __future__ import annotations

import re
from contextlib import contextmanager

import numpy as np
from scipy.sparse import issparse
from sklearn.utils import check_array
from sklearn.utils.validation import validate_data

from .arrays import MOST, as_array, check_numbers
from .sparse import as_sparse_samples
from .told import told

_MISSING = {"None", "nan", "NaN", "NaT", "<NA>"}


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
    ValueError
        If a column holds text, a value is missing or infinite, or X is sparse or no table.

    Examples
    --------
    >>> check_samples([[1, 2], [3, 4]]).shape
    (2, 2)
    """
    table = _table(X)
    if table.ndim != 2:
        got = f"shape {table.shape}" if table.ndim else told(X)
        raise ValueError(f"X must be a table, a row for each sample; got {got}.")
    if table.dtype.kind in "OUSTf" and len(table):
        names = [_name(X, j) for j in range(table.shape[1])]
        text = {n: _first_text(table[:, j]) for j, n in enumerate(names) if table.dtype.kind != "f"}
        text = {name: found for name, found in text.items() if found is not None}
        if text:
            name, found = next(iter(text.items()))
            raise ValueError(
                f"X must hold numbers only; {_columns(list(text))} what is no number, such as "
                f"{told(found)} in {name}. Leave such columns out or encode them first."
            )
        lacking = {name: _lacking(table[:, j]) for j, name in enumerate(names)}
        lacking = {name: count for name, count in lacking.items() if count}
        if lacking:
            gaps = ", ".join(f"{count} in {name}" for name, count in lacking.items())
            raise ValueError(
                f"X must have no missing values; among {len(table)} rows {gaps} are missing. "
                "Leave those rows out or fill them in first."
            )
    with naming(X):
        return check_array(table, dtype=float, ensure_min_samples=least, input_name="X")


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
        raise ValueError(
            f"X must have no missing values; got a table with {np.ma.count_masked(X)} masked. "
            "Leave those rows out or fill them in first."
        )
    return as_array(X, "X", "a dense table, a row for each sample")


def validated(estimator, X, **options):
    """scikit-learn's `validate_data`, whose errors then say that it is X they speak of.

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
        if np.ma.is_masked(X):
            _table(X)
        if issparse(X) and options.get("accept_sparse"):
            X = as_sparse_samples(X)
        return validate_data(estimator, X, dtype=float, **options)


@contextmanager
def naming(X):
    """A context in which the errors of scikit-learn say that it is X they speak of.

    Parameters
    ----------
    X : array-like
    """
    try:
        yield
    except (ValueError, TypeError) as error:
        words = str(error)
        if re.search(r"\bX\b|^kernel\b", words):
            raise
        kind = TypeError if isinstance(error, TypeError) else ValueError
        raise kind(f"X must be a table of real numbers. {words}") from None
    except Exception:  # somebody else's __array__ may do anything
        raise ValueError(f"X must be a table of real numbers; got {told(X)}.") from None


def _name(X, j):
    names = getattr(X, "columns", None)
    return f"column {j}" if names is None else f"column {list(names)[j]!r}"


def _columns(names):
    return f"{names[0]} holds" if len(names) == 1 else f"{', '.join(names)} hold"


def _first_text(column):
    """The first entry that is neither a number nor missing; None when there is none."""
    for entry in column.tolist():
        if str(entry) in _MISSING:
            continue
        try:
            float(entry)
        except (TypeError, ValueError):
            return entry
    return None


def _lacking(column):
    if column.dtype.kind == "f":
        return int(np.isnan(column).sum())
    return sum(str(entry) in _MISSING for entry in column.tolist())
