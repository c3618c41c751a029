"""An unrooted tree with edge lengths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .._typing import ArrayLike, Flags, Floats, Ints
from .._utils.units import frobenius
from .._validation import check_numbers, short_repr
from .layout import Layout, check_lengths, equal_angle
from .newick import parse_newick, write_newick
from .walk import check_edges, splits


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

    edges: Ints
    lengths: Floats
    names: tuple[str, ...]

    def __post_init__(self):
        names = leaf_names(self.names)
        edges = check_edges(self.edges, len(names))
        lengths = check_lengths(self.lengths, len(edges))
        for name, made in (("edges", edges), ("lengths", lengths), ("names", names)):
            object.__setattr__(self, name, made)

    @property
    def n_leaves(self) -> int:
        """Number of leaves."""
        return len(self.names)

    @property
    def n_nodes(self) -> int:
        """Number of leaves and inner nodes."""
        return len(self.edges) + 1

    def splits(self) -> Flags:
        """Which leaves lie beyond each edge, as seen from leaf 0: bool, (e, n_leaves)."""
        return splits(self.edges, self.n_leaves)

    def path_metric(self) -> Floats:
        r"""Length of the path between every two leaves.

        .. math:: D_{ij} = \sum_e l_e |s_{ei} - s_{ej}|

        Returns
        -------
        ndarray of shape (n_leaves, n_leaves)
        """
        s = self.splits().astype(float)
        beyond = (s.T * self.lengths) @ (1 - s)
        return beyond + beyond.T

    def misfit(self, D: ArrayLike) -> float:
        r"""How far distances are from the tree's, in Frobenius norm.

        .. math:: \|D - D_T\|_F \,/\, \|D\|_F

        Parameters
        ----------
        D : array-like of shape (n_leaves, n_leaves)

        Returns
        -------
        float
            0 for distances that are all 0.

        Raises
        ------
        ValueError
            If D is not finite or of another size.
        """
        D = check_numbers(D, "D", (self.n_leaves, self.n_leaves))
        size = frobenius(D)
        return frobenius(D - self.path_metric()) / size if size else 0.0

    def to_newick(self, names: Sequence[str] | None = None) -> str:
        """The tree as a line of Newick; names with other than letters and digits in quotes.

        Parameters
        ----------
        names : sequence of str, one a leaf, optional
            All different; the tree's own when left out.

        Returns
        -------
        str
            Written from the inner node next to leaf 0.

        Raises
        ------
        ValueError
            If names are not one a leaf, or not all different.
        """
        names = self.names if names is None else leaf_names(names, self.n_leaves)
        return write_newick(self.edges, self.lengths, names)

    @classmethod
    def from_newick(cls, text: str) -> Tree:
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

    def layout(self) -> Layout:
        """Where to draw the nodes; see `equal_angle`.

        Returns
        -------
        Layout
        """
        return equal_angle(self.edges, self.lengths, self.n_leaves)


def leaf_names(names, n_leaves=None):
    """Names of leaves as a tuple of str, if they are all different, and n_leaves many."""
    try:
        found = tuple(str(name) for name in names)
    except Exception:  # what is no sequence, or cannot be written
        raise ValueError(f"names must be a sequence of words; got {short_repr(names)}.") from None
    if n_leaves is not None and len(found) != n_leaves:
        raise ValueError(f"names must be {n_leaves}, one a leaf; got {len(found)}.")
    if len(set(found)) < len(found):
        raise ValueError(f"names must all differ; got {short_repr(found)}.")
    return found
