"""`read_table`: what stands in a file, what was decided in reading it, and what is open."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Literal

import numpy as np

from .._typing import Floats, NDArray
from .._validation import (
    FLAG,
    NAME,
    NOTHING,
    PATH,
    Rule,
    counted,
    having,
    number,
    one_of,
    short_repr,
    takes,
)
from .._validation import several as several_of
from .cells import read_number
from .columns import MOST_CLASSES, Column, Question, Reading, Told, columns_of
from .files import File, file_at, file_of
from .text import line_of
from .words import as_text, clipped, several

if TYPE_CHECKING:
    import pandas as pd

READINGS = (
    *("number", "names", "missing code", "decimal point", "decimal comma"),
    *("day first", "month first", "year first"),
)
READ_AS = Rule(
    f"a dict of a reading for columns by name, each one of {', '.join(READINGS)}",
    lambda v: isinstance(v, dict) and {*v.values()} <= {*READINGS} and all(map(NAME.holds, v)),
)
MISSES = several_of(NAME | number(), least=0)
MOST_CATEGORIES = 20
_HEADER = "header"


@dataclass(frozen=True, eq=False)
class Table:
    """A table as it stands in a file, made by `read_table`.

    Attributes
    ----------
    X : ndarray of shape (n, d)
        The features as they were read, dates as days since the first; NaN where a value is missing.
    features : list of str
        Columns of numbers, but for those that only name the rows, and the label.
    frame : pandas.DataFrame of shape (n, k)
        All columns: numbers as numbers, names as texts; rows by their names, or counted from 0.
    label : pandas.Series or None
        The known class of each row, missing where it has none.
    index : pandas.Index
        Names of the rows, or their numbers.
    findings : list of str
        What was decided, on what evidence, and how to decide otherwise.
    unsettled : list of Question
        What can be read in two ways, and what was taken; text tells both, and the keyword that
        settles it.
    """

    file: File = field(repr=False)
    label_name: str | None = None
    index_name: str | None = None
    chosen: tuple[Any, ...] | None = None
    missing: tuple[Any, ...] = ()
    decimal: str | None = None
    header: object = "auto"
    read_as: dict[Any, Any] = field(default_factory=dict)
    categories: str = "left-out"

    def __repr__(self):
        n = len(self.unsettled)
        asks = f"; {counted(n, 'question')} unsettled" * bool(n)
        return (
            f"Table: {self.name}, X {self.X.shape} of {several(self.features) or 'no column'}{asks}"
        )

    def reading(self, **changes: Any) -> Table:
        """The same file with other choices, which is not read again."""
        return replace(self, **changes)

    @property
    def name(self) -> str:
        return self.file.name

    @cached_property
    def _decimal(self):
        """What stands before decimals in the columns that show it; None if none or both do."""
        shown = {each for texts in self.file.texts.values() for each in ".," if texts.shows[each]}
        shown |= {"."} if self.file.has_points else set()
        return next(iter(shown)) if len(shown) == 1 else None

    @cached_property
    def columns(self) -> dict[str, Column]:
        """A `Column` for each column, by name."""
        words = [
            each.strip().casefold() if isinstance(each, str) else float(each)
            for each in self.missing
        ]
        words += [f"{each:.15g}" for each in self.missing if not isinstance(each, str)]
        told = [read_number(each, ".") for each in self.missing if isinstance(each, str)]
        words += [each[0] for each in told if each]
        told = Told(
            missing=frozenset(words),
            decimal=self.decimal or self._decimal,
            is_told=self.decimal is not None,
        )
        found = columns_of(self.file, told, self.read_as)
        return found | (self._classes_of(found) if self.categories == "one-hot" else {})

    def _is_category(self, column):
        return (
            column.kind == "names" and not column.dates and column.name != self.label_name
            and 1 < column.classes <= MOST_CATEGORIES and column.classes < len(column.there)
        )  # fmt: skip

    def _classes_of(self, columns):
        """A column of 0 and 1 for each class of the columns of names."""
        out = {}
        for column in filter(self._is_category, columns.values()):
            for each in sorted({*column.held[column.there]}):
                name = f"{column.name} is {each}"
                values = np.where(column.there, column.held == each, np.nan).astype(float)
                source = {name: column.held}
                out[name] = Column(name, "number", values, column.there, source)
        return out

    @cached_property
    def named_by(self) -> str | None:
        """The column that names the rows, of texts or of numbers, if one does."""
        if self.index_name is not None or self.file.names is not None:
            return self.index_name
        for name, texts in self.file.texts.items():
            column = self.columns[name]
            is_whole = column.kind == "names" and not (column.missing or column.question)
            if is_whole and not column.dates and len(texts.texts) == len(self.file.frame):
                return name
        ids = [name for name, c in self.columns.items() if c.is_id and name != self.label_name]
        return next((name for name in ids if self.read_as.get(name) != "number"), None)

    @cached_property
    def names(self) -> list[str]:
        """Names of the rows; empty where they have none."""
        if self.named_by is None:
            return self.file.names or []
        return [*map(as_text, self.file.frame[self.named_by])]

    @cached_property
    def index(self) -> pd.Index:
        import pandas as pd

        return pd.Index(self.names) if self.names else pd.RangeIndex(len(self.file.frame))

    @cached_property
    def features(self) -> list[str]:
        if self.chosen is not None:
            return list(self.chosen)
        out = {self.label_name, self.named_by}
        return [
            name for name, c in self.columns.items()
            if c.kind == "number" and name not in out
            and (not c.is_id or self.read_as.get(name) == "number")
        ]  # fmt: skip

    @cached_property
    def X(self) -> Floats:
        columns = [self.columns[name].values for name in self.features]
        return np.array(columns).T if columns else np.empty((len(self.file.frame), 0))

    @cached_property
    def frame(self) -> pd.DataFrame:
        import pandas as pd

        held = {name: self.held(name) for name in self.columns}
        return pd.DataFrame(held, index=self.index)

    def held(self, name: str) -> NDArray[Any]:
        """What stands in a column, (n,): numbers, dates or texts, missing where nothing does."""
        column = self.columns[name]
        if column.kind == "number" and column.dates is None:
            whole = column.values[column.there]
            if len(whole) == len(column.values) and (whole == np.round(whole)).all():
                return column.values.astype(int)
            return column.values
        if column.dates is not None and column.values is not None:
            return column.dates.found.to_numpy()
        return column.held.where(column.there).to_numpy()

    @cached_property
    def label(self) -> pd.Series | None:
        import pandas as pd

        if self.label_name is None:
            return None
        return pd.Series(self.held(self.label_name), self.index, name=self.label_name)

    @cached_property
    def findings(self) -> list[str]:
        says = [*self.file.says]
        if self.named_by is not None and self.index_name is None:
            ways = 'else index="another column"'
            if self.columns[self.named_by].kind != "names":
                ways += f", or a feature: read_as={{{self.named_by!r}: 'number'}}"
            says.append(f'rows are named by "{clipped(self.named_by)}"; {ways}')
        alike: dict[str, Any] = {}  # what is said of several columns in the same words
        for name, column in self.columns.items():
            if column.said:
                alike.setdefault(column.said.replace(name, "\0"), []).append(name)
        says += [words.replace("\0", several(names)) for words, names in alike.items()]
        out = (self.label_name, self.named_by)
        rest = [c for c in self.columns.values() if c.name not in out and not c.question]
        left = [c.name for c in rest if self._is_category(c)]
        if self.chosen is None:
            for kind, why in (("names", "no numbers, nor a few classes"), ("empty", "empty")):
                none = [c.name for c in rest if c.kind == kind and not self._is_category(c)]
                if none:
                    says.append(f"{several(none)}: {why}, so left out")
        if self._sums_up():
            says.append(
                "the last row is the sum of all others; delete it from the file if it is one"
            )
        if left and self.categories == "left-out" and self.chosen is None:
            are = "feature" if len(left) == 1 else "features"
            says.append(f"{several(left)}: classes, so no {are}; else categories='one-hot'")
        ids = [name for name, c in self.columns.items() if c.is_id and name not in self.features]
        ids = [name for name in ids if name not in (self.label_name, self.named_by)]
        if ids and self.chosen is None:
            says.append(
                f"{several(ids)}: each value once, like the names of rows, so left out; else "
                f"read_as={{{ids[0]!r}: 'number'}}"
            )
        return says

    def _sums_up(self):
        """Whether the last row is the sum of the others."""
        X = self.X
        if len(X) < 3 or X.shape[1] < 2 or not np.isclose(X[-1, 0], np.nansum(X[:-1, 0])):
            return False
        return bool(np.allclose(X[-1], np.nansum(X[:-1], axis=0)) and X[-1].any())

    @cached_property
    def unsettled(self) -> list[Question]:
        asks, doubt = [], self.file.doubt
        if doubt is not None and self.header == "auto":
            asks.append(_header_question(*doubt))
        for name, column in self.columns.items():
            question = column.question
            if question is None or name in (self.label_name, self.named_by):
                continue
            if self.chosen is not None and name not in self.chosen:
                continue
            if column.kind == "mixed":  # which takes a look at the lines of the file
                question = replace(question, words=self.said(column))
            asks.append(question)
        classes = {self.label_name} if self.label_name is not None else set()
        if self.categories == "one-hot":
            classes |= {name for name in self.file.texts if self._is_category(self.columns[name])}
        return asks + [ask for name in sorted(classes) if (ask := self._missing_class(name))]

    def _missing_class(self, name):
        """A question for classes that are called as what is missing is."""
        texts, gone = self.file.texts.get(name), {str(each).casefold() for each in self.missing}
        if texts is None or self.read_as.get(name) == "names":
            return None
        words = [texts.texts[k] for k in np.flatnonzero(texts.words)]
        words = [word for word in words if word and word.casefold() not in gone]
        told = ", ".join(f'"{word}"' for word in words)
        readings = (
            Reading(f"{told} is a class", {"read_as": {name: "names"}}),
            Reading(f"rows with {told} have none", {"missing": [*self.missing, *words]}),
        )
        words = f"{told} in {name} may be a class or stand for nothing."
        return Question(name, words, readings) if told else None

    def asked(self) -> list[str]:
        """What `read_table` was told beside the path, as Python."""
        told = {
            "label": self.label_name,
            "index": self.index_name,
            "columns": self.chosen and list(self.chosen),
            "missing": list(self.missing),
            "header": None if self.header == "auto" else self.header,
            "sheet": self.file.sheet,
            "decimal": self.decimal,
            "read_as": self.read_as,
            "categories": None if self.categories == "left-out" else self.categories,
        }
        return [f"{name}={value!r}" for name, value in told.items() if value not in (None, [], {})]

    def row_name(self, row: int) -> str:
        """A row as sentences call it."""
        return f"row {row} ({clipped(self.names[row])})" if self.names else f"row {row}"

    def said(self, column: Column) -> str:
        """What is wrong with a mixed column, and a way out."""
        row, n = int(column.wrong[0]), len(column.wrong)
        line = None if self.file.how is None else line_of(self.file.how, row)
        of_file = f" (line {line} of the file)" if line else ""
        more = f", nor are {n - 1} more" if n > 1 else ""
        kind = "date" if column.dates else "number that can be computed with"
        return (
            f'row {row}{of_file}, column "{column.name}": {short_repr(column.first)} is no {kind}'
            f"{more}. Count such cells as missing, or leave the column out."
        )


def _header_question(cells, is_named):
    first = ", ".join(cells[:4])
    readings = [
        Reading(f"{first} name the columns", {"header": True}),
        Reading(f"{first} is a row", {"header": False}),
    ]
    words = f"The first line, {first}, may name the columns or be a row."
    return Question(_HEADER, words, tuple(readings[:: 1 if is_named else -1]))


@takes(
    path_or_buffer=PATH | having("an open file", "read", "seek"),
    label=NAME | NOTHING,
    index=NAME | NOTHING,
    columns=several_of(NAME) | NOTHING,
    missing=MISSES,
    header=FLAG | one_of("auto"),
    sheet=NAME | NOTHING,
    decimal=one_of(".", ",", None),
    read_as=READ_AS | NOTHING,
    categories=one_of("left-out", "one-hot"),
)
def read_table(
    path_or_buffer: str | Path | IO[Any],
    *,
    label: str | None = None,
    index: str | None = None,
    columns: list[str] | None = None,
    missing: Sequence[str | float] = (),
    header: bool | Literal["auto"] = "auto",
    sheet: str | None = None,
    decimal: Literal[".", ","] | None = None,
    read_as: Mapping[str, str] | None = None,
    categories: Literal["left-out", "one-hot"] = "left-out",
) -> Table:
    """Read a table, and say what was decided and what is open.

    CSV and other text whose cells are parted by commas, semicolons, tabs, bars or blanks, Excel
    (.xlsx), Parquet, NumPy's npz, and a text packed as .gz or .zip. What a column holds is decided
    on all of its cells, with the evidence of the other columns. Where two readings fit, the safer
    is taken and stands in ``unsettled``.

    Parameters
    ----------
    path_or_buffer : str, Path or open file
        Of a file on this computer; no address of the web. A buffer without a ``name`` is CSV.
    label : str, optional
        A column of known classes, which is no feature then.
    index : str, optional
        A column that names the rows. By default the first of texts that are all different, or of
        whole numbers or dates that are, and ascend or are called an id.
    columns : list of str, optional
        The features. By default all columns of numbers that do not only name the rows.
    missing : sequence of str or float, optional
        Words and numbers that stand for a missing value everywhere, beside empty cells and, among
        numbers, words such as NA.
    header : bool or "auto", default="auto"
        Whether the first line names the columns.
    sheet : str, optional
        Of a workbook; by default the first.
    decimal : {".", ","}, optional
        What stands before decimals where a cell such as 1.234 does not show it.
    read_as : dict of str to str, optional
        How to read a column: "number" (whatever is none counts as missing), "names", "missing
        code" (its far number stands for nothing), "decimal point", "decimal comma", "day first",
        "month first" or "year first".
    categories : {"left-out", "one-hot"}, default="left-out"
        Whether each class of a column of at most 20 is a feature, 1 where a row is of it and 0
        elsewhere. Columns that are left out are named in ``findings``.

    Returns
    -------
    Table

    Raises
    ------
    ValueError
        If it is no table that can be read, or a choice names no column; the words name the file,
        the line and what to try.
    ImportError
        Without pandas: ``pip install "depcluster[lab]"``.

    Examples
    --------
    >>> import io
    >>> table = read_table(io.BytesIO(b"name;people\\nUlm;1.234\\nBonn;950\\n"))
    >>> print(table.unsettled[0].words)
    "1.234" in people may be 1.234 or 1234, and no other cell tells.
    """
    named = {each for each in (*(columns or ()), label, index) if isinstance(each, str)}
    asked = {"named": named, "header": header, "sheet": sheet}
    opened, is_open = path_or_buffer, hasattr(path_or_buffer, "read")
    if isinstance(opened, io.TextIOBase):
        opened = io.BytesIO(opened.read().encode())
    place = getattr(path_or_buffer, "name", "table.csv" if is_open else path_or_buffer)
    name = Path(str(place)).name
    try:
        file = file_of(opened, name, **asked) if is_open else file_at(path_or_buffer, **asked)
    except Exception as error:
        raise _said(error, name) from None
    table = Table(
        file,
        file.label if label is None else label,
        index,
        None if columns is None else tuple(columns),
        tuple(missing),
        decimal,
        header,
        dict(read_as or {}),
        categories,
    )
    check_names(table)
    return table


def _said(error, name):
    """An error in words for users; those of what reads a file are of many kinds."""
    if not isinstance(error, (ValueError, ImportError)):
        words = str(error).split("\n")[0][:120] or type(error).__name__
        error = ValueError(
            f"{name} could not be read: {words.rstrip('.')}. Save the table as CSV in UTF-8, and "
            "choose that file."
        )
    line = f"{type(error).__name__}: {error}"
    error._render_traceback_ = lambda: [line]  # what IPython shows of it
    return error


def check_names(table, features="columns"):
    """Raise a ValueError for a choice that a table does not allow; ``features`` are called so."""
    known, label = table.columns, table.label_name
    chosen = {features: table.chosen or (), "read_as": table.read_as}
    for what, names in (chosen | {"label": [label], "index": [table.index_name]}).items():
        for name in names:
            if name is not None and not (isinstance(name, str) and name in known):
                raise ValueError(
                    f"{what} must name columns, {several([*map(repr, known)], 8)}; got "
                    f"{short_repr(name)}."
                )
    for column in (known[name] for name in table.chosen or ()):
        if column.kind != "number":
            holds = f"{short_repr(column.name)} holds {column.note().split(',')[0] or 'nothing'}."
            why = table.said(column) if column.kind == "mixed" else column.question or holds
            raise ValueError(f"{features} must be columns of numbers; {why}")
    if label is not None and not known[label].classes:
        raise ValueError(
            f"label must be a column of at most {MOST_CLASSES} different values; "
            f"{short_repr(label)} has more, or none. Choose another one, or None."
        )
