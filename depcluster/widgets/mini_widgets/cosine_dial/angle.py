"""The cosine of Blaschko's eq. (1) from sums over clusters, as the page computes it."""

from __future__ import annotations

import numpy as np

from ....kernels.gram import centre
from ....labels.partition import block_sums, cluster_sizes

_ZERO = 1e-9


class TwoTables:
    """``M = HKH`` of a kernel matrix and what of it meets labels: block sums S, sizes n, norm."""

    def __init__(self, K, labels):
        c = int(labels.max()) + 1
        self.M, self.n = centre(K), cluster_sizes(labels, c)
        self.S, self.norm = block_sums(self.M, labels, c), float(np.linalg.norm(self.M))
        # The mean similarities of the clusters, eq. (9): no structure has a larger cosine.
        self.best = block_sums(K, labels, c) / np.outer(self.n, self.n)

    def table(self, A):
        """``H Pi A Pi' H`` by clusters, (c, c): entries of two points of clusters j and l."""
        means = A @ self.n / self.n.sum()
        return A - means[:, None] - means + means @ self.n / self.n.sum()

    def cosine(self, A):
        """``tr(M Pi A Pi') / (|M| |H Pi A Pi' H|)``; nan where the centred table is 0."""
        B = self.table(A)
        length = np.sqrt((np.outer(self.n, self.n) * B**2).sum())
        if length <= _ZERO * self.n.sum() * np.abs(A).max():
            return float("nan")
        return float((B * self.S).sum() / (length * self.norm))
