"""The picture of a turn for pages that run no widgets."""

from __future__ import annotations

import numpy as np

from ....plotting.images import plot_strip
from ....plotting.labels import plot_turn
from ....plotting.palette import INK
from ...base.sheet import CAPTION, Sheet

_HIGH = 250
_SIDE = 300


def views_still(image, points, angles, labels, view, said, words):
    """TurningViews as a figure: a view, the turn's labels, the embedding with the view ringed."""
    sheet = Sheet(CAPTION + _HIGH + 84)
    plot_strip(image[None], sheet.panel(0, 0, 280, _HIGH, "View", f"{angles[view]:.0f} degrees"))
    turn = sheet.panel(304, 0, 256, _HIGH, "Labels around the turn", "clockwise")
    plot_turn(labels[np.argsort(angles, kind="stable")], turn)
    axes = sheet.partition((584, 0, _SIDE, _HIGH), points, labels, "", title="Embedding")
    axes.plot(*points[view], "o", ms=13, mfc="none", mec=INK, mew=1.5, zorder=9)
    sheet.text(0, CAPTION + _HIGH + 20, said, size=13, colour=INK, weight="bold")
    sheet.text(0, CAPTION + _HIGH + 48, words)
    return sheet.figure
