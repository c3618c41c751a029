"""Tables in text files: how one is written, and where it is no table."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from dataclasses import dataclass

from ..._validation import counted, short_repr

_SEPARATORS = ",;\t|"
_LOOK = 65536  # bytes that tell how a file is written
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_COMMA, _POINT = r"(?<![\d.,])[-+]?\d+,\d+(?![\d.,])", r"(?<![\d.,])[-+]?\d+\.\d+(?![\d.,])"


@dataclass(frozen=True)
class Written:
    """How a table is written as text."""

    encoding: str
    sep: str
    decimal: str
    header: bool  # whether the first line names the columns
    named_rows: bool  # whether the first column has no name of its own and names the rows
    width: int  # cells in a line
    twice: tuple = ()  # names that several columns share

    def options(self):
        """What `pandas.read_csv` must be told beyond what it takes for granted."""
        usual = {"sep": ",", "decimal": ".", "encoding": "utf-8"}
        given = {name: getattr(self, name) for name in usual}
        given = {name: value for name, value in given.items() if value != usual[name]}
        if not self.header:
            given["header"] = None
        if self.named_rows:
            given["index_col"] = 0
        return given

    def notes(self):
        """What a reader should know of it."""
        notes = []
        if self.encoding == "cp1252":
            notes.append(
                "read as Western European text (cp1252), because it is not UTF-8; if letters look "
                "wrong, save the file as UTF-8"
            )
        if not self.header:
            notes.append("the first line holds numbers only, so the columns have numbers as names")
        return [*notes, *words_for_twice(self.twice)]


def written(data, name):
    """How the text of a file is written; ``name`` may end in .tsv, and stands in errors.

    >>> written(b"age;height\\n7;1,2\\n", "a.csv").options()
    {'sep': ';', 'decimal': ','}
    """
    if not data.strip():
        raise ValueError(f"{name} is empty. Choose a file with a table in it.")
    encoding = _encoding(data, name)
    look = data[:_LOOK].decode(encoding, errors="ignore")
    sep = "\t" if name.lower().endswith(".tsv") else _separator(look)
    first = next(row for row in csv.reader(io.StringIO(look), delimiter=sep) if row)
    header = not all(_is_number(cell) for cell in first)
    commas = sep != "," and len(re.findall(_COMMA, look)) > len(re.findall(_POINT, look))
    named = header and len(first) > 1 and not first[0].strip()
    twice = twice_in(first) if header else ()
    found = Written(encoding, sep, "," if commas else ".", header, named, len(first), twice)
    _check_lines(data, found, name)
    return found


def twice_in(names):
    """Names that are there more than once."""
    return tuple(name for name, n in Counter(names).items() if n > 1 and str(name).strip())


def words_for_twice(names):
    """What a reader should know of names that several columns have."""
    return [
        f'several columns are called "{name}"; the second is "{name}.1" here, and so on'
        for name in names
    ]


def line_of(data, how, row):
    """The line of a file, from 1, on which a row of its table stands, from 0."""
    lines, left = _lines(data, how), row + how.header
    for cells in lines:
        if cells and left == 0:
            break
        left -= bool(cells)
    return lines.line_num


def _encoding(data, name):
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decoded(data, encoding, name)
    if b"\0" in data[:_LOOK]:
        raise ValueError(
            f"{name} is no text that can be read: it has zero bytes in it. If it is a table, save "
            "it as CSV in UTF-8 and choose it again."
        )
    for encoding in ("utf-8", "cp1252"):
        try:
            return _decoded(data, encoding, name)
        except ValueError:
            continue
    return "latin-1"


def _decoded(data, encoding, name):
    try:
        data.decode(encoding)
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{name} says it is {encoding}, but byte {error.start} is not. Save it again as UTF-8."
        ) from None
    return encoding


def _separator(look):
    """What stands between cells: what gives the first lines most cells, as many in each."""
    rows, best = look.splitlines()[:6], (False, 1, ",")
    rows = rows[:-1] if len(rows) == 6 else rows
    for sep in _SEPARATORS:
        counts = [len(cells) for cells in csv.reader(rows, delimiter=sep) if cells]
        found = len(set(counts)) == 1, counts[0], sep
        if counts[0] > 1 and found[:2] > best[:2]:
            best = found
    return best[2]


def _is_number(cell):
    try:
        float(cell.strip().replace(",", "."))
    except ValueError:
        return False
    return True


def _lines(data, how):
    text = io.TextIOWrapper(io.BytesIO(data), encoding=how.encoding, newline="")
    return csv.reader(text, delimiter=how.sep)


def _check_lines(data, how, name):
    lines, what = _lines(data, how), "the header has" if how.header else "the first line has"
    try:
        for cells in lines:
            if cells and len(cells) != how.width:
                hint = " A cell that holds the separator must stand in quotes."
                raise ValueError(
                    f"{name}, line {lines.line_num}, {_where(cells)}: "
                    f"{counted(len(cells), 'cell')}, but {what} {how.width}."
                    f"{hint if len(cells) > how.width else ''} Make every line as long as the "
                    "first."
                )
    except csv.Error:
        raise ValueError(
            f"{name}, line {lines.line_num}: a cell there does not end. Look for a quotation mark "
            "that is opened and never closed."
        ) from None


def _where(cells):
    first = cells[0]
    return f"which begins {short_repr(first[:30])}" if first else "which begins with an empty cell"
