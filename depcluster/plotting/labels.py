"""Figures of structured labels: a row, a ring, a tree, and clusters of turning views."""

from __future__ import annotations

import numpy as np
from matplotlib.patches import Wedge

from ..labels.trees import tree_paths
from .palette import INK, INK_2, RULE_2, colour, edge_colour, ink_on, mark

LAYOUTS = ("chain", "ring")


def plot_labels(layout, n_clusters, ax):
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
    """
    if layout not in LAYOUTS:
        raise ValueError(f"layout must be one of {', '.join(LAYOUTS)}; got {layout!r}.")
    k = np.arange(n_clusters)
    if layout == "chain":
        at = np.column_stack([k - (n_clusters - 1) / 2, np.zeros(n_clusters)])
        line = at
    else:
        angle = np.pi / 2 - 2 * np.pi * k / n_clusters
        at = np.column_stack([np.cos(angle), np.sin(angle)])
        line = np.vstack([at, at[:1]])
    ax.plot(*line.T, color=RULE_2, linewidth=1.5, zorder=1)
    for j, place in enumerate(at):
        _draw_label(j, place, ax)
        outwards = place if layout == "ring" else np.array([0, -1.0])
        ax.text(*(place + 0.4 * outwards), str(j), ha="center", va="center", color=INK, fontsize=9)
    ax.set_aspect("equal")
    ax.margins(0.25)
    ax.axis("off")
    return ax


def plot_tree(spec, ax, *, names=()):
    """A rooted tree with the labels at its leaves (Zhong 2010, Figs. 2c and 3).

    Parameters
    ----------
    spec : tuple of int, or nested lists
        A tree as `depcluster.labels.tree` takes it.
    ax : Axes
    names : sequence of str, optional
        One for each leaf, written below its number.

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        If there is not one name for each leaf.
    """
    paths = tree_paths(spec)
    if len(names) not in (0, len(paths)):
        raise ValueError(f"names must be {len(paths)} texts, one a leaf; got {len(names)}.")
    depth = max(len(path) for path in paths)
    nodes = {path[:d] for path in paths for d in range(len(path) + 1)}
    place = {}
    for node in nodes:
        below = [j for j, path in enumerate(paths) if path[: len(node)] == node]
        place[node] = (below[0] + below[-1]) / 2, 0 if node in paths else depth - len(node)
    for node in nodes - {()}:
        ax.plot(*zip(place[node[:-1]], place[node], strict=True), color=RULE_2, lw=1.2, zorder=1)
    inner = np.array([place[node] for node in nodes - set(paths)])
    ax.scatter(*inner.T, s=14, color=INK_2, zorder=2)
    for j, path in enumerate(paths):
        _draw_label(j, place[path], ax)
        text = str(j) if not names else f"{j}\n{names[j]}"
        ax.text(j, -0.22, text, ha="center", va="top", color=INK, fontsize=8)
    ax.set_xlim(-0.7, len(paths) - 0.3)
    ax.set_ylim(-0.45 - 0.3 * bool(names), depth + 0.15)
    ax.axis("off")
    return ax


def plot_turn(labels, ax):
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
            style = {"ha": "center", "va": "center", "color": ink_on(grey), "fontsize": 8}
            ax.text(0.83 * np.cos(middle), 0.83 * np.sin(middle), str(j), **style)
    ax.set_xlim(-1.05, 1.05)
    ax.set_ylim(-1.05, 1.05)
    ax.set_aspect("equal")
    ax.axis("off")
    return ax


def _draw_label(j, place, ax):
    marker, area = mark(j)
    style = {"color": colour(j), "edgecolor": edge_colour(j), "linewidth": 0.7, "zorder": 3}
    ax.scatter(*place, marker=marker, s=70 * area, clip_on=False, **style)
