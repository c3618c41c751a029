"""Felsenstein's equal-angle drawing of an unrooted tree."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .._typing import Floats, Ints
from .._validation import as_array, short_repr
from .walk import check_edges, walk


@dataclass(frozen=True)
class Layout:
    """Where to draw a tree.

    Attributes
    ----------
    positions : ndarray of shape (n_nodes, 2)
        Of leaves and inner nodes, centred on the leaves; every edge as long as it is.
    angles : ndarray of shape (n_leaves,)
        Direction of each leaf's edge in radians, for its label.
    scale : float
        A round length for a scale bar, 1, 2 or 5 times a power of ten, at most a quarter of the
        drawing; 0 where all edges are.
    """

    positions: Floats
    angles: Floats
    scale: float


def check_lengths(lengths, n_edges):
    """Lengths of edges (n_edges,) as floats, if they are finite and at least 0."""
    given = as_array(lengths, "lengths", "one number an edge")
    fits = given.shape == (n_edges,) and given.dtype.kind in "biuf"
    if not fits or not np.isfinite(given).all() or (given < 0).any():
        got = short_repr(given.tolist() if given.ndim < 2 else given)
        raise ValueError(
            f"lengths must hold one finite number of at least 0 an edge, ({n_edges},); got {got}."
        )
    return given.astype(float)


def equal_angle(edges: Ints, lengths: Floats, n_leaves: int) -> Layout:
    """Draw a tree so that its edges never cross (Felsenstein 2004, ch. 34).

    The circle is divided evenly among the leaves. What lies beyond an edge owns a wedge as wide
    as the number of its leaves, and the edge points along the middle of it. Seen from its other
    end the edge owns the rest of the circle, and the middle of that is the opposite direction:
    the drawing does not depend on where one begins.

    Parameters
    ----------
    edges : ndarray of int of shape (e, 2)
        Of a tree whose leaves are the nodes 0..n_leaves-1.
    lengths : ndarray of shape (e,)
    n_leaves : int

    Returns
    -------
    Layout

    Raises
    ------
    ValueError
        If the edges are no such tree, or the lengths do not fit.

    Examples
    --------
    >>> star = equal_angle(np.array([[0, 3], [1, 3], [2, 3]]), np.ones(3), 3)
    >>> np.degrees(star.angles).round()
    array([  0., 120., 240.])
    """
    edges = check_edges(edges, n_leaves)
    lengths = check_lengths(lengths, len(edges))
    order, parent, via = walk(edges)
    seat = {leaf: k for k, leaf in enumerate(node for node in order if node < n_leaves)}
    first, last = dict(seat), dict(seat)
    for node in reversed(order[1:]):
        above = parent[node]
        first[above] = min(first.get(above, n_leaves), first[node])
        last[above] = max(last.get(above, 0), last[node])
    positions = np.zeros((len(order), 2))
    for node in order[1:]:
        angle = np.pi * (first[node] + last[node]) / n_leaves
        step = lengths[via[node]] * np.array([np.cos(angle), np.sin(angle)])
        positions[node] = positions[parent[node]] + step
    positions -= positions[:n_leaves].mean(axis=0)
    angles = np.array([2 * np.pi * seat[leaf] / n_leaves for leaf in range(n_leaves)])
    return Layout(positions, angles, _round_length(np.ptp(positions, axis=0).max() / 4))


def _round_length(most):
    if not most > 0:
        return 0.0
    power = 10.0 ** np.floor(np.log10(most))
    return float(power * max(k for k in (1, 2, 5) if k == 1 or k * power <= most))
