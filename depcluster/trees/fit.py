"""Fitting a tree to distances: non-negative least squares and exchanges of neighbours."""

from __future__ import annotations

from functools import cache

import numpy as np
from scipy.cluster.hierarchy import linkage
from scipy.linalg.lapack import dpotrf, dpotrs, dtrtrs
from scipy.optimize import nnls
from scipy.spatial.distance import squareform

from .._utils.units import in_units
from .._validation import as_array, check_numbers, short_repr, warn_if_long
from .distances import check_distances, neighbour_joining
from .tree import Tree, leaf_names
from .walk import check_edges, sides, splits

_GAIN = 1e-10
_SECONDS = 2.5e-8  # of exchanges in a tree of n leaves, times n^4.5, measured from 30 to 80 leaves


def fit_tree_metric(D, *, method="nni", names=None):
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
    if method == "nni":
        warn_if_long(
            _SECONDS * len(D) ** 4.5,
            f"D: fitting a tree of its {len(D)} leaves",
            'Pass fewer, or method="nj".',
        )
    return nearest_tree(D, method, names)


def nearest_tree(D, method, names=None):
    """`fit_tree_metric` for distances that are checked."""
    D, e = in_units(D)
    n = len(D)
    names = [str(k) for k in range(n)] if names is None else leaf_names(names, n)
    target = D[np.triu_indices(n, 1)]
    starts = [neighbour_joining(D)]
    if method == "nni":
        starts.append(average_linkage(D))
        starts = [interchanged(edges, n, path_columns, target) for edges in starts]
    fits = [least_squares(path_columns(splits(edges, n)), target) for edges in starts]
    best = min(range(len(fits)), key=lambda k: fits[k][1])
    return Tree(starts[best], np.ldexp(fits[best][0], e), names)


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


def least_squares(X, target):
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


def interchanged(edges, n_leaves, columns, target):
    """Exchange neighbours across an inner edge as long as the least-squares fit improves.

    The two other ways to join the four subtrees around each inner edge are fitted, and the best
    of all is taken. Only the split of that edge changes, so each is one column of the problem.

    Parameters
    ----------
    edges : ndarray of int of shape (e, 2)
        A binary tree whose leaves are the nodes 0..n_leaves-1.
    n_leaves : int
    columns : callable
        From splits, bool (k, n_leaves), to the columns (r, k) of the least-squares problem.
    target : ndarray of shape (r,)

    Returns
    -------
    ndarray of int of shape (e, 2)

    Raises
    ------
    ValueError
        If edges are no binary tree, or columns no callable.

    Examples
    --------
    >>> from depcluster.trees import Tree
    >>> tree = Tree.from_newick("(a:1,b:2,(c:1,d:3):2);")
    >>> i, j = np.triu_indices(4, 1)
    >>> target = tree.path_metric()[i, j]
    >>> swapped = np.array([[0, 4], [2, 4], [4, 5], [1, 5], [3, 5]])
    >>> found = interchanged(swapped, 4, lambda S: (S[:, i] != S[:, j]).T.astype(float), target)
    >>> [False, False, True, True] in splits(found, 4).tolist()
    True
    """
    edges = check_edges(edges, n_leaves)
    if n_leaves < 3:
        return edges
    if len(edges) != 2 * n_leaves - 3:
        raise ValueError(f"edges must be a binary tree of {n_leaves} leaves; got {len(edges)}.")
    if not callable(columns):
        raise ValueError(f"columns must be a callable; got {short_repr(columns)}.")
    target, _ = in_units(check_numbers(target, "target", ("r",)))
    while True:
        S = sides(edges, n_leaves)
        X = check_numbers(columns(S), "columns", (len(target), len(edges)))
        problem = _Normal(X, target)
        best, found = problem.squares - _GAIN * problem.size, None
        swaps = list(_interchanges(edges, n_leaves))
        ends = np.array(swaps, dtype=np.intp).reshape(-1, 3)
        exchanged = np.ascontiguousarray(columns(S[ends[:, 1]] ^ S[ends[:, 2]]).T)
        for k in problem.descents(exchanged):
            squares = problem.replaced(swaps[k][0], exchanged[k], best)
            if squares < best:
                best, found = squares, swaps[k]
        if found is None:
            return edges
        edges = _exchange(edges, *found)


def _interchanges(edges, n_leaves):
    """Inner edge e, and one edge at each of its ends which then meet at the same end."""
    beside = {}
    for e, pair in enumerate(edges.tolist()):
        for node in pair:
            beside.setdefault(node, []).append(e)
    for e in np.flatnonzero((edges >= n_leaves).all(axis=1)).tolist():
        left, right = ([k for k in beside[node] if k != e] for node in edges[e].tolist())
        for two in right:
            yield e, left[0], two


def _exchange(edges, e, one, two):
    """Edge two moves to the end of e where edge one is, the other edge there to the other end."""
    edges = edges.copy()
    here, there = edges[e] if edges[e, 0] in edges[one] else edges[e][::-1]
    at_here = (edges == here).any(axis=1)
    at_here[[e, one]] = False
    other = int(np.flatnonzero(at_here)[0])
    edges[other][edges[other] == here] = there
    edges[two][edges[two] == there] = here
    return edges


class _Normal:
    """``min |X w - y|^2`` over ``w >= 0`` by the normal equations, with one column exchanged."""

    def __init__(self, X, y):
        self.X, self.y, self.size = X, y, float(y @ y)
        self.G, self.q = X.T @ X, X.T @ y
        self.squares, self.w = self._least(self.G, self.q)

    def descents(self, columns):
        """Which of some columns (k, r) would lower the squares if they came in besides."""
        # One that has no descent at the solution cannot lower them in place of another either.
        slopes = columns @ (self.y - self.X @ self.w)
        return np.flatnonzero(slopes > -_GAIN * np.sqrt(self.size))

    def replaced(self, e, column, best=np.inf):
        """The least squares with another column e, or some number between ``best`` and it."""
        G, q = self.G.copy(), self.q.copy()
        G[e] = G[:, e] = column @ self.X
        G[e, e], q[e] = column @ column, column @ self.y
        return self._least(G, q, best)[0]

    def _least(self, G, q, best=np.inf):
        """``|y|^2 - q'w`` and the solution w, that of the free problem where it is positive."""
        # Or where its squares are no less than best: those of positive w are more.
        if not len(q):
            return self.size, q
        R, info = dpotrf(G, clean=1)
        if not info:
            w = dpotrs(R, q)[0]
            squares = self.size - float(q @ w)
            if squares >= best or w.min() >= 0:
                return squares, w
            w, _ = nnls(R, dtrtrs(R, q, trans=1)[0])
        else:  # columns that say the same
            values, V = np.linalg.eigh(G)
            keep = values > 1e-12 * max(values[-1], np.finfo(float).tiny)
            root = np.sqrt(values[keep])
            w, _ = nnls(root[:, None] * V[:, keep].T, V[:, keep].T @ q / root)
        return self.size - float(q @ w), w
