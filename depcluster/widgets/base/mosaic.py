"""A widget as a figure: its panels by name, laid out in words, under its line of text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.figure import Figure
from matplotlib.transforms import Bbox, offset_copy

from ...plotting.basics import as_text, plot_gram, plot_label_kernel, plot_partition
from ...plotting.palette import INK, INK_2, RULE_2, mark_style
from ...plotting.style import styled

WIDTH = 900  # pixels, 100 to the inch
_HEAD, _LINE, _ENTRY = 34, 20, 70  # pixels: a title and its gap, a line, an entry of a legend
_GAP, _TITLE, _SCALE = 7, 18, 26  # pixels: around a panel, a title's line, a scale that is usual
_LETTERS = 150  # about as many as a line of text holds
_SMALL = 8


@dataclass(frozen=True)
class Panel:
    """What stands under one title.

    Attributes
    ----------
    title : str
    draw : callable
        Draws on the Axes that it is given.
    note : str
        What to know, at the right of the title or below it.
    sizes : sequence of int
        Of the clusters, for a legend below.
    width, height : float
        Pixels. Panels side by side share what there is as their widths.
    square : bool
    """

    title: str
    draw: Callable
    note: str = ""
    sizes: Sequence = ()
    width: float = 300
    height: float = 300
    square: bool = False


@styled()
def mosaic(widget, layout, panels, foot=""):
    """A widget's panels under its summary.

    Parameters
    ----------
    widget : Widget
    layout : str
        Names of panels. ``/`` and ``;`` part what is one below the other, ``|`` and spaces what
        is side by side: ``"a | b c; d / e"`` has e at the foot, and above it a, then b and c over
        d. The room of what is not among the panels goes to the others.
    panels : dict of str to Panel
    foot : str, default=""
        A line below.

    Returns
    -------
    Figure
    """
    tree, words = _parsed(layout, panels, "/|; "), widget.summary()
    above, below = (_LINE * (0.5 - -len(text) // _LETTERS) for text in (words, foot))
    pixels = above + below + (_size(tree, panels)[1] if tree else 0)
    figure = Figure((WIDTH / 100, pixels / 100), dpi=100, layout="none", facecolor="white")
    line = {"x": 0.01, "ha": "left", "wrap": True, "fontsize": _SMALL + 1}
    figure.suptitle(as_text(words), y=1 - _GAP / pixels, va="top", **line)
    if foot:
        figure.supxlabel(as_text(foot), y=_GAP / pixels, va="bottom", **line, color=INK_2)
    if tree:
        box = Bbox.from_extents(0, below, WIDTH, pixels - above)
        _fill(figure, {name: rest for name, *rest in _boxes(box, tree, panels)}, panels)
    return figure


def _fill(figure, boxes, panels):
    """Draw each panel in its box, with all that stands around it.

    What stands around is measured once: matplotlib's own layouts do it time and again, and took
    longer than all that is drawn.
    """
    axes = {
        name: figure.add_axes(
            (0, 0, 1, 1), label=name, anchor="NW", box_aspect=1 if panels[name].square else None
        )
        for name in boxes
    }
    usual = [_SCALE, _SCALE, 0, _TITLE]
    _place(axes, boxes, dict.fromkeys(axes, usual))  # some drawings choose sizes by that of Axes
    for name, ax in axes.items():
        panels[name].draw(ax)
        ax.tick_params(labelsize=_SMALL, labelcolor=INK_2)
        if not ax.get_autoscalex_on():
            ax.set_adjustable("box")  # keep limits that were set
    around = {name: _around(ax) for name, ax in axes.items()}
    words = {
        name: np.array([0, _legend(panels[name]), 0, _TITLE * bool(panels[name].title)])
        for name in axes
    }
    _place(axes, boxes, {name: around[name] + words[name] for name in axes})
    for name, ax in axes.items():
        words[name][3] += _caption(panels[name], ax, around[name][3])
    _place(axes, boxes, {name: around[name] + words[name] for name in axes})


def _place(axes, boxes, around):
    """Put Axes in their boxes, level with the next in a row or column, squares as large as it."""
    levels = {}
    for name, (edges, row) in boxes.items():
        for key, room in zip(_keys(axes[name], edges, row), around[name], strict=True):
            levels[key] = max(levels.get(key, 0), room)
    for name, (edges, row) in boxes.items():
        ax = axes[name]
        room = [_GAP + levels[key] for key in _keys(ax, edges, row)]
        place = Bbox.from_extents(edges + np.multiply(room, [1, 1, -1, -1]))
        ax.set_position(place.transformed(ax.figure.transFigure.inverted()))
        ax.apply_aspect()


def _keys(ax, edges, row):
    """What is shared with others at the left, below, at the right and above."""
    x0, y0, x1, y1 = edges if ax.get_box_aspect() is None else (None, edges[1], None, edges[3])
    return (row, "left", x0), (row, "below", y0), (row, "right", x1), (row, "above", y1)


def _around(ax):
    """Pixels that a drawing needs beyond its Axes: left, below, right and above."""
    drawn = [ax.get_tightbbox()]
    for marks in ax.collections:
        if not marks.get_clip_on():  # matplotlib does not count them
            at = marks.get_offset_transform().transform(marks.get_offsets())
            drawn.append(Bbox([at.min(axis=0) - 6, at.max(axis=0) + 6]))
    beyond = (Bbox.union(drawn).extents - ax.bbox.extents) * [-1, -1, 1, 1]
    return np.maximum(beyond, 0)


def _parsed(layout, panels, separators):
    """A name, or the list of what the strongest separator parts; None without panels."""
    if not separators:
        return layout if layout in panels else None
    parts = [_parsed(part.strip(), panels, separators[1:]) for part in layout.split(separators[0])]
    parts = [part for part in parts if part]
    if len(parts) < 2:
        return parts[0] if parts else None
    return separators[0], parts


def _size(tree, panels):
    """Width and height of a part of the layout."""
    if isinstance(tree, str):
        panel = panels[tree]
        return panel.width, panel.height + _HEAD * bool(panel.title) + _legend(panel)
    widths, heights = zip(*(_size(part, panels) for part in tree[1]), strict=True)
    down = tree[0] in "/;"
    return (max(widths), sum(heights)) if down else (sum(widths), max(heights))


def _columns(panel):
    return max(int(panel.width // _ENTRY), 1)


def _legend(panel):
    """Height of the legend."""
    return _LINE * -(-len(panel.sizes) // _columns(panel))


def _boxes(box, tree, panels, row=()):
    """The name of each panel, the edges of its box, and which row or column it is of."""
    if isinstance(tree, str):
        yield tree, box.extents, row[:-1]
        return
    down = tree[0] in "/;"
    shares = np.cumsum([_size(part, panels)[down] for part in tree[1]])
    parts = box.splity if down else box.splitx
    cuts = shares[:-1] / shares[-1]
    inner = parts(*(1 - cuts[::-1]))[::-1] if down else parts(*cuts)
    for at, (part, each) in enumerate(zip(tree[1], inner, strict=True)):
        yield from _boxes(each, part, panels, (*row, at))


def _caption(panel, ax, above):
    """The title over what is above the Axes, the note beside it, or below it for want of room.

    Returns the pixels that the note takes below.
    """
    above, wraps = 4 + 72 * above / ax.figure.dpi, 0
    words = {"fontsize": _SMALL, "y": 1, "color": INK, "weight": "bold"}
    title = ax.set_title(as_text(panel.title), loc="left", pad=above, **words)
    place = {"xycoords": "axes fraction", "textcoords": "offset points", "ha": "right"}
    note = ax.annotate(
        as_text(panel.note), (1, 1), (0, above), fontsize=_SMALL, color=INK_2, **place
    )
    if title.get_window_extent().width + note.get_window_extent().width + 10 > ax.bbox.width:
        wraps = 1.4 * _SMALL * bool(panel.note)
        note.xy = (0, 1)
        note.set(ha="left")
        ax.set_title(as_text(panel.title), loc="left", pad=above + wraps, **words)
    if len(panel.sizes):
        marks = [ax.scatter([], [], **mark_style(k, 40)) for k in range(len(panel.sizes))]
        names = [f"{k}: {size}" for k, size in enumerate(panel.sizes)]
        n = _columns(panel)  # which matplotlib fills one after the other
        marks, names = ([k for at in range(n) for k in each[at::n]] for each in (marks, names))
        place = {"loc": "upper left", "bbox_to_anchor": (0, 0), "ncols": n}
        gaps = {"borderpad": 0.3, "borderaxespad": 0, "handletextpad": 0.1, "columnspacing": 1}
        ax.legend(marks, names, fontsize=_SMALL + 1, **place, **gaps)
    return wraps * ax.figure.dpi / 72


def partition(points, labels, note="", sizes=None, title="Partition", size=(400, 400), **options):
    """The panel of points in the plane; ``options`` are those of `plot_partition`."""
    sizes = np.bincount(labels) if sizes is None else sizes
    draw = lambda ax: plot_partition(points, labels, ax, **options)  # noqa: E731
    return Panel(title, draw, note, sizes, *size)


def matrix(A, title, note="", side=240, **options):
    """The panel of a small matrix; ``options`` are those of `plot_label_kernel`."""
    return Panel(
        title, lambda ax: plot_label_kernel(A, ax, **options), note, (), side, side, square=True
    )


def gram(K, labels, title, side=240):
    """The panel of a kernel matrix as given, sorted by the labels where there are any."""
    return Panel(title, lambda ax: draw_gram(K, labels, ax), "", (), side, side, square=True)


def draw_gram(K, labels, ax):
    """A kernel matrix with its scale, and the clusters' marks at their rows and columns."""
    plot_gram(K, labels, ax)
    sizes = np.zeros(0, int) if labels is None else np.bincount(labels)
    middles = np.cumsum(sizes) - sizes / 2 - 0.5
    heads = (
        offset_copy(ax.get_xaxis_transform(), ax.figure, 0, 8, units="points"),
        offset_copy(ax.get_yaxis_transform(), ax.figure, -16, 0, units="points"),
    )
    for k in np.flatnonzero(sizes * ax.bbox.width >= 16 * len(K)):
        for place, head in zip(((middles[k], 1), (0, middles[k])), heads, strict=True):
            style = mark_style(k, 26, linewidth=0.6, clip_on=False, transform=head)
            ax.scatter(*place, **style)
            beside = offset_copy(head, ax.figure, 5, 0, units="points")
            ax.text(*place, str(k), va="center", color=INK_2, fontsize=_SMALL, transform=beside)
    ax.set(xlim=(-0.5, len(K) - 0.5), ylim=(len(K) - 0.5, -0.5))
    image = ax.images[0]
    bar = ax.figure.colorbar(image, cax=ax.inset_axes([1.03, 0, 0.03, 0.4]))
    bar.set_ticks([image.norm.vmin, image.norm.vmax], labels=_ends(image.norm))
    bar.ax.tick_params(labelsize=_SMALL, length=0, labelcolor=INK_2)
    bar.outline.set(edgecolor=RULE_2, linewidth=0.7)


def _ends(norm):
    high = f"{norm.vmax:.2g}"
    return (f"\u2212{high}" if norm.vmin < 0 else "0"), high
