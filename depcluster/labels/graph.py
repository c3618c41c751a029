"""A label kernel from a graph that somebody draws: who is whose neighbour, and how near."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse import issparse
from scipy.sparse.csgraph import connected_components

from .._typing import ArrayLike, Floats
from .._validation import (
    ANYTHING,
    NOTHING,
    array,
    as_array,
    as_numbers,
    check_numbers,
    check_symmetric,
    checked,
    short_repr,
    whole,
)

_MOST_NODES = 2000
_ROUNDING = 1e-9
_WHAT = "pairs of nodes, a symmetric adjacency matrix or a networkx graph"


@checked(edges=ANYTHING, n_clusters=whole(1, _MOST_NODES) | NOTHING, weights=array(1) | NOTHING)
def graph(edges: Any, n_clusters: int | None = None, weights: ArrayLike | None = None) -> Floats:
    r"""Labels at the nodes of a graph, neighbours being relatives.

    .. math:: A = d\, I + W, \qquad d = \max(2, -\lambda_{\min}(W))

    with the weights W of the edges, which are 1 unless given: the smallest d from 2 on that makes
    A positive semi-definite. A path and a cycle are the `chain` and the `ring` of Song 2007 (eqs.
    10 and 11), others, such as a fork with longer arms or a grid, need more than 2.

    Parameters
    ----------
    edges : list of pairs, array-like or sparse array of shape (c, c), or networkx Graph
        Pairs of whole numbers, which are the labels 0 to c - 1, or of names. A symmetric table of
        weights, 0 where there is no edge. Or a networkx graph, with the attribute "weight" of its
        edges.
    n_clusters : int, optional
        c, to hold the graph to; at most 2000. All nodes are labels in any case.
    weights : array-like of shape (n_edges,), optional
        Of pairs: above 0, in their order.

    Returns
    -------
    ndarray of shape (c, c)
        Names are numbered as they first appear in the pairs, nodes of a networkx graph ``G`` as in
        ``list(G)``, so that ``list(G)[j]`` is the name of label j.

    Raises
    ------
    ValueError
        If the graph is directed, falls apart, joins a node to itself, has one edge with two weights
        or a weight that is not above 0, or has more nodes than n_clusters, or than 2000.

    Examples
    --------
    >>> graph([(0, 1), (1, 2), (1, 3)])
    array([[2., 1., 0., 0.],
           [1., 2., 1., 1.],
           [0., 1., 2., 0.],
           [0., 1., 0., 2.]])
    >>> bool((graph([("dawn", "noon"), ("noon", "dusk")]) == graph([(0, 1), (1, 2)])).all())
    True
    """
    W, nodes = _adjacency(edges, n_clusters, weights)
    if n_clusters is not None and len(nodes) != n_clusters:
        raise ValueError(
            f"edges must have n_clusters = {n_clusters} nodes; got {len(nodes)}. Change n_clusters "
            "or leave it out."
        )
    n_parts, part = connected_components(W, directed=False)
    if n_parts > 1:
        apart = nodes[int((part != part[0]).argmax())]
        raise ValueError(
            f"edges must connect all nodes; got {n_parts} parts, with no way from "
            f"{short_repr(nodes[0])} to {short_repr(apart)}. Add an edge between them."
        )
    lowest = np.linalg.eigvalsh(W)[0]
    return W + max(2.0, -lowest if lowest < -2 - _ROUNDING else 2.0) * np.eye(len(W))


def _adjacency(edges, n_clusters, weights):
    """The symmetric table of weights, all of them checked, and the names of its nodes."""
    if hasattr(edges, "nodes") and hasattr(edges, "edges") and hasattr(edges, "is_directed"):
        if edges.is_directed():
            raise ValueError(
                "edges must be a graph without directions; got a directed one. Try "
                "edges.to_undirected()."
            )
        _refuse_weights(weights, "a networkx graph")
        nodes = list(edges.nodes)
        _check_count(len(nodes))
        triples = list(edges.edges(data="weight", default=1))
        return _joined([(a, b) for a, b, _ in triples], [w for *_, w in triples], nodes), nodes
    table = _table(edges)
    if not _are_pairs(table):
        _refuse_weights(weights, "a matrix")
        W = check_numbers(table, "edges", ("c", "c"), least=0)
        hint = "Directions say nothing here; try np.maximum(W, W.T)."
        check_symmetric(W, "edges", what="a square adjacency matrix", hint=hint)
        _check_loops(W.diagonal() != 0, range(len(W)))
        return (W + W.T) / 2, range(len(W))
    pairs = table.tolist()
    numbered = table.dtype.kind in "iu"
    if numbered and table.min() < 0:
        raise ValueError(f"edges must join nodes from 0 on; got {table.min()} in it.")
    names = dict.fromkeys(node for pair in pairs for node in pair)
    _check_count(int(table.max()) + 1 if numbered else len(names))
    nodes = range(max(int(table.max()) + 1, n_clusters or 0)) if numbered else list(names)
    return _joined(pairs, np.ones(len(pairs)) if weights is None else weights, nodes), nodes


def _table(edges):
    """Pairs or a matrix as an array, which may yet be anything in two dimensions."""
    if issparse(edges) and edges.ndim == 2:
        _check_count(max(edges.shape))
        return as_numbers(edges.toarray(), "edges")
    table = as_array(edges, "edges", _WHAT)
    named = table.dtype.kind in "OU" and all(isinstance(node, str) for node in table.flat)
    if table.ndim != 2 or not table.size or not (named or table.dtype.kind in "biuf"):
        raise ValueError(f"edges must be {_WHAT}; got {short_repr(edges)}.")
    if not _are_pairs(table):
        _check_count(len(table))
    return table


def _are_pairs(table):
    """Two columns of whole numbers or names; of 0 1, 1 0 both readings are the same graph."""
    return table.shape[1] == 2 and table.dtype.kind in "iuOU"


def _joined(pairs, weights, nodes):
    weights = check_numbers(weights, "weights", (len(pairs),), empty=True)
    place = {node: j for j, node in enumerate(nodes)}
    j, l = np.array([[place[a], place[b]] for a, b in pairs], dtype=np.intp).reshape(-1, 2).T
    _check_loops(j == l, [nodes[k] for k in j])
    if (weights <= 0).any():
        raise ValueError(f"weights must be above 0; got {short_repr(weights.min())} in it.")
    W = np.zeros((len(nodes), len(nodes)))
    W[j, l] = W[l, j] = weights
    if (W[j, l] != weights).any():
        a, b = pairs[int((W[j, l] != weights).argmax())]
        raise ValueError(
            f"edges must have one weight each; got two between {short_repr(a)} and "
            f"{short_repr(b)}. Leave one out or add them up."
        )
    return W


def _check_loops(looped, nodes):
    if looped.any():
        node = short_repr(nodes[int(looped.argmax())])
        raise ValueError(
            f"edges must join different nodes; got {node} joined to itself. Leave that out: the "
            "diagonal is chosen here."
        )


def _check_count(n):
    if n > _MOST_NODES:
        raise ValueError(f"edges must have at most {_MOST_NODES} nodes; got {n}.")


def _refuse_weights(weights, what):
    if weights is not None:
        raise ValueError(f"weights must be None where edges is {what}, which has its own.")
