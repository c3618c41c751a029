"""The notebook's pictures: what scaling does to a table, and what stays when rows are shaken."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from sklearn.base import clone
from sklearn.metrics import adjusted_rand_score

from ...papers.song2007 import KernelKMeans
from ...plotting import COLOURS, INK, INK_2, FigureWithAlt, as_plane, colour, mark, plot_partition
from ...plotting.basics import as_text
from ...plotting.style import styled
from ...widgets import Dropdown, interact
from .table import as_table


def shares(values):
    """The share that each column has in the sum of all variances.

    Parameters
    ----------
    values : array-like of shape (m, d)
        NaN where one is missing.

    Returns
    -------
    ndarray of shape (d,)

    Examples
    --------
    >>> shares([[0.0, 0.0], [1.0, 3.0]]).tolist()
    [0.1, 0.9]
    """
    variances = np.nanvar(values, axis=0)
    return variances / variances.sum()


def looked_at(X, most=6):
    """A table as points, and the columns that weigh most: as they stand, and as they were scaled.

    Parameters
    ----------
    X : array-like or data frame of shape (m, d), or DataFile
    most : int, default=6
        Columns that are named.

    Returns
    -------
    Interactive
    """
    table = as_table(X)
    whole = np.where(np.isnan(table.values), np.nanmean(table.values, axis=0), table.values)
    tables = {"as in the file": whole, "as scaled": table.X}

    def draw(columns):
        return _drawn(tables[columns], table.columns, columns, most)

    return interact(draw, columns=Dropdown(list(tables)))


@styled()
def _drawn(values, names, how, most):
    points, caption = as_plane(values)
    share = shares(values)
    first = np.argsort(-share, kind="stable")[:most]
    figure = Figure(figsize=(9, 3.6))
    left, right = figure.subplots(1, 2, width_ratios=[1.3, 1])
    plot_partition(points, np.zeros(len(points), int), left)
    left.set_xlabel(caption, fontsize=9, color=INK_2)
    right.barh(range(len(first)), 100 * share[first], color=COLOURS[0])
    right.set_yticks(range(len(first)), [as_text(names[j]) for j in first], fontsize=9)
    right.set(xlim=(0, 100), ylim=(most - 0.5, -0.5))
    right.set_xlabel("share of all variance, %", fontsize=9, color=INK_2)
    left.set_title(f"columns {how}")
    told = ", ".join(f"{names[j]} {100 * share[j]:.0f} %" for j in first)
    return figure, f"{len(points)} rows, columns {how}. Largest shares of the variance: {told}."


def agreements(X, kernels, n_clusters, *, shakes=(0.1, 0.3), draws=5):
    """How far the clusters of some kernels stay when rows are shaken, and when half of them go.

    Parameters
    ----------
    X : array-like of shape (m, d)
    kernels : dict of str to dict
        Parameters of an estimator, by the name to show.
    n_clusters : int
    shakes : sequence of float
        Standard deviations of the noise.
    draws : int, default=5

    Returns
    -------
    dict of str to dict of str to ndarray of shape (draws,)
        By kernel and by what was done: adjusted Rand index of the clusters before and after, on
        the rows that are left.
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
    """Song's gamma over the shakes at the left, how far clusters stay at the right.

    Parameters
    ----------
    curve : StabilityCurve
    agreed : dict
        From `agreements`, of the same kernels.

    Returns
    -------
    FigureWithAlt
    """
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
