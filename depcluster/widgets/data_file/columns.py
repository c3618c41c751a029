"""The columns of a table: which hold numbers, and where one does not."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..._validation import MOST, counted, short_repr

MOST_CLASSES = 100
_MOSTLY = 0.5  # of the cells that are there must be numbers, or the column counts as text
_LONGEST = 24  # letters of a name in a sentence or a cell
_LOOK = 10_000  # rows that tell whether a column has too many values to be classes


@dataclass(frozen=True)
class Column:
    """What a column of a table holds.

    Attributes
    ----------
    name : str
    kind : {"number", "mixed", "text", "empty"}
        "mixed" is numbers but for some cells.
    missing : int
        Cells with nothing in them.
    wrong : ndarray of int
        Rows whose cell is no number that can be computed with, in a mixed column.
    first : object
        The first of those cells.
    counts : bool
        Whether it only counts the rows.
    classes : int
        Number of different values; 0 where there are more than MOST_CLASSES, or none.
    """

    name: str
    kind: str
    missing: int
    wrong: np.ndarray
    first: object = None
    counts: bool = False
    classes: int = 0

    def note(self):
        """What the head of the column says of it, in a few words."""
        words = {"text": "text", "empty": "empty"}.get(self.kind, "")
        if self.kind == "mixed":
            words = counted(len(self.wrong), "no number")
        lacks = f"{self.missing} missing" if self.missing and self.kind != "empty" else ""
        return ", ".join(filter(None, [words, "counts the rows" if self.counts else "", lacks]))

    def said(self, line=None):
        """What is wrong with a mixed column, and a way out."""
        row, n = int(self.wrong[0]), len(self.wrong)
        of_file = f" (line {line} of the file)" if line else ""
        more = f", nor are {n - 1} more" if n > 1 else ""
        return (
            f'row {row}{of_file}, column "{self.name}": {short_repr(self.first)} is no number that '
            f"can be computed with{more}. Count such cells as missing, or leave the column out."
        )


def numbers(values, decimal="."):
    """The numbers of a column.

    Parameters
    ----------
    values : pandas.Series
    decimal : {".", ","}
        What stands before the decimals of numbers among texts.

    Returns
    -------
    ndarray of float
        NaN where a cell is missing or no number of at most 1e100 in size.
    """
    import pandas as pd

    kinds = pd.api.types
    if not kinds.is_numeric_dtype(values.dtype) or kinds.is_complex_dtype(values.dtype):
        if not (kinds.is_string_dtype(values.dtype) or kinds.is_object_dtype(values.dtype)):
            return np.full(len(values), np.nan)
        if decimal == ",":
            values = values.astype(str).str.replace(",", ".")
        values = pd.to_numeric(values, errors="coerce")
    found = values.to_numpy(dtype=float, na_value=np.nan)
    return np.where(np.abs(found) <= MOST, found, np.nan)


def column_of(name, values, decimal="."):
    """What a column holds.

    Parameters
    ----------
    name : str
    values : pandas.Series
    decimal : {".", ","}

    Returns
    -------
    Column
    """
    there, found = values.notna().to_numpy(), numbers(values, decimal)
    known = np.isfinite(found)
    wrong = np.flatnonzero(there & ~known)
    if not there.any():
        return Column(name, "empty", len(values), wrong[:0])
    lacks, classes = int((~there).sum()), _n_classes(values)
    if known.sum() <= _MOSTLY * there.sum():
        return Column(name, "text", lacks, wrong[:0], classes=classes)
    if len(wrong):
        return Column(name, "mixed", lacks, wrong, values.iloc[wrong[0]], classes=classes)
    return Column(name, "number", lacks, wrong, counts=_counts(found), classes=classes)


def _counts(found):
    """Whether numbers go up by 1 from 0 or 1, as those of rows do."""
    first = found[0] if len(found) > 2 else -1
    return first in (0, 1) and np.array_equal(found, first + np.arange(len(found)))


def _n_classes(values):
    for some in (values.iloc[:_LOOK], values):
        try:
            count = some.nunique()
        except TypeError:  # cells that are lists
            return 0
        if not 0 < count <= MOST_CLASSES:
            return 0
    return int(count)


def several(names, most=6):
    """Some of many names, and how many more."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(clipped(name) for name in names[:most]) + more


def clipped(text):
    """A text that fits in a cell."""
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1].rstrip() + "…"
