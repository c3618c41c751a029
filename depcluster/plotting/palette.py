"""Colours and marks of the clusters and of matrices, the same in figures and widgets.

Okabe and Ito's colours, which most colour-blind readers can tell apart, in an order that keeps
look-alikes from being neighbours; each with a mark of its own, so that colour never stands
alone.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar

import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.path import Path

from .._validation import check_numbers, check_whole

# Colours of the clusters in their order.
COLOURS = (
    "#0072B2",
    "#E69F00",
    "#009E73",
    "#56B4E9",
    "#D55E00",
    "#CC79A7",
    "#F0E442",
    "#26292c",
    "#882255",
    "#8A8A00",
)
INK = "#1b1d1f"  # Of words.
INK_2 = "#696a6b"  # Of words that stand back.
RULE = "#dfdfe0"  # Of thin lines.
RULE_2 = "#8d8e8f"  # Of lines that must be seen.
ACCENT = "#1976d2"  # Of what is pointed at.

_BOW_TIE = Path([(-1.3, -1), (0, -0.25), (1.3, -1), (1.3, 1), (0, 0.25), (-1.3, 1), (-1.3, -1)])
_HOURGLASS = Path(_BOW_TIE.vertices[:, ::-1])
# Marks of the clusters, one beside each colour.
MARKS = ("o", "s", "^", "D", "P", "v", "X", "*", _BOW_TIE, _HOURGLASS)
MARK_AREA = (1.0, 0.85, 1.15, 0.8, 1.25, 1.15, 1.2, 1.9, 1.2, 1.2)

_POSITIVE = ("#ffffff", "#d3e4f3", "#86b6dc", "#2f7fbf", "#0a4a8a", "#062f5e")
_NEGATIVE = ("#ffffff", "#fbdcc4", "#f0a877", "#d2691e", "#8f3d05", "#5a2400")
# Colours of a matrix: orange below 0, paper at 0, blue above.
MATRIX = LinearSegmentedColormap.from_list("depcluster", (*_NEGATIVE[:0:-1], *_POSITIVE))
MATRIX_POSITIVE = LinearSegmentedColormap.from_list("depcluster_positive", _POSITIVE)


_painted = ContextVar("painted", default=())


@contextmanager
def painting(colours):
    """Within it the clusters have other colours, one each; those they had if there are none.

    Parameters
    ----------
    colours : sequence of str
        As from `scheme`; empty to change nothing.

    Examples
    --------
    >>> with painting(["#ff0000", "#0000ff"]):
    ...     first = colour(0)
    >>> first
    '#ff0000'
    """
    token = _painted.set(tuple(colours) or _painted.get())
    try:
        yield
    finally:
        _painted.reset(token)


def colour(cluster):
    """Colour of a cluster; from the eleventh on they repeat, unless `painting` has more.

    Examples
    --------
    >>> colour(0)
    '#0072B2'
    """
    check_whole(cluster, "cluster", 0)
    painted = _painted.get()
    return painted[cluster] if cluster < len(painted) else COLOURS[cluster % len(COLOURS)]


def mark(cluster):
    """Marker of a cluster, for matplotlib, and the factor that evens out its area.

    Examples
    --------
    >>> mark(1)
    ('s', 0.85)
    """
    check_whole(cluster, "cluster", 0)
    return MARKS[cluster % len(MARKS)], MARK_AREA[cluster % len(MARKS)]


def edge_colour(cluster):
    """The cluster's hue darkened, which gives pale fills their contrast on white.

    Examples
    --------
    >>> np.round(edge_colour(0), 2)
    array([0.03, 0.31, 0.47])
    """
    return darkened(colour(cluster))


def darkened(text):
    """A colour such as "#0072B2" as it is at the edge of a mark."""
    hue = np.array([int(text[k : k + 2], 16) for k in (1, 3, 5)]) / 255
    return tuple(hue * 0.62 + np.array([20, 22, 24]) / 255 * 0.38)


def mark_style(cluster, area, **more):
    """Keywords of `Axes.scatter` that draw the mark of a cluster.

    Parameters
    ----------
    cluster : int
    area : float or ndarray
        In points squared, of a disc; other marks are drawn as large as they look.
    **more
        Further keywords, and other values for these.

    Returns
    -------
    dict
    """
    marker, factor = mark(cluster)
    style = {"color": colour(cluster), "edgecolor": edge_colour(cluster), "linewidth": 0.7}
    return {"marker": marker, "s": area * factor, **style, **more}


def ink_on(rgb):
    """Black or white, whichever contrasts more with a fill.

    Examples
    --------
    >>> ink_on((1.0, 1.0, 1.0))
    '#000000'
    """
    channel = check_numbers(rgb, "rgb", ("three or four",))[:3]
    if len(channel) < 3 or channel.min() < 0 or channel.max() > 1:
        raise ValueError("rgb must be three numbers or four, from 0 to 1.")
    linear = np.where(channel <= 0.03928, channel / 12.92, ((channel + 0.055) / 1.055) ** 2.4)
    luminance = linear @ [0.2126, 0.7152, 0.0722]
    return "#000000" if (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) else "#ffffff"
