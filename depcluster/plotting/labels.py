"""Figures of structured labels: a row, a ring, a label kernel's graph and levels, a turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

import numpy as np
from matplotlib.patches import Wedge

from .._typing import ArrayLike, Floats
from .._validation import check_numbers, one_of, short_repr, whole
from .basics import CENTRED, as_text, size_in_points
from .palette import ACCENT, COLOURS, INK, INK_2, MATRIX, RULE_2, mark_style
from .style import draws

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_INKS = ("#101214", "#f4f5f6")  # on light and on dark grey, which no theme turns


@draws(layout=one_of("chain", "ring"), n_clusters=whole(1, 1000))
def plot_labels(layout: Literal["chain", "ring"], n_clusters: int, ax: Axes) -> Axes:
    """Labels as marks, neighbours joined by a line (Zhong 2010, Fig. 2a and b).

    Parameters
    ----------
    layout : {"chain", "ring"}
    n_clusters : int
    ax : Axes

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        If the layout is unknown.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_labels("ring", 5, Figure().subplots())
    """
    k = np.arange(n_clusters)
    if layout == "chain":
        at = np.column_stack([k - (n_clusters - 1) / 2, np.zeros(n_clusters)])
        line = at
    else:
        at = _on_circle(n_clusters)
        line = np.vstack([at, at[:1]])
    ax.plot(*line.T, color=RULE_2, linewidth=1.5, zorder=1)
    for j, place in enumerate(at):
        draw_label(j, place, ax)
        outwards = place if layout == "ring" else np.array([0, -1.0])
        ax.text(*(place + 0.4 * outwards), str(j), **CENTRED)
    ax.set_aspect("equal")
    ax.margins(0.25)
    ax.set_axis_off()
    return ax


@draws()
def plot_relations(A: Floats, ax: Axes) -> Axes:
    """A label kernel as a graph: labels on a circle, joined where their entry is not zero.

    Parameters
    ----------
    A : ndarray of shape (c, c)
        The larger an entry, the wider its line: full and blue above 0, dashed and orange below.
    ax : Axes

    Returns
    -------
    Axes

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from depcluster.labels import ring
    >>> ax = plot_relations(ring(5), Figure().subplots())
    """
    at, largest = _on_circle(len(A)), np.abs(A).max() or 1.0
    for i, j in zip(*np.nonzero(np.abs(np.triu(A, 1)) > 1e-9), strict=True):
        hue, dashes = (MATRIX(0.81), "-") if A[i, j] > 0 else (MATRIX(0.19), (0, (2, 2)))
        width = 0.7 + 2.5 * abs(A[i, j]) / largest
        ax.plot(*at[[i, j]].T, color=hue, linestyle=dashes, linewidth=width, zorder=1)
    for j, place in enumerate(at):
        draw_label(j, place, ax)
    ax.set(xlim=(-1.25, 1.25), ylim=(-1.25, 1.25), aspect="equal")
    ax.set_axis_off()
    return ax


def _levels(levels, name, _):
    """One or two spectra of one length by name."""
    named = isinstance(levels, dict) and all(isinstance(key, str) for key in levels)
    if not named or len(levels) not in (1, 2):
        raise ValueError(f"{name} must be a dict of one or two spectra; got {short_repr(levels)}.")
    sizes = {}
    return {
        key: check_numbers(values, f"{name}[{key!r}]", ("k",), sizes=sizes)
        for key, values in levels.items()
    }


@draws(levels=_levels)
def plot_levels(levels: Mapping[str, Floats], ax: Axes) -> Axes:
    """Eigenvalues as dots on a line, or on two whose dots are joined in their order.

    Each line ends at its largest eigenvalue, so that lines between upright ones tilt where two
    matrices weigh their eigenvectors differently. Those below 0 are hollow.

    Parameters
    ----------
    levels : dict of str to ndarray of shape (k,)
        Falling eigenvalues by the name of their matrix, of one or two matrices.
    ax : Axes
        With the size it will have: values are written where there is room.

    Returns
    -------
    Axes

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_levels({"K": np.array([3.0, 2.0, 0.5])}, Figure().subplots())
    """
    wide, high = size_in_points(ax).tolist()
    step, shares = high / (len(levels) + 1), [v / _largest(v) for v in levels.values()]
    low, top = min(0.0, *np.concatenate(shares)), max(0.0, *np.concatenate(shares))
    start, unit = 6 * max(map(len, levels)) + 6, 1 / ((top - low) or 1.0)
    unit *= wide - 18 - start
    x, rows = start + (np.array(shares) - low) * unit, -step * np.arange(len(levels))
    for (name, values), at, y in zip(levels.items(), x, rows, strict=True):
        zero, below = start - low * unit, values < -1e-8 * _largest(values)
        ax.text(0, y, as_text(name), va="center", weight="bold", fontsize=8)
        ax.plot([start, wide - 18], [y, y], color=RULE_2, linewidth=0.7)
        ax.plot([zero, zero], [y - 3, y + 3], color=INK_2, linewidth=0.7)
        for of, fill in ((~below, INK), (below, "white")):
            edge = COLOURS[4] if fill == "white" else INK
            ax.plot(at[of], np.full(of.sum(), y), "o", mfc=fill, mec=edge, ms=3.6, zorder=3)
        _write_levels(values, at, y + (13 if y == 0 else -13), wide, ax)
    ax.plot(x, rows, color=ACCENT, linewidth=1.1)
    ax.set(xlim=(0, wide), ylim=(-high + 0.9 * step, 0.9 * step))
    ax.set_axis_off()
    return ax


def short(x):
    """A number of about three digits, with a true minus sign."""
    size = abs(x)
    if size >= 9999.5:
        return f"{x:.1e}".replace("-", "\u2212")
    text = f"{x:.{2 if size < 10 else 1 if size < 100 else 0}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text.replace("-", "\u2212")


@draws()
def plot_turn(labels: ArrayLike, ax: Axes) -> Axes:
    """Clusters of views around a full turn, a stroke where one ends (Zhong 2010, Fig. 7).

    Each view is a thin slice of the ring, the first on top, clockwise. The grey is the place
    of its label among the labels, so that a ring of labels in order shades around once.

    Parameters
    ----------
    labels : array of int of shape (m,)
        In the order of the views.
    ax : Axes

    Returns
    -------
    Axes

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_turn(np.array([0, 0, 1, 1, 2, 2]), Figure().subplots())
    """
    labels = np.asarray(labels)
    m, top = len(labels), max(int(labels.max()), 1)
    ends = np.flatnonzero(labels != np.roll(labels, -1)) + 1  # one past the last of each run
    runs = list(zip(np.roll(ends, 1), ends, strict=True)) or [(0, m)]
    for start, stop in runs:
        length = (stop - start) % m or m
        j = labels[start % m]
        grey = (0.16 + 0.76 * j / top,) * 3
        first, last = 90 - 360 * (start + length) / m, 90 - 360 * start / m
        ring = {"width": 0.34, "edgecolor": INK, "linewidth": 1.2}
        ax.add_patch(Wedge((0, 0), 1, first, last, facecolor=grey, **ring))
        middle = np.deg2rad((first + last) / 2)
        if length > 0.02 * m:
            ink = _INKS[int(grey[0] < 0.45)]
            x, y = 0.83 * np.cos(middle), 0.83 * np.sin(middle)
            ax.text(x, y, str(j), color=ink, fontsize=8, **CENTRED)
    ax.set(xlim=(-1.05, 1.05), ylim=(-1.05, 1.05), aspect="equal")
    ax.set_axis_off()
    return ax


def _on_circle(n):
    """Places on a circle, the first on top, clockwise."""
    angle = np.pi / 2 - 2 * np.pi * np.arange(n) / n
    return np.column_stack([np.cos(angle), np.sin(angle)])


def _largest(values):
    return np.abs(values).max() or 1.0


def _write_levels(values, x, y, free, ax):
    """Values from the right, each only where it does not run into the one before."""
    k, right = 0, free
    while k < len(values):
        count = int((np.abs(values[k:] - values[k]) < 2e-3 * _largest(values)).sum())
        text = short(values[k]) + (f" ×{count}" if count > 1 else "")
        half = 2.5 * len(text)
        at = min(x[k], right - half)
        if at + half <= free:
            ax.text(at, y, text, fontsize=8, **CENTRED)
            free = at - half - 4
        k += count


def draw_label(j, place, ax):
    ax.scatter(*place, **mark_style(j, 70, zorder=3, clip_on=False))
