"""The report's pictures: the clusters as points of the plane, and what judges say along a width."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from matplotlib.markers import MarkerStyle

from ..._validation import is_number
from ...kernels.matrix import median_rule
from ...plotting import (
    COLOURS,
    INK,
    INK_2,
    FigureWithAlt,
    as_plane,
    mark,
    plot_partition,
    plot_width_curve,
)
from ...plotting.alt_text import as_drawing
from ...plotting.basics import as_text
from ...plotting.inline.theme import VARIABLES
from ...plotting.style import styled
from ...selection import BLIND, CRITERIA

_LEAST = 3  # widths that make a curve


def drawing(figure):
    """A figure as HTML in the colours of the page, with its alternative text.

    Parameters
    ----------
    figure : FigureWithAlt

    Returns
    -------
    str
    """
    return as_drawing(figure.figure, figure.alt)


@styled()
def scatter(table, labels):
    """The rows as points, colour and mark by cluster.

    Parameters
    ----------
    table : Table
    labels : ndarray of int of shape (m,)

    Returns
    -------
    FigureWithAlt
    """
    points, caption = as_plane(table.X)
    figure = Figure(figsize=(8.4, 4.6))
    ax = figure.subplots()
    plot_partition(points, labels, ax)
    if table.X.shape[1] <= 2 and len(table.columns) == table.X.shape[1]:
        ax.set_xlabel(as_text(table.columns[0]), fontsize=10, color=INK)
        ax.set_ylabel(as_text(table.columns[-1] if len(table.columns) > 1 else ""), fontsize=10)
    elif caption:
        ax.set_xlabel(as_text(caption), fontsize=10, color=INK_2)
    where = caption or "their own columns"
    return FigureWithAlt(
        figure, f"{len(labels)} rows as points of the plane ({where}): {', '.join(_sizes(labels))}."
    )


def legend(labels):
    """The clusters' marks with their names and sizes, as HTML.

    Parameters
    ----------
    labels : ndarray of int of shape (m,)

    Returns
    -------
    str
    """
    items = (f"<li>{_mark(k)} {words}</li>" for k, words in enumerate(_sizes(labels)))
    return f'<ul class="marks">{"".join(items)}</ul>'


def _sizes(labels):
    counts = np.bincount(labels)
    return [f"cluster {k}: {n} row{'s' * (n != 1)}" for k, n in enumerate(counts.tolist())]


def _mark(cluster):
    """A cluster's mark as a small drawing, in its colour on a light page and on a dark one."""
    style = MarkerStyle(mark(cluster)[0])
    path = style.get_path().transformed(style.get_transform())
    corners = max(path.to_polygons(), key=len) / np.abs(path.vertices).max()
    points = " ".join(f"{x:.2f},{-y:.2f}" for x, y in corners)
    fill, edge = (VARIABLES[f"{of}{cluster % len(COLOURS)}"] for of in "sh")
    return (
        '<svg class="mark" viewBox="-1.15 -1.15 2.3 2.3" aria-hidden="true">'
        f'<polygon points="{points}" style="fill:{fill};stroke:{edge};stroke-width:.15"/></svg>'
    )


def curves(comparison, X):
    """A figure for each family of kernels that were compared at three widths or more.

    Parameters
    ----------
    comparison : KernelComparison
    X : ndarray of shape (m, d)

    Returns
    -------
    list of FigureWithAlt
    """
    families = {}
    for row in comparison.rows:
        family, width = _place(row)
        families.setdefault(family, {})[width] = row
    return [
        _family(family, by_width, comparison, X)
        for family, by_width in families.items()
        if family and len(by_width) >= _LEAST
    ]


def _place(row):
    """A row's family and its place in it, a width or a time; nothing where it has none."""
    params = row.params
    if params.get("kernel") in ("rbf", "laplacian"):
        return params["kernel"], float(params["gamma"])
    time = (params.get("kernel_params") or {}).get("s")
    if params.get("kernel") == "graph" and is_number(time) and time > 0:
        return "diffusion", float(time)
    return "", None


@styled()
def _family(family, by_width, comparison, X):
    judges = [made for made in comparison.criteria if made.name in BLIND]
    unit = 1.0 if family == "diffusion" else float(median_rule(X, family))
    axis = "time s" if family == "diffusion" else "width, in units of the median rule"
    widths, rows = np.array(sorted(by_width)) / unit, [by_width[w] for w in sorted(by_width)]
    n_rows = -(-len(judges) // 3)
    figure = Figure(figsize=(9, 0.4 + 2 * n_rows))
    axes = figure.subplots(n_rows, min(3, len(judges)), squeeze=False).ravel()
    told = [_curve(made, widths, rows, ax) for made, ax in zip(judges, axes, strict=False)]
    for ax in axes[len(judges) :]:
        ax.set_visible(False)
    figure.supxlabel(axis, fontsize=9, color=INK_2)
    return FigureWithAlt(
        figure, f"What each judge says of the {family} kernels over the {axis}. {' '.join(told)}"
    )


def _curve(made, widths, rows, ax):
    """One judge's curve; in words, where it is best."""
    values = [row.values[made.name] for row in rows]
    values = np.ma.masked_invalid([np.nan if value is None else value for value in values])
    title = f"{made.title} {made.arrow}"
    band = None
    if all(made.name in row.bands for row in rows):
        band = np.array([row.bands[made.name] for row in rows]).T
    known = values.compressed()
    if len(known) and known.min() > 0 and known.max() > 30 * known.min():
        ax.set_yscale("log")
    plot_width_curve(widths, values, ax, band=band, title=title, higher=made.higher)
    ax.set_xticks(widths, [f"{width:.2g}" for width in widths])
    ax.minorticks_off()
    ax.margins(y=0.15)  # a ring at the edge is whole
    if not len(known):
        ax.set_yticks([])
        ax.text(0.5, 0.5, "not defined here", ha="center", transform=ax.transAxes)
        return f"{CRITERIA[made.name].title} is not defined for them."
    best = widths[values.argmax() if made.higher else values.argmin()]
    return f"{CRITERIA[made.name].title} is best at {best:.2g}."
