"""Figures of clustering by squared-loss mutual information: graphs, scores, posteriors, curves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.colors import to_rgba

from .._typing import ArrayLike, Flags, Floats, Ints
from .._validation import POSITIVE, flags, number, numbers, optional, whole, whole_numbers
from .basics import CENTRED, framed, mark_size, plot_partition
from .palette import ACCENT, INK, INK_2, MATRIX, RULE_2, colour, mark_style
from .style import draws

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LEVELS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95)


@draws(hollow=flags("m"))
def plot_with_hollow(points: Floats, labels: Ints, hollow: Flags, ax: Axes) -> Axes:
    """Points by cluster, some of them hollow: undecided ones, or errors.

    Parameters
    ----------
    points : ndarray of shape (m, 2)
    labels : ndarray of int of shape (m,)
    hollow : ndarray of bool of shape (m,)
    ax : Axes

    Returns
    -------
    Axes

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> X = np.array([[0.0, 0.0], [0.1, 0.0], [1.0, 1.0], [1.1, 1.0]])
    >>> labels = np.array([0, 0, 1, 1])
    >>> ax = plot_with_hollow(X, labels, np.array([False, False, False, True]), Figure().subplots())
    """
    plot_partition(points, labels, ax)
    size = mark_size(len(points))
    for k in np.unique(labels[hollow]):
        at = points[hollow & (labels == k)].T
        ax.scatter(*at, **mark_style(k, size**2, facecolor="white", linewidth=1))
    return ax


@draws(places=numbers("m", 2), labels=whole_numbers("m", -1))
def plot_small_graph(K: Floats, places: Floats, labels: Ints, ax: Axes) -> Axes:
    """A few points as nodes, one line an edge, as thick as its weight, the weight beside it.

    Parameters
    ----------
    K : ndarray of shape (m, m)
        Symmetric; its diagonal is not drawn.
    places : ndarray of shape (m, 2)
    labels : ndarray of int of shape (m,)
        -1 draws a hollow node.
    ax : Axes

    Returns
    -------
    Axes

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> X = np.array([[0.0, 0.0], [0.1, 0.0], [1.0, 1.0], [1.1, 1.0]])
    >>> labels = np.array([0, 0, 1, 1])
    >>> ax = plot_small_graph(np.eye(4) / 2 + 0.5, X, labels, Figure().subplots())
    """
    for i, j in zip(*np.nonzero(np.triu(K, 1)), strict=True):
        ax.plot(*places[[i, j]].T, color=RULE_2, linewidth=7 * K[i, j], zorder=1)
        ground = {"facecolor": "white", "edgecolor": "none", "pad": 1}
        ax.annotate(f"{K[i, j]:.2g}", places[[i, j]].mean(axis=0), bbox=ground, **CENTRED)
    for i, k in enumerate(labels):
        style = {"facecolor": "white", "edgecolor": RULE_2} if k < 0 else {}
        ax.scatter(*places[i], **mark_style(max(k, 0), 280, linewidth=1.5, zorder=2, **style))
    ax.set_aspect("equal", adjustable="datalim")
    ax.margins(0.2)
    ax.set_axis_off()
    return ax


@draws(values=numbers("m"), area=POSITIVE)
def plot_painted(points: Floats, values: Floats, ax: Axes, area: float = 40.0) -> Axes:
    """Points painted with one number each: blue above 0, orange below, pale near 0.

    Parameters
    ----------
    points : ndarray of shape (m, 2)
    values : ndarray of shape (m,)
    ax : Axes
    area : float, default=40.0
        Of the mark of the largest value, in square points.

    Returns
    -------
    Axes

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> X = np.array([[0.0, 0.0], [0.1, 0.0], [1.0, 1.0], [1.1, 1.0]])
    >>> ax = plot_painted(X, np.array([0.1, 0.2, -0.3, -0.4]), Figure().subplots())
    """
    top = np.abs(values).max() or 1.0
    order = np.argsort(np.abs(values), kind="stable")
    size = area * (0.15 + 0.85 * np.abs(values[order]) / top)
    style = {"c": values[order], "cmap": MATRIX, "vmin": -top, "vmax": top}
    ax.scatter(*points[order].T, s=size, edgecolor=RULE_2, linewidth=0.4, **style)
    ax.set_aspect("equal", adjustable="datalim")
    framed(ax)
    return ax


@draws(P=numbers("g", "c"), across=numbers("a"), up=numbers("b"), reached=optional(flags("g")))
def plot_posterior(
    P: Floats, across: Floats, up: Floats, ax: Axes, reached: Flags | None = None
) -> Axes:
    """Class posteriors on a grid as filled contours, one hue a class, deeper where it is surer.

    Parameters
    ----------
    P : ndarray of shape (len(up) * len(across), c)
        Rows sum to one; the grid's rows one after the other, from below.
    across, up : ndarray
        Coordinates of the grid.
    ax : Axes
    reached : ndarray of bool, one a grid point, optional
        False stays free.

    Returns
    -------
    Axes

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> P = np.full((4, 2), 0.5)
    >>> ax = plot_posterior(P, np.array([0.0, 1.0]), np.array([0.0, 1.0]), Figure().subplots())
    """
    shape = len(up), len(across)
    if len(P) != len(up) * len(across):
        raise ValueError(f"P must have a row for each of {shape} grid points; got {len(P)}.")
    if min(shape) < 2:
        raise ValueError(f"across and up must have at least 2 coordinates; got {shape[::-1]}.")
    winner = P.argmax(axis=1)
    for k in range(P.shape[1]):
        mine = winner == k if reached is None else (winner == k) & reached
        field = np.ma.masked_array(P[:, k], ~mine).reshape(shape)
        if not mine.any():
            continue
        shades = [to_rgba(colour(k), of) for of in np.linspace(0.12, 0.62, len(LEVELS) + 1)]
        edges = (0.0, *LEVELS, 1 + 1e-9)
        ax.contourf(across, up, field, levels=edges, colors=shades, zorder=0)
    return ax


@draws(
    tried=whole_numbers("n"),
    values=numbers("n", finite=False),
    chosen=optional(whole(0)),
    bound=optional(number()),
    undecided=optional(numbers("n", least=0)),
    at=optional(number()),
)
def plot_selection(
    tried: Sequence[int],
    values: Floats,
    ax: Axes,
    *,
    chosen: int | None = None,
    bound: float | None = None,
    undecided: ArrayLike | None = None,
    at: int | None = None,
) -> Axes:
    """What a judge says of each candidate; hollow where points are undecided.

    Parameters
    ----------
    tried : sequence of int
    values : ndarray, one a candidate
        NaN where a candidate is not judged yet.
    ax : Axes
    chosen : int, optional
        The candidate to draw a ring around.
    bound : float, optional
        Drawn as a dashed line.
    undecided : array of int, one a candidate, optional
    at : int, optional
        The candidate on screen, marked by a line.

    Returns
    -------
    Axes

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> tried, values = np.array([1, 2, 3]), np.array([0.1, 0.4, 0.2])
    >>> ax = plot_selection(tried, values, Figure().subplots(), chosen=2)
    """
    tried, values = np.asarray(tried), np.asarray(values, dtype=float)
    ax.plot(tried, values, color=INK, linewidth=1.1)
    hollow = np.zeros(len(tried), bool) if undecided is None else np.asarray(undecided) > 0
    for of, fill in ((~hollow, INK), (hollow, "white")):
        ax.plot(tried[of], values[of], "o", mfc=fill, mec=INK, markersize=4.5)
    if chosen is not None:
        if chosen not in tried:
            raise ValueError(f"chosen must be one of those tried; got {chosen}.")
        ring = {"mfc": "none", "mec": ACCENT, "mew": 2, "markersize": 10}
        ax.plot([chosen], values[tried == chosen], "o", **ring)
    if at is not None:
        ax.axvline(at, color=ACCENT, linewidth=0.8, zorder=1)
    if bound is not None:
        ax.axhline(bound, color=INK_2, linestyle="--", linewidth=0.8)
    ax.set_xticks(tried)
    ax.tick_params(labelsize=9)
    ax.spines[["top", "right"]].set_visible(False)
    return ax
