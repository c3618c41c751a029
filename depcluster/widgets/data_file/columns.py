"""The columns of a table: which hold numbers, and where one does not."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..._validation import MOST, counted, short_repr
from .dates import Dates, dates_of
from .oddities import code_of, far_values, is_few, is_id

MOST_CLASSES = 100
MOSTLY = 0.5  # of the cells that are there must be numbers, or the column counts as text
_LONGEST = 24  # letters of a name in a sentence or a cell
_LOOK = 10_000  # rows that tell whether a column has too many values to be classes


@dataclass(frozen=True)
class Column:
    """What a column of a table holds.

    It is "mixed" if it is numbers but for some cells. Dates that can be read count as numbers.
    """

    name: str
    kind: str  # "number", "mixed", "text" or "empty"
    missing: int  # cells with nothing in them
    wrong: np.ndarray  # rows whose cell is no number to compute with, or no date, if it is mixed
    first: object = None  # the first of those cells
    is_id: bool = False  # whether its numbers only name the rows
    classes: int = 0  # different values; 0 where there are more than MOST_CLASSES, or none
    is_few: bool = False  # whether its numbers may be classes
    dates: Dates | None = None  # how its dates are read, if it holds dates
    code: float | None = None  # a number that seems to stand for missing values
    far: np.ndarray = ()  # rows further from all others than these are from each other

    def note(self):
        """What the head of the column says of it, in a few words."""
        words = {"text": "dates" if self.dates else "text", "empty": "empty"}.get(self.kind, "")
        if self.dates and self.dates.first:
            words = f"days since {self.dates.first}"
        if self.kind == "mixed":
            words = counted(len(self.wrong), "no date" if self.dates else "no number")
        lacks = f"{self.missing} missing" if self.missing and self.kind != "empty" else ""
        return ", ".join(filter(None, [words, "names the rows" if self.is_id else "", lacks]))

    def said(self, line=None):
        """What is wrong with a mixed column, and a way out."""
        row, n = int(self.wrong[0]), len(self.wrong)
        of_file = f" (line {line} of the file)" if line else ""
        more = f", nor are {n - 1} more" if n > 1 else ""
        kind = "date" if self.dates else "number that can be computed with"
        return (
            f'row {row}{of_file}, column "{self.name}": {short_repr(self.first)} is no {kind}'
            f"{more}. Count such cells as missing, or leave the column out."
        )

    def shown(self, value):
        """One of its numbers as sentences say it; of a column of dates, the date."""
        return self.dates.shown(value) if self.dates else f"{value:.15g}"


def numbers(values, decimal="."):
    """The numbers of a column, NaN where a cell is missing or none of at most 1e100 in size."""
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
    """What a column holds, a `Column`; ``decimal`` stands before the decimals of its texts."""
    there, found = values.notna().to_numpy(), numbers(values, decimal)
    known = np.isfinite(found)
    wrong = np.flatnonzero(there & ~known)
    if not there.any():
        return Column(name, "empty", len(values), wrong[:0])
    lacks, classes = int((~there).sum()), _n_classes(values)
    dates = None
    if known.sum() <= MOSTLY * there.sum():
        dates = dates_of(values, MOSTLY)
        if dates is None or dates.options is None:
            return Column(name, "text", lacks, wrong[:0], classes=classes, dates=dates)
        found = dates.days(values)
        wrong = np.flatnonzero(there & ~np.isfinite(found))
    code = code_of(found)
    far = far_values(found if code is None else np.where(found == code, np.nan, found))
    odd = {"classes": classes, "code": code, "far": far, "dates": dates}
    if len(wrong):
        return Column(name, "mixed", lacks, wrong, values.iloc[wrong[0]], **odd)
    if dates is not None:
        order = np.unique(found, return_inverse=True)[1] if not lacks else found
        return Column(name, "number", lacks, wrong, is_id=is_id(name, order), **odd)
    odd |= {"is_id": is_id(name, found), "is_few": is_few(found, classes)}
    return Column(name, "number", lacks, wrong, **odd)


def _n_classes(values):
    for some in (values.iloc[:_LOOK], values):
        try:
            count = some.nunique()
        except TypeError:  # cells that are lists
            return 0
        if not 0 < count <= MOST_CLASSES:
            return 0
    return int(count)


def several(names, most=6, longest=_LONGEST):
    """Some of many names, and how many more."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(clipped(name, longest) for name in names[:most]) + more


def clipped(text, longest=_LONGEST):
    """A text that fits in a cell."""
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"
