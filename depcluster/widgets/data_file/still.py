"""The picture of a data file for pages that run no widgets: its first rows, and what is chosen."""

from __future__ import annotations

from textwrap import wrap

from ..._validation import counted
from ...plotting.palette import INK, INK_2, RULE, RULE_2
from ..base.sheet import CAPTION, WIDTH, Sheet, empty_still
from .prepared import MISSING

_ROW, _CELL, _NUMBERS = 22, 104, 96
_LINE = 130  # letters of a note in a line


def file_still(first, about, choice):
    """DataFile as a figure.

    Parameters
    ----------
    first, about : dict
        As `first_rows` and `about` tell the page.
    choice : Choice
    """
    if not first:
        return empty_still(about["problem"])
    shown = first["columns"][: (WIDTH - _NUMBERS) // _CELL]
    hidden = len(first["columns"]) - len(shown) + first["more"]
    notes = [line for note in _notes(about, choice, hidden) for line in wrap(note, _LINE)]
    table = CAPTION + 2 * _ROW + _ROW * len(first["cells"])
    sheet = Sheet(table + 12 + 16 * len(notes))
    note = (
        f"{about['shape']}; {counted(first['rows'], 'row')} in the file"
        if about["shape"]
        else about["problem"]
    )
    sheet.caption(0, 0, WIDTH, first["file"], note)
    _head(sheet, shown, choice)
    for i, cells in enumerate(first["cells"]):
        top = CAPTION + (2 + i) * _ROW + _ROW / 2
        sheet.text(0, top, first["heads"][i])
        for j, cell in enumerate(cells[: len(shown)]):
            left = _NUMBERS + _CELL * (j + 1) - 12
            sheet.text(left, top, cell or "missing", ha="right", colour=INK if cell else INK_2)
    for i, line in enumerate(notes):
        sheet.text(0, table + 16 + 16 * i, line)
    return sheet.figure


def _head(sheet, columns, choice):
    axes = sheet.axes(0, CAPTION, WIDTH, 2 * _ROW)
    axes.axis("off")
    axes.set(xlim=(0, WIDTH), ylim=(2 * _ROW, 0))
    axes.axhline(2 * _ROW - 1, color=RULE, linewidth=0.8)
    for j, column in enumerate(columns):
        right, used = _NUMBERS + _CELL * (j + 1) - 12, column["name"] in choice.features
        role = "feature" if used else "label" if column["name"] == choice.label else "left out"
        name = column["name"] if len(column["name"]) < 16 else column["name"][:14] + "…"
        strong = "normal" if role == "left out" else "bold"
        colour = INK_2 if role == "left out" else INK
        sheet.text(right, CAPTION + 11, name, ha="right", weight=strong, colour=colour)
        sheet.text(right, CAPTION + 28, role, ha="right")
        if role != "left out":
            axes.plot([right - _CELL + 24, right], [2 * _ROW - 2] * 2, color=RULE_2, linewidth=2)


def _notes(about, choice, hidden):
    yield f"missing values: {MISSING[choice.missing]}"
    if hidden:
        yield f"{counted(hidden, 'more column')} in the file"
    yield from about["notes"]
    yield from (each["words"] for each in about["wrong"])
