"""An unrooted tree with edge lengths."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .layout import equal_angle
from .newick import parse_newick, write_newick
from .walk import splits, walk


@dataclass(frozen=True, eq=False)
class Tree:
    """An unrooted tree with edge lengths; the leaves are the nodes 0..n_leaves-1.

    Attributes
    ----------
    edges : ndarray of int of shape (e, 2)
        Nodes 0..e; inner nodes have three neighbours or more.
    lengths : ndarray of shape (e,)
        At least 0.
    names : tuple of str
        Of the leaves, all different.

    Raises
    ------
    ValueError
        If the edges do not make such a tree, or lengths or names do not fit.

    Examples
    --------
    >>> tree = Tree.from_newick("(a:1,b:2,(c:1,d:3):2);")
    >>> tree.path_metric()
    array([[0., 3., 4., 6.],
           [3., 0., 5., 7.],
           [4., 5., 0., 4.],
           [6., 7., 4., 0.]])
    """

    edges: np.ndarray
    lengths: np.ndarray
    names: tuple

    def __post_init__(self):
        edges = np.array(self.edges, dtype=np.intp).reshape(-1, 2)
        lengths = np.array(self.lengths, dtype=float)
        names = tuple(str(name) for name in self.names)
        _check_edges(edges, len(names))
        if lengths.shape != (len(edges),) or not np.isfinite(lengths).all() or (lengths < 0).any():
            raise ValueError(
                f"lengths must hold one finite number of at least 0 an edge, ({len(edges)},); got "
                f"{self.lengths!r}."
            )
        if len(set(names)) < len(names):
            raise ValueError(f"names must all differ; got {names}.")
        for name, made in (("edges", edges), ("lengths", lengths), ("names", names)):
            object.__setattr__(self, name, made)

    @property
    def n_leaves(self):
        """Number of leaves."""
        return len(self.names)

    @property
    def n_nodes(self):
        """Number of leaves and inner nodes."""
        return len(self.edges) + 1

    def splits(self):
        """Which leaves lie beyond each edge, as seen from leaf 0: bool, (e, n_leaves)."""
        return splits(self.edges, self.n_leaves)

    def path_metric(self):
        """Length of the path between every two leaves, ``sum_e l_e |s_ei - s_ej|``.

        Returns
        -------
        ndarray of shape (n_leaves, n_leaves)
        """
        s = self.splits().astype(float)
        beyond = (s.T * self.lengths) @ (1 - s)
        return beyond + beyond.T

    def misfit(self, D):
        """How far distances are from the tree's, ``|D - D_T| / |D|`` in Frobenius norm.

        Parameters
        ----------
        D : array-like of shape (n_leaves, n_leaves)

        Returns
        -------
        float
            0 for distances that are all 0.
        """
        D = np.asarray(D, dtype=float)
        size = np.linalg.norm(D)
        return float(np.linalg.norm(D - self.path_metric()) / size) if size else 0.0

    def to_newick(self):
        """The tree as a line of Newick; names with other than letters and digits in quotes.

        Returns
        -------
        str
            Written from the inner node next to leaf 0.
        """
        return write_newick(self.edges, self.lengths, self.names)

    @classmethod
    def from_newick(cls, text):
        """Read a tree in Newick. The root is forgotten: at two branches it becomes an edge.

        Parameters
        ----------
        text : str
            Every edge with its length. Names of inner nodes and comments are skipped, and an
            underscore outside quotes is a blank, as the format has it.

        Returns
        -------
        Tree
            Leaves in the order in which they occur.

        Raises
        ------
        ValueError
            If the text is no tree with lengths.
        """
        return cls(*parse_newick(text))

    def layout(self):
        """Where to draw the nodes; see `equal_angle`.

        Returns
        -------
        Layout
        """
        return equal_angle(self.edges, self.lengths, self.n_leaves)


def _check_edges(edges, n_leaves):
    nodes = np.arange(len(edges) + 1)
    degree = np.bincount(edges.ravel(), minlength=len(nodes)) if edges.min(initial=0) >= 0 else []
    if len(degree) != len(nodes) or len(walk(edges)[0]) != len(nodes):
        raise ValueError(
            f"edges must connect the nodes 0..{len(edges)} to one tree; got {edges.tolist()}."
        )
    ends = nodes < n_leaves
    if (degree[ends] > 1).any() or (degree[~ends] < 3).any() or not n_leaves:
        raise ValueError(
            f"edges must make the nodes 0..{n_leaves - 1}, one a name, the leaves, and leave no "
            f"other node with fewer than three neighbours; got {edges.tolist()}."
        )
