"""The pictures of widgets for pages that run none: light tokens, 900 px wide, no controls.

Everything is placed in CSS pixels from the top left corner of a sheet, as in the front end,
inside a margin:

>>> sheet = Sheet(120)
>>> ax = sheet.panel(0, 0, 300, 80, "Partition", "300 points")
>>> sheet.foot(104, "Settled")
>>> sheet.size.tolist()
[900, 136]
"""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from ...plotting.basics import as_text, plot_gram, plot_label_kernel, plot_partition
from ...plotting.palette import INK, INK_2, RULE_2, mark_style

WIDTH = 884
MARGIN = 8
CAPTION = 20
HEADS = 28
POINTS = 0.72  # points in a CSS pixel at 100 dots per inch


class Sheet:
    """A white figure, WIDTH pixels and its margins wide, with the pieces widgets are made of.

    ``height`` and ``size``, which has the margins too, are in pixels.
    """

    def __init__(self, height):
        self.size = np.array([WIDTH, height]) + 2 * MARGIN
        self.figure = Figure(figsize=self.size / 100, dpi=100, facecolor="white")
        self._marks = self.axes(0, 0, WIDTH, height)
        self._marks.set(xlim=(0, WIDTH), ylim=(height, 0), zorder=1)
        self._marks.axis("off")

    def _at(self, left, top):
        x, y = (np.array([left, top]) + MARGIN) / self.size
        return x, 1 - y

    def text(self, left, top, words, size=11, colour=INK_2, **style):
        """Write one line, ``top`` being its middle; returns its width in pixels."""
        style = {"va": "center", "fontsize": size * POINTS, "color": colour, **style}
        text = self.figure.text(*self._at(left, top), as_text(words), **style)
        return text.get_window_extent().width

    def axes(self, left, top, width, height):
        """An empty Axes at a place."""
        shares = np.array([width, height]) / self.size
        return self.figure.add_axes((*self._at(left, top + height), *shares))

    def caption(self, left, top, width, title, note=""):
        """The line above a picture: what it is, and at the right what to know."""
        self.text(left, top + 8, title, colour=INK, weight="bold")
        self.text(left + width, top + 8, note, ha="right")

    def panel(self, left, top, width, height, title, note="", before=0, after=0):
        """A caption and under it an Axes, with room for ticks before and after it."""
        self.caption(left, top, width, title, note)
        return self.axes(left + before, top + CAPTION, width - before - after, height)

    def readouts(self, left, top, items):
        """Values under their labels; ``items`` are (label, value, addition, width)."""
        for label, value, addition, width in items:
            self.text(left, top + 8, label)
            used = self.text(left, top + 29, value, size=16, colour=INK)
            self.text(left + used + 5, top + 30, addition)
            left += width

    def legend(self, left, top, sizes, right=WIDTH, marks=None):
        """Every cluster's mark, number and size, in a row that breaks at ``right``.

        ``marks`` are those of other clusters, where groups keep theirs under other numbers.
        """
        start = left
        for k, size in enumerate(sizes):
            if left > right - 60:
                left, top = start, top + 24
            self.cluster_mark(left + 8, top + 14, k if marks is None else marks[k], 9)
            used = self.text(left + 19, top + 14, str(k), size=13, colour=INK)
            used += self.text(left + 23 + used, top + 14, str(size))
            left += used + 42

    def partition(self, box, points, labels, note, sizes=None, title="Partition", **options):
        """A panel ``box`` (left, top, width, height) of points with the legend below.

        ``options`` are those of `plot_partition`; ``sizes`` holds clusters without points too.
        """
        left, top, width, height = box
        ax = self.panel(left + 1, top, width - 2, height, title, note)
        plot_partition(points, labels, ax, **options)
        sizes = np.bincount(labels) if sizes is None else sizes
        self.legend(left, top + CAPTION + height + 2, sizes, left + width)
        return ax

    def label_kernel(self, left, top, side, A, title, note="", **options):
        """A small matrix under its caption; the whole is HEADS px wider, as much and 20 higher."""
        self.caption(left, top, HEADS + side, title, note)
        ax = self.axes(left + HEADS, top + CAPTION + HEADS, side, side)
        return plot_label_kernel(A, ax, **options)

    def cluster_mark(self, x, y, k, size):
        """A cluster's mark with its middle at (x, y)."""
        self._marks.scatter([x], [y], **mark_style(k, (size * POINTS) ** 2, linewidth=0.6))

    def gram(self, left, top, side, K, labels, title, heads=True):
        """A Gram picture with its key, and a mark at each block where rows are sorted.

        K is drawn as given. ``side`` is the picture's; the whole is 34 px wider, 40 px higher.
        """
        self.caption(left, top, side + 34, title)
        axes = plot_gram(K, labels, self.axes(left + 34, top + 2 * CAPTION, side, side))
        self._key(left + 34 + side, top, axes.images[0])
        sizes = np.bincount(labels) if heads else np.zeros(0, int)
        middles = (np.cumsum(sizes) - sizes / 2) * side / len(K)
        for k in np.flatnonzero(sizes * side / len(K) >= 16):
            x, y = left + 34 + middles[k], top + 2 * CAPTION + middles[k]
            for across, down in ((x - 5, top + 30), (left + 14, y)):
                self.cluster_mark(across, down, k, 7)
                self.text(across + 7, down, str(k))

    def _key(self, right, top, image):
        high = f"{image.norm.vmax:.2g}"
        used = self.text(right, top + 8, high, ha="right")
        axes = self.axes(right - used - 5 - 72, top + 4, 72, 8)
        bar = self.figure.colorbar(image, cax=axes, orientation="horizontal", ticks=[])
        bar.outline.set(edgecolor=RULE_2, linewidth=0.7)
        low = f"\u2212{high}" if image.norm.vmin < 0 else "0"
        self.text(right - used - 10 - 72, top + 8, low, ha="right")

    def foot(self, top, words):
        """The status line."""
        self.text(0, top + 8, words)


def empty_still(words):
    """A frame with one sentence, where a widget has nothing to show yet."""
    sheet = Sheet(220)
    axes = sheet.axes(1, 1, WIDTH - 2, 218)
    axes.set(xticks=[], yticks=[])
    axes.spines[:].set(edgecolor=RULE_2, linewidth=0.7)
    axes.text(0.5, 0.5, as_text(words), ha="center", va="center", color=INK_2, fontsize=13 * POINTS)
    return sheet.figure


def signed(x, digits):
    """A change as text, with a true minus sign."""
    return f"{x:+.{digits}f}".replace("-", "\u2212")
