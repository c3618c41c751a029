"""Tables in text files: how one is written, and where it is no table."""

from __future__ import annotations

import codecs
import csv
import io
import re
import sys
from collections import Counter, deque
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice, pairwise, zip_longest
from typing import Any

import numpy as np

from .._validation import counted, short_repr
from .cells import is_blank, is_number, read_number
from .parquet import MOST_COLUMNS, NoTable
from .words import several

_BLANKS = r"\s+"
_SEPARATORS = (",", ";", "\t", "|", _BLANKS)
_LINES, _BYTES = 200, 65536  # that tell how a file is written: so many lines, of these whole ones
_CELLS = 5000  # that tell whether a separator makes numbers
_MOST_ABOVE = 20  # lines above a table
_MARKS = (
    (b"\xff\xfe\0\0", "utf-32"),
    (b"\0\0\xfe\xff", "utf-32"),
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_UNSEEN = "\u200b\u200e\u200f\u2060\ufeff"
_KINDS = {  # what begins so is no table
    r"%PDF": "a PDF",
    r"(?i:<(?:!doctype|\?xml|html|head|body|table)\b)": "a web page or XML",
    r'\{\s*"|\[\s*[\[{"]': "JSON",
    r"\{\\rtf": "a text of a word processor",
    r"%%MatrixMarket": "a matrix of which only some cells are written",
    r"\S+(?: \d+:\S+)+\s*?\n": "of LIBSVM's kind",
    r"(?i:@relation)": "of Weka's kind",
}
_COMMENT = re.compile(r"\s*(?:#|%|//|;)\s*")


@dataclass(frozen=True)
class Written:
    """How a table is written as text."""

    data: bytes  # in UTF-8
    start: int  # byte at which its first row begins
    line: int  # lines before that
    sep: str
    width: int  # cells in a line
    names: list[Any] | None  # of the columns, where the file has them
    says: tuple[Any, ...]  # what was decided of it, a sentence each
    doubt: tuple[Any, ...] | None = None  # a first line, names or a row, and whether it is names
    points: frozenset[Any] = frozenset()  # columns in whose first cells decimals follow a point

    def options(self):
        """What `pandas.read_csv` must be told."""
        return {
            "sep": self.sep,
            "header": None,
            "names": range(self.width),
            "keep_default_na": False,
            "na_values": [""],
            "low_memory": False,
            "skipinitialspace": self.sep not in ("\t", _BLANKS),
        }

    def rows(self):
        """A file at the first row."""
        file = io.BytesIO(self.data)
        file.seek(self.start)
        return file


def written(data, name, header="auto"):
    """How the text of a file is written; ``name`` may end in .tsv, and stands in errors."""
    data, says = _in_utf8(data, name)
    told = re.match(rb"\s*sep=([,;\t|:])\r?\n", data)  # as some programs have it told
    look = _look(data)
    if look.strip():
        sep, rows = _separated(look, told[1].decode() if told else "")
        rows = rows[1:] if told else rows
    if not look.strip() or not rows:
        raise ValueError(
            f"{name} is empty, or its first {_LINES} lines are. Choose a file that begins with a "
            "table."
        )
    width = _width(rows)
    inside = _rows("\n".join(cells[0] for cells, _ in rows), ",") if width == 1 else []
    even = inside and {len(cells) for cells, _ in inside} == {_width(inside)} - {1}
    if even and not any(map(is_number, inside[0][0])):
        raise ValueError(f"{name}: each line stands in quotation marks as a whole. Take these out.")
    if width > MOST_COLUMNS:
        raise NoTable(f"{name} has {width} columns, and at most {MOST_COLUMNS} are read.")
    first = next(k for k, (cells, _) in enumerate(rows) if len(cells) == width)
    if first and _lacks_a_name(rows[first - 1][0], rows[first:]):
        first -= 1
    if first > _MOST_ABOVE:
        first = 0
    above, rows = rows[:first], rows[first:]
    if sep == "," and above and 2 < width == 2 * len(above[-1][0]):
        raise ValueError(
            f"{name}, line {rows[0][1]}: {width} cells below {width // 2} names. If commas stand "
            "before decimals, save the table with semicolons between cells."
        )
    ends = [int(bool(told)), *(end for _, end in (*above, *rows))]
    names, rest, why, doubt = names_of(rows, above, sep, width, header)
    begins = ends[-1 - len(rest)]
    start = _byte_of_line(data, begins)
    if above:
        lines = several([" ".join(cells).strip() for cells, _ in above], 2, 40)
        says.append(f"{counted(len(above), 'line')} above the table left out: {lines}")
    if sep == _BLANKS:
        says.append("blanks stand between the cells")
    points = frozenset(
        j
        for cells, _ in rest
        for j, cell in enumerate(cells)
        if "." in cell and read_number(cell, ".") and not read_number(cell, ",")
    )
    return Written(data, start, begins, sep, width, names, (*says, *why), doubt, points)


def check_lines(how, name):
    """Raise an error that names the first line with too many or too few cells."""
    lines = _lines(how)
    for cells, line in lines:
        if len(cells) != how.width:
            first = f"{short_repr(cells[0][:30])}" if cells[0] else "an empty cell"
            hint = " A cell that holds the separator must stand in quotes."
            raise ValueError(
                f"{name}, line {line}, which begins with {first}: {counted(len(cells), 'cell')}, "
                f"but the table has {counted(how.width, 'column')}."
                f"{hint if len(cells) > how.width else ''} Make every line as long as the first, "
                "or take it out if it is no row."
            )
    if how.data.count(b'"') % 2:
        line = lines[-2][1] + 1 if len(lines) > 1 else how.line + 1
        raise ValueError(
            f"{name}, line {line}: a quotation mark is opened and never closed. Close it, or take "
            "it out."
        )


def line_of(how, row):
    """The line of a file, from 1, on which a row of its table stands, from 0."""
    for k, (_, line) in enumerate(_lines(how)):
        if k == row:
            return line
    return None


def named_rows(names):
    """Whether the first column has no name of its own, and so names the rows."""
    first, *others = (str(name).strip() for name in names)
    return not first and bool(others) and all(others)


def renamed(names):
    """Names of columns, each once, and which were there more than once."""
    counts, out, taken = Counter(), [], set()
    for j, name in enumerate(names):
        name = str(name).strip() or f"column {j}"
        new = f"{name}.{counts[name]}" if counts[name] else name
        counts[name] += 1
        while new in taken:
            new += "'"
        taken.add(new)
        out.append(new)
    return out, [name for name, n in counts.items() if n > 1]


def _in_utf8(data, name):
    """A text in UTF-8 whose lines end in \\n at least, and what is to say of its letters."""
    says = []
    encoding = next((encoding for mark, encoding in _MARKS if data.startswith(mark)), None)
    head = data[:_BYTES]
    if encoding is None and b"\0" in head:
        even = head[::2].count(0) / max(1, len(head[::2])), head[1::2].count(0) / len(head)
        encoding = "utf-16-le" if even[1] > 0.2 else "utf-16-be" if even[0] > 0.4 else None
        if encoding is None:
            raise ValueError(
                f"{name} is no text that can be read: it has zero bytes in it. If it is a table, "
                "save it as CSV in UTF-8 and choose it again."
            )
    _check_kind(head if encoding in (None, "utf-8-sig") else b"", name)
    for each in [encoding] if encoding else ["utf-8", "cp1252", "latin-1"]:
        try:
            if each == "utf-8":  # it may be large, so no text is made of it
                deque(codecs.iterdecode(_pieces(data), each), 0)
            else:
                data = data.decode(each).encode()
            break
        except UnicodeError as error:
            why = str(error)
    else:
        raise ValueError(f"{name} says it is {encoding}, but {why}. Save it again as UTF-8.")
    if not data.isascii() and (seen := [mark for mark in _UNSEEN if mark.encode() in data]):
        says.append("letters without width, which nobody sees, are left out")
        for mark in seen:
            data = data.replace(mark.encode(), b"")
    if each in ("cp1252", "latin-1"):
        says.append(
            f"read as Western European text ({each}), because it is not UTF-8; if letters look "
            "wrong, save the file as UTF-8"
        )
    if b"\n" not in data:
        data = data.replace(b"\r", b"\n")
    return data, says


def _check_kind(head, name):
    """Raise an error for a text that is something else, whatever its name ends in."""
    text = head.decode("latin-1").removeprefix("\xef\xbb\xbf").lstrip()
    for begins, kind in _KINDS.items():
        if re.match(begins, text):
            raise ValueError(
                f"{name} is {kind}, and no table. Save the table as CSV, and choose that file."
            )


def _pieces(data):
    return (data[k : k + _BYTES] for k in range(0, len(data), _BYTES))


def codes_in(how):
    """Whether a cell may begin with a zero before another digit, or with a plus before one."""
    begins = np.zeros(256, bool)
    begins[[ord(each) for each in ' \t\n\r"' + how.sep]] = True
    for k in range(how.start, len(how.data), _BYTES):
        piece = b"\n" * (k == how.start) + how.data[max(how.start, k - 2) : k + _BYTES]
        piece = np.frombuffer(piece, np.uint8)
        is_first = (piece[1:-1] == ord("0")) | (piece[1:-1] == ord("+"))
        (at,) = np.nonzero(is_first & (piece[2:] - ord("0") < 10))
        if begins[piece[at]].any():
            return True
    return False


def _look(data):
    """The first lines, whole."""
    end = 0
    for k in range(_LINES):
        end = data.find(b"\n", end) + 1
        if not end:
            return data.decode()
        if k > 2 and end > _BYTES:
            break
    return data[:end].decode()


@contextmanager
def _any_length():
    """Cells of any length, for csv."""
    before = csv.field_size_limit(sys.maxsize)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _rows(text, sep):
    """Cells of each row that has some, and the line on which it ends, from 1."""
    if sep == _BLANKS:
        text = "\n".join(line.strip().replace("\t", " ") for line in text.splitlines())
    options = {"delimiter": " " if sep == _BLANKS else sep}
    reader = csv.reader(io.StringIO(text, newline=""), skipinitialspace=sep != "\t", **options)
    with _any_length():
        return [(cells, reader.line_num) for cells in reader if any(cells)]


def _separated(look, told):
    """What stands between cells, and the rows it makes: as many cells in each, numbers in them."""
    best = None
    for sep in (told,) if told else _SEPARATORS:
        rows = _rows(look, sep)
        width = _width(rows)
        if width < 2 and sep not in (told, ","):
            continue
        fits = sum(len(cells) == width for cells, _ in rows) / max(1, len(rows))
        body = [*islice((cell for cells, _ in rows[1:] for cell in cells), _CELLS)]
        n = sum(is_blank(cell) or is_number(cell) for cell in body) / max(1, len(body))
        whole = [cells for cells, _ in rows[1:] if len(cells) == width]
        if sep == _BLANKS and best[0][0] > 1 and (best[0][1] == 1 or n < best[0][2]):
            continue
        if sep == _BLANKS and not any(map(_are_numbers, zip(*whole, strict=True))):
            continue
        score = min(width, 2), round(fits, 2), round(n, 2), width
        if best is None or score > best[0]:
            best = score, sep, rows
    return best[1:]


def _width(rows):
    """How many cells most lines have; the later lines decide between as many."""
    counts = Counter(len(cells) for cells, _ in reversed(rows))
    return counts.most_common(1)[0][0] if counts else 1


def _lines(how):
    """Cells of each row, and the line of the file on which it ends, from 1."""
    text = how.data[how.start :].decode(errors="replace")
    return [(cells, how.line + end) for cells, end in _rows(text, how.sep) if cells != how.names]


def _byte_of_line(data, n):
    at = 0
    for _ in range(n):
        at = data.find(b"\n", at) + 1
        if not at:
            return len(data)
    return at


def names_of(rows, above, sep, width, header):
    """Names of the columns or None, the rows below, what was decided, and a line that is open."""
    first, body = rows[0][0], rows[1:]
    if len(first) == width - 1:
        ends = [cells[-1] for cells, _ in body if len(cells) == width]
        return ["", *first] if any(ends) else [*first, ""], body, [], None
    if header == "auto" and above and not _is_named(first, body)[0]:
        bare = _COMMENT.sub(
            "", " ".join(above[-1][0]) if sep == _BLANKS else sep.join(above[-1][0])
        )
        commented = _rows(bare, sep)
        if (
            bare
            and commented
            and len(commented[0][0]) == width
            and not any(map(is_number, commented[0][0]))
        ):
            above.pop()
            return commented[0][0], rows, ["names of columns stand in a comment above"], None
    below = [row for row in body if row[0] != first]
    named, why, doubt = _is_named(first, below) if header == "auto" else (header, "", None)
    doubt = doubt and (doubt, named)
    if not named:
        return None, rows, [why] if why else [], doubt
    if _is_units(body, len(first)):
        units = body[0][0]
        told = f'names of columns go on in a second line, as in "{first[-1]} {units[-1]}"'
        over = [""]  # a name stands over empty cells behind it as well
        for a, b in zip(first, units, strict=True):
            over.append(a if a.strip() or not b.strip() else over[-1])
        names = [f"{a} {b}".strip() for a, b in zip(over[1:], units, strict=True)]
        return names, body[1:], [told], None
    return first, body, [why] if why else [], doubt


def _is_named(first, body):
    """Whether a first line names columns, why if it does not, and the line if that is open."""
    if not body:
        return not all(is_number(cell) or is_blank(cell) for cell in first), "", None
    columns = _columns(body, len(first))
    if any(_words_above(first, columns)):
        return True, "", None
    numeric = {j for j, column in enumerate(columns) if _are_numbers(column)}
    again = any(
        cell.strip() and not is_blank(cell) and cell in columns[j]
        for j, cell in enumerate(first) if j not in numeric
    )  # fmt: skip
    no_names = "the first line is a row, not names of columns, because {}; else header=True"
    if not numeric:
        return not again, no_names.format("its words come again below") if again else "", None
    there = [first[j] for j in sorted(numeric) if not is_blank(first[j])]
    whole = [cell for cell in there if re.fullmatch(r"\s*\d{1,4}\s*", cell)]
    is_even = _are_even(there)
    may_name = 2 <= len(there) == len({*there}) and (is_even or len(whole) == len(there))
    inside = sum(_among(first[j], columns[j]) for j in numeric if not is_blank(first[j]))
    if again or not may_name or (inside > len(there) / 2 and not is_even):
        why = "its words come again below" if again else "it holds numbers as those below"
        return False, no_names.format(why), None
    by_one = is_even or {int(b) - int(a) for a, b in pairwise(whole)} == {1}
    return by_one and inside <= len(there) / 2, "", first


def _lacks_a_name(cells, body):
    """Whether cells above a table name all its columns but the first, which names the rows."""
    if len(cells) != len(body[0][0]) - 1 or _COMMENT.match(cells[0]):
        return False
    is_named, _, doubt = _is_named(body[0][0], body[1:])
    return not is_named or doubt is not None


def _columns(body, width):
    """The cells of each column, where a line may have too few."""
    columns = zip_longest([None] * width, *(cells[:width] for cells, _ in body))
    return [[cell for cell in cells if cell is not None] for cells in columns]


def _words_above(first, columns):
    """Whether a word stands above it, for each column of numbers."""
    for cell, column in zip(first, columns, strict=True):
        if _are_numbers(column):
            yield not (is_number(cell) or is_blank(cell))


def _are_numbers(column):
    there = [cell for cell in column if not is_blank(cell)]
    return bool(there) and all(map(is_number, there))


def _are_even(cells):
    """Whether three numbers or more ascend in equal steps, as years, positions and waves do."""
    found = [read_number(cell, ".") for cell in cells]
    if len(found) < 3 or not all(found):
        return False
    steps = np.diff([each[0] for each in found])
    return steps[0] > 0 and np.allclose(steps, steps[0])


def _among(cell, column):
    """Whether a whole number lies among those of a column that are whole as well."""
    found = [read_number(each, ".") for each in column if not is_blank(each)]
    values = [each[0] for each in found if each]
    whole = values and all(map(float.is_integer, values))
    return bool(whole) and min(values) <= read_number(cell, ".")[0] <= max(values)


def _is_units(body, width):
    """Whether the first row below the names holds words where all others hold numbers."""
    if len(body) < 3 or len(body[0][0]) != width:
        return False
    first = body[0][0]
    heads = _words_above(first, _columns(body[1:], width))
    return next(heads, False) and all(heads)
