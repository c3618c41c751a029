"""Pictures of the notebook for a table of one's own: a table to begin with, and what stays."""

from __future__ import annotations

import atexit
import csv
import io
from functools import lru_cache
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer
from sklearn.metrics import adjusted_rand_score

from ..._validation import PATH, checked, counted
from ...choice import BLIND, CRITERIA, compare_kernels, default_kernels
from ...kernels.matrix import has_width, median_rule
from ...papers.song2007 import KernelKMeans
from ...plotting import COLOURS, INK, INK_2, FigureWithAlt, as_plane, colour, mark, plot_partition
from ...plotting.basics import as_text
from ...plotting.style import styled
from ...report import Report, report  # noqa: F401
from ...report.page import Clustering
from ...report.portrait import name_far_rows
from ...report.source import source_of
from ...widgets import Dropdown, interactive_figure

# A table to begin with: what a file from a laboratory looks like, with a gap and text in it.

#: Where the value is that the file lacks: its row, counted from 0, and its column.
GAP = (4, "worst area")


@checked(path=PATH)
def example_table(path="cells.csv"):
    """Write a table to practise on; Python takes it away as it ends.

    569 samples of cells from breast tumours, scikit-learn's ``load_breast_cancer``: the name of
    the sample, the diagnosis as text, and thirty columns of measurements, in one of which a value
    is missing.

    Parameters
    ----------
    path : path, default="cells.csv"

    Returns
    -------
    pathlib.Path

    Raises
    ------
    ValueError
        If something else stands there.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     example_table(f"{folder}/cells.csv").read_text()[:34]
    'sample,diagnosis,mean radius,mean '
    """
    place, text = Path(path), _text()
    try:
        if place.exists() and place.read_text(encoding="utf-8") != text:
            raise ValueError(
                f"path must be that of a new file; {place.name} holds something else already."
            )
        place.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ValueError(f"path must be a file that can be written; {error.strerror}.") from None
    atexit.register(place.absolute().unlink, missing_ok=True)
    return place


def is_example(file):
    """Whether a DataFile holds the table to practise on, of which the notebook tells numbers."""
    held = file.frame
    same = held is not None and list(held.columns) == list(load_breast_cancer().feature_names)
    return same and len(held) == 568 and held.index[0] == "S001"


def _text():
    data, (row, column) = load_breast_cancer(), GAP
    columns = list(data.feature_names)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["sample", "diagnosis", *columns])
    for i, (values, of) in enumerate(zip(data.data.tolist(), data.target, strict=True)):
        cells = [f"{value:.6g}" for value in values]
        if i == row:
            cells[columns.index(column)] = ""
        writer.writerow([f"S{i + 1:03}", data.target_names[of], *cells])
    return out.getvalue()


_MANY = 1000  # rows, whose comparison takes longer than a few seconds

# What scaling does to a table, and what stays when rows are shaken.


def shares(values):
    """The share of each column in the sum of all variances; NaN are left out.

    >>> shares([[0.0, 0.0], [1.0, 3.0]]).tolist()
    [0.1, 0.9]
    """
    variances = np.nanvar(values, axis=0)
    return variances / variances.sum()


def looked_at(X, most=6):
    """A table as points, and the columns that weigh most, as they stand and as they were scaled."""
    table = source_of(X)
    whole = np.where(np.isnan(table.values), np.nanmean(table.values, axis=0), table.values)
    tables = {"as in the file": whole, "as scaled": table.X}

    def draw(columns):
        return _drawn(tables[columns], table, columns, most)

    return interactive_figure(draw, columns=Dropdown(list(tables)))


@styled()
def _drawn(values, table, how, most):
    names = table.columns
    points, caption = as_plane(values)
    share = shares(values)
    first = np.argsort(-share, kind="stable")[:most]
    figure = Figure(figsize=(9, 3.6))
    left, right = figure.subplots(1, 2, width_ratios=[1.3, 1])
    plot_partition(points, np.zeros(len(points), int), left)
    name_far_rows(left, points, table)
    left.set_xlabel(caption, fontsize=9, color=INK_2)
    right.barh(range(len(first)), 100 * share[first], color=COLOURS[0])
    right.set_yticks(range(len(first)), [as_text(names[j]) for j in first], fontsize=9)
    right.set(xlim=(0, 100), ylim=(most - 0.5, -0.5))
    right.set_xlabel("share of all variance, %", fontsize=9, color=INK_2)
    left.set_title(f"columns {how}")
    told = ", ".join(f"{names[j]} {100 * share[j]:.0f} %" for j in first)
    return (
        figure,
        f"{counted(len(points), 'row')}, columns {how}. Largest shares of the variance: {told}.",
    )


def judged(file, n_clusters):
    """The ten kernels compared on the rows of a DataFile; the same rows are compared once.

    Of many rows it shows how far it has come.
    """
    return _judged(file.X.tobytes(), file.X.shape, n_clusters)


@lru_cache(maxsize=4)
def _judged(held, shape, n_clusters):
    X = np.frombuffer(held).reshape(shape)
    return compare_kernels(X, default_kernels(X), n_clusters, verbose=len(X) > _MANY)


def best_widths(explorer):
    """By judge, the width it prefers on an explorer's curves, in units of the median rule.

    No width where the kernel has none.
    """
    if not has_width(explorer.kernel):
        return {}
    return _best_widths(
        explorer.X.tobytes(), explorer.X.shape, explorer.kernel, explorer.n_clusters
    )


@lru_cache(maxsize=4)
def _best_widths(held, shape, kernel, n_clusters):
    X = np.frombuffer(held).reshape(shape)
    factors, rule = 2.0 ** np.linspace(-4, 4, 17), median_rule(X, kernel)
    widths = {f"{factor:.3g}": {"kernel": kernel, "gamma": rule * factor} for factor in factors}
    found = compare_kernels(X, widths, n_clusters)
    picked = {CRITERIA[judge].title: found.picks(judge) for judge in BLIND}
    return {judge: names[0] for judge, names in picked.items() if names}


def python(file, row, comparison):
    """Python that reads the file of a DataFile and finds the clusters of a row again."""
    return Clustering.of_row(row, comparison).again(file.python)


def agreements(X, kernels, n_clusters, *, shakes=(0.1, 0.3), draws=5):
    """How far the clusters of some kernels stay when rows are shaken, and when half of them go.

    By kernel and by what was done an array, (draws,): adjusted Rand index of the clusters before
    and after, on the rows that are left. ``kernels`` are parameters of an estimator by the name to
    show; ``shakes`` are standard deviations of the noise.
    """
    X = np.asarray(X, dtype=float)
    return {
        name: _agreed(X, KernelKMeans(n_clusters, **params, random_state=0), shakes, draws)
        for name, params in kernels.items()
    }


def _agreed(X, model, shakes, draws):
    def labels(rows):
        return clone(model).fit(rows).labels_

    first, agreed = labels(X), {}
    for size in shakes:
        noise = [np.random.default_rng(k).normal(0, size, X.shape) for k in range(draws)]
        agreed[f"shaken by {size:g}"] = [adjusted_rand_score(first, labels(X + E)) for E in noise]
    halves = [np.random.default_rng(k).permutation(len(X))[::2] for k in range(draws)]
    agreed["half of the rows"] = [adjusted_rand_score(first[k], labels(X[k])) for k in halves]
    return {what: np.array(values) for what, values in agreed.items()}


@styled()
def what_stays(curve, agreed):
    """Song's gamma over the shakes, a StabilityCurve, beside `agreements` of the same kernels."""
    figure = Figure(figsize=(9, 3.6))
    left, right = figure.subplots(1, 2)
    medians = curve.quantiles(0.5)
    for k, name in enumerate(curve.names):
        style = {"color": colour(k), "marker": mark(k)[0], "label": as_text(name)}
        left.plot(curve.noise, medians[k], linewidth=1.3, **style)
        for at, values in enumerate(agreed[name].values()):
            place = at + 0.16 * (k - (len(agreed) - 1) / 2) + np.zeros(len(values))
            right.scatter(place, values, s=26, **style)
    left.set(xscale="log", yscale="log")
    left.set_xticks(curve.noise, [f"{size:g}" for size in curve.noise])
    left.yaxis.set_major_formatter("{x:g}")
    left.minorticks_off()
    left.set_xlabel("shake, in standard deviations", fontsize=9, color=INK_2)
    left.legend(labelcolor=INK)
    done = list(agreed[curve.names[0]])
    right.set_xticks(range(len(done)), done, fontsize=9)
    right.set(ylim=(-0.1, 1.05), xlim=(-0.5, len(done) - 0.5))
    titles = "gamma: what a shake changes", "agreement of clusters before and after"
    for ax, title in zip((left, right), titles, strict=True):
        ax.set_title(title)
    told = (
        f"{name}: gamma {medians[k, 0]:.2g} to {medians[k, -1]:.2g}, mean agreement "
        + ", ".join(f"{what} {v.mean():.2f}" for what, v in agreed[name].items())
        for k, name in enumerate(curve.names)
    )
    return FigureWithAlt(figure, f"What stays when rows are shaken. {'; '.join(told)}.")
