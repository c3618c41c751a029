"""Figures of unrooted trees, with pictures or words around them."""

from __future__ import annotations

import numpy as np
from matplotlib.font_manager import FontProperties
from matplotlib.patches import Rectangle
from matplotlib.textpath import TextPath

from ..._validation import FLAG, as_array, axes, flags, having, numbers, takes, whole_numbers, words
from ..basics import as_text, size_in_points
from ..palette import COLOURS, INK, INK_2, RULE_2, colour, mark_style
from .cards import corners, fitting_scale, places_around

_CARD = 0.2  # height of a picture as a share of the tree's extent
_GREY = {"cmap": "gray", "vmin": 0, "vmax": 1, "interpolation": "bicubic"}
_FONT = 9
_STRIP = 22.0  # for the scale bar, in points
_WRONG = COLOURS[4]


@takes(tree=having("a Tree", "layout", "edges", "n_leaves", "names"), ax=axes, scale_bar=FLAG)
def plot_unrooted_tree(
    tree,
    ax,
    *,
    names=None,
    thumbnails=None,
    sizes=None,
    groups=None,
    wrong_splits=None,
    residuals=None,
    scale_bar=True,
):
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
    names, groups, sizes, wrong, residuals = _fitting(
        tree, names, groups, sizes, wrong_splits, residuals
    )
    images = None if thumbnails is None else as_pictures(thumbnails, n)
    ax.set_axis_off()
    ax.set_aspect("equal", adjustable="datalim")
    if residuals is not None:
        _draw_residuals(layout.positions[:n], residuals, ax)
    _draw_edges(tree.edges, layout.positions, wrong, ax)
    _draw_leaves(layout.positions[:n], groups, sizes, ax)
    if images is not None:
        boxes = _draw_cards(layout, tree.edges, images, names, groups, ax)
    elif any("\n" in name for name in names):
        boxes = _write_blocks(layout, tree.edges, names, ax)
    elif all(len(name) <= 3 for name in names):
        boxes = _write_short_names(layout, names, ax)
    else:
        boxes = _write_names(layout, n, names, ax)
    _set_view(np.vstack([boxes, _around(layout.positions)]), layout.scale * scale_bar, ax)
    return ax


def _fitting(tree, names, groups, sizes, wrong, residuals):
    """What is drawn at the leaves and edges of a tree, in arrays that fit it."""
    n, e = tree.n_leaves, len(tree.edges)
    names = words()(tree.names if names is None else names, "names", {})
    groups = np.arange(n) if groups is None else as_array(groups, "groups", "whole numbers")
    sizes = np.ones(n) if sizes is None else as_array(sizes, "sizes", "numbers")
    wrong = np.zeros(e, bool) if wrong is None else as_array(wrong, "wrong_splits", "flags")
    errors = np.zeros((n, n)) if residuals is None else as_array(residuals, "residuals", "numbers")
    for name, given, shape in (
        ("names", (len(names),), (n,)),
        ("groups", groups.shape, (n,)),
        ("sizes", sizes.shape, (n,)),
        ("wrong_splits", wrong.shape, (e,)),
        ("residuals", errors.shape, (n, n)),
    ):
        if given != shape:
            raise ValueError(f"{name} must have the shape {shape} for this tree; got {given}.")
    groups = whole_numbers(n)(groups, "groups", {})
    sizes = numbers(n, least=0)(sizes, "sizes", {})
    wrong = flags(e)(wrong, "wrong_splits", {}) if e else wrong
    errors = numbers(n, n)(errors, "residuals", {})
    return names, groups, sizes, wrong, None if residuals is None else errors


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


def _write_names(layout, n, names, ax):
    """Names along the leaves' edges; the boxes they fill, as of `_around`."""
    boxes = []
    for at, angle, name in zip(layout.positions[:n], layout.angles, names, strict=True):
        along, gap = np.array([np.cos(angle), np.sin(angle)]), _FONT
        left = along[0] < -1e-9
        ax.annotate(
            as_text(name),
            at,
            xytext=gap * along,
            textcoords="offset points",
            rotation=np.degrees(angle) + (180 if left else 0),
            rotation_mode="anchor",
            ha="right" if left else "left",
            va="center",
            color=INK,
            fontsize=_FONT,
            annotation_clip=False,
        )
        ends = np.outer([gap, gap + _width(name)], along)
        across = 0.7 * _FONT * np.abs(along[::-1])
        boxes.append([*at, *(ends.min(axis=0) - across), *(ends.max(axis=0) + across)])
    return np.array(boxes)


def _write_short_names(layout, names, ax):
    """Names upright beyond the leaves; the boxes they fill, as of `_around`."""
    boxes = []
    for at, angle, name in zip(layout.positions, layout.angles, names, strict=False):
        along = np.array([np.cos(angle), np.sin(angle)])
        half = np.array([_width(name), 1.1 * _FONT]) / 2
        middle = (_FONT + np.abs(along) @ half) * along
        style = {"ha": "center", "va": "center", "color": INK, "fontsize": _FONT}
        place = {"xytext": middle, "textcoords": "offset points"}
        ax.annotate(as_text(name), at, annotation_clip=False, **place, **style)
        boxes.append([*at, *(middle - half), *(middle + half)])
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
    style = {"ha": "center", "va": "center", "color": INK, "fontsize": _FONT, "zorder": 4}
    for at, centre, name in zip(layout.positions[:n], centres, names, strict=True):
        _tie(at, centre, ax)
        ax.text(*centre, as_text(name), bbox={"color": "white", "pad": 1}, linespacing=1.2, **style)
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
        ax.annotate(
            as_text(names[j]),
            centre - half * [0, 1],
            xytext=(0, -3),
            textcoords="offset points",
            ha="center",
            va="top",
            color=INK_2,
            fontsize=_FONT - 1,
            annotation_clip=False,
        )
    ends = np.vstack([centres - half, centres + half])
    below = _FONT + 6.0 if any(names) else 3.0
    offsets = np.broadcast_to([-3.0, -below, 3.0, 3.0], (2 * n, 4))
    return np.hstack([ends, offsets])


def show_picture(image, centre, half, ax, *, edge=None):
    """A picture in the coordinates of the axes, upright whichever way these run.

    Parameters
    ----------
    image : ndarray of shape (h, w)
        Grey levels between 0 and 1.
    centre, half : pairs of float
        Its middle, and half its width and height.
    ax : Axes
    edge : colour, optional
        Of a frame.
    """
    (x, y), (a, b) = centre, half
    up = -b if ax.yaxis_inverted() else b
    ax.imshow(image, extent=(x - a, x + a, y - up, y + up), aspect="equal", zorder=3, **_GREY)
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
    ax.set_xlim(centre[0] - reach[0], centre[0] + reach[0])
    ax.set_ylim(centre[1] - reach[1], centre[1] + reach[1])
    if bar:
        _draw_bar(bar, *(centre - reach), scale, ax)


def _draw_bar(length, left, bottom, scale, ax):
    x, y = left + 6 / scale, bottom + 6 / scale
    ax.plot([x, x + length], [y, y], color=INK, linewidth=2, solid_capstyle="butt")
    style = {"ha": "left", "va": "center", "color": INK_2, "fontsize": _FONT - 1}
    ax.text(x + length + 5 / scale, y, f"{length:g}", **style)


def as_pictures(images, n):
    """Validate pictures.

    Parameters
    ----------
    images : array-like of shape (n, h, w)
    n : int

    Returns
    -------
    ndarray of shape (n, h, w)

    Raises
    ------
    ValueError
    """
    images = as_array(images, "thumbnails", "pictures, (n, h, w)")
    if images.ndim != 3 or len(images) != n:
        raise ValueError(
            f"thumbnails must have the shape (n, h, w) with n = {n} pictures; got {images.shape}."
        )
    return numbers(n, "h", "w")(images, "thumbnails", {})
