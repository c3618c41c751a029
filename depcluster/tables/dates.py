"""Columns of dates, which become days since the first."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from typing import Any

import numpy as np

_LOOK = 100  # cells that tell how a column is written
_ISO = re.compile(r"\d{4}[-/.]\d\d?[-/.]\d\d?(?:[ T].*)?|\d{8}")
_OTHER = re.compile(r"\d\d?([-/.])\d\d?\1(\d{4}|\d\d)(?: (\d\d?:\d\d)(:\d\d)?)?")
_DAY = 86400  # seconds
FIRST_DAY, LAST_DAY = 19000101, 21001231  # as numbers
_ORDERS = {"day first": "%d{0}%m{0}%Y", "month first": "%m{0}%d{0}%Y", "year first": "%y{0}%m{0}%d"}


@dataclass(frozen=True)
class Dates:
    """How the dates of a column are read: what `pandas.to_datetime` is told beside the column."""

    order: str  # "day first", "month first" or "year first"
    options: dict[Any, Any]
    found: Any  # the dates, missing where there is none; a pandas.Series

    @property
    def first(self):
        """The first of them, as 2024-04-03."""
        return f"{self.found.min():%Y-%m-%d}"

    def apart(self, other):
        """Rows that are other dates in another reading."""
        both = self.found.notna() & other.found.notna()
        return np.flatnonzero(both & (self.found != other.found))

    def days(self):
        """Days since the first, NaN where a cell is missing or no date."""
        found = self.found - self.found.min()
        return found.dt.total_seconds().to_numpy(dtype=float, na_value=np.nan) / _DAY

    def shown(self, days):
        """The date that is so many days after the first."""
        first = datetime.date.fromisoformat(self.first)
        return (first + datetime.timedelta(days=float(days))).isoformat()

    def shown_in(self, row):
        """The date in a row."""
        return f"{self.found.iloc[row]:%Y-%m-%d}"


def readings_of(held, mostly):
    """The ways in which more than a share of a column's cells are dates, the best first.

    All of them read as many cells; none where the column is none of dates.
    """
    cells = held.dropna()
    kinds = [_kind(cell) for cell in cells.iloc[:_LOOK]]
    there = [kind for kind in kinds if kind is not None]
    if len(there) <= mostly * len(kinds):
        return []
    read = []
    for order, options in _candidates(there[0]):
        found = _read(held, options)
        n = 0 if found is None else int(found.notna().sum())
        if n > mostly * len(cells):
            read.append((n, Dates(order, options, found)))
    most = max((n for n, _ in read), default=0)
    found = [dates for n, dates in read if n == most]
    return found[:1] if there[0] == "iso" else found


def are_days(values):
    """Whether all numbers are dates as 20240403 is one."""
    if not (len(values) and FIRST_DAY <= values.min() and values.max() <= LAST_DAY):
        return False
    return bool(_read(values.astype(int).astype(str), {"format": "%Y%m%d"}).notna().all())


def _kind(cell):
    """What tells how a cell is read: what stands between day and month, and the time of day."""
    if isinstance(cell, datetime.date):
        return "iso"
    text = cell.strip() if isinstance(cell, str) else ""
    if _ISO.fullmatch(text):
        return "iso"
    found = _OTHER.fullmatch(text)
    if not found:
        return None
    between, year, minutes, seconds = found.groups()
    time = " %H:%M:%S" if seconds else " %H:%M" if minutes else ""
    return between, len(year) == 4, time


def _candidates(kind):
    """Orders of day, month and year, with what `pandas.to_datetime` is told."""
    if kind == "iso":
        iso = {"format": "ISO8601"}
        return [("year first", iso), ("year first", iso | {"utc": True})]
    between, is_whole, time = kind
    orders = (
        {"day first"} if between == "." else {*_ORDERS} - ({"year first"} if is_whole else set())
    )
    year = "%Y" if is_whole else "%y"
    return [
        (order, {"format": written.format(between).replace("%Y", year) + time})
        for order, written in _ORDERS.items()
        if order in orders
    ]


def _read(values, options):
    """The dates, missing where there is none; None where they are of several time zones."""
    import pandas as pd

    try:
        found = pd.to_datetime(values, errors="coerce", **options)
    except ValueError:
        return None
    return found if found.dtype.kind == "M" else None
