"""Claims with their verdicts, as a table on a page."""

from __future__ import annotations

from collections import Counter
from html import escape

from .._utils.html_table import Noted, Table
from .claim import MARKS


class Claims(tuple):
    """Claims of one paper; as the last line of a cell they show as one line that unfolds.

    Attributes
    ----------
    is_all : bool
        Whether these are all claims of the paper, which show as an open table that scrolls.
    """

    is_all = False

    def _table(self):
        marks, rows = shared_notes(self), []
        for made in self:
            verdict = f"{made.shown} ({made.reason}; {made.kind})"
            mark = marks.get(made.notes)
            claim = f"{made.claim} ({mark})" if mark else Noted(made.claim, made.notes)
            rows.append((made.item, claim, Noted(made.here, made.how), made.reported, verdict))
        columns = ("Item", "Claim", "Here", "In the paper", "Verdict")
        below = " ".join(f"({mark}) {note}" for note, mark in marks.items())
        return Table(tally(self), columns, rows, below)

    def _repr_html_(self):
        if self.is_all:
            return self._table().html(";max-height:70vh;overflow-y:auto", groups=True)
        items = ", ".join(dict.fromkeys(made.item for made in self))
        line = f"{escape(items)}: {escape(marked_tally(self))}"
        table = self._table().html(groups=True)
        return f'<details><summary style="cursor:pointer">{line}</summary>{table}</details>'

    def __repr__(self):
        lines = [tally(self)]
        for made in self:
            lines += [f"{made.item}  {made.shown} ({made.reason}; {made.kind})"]
            lines += [f"    {made.claim}", f"    here: {made.measured}"]
            lines += [f"    {made.held}"] if made.held else []
            lines += [f"    run by: {made.protocol}"] if made.protocol else []
            lines += [f"    paper: {made.reported}"]
            lines += [f"    note: {made.notes}"] if made.notes else []
        return "\n".join(lines)


def shared_notes(claims):
    """Notes that stand at more than one claim, told once below: numbers from 1, by note."""
    counts = Counter(made.notes for made in claims if made.notes)
    often = [note for note, count in counts.items() if count > 1]
    return {note: number for number, note in enumerate(often, 1)}


def tally(claims):
    """Count claims and verdicts, as "3 claims: 2 reproduced, 1 partly"."""
    return _tally(claims, dict.fromkeys(MARKS, ""))


def marked_tally(claims):
    """The same with the marks of the verdicts, as "3 claims: ✓ 2 reproduced, ◐ 1 partly"."""
    return _tally(claims, {verdict: f"{mark} " for verdict, mark in MARKS.items()})


def _tally(claims, marks):
    counts = Counter(made.verdict for made in claims)
    found = [verdict for verdict in MARKS if counts[verdict]]
    parts = [f"{marks[verdict]}{counts[verdict]} {verdict}" for verdict in found]
    n = sum(counts.values())
    return f"{n} claim{'s' * (n != 1)}" + ": " * bool(parts) + ", ".join(parts)
