"""Places for pictures and words around the drawing of an unrooted tree."""

from __future__ import annotations

import numpy as np


def places_around(layout, edges, half):
    """Centres of cards around a tree, each in its leaf's direction, none over anything.

    Cards start next to their leaves. One that lies over an edge, another card's tie to its leaf
    or a card nearer to the middle moves outwards, until none does: leaves point in different
    directions, so the cards part.

    Parameters
    ----------
    layout : Layout
    edges : ndarray of int of shape (e, 2)
    half : array of shape (2,) or (n_leaves, 2)
        Half the width and half the height of the cards, in the units of the tree.

    Returns
    -------
    ndarray of shape (n_leaves, 2)
    """
    along = np.column_stack([np.cos(layout.angles), np.sin(layout.angles)])
    leaves, half = layout.positions[: len(along)], np.broadcast_to(half, along.shape)
    out = 1.5 * (np.abs(along) * half).sum(axis=1)
    tree = layout.positions[edges]  # (e, 2, 2): start and end
    while True:
        centres = leaves + out[:, None] * along
        covered = covering(centres, half, leaves, tree)
        if not covered.any():
            return centres
        out[covered] += 0.2 * half.min()


def covering(centres, half, leaves, tree):
    """Which cards lie over an edge, the tie of another card or a card nearer to the middle.

    Parameters
    ----------
    centres, half, leaves : ndarray of shape (n, 2)
    tree : ndarray of shape (e, 2, 2)
        Start and end of each edge.

    Returns
    -------
    ndarray of bool of shape (n,)
    """
    on_tie = meet(centres, half, np.stack([leaves, centres], axis=1))
    np.fill_diagonal(on_tie, False)
    both = (np.abs(centres[:, None] - centres) < half[:, None] + half).all(axis=2)
    far = np.linalg.norm(centres, axis=1)
    rank = np.argsort(np.argsort(far, kind="stable"))
    outer = (both & (rank[:, None] > rank)).any(axis=1)
    return outer | on_tie.any(axis=1) | meet(centres, half, tree).any(axis=1)


def meet(centres, half, segments):
    """Whether segments pass through the inside of rectangles.

    Parameters
    ----------
    centres, half : ndarray of shape (n, 2)
    segments : ndarray of shape (k, 2, 2)

    Returns
    -------
    ndarray of bool of shape (n, k)
    """
    start = segments[:, 0] - centres[:, None]
    step = np.broadcast_to(segments[:, 1] - segments[:, 0], start.shape)
    half = half[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        ends = np.stack([(-half - start) / step, (half - start) / step])
    inside = np.abs(start) < half
    still = np.stack([np.where(inside, -np.inf, np.inf), np.full(start.shape, np.inf)])
    ends = np.where(step == 0, still, ends)
    enter, leave = ends.min(axis=0).max(axis=-1), ends.max(axis=0).min(axis=-1)
    return np.maximum(enter, 0) < np.minimum(leave, 1)


def fitting_scale(boxes, size):
    """The largest scale at which a tree and what stands around it fit into a size.

    Parameters
    ----------
    boxes : ndarray of shape (k, 6)
        A point in the units of the tree; and from it, in those of the size and not scaled, the
        left, the lower, the right and the upper end of what stands there.
    size : ndarray of shape (2,)
        Width and height, in points for example.

    Returns
    -------
    float
        Points to a unit, and never so few that the tree is narrower than a thousandth of one.
    """
    extent = np.ptp(boxes[:, :2], axis=0).max() or 1.0
    low, high = 1e-3 / extent, size.max() / extent
    for _ in range(60):
        scale = np.sqrt(low * high)
        first, last = corners(boxes, scale)
        low, high = (scale, high) if (last - first <= size).all() else (low, scale)
    return low


def corners(boxes, scale):
    """The lower left and the upper right corner of all boxes.

    Parameters
    ----------
    boxes : ndarray of shape (k, 6)
    scale : float

    Returns
    -------
    tuple of ndarray of shape (2,)
    """
    at = scale * boxes[:, :2]
    return (at + boxes[:, 2:4]).min(axis=0), (at + boxes[:, 4:]).max(axis=0)
