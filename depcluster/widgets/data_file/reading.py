"""Files read as tables: CSV, TSV, Excel, Parquet and NumPy's npz."""

from __future__ import annotations

import importlib.util
import io
import re
import zipfile
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

import numpy as np

from ..._validation import PATH, short_repr
from .cells import mended
from .columns import Column, clipped, column_of, numbers, several
from .parquet import NoTable, flat_columns
from .text import Written, line_of, twice_in, words_for_twice, written

TEXT = (".csv", ".tsv", ".txt")
FORMATS = (*TEXT, ".xlsx", ".parquet", ".npz")
_UNNAMED = "Unnamed: "  # so pandas calls a column without a name
_OTHER_BOOKS = (".xls", ".ods")
_MOST_UNPACKED, _MOST_BOOK = 2**31, 2**28
LACKS = 'DataFile reads tables with pandas, which is not installed: pip install "depcluster[lab]".'


@dataclass(frozen=True, eq=False)
class Table:
    """A file that has been read."""

    name: str  # of the file
    frame: object  # a pandas.DataFrame of all its rows, its index counting them from 0
    names: list  # of the rows; empty where they have none
    named_by: str | None  # the column that holds these names, if one does
    lines: tuple  # Python that reads the file at ``path`` into ``frame``
    notes: tuple  # what a reader should know of how it was read
    path: str = ""  # how a line of Python calls the file
    label: str | None = None  # a column that the file itself says holds classes
    how: Written | None = None  # how it is written, if it is text
    places: dict = field(default_factory=dict)  # of lines on which a column first holds no number

    @cached_property
    def columns(self):
        """A `Column` for each column, by name."""
        frame, decimal = self.frame, self.decimal
        return {name: column_of(name, frame[name], decimal) for name in frame.columns}

    @property
    def decimal(self):
        """What stands before the decimals of its numbers."""
        return self.how.decimal if self.how else "."

    def numbers(self, name):
        """The numbers of a column, of dates the days; NaN where a cell holds none."""
        dates, values = self.columns[name].dates, self.frame[name]
        if dates is not None and dates.options is not None:
            return dates.days(values)
        return numbers(values, self.decimal)

    def row_name(self, row):
        """A row as sentences call it."""
        return f"row {row} ({clipped(self.names[row])})" if self.names else f"row {row}"

    def said(self, column: Column):
        """What is wrong with a mixed column."""
        return column.said(self.places.get(column.name))


def lacks_pandas():
    """What to install, where pandas is missing; else nothing."""
    return "" if importlib.util.find_spec("pandas") else LACKS


def table_at(path, named=frozenset()):
    """The table in a file here; of too large a one only the ``named`` columns are read."""
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
            f"path must be that of a file; {short_repr(str(path))} is {kind}, seen from "
            f"{Path.cwd()}."
        )
    try:
        with place.open("rb") as file:
            return table_of(file, place.name, str(path), named)
    except OSError as error:
        raise ValueError(f"path must be that of a file one may read; {error}.") from None
    except (ValueError, ImportError) as error:
        line = f"{type(error).__name__}: {error}"
        error._render_traceback_ = lambda: [line]  # what IPython shows of it
        raise


def table_of(file, name, path=None, named=frozenset()):
    """The table in an open file; ``path`` is how Python calls it, by default its name."""
    end = Path(name).suffix.lower()
    if end in _OTHER_BOOKS:
        raise ValueError(
            f"{name} is a workbook of a kind that is not read. Save it as .xlsx, or the sheet as "
            "CSV, and choose that file."
        )
    if end not in FORMATS:
        raise ValueError(
            f"path must end in {', '.join(FORMATS[:-1])} or .npz; got {short_repr(name)}."
        )
    if lacks := lacks_pandas():
        raise ImportError(lacks)
    if not file.seek(0, io.SEEK_END):
        raise ValueError(f"{name} is empty. Choose a file with a table in it.")
    file.seek(0)
    if end == ".parquet":
        table = _of_parquet(file, name, path is not None, named)
    else:
        read = {".npz": _of_npz, ".xlsx": _of_excel}.get(end, _of_text)
        table = read(file, name)
    if not len(table.frame):
        raise ValueError(f"{name} holds no rows below the names of its columns.")
    return replace(table, path=path or name)


def _of_text(file, name):
    import pandas as pd

    data = file.read()
    how = written(data, name)
    options = how.options()
    text = ", ".join(["path", *(f"{key}={value!r}" for key, value in options.items())])
    try:
        frame = pd.read_csv(io.BytesIO(data), low_memory=False, **options)
    except (ValueError, OverflowError) as error:
        raise ValueError(f"{name} could not be read as a table: {error}") from None
    line = f"frame = pd.read_csv({text})"
    if not how.header:
        frame, line = frame.add_prefix("column "), f'{line}.add_prefix("column ")'
    table = _table(name, frame, line, how.notes(), how=how)
    for column in table.columns.values():
        if column.kind == "mixed":
            table.places[column.name] = line_of(data, how, int(column.wrong[0]))
    return table


@contextmanager
def _reading(name, kind, needs):
    """Errors of what reads a file, in words for users; those are of many kinds."""
    try:
        yield
    except (NoTable, MemoryError):
        raise
    except ImportError:
        raise ImportError(
            f"{name}: pandas reads {kind} with {needs}, which is not installed: pip install "
            f"{needs}. Or save the table as CSV."
        ) from None
    except Exception as error:
        words = str(error).splitlines()[0][:120] if str(error) else type(error).__name__
        raise ValueError(
            f"{name} could not be read as {kind}: {words.rstrip('.')}. Save the table as CSV, and "
            "choose that file."
        ) from None


def _of_parquet(file, name, at_path, named):
    import pandas as pd

    with _reading(name, "Parquet", "pyarrow"):
        flat, nested, large = flat_columns(file, name, at_path, named)
        file.seek(0)
        frame = pd.read_parquet(file, columns=flat if nested or large else None)
    options = f", columns={flat!r}" if nested or large else ""
    left_out = {"several values in a cell": nested, "too large a table to read whole": large}
    notes = [f"{why}, so left out: {several(of)}" for why, of in left_out.items() if of]
    return _table(name, frame, f"frame = pd.read_parquet(path{options})", notes)


def _of_excel(file, name):
    import pandas as pd

    with _reading(name, "a workbook", "openpyxl"):
        _check_unpacked(file, name, _MOST_BOOK)
        with pd.ExcelFile(file, engine="openpyxl") as book:
            first, *others = book.sheet_names
            head = pd.read_excel(book, sheet_name=first, header=None, nrows=1)
            frame = pd.read_excel(book, sheet_name=first)
            two_rows = _goes_on(frame)
            if two_rows:
                frame = pd.read_excel(book, sheet_name=first, header=[0, 1])
    line = "frame = pd.read_excel(path)"
    notes = words_for_twice(twice_in(head.iloc[0].dropna()) if len(head) else ())
    if two_rows:
        frame, line = _joined(frame)
        notes.append("the names of columns stand in two rows, and are joined")
    if others:
        notes.append(f'only the first sheet is read, "{clipped(first)}", not {several(others)}')
    return _table(name, frame, line, notes)


def _goes_on(frame):
    """Whether the names of columns go on in the first row, as below cells that are merged."""
    unnamed = [str(name).startswith(_UNNAMED) for name in frame.columns]
    if not any(unnamed) or len(frame) < 2:
        return False
    first, second = (
        [isinstance(cell, str) for cell in frame.iloc[k].dropna().tolist()] for k in (0, 1)
    )
    return bool(first) and all(first) and not all(second)


def _joined(frame):
    """A frame with names of two rows joined, and Python for it; one title above all goes."""
    start = int(frame.columns.get_level_values(0).nunique() == 1)
    lines = (
        "frame = pd.read_excel(path, header=[0, 1])",
        f"names = [[str(part) for part in name{'[1:]' * start}] for name in frame.columns]",
        f"names = [[part for part in name if not part.startswith({_UNNAMED!r})] for name in names]",
        'frame.columns = [" ".join(name) for name in names]',
    )
    names = [[str(part) for part in name[start:]] for name in frame.columns]
    names = [[part for part in name if not part.startswith(_UNNAMED)] for name in names]
    return frame.set_axis([" ".join(name) for name in names], axis=1), "\n".join(lines)


def _check_unpacked(file, name, most):
    """Raise an error for a packed file that says it unpacks to more bytes than are read."""
    try:
        with zipfile.ZipFile(file) as packed:
            size = sum(part.file_size for part in packed.infolist())
    except (zipfile.BadZipFile, OSError):
        kind = Path(name).suffix[1:]
        raise NoTable(f"{name} is no {kind} file, or part of it is missing.") from None
    if size > most:
        raise NoTable(f"{name} unpacks to {size / 1e6:.0f} MB. Save fewer rows, or save it as CSV.")
    file.seek(0)


def _of_npz(file, name):
    import pandas as pd

    with _reading(name, "npz", "numpy"):
        _check_unpacked(file, name, _MOST_UNPACKED)
        with np.load(file, allow_pickle=False) as packed:
            arrays = {key: packed[key] for key in packed.files}
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
    lines = [
        "arrays = np.load(path)",
        f"frame = pd.DataFrame(arrays[{first!r}]).add_prefix({first + ' '!r})",
    ]
    for key in flat:
        frame[key] = arrays[key]
        lines.append(f"frame[{key!r}] = arrays[{key!r}]")
    left = [f"{k} {a.shape}" for k, a in arrays.items() if k != first and k not in flat]
    notes = [f"left out of the file: {', '.join(left)}"] if left else []
    label = next((key for key in ("y", "target", "labels") if key in flat), None)
    return _table(name, frame, "\n".join(lines), notes, label=label)


def _table(name, frame, line, notes, *, how=None, label=None):
    """A table of named columns and counted rows; its numbers are read as people write them."""
    import pandas as pd

    lines = line.splitlines()
    if not all(isinstance(column, str) for column in frame.columns):
        frame.columns = [str(column) for column in frame.columns]
        lines.append("frame.columns = [str(column) for column in frame.columns]")
    if not frame.columns.is_unique:
        twice = short_repr(frame.columns[frame.columns.duplicated()][0])
        raise ValueError(f"{name} has two columns called {twice}. Give each a name of its own.")
    frame, mending, told = mended(frame, how.decimal if how else ".")
    if isinstance(frame.index, pd.RangeIndex):
        named_by = next((c for c in frame.columns if _names_rows(frame[c])), None)
        names = [] if named_by is None else frame[named_by].tolist()
    else:
        named_by, names = None, [str(each) for each in frame.index]
        frame = frame.reset_index(drop=True)
    lines, notes = (*lines, *mending), (*notes, *told)
    return Table(name, frame, names, named_by, lines, notes, label=label, how=how)


def _names_rows(values):
    """Whether a column is one of texts that are there and all different."""
    head = values.iloc[:1000]
    texts = all(isinstance(value, str) for value in head)
    return texts and head.is_unique and values.is_unique and values.notna().all()
