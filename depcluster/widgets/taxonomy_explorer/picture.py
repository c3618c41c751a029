"""A result as the taxonomy explorer draws it: clusters that keep their numbers, and a tree."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...labels.kernels import plain
from ...labels.partition import block_sums_of, cluster_sizes
from ...labels.renaming import align_labels
from ...papers.blaschko2008.objective import taxonomy_value
from ...papers.blaschko2008.structure import scaled_set_kernel
from ...papers.blaschko2008.taxonomy import TaxonomyResult
from ...trees import Layout, Tree, fit_tree_metric
from ...trees.walk import splits
from .engine import TaxonomyQuestion


@dataclass(frozen=True)
class Picture:
    """A result, its clusters under the numbers they have on screen.

    Attributes
    ----------
    question : TaxonomyQuestion
    result : TaxonomyResult
    labels : ndarray of int of shape (m,)
    structure : ndarray of shape (c, c)
        The tree's Y; Y* of (8) for these labels without one.
    tree : Tree or None
    ring : ndarray of int of shape (c,)
        The clusters as they come around the tree, or around that of neighbour joining; those of
        a fixed structure by its rows.
    most : float
        The largest (1) that any structure reaches on these labels, (10).
    """

    question: TaxonomyQuestion
    result: TaxonomyResult
    labels: np.ndarray
    structure: np.ndarray
    tree: Tree | None
    ring: np.ndarray
    most: float


@dataclass(frozen=True, eq=False)
class TurnedTree(Tree):
    """A tree drawn turned anticlockwise, by so many degrees."""

    degrees: float

    def layout(self):
        """Where to draw the nodes."""
        drawn, a = super().layout(), np.deg2rad(self.degrees)
        turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
        return Layout(drawn.positions @ turn, drawn.angles + a, drawn.scale)


def numbered(question, result, known=None):
    """Labels of a result under the numbers that its clusters have on screen.

    The clusters of a learned structure are numbered as they come around its tree, or around that
    of neighbour joining, from where neighbours are farthest apart; those of a fixed one have the
    numbers of its rows. Where the samples have numbers already they keep these, as far as the
    groups and the structure allow.

    Parameters
    ----------
    question : TaxonomyQuestion
    result : TaxonomyResult
    known : ndarray of int of shape (m,), optional
        Labels that were on screen.

    Returns
    -------
    ndarray of int of shape (m,)
    """
    labels, fixed = result.labels, question.structure == "fixed"
    if not fixed:
        ring = _around(_tree_of(result).layout().angles, labels, result.distances)
        labels = ring.argsort()[labels]
    if known is None:
        return labels
    return align_labels(labels, known, question.label_kernel if fixed else plain(len(ring)))


def pictured(gram, question, result, labels):
    """A result as it is drawn, its clusters under the numbers of some labels.

    Parameters
    ----------
    gram : Dense
        Centred.
    question : TaxonomyQuestion
    result : TaxonomyResult
    labels : ndarray of int of shape (m,)
        As `numbered` gives them.

    Returns
    -------
    Picture
    """
    c = question.n_clusters
    best = scaled_set_kernel(block_sums_of(gram, labels, c), cluster_sizes(labels, c))
    most = taxonomy_value(gram, labels, best) if best.any() else 0.0
    if question.structure == "fixed":
        return Picture(question, result, labels, best, None, np.arange(c), most)
    names = labels[np.unique(result.labels, return_index=True)[1]]
    old = np.ix_(names.argsort(), names.argsort())
    tree = _renumbered(_tree_of(result), names)
    ring = _around(tree.layout().angles, labels, result.distances[old])
    if question.structure == "free":
        return Picture(question, result, labels, best, None, ring, most)
    return Picture(question, result, labels, result.structure[old], tree, ring, most)


def _tree_of(result):
    return result.tree or fit_tree_metric(result.distances, method="nj")


def _around(angles, labels, distances):
    """The leaves as they come around, cut at the widest gap, the end of sample 0 first."""
    ring = np.argsort(angles, kind="stable")
    ring = np.roll(ring, -1 - int(distances[ring, np.roll(ring, -1)].argmax()))
    zero = int(np.flatnonzero(ring == labels[0])[0])
    return ring[::-1] if 2 * zero >= len(ring) else ring


def _renumbered(tree, names):
    """A tree with leaf k called names[k], its edges in the order of the smallest leaf beyond.

    That is the order in which they are drawn: a tree is drawn alike whatever way it was found.
    """
    n = tree.n_leaves
    edges = np.r_[names, np.arange(n, tree.n_nodes)][tree.edges]
    order = splits(edges, n).argmax(axis=1).argsort(kind="stable")
    return Tree(edges[order], tree.lengths[order], range(n))
