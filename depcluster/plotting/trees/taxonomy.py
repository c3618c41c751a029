"""Figures of taxonomies: the tree, its label kernel headed by pictures, the choice of c."""

from __future__ import annotations

import numpy as np

from ..._validation import as_array, axes, check_numbers, having, number, optional, takes
from ..palette import ACCENT, INK, INK_2, MATRIX
from .unrooted import as_pictures, show_picture


@takes(ax=axes)
def plot_structure(Y, ax, *, thumbnails):
    """A label kernel as a heat map, rows and columns headed by pictures of the clusters.

    Parameters
    ----------
    Y : array-like of shape (c, c)
        Blue above 0, orange below.
    ax : Axes
    thumbnails : array-like of shape (c, h, w)
        Grey levels between 0 and 1.

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        If Y is not square or there is not a picture for each row.

    Examples
    --------
    >>> import numpy as np
    >>> from matplotlib.figure import Figure
    >>> ax = plot_structure(np.eye(3), Figure().subplots(), thumbnails=np.zeros((3, 4, 4)))
    """
    Y = as_array(Y, "Y", "a square matrix")
    if Y.ndim != 2 or Y.shape[0] != Y.shape[1]:
        raise ValueError(f"Y must be a square matrix; got shape {Y.shape}.")
    Y = check_numbers(Y, "Y", ("c", "c"))
    images, c = as_pictures(thumbnails, len(Y)), len(Y)
    top = np.abs(Y).max() or 1.0
    ax.imshow(Y, cmap=MATRIX, vmin=-top, vmax=top)
    half = 0.47 * np.array(images.shape[:0:-1]) / max(images.shape[1:])  # of width and height
    for j, image in enumerate(images):
        for centre in ((-0.6 - half[0], j), (j, -0.6 - half[1])):
            show_picture(image, centre, half, ax)
    ax.set_xlim(-0.7 - 2 * half[0], c - 0.5)
    ax.set_ylim(c - 0.5, -0.7 - 2 * half[1])
    ax.set_axis_off()
    return ax


@takes(
    path=having("a TaxonomyPath", "n_clusters", "objective", "log_eigengap", "largest_gap"),
    upper=axes,
    lower=axes,
    at=optional(number()),
)
def plot_taxonomy_path(path, upper, lower, *, at=None):
    """What might tell the number of clusters: the objective, and the log eigengap as bars.

    Parameters
    ----------
    path : TaxonomyPath
    upper, lower : Axes
        For the objective (1) and for the log eigengaps, the largest of them filled.
    at : int, optional
        A number of clusters to mark in both.

    Returns
    -------
    tuple of Axes
        upper and lower.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from depcluster.datasets import make_three
    >>> from depcluster.papers.blaschko2008 import taxonomy_path
    >>> path = taxonomy_path(make_three()[0], range(2, 4), n_init=1, random_state=0)
    >>> upper, lower = plot_taxonomy_path(path, *Figure().subplots(2))
    """
    c, largest = path.n_clusters, path.largest_gap
    upper.plot(c, path.objective, "o-", color=INK, markersize=4, linewidth=1.2)
    upper.set_ylabel("objective (1)")
    fills = [ACCENT if k == largest else "white" for k in c]
    lower.bar(c, path.log_eigengap, width=0.6, color=fills, edgecolor=ACCENT, linewidth=1.2)
    lower.set_ylabel("log eigengap")
    lower.set_xlabel("number of clusters c")
    for ax in (upper, lower):
        if at is not None:
            ax.axvline(at, color=INK_2, linewidth=0.9, linestyle=":", zorder=0)
        ax.set_xticks(c)
        ax.spines[["top", "right"]].set_visible(False)
    return upper, lower
