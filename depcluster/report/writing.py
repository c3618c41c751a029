"""`report`: a clustering on one page that needs nothing beside it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from .._typing import ArrayLike
from .._utils.files import not_written, write_whole
from .._validation import (
    ANYTHING,
    NOTHING,
    PATH,
    Rule,
    check_labels,
    checked,
    short_repr,
    whole,
)
from ..choice import KernelComparison, KernelRow, compare_kernels, default_kernels
from .page import Clustering, page_of
from .portrait import how_many
from .source import source_of

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


@checked(
    table=ANYTHING,
    n_clusters=whole(2) | NOTHING,
    model=_FITTED | NOTHING,
    comparison=_COMPARED | NOTHING,
    out=PATH,
    original=ANYTHING,
)
def report(
    table: Any,
    n_clusters: int | None = None,
    *,
    model: Any | None = None,
    comparison: KernelComparison | None = None,
    out: str | Path = "report.html",
    original: ArrayLike | None = None,
) -> Report:
    """Cluster a table, and write what the clusters are and how sure that is on one HTML page.

    The page has a picture of the clusters and each of them in words: columns whose mean differs
    from that of all other rows by at least 0.8 pooled standard deviations (a large effect, Cohen
    1988), rows nearest to its middle in feature space, and rows that another middle is nearly as
    near to. It says for how many clusters the table speaks, by `compare_n_clusters` on at most 500
    rows, with 99 tables without clusters for at most 300 rows and 19 for more; how sure the
    clusters are, by the same tables and by `consensus` over 20 bootstrap draws;
    and what was left out and changed; then the choices, sizes and means, what the judges of kernels
    say, and the Python that finds the labels again. Of a file of which rows were drawn, the others
    are assigned to these clusters, and the labels to download say which they are. It loads nothing,
    needs no script, and follows the light or dark theme of its reader.

    Parameters
    ----------
    table : Table, DataFile, array-like or data frame of shape (m, d)
        What is clustered. A table or DataFile brings its own units, its names of rows, and its
        known classes; a data frame's columns and index name columns and rows.
    n_clusters : int, optional
        By default as many as `compare_n_clusters` finds, and 2 where it finds none.
    model : KernelRow or fitted estimator, optional
        A row of the comparison, whose labels are those that were judged; or what has ``labels_``
        of these rows, such as `KernelKMeans` or scikit-learn's own. By default the kernel that
        least-squares mutual information prefers.
    comparison : KernelComparison, optional
        What `compare_kernels` said of the same rows. By default of `default_kernels`.
    out : path, default="report.html"
        Where to write it; its name ends in .html. An earlier report there is replaced, any
        other file is left alone.
    original : array-like or data frame of shape (m, k), optional
        The same rows in the units a reader knows, where an array was scaled.

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
    >>> from depcluster.choice import rbf_kernels
    >>> X = load_iris().data
    >>> found = compare_kernels(X, rbf_kernels(X), 3, criteria=["lsmi", "eigengap"])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     report(X, comparison=found, out=f"{folder}/iris.html").path.name
    'iris.html'
    """
    path, source = _place(out), source_of(table, original)
    if model is not None and not isinstance(model, KernelRow):
        n_clusters = len(np.unique(_labels(model, len(source.X))))
    elif comparison is not None:
        n_clusters = comparison.n_clusters
    number, told, asked = how_many(source.X, n_clusters)
    if comparison is None:
        if isinstance(model, KernelRow):
            raise ValueError("comparison must be given with a row of it as model; got None.")
        kernels = default_kernels(source.X)
        comparison = compare_kernels(source.X, kernels, number)
    _check_rows(comparison, len(source.X))
    model = comparison[comparison.best("lsmi")] if model is None else model
    clustering = _clustering(model, comparison, len(source.X))
    write_whole(path, page_of(source, clustering, comparison, told, asked), "out")
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
