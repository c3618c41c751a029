"""Fitting a tree to distances: neighbour joining, least squares, exchanges of neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal

import numpy as np
from scipy.cluster.hierarchy import linkage
from scipy.optimize import nnls
from scipy.spatial.distance import squareform

from .._typing import ArrayLike, Floats
from .._utils.units import in_units
from .._validation import as_array, check_numbers, short_repr, warn_if_long
from .distances import check_distances, neighbour_joining
from .exchange import FittedTree
from .tree import Tree, leaf_names

_SECONDS = 4.5e-9  # of a tree of n leaves, times n^3, measured from 300 to 1,500 leaves


def fit_tree_metric(
    D: ArrayLike, *, method: Literal["nni", "nj"] = "nni", names: Sequence[str] | None = None
) -> Tree:
    r"""The tree whose path lengths are nearest to distances (Blaschko 2008, eq. 12, L2).

    .. math:: \min_{l \ge 0}\ \sum_{i<j}
       \left(D_{ij} - \sum_e l_e |s_{ei} - s_{ej}|\right)^2 \tag{12}

    Neighbour joining gives the topology, non-negative least squares the edge lengths, and the
    exchange of neighbours that lowers the sum most is made until none does. The same from average
    linkage, and the better of both.

    Parameters
    ----------
    D : array-like of shape (n, n)
        Distances, symmetric, with a zero diagonal.
    method : {"nni", "nj"}, default="nni"
        "nj" keeps the topology of neighbour joining.
    names : sequence of str, optional
        Of the leaves; "0", "1", ... when left out.

    Returns
    -------
    Tree

    Raises
    ------
    ValueError
        If D is no matrix of distances, or method is unknown.

    Warns
    -----
    UserWarning
        If fitting a tree of so many leaves takes long.

    Notes
    -----
    Lengths and squares come from sums of distances between subtrees (Bryant and Waddell 1998), of
    which an exchange changes those of one edge (Desper and Gascuel 2002); an active set holds at 0
    what would be less. The time grows as n^3, that of neighbour joining.

    To find the best of all topologies is NP-hard; this is a local search. Distances along a tree
    give that tree back. With seven leaves it ends at the best of all 945 topologies for distances
    near a tree, and nearly always for others.

    Examples
    --------
    >>> D = [[0, 3, 4, 6], [3, 0, 5, 7], [4, 5, 0, 4], [6, 7, 4, 0]]
    >>> fit_tree_metric(D).lengths.round(12)
    array([1., 2., 1., 3., 2.])
    """
    if not isinstance(method, str) or method not in ("nni", "nj"):
        raise ValueError(f'method must be "nni" or "nj"; got {short_repr(method)}.')
    D = check_distances(D)
    n = len(D)
    warn_if_long(_SECONDS * n**3, f"D: fitting a tree of its {n} leaves", "Pass fewer of them.")
    return nearest_tree(D, method, names)


def nearest_tree(D, method, names=None):
    """`fit_tree_metric` for distances that are checked."""
    D, e = in_units(D)
    n, size = len(D), float((D**2).sum()) / 2
    names = [str(k) for k in range(n)] if names is None else leaf_names(names, n)
    starts = [neighbour_joining(D)] + ([average_linkage(D)] if method == "nni" else [])
    found = []
    for edges in starts:
        fitted = FittedTree(edges, D, size)
        if method == "nni":
            fitted.exchange_neighbours()
        found.append(Tree(*fitted.result(), names))
    best = min(found, key=lambda tree: tree.misfit(D))
    return Tree(best.edges, np.ldexp(best.lengths, e), names)


def average_linkage(D):
    """The topology of average linkage, its root left out: edges as of `neighbour_joining`."""
    n = len(D)
    if n < 3:
        return neighbour_joining(D)
    merges = linkage(squareform(D, checks=False), "average")[:, :2].astype(np.intp)
    above = np.arange(n, 2 * n - 2)[:, None]
    below = np.stack([merges[:-1], np.broadcast_to(above, (n - 2, 2))], axis=-1)
    return np.vstack([below.reshape(-1, 2), merges[-1:]])


def path_columns(S):
    """``|s_ei - s_ej|`` for all pairs i < j, (n (n - 1) / 2, e): is an edge between two leaves?"""
    i, j = _pairs(S.shape[1])
    return (S[:, i] != S[:, j]).T.astype(float)


@cache
def _pairs(n):
    return np.triu_indices(n, 1)


def least_squares(X: Floats, target: Floats) -> tuple[Floats, float]:
    r"""Non-negative least squares.

    .. math:: \min_{w \ge 0}\ \|X w - \mathrm{target}\|

    Parameters
    ----------
    X : ndarray of shape (r, e)
    target : ndarray of shape (r,)

    Returns
    -------
    w : ndarray of shape (e,)
    residual : float

    Raises
    ------
    ValueError
        If the two are no numbers that fit together.

    Examples
    --------
    >>> w, residual = least_squares(np.eye(2), np.array([3.0, -1.0]))
    >>> w
    array([3., 0.])
    """
    X, target = as_array(X, "X", "a table"), as_array(target, "target", "a list of numbers")
    if target.size:
        target = check_numbers(target, "target", ("r",))
    if X.shape == (*target.shape, 0):
        return np.empty(0), float(np.linalg.norm(target))
    return nnls(check_numbers(X, "X", (len(target), "e")), target)
