"""PieceGraph: which eigenvectors a small weighted graph has, and which classes they make of it."""

from __future__ import annotations

import numpy as np
import traitlets

from ...._validation import check_numbers, check_symmetric, check_whole
from ....kernels.local_scaling import NORMALIZATIONS
from ....papers.sugiyama2011.smic import smic
from ...base.bundle import front_end
from ...base.traits import Choice, Flag, Numbers
from ..base import MiniWidget
from .figure import graph_figure

MOST_VERTICES = 12


class PieceGraph(MiniWidget):
    """A few points with kernel values as the weights of edges, and SMIC's classes of them.

    Sugiyama et al. (2011), section 2.3: the leading eigenvectors of K, each with the sign that
    makes its sum positive, cut off below 0 and divided by their sums, are scores; a point belongs
    to the class of its largest one, and is undecided if all are 0.

    Parameters
    ----------
    weights : array-like of shape (n, n)
        K: symmetric, between 0 and 1, with a positive diagonal; at most 12 points. What is not 0
        off the diagonal is an edge, whose weight a hand sets by dragging its bead.
    positions : array-like of shape (n, 2), optional
        Where the vertices are drawn; around a circle when left out.
    n_clusters : int, default=2
    kernel_normalization : {None, "sym"}, default=None
        None is K itself, "sym" is ``D^-1/2 K D^-1/2`` with D the row sums.
    show_switch : bool, default=True
        Whether the page has a switch for it.

    Attributes
    ----------
    weights : ndarray of shape (n, n)
    kernel_normalization : None or "sym"
    kernel : ndarray of shape (n, n)
        What the eigenvectors are of.
    eigenvalues : ndarray of shape (n,)
        In descending order.
    scores : ndarray of shape (n, n_clusters)
        Columns sum to 1.
    labels : ndarray of int of shape (n,)
        -1 for an undecided vertex.

    Raises
    ------
    ValueError
        If the weights are none, or not those of the same edges.

    Examples
    --------
    >>> K = np.eye(5)
    >>> K[:3, :3] += 0.5 * (1 - np.eye(3))
    >>> K[3:, 3:] += 0.8 * (1 - np.eye(2))
    >>> PieceGraph(K)
    PieceGraph: 5 vertices, as printed, eigenvalues 2.000, 1.800, next 0.500, none undecided
    """

    _esm, _css = front_end("mini_widgets/piece_graph/widget.js")
    _positions = traitlets.List().tag(sync=True)
    _edges = traitlets.List().tag(sync=True)
    _n_clusters = traitlets.Int(2).tag(sync=True)
    show_switch = Flag(True).tag(sync=True)
    weights = Numbers(np.eye(2), shape=("n", "n"), low=0, high=1).tag(sync=True, control=True)
    kernel_normalization = Choice(NORMALIZATIONS).tag(sync=True, control=True)

    def __init__(
        self,
        weights,
        positions=None,
        n_clusters=2,
        *,
        kernel_normalization=None,
        show_switch=True,
    ):
        self._first = self._kept = None
        super().__init__(
            weights=weights, kernel_normalization=kernel_normalization, show_switch=show_switch
        )
        n = len(self.weights)
        hint = "Ask for fewer clusters."
        self._n_clusters = check_whole(n_clusters, "n_clusters", 1, n, hint=hint)
        self._positions = _placed(positions, n).tolist()
        edges = np.argwhere(np.triu(self.weights, 1) > 0)
        self._edges = edges.tolist()
        self._first, self._kept = self.weights, np.ones((n, n), bool)
        self._kept[tuple(edges.T)] = self._kept[tuple(edges.T[::-1])] = False

    @traitlets.validate("weights")
    def _check_weights(self, proposal):
        W = proposal.value
        check_symmetric(W, "weights", what="a square matrix", hint="Pass (W + W.T) / 2.")
        if self._first is None:
            check_whole(len(W), "the number of rows of weights", 1, MOST_VERTICES)
            if not W.diagonal().all():
                raise ValueError("weights must have a positive diagonal; got a 0. Add np.eye(n).")
        elif W.shape != self._first.shape or (W != self._first)[self._kept].any():
            raise ValueError(
                "weights must differ from the old ones along the graph's edges only; got others. "
                "Make a PieceGraph of them."
            )
        return W

    @property
    def kernel(self):
        """K, or ``D^-1/2 K D^-1/2``."""
        if self.kernel_normalization is None:
            return self.weights
        d = self.weights.sum(axis=1) ** -0.5
        return self.weights * np.outer(d, d)

    @property
    def eigenvalues(self):
        """Of the kernel, in descending order."""
        return np.linalg.eigvalsh(self.kernel)[::-1]

    @property
    def scores(self):
        """``max(0, phi_y)`` over its sum, a column a class."""
        found = smic(self.kernel, self._n_clusters).scores
        return found / found.sum(axis=0)

    @property
    def labels(self):
        """The class of the largest score; -1 where all are 0."""
        return smic(self.kernel, self._n_clusters).labels

    def summary(self):
        n, c = len(self.weights), self._n_clusters
        values = [f"{value:.3f}".replace("-", "\u2212") for value in self.eigenvalues]
        lost = int((self.labels < 0).sum())
        return (
            f"PieceGraph: {n} vertices, {self.kernel_normalization or 'as printed'}, eigenvalues "
            f"{', '.join(values[:c])}{f', next {values[c]}' if c < n else ''}, "
            f"{lost or 'none'} undecided"
        )

    def _figure(self):
        return graph_figure(self, np.array(self._positions))


def _placed(positions, n):
    """Positions in a unit square, their proportions kept; around a circle for None."""
    if positions is None:
        turn = 2 * np.pi * np.arange(n) / n
        positions = np.column_stack([np.sin(turn), np.cos(turn)])
    given = check_numbers(positions, "positions", (n, 2))
    given = given - given.min(axis=0)
    return given / (given.max() or 1.0)
