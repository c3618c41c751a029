"""Distances and trees: the four-point condition, and neighbour joining (Saitou and Nei 1987)."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._typing import ArrayLike, Floats, Ints
from .._validation import check_numbers, check_symmetric, warn_if_long

_SECONDS = 5.5e-10  # of all fours of n leaves, times n^4, measured from 150 to 300 leaves


def check_distances(D: Any) -> Floats:
    """D as floats, if it is square, finite, symmetric, at least 0, and 0 on its diagonal."""
    D = check_numbers(D, "D", ("n", "n"))
    check_symmetric(D, "D", what="a square matrix of distances", hint="Try (D + D.T) / 2.")
    if not (D >= 0).all():
        raise ValueError(f"D must be at least 0; got {D.min():.3g} in it.")
    if D.diagonal().max() > 1e-8 * D.max():
        raise ValueError(f"D must have a zero diagonal; it reaches {D.diagonal().max():.3g}.")
    return (D + D.T) / 2


def four_point_violation(D: ArrayLike) -> float:
    r"""How far distances are from being path lengths along a tree (Blaschko 2008, eq. 11).

    .. math:: \max_{a,b,c,d}\ D_{ab} + D_{cd} - \max(D_{ac} + D_{bd},\ D_{ad} + D_{bc}) \tag{11}

    Of the three sums the two larger must be equal; with c = d it is the triangle inequality.

    Parameters
    ----------
    D : array-like of shape (n, n)

    Returns
    -------
    float
        0 for a tree metric, up to rounding.

    Raises
    ------
    ValueError
        If D is no matrix of distances.

    Warns
    -----
    UserWarning
        If that takes long: all fours are gone through, in a time that grows as n^4.

    Examples
    --------
    The corners of a unit square: the diagonals' sum stands alone.

    >>> corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    >>> D = np.linalg.norm(corners[:, None] - corners, axis=2)
    >>> round(four_point_violation(D), 3)
    0.828
    """
    D = check_distances(D)
    n = len(D)
    warn_if_long(_SECONDS * n**4, f"D: going through all fours of its {n} rows", "Pass some rows.")
    worst = 0.0
    for a in range(n):  # the first of the four
        rest = D[a:, a:]
        for row in rest:  # b
            across = rest[0][:, None] + row  # (c, d): D_ac + D_bd
            excess = row[0] + rest - np.maximum(across, across.T)
            worst = max(worst, float(excess.max()))
    return worst


def neighbour_joining(D: ArrayLike) -> Ints:
    r"""Join the two neighbours that shorten the tree most, until three nodes are left.

    Of r nodes, those are joined with the least

    .. math:: (r - 2)\, D_{ij} - \sum_k D_{ik} - \sum_k D_{jk}

    and the new node is ``(D_ik + D_jk - D_ij) / 2`` from k. Distances along a tree give that tree
    back.

    Parameters
    ----------
    D : array-like of shape (n, n)

    Returns
    -------
    ndarray of int of shape (e, 2)
        Edges of a tree whose leaves are 0..n-1; every inner node has three neighbours. Equal
        pairs are joined in the order of their numbers.

    Raises
    ------
    ValueError
        If D is no matrix of distances.

    Examples
    --------
    >>> D = [[0, 3, 4, 6], [3, 0, 5, 7], [4, 5, 0, 4], [6, 7, 4, 0]]
    >>> neighbour_joining(D).tolist()
    [[0, 4], [1, 4], [2, 5], [3, 5], [4, 5]]
    """
    D = check_distances(D)
    n = len(D)
    edges: list[Any] = []
    nodes, below = list(range(n)), np.tri(n, dtype=bool)
    while len(nodes) > 3:
        r, total = len(nodes), D.sum(axis=1)
        Q = (r - 2) * D
        Q -= total[:, None]
        Q -= total
        np.fill_diagonal(Q, 0)
        largest = max(Q.max(), -Q.min())
        Q[below[:r, :r]] = np.inf
        i, j = divmod(int(np.argmax(Q.min() + 1e-12 * largest >= Q)), r)
        new = n + len(edges) // 2
        edges += [(nodes[i], new), (nodes[j], new)]
        row = (D[i] + D[j] - D[i, j]) / 2
        keep = [k for k in range(r) if k not in (i, j)]
        smaller = np.zeros((r - 1, r - 1))
        smaller[:-1, :-1] = D[np.ix_(keep, keep)]
        smaller[-1, :-1] = smaller[:-1, -1] = row[keep]
        D, nodes = smaller, [nodes[k] for k in keep] + [new]
    if len(nodes) == 3:
        new = n + len(edges) // 2
        edges += [(node, new) for node in nodes]
    elif n == 2:
        edges = [(0, 1)]
    return np.array(edges, dtype=np.intp).reshape(-1, 2)
