"""The table that a report is about: its numbers, the names of rows and columns, known classes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..._validation import check_distances, check_numbers, check_samples
from ...widgets import DataFile


@dataclass(frozen=True)
class Table:
    """What is told of the rows that were clustered.

    Attributes
    ----------
    name : str
    X : ndarray of shape (m, d)
        As it was clustered.
    values : ndarray of shape (m, k)
        In the units a reader knows; NaN where a value is missing.
    columns : list of k str
    rows : ndarray of int of shape (m,)
        Their numbers, of a file those in the file.
    names : list of m str
        Of the rows; empty where they have none but their numbers.
    told : dict of str to str
        What a reader should know of where the rows come from, by what it is about.
    python : str
        The lines that make X; empty where Python had it already.
    known : tuple of (str, ndarray of int of shape (m,), list of str) or None
        What a column of known classes is called, the class of each row, and what classes are
        called.
    """

    name: str
    X: np.ndarray
    values: np.ndarray
    columns: list
    rows: np.ndarray
    names: list
    told: dict
    python: str = ""
    known: tuple | None = None


def as_table(X, original=None):
    """The table of a report.

    Parameters
    ----------
    X : array-like or data frame of shape (m, d), or DataFile
    original : array-like or data frame of shape (m, k), optional
        The same rows in units to be read.

    Returns
    -------
    Table

    Raises
    ------
    ValueError
    """
    if isinstance(X, DataFile):
        return _of_file(X, original)
    numbers = check_distances(check_samples(X))
    shown, values = X, numbers
    if original is not None:
        shown, values = original, check_numbers(original, "original", (len(numbers), "k"))
    told = {"Rows": f"{len(numbers)}", "Columns": f"{numbers.shape[1]} that were clustered"}
    if original is not None:
        told["Units"] = "means are of the columns given as original"
    else:
        told["Units"] = "as the rows were given; if they were scaled before, means are scaled too"
    rows, columns = np.arange(len(numbers)), _columns(shown, values)
    names = _names((X, shown), rows)
    return Table(f"{len(rows)} rows", numbers, values, columns, rows, names, told)


def _of_file(file, original):
    """The table in a file, which brings its units itself."""
    if original is not None:
        raise ValueError("original must be left out with a DataFile, which brings its own units.")
    if not file.X.size:
        raise ValueError(f"X must hold rows; got {file.summary()}.")
    name, whole = file.file_name, file.whole
    left_out = [c for c in whole.columns if c not in (*file.features, file.label)]
    told = {
        "File": name,
        "Rows": f"{len(file.rows_)} of {len(whole)} in the file",
        "Columns": f"{len(file.features)} that were clustered",
        "Other columns": ", ".join(left_out) or "none",
        "Made ready": "; ".join(file.notes),
        "Units": "means are of the numbers in the file",
    }
    known = None if file.y is None else (file.label, file.y, list(file.target_names))
    rows, columns = file.rows_, list(file.features)
    names, values = _names((file.frame,), rows), file.frame.to_numpy(dtype=float)
    return Table(name, file.X, values, columns, rows, names, told, file.python, known)


def _columns(shown, values):
    """Names of the columns, or their numbers."""
    names = getattr(shown, "columns", None)
    if names is None or callable(names):
        return [f"column {j}" for j in range(values.shape[1])]
    return [str(name) for name in names]


def _names(tables, rows):
    """Names of the rows, from the index of the first data frame; none if it has their numbers."""
    for table in tables:
        index = getattr(table, "index", None)
        if index is not None and not callable(index):
            names = [str(name) for name in index]
            return [] if names == [str(row) for row in rows] else names
    return []
