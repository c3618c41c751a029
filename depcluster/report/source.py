"""What a report tells of the rows that were clustered."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .._validation import check_distances, check_numbers, check_samples, counted
from ..tables import Table
from ..tables.oddities import is_id
from ..tables.prepared import Chosen, Prepared
from ..tables.words import several
from .portrait import plain


@dataclass(frozen=True)
class Source:
    """What is told of the rows that were clustered.

    `X`, (m, d), is as it was clustered; `values`, (m, k), are in the units a reader knows, NaN
    where one is missing. `rows` are the rows' numbers, of a file those in the file; `names` is
    empty where they have none else. `rest` are the numbers, names and samples of rows that were not
    drawn and only get a label; `dates` says how to read columns that hold days. `told` says where
    they come from, by what it is about, `changed` what was left out and changed; `python` are the
    lines that make X, empty where Python had it already. `known` is what a column of known classes
    is called, the class of each row, and what classes are called.
    """

    name: str
    X: np.ndarray
    values: np.ndarray
    columns: list[Any]
    rows: np.ndarray
    names: list[Any]
    told: dict[Any, Any]
    changed: list[Any]
    python: str = ""
    known: tuple[Any, ...] | None = None
    rest: tuple[Any, ...] | None = None
    dates: dict[Any, Any] = field(default_factory=dict)

    def shown(self, j, value):
        """A value of column j as sentences and tables show it."""
        dates = self.dates.get(self.columns[j])
        return dates.shown(value) if dates and np.isfinite(value) else plain(value)


def source_of(X, original=None):
    """What a report tells of rows, the same in units to be read, of a Table or a DataFile."""
    if isinstance(X, Table):
        X = Prepared(X, Chosen(tuple(X.features), X.label_name, read_as=X.read_as))
    prepared = X if isinstance(X, Prepared) else getattr(X, "prepared", None)
    if prepared is not None:
        return _of_table(prepared, original)
    try:
        numbers = check_distances(check_samples(X))
    except (TypeError, ValueError) as error:
        raise type(error)(f"table: {error}") from None
    shown, values = X, numbers
    units = "as the rows were given; if they were scaled before, means are scaled too"
    if original is not None:
        shown, values = original, check_numbers(original, "original", (len(numbers), "k"))
        units = "means are of the columns given as original"
    told = {
        "Rows": f"{len(numbers)}",
        "Columns": f"{numbers.shape[1]} that were clustered",
        "Units": units,
    }
    rows, columns = np.arange(len(numbers)), _columns(shown, values)
    ids = [j for j, name in enumerate(columns) if is_id(name, values[:, j])]
    told_of = [j for j in range(len(columns)) if j not in ids] or ids
    changed = ["No row of what was given was left out, and no value changed."]
    if ids and told_of != ids:
        named = several([columns[j] for j in ids])
        changed.append(f"Not described, because the numbers only name the rows: {named}.")
    columns, names = [columns[j] for j in told_of], _names((X, shown), rows)
    name, values = counted(len(rows), "row"), values[:, told_of]
    return Source(name, numbers, values, columns, rows, names, told, changed)


def _of_table(prepared, original):
    """The table in a file, which brings its units itself."""
    if original is not None:
        raise ValueError("original must be left out with a table, which brings its own units.")
    table, choice, X = prepared.table, prepared.choice, prepared.X
    if len(np.unique(X, axis=0)) < 2 or not X.shape[1]:
        raise ValueError(
            "table must hold a column of numbers and two rows that differ in it, without missing "
            f"values; {table.name} has {counted(len(X), 'such row')} of "
            f"{counted(X.shape[1], 'column')} of numbers."
        )
    columns = list(choice.features)
    left_out = [name for name in table.columns if name not in (*columns, choice.label)]
    changed = [f"{note[0].upper()}{note[1:]}." for note in (*prepared.notes(), *table.findings)]
    changed.append(f"Columns that were not clustered: {', '.join(left_out) or 'none'}.")
    changed += [f"Not settled: {ask}" for ask in table.unsettled]
    told = {
        "File": table.name,
        "Rows": f"{len(prepared.rows)} of {prepared.n} in the file",
        "Columns": f"{len(columns)} that were clustered",
        "Units": "means are of the numbers in the file",
    }
    codes, classes = prepared.classes
    return Source(
        table.name,
        X,
        prepared.values[prepared.rows],
        columns,
        prepared.rows,
        [table.names[row] for row in prepared.rows] if table.names else [],
        told,
        changed,
        python=prepared.python(table.name),  # the file alone, not where it lies
        known=None if codes is None else (choice.label, codes, list(classes)),
        rest=_rest(prepared),
        dates={name: table.columns[name].dates for name in columns if table.columns[name].dates},
    )


def _rest(prepared):
    rest, names = prepared.rest, prepared.table.names
    if not len(rest):
        return None
    return rest, [names[row] for row in rest] if names else [], prepared.X_of(rest)


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
