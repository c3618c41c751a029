"""Files read as tables: CSV, TSV, Parquet and NumPy's npz."""

from __future__ import annotations

import importlib.util
import io
import re
import zipfile
import zlib
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
    """A file that has been read.

    Attributes
    ----------
    name : str
        Of the file.
    frame : pandas.DataFrame
        All of its rows, its index counting them from 0.
    names : list of str
        Of the rows; empty where they have none.
    named_by : str or None
        The column that holds these names, if one does.
    path : str
        How a line of Python calls the file.
    lines : tuple of str
        Python that reads the file at ``path`` into ``frame``.
    notes : tuple of str
        What a reader should know of how it was read.
    label : str or None
        A column that the file itself says holds classes.
    how : Written or None
        How it is written, if it is text.
    places : dict of str to int
        The line of the file on which a column first holds what is no number.
    """

    name: str
    frame: object
    names: list = field(default_factory=list)
    named_by: str | None = None
    path: str = ""
    lines: tuple = ()
    notes: tuple = ()
    label: str | None = None
    how: Written | None = None
    places: dict = field(default_factory=dict)

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
    frame, lines, told = mended(frame, how.decimal)
    line = "\n".join([line, *lines])
    table = _table(name, frame, line, notes=(*how.notes(), *told), how=how)
    for column in table.columns.values():
        if column.kind == "mixed":
            table.places[column.name] = line_of(data, how, int(column.wrong[0]))
    return table


def _of_parquet(file, name, at_path, named):
    import pandas as pd

    try:
        flat, nested, large = flat_columns(file, name, at_path, named)
        file.seek(0)
        frame = pd.read_parquet(file, columns=flat if nested or large else None)
    except NoTable:
        raise
    except ImportError:
        raise ImportError(
            f"{name}: pandas reads Parquet with pyarrow, which is not installed: pip install "
            "pyarrow. Or save the table as CSV."
        ) from None
    except Exception as error:  # pyarrow has errors of many kinds
        words = str(error).splitlines()[0][:120] if str(error) else type(error).__name__
        raise ValueError(f"{name} could not be read as Parquet: {words}") from None
    options = f", columns={flat!r}" if nested or large else ""
    line = f"frame = pd.read_parquet(path{options})"
    if not all(isinstance(column, str) for column in frame.columns):
        frame.columns = [str(column) for column in frame.columns]
        line += "\nframe.columns = [str(column) for column in frame.columns]"
    left_out = {"several values in a cell": nested, "too large a table to read whole": large}
    notes = tuple(f"{why}, so left out: {several(of)}" for why, of in left_out.items() if of)
    return _table(name, frame, line, notes=notes)


def _of_excel(file, name):
    import pandas as pd

    try:
        size = _unpacked(file, name)
        if size > _MOST_BOOK:
            raise NoTable(f"{name} unpacks to {size / 1e6:.0f} MB. Save the sheet as CSV.")
        with pd.ExcelFile(file, engine="openpyxl") as book:
            first, *others = book.sheet_names
            head = pd.read_excel(book, sheet_name=first, header=None, nrows=1)
            frame = pd.read_excel(book, sheet_name=first)
            two_rows = _goes_on(frame)
            if two_rows:
                frame = pd.read_excel(book, sheet_name=first, header=[0, 1])
    except NoTable:
        raise
    except ImportError:
        raise ImportError(
            f"{name}: pandas reads workbooks with openpyxl, which is not installed: pip install "
            "openpyxl. Or save the sheet as CSV."
        ) from None
    except Exception:  # of openpyxl, of zip and of XML
        raise ValueError(
            f"{name} could not be read as a workbook. Save the sheet as CSV, and choose that file."
        ) from None
    line = "frame = pd.read_excel(path)"
    if two_rows:
        frame, line = _joined(frame)
    if not all(isinstance(column, str) for column in frame.columns):
        frame.columns = [str(column) for column in frame.columns]
        line += "\nframe.columns = [str(column) for column in frame.columns]"
    notes = words_for_twice(twice_in(head.iloc[0].dropna()) if len(head) else ())
    if two_rows:
        notes.append("the names of columns stand in two rows, and are joined")
    if others:
        notes.append(f'only the first sheet is read, "{clipped(first)}", not {several(others)}')
    frame, lines, told = mended(frame, ".")
    return _table(name, frame, "\n".join([line, *lines]), notes=(*notes, *told))


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


def _unpacked(file, name):
    """Bytes that a packed file says it unpacks to."""
    try:
        with zipfile.ZipFile(file) as packed:
            size = sum(part.file_size for part in packed.infolist())
    except (zipfile.BadZipFile, OSError):
        kind = Path(name).suffix[1:]
        raise NoTable(f"{name} is no {kind} file, or part of it is missing.") from None
    file.seek(0)
    return size


def _of_npz(file, name):
    import pandas as pd

    arrays = _arrays(file, name)
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
    notes = (f"left out of the file: {', '.join(left)}",) if left else ()
    label = next((key for key in ("y", "target", "labels") if key in flat), None)
    return _table(name, frame, "\n".join(lines), notes=notes, label=label)


def _arrays(file, name):
    try:
        size = _unpacked(file, name)
        if size > _MOST_UNPACKED:
            raise ValueError(f"{name} unpacks to {size / 1e9:.1f} GB. Save fewer rows in it.")
        with np.load(file, allow_pickle=False) as arrays:
            return {key: arrays[key] for key in arrays.files}
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, KeyError):
        raise ValueError(f"{name} is no npz file, or part of it is missing.") from None
    except ValueError as error:
        if "allow_pickle" not in str(error):
            raise
        raise ValueError(
            f"{name} holds objects of Python beside its arrays, which are not read. Save numbers "
            "and texts only."
        ) from None


def _table(name, frame, line, **about):
    """A table whose rows are counted from 0, and named where the file has names for them."""
    import pandas as pd

    if not frame.columns.is_unique:
        twice = short_repr(frame.columns[frame.columns.duplicated()][0])
        raise ValueError(f"{name} has two columns called {twice}. Give each a name of its own.")
    names, column = [], None
    if not isinstance(frame.index, pd.RangeIndex):
        names = [str(each) for each in frame.index]
        frame = frame.reset_index(drop=True)
    else:
        column = next((c for c in frame.columns if _names_rows(frame[c])), None)
        names = [] if column is None else frame[column].tolist()
    lines = tuple(line.splitlines())
    return Table(name, frame, names, column, lines=lines, **about)


def _names_rows(values):
    """Whether a column is one of texts that are there and all different."""
    head = values.iloc[:1000]
    texts = all(isinstance(value, str) for value in head)
    return texts and head.is_unique and values.is_unique and values.notna().all()
