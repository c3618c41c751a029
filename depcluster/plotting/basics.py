"""Figures of any clustering: points, kernel matrix, eigenvectors, label kernel, the search."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .._typing import ArrayLike, Floats, Ints
from .._validation import (
    CALLABLE,
    as_square,
    call_given,
    numbers,
    optional,
    place,
    takes,
    whole,
    whole_numbers,
)
from ..kernels.gram import centre
from ..labels.partition import sort_by_cluster
from .palette import (
    ACCENT,
    INK,
    INK_2,
    MATRIX,
    MATRIX_POSITIVE,
    RULE,
    RULE_2,
    colour,
    ink_on,
    mark_style,
    painting,
)
from .style import ARGUMENTS, draws

if TYPE_CHECKING:
    from matplotlib.axes import Axes

CENTRED = {"ha": "center", "va": "center"}
GREY = {"cmap": "gray", "vmin": 0, "vmax": 1, "interpolation": "bicubic"}
_BELOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def size_in_points(ax):
    """Width and height of an Axes in points, on a figure or a part of one."""
    return 72 * np.array(ax.bbox.size) / ax.figure.dpi


def as_text(words):
    """What somebody wrote, for matplotlib to draw as it stands: a dollar begins no formula."""
    return str(words).replace("$", r"\$")


def framed(ax):
    """A thin frame on all sides, without ticks."""
    ax.set(xticks=[], yticks=[])
    for side in ax.spines.values():
        side.set(color=RULE, visible=True)


@draws(
    points=numbers("m", 2, empty=True),
    labels=whole_numbers("m", empty=True),
    moved=optional(whole_numbers("moved", most="m", empty=True)),
    weights=optional(numbers("m", least=0, empty=True)),
)
def plot_partition(
    points: Floats,
    labels: Ints,
    ax: Axes,
    moved: ArrayLike | None = None,
    weights: Floats | None = None,
    colours: list[str] = (),
) -> Axes:
    """Points in the plane, colour and mark by cluster.

    Parameters
    ----------
    points : ndarray of shape (m, 2)
    labels : ndarray of int of shape (m,)
    ax : Axes
    moved : array of int, optional
        Samples to draw a ring around.
    weights : ndarray of shape (m,), optional
        Areas of the marks in units of the usual one.
    colours : list of str, optional
        One to a label, as from `scheme`, in place of the usual ones.

    Returns
    -------
    Axes

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> X = np.array([[0.0, 0.0], [0.1, 0.0], [1.0, 1.0], [1.1, 1.0]])
    >>> labels = np.array([0, 0, 1, 1])
    >>> ax = plot_partition(X, labels, Figure().subplots())
    """
    size = mark_size(len(points))
    weights = np.ones(len(points)) if weights is None else weights
    for k in np.unique(labels):
        of_cluster = labels == k
        with painting(colours):
            style = mark_style(k, size**2 * weights[of_cluster], label=str(k))
        ax.scatter(*points[of_cluster].T, **style)
        if labels.max() >= 10:
            middle = points[of_cluster].mean(axis=0)
            ax.annotate(str(k), middle, weight="bold", fontsize=10, **CENTRED)
    if moved is not None and len(moved):
        ring = {"facecolor": "none", "edgecolor": INK, "linewidth": 1.5}
        ax.scatter(*points[moved].T, s=(size + 7) ** 2, **ring)
    ax.set_aspect("equal", adjustable="datalim")
    framed(ax)
    return ax


@draws(labels=optional(whole_numbers("m")))
def plot_gram(K: ArrayLike, labels: Ints | None, ax: Axes, centred: bool = False) -> Axes:
    """A kernel matrix as a picture, rows and columns by cluster, block borders drawn.

    Parameters
    ----------
    K : array-like of shape (m, m)
    labels : ndarray of int of shape (m,) or None
        None leaves the rows in their order.
    ax : Axes
    centred : bool, default=False
        Whether to centre K first; negative entries are then orange.

    Returns
    -------
    Axes

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_gram(np.eye(4), np.array([0, 0, 1, 1]), Figure().subplots())
    """
    K = centre(K) if centred else as_square(K)
    sizes: list[int] = []
    if labels is not None:
        order = sort_by_cluster(labels)
        K = K[np.ix_(order, order)]
        sizes = np.bincount(labels)
    top = np.abs(K).max() or 1.0
    signed = K.min() < -1e-12 * top
    shades = {"cmap": MATRIX, "vmin": -top} if signed else {"cmap": MATRIX_POSITIVE, "vmin": 0}
    between = "nearest" if len(K) < 400 else "antialiased"
    ax.imshow(K, vmax=top, interpolation=between, **shades)
    for edge in np.cumsum(sizes)[:-1]:
        for line in (ax.axhline, ax.axvline):
            line(edge - 0.5, color=INK, linewidth=0.8, alpha=0.5)
    framed(ax)
    return ax


@draws(number=CALLABLE, marks=optional(whole_numbers("c")))
def plot_label_kernel(
    A: Floats,
    ax: Axes,
    number: Callable[..., Any] = "{:.3g}".format,
    marks: ArrayLike | None = None,
) -> Axes:
    """A small matrix with its numbers, rows and columns headed by the clusters' marks.

    Parameters
    ----------
    A : ndarray of shape (c, c)
    ax : Axes
        With the size it will have: larger cells have larger numbers, up to 12 points, and
        numbers too wide for their cells are written smaller.
    number : callable, optional
        From an entry to what stands in its cell.
    marks : array of int of shape (c,), optional
        The clusters whose marks stand at the rows; by default each its own.

    Returns
    -------
    Axes

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_label_kernel(np.eye(3), Figure().subplots())
    """
    A = np.asarray(A, dtype=float)
    c = len(A)
    shade = 0.86 * A / (np.abs(A).max() or 1.0)
    ax.imshow(shade, cmap=MATRIX, vmin=-1, vmax=1)
    cell = size_in_points(ax)[0] / c
    head = -0.5 - min(0.35, 9 / cell)
    marks = np.arange(c) if marks is None else marks
    for j in range(c):
        for l in range(c):
            text = str(call_given(number, "number", A[j, l])).replace("-", "\u2212")
            size = np.clip(1.4 * cell / len(text), 6.5, np.clip(0.27 * cell, 8, 12))
            ink = ink_on(MATRIX((shade[j, l] + 1) / 2))
            ax.text(l, j, text, color=ink, fontsize=size, **CENTRED)
        ax.scatter([j, head], [head, j], **mark_style(marks[j], 34, clip_on=False))
    ax.set(xlim=(-0.5, c - 0.5), ylim=(c - 0.5, -0.5))
    cut_into_cells(c, c, 1.5, ax)
    ax.tick_params(labelbottom=False, labelleft=False)
    return ax


def cut_into_cells(rows, columns, width, ax):
    """White lines between the cells of an image in place of a frame."""
    ax.set_xticks(np.arange(columns + 1) - 0.5, minor=True)
    ax.set_yticks(np.arange(rows + 1) - 0.5, minor=True)
    ax.grid(which="minor", color="white", linewidth=width)
    ax.tick_params(which="both", length=0)
    ax.spines[:].set_visible(False)


@draws(vectors=numbers("m", "k"))
def plot_eigenvectors(
    vectors: Floats, values: Floats, labels: Ints, ax: Axes, digits: int = 1, by_value: bool = True
) -> Axes:
    """Leading eigenvectors, one bar a sample, by cluster and then by value.

    Parameters
    ----------
    vectors : ndarray of shape (m, k)
    values : ndarray of shape (k,)
    labels : ndarray of int of shape (m,)
    ax : Axes
    digits : int, default=1
        Of the values, after the point.
    by_value : bool, default=True
        False keeps the order of the samples within each cluster: what the clusters do not
        explain then looks like grass, not like a slope.

    Returns
    -------
    Axes

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> values, vectors = np.linalg.eigh(np.eye(4))
    >>> labels = np.array([0, 0, 1, 1])
    >>> ax = plot_eigenvectors(vectors[:, :2], values[:2], labels, Figure().subplots())
    """
    m, k = vectors.shape
    for r in range(k):
        inner = vectors[:, r] if by_value else np.arange(m)
        order = np.lexsort([inner, labels])
        v = vectors[order, r]
        base = k - 1 - r
        height = 0.42 * v / (np.abs(v).max() or 1.0)
        for j in np.unique(labels):
            at = np.flatnonzero(labels[order] == j)
            steps = {"step": "post", "color": colour(j), "linewidth": 0}
            ends = np.append(at, at[-1] + 1)
            ax.fill_between(ends, base, base + height[np.append(at, at[-1])], **steps)
        ax.axhline(base, color=RULE_2, linewidth=0.5)
        style = {"va": "center", "color": INK_2}
        ax.text(-0.02 * m, base, f"v{subscript(r + 1)}", ha="right", **style)
        ax.text(1.02 * m, base, f"{values[r]:.{digits}f}", ha="left", **style)
    ax.set(xlim=(0, m), ylim=(-0.5, k - 0.5))
    ax.set_axis_off()
    return ax


@draws(objective=numbers("n"), at=optional(place("n")))
def plot_trace(objective: ArrayLike, ax: Axes, at: int | None = None) -> Axes:
    """The objective step by step, as a staircase.

    Parameters
    ----------
    objective : array of shape (n_steps + 1,)
    ax : Axes
    at : int, optional
        Step to mark.

    Returns
    -------
    Axes

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_trace(np.array([1.0, 2.0, 2.5]), Figure().subplots())
    """
    J = np.asarray(objective, dtype=float)
    ax.step(np.arange(len(J)), J, where="post", color=RULE_2, linewidth=1.2)
    ax.plot(np.arange(len(J)), J, "o", color=INK, markersize=3)
    if at is not None:
        ax.plot([at], [J[at]], "o", color=ACCENT, markersize=7)
    ax.set(xlabel="step", ylabel="objective J")
    ax.spines[["top", "right"]].set_visible(False)
    return ax


@takes(K=ARGUMENTS["K"], labels=ARGUMENTS["labels"], max_size=whole(1))
def gram_pixels(K: Floats, labels: Ints, max_size: int = 1000) -> dict[str, Any]:
    """A kernel matrix as bytes, sorted by cluster and averaged down to a size to send.

    Parameters
    ----------
    K : ndarray of shape (m, m)
    labels : ndarray of int of shape (m,)
    max_size : int, default=1000

    Returns
    -------
    dict
        "pixels" (int8 array (p, p), 127 standing for the scale), "size" p, "scale" the
        largest absolute value, "borders" (c + 1 offsets in pixels), "means" (c x c block
        means) and "sizes".

    Examples
    --------
    >>> sorted(gram_pixels(np.eye(4), np.array([0, 1, 0, 1])))
    ['borders', 'means', 'pixels', 'scale', 'size', 'sizes']
    """
    m = len(K)
    sizes = np.bincount(labels)
    order = sort_by_cluster(labels)
    edges = np.concatenate([[0], np.cumsum(sizes)])
    sorted_K = K[np.ix_(order, order)].astype(float, copy=False)
    starts = np.minimum(edges[:-1], m - 1)
    sums = np.add.reduceat(np.add.reduceat(sorted_K, starts, axis=0), starts, axis=1)
    counts = np.outer(sizes, sizes)
    means = np.divide(sums, counts, out=np.zeros_like(sums), where=counts > 0)
    p = min(m, max_size)
    if p < m:
        cuts = np.arange(p) * m // p
        width = np.diff(np.append(cuts, m))
        sorted_K = np.add.reduceat(np.add.reduceat(sorted_K, cuts, axis=0), cuts, axis=1)
        sorted_K /= np.outer(width, width)
    scale = float(max(sorted_K.max(), -sorted_K.min())) or 1.0
    sorted_K *= 127 / scale
    return {
        "pixels": np.rint(sorted_K, out=sorted_K).astype(np.int8),
        "size": p,
        "scale": scale,
        "borders": (edges * p / m).tolist(),
        "means": means.tolist(),
        "sizes": sizes.tolist(),
    }


def subscript(number):
    """A whole number in small digits below the line, of full size in any font."""
    return str(number).translate(_BELOW)


def mark_size(m):
    """Diameter in points of the marks of m samples."""
    return 1.5 * float(np.clip(72 / np.sqrt(max(m, 1)), 2.2, 5))
