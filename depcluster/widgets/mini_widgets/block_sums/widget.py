"""BlockSums: a small kernel matrix, points that change clusters, and the sums of the blocks."""

from __future__ import annotations

from ...._typing import ArrayLike
from ...._validation import LABELS, SQUARE, check_labels, checked
from ...base.bundle import bundle
from ...base.traits import Flag, WholeNumbers
from ..base import MiniWidget, small_kernel


class BlockSums(MiniWidget):
    """K of a few points, cut into blocks by their labels, beside S, the sums of the blocks.

    A press on a point moves it to the next cluster. With a one-hot matrix Pi of the labels
    ``S = Pi' K Pi`` and ``tr(K Pi A Pi') = sum_jl A_jl S_jl``, Song et al. (2007), eq. (6); for
    A = I that is the sum of S's diagonal. `depcluster.labels.block_sums` gives S.

    Parameters
    ----------
    K : array of shape (m, m)
        Symmetric, with at most 6 rows.
    labels : array of int of shape (m,)
        From 0 to at most 2. There are two clusters at least, some may be empty. Can be set.

    Attributes
    ----------
    sorted : bool
        Whether the rows of K stand by cluster. Can be set.

    Raises
    ------
    ValueError
        If K is not symmetric or too large, or the labels do not fit it.

    Examples
    --------
    >>> BlockSums([[2, 1, 0, -1], [1, 2, -1, 0], [0, -1, 2, 1], [-1, 0, 1, 2]], [0, 0, 1, 1])
    BlockSums: 4 points, labels 0 0 1 1
    """

    _esm, _css = bundle("mini_widgets/block_sums/widget.js")
    labels = WholeNumbers(
        length=lambda own: len(own._given["K"]), most=lambda own: own._n_clusters - 1
    ).tag(sync=True, control=True)
    sorted = Flag(True).tag(sync=True, control=True)

    @checked(K=SQUARE, labels=LABELS)
    def __init__(self, K: ArrayLike, labels: ArrayLike) -> None:
        K = small_kernel(K, 6)
        labels = check_labels(labels, len(K), 3, every=False)
        given = {"K": K.tolist(), "n_clusters": max(2, int(labels.max()) + 1)}
        super().__init__(_given=given, labels=labels)

    def summary(self) -> str:
        return f"BlockSums: {len(self.labels)} points, labels {' '.join(map(str, self.labels))}"
