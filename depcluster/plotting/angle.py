"""Figures of clustering by angles: samples in the feature space and the clusters' mean vectors."""

from __future__ import annotations

import numpy as np
from matplotlib.patches import Arc
from matplotlib.patheffects import withStroke

from ..checks.arguments import axes, numbers, takes, whole_numbers
from .basics import plot_partition
from .images import seen_from
from .palette import INK, RULE, edge_colour


@takes(
    embedding=numbers("m", "d"),
    means=numbers("c", "d"),
    labels=whole_numbers("m"),
    ax=axes,
    view=numbers(2),
)
def plot_mean_vectors(embedding, means, labels, ax, view=(-55, 20)):
    """Embedded samples, and an arrow from the origin to the mean of each cluster.

    Of two means in a plane the angle is drawn too (Jenssen et al. 2006, Fig. 1).

    Parameters
    ----------
    embedding : ndarray of shape (m, 2) or (m, 3)
    means : ndarray of shape (c, 2) or (c, 3)
    labels : ndarray of int of shape (m,)
    ax : Axes
    view : pair of float, default=(-55, 20)
        For samples in space, azimuth and elevation of the eye in degrees.

    Returns
    -------
    Axes
    """
    if means.shape[1] not in (2, 3):
        raise ValueError(f"means must lie in 2 or 3 dimensions; got {means.shape[1]}.")
    flat, reach = means.shape[1] == 2, np.abs(embedding).max()
    axes = np.eye(means.shape[1])
    if not flat:
        embedding, means, axes = (seen_from(M, *view) for M in (embedding, means, axes))
    for axis in axes:
        ax.plot(*np.outer(axis, [-reach, reach]), color=RULE, linewidth=0.8, zorder=0)
    plot_partition(embedding, labels, ax, weights=np.full(len(labels), 0.4))
    for k, tip in enumerate(means):
        style = {"arrowstyle": "-|>", "color": edge_colour(k), "lw": 2, "shrinkA": 0, "shrinkB": 0}
        ax.annotate("", tip, (0, 0), arrowprops=style)
        _word(*(1.12 * tip), f"m{k}", ax)
    if flat and len(means) == 2:
        _draw_angle(means, 0.3 * reach, ax)
    ax.margins(0.12)
    return ax


def _draw_angle(means, radius, ax):
    first, second = np.degrees(np.arctan2(means[:, 1], means[:, 0]))
    angle = (second - first) % 360
    start, angle = (first, angle) if angle <= 180 else (second, 360 - angle)
    ax.add_patch(Arc((0, 0), 2 * radius, 2 * radius, theta1=start, theta2=start + angle, ec=INK))
    middle = np.radians(start + angle / 2)
    _word(1.5 * radius * np.cos(middle), 1.5 * radius * np.sin(middle), f"{angle:.1f}°", ax)


def _word(x, y, words, ax):
    halo = [withStroke(linewidth=3, foreground="white")]
    style = {"ha": "center", "va": "center", "weight": "bold", "path_effects": halo}
    ax.text(x, y, words, fontsize=8.5, color=INK, zorder=5, **style)
