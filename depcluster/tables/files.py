"""Files as columns of numbers, dates and texts: CSV, TSV, Excel, Parquet and NumPy's npz."""

from __future__ import annotations

import datetime
import gzip
import importlib.util
import io
import re
import zipfile
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from .._validation import PATH, counted, short_repr
from .cells import CODE
from .columns import Texts
from .parquet import NoTable, flat_columns
from .text import Written, check_lines, codes_in, named_rows, names_of, renamed, written
from .words import as_text, clipped, several

TEXT = (".csv", ".tsv", ".txt", ".data", ".dat")
FORMATS = (*TEXT, ".xlsx", ".parquet", ".npz")
_OTHER_BOOKS = (".xls", ".ods")
MOST_CELLS = 10**8
_MOST_UNPACKED, _MOST_BOOK, _MOST_BOOK_CELLS = 2**30, 2**28, 5 * 10**6
_MOST_PACKED, _SMALL = 100, 2**24  # times its packed size, beyond so many bytes: made to do harm
_SAVE_FEWER = "Save fewer rows, or save it as CSV."
LACKS = 'Tables are read with pandas, which is not installed: pip install "depcluster[lab]".'


@dataclass(frozen=True, eq=False)
class File:
    """What a file holds, before anything is made of its texts."""

    name: str
    frame: Any  # a pandas.DataFrame whose rows are counted from 0
    says: tuple[Any, ...] = ()
    label: str | None = None  # a column that the file itself says holds classes
    names: list[Any] | None = None  # of the rows, where the file has them beside the columns
    how: Written | None = None  # how it is written, if it is text
    doubt: tuple[Any, ...] | None = None  # a first line, names or a row, and whether it is names
    has_points: bool = False  # whether decimals stand behind a point in columns of numbers
    path: str = ""  # how a line of Python calls it
    sheet: str | None = None  # of a workbook, if one was named
    known: dict[Any, Any] = field(default_factory=dict, repr=False)  # columns read, by how

    @cached_property
    def texts(self):
        """The `Texts` of each column that is neither of numbers nor of dates."""
        kinds = zip(self.frame.columns, self.frame.dtypes, strict=True)
        return {name: Texts(self.frame[name]) for name, kind in kinds if kind.kind not in "biufM"}


def lacks_pandas():
    """What to install, where pandas is missing; else nothing."""
    return "" if importlib.util.find_spec("pandas") else LACKS


def file_at(path, **asked):
    """The file at a path on this computer."""
    if not PATH.holds(path) or not str(path).strip() or "\0" in str(path):
        raise ValueError(f"path must be that of a file; got {short_repr(path)}.")
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]+://", str(path)):
        raise ValueError(
            f"path must be that of a file on this computer; got the address {short_repr(path)}. "
            "Download the file first, and give the path of the copy."
        )
    try:
        place = Path(path).expanduser()
        kind = "file" if place.is_file() else "a folder" if place.is_dir() else "not there"
    except (OSError, RuntimeError):  # too long a name, or nobody's home
        kind = "not there"
    if kind != "file":
        raise ValueError(
            f"path must be that of a file; {str(path)!r} is {kind}, seen from {Path.cwd()}."
        )
    try:
        with place.open("rb") as file:
            return file_of(file, place.name, path=str(path), **asked)
    except OSError as error:
        raise ValueError(f"path must be that of a file one may read; {error}.") from None


def file_of(file, name, *, path=None, named=frozenset(), header="auto", sheet=None):
    """What an open file holds; ``path`` is how Python calls it, by default its name.

    Of too large a Parquet only the ``named`` columns are read.
    """
    end = Path(name).suffix.lower()
    if end in _OTHER_BOOKS:
        raise ValueError(
            f"{name} is a workbook of a kind that is not read. Save it as .xlsx, or the sheet as "
            "CSV, and choose that file."
        )
    packed = {".gz": _of_gz, ".zip": _of_zip}.get(end)
    if packed is None and end not in FORMATS:
        raise ValueError(
            f"path must end in {', '.join(FORMATS[:-1])} or .npz; got {short_repr(name)}."
        )
    if sheet is not None and packed is None and end != ".xlsx":
        raise ValueError(f"sheet must be None where {name} is no workbook; got {sheet!r}.")
    if lacks := lacks_pandas():
        raise ImportError(lacks)
    if not file.seek(0, io.SEEK_END):
        raise ValueError(f"{name} is empty. Choose a file with a table in it.")
    file.seek(0)
    if packed is not None:
        found = file_of(*packed(file, name), named=named, header=header, sheet=sheet)
    elif end == ".parquet":
        found = _of_parquet(file, name, path is not None, named)
    elif end == ".xlsx":
        found = _of_excel(file, name, header, sheet)
    elif end == ".npz":
        found = _of_npz(file, name)
    else:
        found = _of_text(file.read(), name, header)
    if not len(found.frame):
        raise ValueError(f"{name} holds no rows below the names of its columns.")
    return replace(found, name=name, path=path or name, sheet=sheet)


def _of_gz(file, name):
    size = file.seek(0, io.SEEK_END)
    file.seek(0)
    with _reading(name, "gz", "gzip"), gzip.open(file) as packed:
        return _unpacked(packed, size, name), name[:-3]


def _of_zip(file, name):
    with _zip_of(file, name) as packed:
        inside = [part for part in packed.infolist() if not part.is_dir()]
        inside = [part for part in inside if Path(part.filename).suffix.lower() in FORMATS]
        if len(inside) != 1:
            raise NoTable(
                f"{name} holds {counted(len(inside), 'table')}, and one is read. Unpack it, and "
                "choose the table."
            )
        with _reading(name, "zip", "zipfile"), packed.open(inside[0]) as part:
            return _unpacked(part, inside[0].compress_size, name), Path(inside[0].filename).name


def _unpacked(packed, size, name):
    """What is packed in so many bytes, where it is not too much."""
    most = min(_MOST_UNPACKED, max(_SMALL, _MOST_PACKED * size))
    data = packed.read(most + 1)
    if len(data) > most:
        raise NoTable(f"{name} unpacks to more than {most / 1e6:.0f} MB. {_SAVE_FEWER}")
    return io.BytesIO(data)


def _zip_of(file, name, most=None):
    """An open zip; with ``most`` its parts, which are all read, unpack to so many bytes at most."""
    try:
        packed = zipfile.ZipFile(file)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        kind = Path(name).suffix[1:]
        raise NoTable(f"{name} is no {kind} file, or part of it is missing.") from None
    parts = packed.infolist()
    size = sum(part.file_size for part in parts)
    tight = any(part.file_size > max(_SMALL, _MOST_PACKED * part.compress_size) for part in parts)
    if most is not None and (size > most or tight):
        raise NoTable(f"{name} unpacks to {size / 1e6:.0f} MB. {_SAVE_FEWER}")
    return packed


@contextmanager
def _reading(name, kind, needs):
    """Errors of what reads a file, in words for users; those are of many kinds."""
    try:
        yield
    except (NoTable, MemoryError):
        raise
    except ImportError:
        raise ImportError(
            f"{name}: {kind} is read with {needs}, which is not installed: pip install {needs}. "
            "Or save the table as CSV."
        ) from None
    except Exception as error:
        words = str(error).splitlines()[0][:120] if str(error) else type(error).__name__
        raise ValueError(
            f"{name} could not be read as {kind}: {words.rstrip('.')}. Save the table as CSV, and "
            "choose that file."
        ) from None


def _of_text(data, name, header):
    import pandas as pd

    how = written(data, name, header)
    if how.data.count(b"\n") * how.width > MOST_CELLS:
        raise NoTable(f"{name} has more than {MOST_CELLS} cells. Save fewer rows or columns.")
    try:
        frame = pd.read_csv(how.rows(), **how.options())
    except ValueError as error:  # a line is longer than the first, or a quotation has no end
        check_lines(how, name)
        raise ValueError(f"{name} could not be read as a table: {error}") from None
    if not frame.index.equals(pd.RangeIndex(len(frame))) or frame[how.width - 1].isna().any():
        check_lines(how, name)
    frame, has_points = _as_written(frame, how)
    frame, told = _without_idle_rows(frame, how.names)
    more = {"how": how, "has_points": has_points, "doubt": how.doubt}
    return _named(name, frame, how.names, [*how.says, *told], **more)


def _as_written(frame, how):
    """A frame in which columns are texts whose numbers hide something, and whether points show.

    A number does not tell that it was written with a zero in front, or that 1.234 may be 1234.
    """
    import pandas as pd

    kinds = [dtype.kind for dtype in frame.dtypes]
    parts, whole = ([*np.flatnonzero(np.isin(kinds, [*each]))] for each in ("f", "iu"))
    shows = not how.points.isdisjoint(parts)
    again = {} if shows else dict.fromkeys(parts, r"\.")
    if whole and codes_in(how):
        again |= dict.fromkeys(whole, CODE)
    if again:
        options = how.options() | {"dtype": str, "usecols": [*again]}
        texts = pd.read_csv(how.rows(), **options)
        hidden = [j for j in again if texts[j].str.contains(again[j]).any()]
        frame[hidden] = texts[hidden]
    return frame, shows


def _without_idle_rows(frame, names):
    """A frame without rows that hold nothing or the names again, and what to say of it."""
    out, says = np.zeros(len(frame), bool), []
    if frame[0].isna().any():
        out |= frame.isna().all(axis=1)
    if names is not None and (again := frame[0] == names[0]).any():
        again[again] = (frame[again].fillna("") == names).all(axis=1)
        out |= again
        if n := int(again.sum()):
            says = [f"the names of columns stand again in {counted(n, 'row')}, left out"]
    return (frame[~out].reset_index(drop=True) if out.any() else frame), says


def _named(name, frame, names, says, **more):
    """A file whose columns have names, each once, and whose rows may have names beside them."""
    says, rows = list(says), None
    if names is None:
        frame.columns = [f"column {j}" for j in range(frame.shape[1])]
        return File(name, frame, tuple(says), **more)
    keep = [j for j in range(len(names)) if str(names[j]).strip() or frame.iloc[:, j].notna().any()]
    if not keep:
        raise NoTable(f"{name} holds no column that has a name or a value.")
    if len(keep) < len(names):
        frame, names = frame.iloc[:, keep], [names[j] for j in keep]
    if named_rows(names) and (cells := frame.iloc[:, 0]).notna().all():
        frame, names, rows = frame.iloc[:, 1:], names[1:], [as_text(cell) for cell in cells]
        says.append("rows are named by the first column, which has no name; name it if it is none")
    names, twice = renamed(names)
    frame.columns = names
    says += [
        f'several columns are called "{each}"; the second is "{each}.1" here, and so on'
        for each in twice
    ]
    return File(name, frame, tuple(says), names=rows, **more)


def _of_parquet(file, name, at_path, named):
    import pandas as pd

    with _reading(name, "Parquet", "pyarrow"):
        flat, nested, large = flat_columns(file, name, at_path, named)
        file.seek(0)
        frame = pd.read_parquet(file, columns=flat if nested or large else None)
    left_out = {"several values in a cell": nested, "too large a table to read whole": large}
    says = [f"{why}, so left out: {several(of)}" for why, of in left_out.items() if of]
    rows = None
    if not isinstance(frame.index, pd.RangeIndex):
        rows = [str(each) for each in frame.index]
    frame = frame.reset_index(drop=True)
    return replace(_named(name, _plain(frame), [*map(str, frame.columns)], says), names=rows)


def _plain(frame):
    """Columns of numbers, dates or texts: what is none of these becomes text."""
    import pandas as pd

    for name in frame.columns:
        held, kinds = frame[name], pd.api.types
        if kinds.is_bool_dtype(held.dtype) or kinds.is_datetime64_any_dtype(held.dtype):
            continue
        if kinds.is_numeric_dtype(held.dtype) and not kinds.is_complex_dtype(held.dtype):
            continue
        cells = held.dropna()
        if len(cells) and all(isinstance(cell, (int, float)) for cell in cells):
            frame[name] = held.astype(float)
        elif len(cells) and all(isinstance(cell, datetime.date) for cell in cells):
            frame[name] = pd.to_datetime(held, errors="coerce")
        else:
            texts = held.astype(object).where(held.notna(), None)
            frame[name] = texts.map(lambda cell: None if cell is None else as_text(cell))
    return frame


def _of_excel(file, name, header, sheet):
    import pandas as pd

    with _reading(name, "a workbook", "openpyxl"):
        from openpyxl import load_workbook

        _zip_of(file, name, _MOST_BOOK)
        file.seek(0)
        book = load_workbook(file, read_only=True, data_only=True)
        sheets = book.sheetnames
        if sheet is not None and sheet not in sheets:
            raise NoTable(
                f"sheet must be one of {several([*map(repr, sheets)], 8)}; got {short_repr(sheet)}."
            )
        seen = [each for each in sheets if book[each].sheet_state == "visible"] or sheets
        chosen = book[seen[0] if sheet is None else sheet]
        chosen.reset_dimensions()  # a workbook may say anything of its size
        rows, n = [], 0
        for row in chosen.iter_rows(values_only=True):
            n += max(4, len(row))  # of a million rows, which a workbook may have
            if n > _MOST_BOOK_CELLS:
                raise NoTable(
                    f"{name} has more than {_MOST_BOOK_CELLS} cells. Delete empty rows and columns "
                    "at its end, or save it as CSV."
                )
            if any(map(_is_there, row)):
                rows.append(row)
    says = []
    others = [each for each in sheets if each != chosen.title]
    if sheet is None and others:
        says.append(
            f'only the sheet "{clipped(chosen.title)}" is read, not {several(others)}; else '
            f"sheet={others[0]!r}"
        )
    if not rows:
        raise NoTable(
            f"{name} holds no cells in the sheet {clipped(chosen.title)!r}. Fill it, or choose "
            f"another sheet{f', as sheet={others[0]!r}' if others else ''}."
        )
    names, body, told, doubt = _head(rows, header)
    frame = pd.DataFrame(body, columns=range(max(map(len, rows)))).astype(object)
    frame = frame.where(frame.notna() & (frame != ""), None)
    frame, again = _without_idle_rows(frame, names)
    return _named(name, _plain(frame), names, [*says, *told, *again], doubt=doubt)


def _head(rows, header):
    """Names of columns or None, the rows below, what was decided, and a first line that is open.

    Rows of a workbook, as those of a text are.
    """
    width = max(map(len, rows))
    rows = [[*row, *[None] * (width - len(row))] for row in rows]
    told, start = [], 0
    while (
        start < min(20, len(rows) - 1) and sum(_is_there(cell) for cell in rows[start]) == 1 < width
    ):
        start += 1
    if start:
        told.append(f"{counted(start, 'row')} above the table left out")
    look = [
        (["" if cell is None else as_text(cell) for cell in row], 0) for row in rows[start:][:200]
    ]
    names, rest, why, doubt = names_of(look, [], "", width, header)
    return names, rows[start + len(look) - len(rest) :], [*told, *why], doubt


def _is_there(cell):
    return cell is not None and cell != ""


def _of_npz(file, name):
    import pandas as pd

    with _reading(name, "npz", "numpy"):
        _zip_of(file, name, _MOST_UNPACKED)
        file.seek(0)
        with np.load(file, allow_pickle=False) as packed:
            found = {key: packed[key] for key in packed.files}
        arrays = {key: a for key, a in found.items() if isinstance(a, np.ndarray)}
    tables = [
        key for key, array in arrays.items() if array.ndim == 2 and array.dtype.kind in "buif"
    ]
    first = "X" if "X" in tables else next(iter(tables), None)
    if first is None:
        shapes = ", ".join(f"{key} {array.shape}" for key, array in arrays.items())
        raise ValueError(f"{name} holds no table of numbers, (rows, columns); it has {shapes}.")
    m = len(arrays[first])
    flat = [k for k, a in arrays.items() if a.shape == (m,) and a.dtype.kind in "buifU"]
    frame = pd.DataFrame(arrays[first]).add_prefix(f"{first} ")
    for key in flat:
        frame[key] = arrays[key]
    left = [f"{k} {a.shape}" for k, a in arrays.items() if k != first and k not in flat]
    says = [f"left out of the file: {', '.join(left)}"] if left else []
    label = next((key for key in ("y", "target", "labels") if key in flat), None)
    return _named(name, frame, [*frame.columns], says, label=label)
