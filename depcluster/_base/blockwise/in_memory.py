"""Questions to the row blocks of an array in memory."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..._utils.blas import one_blas_thread
from ...search.blocks import Block

_ROWS = 131_072


@dataclass(frozen=True)
class ArrayRows:
    """Samples in memory, with what belongs to each: an engine as `DaskRows` is.

    Attributes
    ----------
    X : ndarray or csr_array of shape (m, n_features)
    weights, labels : ndarray of shape (m,) or None
    """

    X: np.ndarray
    weights: np.ndarray | None = None
    labels: np.ndarray | None = None

    @property
    def sizes(self):
        """Rows of each block, list of int."""
        m = self.X.shape[0]
        return [min(_ROWS, m - first) for first in range(0, m, _ROWS)]

    @property
    def n_blocks(self):
        """int: number of blocks."""
        return len(self.sizes)

    def located(self, sizes):
        """Itself: its blocks know where they begin."""
        return self

    def run(self, question, fold=None):
        """Answers of all blocks, in their order; with ``fold`` they become one."""
        with one_blas_thread():
            answers = [question(self._block(number)) for number in range(self.n_blocks)]
        return answers if fold is None else [fold(answers)]

    def map(self, question):
        """One integer a row, ndarray of int of shape (m,)."""
        return np.concatenate(self.run(question))

    def _block(self, number):
        first = number * _ROWS
        span = slice(first, first + _ROWS)
        beside = (None if a is None else a[span] for a in (self.weights, self.labels))
        return Block(self.X[span], *beside, number, first)
