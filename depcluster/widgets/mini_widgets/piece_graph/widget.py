"""PieceGraph: which eigenvectors a small weighted graph has, and which classes they make of it."""

from __future__ import annotations

from typing import Literal

import numpy as np
import traitlets

from ...._typing import ArrayLike
from ...._validation import FLAG, check_numbers, check_symmetric, check_whole, counted
from ....kernels.local_scaling import NORMALIZATIONS
from ...base.bundle import bundle
from ...base.traits import Choice, Numbers
from ..base import MiniWidget


class PieceGraph(MiniWidget):
    r"""A few points with kernel values as the weights of edges, and SMIC's classes of them.

    Sugiyama et al. (2011), section 2.3: a point belongs to the class of its largest score, and is
    undecided if all are 0; ``phi_y`` are the leading eigenvectors of K, their sums positive.

    .. math:: \frac{\max(0, \phi_{yi})}{\sum_t \max(0, \phi_{yt})}

    Parameters
    ----------
    weights : array-like of shape (n, n)
        K: symmetric, between 0 and 1, with a positive diagonal; at most 12 points. What is not 0
        off the diagonal is an edge, whose weight can be set.
    positions : array-like of shape (n, 2), optional
        Where the vertices are drawn; around a circle when left out.
    n_clusters : int, default=2
    kernel_normalization : {None, "sym"}, default=None
        None is K itself, "sym" is ``D^-1/2 K D^-1/2`` with D the row sums. Can be set.
    show_switch : bool, default=True
        Whether the page has a switch for it.

    Raises
    ------
    ValueError
        If the weights are none, or not those of the same edges.

    Examples
    --------
    >>> PieceGraph([[1, 0.5, 0], [0.5, 1, 0], [0, 0, 1]])
    PieceGraph: 3 vertices, 1 edge, 2 clusters, kernel as printed
    """

    _esm, _css = bundle("mini_widgets/piece_graph/widget.js")
    weights = Numbers(np.eye(2), shape=("n", "n"), low=0, high=1).tag(sync=True, control=True)
    kernel_normalization = Choice(NORMALIZATIONS).tag(sync=True, control=True)

    def __init__(
        self,
        weights: ArrayLike,
        positions: ArrayLike | None = None,
        n_clusters: int = 2,
        *,
        kernel_normalization: Literal["sym", None] = None,
        show_switch: bool = True,
    ) -> None:
        super().__init__(weights=weights, kernel_normalization=kernel_normalization)
        n, hint = len(self.weights), "Ask for fewer clusters."
        turn = 2 * np.pi * np.arange(n) / n
        if positions is None:
            positions = np.column_stack([np.sin(turn), np.cos(turn)])
        self._given = {
            "n_clusters": check_whole(n_clusters, "n_clusters", 1, n, hint=hint),
            "positions": check_numbers(positions, "positions", (n, 2)).tolist(),
            "edges": np.argwhere(np.triu(self.weights, 1)).tolist(),
            "show_switch": FLAG(show_switch, "show_switch"),
        }

    @traitlets.validate("weights")
    def _check_weights(self, proposal):
        W, first = proposal.value, np.array(self._start.get("weights", ()))
        check_symmetric(W, "weights", what="a square matrix", hint="Pass (W + W.T) / 2.")
        if not first.size:
            check_whole(len(W), "the number of rows of weights", 1, 12)
            if not W.diagonal().all():
                raise ValueError("weights must have a positive diagonal; got a 0. Add np.eye(n).")
        elif (
            W.shape != first.shape or (W != first)[(first == 0) | np.eye(len(W), dtype=bool)].any()
        ):
            raise ValueError(
                "weights must differ from the old ones along the graph's edges only; got others. "
                "Make a PieceGraph of them."
            )
        return W

    def summary(self) -> str:
        n, c = len(self.weights), counted(self._n_clusters, "cluster")
        edges, kernel = (
            counted(len(self._given["edges"]), "edge"),
            self.kernel_normalization or "as printed",
        )
        return f"PieceGraph: {counted(n, 'vertex', 'vertices')}, {edges}, {c}, kernel {kernel}"
