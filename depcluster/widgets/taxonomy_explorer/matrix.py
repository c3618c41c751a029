"""Y* as the taxonomy explorer draws it in a figure."""

from __future__ import annotations

import numpy as np

from ...plotting.basics import as_text
from ...plotting.labels import short
from ...plotting.palette import INK, INK_2, MATRIX, ink_on, mark_style
from ...plotting.taxonomies import show_picture

_HEADS = 1.9  # cells before the first one: a mark, its number, a picture
_BARE_HEADS = 1.1  # without pictures
_NAMES = 3.4
_NUMBERED = 9  # clusters, with more the cells are too small for numbers


def grouped_matrix(ax, Y, groups, means):
    """A structure as a heat map, its largest entry as 1, clusters of one group together.

    Parameters
    ----------
    ax : Axes
    Y : ndarray of shape (c, c)
    groups : list of (str, list of int)
        Names and their clusters, from the first row on.
    means : ndarray of shape (c, h, w) or None
        Pictures to head the rows, grey levels between 0 and 1.
    """
    order = np.concatenate([clusters for _, clusters in groups]).astype(int)
    Y, c = Y[np.ix_(order, order)], len(order)
    shade = 0.86 * Y / (np.abs(Y).max() or 1.0)
    ax.imshow(shade, cmap=MATRIX, vmin=-1, vmax=1)
    if c <= _NUMBERED:
        _numbers(ax, shade)
    for i, k in enumerate(order):
        for across, down in ((-1.0, i), (i, -1.0)):
            _head(ax, across, down, k, None if means is None else means[k])
    for at in np.arange(1, c):
        ax.axhline(at - 0.5, color="white", linewidth=1, zorder=2)
        ax.axvline(at - 0.5, color="white", linewidth=1, zorder=2)
    named, heads = any(name for name, _ in groups), _HEADS if means is not None else _BARE_HEADS
    if named:
        _names(ax, groups, -0.5 - heads)
    ax.set_xlim(-0.5 - heads - _NAMES * named, c - 0.5)
    ax.set_ylim(c - 0.5, -0.5 - heads)
    ax.set_axis_off()


def _numbers(ax, shade):
    for (j, l), value in np.ndenumerate(shade):
        style = {"ha": "center", "va": "center", "fontsize": 7}
        ax.text(l, j, short(value / 0.86), color=ink_on(MATRIX((value + 1) / 2)), **style)


def _head(ax, x, y, k, picture):
    """A cluster's mark and number, and beyond the matrix its picture where there is one."""
    row = x < 0
    if picture is not None:
        half = 0.44 * np.array(picture.shape[::-1]) / max(picture.shape)
        show_picture(picture, (x, y), half, ax)
    away = 0.85 if picture is not None else 0.1
    at = np.array([x - away, y] if row else [x, y - away])
    side = np.array([0.22, 0])
    ax.scatter(*(at - side), **mark_style(k, 34, clip_on=False))
    ax.text(*(at + side), str(k), ha="center", va="center", color=INK, fontsize=8)


def _names(ax, groups, left):
    """A bracket beside each group and its name, and room between groups."""
    first = 0
    for name, clusters in groups:
        last = first + len(clusters)
        x, ends = [left, left - 0.12, left - 0.12, left], [first - 0.4, last - 0.6]
        ax.plot(x, np.repeat(ends, 2), color=INK_2, linewidth=0.9, clip_on=False)
        words = name if len(name) <= 18 else f"{name[:17]}…"
        style = {"ha": "right", "va": "center", "color": INK, "fontsize": 8}
        ax.text(left - 0.25, np.mean(ends), as_text(words), **style)
        if first:
            ax.axhline(first - 0.5, color="white", linewidth=5, zorder=3)
            ax.axvline(first - 0.5, color="white", linewidth=5, zorder=3)
        first = last
