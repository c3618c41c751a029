"""Ritz pairs by products of K with blocks of vectors: each product reads K once.

A block of vectors sees a repeated eigenvalue as often as the block is wide, which a single vector
does not.
"""

from __future__ import annotations

import numpy as np

EXTRA = 8  # columns of a block, beyond the eigenvectors that are wanted
_BLOCKS = 10  # in the space, before it is cut back


class Krylov:
    """Leading Ritz pairs of a symmetric matrix in the span of ``V, K V, K^2 V, ...``."""

    # With Q an orthonormal basis of the space, K Q = Q T + N (0 ... 0 R) where N is the next block.
    # The residuals of the Ritz vectors Q y are therefore N R times the last entries of y, and when
    # Q is cut back to its leading Ritz vectors it may go on with N. `values` are the Ritz values in
    # descending order; of gram only `product` is asked.

    def __init__(self, gram, V):
        self._gram, self._width = gram, V.shape[1]
        self._Q, self._T = np.empty((len(V), 0)), np.empty((0, 0))
        self._next, self._image = np.linalg.qr(V)[0], None

    def grow(self):
        """Take the next block into the space: one product of K with it."""
        self._turn()
        if self._Q.shape[1] == _BLOCKS * self._width:
            n = 2 * self._width
            self._Q, self._T = self.vectors(n), np.diag(self.values[:n])
        self._Q = np.column_stack([self._Q, self._next])
        self._image = self._gram.product(self._next)  # (m, b)
        self._T = _bordered(self._T, self._Q.T @ self._image)
        values, Y = np.linalg.eigh(self._T)
        self.values, self._Y = values[::-1], Y[:, ::-1]

    def vectors(self, k):
        """The k leading Ritz vectors, (m, k)."""
        return self._Q @ self._Y[:, :k]

    def residuals(self, k):
        """Lengths of ``K v - lambda v`` of the k leading Ritz pairs."""
        self._turn()
        return np.linalg.norm(self._R @ self._Y[-self._width :, :k], axis=0)

    def _turn(self):
        """From the last product to the next block."""
        if self._image is not None:
            self._next, self._R = _outside(self._image, self._Q)
            self._image = None


def _bordered(T, C):
    """T grown by the columns C and, by symmetry, the rows C'."""
    old, b = len(T), C.shape[1]
    grown = np.zeros((old + b, old + b))
    grown[:old, :old] = T
    grown[:, old:] = C
    grown[old:, :old] = C[:old].T
    return grown


def _outside(W, Q):
    """``N, R`` with ``W = Q Q'W + N R``; twice, since once leaves rounding along Q."""
    N, R = np.linalg.qr(W - Q @ (Q.T @ W))
    N, again = np.linalg.qr(N - Q @ (Q.T @ N))
    return N, again @ R
