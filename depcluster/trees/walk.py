"""Going through a tree given as a list of edges."""

from __future__ import annotations

import numpy as np


def walk(edges, root=0):
    """The nodes that can be reached from a root, each before what hangs below it.

    Parameters
    ----------
    edges : array of int of shape (e, 2)
    root : int, default=0

    Returns
    -------
    order : list of int
        Nodes in preorder: what lies below a node follows it without a gap.
    parent : dict of int to int
        Without the root.
    via : dict of int to int
        Number of the edge that leads to a node.
    """
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


def splits(edges, n_leaves):
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

    Examples
    --------
    >>> splits([[0, 4], [1, 4], [4, 5], [2, 5], [3, 5]], 4)[2]
    array([False, False,  True,  True])
    """
    order, parent, via = walk(edges)
    S = np.zeros((len(edges), n_leaves), dtype=bool)
    for node in reversed(order[1:]):
        if node < n_leaves:
            S[via[node], node] = True
        if parent[node] in via:
            S[via[parent[node]]] |= S[via[node]]
    return S
