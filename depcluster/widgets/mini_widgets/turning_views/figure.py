"""A turn as a figure."""

from __future__ import annotations

import numpy as np

from ....plotting.images import plot_strip
from ....plotting.labels import plot_turn
from ...base.mosaic import Panel, mosaic, partition


def views_figure(shown, image, points, angles, labels):
    """A view, the labels around the turn, and the embedding with the view ringed."""
    turn = labels[np.argsort(angles, kind="stable")]
    of, ringed = f"{angles[shown.view]:.0f} degrees", [shown.view]
    panels = {
        "view": Panel("View", lambda ax: plot_strip(image[None], ax), of, (), 280, 260),
        "turn": Panel(
            "Labels around the turn", lambda ax: plot_turn(turn, ax), "clockwise", (), 256
        ),
        "embedding": partition(points, labels, "", None, "Embedding", (300, 260), moved=ringed),
    }
    return mosaic(shown, "view turn embedding", panels)
