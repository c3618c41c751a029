"""What criteria say of several kernels, as a table, as a picture, and each one's choice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from .._typing import Flags, Ints
from .._utils.frames import frame
from .._validation import counted, short_repr
from .criteria import CRITERIA, Criterion

if TYPE_CHECKING:
    import pandas as pd

    from ..plotting.alt_text import FigureWithAlt

_TIE = 1e-9
_CELL = "text-align:right;white-space:nowrap;padding:0.2em 0.6em"
_NAME = _CELL.replace("right", "left")
_HEAD = _CELL.replace("nowrap", "normal")


@dataclass(frozen=True)
class KernelRow:
    """One kernel and what the criteria say of it.

    Attributes
    ----------
    name : str
    params : dict
        Of an estimator, the width as a number. A kernel given as a matrix has {"kernel":
        "precomputed"}.
    labels : ndarray of int of shape (m,)
        Numbered in the order in which they first appear. Another search may end elsewhere;
        ``compare_kernels(X, {name: params}, c)``, with the same options, finds these again.
    values : dict of str to float or None
        By criterion; None where it means nothing for this kernel. For gamma the median over
        the perturbations.
    bands : dict of str to (float, float)
        Tenth and ninetieth percentile over the perturbations, for gamma.
    notes : dict of str to str
        By criterion, why a value is None or infinite.
    """

    name: str
    params: dict[str, Any]
    labels: Ints = field(repr=False)
    values: dict[str, float | None]
    bands: dict[str, tuple[float, float]]
    notes: Mapping[str, str]

    def text(self, criterion: str) -> str:
        """A value as tables show it: three digits, the band beside it, a dash for None.

        Parameters
        ----------
        criterion : str

        Returns
        -------
        str
        """
        shown = _number(self.values[criterion])
        if criterion in self.bands:
            low, high = map(_number, self.bands[criterion])
            shown += f" ({low} to {high})"
        return shown

    def __str__(self):
        said = (f"{CRITERIA[name].title} {self.text(name)}" for name in self.values)
        return f"{self.name}: {', '.join(said)}"


@dataclass(frozen=True)
class KernelComparison:
    """What the criteria say of each kernel; as the last line of a cell it shows a table.

    Attributes
    ----------
    rows : tuple of KernelRow
    criteria : tuple of Criterion
    n_clusters : int
    noise : float
        Of the perturbations, in units of the spread of the samples.
    n_init : int
        Searches of each clustering.
    random_state : int
        The seed.
    """

    rows: tuple[KernelRow, ...]
    criteria: tuple[Criterion, ...]
    n_clusters: int
    noise: float
    n_init: int
    random_state: int

    def __getitem__(self, name):
        """The row of a kernel, by its name."""
        for row in self.rows:
            if row.name == name:
                return row
        raise KeyError(f"{name!r} is none of the kernels {[row.name for row in self.rows]}")

    def column(self, criterion: str) -> np.ma.MaskedArray[Any, Any]:
        """All values of one criterion, kernel by kernel.

        Parameters
        ----------
        criterion : str

        Returns
        -------
        numpy.ma.MaskedArray of shape (n_kernels,)
            Masked where the criterion means nothing.
        """
        if criterion not in {made.name for made in self.criteria}:
            known = ", ".join(made.name for made in self.criteria)
            raise ValueError(f"criterion must be one of {known}; got {short_repr(criterion)}.")
        values = [row.values[criterion] for row in self.rows]
        return np.ma.masked_array(
            [0.0 if value is None else value for value in values],
            [value is None for value in values],
        )

    def best(self, criterion: str) -> str:
        """The kernel that a criterion would choose.

        Parameters
        ----------
        criterion : str

        Returns
        -------
        str
            Its name; the first of those that are equal up to 1e-9.

        Raises
        ------
        ValueError
            If the criterion was not asked for, or means nothing for any of the kernels.
        """
        column = self.column(criterion)
        if column.mask.all():
            raise ValueError(f"{criterion} is not defined for any of these kernels.")
        return self.picks(criterion)[0]

    def picks(self, criterion: str) -> list[str]:
        """All kernels that a criterion cannot tell from its best.

        Parameters
        ----------
        criterion : str

        Returns
        -------
        list of str
            Their names; none where the criterion means nothing for any kernel.
        """
        first = winners(self.column(criterion), CRITERIA[criterion].higher)
        return [row.name for row, is_first in zip(self.rows, first, strict=True) if is_first]

    def to_frame(self) -> pd.DataFrame:
        """The table as a DataFrame of pandas.

        Returns
        -------
        pandas.DataFrame
            One row a kernel, by its name, and one column a criterion, by its name. Beside "gamma"
            stand "gamma_p10" and "gamma_p90", its tenth and ninetieth percentile.
            NaN where a criterion means nothing; a row's ``notes`` say why.

        Raises
        ------
        ImportError
            If pandas is not installed; it comes with ``pip install "depcluster[lab]"``.

        Examples
        --------
        >>> from depcluster.datasets import make_three
        >>> from depcluster.choice import compare_kernels
        >>> X, y = make_three()
        >>> kernels = {"rbf": "rbf", "linear": "linear"}
        >>> table = compare_kernels(X, kernels, 3, criteria=["gamma"], y=y).to_frame()
        >>> table.columns.tolist()
        ['gamma', 'gamma_p10', 'gamma_p90', 'ari']
        >>> bool(table.loc["rbf", "ari"] == 1)
        True
        """
        columns: dict[str, Any] = {"kernel": [row.name for row in self.rows]}
        for made in self.criteria:
            columns[made.name] = self.column(made.name).filled(np.nan)
            if any(made.name in row.bands for row in self.rows):
                bands = [row.bands.get(made.name, (np.nan, np.nan)) for row in self.rows]
                columns[f"{made.name}_p10"] = [low for low, _ in bands]
                columns[f"{made.name}_p90"] = [high for _, high in bands]
        return frame(columns, ["kernel"])

    def plot(self) -> FigureWithAlt:
        """The table as a picture, kernels by criteria, the best of each criterion circled.

        Returns
        -------
        FigureWithAlt
        """
        from ..plotting.selection import comparison_figure  # loads matplotlib

        return comparison_figure(
            [row.name for row in self.rows],
            [f"{made.title} {made.arrow}" for made in self.criteria],
            self._scores(),
            [[_number(row.values[made.name]) for made in self.criteria] for row in self.rows],
            self._best(),
        )

    def _scores(self):
        """Ranks from 0, the worst, to 1, shape (n_kernels, n_criteria); masked where undefined."""
        return np.ma.stack(
            [ranks(self.column(made.name), made.higher) for made in self.criteria], axis=1
        )

    def _best(self):
        """Where the best of each criterion is, bool of shape (n_kernels, n_criteria)."""
        return np.stack(
            [winners(self.column(made.name), made.higher) for made in self.criteria], axis=1
        )

    def _notes(self):
        """Each reason once, with the kernels and the criterion it holds for."""
        gathered = {}
        for row in self.rows:
            for criterion, reason in row.notes.items():
                key = (criterion, _number(row.values[criterion]), reason)
                gathered.setdefault(key, []).append(row.name)
        return [
            f"{shown} {CRITERIA[criterion].title} of {', '.join(names)}: {reason}"
            for (criterion, shown, reason), names in gathered.items()
        ]

    def __repr__(self):
        best = self._best()
        table = [["kernel", *(f"{made.title} {made.arrow}" for made in self.criteria)]]
        for i, row in enumerate(self.rows):
            cells = [
                row.text(made.name) + (" *" if best[i, j] else "")
                for j, made in enumerate(self.criteria)
            ]
            table.append([row.name, *cells])
        wide = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines = ["  ".join(map(str.ljust, line, wide)).rstrip() for line in table]
        return "\n".join([*lines, f"* best; {self._caption()}", *self._notes()])

    def _caption(self):
        said = f"{counted(len(self.rows), 'kernel')}, {counted(self.n_clusters, 'cluster')}"
        if any("gamma" in row.bands for row in self.rows):
            said += f", shakes of {self.noise:g} of the spread"
        return said

    def _repr_html_(self):
        """A table in the colours of the page, so that it reads in light and dark."""
        best = self._best()
        head = "".join(
            f'<th scope="col" style="{_HEAD}" title="{escape(made.source)}; '
            f'{"more" if made.higher else "less"} is better">{made.title} {made.arrow}</th>'
            for made in self.criteria
        )
        body = ""
        for i, row in enumerate(self.rows):
            body += f'<tr><th scope="row" style="{_NAME}">{escape(row.name)}</th>'
            for j, made in enumerate(self.criteria):
                text, _, band = row.text(made.name).partition(" (")
                text = f"<strong>● {text}</strong>" if best[i, j] else text
                text += f"<br><small>{band.rstrip(')')}</small>" * bool(band)
                body += f'<td style="{_CELL}">{text}</td>'
            body += "</tr>"
        notes = "".join(f"<br>{escape(note)}" for note in self._notes())
        wraps = "text-align:left;white-space:normal"
        caption = f'<caption style="{wraps}">● best; {self._caption()}{notes}</caption>'
        head = f'<th scope="col" style="text-align:left">kernel</th>{head}'
        return (
            '<div role="region" tabindex="0" aria-label="kernels and criteria" '
            f'style="overflow-x:auto;max-width:100%"><table style="table-layout:auto">{caption}'
            f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
        )


def winners(column: np.ma.MaskedArray[Any, Any], higher: bool) -> Flags:
    """Which values are the best; those equal up to 1e-9 share the place.

    Parameters
    ----------
    column : MaskedArray of shape (k,)
        Masked values never win.
    higher : bool
        Whether more is better.

    Returns
    -------
    ndarray of bool of shape (k,)

    Examples
    --------
    >>> winners(np.ma.array([0.2, 0.9, 0.9]), higher=True)
    array([False,  True,  True])
    """
    if column.mask.all():
        return np.zeros(len(column), dtype=bool)
    best = column.max() if higher else column.min()
    return np.isclose(column.data, best, rtol=_TIE, atol=_TIE) & ~column.mask


def ranks(column, higher):
    """The share of the other kernels that each one beats, a tie counting half; 1 if alone."""
    kept = np.flatnonzero(~column.mask)
    values = column.data[kept] if higher else -column.data[kept]
    tied = np.isclose(values[:, None], values, rtol=_TIE, atol=_TIE)
    beaten = ((values[:, None] > values) & ~tied).sum(axis=1) + (tied.sum(axis=1) - 1) / 2
    out = np.ma.masked_all(len(column))
    out[kept] = beaten / (len(kept) - 1) if len(kept) > 1 else 1.0
    return out


def _number(value):
    """Three digits; a dash for None, and rounding is not shown as a number."""
    if value is None:
        return "–"
    if np.isinf(value):
        return "∞" if value > 0 else "−∞"
    if abs(value) < _TIE:
        return "0"
    return f"{value:.0f}" if 1000 <= abs(value) < 1e6 else f"{value:.3g}".replace("-", "−", 1)
