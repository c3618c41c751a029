"""A clustering in plain words: each cluster by what sets it apart, and how sure all of it is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .._utils.blas import one_blas_thread
from .._validation import counted
from ..choice import compare_n_clusters, consensus
from ..kernels.matrix import kernel_matrix
from ..labels.partition import one_hot
from ..plotting.basics import as_text
from ..tables.oddities import far_values

LARGE = 0.8  # standard deviations: a large effect, Cohen 1988
_MOST_COLUMNS, _MOST_ROWS, _MOST_NAMED = 4, 3, 5
_RUNS, _SURE = 20, 0.9
_LEAST = 10  # different rows for each cluster: a draw has some of each
_NUMBERS, _FEWEST, _ASKED = range(2, 9), 4, 500  # of clusters; rows for each; rows asked
_SMALL, _TABLES = 300, (19, 99)  # rows; tables without clusters for more of them, and for these
_KERNEL = ("kernel", "gamma", "degree", "coef0", "n_neighbors", "kernel_params")


@dataclass(frozen=True)
class Portrait:
    """A cluster: what it is called, what sets it apart, and rows that are typical of it or not."""

    head: str
    words: str
    typical: str
    unsure: str


def portraits(table, labels, params):
    """A `Portrait` of each cluster of a `Source`, by the kernel of a model's parameters."""
    effects, means = cohens_d(table.values, labels), cluster_means(table.values, labels)
    distances = squared_distances(table.X, labels, params)
    own = distances[np.arange(len(labels)), labels]
    others = np.where(np.eye(labels.max() + 1, dtype=bool)[labels], np.inf, distances)
    return [
        _portrait(k, table, labels, effects[k], means[k], own, others)
        for k in range(labels.max() + 1)
    ]


def _portrait(k, table, labels, effects, mean, own, others):
    rows = np.flatnonzero(labels == k)
    order = np.argsort(-np.abs(effects), kind="stable")
    apart = [j for j in order[:_MOST_COLUMNS] if abs(effects[j]) >= LARGE]
    rest = cluster_means(table.values, (labels == k).astype(int))[0]
    told = [
        f"{_more(table, j, effects[j])} {table.columns[j]} "
        f"({table.shown(j, mean[j])} against {table.shown(j, rest[j])})"
        for j in apart
    ]
    if len(rows) == len(labels):
        words = "all rows."
    elif not told:
        words = "no single column sets it apart from the others by a large effect."
    else:
        words = f"{', '.join(told)}."
    typical = rows[np.argsort(own[rows], kind="stable")[:_MOST_ROWS]]
    unsure, margin = "", others.min(axis=1) - own
    if labels.max() > 0:
        near = rows[np.argsort(margin[rows], kind="stable")[:_MOST_ROWS]]
        unsure = ", ".join(
            f"{row_name(table, i)} (nearly cluster {others[i].argmin()})" for i in near
        )
    return Portrait(
        f"Cluster {k}, {counted(len(rows), 'row')}",
        words,
        ", ".join(row_name(table, i) for i in typical),
        unsure,
    )


def _more(table, j, effect):
    more, less = ("later", "earlier") if table.columns[j] in table.dates else ("higher", "lower")
    return more if effect > 0 else less


def row_name(table, i):
    """A row as sentences call it, by its name or its number in the file."""
    return table.names[i] if table.names else f"row {table.rows[i]}"


def far_rows(values):
    """Rows with a value further from all others of its column than these are from each other."""
    far = [far_values(column) for column in values.T]
    return np.unique(np.concatenate(far)) if far else np.empty(0, int)


def name_far_rows(ax, points, table):
    """Write the names of such rows beside their points."""
    for i in far_rows(table.values)[:_MOST_NAMED]:
        ax.annotate(
            as_text(row_name(table, i)), points[i], (4, 4), textcoords="offset points", fontsize=8
        )


def cluster_means(values, labels):
    """Mean of each column in each cluster, (c, k), over what is there; NaN where nothing is."""
    there = np.isfinite(values)
    of_cluster = one_hot(labels, labels.max() + 1).T
    counts = of_cluster @ there
    sums = of_cluster @ np.where(there, values, 0)
    return np.divide(sums, counts, out=np.full(sums.shape, np.nan), where=counts > 0)


def cohens_d(values, labels):
    """How far each cluster's mean is from that of all other rows, in pooled deviations, (c, k).

    0 where a column is the same everywhere, infinite where only the two means differ.
    """
    out = []
    for k in range(labels.max() + 1):
        inside = (labels == k).astype(int)
        if inside.all():
            out.append(np.zeros(values.shape[1]))
            continue
        outer, inner = cluster_means(values, inside)
        spread = np.sqrt(
            np.nanmean((values - np.where(inside[:, None], inner, outer)) ** 2, axis=0)
        )
        least = 1e-12 * np.nanmax(np.abs(values), axis=0)
        apart = np.where(np.abs(inner - outer) > least, inner - outer, 0)
        with np.errstate(divide="ignore", invalid="ignore"):
            d = np.where(spread > least, apart / spread, np.sign(apart) * np.inf)
        out.append(np.where(apart == 0, 0, np.nan_to_num(d, nan=0, posinf=np.inf, neginf=-np.inf)))
    return np.array(out)


def squared_distances(X, labels, params):
    """Squared distances of rows to the clusters' middles, as the kernel sees them, (m, c)."""
    known = {name: params[name] for name in _KERNEL if params.get(name) is not None}
    if known.get("kernel", "precomputed") == "precomputed":
        known = {"kernel": "linear"}
    with one_blas_thread():
        K = kernel_matrix(X, **known)
        weights = one_hot(labels, labels.max() + 1)
        weights /= weights.sum(axis=0)
        to_middle = K @ weights
    return K.diagonal()[:, None] - 2 * to_middle + (weights * to_middle).sum(axis=0)


def how_many(X, c=None):
    """For how many clusters rows speak: a number, sentences, and an `NClustersComparison`.

    The number is c if one was asked for. The comparison is None where there are too few rows.
    """
    different = len(np.unique(X, axis=0))
    numbers = [n for n in sorted({*_NUMBERS, c or 2} - {1}) if _FEWEST * n <= different]
    if not numbers:
        told = "There are too few different rows to ask how many clusters there are."
        return c or 2, [told], None
    drawn = len(X) > _ASKED
    asked = X[np.random.default_rng(0).permutation(len(X))[:_ASKED]] if drawn else X
    small = len(X) <= _SMALL
    found = compare_n_clusters(asked, numbers, n_references=_TABLES[small])
    number = c or found.n_clusters or 2
    speaks = counted(found.n_clusters, "cluster") if found.n_clusters else "no clusters"
    why = ", the number that was asked for" if c else ", because it must have some"
    told = f"The table speaks for {speaks}."
    if number != found.n_clusters:
        told += f" This report has {number}{why}."
    usual = [n for n in numbers if n in _NUMBERS]
    compared = f"from {usual[0]} to {usual[-1]}" + f", and {c}" * (numbers[-1] > usual[-1])
    how = (
        f"Numbers {compared} were tried, here and in {_TABLES[small]} tables of the same size and "
        "spread that were made without clusters "
        f"({_TABLES[True]} for at most {_SMALL} rows, {_TABLES[False]} for more). In the picture, "
        "the line is the share of the differences between rows that the clusters explain here, as "
        "a Gaussian kernel sees them; the grey band is what they explain there. Best is the number "
        "where the line is furthest above the band, times how far one half of the rows finds the "
        "clusters of the other half again (prediction strength)."
    )
    if drawn:
        how += f" {_ASKED} of {len(X)} rows were asked."
    others = ", ".join(
        f"{name.replace('_', ' ')} {n or 'none'}" for name, n in found.second_opinions.items()
    )
    more = f"Other rules name: {others}. Where they disagree, look at both."
    return number, [told, how, more], found


def in_words(p, tables):
    """A rank among tables without clusters.

    >>> in_words(0.05, 19), in_words(0.4, 19)
    ('at most 1 in 20, the smallest that 19 tables can tell', '8 in 20')
    """
    rank, of = round(p * (tables + 1)), tables + 1
    least = f"at most 1 in {of}, the smallest that {tables} tables can tell"
    return least if rank == 1 else f"{rank} in {of}"


def how_sure(table, clustering, asked):
    """Sentences: whether there are clusters, and for how many rows one may be sure."""
    X, labels = table.X, clustering.labels
    c = int(labels.max()) + 1
    told = []
    if c < 2:
        return told
    if asked:
        p = in_words(asked.pvalue, len(asked.null_distribution))
        told.append(
            "There are clusters, as far as a test can tell: p, how often a table without any does "
            f"as well, is {p}."
            if asked.n_clusters
            else f"No clusters were found: p, how often a table without any does as well, is {p}. "
            "The clusters of this page are a cut through one cloud, or have shapes that the test "
            "cannot see."
        )
    if c in (tried := asked.candidates.tolist() if asked else []):
        j = tried.index(c)
        there = asked.null_distribution[:, j]
        told[0] += (
            f" {counted(c, 'cluster')} explain {100 * asked.share[j]:.0f} % of the differences "
            f"here, and {100 * there.min():.0f} to {100 * there.max():.0f} % without clusters."
        )
    if len(np.unique(X, axis=0)) < _LEAST * c:
        told.append("There are too few different rows to draw some of them anew.")
    elif clustering.model is not None:
        stays = staying(consensus(clustering.model, X, n_runs=_RUNS).matrix, labels) >= _SURE
        told.append(
            f"In {_RUNS} draws of as many rows, some of them twice and some not at all, the rows "
            f"were clustered again: {stays.sum()} of {counted(len(labels), 'row')} stayed with "
            f"their own cluster in at least {100 * _SURE:.0f} % of the draws."
        )
    return told


def staying(matrix, labels):
    """How often each row is with those of its own cluster, on average over them, from 0 to 1."""
    weights = one_hot(labels, labels.max() + 1)
    return (matrix @ (weights / weights.sum(axis=0)))[np.arange(len(labels)), labels]


def plain(value):
    """Four digits, without an exponent where a reader can do without; a dash for nothing."""
    if np.isnan(value):
        return "–"
    if value != 0 and not 1e-4 <= abs(value) < 1e15:
        return f"{value:.3e}".replace("-", "−")
    digits = max(0, 3 - int(np.floor(np.log10(abs(value))))) if value else 0
    text = f"{value:.{digits}f}"
    return (text.rstrip("0").rstrip(".") if "." in text else text).replace("-", "−")
