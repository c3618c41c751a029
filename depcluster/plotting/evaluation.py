"""Figures of questions asked of clusters: is there anything, how many, and how sure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.figure import Figure

from .._typing import Floats
from .._validation import NOTHING, numbers, whole, whole_numbers
from .alt_text import FigureWithAlt
from .basics import as_text, plot_gram, plot_partition
from .palette import ACCENT, INK, INK_2, RULE
from .plane import plane_of
from .style import draws, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_BAND = [0.05, 0.95]


@draws(n_clusters=whole_numbers("k", least=1), share=numbers("k"), null=numbers("n", "k"))
def plot_share(n_clusters: Sequence[int], share: Floats, null: Floats, ax: Axes) -> Axes:
    """What numbers of clusters explain, and the band of samples without clusters.

    Parameters
    ----------
    n_clusters : sequence of int of shape (k,)
    share : ndarray of shape (k,)
        Of the kernel's trace.
    null : ndarray of shape (n_references, k)
        The same of samples without clusters; drawn are mean, 5th and 95th percentile.
    ax : Axes

    Returns
    -------
    Axes

    Examples
    --------
    >>> ax = plot_share([2, 3], [0.4, 0.6], [[0.3, 0.4], [0.35, 0.5]], Figure().subplots())
    """
    low, high = np.quantile(null, _BAND, axis=0)
    ax.fill_between(n_clusters, low, high, color=INK, alpha=0.16, linewidth=0)
    ax.plot(n_clusters, np.mean(null, axis=0), color=INK_2, linewidth=1.2, linestyle="--")
    ax.plot(n_clusters, share, color=INK, linewidth=1.4, marker="o", markersize=4)
    ax.set_title("share explained", loc="left")
    _over_numbers(ax)
    return ax


@draws(n_clusters=whole_numbers("k", least=1), difference=numbers("k"), chosen=whole(1) | NOTHING)
def plot_difference(
    n_clusters: Sequence[int], difference: Floats, chosen: int | None, ax: Axes
) -> Axes:
    """What a number of clusters is chosen by, with the one that is chosen marked.

    Parameters
    ----------
    n_clusters : sequence of int of shape (k,)
    difference : ndarray of shape (k,)
        By how much the share exceeds the mean without clusters, times the prediction strength.
    chosen : int or None
        One of them, which is ringed, or None.
    ax : Axes

    Returns
    -------
    Axes

    Examples
    --------
    >>> ax = plot_difference([2, 3], [0.1, 0.2], 3, Figure().subplots())
    """
    n_clusters, difference = np.asarray(n_clusters), np.asarray(difference)
    ax.axhline(0, color=RULE, linewidth=1)
    ax.plot(n_clusters, difference, color=INK, linewidth=1.4, marker="o", markersize=4)
    at = n_clusters == chosen
    ring = {"mfc": "none", "mec": ACCENT, "mew": 2, "markersize": 12, "clip_on": False}
    ax.plot(n_clusters[at], difference[at], "o", **ring)
    title = "beyond the grey, times prediction strength"
    ax.set_title(title if at.any() else f"{title}: none is chosen", loc="left")
    ax.set_xlabel("number of clusters", fontsize=9)
    _over_numbers(ax)
    return ax


def _over_numbers(ax):
    ax.xaxis.get_major_locator().set_params(integer=True)
    ax.tick_params(labelsize=8)
    ax.spines[["top", "right"]].set_visible(False)


@styled()
def n_clusters_figure(found):
    """An `NClustersComparison` as a figure, described in words."""
    figure = Figure(figsize=(5.2, 4.4), layout="constrained")
    above, below = figure.subplots(2, sharex=True)
    plot_share(found.candidates, found.share, found.null_distribution, above)
    plot_difference(found.candidates, found.replicated_difference, found.n_clusters, below)
    chosen = "none is chosen" if found.n_clusters is None else f"{found.n_clusters} is chosen"
    values = zip(found.candidates, found.replicated_difference, strict=True)
    told = ", ".join(f"{c}: {value:+.3f}" for c, value in values)
    return FigureWithAlt(
        figure,
        "Share of the kernel's trace explained by numbers of clusters, less that of samples "
        f"without clusters, times prediction strength: {told}; {chosen}, p = {found.pvalue:.2g}.",
    )


@styled()
def cluster_test_figure(found, X):
    """A `ClusterTest` as a figure: the samples beside some without clusters, and the shares."""
    figure = Figure(figsize=(9, 3.2), layout="constrained")
    given, reference, shares = figure.subplots(1, 3)
    points, plane = plane_of(X[found.rows])
    drawn = plane.place(found.reference)
    plot_partition(points, found.labels, given)
    plot_partition(drawn, found.reference_labels, reference)
    both = np.vstack([points, drawn])
    room = 0.05 * np.ptp(both, axis=0).max()
    (left, bottom), (right, top) = both.min(axis=0) - room, both.max(axis=0) + room
    for ax in (given, reference):
        ax.set(adjustable="box", xlim=(left, right), ylim=(bottom, top))
    given.set_title(f"samples: {found.statistic:.3f}", loc="left")
    reference.set_title(f"without clusters: {found.null_distribution[0]:.3f}", loc="left")
    for value in found.null_distribution:
        shares.axvline(value, color=INK_2, linewidth=1, ymax=0.5)
    shares.axvline(found.statistic, color=ACCENT, linewidth=2.5)
    shares.set(yticks=[])
    shares.spines[["top", "right", "left"]].set_visible(False)
    shares.set_title(f"share explained, p = {found.pvalue:.2g}", loc="left")
    return FigureWithAlt(figure, f"{found}.")


@styled()
def consensus_figure(found):
    """A `Consensus` as a figure: the matrix, sorted by cluster, the surest of each first."""
    figure = Figure(figsize=(4.6, 4.2), layout="constrained")
    order = found.order
    labels = np.unique(found.labels, return_inverse=True)[1]
    plot_gram(found.matrix[np.ix_(order, order)], labels[order], figure.subplots())
    unsure = int((found.agreement < 0.9).sum())
    return FigureWithAlt(
        figure,
        f"How often two of {len(order)} samples meet in one cluster, sorted by cluster; "
        f"{unsure} samples keep their cluster in less than 90 % of the runs.",
    )


@styled()
def designs_figure(found):
    """A `DesignComparison` as a figure: correlations, 80 % of their bootstraps, the ceiling."""
    figure = Figure(figsize=(4.6, 0.9 + 0.48 * len(found.names)), layout="constrained")
    ax = figure.subplots()
    order = np.argsort(found.correlation, kind="stable")
    rows = np.arange(len(order))
    low, high = np.quantile(found.bootstraps[:, order], [0.1, 0.9], axis=0)
    ax.hlines(rows, low, high, color=INK_2, linewidth=3)
    ax.plot(found.correlation[order], rows, "o", color=ACCENT, markersize=7)
    if np.isfinite(found.ceiling):
        ax.axvline(found.ceiling, color=INK, linewidth=1, linestyle="--")
    told = [f"{found.names[k]}\nahead in {found.ahead[k]:.0%}" for k in order]
    ax.set_yticks(rows, map(as_text, told), fontsize=9)
    ax.set_ylim(-0.6, len(order) - 0.4)
    ax.set_title("correlation, and its ceiling (dashed)", loc="left")
    ax.tick_params("x", labelsize=8)
    ax.spines[["top", "right"]].set_visible(False)
    return FigureWithAlt(figure, f"{found}.")
