"""The recorded clusters of texts, and the words that the paper prints for its own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...trees import Tree
from .cases import LETTERS, record

# Table 2: the paper's twenty words for each of its eight clusters of NIPS papers.
PRINTED_WORDS = {
    "a": "neurons cells model cell visual neuron activity synaptic response firing cortex stimulus "
    "spike cortical frequency orientation motion direction spatial excitatory",
    "b": "chip circuit analog voltage current figure vlsi neuron output circuits synapse motion "
    "pulse neural input digital gate cmos silicon implementation",
    "c": "memory dynamics image neural hopfield control system inverse energy capacity object "
    "field motor computational network images subjects model associative attractor",
    "d": "network units learning hidden networks input training output unit weights error weight "
    "neural layer recurrent net time back propagation number",
    "e": "training recognition network speech set word performance neural networks trained "
    "classification layer input system features test classifier classifiers feature image",
    "f": "state learning policy action reinforcement optimal control function time states actions "
    "agent algorithm reward sutton goal dynamic step programming rl",
    "g": "function error algorithm functions learning theorem class linear examples case training "
    "vector bound generalization set approximation bounds loss algorithms dimension",
    "h": "data model models distribution gaussian likelihood parameters algorithm mixture em "
    "bayesian posterior probability density variables prior log approach matrix estimation",
}
TWICE = 2.0  # a cluster is defined where cosines inside are twice those to the outside


@dataclass(frozen=True)
class Texts:
    """Eight clusters of texts in the order of the leaves around their tree.

    Attributes
    ----------
    m : int
    tree : Tree
    leaves : list of int
        The cluster at each leaf, as it was numbered in the study.
    sizes, ratios : ndarray of shape (8,)
        Texts in a cluster; the mean cosine inside over that to the others.
    words : list of list of str
    misfit : float
    """

    m: int
    tree: Tree
    leaves: list
    sizes: np.ndarray
    ratios: np.ndarray
    words: list
    misfit: float

    @property
    def defined(self):
        """ndarray of bool: whether each cluster's texts are alike."""
        return self.ratios >= TWICE

    @property
    def inner_share(self):
        """float: the inner edges' share of the length of the tree."""
        beyond, lengths = self.tree.splits().sum(axis=1), self.tree.lengths
        return float(lengths[(beyond > 1) & (beyond < len(self.sizes) - 1)].sum() / lengths.sum())

    def shared(self):
        """How many words two lists have in common.

        Returns
        -------
        ndarray of int of shape (8, 8)
        """
        lists = [set(row) for row in self.words]
        return np.array([[len(a & b) for b in lists] for a in lists])

    def neighbours(self):
        """Pairs of leaves at one inner node.

        Returns
        -------
        list of (int, int)
        """
        inside = self.tree.splits()
        n = len(self.sizes)
        size = inside.sum(axis=1)
        small = [
            row if s == 2 else ~row for row, s in zip(inside, size, strict=True) if s in (2, n - 2)
        ]
        return [tuple(int(k) for k in np.flatnonzero(row)) for row in small]


def texts(corpus="docstrings", half=None):
    """A recorded run on all texts of a corpus, or on a random half of them.

    Parameters
    ----------
    corpus : {"docstrings", "newsgroups"}
    half : int, optional

    Returns
    -------
    Texts
    """
    found = record("text")["found"][corpus]
    run = found["nni"] if half is None else found["halves"][half]
    drawn = Tree.from_newick(run["tree"])
    leaves = [int(name) for name in drawn.names]
    sizes, inside, outside = (np.array(run[key])[leaves] for key in ("sizes", "inside", "outside"))
    words = [run["words"][j].split() for j in leaves]
    return Texts(
        int(sizes.sum()), drawn, leaves, sizes, inside / outside, words, float(run["misfit"])
    )


def single(lists):
    """Which words stand in one list only.

    Parameters
    ----------
    lists : list of list of str

    Returns
    -------
    ndarray of bool
    """
    words = [word for row in lists for word in row]
    return np.array([words.count(word) == 1 for word in words])


def printed_lists():
    """The paper's lists of words.

    Returns
    -------
    list of list of str
    """
    return [PRINTED_WORDS[letter].split() for letter in LETTERS]
