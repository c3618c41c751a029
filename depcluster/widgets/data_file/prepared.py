"""From a table to X and y: columns chosen, rows with missing values, a sample, a scale."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ..._validation import MOST, counted, short_repr
from ..explorer.samples import drawn_rows, drawn_words, rows_text
from .columns import MOST_CLASSES, clipped, several
from .reading import Table

MOST_ROWS = 2000
SCALINGS = {"standardise": "standardise", "minmax": "0 to 1", "none": "as is"}
MISSING = {"drop": "leave row out", "median": "fill in median"}
_HOW = {
    "standardise": "standardised: each feature less its mean, over its standard deviation",
    "minmax": "each feature scaled from 0 to 1",
    "none": "features as they are in the file",
}
_FLAT = 1e-100  # a range below it counts as none: its square is 0
_SCALED = {  # what is subtracted, and what the rest is divided by
    "standardise": ("X.mean(axis=0)", "X.std(axis=0)"),
    "minmax": ("X.min(axis=0)", "np.ptp(X, axis=0)"),
}


@dataclass(frozen=True)
class Chosen:
    """What is chosen of a table; the words are those of `DataFile`."""

    features: tuple = ()
    label: str | None = None
    scaling: str = "standardise"
    missing: str = "drop"
    as_missing: tuple = ()
    left_out: tuple = ()

    def agreed(self, table, changed):
        """The choice in which the label is no feature, and text that counts for none neither.

        ``changed`` is what was chosen last, which stays.
        """
        kinds = {name: column.kind for name, column in table.columns.items()} if table else {}
        text = {f for f in self.features if kinds[f] == "mixed"} - set(self.as_missing)
        if self.label in self.features and changed == "features":
            return replace(self, label=None)
        features = tuple(f for f in self.features if f != self.label and f not in text)
        return replace(self, features=features)


def usual(table, features=None, label=None, as_missing=()):
    """Features and label where a user has named none: columns of numbers that name no rows."""
    if features is not None:
        return features, label
    label = table.label if label is None else label
    numeric = [c for c in table.columns.values() if c.kind == "number" and not c.is_id]
    numeric += [c for c in table.columns.values() if c.kind == "mixed" and c.name in as_missing]
    chosen = {column.name for column in numeric} - {label}
    return tuple(name for name in table.columns if name in chosen), label


def check_chosen(table, choice):
    """Raise a ValueError, which names row and column, for what a table does not allow."""
    known = {} if table is None else table.columns
    n = 0 if table is None else len(table.frame)
    for what in ("features", "as_missing"):
        for name in getattr(choice, what):
            if name not in known:
                raise ValueError(
                    f"{what} must be names of columns{_of(known)}; got {short_repr(name)}."
                )
    for row in choice.left_out:
        if row >= n:
            raise ValueError(f"left_out must be numbers of rows, below {n}; got {short_repr(row)}.")
    for name in choice.features:
        column = known[name]
        if column.kind in ("text", "empty"):
            holds = column.note().split(",")[0] if column.kind == "text" else "nothing"
            raise ValueError(
                f"features must be columns of numbers; {short_repr(name)} holds {holds}. Leave "
                "it out."
            )
        if column.kind == "mixed" and name not in choice.as_missing:
            raise ValueError(f"features must be columns of numbers; {table.said(column)}")
    label = choice.label
    if label is not None and (not isinstance(label, str) or label not in known):
        raise ValueError(
            f"label must be None or the name of a column{_of(known)}; got {short_repr(label)}."
        )
    if label is not None and not known[label].classes:
        raise ValueError(
            f"label must be a column of at most {MOST_CLASSES} different values; "
            f"{short_repr(label)} has more, or none. Choose another one, or None."
        )


def _class_name(value):
    is_whole = isinstance(value, float) and value == int(value)
    return str(int(value) if is_whole else value)


def _of(known):
    if not known:
        return ", of which there are none before a file is chosen"
    names = list(known)
    if len(names) > 8:
        return f", such as {short_repr(names[0])}"
    return f", {', '.join(map(short_repr, names))}"


@dataclass(frozen=True, eq=False)
class Prepared:
    """What a table and a choice come to."""

    table: Table
    choice: Chosen

    @cached_property
    def _values(self):
        """Numbers of the features in all rows, NaN where one is missing, shape (n, d)."""
        columns = [self._column(name) for name in self.choice.features]
        return np.column_stack(columns) if columns else np.empty((len(self.table.frame), 0))

    def _column(self, name):
        values, code = self.table.numbers(name), self.table.columns[name].code
        if code is not None and name in self.choice.as_missing:
            return np.where(values == code, np.nan, values)
        return values

    @cached_property
    def _medians(self):
        """What missing numbers are filled with, or None."""
        if self.choice.missing == "drop" or not len(self.choice.features):
            return None
        return np.nanmedian(self._values, axis=0)

    @cached_property
    def whole(self):
        """Which rows lack nothing that is asked of them, shape (n,)."""
        whole = np.ones(len(self.table.frame), bool)
        if self.choice.missing == "drop":
            whole &= ~np.isnan(self._values).any(axis=1)
        if self.choice.label is not None:
            whole &= self.table.frame[self.choice.label].notna().to_numpy()
        whole[list(self.choice.left_out)] = False
        return whole

    @cached_property
    def lacking(self):
        """Rows that are left out because they lack something."""
        return np.setdiff1d(np.flatnonzero(~self.whole), self.choice.left_out)

    def gaps(self):
        """How many values each feature lacks, by name."""
        lacks = np.isnan(self._values).sum(axis=0).tolist()
        return dict(zip(self.choice.features, lacks, strict=True))

    @cached_property
    def far(self):
        """Rows of X with a far value, and in which columns: a dict of row to names."""
        found, kept = {}, set(self.rows.tolist())
        for name in self.choice.features:
            for row in np.sort(self.table.columns[name].far).tolist():
                if row in kept:
                    found.setdefault(row, []).append(name)
        return found

    @cached_property
    def rows(self):
        """Rows of the file that are in X, ascending."""
        kept = np.flatnonzero(self.whole)
        return kept[drawn_rows(len(kept), MOST_ROWS)]

    @cached_property
    def rest(self):
        """Rows that lack nothing and were not drawn, ascending."""
        return np.setdiff1d(np.flatnonzero(self.whole), self.rows)

    @cached_property
    def filled(self):
        """How many missing numbers of X the median stands for."""
        return 0 if self._medians is None else int(np.isnan(self._values[self.rows]).sum())

    @cached_property
    def _unscaled(self):
        return self._without_gaps(self.rows)

    def _without_gaps(self, rows):
        X = self._values[rows]
        return X if self._medians is None else np.where(np.isnan(X), self._medians, X)

    @cached_property
    def flat(self):
        """Which features are the same in every row of X, shape (d,)."""
        X = self._unscaled
        return np.ptp(X, axis=0) < _FLAT if len(X) else np.zeros(X.shape[1], bool)

    @cached_property
    def X(self):
        """The samples, shape (m, d)."""
        return self.X_of(self.rows)

    def X_of(self, rows):
        """Rows that lack nothing, scaled as the samples are."""
        X, drawn, scaling = self._without_gaps(rows), self._unscaled, self.choice.scaling
        if scaling == "none" or not drawn.size:
            return X
        low = drawn.mean(axis=0) if scaling == "standardise" else drawn.min(axis=0)
        spread = drawn.std(axis=0) if scaling == "standardise" else np.ptp(drawn, axis=0)
        X = (X - low) / np.where(self.flat, 1, spread)
        X[:, self.flat] = 0
        return X

    @cached_property
    def classes(self):
        """Codes of the label and what they stand for; (None, ()) without one."""
        if self.choice.label is None:
            return None, ()
        import pandas as pd

        values = self.table.frame[self.choice.label].iloc[self.rows]
        if self._label_is_text:
            values = values.astype(str)
        codes, known = pd.factorize(values, sort=True)
        return codes.astype(int), tuple(map(_class_name, known))

    @property
    def _label_is_text(self):
        column = self.table.columns[self.choice.label]
        return column.kind != "number" or column.dates is not None

    @cached_property
    def frame(self):
        """The features of the rows in X as they were read, by row."""
        import pandas as pd

        columns = zip(self.choice.features, self._values[self.rows].T, strict=True)
        names = self.table.names
        index = [names[row] for row in self.rows] if names else self.rows
        return pd.DataFrame(dict(columns), index=pd.Index(index))

    def notes(self):
        """What was done to columns and rows, a few words each."""
        n, lacking, by_hand = len(self.table.frame), len(self.lacking), len(self.choice.left_out)
        words = [_HOW[self.choice.scaling]] if self.choice.features else []
        if lacking:
            were = "was" if lacking == 1 else "were"
            words.append(f"{lacking} of {counted(n, 'row')} {were} left out, for missing values")
        if by_hand:
            rows = several([self.table.row_name(row) for row in self.choice.left_out])
            words.append(f"left out by hand: {rows}")
        days = [self.table.columns[name] for name in self.choice.features]
        days = [f"{clipped(c.name)} (since {c.dates.first})" for c in days if c.dates]
        if days:
            words.append(f"dates as days since the first: {several(days, longest=60)}")
        codes = [self.table.columns[name] for name in self.choice.as_missing]
        words += [
            f"{c.shown(c.code)} in {c.name} counts as missing" for c in codes if c.code is not None
        ]
        if self.filled:
            words.append(f"{counted(self.filled, 'missing value')} filled with medians")
        words.append(drawn_words(int(self.whole.sum()), MOST_ROWS, "rows"))
        flat = [name for name, same in zip(self.choice.features, self.flat, strict=True) if same]
        if flat:
            as_zero = "" if self.choice.scaling == "none" else ", and 0 in X"
            words.append(f"the same in every row{as_zero}: {several(flat)}")
        return [each for each in words if each]

    def python(self, path=None):
        """Lines of Python that give the same X, and the same y where there is a label.

        ``path`` is what they call the file, if not what it was read by.
        """
        choice, features = self.choice, list(self.choice.features)
        lines = ["import numpy as np", "import pandas as pd", ""]
        lines += [f"path = {path or self.table.path!r}", *self.table.lines]
        lines += [line for name in features for line in self._as_numbers(name)]
        lines.append(f"features = {features!r}")
        asked = ["*features"] if choice.missing == "drop" else []
        asked += [] if choice.label is None else [repr(choice.label)]
        if choice.missing == "median" and np.isnan(self._values).any():
            lines.append("frame[features] = frame[features].fillna(frame[features].median())")
        if choice.left_out:
            out = list(choice.left_out)
            lines.append(f"frame = frame.iloc[np.setdiff1d(np.arange(len(frame)), {out})]")
        if asked and len(self.lacking):
            lines.append(f"frame = frame.dropna(subset=[{', '.join(asked)}])")
        kept = int(self.whole.sum())
        if kept > MOST_ROWS:
            lines.append(f"frame = frame.iloc{rows_text(kept, MOST_ROWS)}")
        lines.append("X = np.ascontiguousarray(frame[features], dtype=float)")
        lines += self._scaled_lines()
        if choice.label is not None:
            text = ".astype(str)" if self._label_is_text else ""
            lines.append(
                f"y, target_names = pd.factorize(frame[{choice.label!r}]{text}, sort=True)"
            )
        return "\n".join(lines)

    def _as_numbers(self, name):
        """Lines that make a feature numbers, if it is none as it was read."""
        column, about = f"frame[{name!r}]", self.table.columns[name]
        lines, counted_missing = [], name in self.choice.as_missing
        if about.dates:
            lines = about.dates.lines(name, counted_missing)
        elif counted_missing:
            comma = '.astype(str).str.replace(",", ".")' if self.table.decimal == "," else ""
            lines.append(f'{column} = pd.to_numeric({column}{comma}, errors="coerce")')
            if not isinstance(about.first, str) or "inf" in about.first.lower():
                lines.append(f"{column} = {column}.where({column}.abs() <= {MOST:g})")
        if counted_missing and about.code is not None:
            lines.append(f"{column} = {column}.where({column} != {about.code:.15g})")
        return lines

    def _scaled_lines(self):
        if self.choice.scaling == "none":
            return []
        low, spread = _SCALED[self.choice.scaling]
        if not self.flat.any():
            return [f"X = (X - {low}) / {spread}"]
        return [
            f"flat = np.ptp(X, axis=0) < {_FLAT:g}  # no spread to divide by",
            f"X = (X - {low}) / np.where(flat, 1, {spread})",
            "X[:, flat] = 0",
        ]
