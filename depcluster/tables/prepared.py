"""From a table to X and y: columns chosen, rows with missing values, a sample, a scale."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from .._utils.drawn import drawn_rows, drawn_words, rows_text
from .._validation import counted
from .table import Table
from .words import several

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

    features: tuple[Any, ...] = ()
    label: str | None = None
    scaling: str = "standardise"
    missing: str = "drop"
    read_as: dict[Any, Any] = field(default_factory=dict)
    left_out: tuple[Any, ...] = ()

    def agreed(self, table, changed):
        """The choice in which the label is no feature, and what is read as no number neither.

        ``changed`` is what was chosen last, which stays.
        """
        kinds = {name: column.kind for name, column in table.columns.items()} if table else {}
        if self.label in self.features and changed == "features":
            return replace(self, label=None)
        features = [f for f in self.features if f != self.label and kinds[f] == "number"]
        return replace(self, features=tuple(features))


def _class_name(value):
    is_whole = isinstance(value, float) and value == int(value)
    return str(int(value) if is_whole else value)


@dataclass(frozen=True, eq=False)
class Prepared:
    """What a table and a choice come to."""

    table: Table
    choice: Chosen

    @cached_property
    def values(self):
        """Numbers of the features in all rows, NaN where one is missing, shape (n, d)."""
        columns = [self.table.columns[name].values for name in self.choice.features]
        return np.column_stack(columns) if columns else np.empty((self.n, 0))

    @property
    def n(self):
        """Rows of the file."""
        return len(self.table.file.frame)

    @cached_property
    def _medians(self):
        """What missing numbers are filled with, or None."""
        if self.choice.missing == "drop" or not len(self.choice.features):
            return None
        return np.nanmedian(self.values, axis=0)

    @cached_property
    def whole(self):
        """Which rows lack nothing that is asked of them, shape (n,)."""
        whole = np.ones(self.n, bool)
        if self.choice.missing == "drop":
            whole &= ~np.isnan(self.values).any(axis=1)
        if self.choice.label is not None:
            whole &= self.table.columns[self.choice.label].there
        whole[list(self.choice.left_out)] = False
        return whole

    @cached_property
    def lacking(self):
        """Rows that are left out because they lack something."""
        return np.setdiff1d(np.flatnonzero(~self.whole), self.choice.left_out)

    def gaps(self):
        """How many values each feature lacks, by name."""
        lacks = np.isnan(self.values).sum(axis=0).tolist()
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
        return 0 if self._medians is None else int(np.isnan(self.values[self.rows]).sum())

    @cached_property
    def _unscaled(self):
        return self._without_gaps(self.rows)

    def _without_gaps(self, rows):
        X = self.values[rows]
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

        codes, known = pd.factorize(self.table.held(self.choice.label)[self.rows], sort=True)
        return codes.astype(int), tuple(map(_class_name, known))

    @cached_property
    def frame(self):
        """The features of the rows in X as they were read, by row."""
        import pandas as pd

        columns = zip(self.choice.features, self.values[self.rows].T, strict=True)
        names = self.table.names
        index = [names[row] for row in self.rows] if names else self.rows
        return pd.DataFrame(dict(columns), index=pd.Index(index))

    def notes(self):
        """What was done to columns and rows, a few words each."""
        n, lacking, by_hand = self.n, len(self.lacking), len(self.choice.left_out)
        words = [_HOW[self.choice.scaling]] if self.choice.features else []
        if lacking:
            were = "was" if lacking == 1 else "were"
            words.append(f"{lacking} of {counted(n, 'row')} {were} left out, for missing values")
        if by_hand:
            rows = several([self.table.row_name(row) for row in self.choice.left_out])
            words.append(f"left out by hand: {rows}")
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
        choice, table = self.choice, self.table.reading(label_name=self.choice.label, chosen=None)
        if tuple(table.features) != tuple(choice.features):
            table = table.reading(chosen=choice.features)
        told = [repr(path or table.file.path), *table.asked()]
        lines = [f"table = read_table({', '.join(told)})"]
        gaps, rows, n = bool(np.isnan(self.values).any()), [], int(self.whole.sum())
        if gaps and choice.missing == "drop":
            rows.append("np.isfinite(X).all(axis=1)")
        if choice.label is not None and not table.columns[choice.label].there.all():
            rows.append("table.label.notna().to_numpy()")
        lines.append("X = table.X")
        if gaps and choice.missing == "median":
            lines.append("X = np.where(np.isnan(X), np.nanmedian(X, axis=0), X)")
        lines.append(
            f"rows = np.flatnonzero({' & '.join(rows)})" if rows else "rows = np.arange(len(X))"
        )
        if choice.left_out:
            lines.append(f"rows = np.setdiff1d(rows, {list(choice.left_out)})")
        if n > MOST_ROWS:
            lines.append(f"rows = rows{rows_text(n, MOST_ROWS)}")
        lines += ["X = X[rows]", *self._scaled_lines()]
        if choice.label is not None:
            lines.append("y, target_names = pd.factorize(table.label.to_numpy()[rows], sort=True)")
        used = ["import pandas as pd"] * (choice.label is not None)
        head = ["import numpy as np", *used, "from depcluster.tables import read_table", ""]
        return "\n".join(head + lines)

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
