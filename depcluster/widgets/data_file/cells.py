"""Numbers as people write them: "49 %", "1.234,50", "$1,200"."""

from __future__ import annotations

import re

from .columns import MOSTLY, clipped, numbers, several

_LOOK = 1000  # cells that tell how a column is written
_UNIT = r"\s*[%€$£]\s*"
# What stands between thousands, by what stands before decimals.
_THOUSANDS = {".": r"[,'\s]", ",": r"[.'\s]"}


def mended(frame, decimal):
    """A frame in which such columns are numbers, lines of Python that do so, and words for it.

    ``decimal`` is what stands before the decimals elsewhere in the file.
    """
    lines, told = [], []
    for name in frame.columns:
        values = frame[name]
        cells = values.dropna()
        texts = cells.iloc[:_LOOK]
        if not len(texts) or not all(isinstance(cell, str) for cell in texts):
            continue
        point = _decimal_of(texts, decimal)
        if point is None or not all(isinstance(cell, str) for cell in cells):
            continue
        between = rf"(?<=\d){_THOUSANDS[point]}(?=\d\d\d(?:\D|$))|{_UNIT}"
        call = f"frame[{name!r}].str.replace({between!r}, '', regex=True)"
        plain = values.str.replace(between, "", regex=True)
        if point == ",":
            call, plain = f"{call}.str.replace(',', '.')", plain.str.replace(",", ".")
        found = numbers(plain)
        changed = (plain != values) & values.notna() & ~(found != found)
        if not changed.any():
            continue
        if not (plain.notna().to_numpy() & (found != found)).any():
            call, plain = f"pd.to_numeric({call})", found
        first = values[changed].iloc[0]
        told.append(f'{clipped(name)} ("{clipped(first)}" is {found[changed.to_numpy()][0]:.15g})')
        lines.append(f"frame[{name!r}] = {call}")
        frame = frame.assign(**{name: plain})
    return frame, lines, [f"read as numbers: {several(told, 4, 80)}"] if told else []


def _decimal_of(texts, decimal):
    """What stands before the decimals of most cells; None if most are no such numbers."""
    usual = "," if decimal == "," else "."
    other = "." if usual == "," else ","
    matches = {point: int(texts.str.fullmatch(_number(point)).sum()) for point in (usual, other)}
    point = max(matches, key=matches.get)
    return point if matches[point] > MOSTLY * len(texts) else None


def _number(point):
    body = rf"(?:\d{{1,3}}(?:{_THOUSANDS[point]}\d\d\d)+|\d+)(?:{re.escape(point)}\d+)?"
    return rf"(?:{_UNIT})?\s*[-+]?(?:{_UNIT})?{body}(?:{_UNIT})?\s*"
