"""The opening and beat 9: a teapot that turns, and faces in a tree."""

from __future__ import annotations

from functools import cache

import numpy as np

from ...kernels import as_gram, leading_eigenvectors
from ...labels import plain, ring
from ...papers.song2007 import cluhsic
from ...reproduction import song2007
from ...reproduction.song2007.experiments import (
    ARCS,
    BLENDS,
    DIRECTIONS,
    ONCE,
    OURS,
    VIEWS,
    in_turn,
    joined,
    joins_opposite,
    picture_sets,
    teapot,
)
from ...widgets import TurningViews, choice, redrawn, stops

STEP = 4  # every fourth view goes to the page
SHOWN_BLENDS = (0.2, 0.3, 0.37, 0.4, 0.44)


@cache
def labels_of_views(blend=0.37):
    """Labels of the 400 views, ten clusters, by k-means and by the ring."""
    _, K = teapot(blend)
    kernels = {"ring": ring(ARCS), "k-means": plain(ARCS)}
    return {name: cluhsic(K, A, random_state=0).labels for name, A in kernels.items()}


def joined_labels(method):
    """Labels that hold opposite views, of the pot that the notebook turns."""
    labels = labels_of_views()[method]
    middles = {j: DIRECTIONS[labels == j].mean(axis=0) for j in range(ARCS)}
    return [j for j, middle in middles.items() if joins_opposite(np.hypot(*middle))]


def recorded_window():
    """In how many of 20 pots k-means joins opposite views, the ring is right, and one search joins.

    By blend; the first two of the best of 20 searches.
    """
    return {
        blend: (
            int(joined(of, "k-means", OURS).sum()),
            int((in_turn(of, "ring", OURS) & ~joined(of, "ring", OURS)).sum()),
            int(joined(of, "k-means", ONCE).sum()),
        )
        for blend, of in zip(BLENDS, picture_sets(0.4), strict=True)
    }


def turning_pot(*methods, blend=0.37, start=0):
    """A teapot to turn by hand; view, label, and dot in the embedding move together."""
    images, K = teapot(blend)
    plane = leading_eigenvectors(as_gram(K), 2)[1]
    found = labels_of_views(blend)
    return TurningViews(
        images[::STEP],
        360 / VIEWS * np.arange(VIEWS)[::STEP],
        plane[::STEP],
        {name: found[name][::STEP] for name in methods},
        start=start,
        colours="wheel",
    )


def faces(figure_3):
    """Figure 3 with and without the tree, clear faces and shakier ones."""
    return redrawn(
        figure_3,
        hierarchy=choice({"plain": (9,), "tree": (3, 3)}, label="label kernel"),
        difficulty=choice({"clear": 0.5, "shakier": 1.0}, label="faces"),
    )


def window():
    """Label against angle at five blends, and in how many of 20 pots which method is right."""
    blend = stops(SHOWN_BLENDS, label="blend", show="{:.2f}".format)
    return redrawn(song2007.teapot_window, blend=blend)
