"""The first rows of a data file, and what is chosen, as a figure."""

from __future__ import annotations

from ..._validation import counted
from ...plotting.basics import as_text
from ...plotting.palette import INK, INK_2, RULE, RULE_2
from ..base.mosaic import Panel, mosaic
from .prepared import MISSING

_ROW, _CELL, _COLUMNS = 22, 120, 6
_NAME = 15  # letters


def file_figure(shown, first, about, choice):
    """The widget as a figure; ``first`` and ``about`` are as `first_rows` and `about` tell."""
    if not first:
        return mosaic(shown, "", {}, about["problem"])
    note = about["problem"] or f"{about['shape']}; {counted(first['rows'], 'row')} in the file"
    height = _ROW * (len(first["cells"]) + 2)
    table = Panel(first["file"], lambda ax: _table(first, choice, ax), note, (), 900, height)
    hidden = len(first["columns"][_COLUMNS:]) + first["more"]
    return mosaic(shown, "table", {"table": table}, "; ".join(_notes(about, choice, hidden)))


def _table(first, choice, ax):
    """One row a line: names, what each column is used for, then the cells."""
    words = {"va": "center", "fontsize": 8}
    for i, (head, cells) in enumerate(zip(first["heads"], first["cells"], strict=True), 2):
        ax.text(0, i, as_text(head), color=INK_2, **words)
        for j, cell in enumerate(cells[:_COLUMNS], 1):
            colour = INK if cell else INK_2
            ax.text(
                _CELL * j + 88, i, as_text(cell or "missing"), ha="right", color=colour, **words
            )
    for j, column in enumerate(first["columns"][:_COLUMNS], 1):
        name, right = column["name"], _CELL * j + 88
        role = (
            "feature"
            if name in choice.features
            else "label"
            if name == choice.label
            else "left out"
        )
        style = words | {"ha": "right"}
        if role == "left out":
            strong = {"color": INK_2}
        else:
            strong = {"weight": "bold", "color": INK}
            ax.plot([right - _CELL + 24, right], [1.45, 1.45], color=RULE_2, linewidth=2)
        short = name if len(name) <= _NAME else name[: _NAME - 1] + "…"
        ax.text(right, 0, as_text(short), **style, **strong)
        ax.text(right, 0.8, role, color=INK_2, **style)
    ax.axhline(1.5, color=RULE, linewidth=0.8)
    ax.set(xlim=(0, _CELL * (_COLUMNS + 1) + 50), ylim=(len(first["cells"]) + 1.6, -0.5))
    ax.set_axis_off()


def _notes(about, choice, hidden):
    yield f"missing values: {MISSING[choice.missing]}"
    if hidden:
        yield f"{counted(hidden, 'more column')} in the file"
    yield from about["notes"]
    yield from (each["words"] for each in about["findings"])
