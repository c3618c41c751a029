"""Tables on a page, of a reader's data or ours beside those of a paper."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import Any, NamedTuple

# Pages style cells by themselves, so these stand at each one; the rest a cell has of its table.
_CELL = "text-align:left;vertical-align:top;padding:.25em .7em .25em 0"
_TABLE = "margin:0;table-layout:auto;white-space:normal;overflow-wrap:break-word"

_MOST_ROWS = 10  # of a table that shows at once
_TALL = ";max-height:38vh;overflow-y:auto"


class Noted(NamedTuple):
    """A cell with a note in small letters below its text."""

    text: str
    note: str


@dataclass(frozen=True)
class Table:
    """A table in the colours of the page; it scrolls where it is long or the page narrow.

    Attributes
    ----------
    caption : str
        What it is and what the numbers are.
    columns : tuple of str
        The first stands above the heads of the rows.
    rows : list of tuple
        The head of a row, then its cells. A cell is a text, a pair (ours, the paper's), of
        which the second is shown below the first, or `Noted`.
    note : str
        What stands below.
    """

    caption: str
    columns: tuple[Any, ...]
    rows: list[Any]
    note: str = ""

    def __post_init__(self):
        wrong = [row for row in self.rows if len(row) != len(self.columns)]
        if wrong:
            raise ValueError(
                f"rows must have one entry a column, {len(self.columns)}; got {len(wrong[0])} in "
                f"the row {wrong[0][0]!r}."
            )

    def _repr_html_(self):
        return self.html(_TALL if len(self.rows) > _MOST_ROWS else "")

    def html(self, style="", groups=False):
        """The table in HTML.

        Parameters
        ----------
        style : str
            More CSS of the region that scrolls.
        groups : bool
            Whether rows with the same head are one group under it.

        Returns
        -------
        str
        """
        head = "".join(f'<th scope="col" style="{_CELL}">{escape(c)}</th>' for c in self.columns)
        note = f"<p><small>{escape(self.note)}</small></p>" if self.note else ""
        hint = f" ({len(self.rows)} rows: scroll for the last ones.)" if style else ""
        return (
            f'<div role="region" tabindex="0" aria-label="{escape(self.caption)}" '
            f'style="overflow-x:auto;max-width:100%{style}"><table style="{_TABLE}">'
            f'<caption style="text-align:left">{escape(self.caption)}{hint}</caption>'
            f"<thead><tr>{head}</tr></thead>{self._bodies(groups)}</table>{note}</div>"
        )

    def _bodies(self, groups):
        if not groups:
            return f"<tbody>{''.join(map(_html_row, self.rows))}</tbody>"
        text = ""
        for head, rows in groupby(self.rows, key=lambda row: row[0]):
            rows = list(rows)
            told = f'<th scope="rowgroup" rowspan="{len(rows)}" style="{_CELL}">{escape(head)}</th>'
            body = [f"<tr>{told * (k == 0)}{_html_cells(row)}</tr>" for k, row in enumerate(rows)]
            text += f"<tbody>{''.join(body)}</tbody>"
        return text

    def __repr__(self):
        lines = [self.caption, " | ".join(self.columns)]
        lines += [" | ".join(_plain(cell) for cell in row) for row in self.rows]
        return "\n".join(lines + [self.note] * bool(self.note))


def _parts(cell):
    """What a cell says, and what stands below in small letters."""
    if isinstance(cell, str):
        return cell, ""
    return cell if isinstance(cell, Noted) else (cell[0], f"paper {cell[1]}")


def _plain(cell):
    text, small = _parts(cell)
    return f"{text} ({small})" if small else text


def _html_row(row):
    head = f'<th scope="row" style="{_CELL}">{escape(_plain(row[0]))}</th>'
    return f"<tr>{head}{_html_cells(row)}</tr>"


def _html_cells(row):
    html = ""
    for cell in row[1:]:
        text, small = map(escape, _parts(cell))
        html += (
            f'<td style="{_CELL}">{text}' + f"<br><small>{small}</small>" * bool(small) + "</td>"
        )
    return html
