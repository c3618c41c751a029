"""`report`: a clustering on one page that needs nothing beside it."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

import numpy as np

from .._utils.files import not_written, write_whole
from .._validation import (
    ANYTHING,
    PATH,
    Rule,
    check_distances,
    check_labels,
    check_numbers,
    check_samples,
    checked,
    counted,
    short_repr,
)
from ..selection import KernelComparison, KernelRow
from ..widgets import DataFile
from ..widgets.data_file.columns import several
from ..widgets.data_file.oddities import is_id
from .report_page import Clustering, page_of
from .report_portrait import plain

# The frame is as high as its page, up to most of the window, and dark where the page around it is.
_FITS = (
    "const inner = this.contentDocument.documentElement, fit = () => {"
    " const look = getComputedStyle(this.parentElement);"
    " const [r, g, b] = look.color.match(/[\\d.]+/g).map(Number);"
    " const light = r + g + b < 384; inner.style.colorScheme = light ? 'light' : 'dark';"
    " inner.querySelector('body').dataset.jpThemeLight = light;"  # its figures heed this
    " this.style.height = inner.querySelector('main').offsetHeight + 2 + 'px'; };"
    " fit(); new ResizeObserver(fit).observe(this.parentElement);"
    " for (const each of [document.documentElement, document.body])"
    " new MutationObserver(fit).observe(each, { attributes: true });"
)
_MARK = b'<meta name="generator" content="depcluster report">'
_FITTED = Rule(
    "a row of the comparison, as found[found.best('lsmi')], or a fitted estimator with labels_",
    lambda v: (
        isinstance(v, KernelRow)
        or (not isinstance(v, type) and hasattr(v, "get_params") and hasattr(v, "labels_"))
    ),
)
_COMPARED = Rule(
    "what compare_kernels(X, default_kernels(X), n_clusters) returns",
    lambda v: isinstance(v, KernelComparison) and len(v.rows) > 0,
)


@dataclass(frozen=True)
class Report:
    """A page that was written; as the last line of a cell it shows a link and the page itself.

    Attributes
    ----------
    path : pathlib.Path
    """

    path: Path

    def __fspath__(self):
        return str(self.path)

    def __repr__(self):
        return f"Report: {self.path.name}, {self._size()}"

    def _size(self):
        return f"{self.path.stat().st_size / 1000:.0f} kB"

    def _repr_html_(self):
        name, shown = escape(self.path.name), escape(self.path.name)
        if self.path.is_relative_to(Path.cwd()):
            link = escape(self.path.relative_to(Path.cwd()).as_posix())
            shown = f'<a href="{link}" target="_blank" rel="noopener">{name}</a>'
        page = self.path.read_text(encoding="utf-8").replace("&", "&amp;").replace("'", "&#39;")
        style = "width:100%;height:560px;max-height:80vh;border:1px solid #8d8e8f;border-radius:4px"
        return (
            f"<p>Report: {shown}, {self._size()}. It needs no other file and no network.</p>"
            f'<iframe title="The report {name}" style="{style}" onload="{_FITS}" '
            f"srcdoc='{page}'></iframe>"
        )


@checked(X=ANYTHING, model=_FITTED, comparison=_COMPARED, out=PATH, original=ANYTHING)
def report(X, model, comparison, out="report.html", *, original=None):
    """Write a clustering onto one HTML page, to send, to print or to keep.

    The page has a picture of the clusters and each of them in words: columns whose mean differs
    from that of all other rows by at least 0.8 pooled standard deviations (a large effect, Cohen
    1988), rows nearest to its middle in feature space, and rows that another middle is nearly as
    near to. It says for how many clusters the table speaks, by `compare_n_clusters` on at most 500
    rows; how sure the clusters are, by `cluster_test` and by `consensus` over 20 bootstrap draws;
    and what was left out and changed; then the choices, sizes and means, the Python that finds the
    labels again, and in an appendix what the judges of kernels say. Of a file of which rows were
    drawn, the others are assigned to these clusters, and the labels to download say which they are.
    It loads nothing, needs no script, and follows the light or dark theme of its reader.

    Parameters
    ----------
    X : array-like or data frame of shape (m, d), or DataFile
        What was clustered. A data frame's columns and index name columns and rows; a file brings
        its own units, and its column of known classes.
    model : KernelRow or fitted estimator
        A row of the comparison, whose labels are those that were judged; or what has ``labels_``
        of these rows, such as `KernelKMeans` or scikit-learn's own.
    comparison : KernelComparison
        What `compare_kernels` said of the same rows.
    out : path, default="report.html"
        Where to write it; its name ends in .html. An earlier report there is replaced, any
        other file is left alone.
    original : array-like or data frame of shape (m, k), optional
        The same rows in the units a reader knows, where X was scaled.

    Returns
    -------
    Report
        With its ``path``; as the last line of a cell it shows a link and the page.

    Raises
    ------
    ValueError
        If the model is not fitted, is of another comparison or, as the comparison, of other rows,
        or ``out`` cannot be written. No file is written then.

    Examples
    --------
    >>> import tempfile
    >>> from sklearn.datasets import load_iris
    >>> from depcluster import compare_kernels
    >>> from depcluster.selection import rbf_kernels
    >>> X = load_iris().data
    >>> found = compare_kernels(X, rbf_kernels(X), 3, criteria=["lsmi", "eigengap"])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     report(X, found["rbf x1"], found, f"{folder}/iris.html").path.name
    'iris.html'
    """
    path, source = _place(out), source_of(X, original)
    clustering = _clustering(model, comparison, len(source.X))
    _check_rows(comparison, len(source.X))
    write_whole(path, page_of(source, clustering, comparison), "out")
    return Report(path)


def _clustering(model, comparison, m):
    if not isinstance(model, KernelRow):
        return Clustering.of_estimator(model, _labels(model, m))
    if not any(row is model for row in comparison.rows):
        raise ValueError(
            "model must be a row of this comparison, as found[found.best('lsmi')]; got one of "
            "another."
        )
    return Clustering.of_row(model, comparison)


def _labels(model, m):
    try:
        found = np.asarray(model.labels_)
    except Exception:  # somebody else's object may raise anything
        found = np.empty(0)
    if found.shape != (m,):
        raise ValueError(
            f"model must be fitted to the {m} rows of X; got labels_ of shape {found.shape}."
        )
    return check_labels(found, m, name="labels_ of model")


def _check_rows(comparison, m):
    compared = len(comparison.rows[0].labels)
    if compared != m:
        raise ValueError(
            f"comparison must be of the {m} rows of X; got one of {compared} rows. Give X to "
            "compare_kernels, too."
        )


def _place(out):
    """The path, if a report may stand there."""
    path = Path(os.path.abspath(out))
    if path.suffix.lower() != ".html" or "\0" in str(path):
        raise ValueError(
            f"out must end in .html; got {short_repr(str(out))}. Try out='report.html'."
        )
    try:
        if not path.parent.is_dir():
            raise ValueError(f"out must be in a folder that is there; got {short_repr(str(out))}.")
        taken = path.exists() and not (path.is_file() and _MARK in path.read_bytes()[:1000])
    except OSError as error:
        raise ValueError(not_written(out, error, "out")) from None
    if taken:
        raise ValueError(
            f"out must be a new file or an earlier report; got {short_repr(str(out))}, which holds "
            "something else. Choose another name."
        )
    return path


# The rows that a report is about.


@dataclass(frozen=True)
class Source:
    """What is told of the rows that were clustered.

    `X`, (m, d), is as it was clustered; `values`, (m, k), are in the units a reader knows, NaN
    where one is missing. `rows` are the rows' numbers, of a file those in the file; `names` is
    empty where they have none else. `rest` are the numbers, names and samples of rows that were not
    drawn and only get a label; `dates` says how to read columns that hold days. `told` says where
    they come from, by what it is about, `changed` what was left out and changed; `python` are the
    lines that make X, empty where Python had it already. `known` is what a column of known classes
    is called, the class of each row, and what classes are called.
    """

    name: str
    X: np.ndarray
    values: np.ndarray
    columns: list
    rows: np.ndarray
    names: list
    told: dict
    changed: list
    python: str = ""
    known: tuple | None = None
    rest: tuple | None = None
    dates: dict = field(default_factory=dict)

    def shown(self, j, value):
        """A value of column j as sentences and tables show it."""
        dates = self.dates.get(self.columns[j])
        return dates.shown(value) if dates and np.isfinite(value) else plain(value)


def source_of(X, original=None):
    """What a report tells of rows, the same in units to be read, or a DataFile."""
    if isinstance(X, DataFile):
        return _of_file(X, original)
    numbers = check_distances(check_samples(X))
    shown, values = X, numbers
    units = "as the rows were given; if they were scaled before, means are scaled too"
    if original is not None:
        shown, values = original, check_numbers(original, "original", (len(numbers), "k"))
        units = "means are of the columns given as original"
    told = {
        "Rows": f"{len(numbers)}",
        "Columns": f"{numbers.shape[1]} that were clustered",
        "Units": units,
    }
    rows, columns = np.arange(len(numbers)), _columns(shown, values)
    ids = [j for j, name in enumerate(columns) if is_id(name, values[:, j])]
    told_of = [j for j in range(len(columns)) if j not in ids] or ids
    changed = ["No row of what was given was left out, and no value changed."]
    if ids and told_of != ids:
        named = several([columns[j] for j in ids])
        changed.append(f"Not described, because the numbers only name the rows: {named}.")
    columns, names = [columns[j] for j in told_of], _names((X, shown), rows)
    name, values = counted(len(rows), "row"), values[:, told_of]
    return Source(name, numbers, values, columns, rows, names, told, changed)


def _of_file(file, original):
    """The table in a file, which brings its units itself."""
    if original is not None:
        raise ValueError("original must be left out with a DataFile, which brings its own units.")
    if not file.X.size:
        raise ValueError(f"X must hold rows; got {file.summary()}.")
    name, whole = file.file_name, file.whole
    left_out = [c for c in whole.columns if c not in (*file.features, file.label)]
    changed = [f"{note[0].upper()}{note[1:]}." for note in file.notes]
    changed.append(f"Columns that were not clustered: {', '.join(left_out) or 'none'}.")
    changed += [f"Not settled: {words}" for words in file.unsettled]
    told = {
        "File": name,
        "Rows": f"{len(file.rows_)} of {len(whole)} in the file",
        "Columns": f"{len(file.features)} that were clustered",
        "Units": "means are of the numbers in the file",
    }
    known = None if file.y is None else (file.label, file.y, list(file.target_names))
    rows, prepared = file.rows_, file._prepared
    names, values = _names((file.frame,), rows), file.frame.to_numpy(dtype=float)
    columns, about = list(file.features), prepared.table.columns
    dates = {each: about[each].dates for each in columns if about[each].dates}
    python = prepared.python(name)  # the file alone, not where it lies
    rest = None
    if len(prepared.rest):
        of_rest = [prepared.table.names[row] for row in prepared.rest] if names else []
        rest = prepared.rest, of_rest, prepared.X_of(prepared.rest)
    more = {"python": python, "known": known, "rest": rest, "dates": dates}
    return Source(name, file.X, values, columns, rows, names, told, changed, **more)


def _columns(shown, values):
    """Names of the columns, or their numbers."""
    names = getattr(shown, "columns", None)
    if names is None or callable(names):
        return [f"column {j}" for j in range(values.shape[1])]
    return [str(name) for name in names]


def _names(tables, rows):
    """Names of the rows, from the index of the first data frame; none if it has their numbers."""
    for table in tables:
        index = getattr(table, "index", None)
        if index is not None and not callable(index):
            names = [str(name) for name in index]
            return [] if names == [str(row) for row in rows] else names
    return []
