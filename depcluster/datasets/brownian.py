"""Points that have a tree for a history: Brownian motion along its edges."""

from __future__ import annotations

import numpy as np


def make_brownian(n=200, n_leaves=6, dimensions=200, noise=0.5, random_state=0):
    """Clusters at the leaves of a random tree, each edge a random step of its length.

    From node to node every coordinate changes by a normal step with the edge's length as its
    variance: the expected SQUARED distance of two leaves is the length of the path between
    them times the number of dimensions. The fewer dimensions, the further the distances are
    from that.

    Parameters
    ----------
    n : int, default=200
    n_leaves : int, default=6
        At least 3. Each new leaf is hung into a random edge of the smaller tree.
    dimensions : int, default=200
    noise : float, default=0.5
        Standard deviation of the samples around their leaf, in each coordinate; edges have
        lengths between 0.5 and 1.5.
    random_state : int, default=0

    Returns
    -------
    X : ndarray of shape (n, dimensions)
    y : ndarray of int of shape (n,)
        Leaves 0..n_leaves-1 in turn.
    edges : ndarray of int of shape (2 n_leaves - 3, 2)
    lengths : ndarray of shape (2 n_leaves - 3,)
        Of the tree, as `depcluster.trees.Tree` takes them.

    Raises
    ------
    ValueError
        If a number is out of its range.
    """
    for name, given, least in (("n_leaves", n_leaves, 3), ("dimensions", dimensions, 1)):
        if given != int(given) or given < least:
            raise ValueError(f"{name} must be a whole number of at least {least}; got {given!r}.")
    if n != int(n) or n < n_leaves:
        raise ValueError(f"n must be a whole number of at least n_leaves, {n_leaves}; got {n!r}.")
    if not noise >= 0:
        raise ValueError(f"noise must be at least 0; got {noise!r}.")
    rng = np.random.default_rng(random_state)
    edges = [(0, n_leaves), (1, n_leaves), (2, n_leaves)]
    for leaf in range(3, n_leaves):
        new = n_leaves + leaf - 2
        u, v = edges.pop(rng.integers(len(edges)))
        edges += [(u, new), (new, v), (leaf, new)]
    edges, lengths = np.array(edges), rng.uniform(0.5, 1.5, len(edges))
    steps = np.sqrt(lengths)[:, None] * rng.standard_normal((len(edges), dimensions))
    places = {n_leaves: np.zeros(dimensions)}
    while len(places) <= len(edges):
        for (u, v), step in zip(edges.tolist(), steps, strict=True):
            if u in places and v not in places:
                places[v] = places[u] + step
            elif v in places and u not in places:
                places[u] = places[v] + step
    y = np.arange(n) % n_leaves
    leaves = np.array([places[leaf] for leaf in range(n_leaves)])
    return leaves[y] + noise * rng.standard_normal((n, dimensions)), y, edges, lengths
