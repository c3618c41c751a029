"""The one page of a report: what was clustered, chosen and found, and what judges say of it."""

from __future__ import annotations

import base64
import csv
import io
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.markers import MarkerStyle
from sklearn.base import clone
from sklearn.metrics import adjusted_rand_score
from sklearn.metrics.cluster import contingency_matrix

import depcluster

from .._utils.html import Html
from .._utils.html_table import Table
from .._utils.versions import header
from .._validation import counted, is_number
from ..choice import BLIND, read_kernel_study
from ..kernels.matrix import has_width, median_rule, resolve_gamma_of
from ..labels.nearest import nearest
from ..papers.song2007 import KernelKMeans
from ..plotting import (
    COLOURS,
    INK,
    INK_2,
    FigureWithAlt,
    as_plane,
    mark,
    plot_partition,
    plot_width_curve,
)
from ..plotting.alt_text import as_drawing
from ..plotting.basics import as_text
from ..plotting.palette import VARIABLES
from ..plotting.style import styled
from .portrait import cluster_means, how_sure, name_far_rows, portraits

_TEMPLATE = Path(__file__).parent / "templates" / "report.html"
_LINE, _FIGURE = Html("<p>{}</p>\n"), Html("<figure>{}</figure>\n")
_ITEM, _TERM = Html("<li>{}</li>"), Html("<dt>{0[0]}</dt><dd>{0[1]}</dd>")
_LIST = Html("<h2>{0[0]}</h2>\n<dl>{0[1]}</dl>\n")
_MARK = Html(
    """<li>
<svg class="mark" viewBox="-1.15 -1.15 2.3 2.3" aria-hidden="true">
<polygon points="{0[points]}" style="fill:{0[fill]};stroke:{0[edge]};stroke-width:.15"/></svg>
{0[words]}</li>"""
)
_PORTRAIT = Html(
    """<li><strong>{0[0].head}:</strong> {0[0].words}
<br><small>Nearest to its middle: {0[0].typical}.{0[1]}</small></li>
"""
)
_UNSURE = Html(" Least sure: {}.")
_CURVES = (
    "The judges along one kind of kernel, from wide to narrow or from short to long times. "
    "Ringed is what a judge prefers among these; ↑ more is better, ↓ less."
)
_NO_CURVES = "No kind of kernel was compared at three widths or more: there is no curve."
MOST_COLUMNS = 40
_LEAST = 3  # widths that make a curve
_MOST_REST = 100_000  # rows that are assigned: their labels stand in the page
_HAD = "# X is the table that was clustered, row by row as here"
_ADDRESS = re.compile(r" at 0x[0-9a-f]+", re.IGNORECASE)
_ASKS = {
    "gamma": "how little a shake of the rows changes what the clusters rest on",
    "eigengap": "how far what the clusters rest on stands above the rest",
    "lsmi": "how well the cluster can be told from the row",
    "cauchy_schwarz": "how little the clusters overlap as the kernel sees them",
    "cosine": "how much of the kernel a number for each pair of clusters explains",
}


@dataclass(frozen=True, eq=False)
class Clustering:
    """What a report tells of how its labels were found.

    `name` is that of the method, `call` a line of Python that makes its estimator; `params` are
    its settings. `python` are the lines that find the labels in X again. `row` is the row of the
    comparison whose labels these are, None of an estimator's.
    """

    labels: np.ndarray
    name: str
    call: str
    params: dict[Any, Any]
    python: str
    model: object
    row: object = None

    @classmethod
    def of_row(cls, row, comparison):
        """The labels that were judged."""
        c, searches = comparison.n_clusters, comparison.n_init
        params = row.params | {"n_init": searches, "random_state": comparison.random_state}
        given = "K" if row.params["kernel"] == "precomputed" else _line(row.params)
        again = (
            "from depcluster import compare_kernels\n\n{X}\n"
            f"found = compare_kernels(\n    X, {{{row.name!r}: {given}}}, {c},\n"
            f'    criteria="eigengap", n_init={searches}, '
            f"random_state={comparison.random_state}\n)\n"
            f"labels = found[{row.name!r}].labels"
        )
        call = f"KernelKMeans({c}, **{given})"
        model = None if given == "K" else KernelKMeans(c, **params)
        return cls(row.labels, "Kernel k-means", call, params, again, model, row)

    @classmethod
    def of_estimator(cls, model, labels):
        """The labels of a fitted estimator."""
        name, module = type(model).__name__, type(model).__module__
        if getattr(depcluster, name, None) is type(model):
            module = "depcluster"
        call = _line(model)
        again = f"from {module} import {name}\n\n{{X}}\nmodel = {call}\n"
        again += "labels = model.fit(X).labels_"
        params = model.get_params()
        repeats = None if params.get("kernel") == "precomputed" else model
        return cls(labels, name, call, params, again, repeats)

    def again(self, X):
        """Python that finds the labels again, after the lines that make X."""
        return self.python.replace("{X}", X, 1)


def _line(shown):
    """Something in one line of Python, no address of memory in it."""
    return _ADDRESS.sub("", re.sub(r"\s+", " ", repr(shown)))


def page_of(table, clustering, comparison, number, asked):
    """The page, whole, of a `Source` and a `Clustering`, with what `how_many` has found."""
    labels = clustering.labels
    others, assigned = labels_of_rest(table, clustering)
    row = clustering.row or same_kernel(clustering.params, comparison, table.X)
    style = _TEMPLATE.with_suffix(".css")
    agreed = _agreed(labels, comparison)
    drawn = curves(comparison, table.X)
    listed = {"The data": table.told, "The choices": _choices(clustering, table.X)}
    return Html(_TEMPLATE.read_text(encoding="utf-8")).format(
        title=f"Clusters of {table.name}",
        style=Html(style.read_text(encoding="utf-8")),
        when=header(),
        summary=_summary(table, clustering),
        portraits=_PORTRAIT.each(
            (each, _UNSURE.each(filter(None, [each.unsure])))
            for each in portraits(table, labels, clustering.params)
        ),
        number=_LINE.each(number),
        numbers=_FIGURE.each([_drawing(asked.plot())] if asked else []),
        sure=_LINE.each(filter(None, [*how_sure(table, clustering, asked), agreed])),
        changed=_ITEM.each([*table.changed, *assigned]),
        listed=_LIST.each((name, _TERM.each(lines.items())) for name, lines in listed.items()),
        scatter=_drawing(_scatter(table, labels)),
        marks=_MARK.each([_mark(k) | {"words": words} for k, words in enumerate(_sizes(labels))]),
        means=Html(_sizes_and_means(table, labels).html()),
        known=Html(_against_known(table, labels).html() if table.known else ""),
        labels=_as_download(_labels_csv(table, labels, others)),
        rows=len(labels) + len(others),
        counted="" if table.names else " Rows are counted from 0.",
        position=_position(row, comparison),
        by_criterion=Html(_by_criterion(comparison, labels).html()),
        comparison=Html(comparison._repr_html_()),
        curves=_FIGURE.each(map(_drawing, drawn)),
        about_curves=_CURVES if drawn else _NO_CURVES,
        python=clustering.again(table.python or _HAD),
        again=_again(clustering.params),
    )


def _summary(table, clustering):
    (m, d), c = table.X.shape, clustering.labels.max() + 1
    return (
        f"{clustering.name} put {counted(m, 'row')} of {counted(d, 'column')} into "
        f"{counted(c, 'cluster')}."
    )


def _agreed(labels, comparison):
    agreed = [
        _agreement(labels, comparison[name])
        for criterion in _blind(comparison)
        for name in comparison.picks(criterion.name)
    ]
    if not agreed:
        return ""
    low, high = _number(min(agreed)), _number(max(agreed))
    index = f"of {low}" if low == high else f"from {low} to {high}"
    return (
        "Other measures of how alike two rows are (kernels), those that the judges below prefer, "
        f"give clusters that agree with these at an adjusted Rand index {index}, where 1 is the "
        "same and about 0 is chance."
    )


def _position(row, comparison):
    """Where the model's kernel stands among those compared."""
    if row is None:
        return "The clusters of this report come from none of the kernels compared below."
    mine = [made.title for made in _blind(comparison) if row.name in comparison.picks(made.name)]
    by = ", ".join(mine) or "none of them"
    return f"The kernel of this report is {row.name}; it is preferred by {by}."


# What was chosen, and the Python that does it again.


def _choices(clustering, X):
    params = clustering.params
    told = {"Method": clustering.name}
    if "kernel" in params:
        told["Kernel"] = _kernel_words(params)
        told |= _width(params, X)
    told["Clusters"] = f"{clustering.labels.max() + 1}"
    seed = params.get("random_state")
    told["Seed"] = f"{seed}" if is_number(seed) else "none was set"
    if params.get("n_init") is not None:
        told["Searches"] = f"{params['n_init']}, of which the best was kept"
    return told


def _kernel_words(params):
    """A kernel in a few words, such as "graph, n_neighbors 8, s 5"."""
    kernel = params["kernel"]
    words = [kernel if isinstance(kernel, str) else getattr(kernel, "__name__", "a function")]
    if kernel in ("poly", "polynomial"):
        words += [f"{name} {params[name]}" for name in ("degree", "coef0") if name in params]
    if kernel == "graph" and "n_neighbors" in params:
        words.append(f"n_neighbors {params['n_neighbors']}")
    words += [f"{name} {value}" for name, value in (params.get("kernel_params") or {}).items()]
    return ", ".join(words)


def _width(params, X):
    """The width as a number, and in units of the median rule."""
    kernel, gamma = params["kernel"], params.get("gamma")
    if gamma is None or not has_width(kernel):
        return {}
    width = float(resolve_gamma_of(kernel, gamma, X))
    told = f"gamma {width:.4g}"
    if kernel in ("rbf", "laplacian"):
        told += f", {width / float(median_rule(X, kernel)):.3g} times the median rule"
    return {"Width": told}


def same_kernel(params, comparison, X):
    """The row of a comparison that has the kernel of a model's parameters, or None."""
    params = dict(params)
    kernel = params.get("kernel")
    if params.get("gamma") is not None and has_width(kernel):
        params["gamma"] = float(resolve_gamma_of(kernel, params["gamma"], X))
    found = (row for row in comparison.rows if kernel != "precomputed" and _fits(row, params))
    return next(found, None)


def _fits(row, params):
    return all(name in params and _equal(params[name], row.params[name]) for name in row.params)


def _equal(one, other):
    if is_number(one) and is_number(other):
        return bool(np.isclose(one, other, rtol=1e-9, atol=0))
    return bool(one == other)


def _again(params):
    """What to know of running that Python."""
    if "random_state" in params and not is_number(params["random_state"]):
        return (
            "No seed was set, so another run may give other labels: the downloaded ones are "
            "those of this page."
        )
    return (
        "With these versions it gives the labels of this page; another computer may "
        "round otherwise, and the downloaded labels are those of this page."
    )


# What is in the clusters: sizes, means, known classes, and the labels to take away.


def shares_between(values, labels):
    """Which share of each column's variance lies between the clusters; 0 for a constant one."""
    unit = np.nanmax(np.abs(values), axis=0)
    Z = values / np.where(unit > 0, unit, 1)
    Z = Z - np.nanmean(Z, axis=0)
    counts = np.eye(labels.max() + 1)[labels].T @ np.isfinite(Z)
    total = np.nansum(Z**2, axis=0)
    between = np.nansum(counts * cluster_means(Z, labels) ** 2, axis=0)
    varies = total > 1e-24 * len(Z)
    return np.where(varies, between / np.where(varies, total, 1), 0.0)


def _sizes_and_means(table, labels):
    """Sizes, and means in the units a reader knows, what differs most first."""
    sizes, share = np.bincount(labels), shares_between(table.values, labels)
    of_all, of_clusters = np.nanmean(table.values, axis=0), cluster_means(table.values, labels)
    order = np.argsort(-share, kind="stable")[:MOST_COLUMNS]
    counts = [f"{n} ({100 * n / len(labels):.0f} %)" for n in sizes]
    rows = [("number of rows", "", f"{len(labels)}", *counts)]
    for j in order:
        cells = [table.shown(j, value) for value in (of_all[j], *of_clusters[:, j])]
        rows.append((table.columns[j], f"{100 * share[j]:.0f} %", *cells))
    left_out = len(share) - len(order)
    return Table(
        "Sizes of the clusters and means of the columns, those that differ most between clusters "
        "first.",
        ("column", "between clusters", "all rows", *(f"cluster {j}" for j in range(len(sizes)))),
        rows,
        "Between clusters: the share of the column's variance that lies between the clusters. "
        "The clusters were made so that columns differ: no test of significance may be computed "
        "from these rows."
        + f" {counted(left_out, 'more column')} differ{'s' * (left_out == 1)} less."
        * (left_out > 0),
    )


def _against_known(table, labels):
    """How many rows of each known class are in each cluster."""
    name, codes, names = table.known
    counts = np.zeros((len(names), labels.max() + 1), dtype=int)
    np.add.at(counts, (codes, labels), 1)
    return Table(
        f"Rows by {name}, which no step before this table has seen.",
        (name, *(f"cluster {j}" for j in range(counts.shape[1]))),
        [(names[k], *map(str, row)) for k, row in enumerate(counts)],
    )


def labels_of_rest(table, clustering):
    """Labels of the rows that were not drawn, and words for how they came by them."""
    if table.rest is None:
        return np.empty(0, int), []
    X, n = table.rest[2], counted(len(table.rest[0]), "row")
    if len(X) > _MOST_REST:
        return np.empty(0, int), [f"{n} were not drawn and have no label here: they are too many."]
    labels, rule = _predicted(table.X, X, clustering)
    return labels, [
        f"{n} were not drawn. They were assigned to the clusters {rule}, and took no part in the "
        "search; the downloaded labels say which they are."
    ]


def _predicted(X, rest, clustering):
    labels, model = clustering.labels, clustering.model
    if not hasattr(model, "predict"):  # no place for new rows, as of a graph
        return labels[nearest(rest, X)], "of the nearest row that was drawn"
    if clustering.row is not None:
        model = clone(model).set_params(init=labels, n_init=1).fit(X)
    found = np.asarray(model.predict(rest))
    # what the model calls a cluster, by the rows that were searched
    here = contingency_matrix(model.labels_, labels).argmax(axis=1)
    found = here[np.searchsorted(np.unique(model.labels_), found)]
    return found, f"by the method's own rule for new rows, {type(model).__name__}.predict"


def _labels_csv(table, labels, others):
    """The labels as explorers save them: row, its name if it has one, its label; by which way."""
    out, rows, names = io.StringIO(), table.rows, table.names
    columns = {"row": rows.tolist(), "name": names, "label": labels.tolist()}
    if len(others):
        rest, of_rest, _ = table.rest
        order = np.argsort(np.concatenate([rows, rest]))
        ways = ["searched"] * len(labels) + ["assigned"] * len(others)
        columns = {
            "row": [*rows.tolist(), *rest.tolist()],
            "name": [*names, *of_rest],
            "label": [*labels.tolist(), *others.tolist()],
            "found": ways,
        }
        columns = {head: [held[i] for i in order] if held else [] for head, held in columns.items()}
    columns = {head: column for head, column in columns.items() if len(column)}
    writer = csv.writer(out)
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return out.getvalue()


def _as_download(text):
    """Text as an address that holds it."""
    held = base64.b64encode(text.encode("utf-8")).decode("ascii")
    return f"data:text/csv;charset=utf-8;base64,{held}"


# What judges said of the kernels, beside the clusters of the report and the recorded study.


def _agreement(labels, row):
    return float(adjusted_rand_score(labels, row.labels))


def _blind(comparison):
    """The criteria of a comparison that do without known labels."""
    return [made for made in comparison.criteria if made.name in BLIND]


def _by_criterion(comparison, labels):
    """What each judge asks, what it prefers, and how often it was right elsewhere."""
    rows = []
    for made in _blind(comparison):
        names = comparison.picks(made.name)
        agreed = [_agreement(labels, comparison[name]) for name in names]
        told = _number(np.mean(agreed)) if names else "–"
        prefers = ", ".join(names) or "none: it is not defined for these kernels"
        rows.append((made.title, _ASKS[made.name], prefers, told, *_recorded(made.name)))
    others = {"median rule": "nothing: one width", "random kernel": "nothing: any kernel"}
    rows += [(name, asks, "–", "–", *_recorded(name)) for name, asks in others.items()]
    seen = ("agrees with the clusters here", "right in the study", "loses in the study")
    return Table(
        "Each judge's choice. Agreement is the adjusted Rand index: 1 is the same, about 0 is "
        "chance.",
        ("judge", "asks", "prefers", *seen),
        rows,
        f"The study: {len(read_kernel_study().sets)} data sets whose true groups are known, ten "
        "kernels each. Right: within 0.02 of the best kernel's agreement with the truth, a share "
        "of the draws. Loses: how far below the best kernel, on average.",
    )


@cache
def _study():
    """By judge how often its choice is nearly the best, and what it loses; means over the sets."""
    study = read_kernel_study()
    found = zip(study.within(0.02).items(), study.lost().values(), strict=True)
    return {
        judge: [np.mean([draws.mean() for draws in sets.values()]) for sets in (near, lost)]
        for (judge, near), lost in found
    }


def _recorded(name):
    near, lost = _study()[name]
    return f"{100 * near:.0f} %", _number(lost)


def _number(value):
    return f"{value:.2f}".replace("-", "−")


# The clusters as points of the plane, and what judges say along a width.


def _drawing(figure):
    return Html(as_drawing(figure.figure, figure.alt))


@styled()
def _scatter(table, labels):
    """The rows as points, colour and mark by cluster."""
    points, caption = as_plane(table.X)
    figure = Figure(figsize=(6.6, 4.8))
    ax = figure.subplots()
    plot_partition(points, labels, ax)
    name_far_rows(ax, points, table)
    if table.X.shape[1] <= 2 and len(table.columns) == table.X.shape[1]:
        ax.set_xlabel(as_text(table.columns[0]), color=INK)
        ax.set_ylabel(as_text(table.columns[-1] if len(table.columns) > 1 else ""))
    else:
        for axis, name, share in zip(
            (ax.xaxis, ax.yaxis),
            ("first", "second"),
            spreads(table.X),
            strict=False,
        ):
            axis.set_label_text(
                f"{name} principal component, {100 * share:.0f} % of the spread", color=INK_2
            )
    where = caption or "their own columns"
    return FigureWithAlt(
        figure,
        f"{counted(len(labels), 'row')} as points of the plane ({where}): "
        f"{', '.join(_sizes(labels))}.",
    )


def spreads(X):
    """The share of the spread of all columns along each principal component."""
    squares = np.linalg.svd(X - X.mean(axis=0), compute_uv=False) ** 2
    return squares / max(squares.sum(), np.finfo(float).tiny)


def _sizes(labels):
    counts = np.bincount(labels).tolist()
    return [f"cluster {k}: {counted(n, 'row')}" for k, n in enumerate(counts)]


def _mark(cluster):
    """Corners of a cluster's mark, and its colours on a light page and on a dark one."""
    style = MarkerStyle(mark(cluster)[0])
    path = style.get_path().transformed(style.get_transform())
    corners = max(path.to_polygons(), key=len) / np.abs(path.vertices).max()
    fill, edge = (VARIABLES[f"{of}{cluster % len(COLOURS)}"] for of in "sh")
    points = " ".join(f"{x:.2f},{-y:.2f}" for x, y in corners)
    return {"points": points, "fill": fill, "edge": edge}


def curves(comparison, X):
    """A figure for each family of kernels that were compared at three widths or more."""
    families = {}
    for row in comparison.rows:
        family, width = _family_of(row)
        families.setdefault(family, {})[width] = row
    return [
        _draw_family(family, by_width, comparison, X)
        for family, by_width in families.items()
        if family and len(by_width) >= _LEAST
    ]


def _family_of(row):
    """A row's family and its place in it, a width or a time; nothing where it has none."""
    params = row.params
    if params.get("kernel") in ("rbf", "laplacian"):
        return params["kernel"], float(params["gamma"])
    time = (params.get("kernel_params") or {}).get("s")
    if params.get("kernel") == "graph" and is_number(time) and time > 0:
        return "diffusion", float(time)
    return "", None


@styled()
def _draw_family(family, by_width, comparison, X):
    criteria = _blind(comparison)
    unit = 1.0 if family == "diffusion" else float(median_rule(X, family))
    axis = "time s" if family == "diffusion" else "width, in units of the median rule"
    widths, rows = np.array(sorted(by_width)) / unit, [by_width[w] for w in sorted(by_width)]
    n_rows = -(-len(criteria) // 3)
    figure = Figure(figsize=(9, 0.4 + 2 * n_rows))
    axes = figure.subplots(n_rows, min(3, len(criteria)), squeeze=False).ravel()
    told = [_draw_curve(made, widths, rows, ax) for made, ax in zip(criteria, axes, strict=False)]
    for ax in axes[len(criteria) :]:
        ax.set_visible(False)
    figure.supxlabel(axis, fontsize=9, color=INK_2)
    return FigureWithAlt(
        figure, f"What each judge says of the {family} kernels over the {axis}. {' '.join(told)}"
    )


def _draw_curve(made, widths, rows, ax):
    """One judge's curve; in words, where it is best."""
    values = [row.values[made.name] for row in rows]
    values = np.ma.masked_invalid([np.nan if value is None else value for value in values])
    title, band = f"{made.title} {made.arrow}", None
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
        place = {"ha": "center", "transform": ax.transAxes, "fontsize": 10}
        ax.text(0.5, 0.5, "not defined here", **place)
        return f"{made.title} is not defined for them."
    best = widths[values.argmax() if made.higher else values.argmin()]
    return f"{made.title} is best at {best:.2g}."
