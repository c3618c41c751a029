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
from ...trees import Layout, fit_tree_metric
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
    tree : RingTree or None
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
    tree: RingTree | None
    ring: np.ndarray
    most: float


@dataclass(frozen=True)
class RingTree:
    """A tree to draw, its leaves under the clusters' numbers; see `depcluster.trees.Tree`.

    Attributes
    ----------
    edges : ndarray of int of shape (e, 2)
    lengths : ndarray of shape (e,)
    drawn : Layout
    """

    edges: np.ndarray
    lengths: np.ndarray
    drawn: Layout

    @property
    def n_leaves(self):
        """Number of leaves."""
        return len(self.drawn.angles)

    @property
    def names(self):
        """Numbers of the leaves as text."""
        return tuple(map(str, range(self.n_leaves)))

    def splits(self):
        """Which leaves lie beyond each edge: bool, (e, n_leaves)."""
        return splits(self.edges, self.n_leaves)

    def layout(self):
        """Where to draw the nodes."""
        return self.drawn

    def rotated(self, degrees):
        """The same tree, turned anticlockwise."""
        a = np.deg2rad(degrees)
        turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
        layout = Layout(self.drawn.positions @ turn, self.drawn.angles + a, self.drawn.scale)
        return RingTree(self.edges, self.lengths, layout)


def pictured(gram, question, result, known=None, tree_before=None):
    """A result as it is drawn.

    The clusters of a learned structure are numbered as they come around its tree, or around that
    of neighbour joining, from where neighbours are farthest apart; those of a fixed one have the
    numbers of its rows. Where the samples have numbers already they keep these, as far as the
    groups and the structure allow.

    Parameters
    ----------
    gram : Dense
        Centred.
    question : TaxonomyQuestion
    result : TaxonomyResult
    known : ndarray of int of shape (m,), optional
        Labels that were on screen.
    tree_before : RingTree, optional
        That was on screen: the new one comes around the same way, mirrored if need be.

    Returns
    -------
    Picture
    """
    c, fixed = question.n_clusters, question.structure == "fixed"
    names = np.arange(c)  # of the clusters that the result calls 0..c-1
    ring = names
    if not fixed:
        tree = result.tree or fit_tree_metric(result.distances, method="nj")
        layout = tree.layout()
        ring = _around(layout.angles, result.labels, result.distances)
        names = ring.argsort()
    labels = names[result.labels]
    if known is not None:
        labels = align_labels(labels, known, question.label_kernel if fixed else plain(c))
    first = np.unique(result.labels, return_index=True)[1]
    names = labels[first]
    best = scaled_set_kernel(block_sums_of(gram, labels, c), cluster_sizes(labels, c))
    drawn, structure = None, best
    if question.structure == "tree":
        drawn = _same_way(_numbered(tree, layout, names), tree_before)
        old = names.argsort()
        structure = result.structure[np.ix_(old, old)]
    most = taxonomy_value(gram, labels, best) if best.any() else 0.0
    ring = np.arange(c) if fixed else names[ring]
    return Picture(question, result, labels, structure, drawn, ring, most)


def _around(angles, labels, distances):
    """The leaves as they come around, cut at the widest gap, the end of sample 0 first."""
    ring = np.argsort(angles, kind="stable")
    ring = np.roll(ring, -1 - int(distances[ring, np.roll(ring, -1)].argmax()))
    zero = int(np.flatnonzero(ring == labels[0])[0])
    return ring[::-1] if 2 * zero >= len(ring) else ring


def _numbered(tree, layout, names):
    """A tree and its layout with leaf k called names[k]."""
    old = names.argsort()
    order = np.r_[old, np.arange(len(names), tree.n_nodes)]
    drawn = Layout(layout.positions[order], layout.angles[old], layout.scale)
    return RingTree(order.argsort()[tree.edges], tree.lengths, drawn)


def _same_way(tree, before):
    """The tree, mirrored if its leaves then come around more as they did before."""
    if before is None:
        return tree
    c = min(tree.n_leaves, before.n_leaves)
    new, old = (np.exp(1j * each.drawn.angles[:c]) for each in (tree, before))
    if abs(np.vdot(old, new)) >= abs(np.vdot(old, new.conj())):
        return tree
    positions = tree.drawn.positions * [1, -1]
    return RingTree(
        tree.edges, tree.lengths, Layout(positions, -tree.drawn.angles, tree.drawn.scale)
    )
