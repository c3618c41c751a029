"""What is in the clusters: sizes, means, known classes, and the labels to take away."""

from __future__ import annotations

import base64
import csv
import io

import numpy as np

from ...reproduction.tables import Table as Shown

MOST_COLUMNS = 40


def shares_between(values, labels):
    """Which share of each column's variance lies between the clusters, from 0 to 1.

    Parameters
    ----------
    values : ndarray of shape (m, k)
    labels : ndarray of int of shape (m,)

    Returns
    -------
    ndarray of shape (k,)
        0 for a column that is constant.
    """
    unit = np.nanmax(np.abs(values), axis=0)
    Z = values / np.where(unit > 0, unit, 1)
    Z = Z - np.nanmean(Z, axis=0)
    counts = np.eye(labels.max() + 1)[labels].T @ np.isfinite(Z)
    total = np.nansum(Z**2, axis=0)
    between = np.nansum(counts * means(Z, labels) ** 2, axis=0)
    varies = total > 1e-24 * len(Z)
    return np.where(varies, between / np.where(varies, total, 1), 0.0)


def means(values, labels):
    """Mean of each column in each cluster.

    Parameters
    ----------
    values : ndarray of shape (m, k)
        NaN where one is missing.
    labels : ndarray of int of shape (m,)

    Returns
    -------
    ndarray of shape (c, k)
        NaN where all are.
    """
    there = np.isfinite(values)
    one_hot = np.eye(labels.max() + 1)[labels].T
    counts = one_hot @ there
    sums = one_hot @ np.where(there, values, 0)
    return np.divide(sums, counts, out=np.full(sums.shape, np.nan), where=counts > 0)


def sizes_and_means(table, labels):
    """A table: sizes, and means in the units a reader knows, what differs most first.

    Parameters
    ----------
    table : Table
    labels : ndarray of int of shape (m,)

    Returns
    -------
    depcluster.reproduction.tables.Table
    """
    sizes, share = np.bincount(labels), shares_between(table.values, labels)
    of_all, of_clusters = np.nanmean(table.values, axis=0), means(table.values, labels)
    order = np.argsort(-share, kind="stable")[:MOST_COLUMNS]
    counts = [f"{n} ({100 * n / len(labels):.0f} %)" for n in sizes]
    rows = [("number of rows", "", f"{len(labels)}", *counts)]
    rows += [
        (
            table.columns[j],
            f"{100 * share[j]:.0f} %",
            _short(of_all[j]),
            *map(_short, of_clusters[:, j]),
        )
        for j in order
    ]
    left_out = len(share) - len(order)
    return Shown(
        "Sizes of the clusters and means of the columns, those that differ most between clusters "
        "first.",
        ("column", "between clusters", "all rows", *(f"cluster {j}" for j in range(len(sizes)))),
        rows,
        "Between clusters: the share of the column's variance that lies between the clusters. "
        "The clusters were made so that columns differ: no test of significance may be computed "
        "from these rows." + f" {left_out} more columns differ less." * (left_out > 0),
    )


def against_known(table, labels):
    """A table: how many rows of each known class are in each cluster.

    Parameters
    ----------
    table : Table
        With known classes.
    labels : ndarray of int of shape (m,)

    Returns
    -------
    depcluster.reproduction.tables.Table
    """
    name, codes, names = table.known
    counts = np.zeros((len(names), labels.max() + 1), dtype=int)
    np.add.at(counts, (codes, labels), 1)
    return Shown(
        f"Rows by {name}, which no step before this table has seen.",
        (name, *(f"cluster {j}" for j in range(counts.shape[1]))),
        [(names[k], *map(str, row)) for k, row in enumerate(counts)],
    )


def labels_csv(table, labels):
    """The labels as text, as explorers save them: row, its name if it has one, and its label.

    Parameters
    ----------
    table : Table
    labels : ndarray of int of shape (m,)

    Returns
    -------
    str
    """
    out = io.StringIO()
    columns = {"row": table.rows.tolist(), "name": table.names, "label": labels.tolist()}
    columns = {head: column for head, column in columns.items() if len(column)}
    writer = csv.writer(out)
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return out.getvalue()


def as_download(text, kind):
    """Text as an address that holds it.

    Parameters
    ----------
    text : str
    kind : str
        Its media type.

    Returns
    -------
    str
    """
    held = base64.b64encode(text.encode("utf-8")).decode("ascii")
    return f"data:{kind};charset=utf-8;base64,{held}"


def _short(value):
    return "–" if np.isnan(value) else f"{value:.4g}".replace("-", "−")
