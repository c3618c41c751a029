"""Blocks: a small kernel matrix, points that change clusters, and the sums of the blocks."""

from __future__ import annotations

import traitlets

from ...._validation import LABELS, SQUARE, check_labels, checked
from ...base.bundle import bundle
from ...base.traits import ArrayTrait, Flag, numbers_for_page
from ...base.widget import Matrix
from ..base import MiniWidget, small_kernel


class Labels(ArrayTrait):
    """A label for each row of a widget's K, below its number of clusters."""

    def validate(self, obj, value):
        labels = check_labels(value, len(obj.K), obj._n_clusters, name=self.name, every=False)
        labels.setflags(write=False)
        return labels

    def for_page(self, owner):
        return numbers_for_page((len(owner.K),), 0, owner._n_clusters - 1, whole=True)


class Blocks(MiniWidget):
    """K of a few points, cut into blocks by their labels, beside S, the sums of the blocks.

    A press on a point moves it to the next cluster. With a one-hot matrix Pi of the labels
    ``S = Pi' K Pi`` and ``tr(K Pi A Pi') = sum_jl A_jl S_jl``, Song et al. (2007), eq. (6); for
    A = I that is the sum of S's diagonal. `depcluster.labels.block_sums` gives S.

    Parameters
    ----------
    K : array of shape (m, m)
        Symmetric, with at most 6 rows.
    labels : array of int of shape (m,)
        From 0 to at most 2. There are two clusters at least, some may be empty.

    Attributes
    ----------
    labels : ndarray of int of shape (m,)
    sorted : bool
        Whether the rows of K stand by cluster.

    Raises
    ------
    ValueError
        If K is not symmetric or too large, or the labels do not fit it.

    Examples
    --------
    >>> Blocks([[2, 1, 0, -1], [1, 2, -1, 0], [0, -1, 2, 1], [-1, 0, 1, 2]], [0, 0, 1, 1])
    Blocks: 4 points, labels 0 0 1 1
    """

    _esm, _css = bundle("mini_widgets/blocks/widget.js")
    K = Matrix().tag(sync=True)
    _n_clusters = traitlets.Int(2).tag(sync=True)
    labels = Labels().tag(sync=True, control=True)
    sorted = Flag(True).tag(sync=True, control=True)

    @checked(K=SQUARE, labels=LABELS)
    def __init__(self, K, labels):
        K = small_kernel(K, 6)
        labels = check_labels(labels, len(K), 3, every=False)
        super().__init__(K=K, _n_clusters=max(2, int(labels.max()) + 1), labels=labels)

    def summary(self):
        return f"Blocks: {len(self.K)} points, labels {' '.join(map(str, self.labels))}"
