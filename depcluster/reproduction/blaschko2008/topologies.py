"""Trees to be found again: random ones, data along them, every topology of a few leaves."""

from __future__ import annotations

from functools import cache

import numpy as np
from scipy.optimize import nnls

from ...datasets import make_brownian
from ...kernels import centre, kernel_matrix
from ...kernels.gram import as_centred_gram
from ...papers.blaschko2008 import distances_between
from ...trees import Tree


def random_tree(n_leaves, rng):
    """Leaves joined to random edges, lengths uniform between 0.1 and 1.

    Parameters
    ----------
    n_leaves : int
        At least 3.
    rng : numpy.random.Generator

    Returns
    -------
    Tree
    """
    edges = [(0, n_leaves), (1, n_leaves), (2, n_leaves)]
    for leaf in range(3, n_leaves):
        node = n_leaves + leaf - 2
        u, v = edges.pop(rng.integers(len(edges)))
        edges += [(u, node), (v, node), (leaf, node)]
    return Tree(edges, rng.uniform(0.1, 1, len(edges)), range(n_leaves))


def splits_of(drawn):
    """The inner edges of a tree, each as the set of leaves beyond it.

    Parameters
    ----------
    drawn : Tree

    Returns
    -------
    set of tuple of bool
    """
    inside = drawn.splits()
    size = inside.sum(axis=1)
    return {tuple(row) for row in inside[(size > 1) & (size < drawn.n_leaves - 1)].tolist()}


def all_topologies(n):
    """Every unrooted binary topology of n leaves, as edges.

    Parameters
    ----------
    n : int
        At least 3.

    Returns
    -------
    list of list of (int, int)
    """
    found = [[(0, n), (1, n), (2, n)]]
    for leaf in range(3, n):
        found = [new for old in found for new in _hung_in(old, leaf, n + leaf - 2)]
    return found


def _hung_in(edges, leaf, node):
    """The topologies that arise when a leaf is hung into each edge."""
    for k, (u, v) in enumerate(edges):
        yield edges[:k] + edges[k + 1 :] + [(u, node), (v, node), (leaf, node)]


def least_misfit(D):
    """The least root of squared misses of D by any tree, every topology tried.

    Parameters
    ----------
    D : ndarray of shape (n, n)

    Returns
    -------
    float
    """
    n = len(D)
    i, j = np.triu_indices(n, 1)
    missed = []
    for edges in all_topologies(n):
        inside = Tree(edges, np.ones(len(edges)), range(n)).splits()
        missed.append(nnls((inside[:, i] != inside[:, j]).T.astype(float), D[i, j])[1])
    return min(missed)


@cache
def brownian(seed, dimensions):
    """Data along a random tree of six leaves, with the distances between its true clusters.

    Parameters
    ----------
    seed, dimensions : int

    Returns
    -------
    true : Tree
    D : ndarray of shape (6, 6)
    """
    X, y, edges, lengths = make_brownian(dimensions=dimensions, random_state=seed)
    gram = as_centred_gram(kernel_matrix(X))
    return Tree(edges, lengths, range(6)), distances_between(gram, y, 6)


def structure_of(D):
    """``Y = -1/2 H (D o D) H`` of section 4.

    Parameters
    ----------
    D : ndarray of shape (c, c)

    Returns
    -------
    ndarray of shape (c, c)
    """
    return -centre(D * D) / 2


def least_eigenvalues(n_leaves, n_trees=200):
    """Least over largest eigenvalue of Y for random trees.

    Parameters
    ----------
    n_leaves : int
    n_trees : int, default=200

    Returns
    -------
    ndarray of shape (n_trees,)
    """
    metrics = (
        random_tree(n_leaves, np.random.default_rng(s)).path_metric() for s in range(n_trees)
    )
    values = np.linalg.eigvalsh(np.array([structure_of(D) for D in metrics]))
    return values[:, 0] / values[:, -1]
