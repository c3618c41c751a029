"""Figures of taxonomies: the unrooted tree, its label kernel with pictures, the choice of c."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.font_manager import FontProperties
from matplotlib.patches import Rectangle
from matplotlib.textpath import TextPath

from .._typing import ArrayLike
from .._validation import axes, flags, having, number, numbers, optional, whole_numbers, words
from .basics import CENTRED, GREY, as_text, size_in_points
from .palette import ACCENT, COLOURS, INK, INK_2, MATRIX, RULE_2, colour, mark_style
from .style import SHEET, draws

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ..papers.blaschko2008.path import TaxonomyPath
    from ..trees.tree import Tree

_CARD = 0.2  # height of a picture as a share of the tree's extent
_FONT = SHEET["font.size"]
_STRIP = 22.0  # for the scale bar, in points
_WRONG = COLOURS[4]


def _tree(tree, name, sizes):
    having("a Tree", "layout", "edges", "n_leaves", "names")(tree, name, sizes)
    sizes |= {"n": tree.n_leaves, "e": len(tree.edges)}
    return tree


@draws(
    tree=_tree,
    names=optional(words("n", empty=False)),
    thumbnails=optional(numbers("n", "h", "w")),
    sizes=optional(numbers("n", least=0)),
    groups=optional(whole_numbers("n")),
    wrong_splits=optional(flags("e")),
    residuals=optional(numbers("n", "n")),
)
def plot_unrooted_tree(
    tree: Tree,
    ax: Axes,
    *,
    names: Sequence[str] | None = None,
    thumbnails: ArrayLike | None = None,
    sizes: ArrayLike | None = None,
    groups: ArrayLike | None = None,
    wrong_splits: ArrayLike | None = None,
    residuals: ArrayLike | None = None,
    scale_bar: bool = True,
) -> Axes:
    """A tree in Felsenstein's equal-angle drawing, each edge as long as it is.

    Parameters
    ----------
    tree : Tree
    ax : Axes
        With the size it will have: room for the names is measured in its points.
    names : sequence of str, one a leaf, optional
        Written along the leaves' edges; upright where none is longer than three characters,
        since a turned d can be read as a p; upright and tied to the leaf where one of them has
        more than one line; below the pictures if there are some. The tree's own when left out.
    thumbnails : array-like of shape (n_leaves, h, w), optional
        A picture a leaf, such as the cluster's mean image, grey levels between 0 and 1. Each
        lies in the direction of its leaf's edge, as far out as it takes to cover nothing, and a
        dotted line ties it to the leaf.
    sizes : array-like of shape (n_leaves,), optional
        Of the clusters; the marks have areas in proportion.
    groups : array-like of int of shape (n_leaves,), optional
        Whose colours and marks the leaves have, such as the class most common in each cluster.
        Their own numbers when left out.
    wrong_splits : array-like of bool of shape (n_edges,), optional
        Edges to draw orange and dashed.
    residuals : array-like of shape (n_leaves, n_leaves), optional
        Distances less those along the tree: a straight line joins every two leaves, the wider
        the larger the difference is. It is full where the way along the tree is too short and
        dashed where it is too long.
    scale_bar : bool, default=True
        Whether to draw a line of a round length and that length.

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        If an array does not fit the tree.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from depcluster.trees import Tree
    >>> tree = Tree.from_newick("(a:1,b:2,(c:1,d:3):2);")
    >>> ax = plot_unrooted_tree(tree, Figure().subplots())
    """
    n, layout = tree.n_leaves, tree.layout()
    names = tree.names if names is None else names
    groups = np.arange(n) if groups is None else groups
    sizes = np.ones(n) if sizes is None else sizes
    wrong = np.zeros(len(tree.edges), bool) if wrong_splits is None else wrong_splits
    ax.set_axis_off()
    ax.set_aspect("equal", adjustable="datalim")
    if residuals is not None:
        _draw_residuals(layout.positions[:n], residuals, ax)
    _draw_edges(tree.edges, layout.positions, wrong, ax)
    _draw_leaves(layout.positions[:n], groups, sizes, ax)
    if thumbnails is not None:
        boxes = _draw_cards(layout, tree.edges, thumbnails, names, groups, ax)
    elif any("\n" in name for name in names):
        boxes = _write_blocks(layout, tree.edges, names, ax)
    else:
        boxes = _write_names(layout, names, ax)
    _set_view(np.vstack([boxes, _around(layout.positions)]), layout.scale * scale_bar, ax)
    return ax


@draws(Y=numbers("c", "c"), thumbnails=numbers("c", "h", "w"))
def plot_structure(Y: ArrayLike, ax: Axes, *, thumbnails: ArrayLike) -> Axes:
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
    c, top = len(Y), np.abs(Y).max() or 1.0
    ax.imshow(Y, cmap=MATRIX, vmin=-top, vmax=top)
    shape = thumbnails.shape[1:]
    half = 0.47 * np.array(shape[::-1]) / max(shape)  # of width and height
    for j, image in enumerate(thumbnails):
        for centre in ((-0.6 - half[0], j), (j, -0.6 - half[1])):
            show_picture(image, centre, half, ax)
    ax.set(xlim=(-0.7 - 2 * half[0], c - 0.5), ylim=(c - 0.5, -0.7 - 2 * half[1]))
    ax.set_axis_off()
    return ax


@draws(
    path=having("a TaxonomyPath", "n_clusters", "objective", "log_eigengap", "largest_gap"),
    upper=axes,
    lower=axes,
    at=optional(number()),
)
def plot_taxonomy_path(
    path: TaxonomyPath, upper: Axes, lower: Axes, *, at: int | None = None
) -> tuple[Axes, ...]:
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
    lower.set(xlabel="number of clusters c", ylabel="log eigengap")
    for ax in (upper, lower):
        if at is not None:
            ax.axvline(at, color=INK_2, linewidth=0.9, linestyle=":", zorder=0)
        ax.set_xticks(c)
        ax.spines[["top", "right"]].set_visible(False)
    return upper, lower


def _draw_edges(edges, positions, wrong, ax):
    for e, (u, v) in enumerate(edges):
        style = {"color": _WRONG, "linestyle": "--"} if wrong[e] else {"color": INK}
        ax.plot(*positions[[u, v]].T, linewidth=1.8, solid_capstyle="round", zorder=2, **style)


def _draw_residuals(leaves, residuals, ax):
    top = np.abs(residuals).max() or 1.0
    for i, j in zip(*np.triu_indices(len(leaves), 1), strict=True):
        width, short = 6 * abs(residuals[i, j]) / top, residuals[i, j] > 0
        if width > 0.2:  # dashes shrink with the line
            style = {"color": COLOURS[3 if short else 1], "linestyle": "-" if short else "--"}
            ax.plot(*leaves[[i, j]].T, linewidth=width, alpha=0.6, zorder=1, **style)


def _draw_leaves(leaves, groups, sizes, ax):
    area = 70 * sizes / max(sizes.mean(), np.finfo(float).tiny)
    for at, group, s in zip(leaves, groups, area, strict=True):
        ax.scatter(*at, **mark_style(group, s, zorder=3))


def _write(name, at, ax, **style):
    ax.annotate(as_text(name), at, textcoords="offset points", annotation_clip=False, **style)


def _write_names(layout, names, ax):
    """Names along the leaves' edges, or upright if all are short; their boxes, as of `_around`."""
    boxes, upright = [], all(len(name) <= 3 for name in names)
    for at, angle, name in zip(layout.positions, layout.angles, names, strict=False):
        along = np.array([np.cos(angle), np.sin(angle)])
        if upright:
            half = np.array([_width(name), 1.1 * _FONT]) / 2
            middle = (_FONT + np.abs(along) @ half) * along
            _write(name, at, ax, xytext=middle, **CENTRED)
            low, high = middle - half, middle + half
        else:
            left = along[0] < -1e-9
            place = {"xytext": _FONT * along, "ha": "right" if left else "left", "va": "center"}
            turn = np.degrees(angle) + (180 if left else 0)
            _write(name, at, ax, rotation=turn, rotation_mode="anchor", **place)
            ends = np.outer([_FONT, _FONT + _width(name)], along)
            across = 0.7 * _FONT * np.abs(along[::-1])
            low, high = ends.min(axis=0) - across, ends.max(axis=0) + across
        boxes.append([*at, *low, *high])
    return np.array(boxes)


def _write_blocks(layout, edges, names, ax):
    """Names of several lines, upright, as near to their leaves as there is room."""
    half = np.array([[_width(name), 1.3 * _FONT * (name.count("\n") + 1)] for name in names]) / 2
    half += 3
    n, scale = len(names), fitting_scale(_around(layout.positions), _size(ax))
    for _ in range(12):  # points take the more of the tree's units the smaller it is drawn
        centres = places_around(layout, edges, half / scale)
        boxes = np.hstack([centres, -half, half])
        smaller = fitting_scale(np.vstack([boxes, _around(layout.positions)]), _size(ax))
        if smaller > 0.99 * scale:
            break
        scale = smaller
    style = {"bbox": {"color": "white", "pad": 1}, "linespacing": 1.2, "zorder": 4}
    for at, centre, name in zip(layout.positions[:n], centres, names, strict=True):
        _tie(at, centre, ax)
        ax.text(*centre, as_text(name), **style, **CENTRED)
    return boxes


def _tie(leaf, centre, ax):
    line = {"color": RULE_2, "linestyle": ":", "linewidth": 1.3, "zorder": 1}
    ax.plot(*np.column_stack([leaf, centre]), **line)


def _width(text):
    """Of the longest line, in points."""
    lines = [line for line in text.split("\n") if line.strip()]
    font = FontProperties(size=_FONT)
    return max(
        (TextPath((0, 0), as_text(line), prop=font).vertices[:, 0].max() for line in lines),
        default=0,
    )


def _draw_cards(layout, edges, images, names, groups, ax):
    """Pictures around the tree, names below them; the boxes they fill, as of `_around`."""
    n = len(images)
    leaves, extent = layout.positions[:n], np.ptp(layout.positions, axis=0).max() or 1.0
    half = _CARD * extent * np.array(images.shape[:0:-1]) / images.shape[1] / 2
    room = half * [1.15, 1.4 if any(names) else 1.15]
    centres = places_around(layout, edges, room)
    centres[:, 1] += room[1] - 1.15 * half[1]
    for j, (at, centre) in enumerate(zip(leaves, centres, strict=True)):
        _tie(at, centre, ax)
        show_picture(images[j], centre, half, ax, edge=colour(groups[j]))
        style = {"ha": "center", "va": "top", "color": INK_2, "fontsize": _FONT - 1}
        _write(names[j], centre - half * [0, 1], ax, xytext=(0, -3), **style)
    ends = np.vstack([centres - half, centres + half])
    below = _FONT + 6.0 if any(names) else 3.0
    offsets = np.broadcast_to([-3.0, -below, 3.0, 3.0], (2 * n, 4))
    return np.hstack([ends, offsets])


def show_picture(image, centre, half, ax, *, edge=None):
    """A grey picture in the coordinates of the axes, upright whichever way these run.

    `centre` is its middle, `half` are half its width and height, `edge` is the colour of a frame.
    """
    (x, y), (a, b) = centre, half
    up = -b if ax.yaxis_inverted() else b
    ax.imshow(image, extent=(x - a, x + a, y - up, y + up), aspect="equal", zorder=3, **GREY)
    if edge is not None:
        ax.add_patch(Rectangle((x - a, y - b), 2 * a, 2 * b, fill=False, ec=edge, lw=2, zorder=4))


def _around(points):
    """Boxes to keep in view: (k, 6), an anchor in data units, and from it in points the left,
    the lower, the right and the upper end."""
    room = np.array([-6.0, -6, 6, 6])
    return np.hstack([points, np.broadcast_to(room, (len(points), 4))])


def _size(ax):
    """Width and height of the axes in points, without the strip for a scale bar."""
    size = size_in_points(ax)
    return np.maximum(size - np.array([0, _STRIP]), 10)


def _set_view(boxes, bar, ax):
    """Limits that show all boxes as large as can be, and below them a bar of that length."""
    size, strip = _size(ax), np.array([0, _STRIP])
    scale = fitting_scale(boxes, size)
    centre = (np.sum(corners(boxes, scale), axis=0) - strip) / 2 / scale
    reach = (size + strip) / 2 / scale
    (left, lower), (right, upper) = centre - reach, centre + reach
    ax.set(xlim=(left, right), ylim=(lower, upper))
    if bar:
        _draw_bar(bar, left, lower, scale, ax)


def _draw_bar(length, left, bottom, scale, ax):
    x, y = left + 6 / scale, bottom + 6 / scale
    ax.plot([x, x + length], [y, y], color=INK, linewidth=2, solid_capstyle="butt")
    style = {"ha": "left", "va": "center", "color": INK_2, "fontsize": _FONT - 1}
    ax.text(x + length + 5 / scale, y, f"{length:g}", **style)


def places_around(layout, edges, half):
    """Centres of cards around a tree, each in its leaf's direction, none over anything.

    Cards start next to their leaves. One that lies over an edge, another card's tie to its leaf
    or a card nearer to the middle moves outwards, until none does: leaves point in different
    directions, so the cards part. `half` are half their width and height, in units of the tree.
    """
    along = np.column_stack([np.cos(layout.angles), np.sin(layout.angles)])
    leaves, half = layout.positions[: len(along)], np.broadcast_to(half, along.shape)
    out = 1.5 * (np.abs(along) * half).sum(axis=1)
    tree = layout.positions[edges]  # (e, 2, 2): start and end
    while True:
        centres = leaves + out[:, None] * along
        covered = covering(centres, half, leaves, tree)
        if not covered.any():
            return centres
        out[covered] += 0.2 * half.min()


def covering(centres, half, leaves, tree):
    """Which cards lie over an edge, the tie of another card or a card nearer to the middle."""
    on_tie = meet(centres, half, np.stack([leaves, centres], axis=1))
    np.fill_diagonal(on_tie, False)
    both = (np.abs(centres[:, None] - centres) < half[:, None] + half).all(axis=2)
    far = np.linalg.norm(centres, axis=1)
    rank = np.argsort(np.argsort(far, kind="stable"))
    outer = (both & (rank[:, None] > rank)).any(axis=1)
    return outer | on_tie.any(axis=1) | meet(centres, half, tree).any(axis=1)


def meet(centres, half, segments):
    """Whether the segments (k, 2, 2) pass through the inside of the n rectangles, (n, k)."""
    start = segments[:, 0] - centres[:, None]
    step = np.broadcast_to(segments[:, 1] - segments[:, 0], start.shape)
    half = half[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        ends = np.stack([(-half - start) / step, (half - start) / step])
    inside = np.abs(start) < half
    still = np.stack([np.where(inside, -np.inf, np.inf), np.full(start.shape, np.inf)])
    ends = np.where(step == 0, still, ends)
    enter, leave = ends.min(axis=0).max(axis=-1), ends.max(axis=0).min(axis=-1)
    return np.maximum(enter, 0) < np.minimum(leave, 1)


def fitting_scale(boxes, size):
    """The largest scale, in points to a unit, at which boxes as of `_around` fit into a size.

    It is never so small that the tree is narrower than a thousandth of a point.
    """
    extent = np.ptp(boxes[:, :2], axis=0).max() or 1.0
    low, high = 1e-3 / extent, size.max() / extent
    for _ in range(60):
        scale = np.sqrt(low * high)
        first, last = corners(boxes, scale)
        low, high = (scale, high) if (last - first <= size).all() else (low, scale)
    return low


def corners(boxes, scale):
    """The lower left and the upper right corner of all boxes."""
    at = scale * boxes[:, :2]
    return (at + boxes[:, 2:4]).min(axis=0), (at + boxes[:, 4:]).max(axis=0)
