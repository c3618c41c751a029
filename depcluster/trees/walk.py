"""Going through a tree given as a list of edges."""

from __future__ import annotations

import numpy as np

from .._typing import ArrayLike, Flags
from .._validation import as_array, check_whole, short_repr


def walk(edges, root=0):
    """Nodes in preorder from a root, each one's parent, and the edge that leads to it."""
    # What lies below a node follows it without a gap. The root has no parent and no edge.
    beside = {}
    for e, (u, v) in enumerate(np.asarray(edges).tolist()):
        beside.setdefault(u, []).append((v, e))
        beside.setdefault(v, []).append((u, e))
    order, parent, via, waiting = [], {}, {}, [root]
    while waiting:
        node = waiting.pop()
        order.append(node)
        for other, e in reversed(beside.get(node, ())):
            if other != root and other not in parent:
                parent[other], via[other] = node, e
                waiting.append(other)
    return order, parent, via


def check_edges(edges, n_leaves):
    """Edges (e, 2) as int, if they make an unrooted tree with the leaves 0..n_leaves-1."""
    check_whole(n_leaves, "n_leaves", 0)
    given = as_array(edges, "edges", "pairs of nodes, (e, 2)")
    if given.size and (given.ndim != 2 or given.shape[1] != 2 or given.dtype.kind not in "iu"):
        raise ValueError(
            f"edges must be pairs of nodes, (e, 2), whole numbers; got {short_repr(edges)}."
        )
    edges = given.astype(np.intp).reshape(-1, 2)
    nodes = np.arange(len(edges) + 1)
    inside = edges.size == 0 or (edges.min() >= 0 and edges.max() < len(nodes))
    if not inside or len(walk(edges)[0]) != len(nodes):
        raise ValueError(
            f"edges must connect the nodes 0..{len(edges)} to one tree; got {_listed(edges)}."
        )
    degree, ends = np.bincount(edges.ravel(), minlength=len(nodes)), nodes < n_leaves
    if (degree[ends] > 1).any() or (degree[~ends] < 3).any() or ends.sum() != max(n_leaves, 1):
        raise ValueError(
            f"edges must make the nodes 0..{n_leaves - 1}, one a name, the leaves, and leave no "
            f"other node with fewer than three neighbours; got {_listed(edges)}."
        )
    return edges


def _listed(edges):
    return short_repr(edges.tolist())


def splits(edges: ArrayLike, n_leaves: int) -> Flags:
    """Which leaves lie beyond each edge, as seen from leaf 0.

    Parameters
    ----------
    edges : array of int of shape (e, 2)
        Of a tree whose leaves are the nodes 0..n_leaves-1.
    n_leaves : int

    Returns
    -------
    ndarray of bool of shape (e, n_leaves)
        The first column is False.

    Raises
    ------
    ValueError
        If the edges are no such tree.

    Examples
    --------
    >>> splits([[0, 4], [1, 4], [4, 5], [2, 5], [3, 5]], 4)[2]
    array([False, False,  True,  True])
    """
    return sides(check_edges(edges, n_leaves), n_leaves)


def sides(edges, n_leaves):
    """`splits` of edges that are known to make a tree."""
    order, parent, via = walk(edges)
    S = np.zeros((len(edges), n_leaves), dtype=bool)
    for node in reversed(order[1:]):
        if node < n_leaves:
            S[via[node], node] = True
        if parent[node] in via:
            S[via[parent[node]]] |= S[via[node]]
    return S
