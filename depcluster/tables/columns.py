"""The columns of a table: what each holds, decided on all of its cells, and what is open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from .._typing import Ints
from .._validation import MOST, counted, short_repr
from .cells import MISSING_WORDS, is_code, read_number
from .dates import FIRST_DAY, LAST_DAY, Dates, are_days, readings_of
from .oddities import code_of, far_values, is_coded, is_few, is_id, lack_codes
from .words import as_text, clipped

MOST_CLASSES = 100
MOSTLY = 0.5  # of the cells that are there must be numbers, or the column counts as names
_LOOK = 10_000  # rows that tell whether a column has too many values to be classes
_NEAR = 10  # codes for missing values are no further from each other
_MOST_EXACT = 2.0**53  # whole numbers beyond it lose digits
_POINTS = {"decimal point": ".", "decimal comma": ","}


@dataclass(frozen=True)
class Reading:
    """One way to read what is open.

    Attributes
    ----------
    means : str
        What it makes of a cell of the file.
    told : dict
        What chooses it: arguments of `read_table`.
    """

    means: str
    told: dict[Any, Any]

    @property
    def keyword(self):
        """These arguments as Python."""
        return ", ".join(f"{name}={value!r}" for name, value in self.told.items())


@dataclass(frozen=True)
class Question:
    """What a file leaves open, and what was taken meanwhile.

    Attributes
    ----------
    about : str
        A column, or "header".
    words : str
        What is open, shown on cells of the file.
    readings : tuple of Reading
        The first was taken.
    """

    about: str
    words: str
    readings: tuple[Reading, ...]

    def __str__(self):
        ways = "; ".join(f"{each.keyword} if {each.means}" for each in self.readings)
        return f"{self.words} Taken: {self.readings[0].means}. Settle it with {ways}."


@dataclass(eq=False)
class Column:
    """What a column of a table holds.

    It is "mixed" if it is numbers but for some cells that are none. Dates that can be read count as
    numbers, days since the first.
    """

    name: str
    kind: str  # "number", "mixed", "names" or "empty"
    values: Any  # an array, or None; its numbers, NaN where a cell holds none
    there: np.ndarray  # where a cell holds something
    source: Any  # by whose name it is held, a pandas.DataFrame
    wrong: Sequence[int] | Ints = ()  # rows whose cell is no number, if it is mixed
    dates: Dates | None = None  # how its dates are read, if it holds dates
    said: str = ""  # what was decided, and on what evidence
    question: Question | None = None

    @property
    def held(self):
        """What a data frame holds of it, a pandas.Series."""
        return self.source[self.name]

    @property
    def missing(self):
        """Cells with nothing in them."""
        return int((~self.there).sum())

    @property
    def first(self):
        """The first of the cells that are no numbers."""
        return self.held.iloc[self.wrong[0]]

    @cached_property
    def classes(self):
        """How many different values there are; 0 for none or more than `MOST_CLASSES`."""
        held = self.held if self.kind != "number" or self.dates else self.held.where(self.there)
        for some in (held.iloc[:_LOOK], held):
            count = some.nunique()
            if not 0 < count <= MOST_CLASSES:
                return 0
        return int(count)

    @cached_property
    def is_id(self):
        """Whether its numbers only name the rows."""
        if self.kind != "number":
            return False
        if self.dates is None:
            return is_id(self.name, self.values)
        if self.missing:
            return False
        return is_id(self.name, np.unique(self.values, return_inverse=True)[1])

    @cached_property
    def is_few(self):
        """Whether its numbers may be classes."""
        return self.kind == "number" and not self.dates and is_few(self.values, self.classes)

    @cached_property
    def code(self):
        """A number that seems to stand for missing values, or None."""
        return None if self.values is None else code_of(self.values)

    @cached_property
    def far(self):
        """Rows further from all others than these are from each other."""
        if self.values is None:
            return np.empty(0, int)
        code = self.code
        return far_values(
            self.values if code is None else np.where(self.values == code, np.nan, self.values)
        )

    def note(self):
        """What the head of the column says of it, in a few words."""
        words = {"names": "dates" if self.dates else "text", "empty": "empty"}.get(self.kind, "")
        if self.dates and self.values is not None:
            words = f"days since {self.dates.first}"
        if self.kind == "mixed":
            words = counted(len(self.wrong), "no date" if self.dates else "no number")
        lacks = f"{self.missing} missing" if self.missing and self.kind != "empty" else ""
        return ", ".join(filter(None, [words, "names the rows" if self.is_id else "", lacks]))

    def shown(self, value):
        """One of its numbers as sentences say it; of a column of dates, the date."""
        return self.dates.shown(value) if self.dates else f"{value:.15g}"


@dataclass(frozen=True)
class Told:
    """What a reader of a file has settled, and what the other columns show.

    `reading` is that of this column, or None; `missing` are words and numbers that stand for
    nothing; `decimal` is what stands before decimals, as told or as other columns show, or None;
    `is_told` whether a reader has told it.
    """

    reading: str | None = None
    missing: frozenset[Any] = frozenset()
    decimal: str | None = None
    is_told: bool = False


class Texts:
    """The different texts of a column, each with what it is as a number."""

    def __init__(self, held):
        import pandas as pd

        self.codes, found = pd.factorize(held)
        self.texts = [str(text).strip() for text in np.asarray(found, object)]
        self.counts = np.bincount(self.codes[self.codes >= 0], minlength=len(found))
        self.words = np.array(
            [text.casefold() in MISSING_WORDS or not text for text in self.texts], bool
        )
        self.read = {point: [read_number(text, point) for text in self.texts] for point in ".,"}
        pairs = [*zip(self.read["."], self.read[","], strict=True)]
        self.numeric = np.array([any(pair) for pair in pairs], bool)
        shown = [
            "." if comma is None else "," if point is None else "" if point == comma else "?"
            for point, comma in (pair if any(pair) else (0, 0) for pair in pairs)
        ]
        self.shows = {what: [k for k, each in enumerate(shown) if each == what] for what in ".,?"}

    def rows(self, each):
        """For every row what is true of its text; False where there is none."""
        return np.append(each, each.dtype.type(0))[self.codes]


def columns_of(file, told, read_as):
    """A `Column` for each column of a `File`, by name; one that is read as before is not read."""
    frame, known = file.frame, file.known
    asked = {
        name: (name, replace(told, reading=read_as[name]) if name in read_as else told)
        for name in frame.columns
    }
    new = [each for each in asked.values() if each not in known]
    numbers = frame.select_dtypes(["number", "bool"]) if new else frame.iloc[:, :0]
    values = numbers.to_numpy(dtype=float, na_value=np.nan)
    there, plain = ~np.isnan(values), _are_plain(values)
    at = {name: j for j, name in enumerate(numbers.columns)}
    for name, own in new:
        j = at.get(name)
        if name in file.texts:
            found = _of_texts(name, frame, own, file.texts[name])
        elif j is None:
            filled = frame[name].notna().to_numpy()
            found = _of_dates(name, frame, filled, own)
            found = found or Column(name, "empty", None, filled, frame)
        elif plain[j] and not (own.missing or own.reading or is_coded(name)):
            found = Column(name, "number", values[:, j], there[:, j], frame)
        else:
            found = _of_numbers(name, frame, values[:, j], there[:, j], own)
        known[name, own] = found
    return {name: known[each] for name, each in asked.items()}


def _are_plain(values):
    """Columns of which `_of_numbers` has nothing to say, told without a look at most values."""
    if not len(values):
        return np.zeros(values.shape[1], bool)
    low, high = np.fmin.reduce(values), np.fmax.reduce(values)
    days = (low >= FIRST_DAY) & (high <= LAST_DAY)
    small = (low >= -_MOST_EXACT) & (high <= _MOST_EXACT)
    return small & ~days & lack_codes(values, low, high)


def _of_numbers(name, frame, values, there, told, said=""):
    """A column of numbers, whatever it was written in."""
    for each in told.missing:
        if isinstance(each, float):
            there = there & (values != each)
    values = np.where(there & (np.abs(values) <= MOST), values, np.nan)
    wrong = np.flatnonzero(there & np.isnan(values))
    if not there.any():
        return Column(name, "empty", None, there, frame)
    if told.reading == "names":
        return Column(name, "names", None, there, frame)
    known = values[there]
    if told.reading in (None, "year first") and are_days(known):
        written = frame[name].where(there).map("{:.0f}".format, na_action="ignore").to_frame()
        if told.reading:
            return _of_dates(name, written, there, told)
        cell = f"{known[0]:.0f}"
        ways = {"names": "the column is no feature", "year first": "they are dates"}
        ways |= {"number": f"{cell} is a number"}
        question = _asked(name, f"{cell} in {name} may be a date or a number.", ways)
        return Column(name, "names", None, there, frame, question=question)
    is_long = (known == np.round(known)).all() and np.nanmax(np.abs(known), initial=0) > _MOST_EXACT
    if told.reading is None and (is_long or (is_coded(name) and not is_id(name, values))):
        why = "holds numbers of more than 15 digits" if is_long else "is called as codes are"
        cell = as_text(frame[name][there].iloc[0])
        question = _coded(name, cell, known[0], f"{name} {why}.")
        return Column(name, "names", None, there, frame, question=question)
    if len(wrong):
        if told.reading == "number":
            there = there & ~np.isnan(values)
            said = f"{name}: {counted(len(wrong), 'cell')} that are no numbers count as missing"
            return Column(name, "number", values, there, frame, said=said)
        question = _mixed(name, frame, wrong, "numbers")
        return Column(name, "mixed", values, there, frame, wrong, said=said, question=question)
    codes, is_code = [], np.zeros(len(values), bool)
    while told.reading != "number" and (code := code_of(values)) is not None:
        if codes and abs(code - float(codes[0])) > _NEAR:
            break
        codes.append(f"{code:.15g}")
        is_code |= values == code
        values = np.where(is_code, np.nan, values)
    if not codes:
        return Column(name, "number", values, there, frame, said=said)
    shown, n = " and ".join(codes), int(is_code.sum())
    there = there & ~is_code
    question = None
    if told.reading != "missing code":
        question = _asked(
            name,
            f"{shown} stands {'once' if n == 1 else f'{n} times'} in {name}, further from all "
            "other values than these are from each other. Does it stand for a missing value?",
            {"missing code": f"{shown} counts as missing", "number": f"{shown} is a value"},
        )
    more = f"{shown} in {name} counts as missing ({counted(n, 'cell')})"
    said = "; ".join(filter(None, [said, more]))
    return Column(name, "number", values, there, frame, said=said, question=question)


def _asked(name, words, readings):
    """A question about a column; ``readings`` are what each means, by name."""
    return Question(
        name,
        words,
        tuple(Reading(means, {"read_as": {name: each}}) for each, means in readings.items()),
    )


def _coded(name, cell, value, words):
    """Whether numbers are codes."""
    return _asked(
        name,
        f"{words} A name, or a measurement?",
        {
            "names": f"{cell} is a name, so no feature",
            "number": f"{cell} is the number {value:.15g}",
        },
    )


def _of_texts(name, frame, told, texts):
    gone = np.array([text.casefold() in told.missing for text in texts.texts], bool)
    empty = np.array([not text for text in texts.texts], bool)
    counts = np.where(gone | empty, 0, texts.counts)
    n = counts[~texts.words].sum()
    numeric = texts.numeric & ~(gone | empty)
    there = texts.rows(~(gone | empty))
    if not there.any():
        return Column(name, "empty", None, there, frame)
    as_number = told.reading in ("number", "missing code", *_POINTS)
    if told.reading == "names":
        return Column(name, "names", None, there, frame)
    if counts[numeric].sum() <= MOSTLY * max(n, 1):
        if dates := _of_dates(name, frame, there, told):
            return dates
        if not as_number:
            return Column(name, "names", None, there, frame)
    return _numbers_of(name, frame, told, texts, there, numeric, gone | empty)


def _numbers_of(name, frame, told, texts, there, numeric, gone):
    """A column most of whose texts are numbers."""
    code = next(filter(is_code, texts.texts), None)
    if code is not None and told.reading is None:
        words = f"{clipped(code)} in {name} is written as a code is."
        question = _coded(name, code, float(code), words)
        return Column(name, "names", None, there, frame, question=question)
    point, said, question = _point(name, told, texts)
    read = texts.read[point]
    units = {}
    for k in np.flatnonzero(numeric):
        if read[k] is not None:
            units.setdefault(read[k][1], []).append(texts.texts[k])
    if len(units) > 1 and told.reading is None:
        (a, *_), (b, *_) = sorted(units.values(), key=len, reverse=True)[:2]
        question = _asked(
            name,
            f'{name} holds "{a}" and "{b}", of different units or of none. As they stand?',
            {
                "names": "the column is no feature",
                "number": "the numbers count, and their units do not",
            },
        )
        return Column(name, "names", None, there, frame, question=question)
    values = np.array([np.nan if each is None else each[0] for each in read])
    values = texts.rows(np.where(gone, np.nan, values))
    values[texts.codes < 0] = np.nan
    lost = texts.words & ~gone & np.array([each is None for each in read])
    if lost.any():
        there = there & ~texts.rows(lost)
        words = sorted({texts.texts[k] for k in np.flatnonzero(lost)})
        told_of = ", ".join(f'"{word}"' for word in words[:3])
        said = "; ".join(filter(None, [said, f"{told_of} in {name} counts as missing"]))
    unit = next(iter(units), "")
    if unit and len(units) == 1:
        first = units[unit][0]
        said = "; ".join(
            filter(None, [said, f'{name}: "{first}" is {read[texts.texts.index(first)][0]:.15g}'])
        )
    column = _of_numbers(name, frame, values, there, told, said)
    return (
        column
        if question is None or column.kind != "number"
        else Column(**{**vars(column), "question": question})
    )


def _point(name, told, texts):
    """What stands before decimals, what to say of it, and a question if that is open."""
    if told.reading in _POINTS:
        return _POINTS[told.reading], "", None
    own = [point for point in ".," if texts.shows[point]]
    doubtful = texts.shows["?"]
    if len(own) == 1:
        point, shown = own[0], texts.texts[texts.shows[own[0]][0]]
        if point == "," or any(texts.texts[k].count(",") for k in (*doubtful, *texts.shows["."])):
            words = "a comma" if point == "," else "a point"
            return point, f'{name}: {words} stands before decimals, as in "{shown}"', None
        return point, "", None
    if len(own) == 2:
        sizes = {point: sum(texts.counts[k] for k in texts.shows[point]) for point in ".,"}
        return max(sizes, key=sizes.get), "", None
    if not doubtful:
        return ".", "", None
    shown = texts.texts[doubtful[0]]
    read = {point: texts.read[point][doubtful[0]][0] for point in ".,"}
    what = {each: name for name, each in _POINTS.items()}
    if told.decimal:
        why = "as you say" if told.is_told else "as in the other columns"
        point = told.decimal
        return point, f'{name}: "{shown}" is {read[point]:.15g}, {what[point]}, {why}', None
    # Beside whole numbers, 1,234 is likely one as well; among its like, three decimals.
    marks = [",", "."] if "," in shown else [".", ","]
    points = marks[::-1] if len(doubtful) < texts.numeric.sum() else marks
    question = _asked(
        name,
        f'"{shown}" in {name} may be {read["."]:.15g} or {read[","]:.15g}, and no other cell '
        "tells.",
        {what[each]: f"it is {read[each]:.15g}" for each in points},
    )
    return points[0], "", question


def _of_dates(name, frame, there, told):
    """A column of dates, None if it is none; of some that may be read in two ways a question."""
    held = frame[name]
    found = readings_of(held.where(there), MOSTLY)
    if not found:
        return None
    dates, *others = [each for each in found if each.order == told.reading] or found
    others = [each for each in others if len(dates.apart(each))]
    if others:
        row = dates.apart(others[0])[0]
        shown = {each.order: each.shown_in(row) for each in (dates, *others)}
        cell = held.iloc[row]
        question = _asked(
            name,
            f"{cell} in {name} may be {' or '.join(shown.values())}, and no other cell tells.",
            {"names": "the column is no feature"}
            | {order: f"{cell} is {date}" for order, date in shown.items()},
        )
        return Column(name, "names", None, there, frame, dates=dates, question=question)
    values = dates.days()
    wrong = np.flatnonzero(there & np.isnan(values))
    said = f"{name}: dates, as days since {dates.first}"
    if not len(wrong) or told.reading is not None:
        if len(wrong):
            said += f"; {counted(len(wrong), 'cell')} that are no dates count as missing"
        there = there & ~np.isnan(values)
        return Column(name, "number", values, there, frame, dates=dates, said=said)
    return Column(
        name, "mixed", values, there, frame, wrong, dates, said, _mixed(name, frame, wrong, "dates")
    )


def _mixed(name, frame, wrong, kind):
    first, n = short_repr(frame[name].iloc[wrong[0]]), len(wrong)
    more = f" and {n - 1} more are" if n > 1 else " is"
    return _asked(
        name,
        f"{name} holds {kind}, but {first}{more} none. Count such cells as missing?",
        {"names": "the column is no feature", "number": f"{first} counts as missing"},
    )
