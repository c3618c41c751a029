"""Figures of embeddings, with thumbnails around them or mean vectors in them, and a film strip."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.patches import Arc
from matplotlib.patheffects import withStroke

from .._typing import ArrayLike, Floats, Ints
from .._validation import as_array, numbers, optional, short_repr, whole, words
from .basics import CENTRED, GREY, as_text, plot_partition, subscript
from .palette import INK, INK_2, RULE, RULE_2, colour, edge_colour, mark_style
from .style import draws

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_CARD = 0.17  # side of a thumbnail as a share of the figure's
_ARROW = {"arrowstyle": "-|>", "shrinkA": 0, "shrinkB": 0, "mutation_scale": 10}


def _vectors(size):
    """Of the plane or of space."""

    def check(value, name, sizes):
        found = numbers(size, "d")(value, name, sizes)
        if found.shape[1] not in (2, 3):
            raise ValueError(f"{name} must have 2 or 3 columns; got {short_repr(found)}.")
        return found

    return check


def _pictures(images, name, sizes):
    images = as_array(images, name, "pictures, (m, h, w)")
    if images.ndim < 3 or images.shape[3:] not in ((), (3,)):
        raise ValueError(
            f"{name} must have the shape (m, h, w) with m of at least 1; got {images.shape}. "
            "Reshape rows of pixels with X.reshape(m, h, w)."
        )
    return numbers("m", *images.shape[1:])(images, name, sizes)


@draws(points=_vectors("m"), images=_pictures)
def plot_embedding(
    points: ArrayLike,
    labels: ArrayLike,
    images: ArrayLike,
    ax: Axes,
    *,
    view: Sequence[float] = (60, 60),
) -> Axes:
    """Points coloured by cluster, and around them one picture for each cluster.

    The picture is the cluster's most typical one, whose point lies nearest to the cluster's
    mean; a line leads to that point. A cluster that lies below another one is drawn larger, so
    that its rim is seen. In a corner stand the directions of the axes, v1 being the first column.

    Parameters
    ----------
    points : array-like of shape (m, 2) or (m, 3)
        For example the leading eigenvectors of the centred kernel matrix, as in Song et al.
        (2007, Figs. 3 and 4).
    labels : array-like of int of shape (m,)
    images : array-like of shape (m, h, w)
        Grey levels between 0 and 1.
    ax : Axes
    view : pair of float, default=(60, 60)
        For points in space, azimuth and elevation of the eye in degrees.

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        If points, labels and images do not fit together.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> X = np.array([[0.0, 0.0], [0.1, 0.0], [1.0, 1.0], [1.1, 1.0]])
    >>> labels = np.array([0, 0, 1, 1])
    >>> ax = plot_embedding(X, labels, np.zeros((4, 8, 8)) + np.eye(8), Figure().subplots())
    """
    typical = [_most_typical(points, labels == k) for k in np.unique(labels)]
    directions = np.eye(points.shape[1])
    if points.shape[1] == 3:
        points, directions = (_seen_from(M, *view) for M in (points, directions))
    ax.set_axis_off()
    colours = [colour(k) for k in range(labels.max() + 1)]
    plot_partition(points, labels, ax, weights=_rims(points, labels), colours=colours)
    ax.set_aspect("auto")
    _leave_room(points, ax)
    _draw_directions(directions, ax)
    for i, place in zip(typical, _places_around(points, typical), strict=True):
        _add_card(images[i], points[i], place, labels[i], ax)
    return ax


@draws(embedding=_vectors("m"), means=_vectors("c"))
def plot_mean_vectors(
    embedding: Floats, means: Floats, labels: Ints, ax: Axes, view: Sequence[float] = (-55, 20)
) -> Axes:
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

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> X = np.array([[0.0, 0.0], [0.1, 0.0], [1.0, 1.0], [1.1, 1.0]])
    >>> labels = np.array([0, 0, 1, 1])
    >>> ax = plot_mean_vectors(X + 1, np.eye(2), labels, Figure().subplots())
    """
    flat, reach = means.shape[1] == 2, np.abs(embedding).max()
    axes = np.eye(means.shape[1])
    if not flat:
        embedding, means, axes = (_seen_from(M, *view) for M in (embedding, means, axes))
    for axis in axes:
        ax.plot(*np.outer(axis, [-reach, reach]), color=RULE, linewidth=0.8, zorder=0)
    plot_partition(embedding, labels, ax, weights=np.full(len(labels), 0.4))
    for k, tip in enumerate(means):
        ax.annotate("", tip, (0, 0), arrowprops=_ARROW | {"color": edge_colour(k), "lw": 2})
        _word(1.12 * tip, f"m{k}", ax)
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
    _word(1.5 * radius * np.array([np.cos(middle), np.sin(middle)]), f"{angle:.1f}°", ax)


def _word(at, words, ax):
    halo = [withStroke(linewidth=3, foreground="white")]
    ax.text(*at, words, weight="bold", path_effects=halo, zorder=5, **CENTRED)


@draws(images=_pictures, captions=words(), across=optional(whole(1, 10_000)))
def plot_strip(
    images: ArrayLike, ax: Axes, captions: Sequence[str] = (), across: int | None = None
) -> Axes:
    """Pictures side by side, as on a film.

    Parameters
    ----------
    images : array-like of shape (k, h, w) or (k, h, w, 3)
        Grey levels or colours between 0 and 1.
    ax : Axes
    captions : sequence of k str, optional
        What to write below each picture.
    across : int, optional
        Pictures in a row, of which there are as many as it takes.

    Returns
    -------
    Axes

    Raises
    ------
    ValueError
        If images is not a stack of pictures, or there is not one caption for each.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> ax = plot_strip(np.arange(48.0).reshape(3, 4, 4), Figure().subplots())
    """
    k, h, w = images.shape[:3]
    if len(captions) not in (0, k):
        raise ValueError(
            f"captions must be {k} texts, one for each image; got {len(captions)}. Leave them "
            "out for none."
        )
    gap = max(1, round(0.06 * w))
    across = across or k
    places = [(i % across * (w + gap), i // across * (h + gap)) for i in range(k)]
    for image, (left, top) in zip(images, places, strict=True):
        ax.imshow(image, extent=(left, left + w, top + h, top), **GREY)
    for text, (left, top) in zip(captions, places, strict=False):
        ax.text(left + w / 2, top + 1.08 * h, as_text(text), ha="center", va="top", fontsize=8)
    ax.set(xlim=(0, across * (w + gap) - gap), ylim=(places[-1][1] + h, 0))
    ax.set_axis_off()
    return ax


def _most_typical(points, members):
    at = np.flatnonzero(members)
    return at[((points[at] - points[at].mean(axis=0)) ** 2).sum(axis=1).argmin()]


def _seen_from(points, azimuth, elevation):
    """Points of space on a plane, right and up, for an eye at an azimuth around the third axis."""
    a, e = np.deg2rad([azimuth, elevation])
    right = [-np.sin(a), np.cos(a), 0]
    up = [-np.sin(e) * np.cos(a), -np.sin(e) * np.sin(a), np.cos(e)]
    return points @ np.column_stack([right, up])


def _rims(points, labels):
    """Areas of the marks: larger where a cluster drawn later lies on the same place."""
    names = np.unique(labels)
    means = np.array([points[labels == k].mean(axis=0) for k in names])
    near = 0.02 * np.ptp(points, axis=0).max()
    above = np.triu(np.hypot(*(means[:, None] - means).transpose(2, 0, 1)) < near, 1)
    return np.where(above.any(axis=1), 3.5, 1)[np.searchsorted(names, labels)]


def _draw_directions(directions, ax):
    """Arrows for the axes in the lower left corner, named v1, v2, ..."""
    corner = ax.inset_axes([0, 0, 0.18, 0.18])
    for r, tip in enumerate(directions, 1):
        corner.annotate("", tip, (0, 0), arrowprops=_ARROW | {"color": RULE_2, "lw": 1})
        corner.text(*(1.35 * tip), f"v{subscript(r)}", color=INK_2, **CENTRED)
    corner.set(xlim=(-1.6, 1.6), ylim=(-1.6, 1.6), aspect="equal")
    corner.set_axis_off()


def _leave_room(points, ax):
    low, high = points.min(axis=0), points.max(axis=0)
    margin = 0.65 * np.where(high > low, high - low, 1)
    left, lower = low - margin
    right, upper = high + margin
    ax.set(xlim=(left, right), ylim=(lower, upper))


def _places_around(points, typical):
    """Evenly spaced places on an oval around the points, in their order by angle."""
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    spread = np.ptp(points, axis=0)
    towards = (points[typical] - middle) / np.where(spread > 0, spread, 1)
    angle = np.arctan2(towards[:, 1], towards[:, 0])
    rank = angle.argsort().argsort()
    step = 2 * np.pi / len(typical)
    turn = np.angle(np.exp(1j * (angle - step * rank)).sum())
    oval = step * rank + turn
    return 0.5 + (0.5 - _CARD / 2) * np.column_stack([np.cos(oval), np.sin(oval)])


def _add_card(image, point, place, label, ax):
    end = ax.transLimits.inverted().transform(place)
    line = {"color": RULE_2, "linewidth": 0.8, "zorder": 0.5, "scalex": False, "scaley": False}
    ax.plot(*zip(point, end, strict=True), **line)
    card = ax.inset_axes([*(place - _CARD / 2), _CARD, _CARD])
    card.imshow(image, **GREY)
    card.set(xticks=[], yticks=[])
    for side in card.spines.values():
        side.set(color=colour(label), linewidth=2, visible=True)
    at = (image.shape[1] - 0.5, -0.5)
    card.scatter(*at, **mark_style(label, 40, edgecolor=INK_2, clip_on=False, zorder=5))
    beside = {"xytext": (8, 0), "textcoords": "offset points", "va": "center"}
    card.annotate(str(label), at, annotation_clip=False, **beside)
