"""A widget as a figure: its panels by name, laid out in words, under its line of text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.transforms import offset_copy

from ...plotting.basics import as_text, plot_gram, plot_label_kernel, plot_partition
from ...plotting.palette import INK, INK_2, RULE_2, mark_style
from ...plotting.style import styled

WIDTH = 900  # pixels, 100 to the inch
_HEAD, _LINE, _ENTRY = 34, 20, 70  # pixels: a title and its gap, a line, an entry of a legend
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
    lines = sum(-(-len(text) // _LETTERS) for text in (words, foot))
    pixels = _LINE * (lines + 1) + (_size(tree, panels)[1] if tree else 0)
    figure = Figure((WIDTH / 100, pixels / 100), dpi=100, facecolor="white")
    line = {"x": 0.01, "ha": "left", "wrap": True, "fontsize": _SMALL + 1}
    figure.suptitle(as_text(words), **line)
    if foot:
        figure.supxlabel(as_text(foot), **line, color=INK_2)
    if not tree:
        figure.set_layout_engine("none")
        return figure
    axes = dict(_axes(figure.add_gridspec()[0], tree, panels))
    room = figure.get_layout_engine()
    room.set(w_pad=0.08, h_pad=0.06)
    room.execute(figure)  # some drawings choose sizes by that of their Axes
    for name, ax in axes.items():
        ax.apply_aspect()
        panels[name].draw(ax)
        ax.tick_params(labelsize=_SMALL, labelcolor=INK_2)
        _hold(ax)
    for name, ax in axes.items():
        _caption(panels[name], ax)
    for _ in range(2):  # scales and titles have room by the size their Axes had before
        room.execute(figure)
    figure.set_layout_engine("none")  # it has settled, and drawing need not begin again
    return figure


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
        legend = _LINE * -(-len(panel.sizes) // _columns(panel))
        return panel.width, panel.height + _HEAD * bool(panel.title) + legend
    widths, heights = zip(*(_size(part, panels) for part in tree[1]), strict=True)
    down = tree[0] in "/;"
    return (max(widths), sum(heights)) if down else (sum(widths), max(heights))


def _columns(panel):
    return max(int(panel.width // _ENTRY), 1)


def _axes(spec, tree, panels):
    """An Axes for each panel, by name."""
    if isinstance(tree, str):
        ax = spec.get_gridspec().figure.add_subplot(spec)
        ax.set(anchor="NW", box_aspect=1 if panels[tree].square else None)
        ax.set_title("\n", loc="left")  # its room, until `_caption` knows the place
        yield tree, ax
        return
    separator, parts = tree
    widths, heights = zip(*(_size(part, panels) for part in parts), strict=True)
    if separator in "/;":  # what is around an Axes lies beside its share, around a part within it
        heights = [
            panels[part].height if isinstance(part, str) else height
            for part, height in zip(parts, heights, strict=True)
        ]
        specs = spec.subgridspec(len(parts), 1, height_ratios=heights)
    else:
        specs = spec.subgridspec(1, len(parts), width_ratios=widths)
    for part, inner in zip(parts, specs, strict=True):
        yield from _axes(inner, part, panels)


def _hold(ax):
    """Keep limits that were set, and room for marks outside, which the layout does not count."""
    if not ax.get_autoscalex_on():
        ax.set_adjustable("box")
    for marks in ax.collections:
        if not marks.get_clip_on():
            style = {"marker": "o", "markersize": 8, "linestyle": "", "alpha": 0, "clip_on": False}
            at = marks.get_offset_transform()
            ax.add_artist(Line2D(*np.transpose(marks.get_offsets()), transform=at, **style))


def _caption(panel, ax):
    """The title above all that was drawn, the note beside it where there is room."""
    ax.set_title("", loc="left")
    above = 4 + max(72 * (ax.get_tightbbox().y1 - ax.bbox.y1) / ax.figure.dpi, 0)
    words = {"fontsize": _SMALL, "y": 1, "pad": above, "color": INK, "weight": "bold"}
    title = ax.set_title(as_text(panel.title), loc="left", **words)
    place = {"xycoords": "axes fraction", "textcoords": "offset points", "ha": "right"}
    note = ax.annotate(
        as_text(panel.note), (1, 1), (0, above), fontsize=_SMALL, color=INK_2, **place
    )
    if title.get_window_extent().width + note.get_window_extent().width + 10 > ax.bbox.width:
        note.xy, words["pad"] = (0, 1), above + 1.4 * _SMALL * bool(panel.note)
        note.set(ha="left")
        ax.set_title(as_text(panel.title), loc="left", **words)
    if len(panel.sizes):
        marks = [ax.scatter([], [], **mark_style(k, 40)) for k in range(len(panel.sizes))]
        names = [f"{k}: {size}" for k, size in enumerate(panel.sizes)]
        n = _columns(panel)  # which matplotlib fills one after the other
        marks, names = ([k for at in range(n) for k in each[at::n]] for each in (marks, names))
        place = {"loc": "upper left", "bbox_to_anchor": (0, 0), "ncols": n}
        gaps = {"borderpad": 0.3, "borderaxespad": 0, "handletextpad": 0.1, "columnspacing": 1}
        ax.legend(marks, names, fontsize=_SMALL + 1, **place, **gaps)


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
