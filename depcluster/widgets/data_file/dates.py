"""Columns of dates, which become days since the first."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass

_LOOK = 100  # cells that tell how a column is written
_ISO = re.compile(r"\d{4}[-/.]\d\d?[-/.]\d\d?(?:[ T].*)?")
_OTHER = re.compile(r"\d\d?([-/.])\d\d?\1(\d{4}|\d\d)(?: (\d\d?:\d\d)(:\d\d)?)?")
_AS_ISO = ("iso",)
_DAY = 86400  # seconds


@dataclass(frozen=True)
class Dates:
    """How the dates of a column are read.

    Without ``options``, which `pandas.to_datetime` is told beside the column, day, month and year
    cannot be told apart: in 03/04/2024 and in 03.04.24, if no other cell settles it.
    """

    options: dict | None
    first: str = ""  # of them, as 2024-04-03

    def days(self, values):
        """Days since the first, NaN where a cell is missing or no date."""
        found = _read(values, self.options)
        return (found - found.min()).dt.total_seconds().to_numpy(dtype=float) / _DAY

    def lines(self, name, coerce):
        """Lines of Python that do so in ``frame``; with ``coerce`` other cells count as missing."""
        options = self.options | ({"errors": "coerce"} if coerce else {})
        told = "".join(f", {key}={value!r}" for key, value in options.items())
        column = f"frame[{name!r}]"
        return [
            f"{column} = pd.to_datetime({column}{told})",
            f"{column} = ({column} - {column}.min()).dt.total_seconds() / {_DAY}  # days",
        ]

    def shown(self, days):
        """The date that is so many days after the first."""
        first = datetime.date.fromisoformat(self.first)
        return (first + datetime.timedelta(days=float(days))).isoformat()


def dates_of(values, mostly):
    """How a column's dates are read; None where no more than a share of its cells are dates."""
    cells = values.dropna()
    kinds = [_kind(cell) for cell in cells.iloc[:_LOOK]]
    there = [kind for kind in kinds if kind is not None]
    if len(there) <= mostly * len(kinds):
        return None
    read = []
    for options in _candidates(there[0]):
        found = _read(cells, options)
        if found is not None and found.notna().sum() > mostly * len(cells):
            read.append((int(found.notna().sum()), options, found))
    most = max((n for n, *_ in read), default=0)
    best = [(options, found) for n, options, found in read if n == most]
    best = best[: 1 if there[0] == _AS_ISO else None]
    if not best or any(not found.equals(best[0][1]) for _, found in best[1:]):
        return Dates(None)
    options, found = best[0]
    return Dates(options, f"{found.min():%Y-%m-%d}")


def _kind(cell):
    """What tells how a cell is read: what stands between day and month, and the time of day."""
    if isinstance(cell, datetime.date):
        return _AS_ISO
    text = cell.strip() if isinstance(cell, str) else ""
    if _ISO.fullmatch(text):
        return _AS_ISO
    found = _OTHER.fullmatch(text)
    if not found:
        return None
    between, year, minutes, seconds = found.groups()
    time = " %H:%M:%S" if seconds else " %H:%M" if minutes else ""
    return between, len(year) == 4, time


def _candidates(kind):
    """What `pandas.to_datetime` might be told; with points the day comes first."""
    if kind == _AS_ISO:
        iso = {"format": "ISO8601"}
        return [iso, iso | {"utc": True}]
    between, is_whole, time = kind
    orders = ("%d{0}%m{0}%Y",) if between == "." else ("%d{0}%m{0}%Y", "%m{0}%d{0}%Y")
    return [{"format": order.format(between) + time} for order in orders if is_whole]


def _read(values, options):
    """The dates, missing where there is none; None where they are of several time zones."""
    import pandas as pd

    try:
        found = pd.to_datetime(values, errors="coerce", **options)
    except ValueError:
        return None
    return found if found.dtype.kind == "M" else None
