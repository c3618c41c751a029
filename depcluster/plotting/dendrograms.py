"""Figures of rooted trees whose leaves are labels: the tree, a dendrogram, where samples went."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.patches import Rectangle
from scipy.cluster.hierarchy import is_valid_linkage, to_tree
from sklearn.metrics import confusion_matrix

from .._typing import ArrayLike, Spec
from .._validation import ANYTHING, check_labels, numbers, words
from ..labels.kernels import tree_paths
from .basics import CENTRED, as_text
from .labels import draw_label
from .palette import (
    ACCENT,
    COLOURS,
    INK,
    INK_2,
    MATRIX_POSITIVE,
    RULE_2,
    edge_colour,
    ink_on,
    mark_style,
)
from .style import draws

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_RIGHT = {"marker": "o", "color": COLOURS[0], "linewidth": 0}
_WRONG = {"marker": "x", "color": COLOURS[4], "linewidth": 1.3}
_BELOW = {"ha": "center", "va": "top"}


@draws(names=words())
def plot_tree(spec: Spec, ax: Axes, *, names: Sequence[str] = ()) -> Axes:
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

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_tree((2, 2), Figure().subplots(), names=["a", "b", "c", "d"])
    """
    paths = tree_paths(spec)
    if len(names) not in (0, len(paths)):
        raise ValueError(f"names must be {len(paths)} texts, one a leaf; got {len(names)}.")
    place = _draw_branches(paths, 1.2, (), ax)
    inner = np.array([place[node] for node in place.keys() - set(paths)])
    ax.scatter(*inner.T, s=14, color=INK_2, zorder=2)
    for j, path in enumerate(paths):
        draw_label(j, place[path], ax)
        text = str(j) if not names else f"{j}\n{as_text(names[j])}"
        ax.text(j, -0.22, text, fontsize=8, **_BELOW)
    top = max(map(len, paths)) + 0.15
    ax.set(xlim=(-0.7, len(paths) - 0.3), ylim=(-0.45 - 0.3 * bool(names), top))
    ax.set_axis_off()
    return ax


@draws(Z=numbers("r", 4), labels=ANYTHING)
def plot_dendrogram(
    Z: ArrayLike, labels: ArrayLike, spec: Spec, ax: Axes, *, n_shown: int = 30
) -> Axes:
    """The top of a dendrogram and where a tree cuts it (Zhong 2010, Fig. 4).

    Colours and marks are the level-1 clusters, rectangles the level-2 clusters, numbers the
    samples below each foot. What lies below the top n_shown clusters is not drawn, except
    where it is needed to keep two level-2 clusters apart.

    Parameters
    ----------
    Z : array of shape (m - 1, 4)
        Linkage, as of `depcluster.reproduction.baselines.linkage_along_tree`.
    labels : array of int of shape (m,)
        Leaves of the tree.
    spec : tuple of int, or nested lists
        A tree as `depcluster.labels.tree` takes it.
    ax : Axes
    n_shown : int, default=30

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        If Z and the labels do not fit together, or the labels are no leaves of the tree.

    Examples
    --------
    >>> import numpy as np
    >>> from matplotlib.figure import Figure
    >>> from scipy.cluster.hierarchy import linkage
    >>> Z = linkage([[0.0], [0.1], [1.0], [1.2]], "average")
    >>> ax = plot_dendrogram(Z, np.array([0, 0, 1, 1]), (2,), Figure().subplots())
    """
    paths = tree_paths(spec)
    labels = check_labels(labels, None, len(paths), every=False)
    if len(Z) != len(labels) - 1:
        raise ValueError(f"Z must have {len(labels) - 1} merges, m - 1; got {len(Z)}.")
    if not is_valid_linkage(Z):
        raise ValueError("Z must be a linkage, each merge of two clusters that are there already.")
    groups = [tuple(path[:2]) for path in paths]
    inner, feet = _top(to_tree(np.asarray(Z, dtype=float)), labels, groups, n_shown)
    x = {node.id: float(at) for at, (node, _) in enumerate(feet)}
    top, lowest = Z[-1][2], min((node.dist for node, _ in inner), default=0.0)
    step = max(top - lowest, 0.1 * top, 1e-9)
    base = max(lowest - 0.15 * step, 0.0)
    low = {node.id: base for node, _ in feet}
    for node, held in sorted(inner, key=lambda pair: pair[0].id):
        left, right = x[node.left.id], x[node.right.id]
        x[node.id], low[node.id] = (left + right) / 2, node.dist
        first = {group[0] for group in held}
        heights = [low[node.left.id], node.dist, node.dist, low[node.right.id]]
        hue = edge_colour(min(first)) if len(first) == 1 else RULE_2
        ax.plot([left, left, right, right], heights, color=hue, linewidth=1.3)
    _draw_feet(feet, base, step, ax)
    _frame_groups(feet, inner, base, step, ax)
    ax.set(xlim=(-1, len(feet)), ylim=(base - 0.18 * step, top + 0.06 * step), xticks=[])
    ax.set_ylabel("distance of the merged clusters")
    ax.spines[["top", "right", "bottom"]].set_visible(False)
    return ax


@draws(labels=ANYTHING)
def plot_tree_assignments(
    y_true: ArrayLike, labels: ArrayLike, spec: Spec, leaf: int, ax: Axes
) -> Axes:
    """Where in the tree the samples of one true leaf went (Zhong 2010, Figs. 1 and 6).

    Dots are samples at their own leaf, crosses samples elsewhere; the path to the true leaf
    is drawn bold.

    Parameters
    ----------
    y_true : array of int of shape (m,)
        True leaves.
    labels : array of int of shape (m,)
        Leaves found, already renamed to match the true ones.
    spec : tuple of int, or nested lists
        A tree as `depcluster.labels.tree` takes it.
    leaf : int
        The true leaf whose samples are shown.
    ax : Axes

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        If labels are no leaves of the tree, or leaf is none.

    Examples
    --------
    >>> import numpy as np
    >>> from matplotlib.figure import Figure
    >>> y = np.array([0, 0, 1, 2, 3])
    >>> ax = plot_tree_assignments(y, y, (2, 2), 0, Figure().subplots())
    """
    paths = tree_paths(spec)
    c = len(paths)
    y_true = check_labels(y_true, None, c, name="y_true", every=False)
    labels = check_labels(labels, len(y_true), c, every=False)
    if leaf not in range(c):
        raise ValueError(f"leaf must lie in 0..{c - 1}, the leaves of the tree; got {leaf}.")
    _draw_branches(paths, 1, paths[leaf], ax)
    counts = np.bincount(labels[y_true == leaf], minlength=c)
    rows = 0
    for j in np.flatnonzero(counts):
        k = np.arange(counts[j])
        across = np.minimum(counts[j] - k // 4 * 4, 4)  # samples in this row of up to four
        style = _RIGHT if j == leaf else _WRONG
        ax.scatter(j + 0.2 * (k % 4 - (across - 1) / 2), -0.62 - 0.16 * (k // 4), s=16, **style)
        rows = max(rows, 1 + (counts[j] - 1) // 4)
    for j in range(c):
        weight = "bold" if j == leaf else "normal"
        ax.text(j, -0.1, str(j), weight=weight, fontsize=8, **_BELOW)
        shade = INK if counts[j] else RULE_2
        ax.text(j, -0.32, f"{counts[j]}", color=shade, fontsize=8, **_BELOW)
    for y, text in ((-0.1, "leaf"), (-0.32, "samples")):
        ax.text(-0.6, y, text, ha="right", va="top", color=INK_2, fontsize=8)
    top = max(map(len, paths)) + 0.1
    ax.set(xlim=(-1.6, c - 0.4), ylim=(-0.7 - 0.16 * max(rows, 3), top))
    ax.set_axis_off()
    return ax


@draws()
def plot_tree_confusion(y_true: ArrayLike, y_pred: ArrayLike, spec: Spec, ax: Axes) -> Axes:
    """How many samples of each true leaf went where, the tree's blocks outlined (Fig. 5).

    Zhong 2010. A square on the diagonal is an inner node: what lies within stays in its
    subtree. The higher the node, the thicker its outline.

    Parameters
    ----------
    y_true, y_pred : array of int of shape (m,)
        Leaves of the tree, the found ones already renamed to match.
    spec : tuple of int, or nested lists
        A tree as `depcluster.labels.tree` takes it.
    ax : Axes

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        If the labels are no leaves of the tree.

    Examples
    --------
    >>> import numpy as np
    >>> from matplotlib.figure import Figure
    >>> y = np.array([0, 0, 1, 2, 3])
    >>> ax = plot_tree_confusion(y, y, (2, 2), Figure().subplots())
    """
    paths = tree_paths(spec)
    c = len(paths)
    y_true = check_labels(y_true, None, c, name="y_true", every=False)
    y_pred = check_labels(y_pred, len(y_true), c, name="y_pred", every=False)
    table = confusion_matrix(y_true, y_pred, labels=np.arange(c))
    top = table.max()
    ax.imshow(table, cmap=MATRIX_POSITIVE, vmin=0, vmax=top / 0.8)
    for j, l in np.argwhere(table):
        ink = ink_on(MATRIX_POSITIVE(0.8 * table[j, l] / top))
        ax.text(l, j, str(table[j, l]), color=ink, fontsize=7, **CENTRED)
    depths = max(map(len, paths))
    for node in {path[:d] for path in paths for d in range(1, len(path))}:
        below = [j for j, path in enumerate(paths) if path[: len(node)] == node]
        corner, height = (below[0] - 0.5, below[0] - 0.5), depths - len(node)
        outline = Rectangle(corner, len(below), len(below), fill=False, clip_on=False)
        outline.set(ec=ACCENT if len(node) > 1 else INK, lw=0.8 + 0.7 * height)
        ax.add_patch(outline).set_zorder(3 + 1 / len(node))
    ax.set_xticks(range(c), range(c), fontsize=7)
    ax.set_yticks(range(c), range(c), fontsize=7)
    ax.tick_params(length=0)
    ax.set(xlabel="leaf found", ylabel="true leaf")
    ax.spines[:].set(color=RULE_2, visible=True)
    return ax


def _top(root, labels, groups, n_shown):
    """The top n_shown - 1 merges and those below that join groups; the feet from left to right."""
    m = root.count
    inner, feet, waiting = [], [], [root]
    while waiting:
        node = waiting.pop()
        held = {groups[j] for j in np.unique(labels[node.pre_order()])}
        if not node.is_leaf() and (node.id > 2 * m - 1 - n_shown or len(held) > 1):
            inner.append((node, held))
            waiting += [node.right, node.left]
        else:
            feet.append((node, held))
    return inner, feet


def _draw_feet(feet, base, step, ax):
    for at, (node, held) in enumerate(feet):
        ax.scatter([at], [base - 0.04 * step], **mark_style(min(held)[0], 22, zorder=3))
        ax.text(at, base - 0.08 * step, str(node.count), color=INK_2, fontsize=7, **_BELOW)


def _frame_groups(feet, inner, base, step, ax):
    """One rectangle for each run of feet that belong to one level-2 cluster."""
    height = {}
    for node, held in (*inner, *feet):
        if len(held) == 1:
            height[min(held)] = max(height.get(min(held), base), node.dist)
    of_foot = [min(held) for _, held in feet]
    cuts = [k for k in range(1, len(feet)) if of_foot[k] != of_foot[k - 1]]
    for start, stop in zip([0, *cuts], [*cuts, len(feet)], strict=True):
        lower = base - 0.16 * step
        upper = height[of_foot[start]] + 0.03 * step
        style = {"facecolor": "none", "edgecolor": INK_2, "linewidth": 0.9}
        ax.add_patch(Rectangle((start - 0.42, lower), stop - start - 0.16, upper - lower, **style))


def _draw_branches(paths, width, bold, ax):
    """Lines from the root down, one path bold; returns where the nodes stand, by path."""
    depth, place = max(map(len, paths)), {}
    for node in sorted({path[:d] for path in paths for d in range(len(path) + 1)}):
        below = [j for j, path in enumerate(paths) if path[: len(node)] == node]
        place[node] = (below[0] + below[-1]) / 2, 0 if node in paths else depth - len(node)
        if node:
            on_path = bold[: len(node)] == node
            style = {"color": INK, "lw": 2.4} if on_path else {"color": RULE_2, "lw": width}
            ends = zip(place[node[:-1]], place[node], strict=True)
            ax.plot(*ends, zorder=2 if on_path else 1, **style)
    return place
