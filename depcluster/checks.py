"""What users give: samples and counts, with errors that say what came and what to try."""

from __future__ import annotations

import numbers

import numpy as np
from scipy.sparse import issparse
from sklearn.utils import check_array

_ROWS = 256
_MISSING = {"None", "nan", "NaN", "NaT", "<NA>"}


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
    if issparse(X):
        raise ValueError("X must be a dense table; got a sparse matrix. Pass X.toarray().")
    table = np.asarray(X)
    if table.ndim != 2:
        got = f"shape {table.shape}" if table.ndim else repr(X)
        raise ValueError(f"X must be a table, a row for each sample; got {got}.")
    if table.dtype.kind in "OUSTf" and len(table):
        names = [_name(X, j) for j in range(table.shape[1])]
        text = {n: _first_text(table[:, j]) for j, n in enumerate(names) if table.dtype.kind != "f"}
        text = {name: found for name, found in text.items() if found is not None}
        if text:
            name, found = next(iter(text.items()))
            raise ValueError(
                f"X must hold numbers only; {_columns(list(text))} what is no number, such as "
                f"{found!r} in {name}. Leave such columns out or encode them first."
            )
        lacking = {name: _lacking(table[:, j]) for j, name in enumerate(names)}
        lacking = {name: count for name, count in lacking.items() if count}
        if lacking:
            told = ", ".join(f"{count} in {name}" for name, count in lacking.items())
            raise ValueError(
                f"X must have no missing values; among {len(table)} rows {told} are missing. "
                "Leave those rows out or fill them in first."
            )
    return check_array(X, dtype=float, ensure_min_samples=least, input_name="X")


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


def is_whole(number):
    """Whether something is a whole number; True and False are none.

    Parameters
    ----------
    number : object

    Returns
    -------
    bool
    """
    return isinstance(number, numbers.Integral) and not isinstance(number, (bool, np.bool_))


def is_number(number):
    """Whether something is a finite real number; True and False are none.

    Parameters
    ----------
    number : object

    Returns
    -------
    bool
    """
    real = isinstance(number, numbers.Real) and not isinstance(number, (bool, np.bool_))
    return real and bool(np.isfinite(number))


def check_whole(number, name, least=1, most=np.inf, *, most_is="", hint=""):
    """Validate a whole number.

    Parameters
    ----------
    number : int
    name : str
        What the error calls it.
    least, most : int
        Its bounds, both allowed.
    most_is : str, optional
        What the upper bound is, for the error.
    hint : str, optional
        What to try, for the error.

    Returns
    -------
    int

    Raises
    ------
    ValueError

    Examples
    --------
    >>> check_whole(12, "n_neighbors", most=9, most_is="n_samples - 1")
    Traceback (most recent call last):
    ...
    ValueError: n_neighbors must be an integer from 1 to n_samples - 1 = 9; got 12.
    """
    if not is_whole(number) or not least <= number <= most:
        reach = f"of at least {least}" if most == np.inf else f"from {least} to "
        if most < np.inf:
            reach += f"{most_is} = {most}" if most_is else f"{most}"
        raise ValueError(f"{name} must be an integer {reach}; got {number!r}. {hint}".rstrip())
    return int(number)


def check_counts(n_clusters, n_samples, n_init=1, max_iter=1):
    """Validate the whole-number parameters of a search.

    Parameters
    ----------
    n_clusters, n_samples, n_init, max_iter : int

    Raises
    ------
    ValueError
    """
    for name, number in (("n_clusters", n_clusters), ("n_init", n_init), ("max_iter", max_iter)):
        check_whole(number, name)
    if n_clusters > n_samples:
        raise ValueError(
            f"n_clusters must be at most the number of different samples, {n_samples}; got "
            f"{n_clusters}. Choose fewer clusters or add samples."
        )


def check_n_neighbors(n_neighbors, n_samples, name="n_neighbors"):
    """Validate a number of neighbours: an integer from 1 to n_samples - 1.

    Parameters
    ----------
    n_neighbors : int
    n_samples : int
    name : str, default="n_neighbors"
        What the error calls it.

    Returns
    -------
    int

    Raises
    ------
    ValueError
    """
    hint = "Choose fewer neighbours or add samples."
    return check_whole(n_neighbors, name, 1, n_samples - 1, most_is="n_samples - 1", hint=hint)


def check_labels(labels, n_samples, n_clusters=None, *, name="labels", every=True):
    """Validate labels 0..n_clusters-1, one a sample.

    Parameters
    ----------
    labels : array-like of int of shape (n_samples,)
    n_samples : int
    n_clusters : int, optional
        One more than the largest label when left out.
    name : str, default="labels"
        What the error calls them.
    every : bool, default=True
        Whether each label must be used; in a partition no cluster is empty.

    Returns
    -------
    ndarray of int of shape (n_samples,)

    Raises
    ------
    ValueError
    """
    given = np.asarray(labels)
    if given.shape != (n_samples,) or not n_samples:
        raise ValueError(f"{name} must hold one label a sample, ({n_samples},); got {given.shape}.")
    if not np.issubdtype(given.dtype, np.integer):
        raise ValueError(f"{name} must be integers from 0; got {given.dtype}. Try astype(int).")
    used = np.unique(given)
    c = used[-1] + 1 if n_clusters is None else n_clusters
    if used[0] < 0 or used[-1] >= c or (every and len(used) < c):
        wanted = f"use each of 0..{c - 1}" if every else f"hold labels from 0 to {c - 1}"
        found = f"{len(used)} different labels from " if every else ""
        raise ValueError(
            f"{name} must {wanted}; got {found}{used[0]} to {used[-1]}. "
            f"Try np.unique({name}, return_inverse=True)[1]."
        )
    return given.astype(np.intp)


def check_symmetric(
    M,
    name="K",
    *,
    what="a square matrix of kernel values",
    hint="Try (K + K.T) / 2, or pass the samples and a kernel name instead.",
):
    """Validate a matrix: square, finite, symmetric up to a relative 1e-8.

    Parameters
    ----------
    M : ndarray or sparse array
    name : str, default="K"
        What the errors call it.
    what : str
        What it must be, for the error about its shape.
    hint : str
        What to try, for the error about its symmetry.

    Returns
    -------
    ndarray or sparse array
        M itself.

    Raises
    ------
    ValueError
    """
    if M.ndim != 2 or M.shape[0] != M.shape[1] or not M.shape[0]:
        raise ValueError(f"{name} must be {what}; got shape {M.shape}.")
    size, gap = _size_and_gap(M)
    if not np.isfinite(size):
        raise ValueError(f"{name} must be finite; got NaN or infinity in it.")
    if gap > 1e-8 * max(size, np.finfo(float).tiny):
        raise ValueError(
            f"{name} must be symmetric; entries differ from their mirror by up to {gap:.3g}. {hint}"
        )
    return M


def _size_and_gap(M):
    """The largest entry and the largest difference from a mirror entry, in absolute value."""
    if issparse(M):
        return np.abs(M.data).max(initial=0), abs(M - M.T).max() if np.isfinite(M.data).all() else 0
    size, gap = 0.0, 0.0
    for i in range(0, len(M), _ROWS):
        right, below = M[i : i + _ROWS, i:], M[i:, i : i + _ROWS]
        size = np.max([size, right.max(), -right.min(), below.max(), -below.min()])
        if not np.isfinite(size):
            return size, gap
        gap = max(gap, np.abs(right - below.T).max())
    return size, gap
