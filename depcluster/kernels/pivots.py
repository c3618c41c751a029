"""Features of any samples from the pivots of a low-rank factor."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.linalg.blas import dtrsm

from .matrix import kernel_diagonal, kernel_matrix


def kernel_with(pivots, X, params):
    """Kernel values (k, d) of samples with pivots, of which constant samples have none."""
    few = X.shape[0], pivots.shape[0]
    return kernel_matrix(X, pivots, **params) if few[1] else np.empty(few)


@dataclass(frozen=True)
class PivotFeatures:
    """Rows of a factor B for any samples: ``b_i = T^-1 k_i - mean``, ``k_i = k(x_i, pivots)``."""

    X: np.ndarray  # (d, n_features): the pivots
    triangle: np.ndarray  # (d, d): T, the rows of the factor at the pivots, lower triangular
    mean: np.ndarray  # (d,): taken from every row; the mean of all rows centres K
    params: dict  # of `kernel_matrix`, with gamma a number or None

    @classmethod
    def of(cls, low, X, params):
        """Those of a `LowRank` of X, with a mean of 0: X gets its rows back, up to rounding."""
        d = len(low.pivots)
        return cls(X[low.pivots], low.factor[low.pivots], np.zeros(d), params)

    def less(self, mean):
        """The same with a mean (d,) taken away."""
        return replace(self, mean=self.mean + mean)

    def rows(self, X):
        """Features (k, d) of samples."""
        return self.of_kernel(kernel_with(self.X, X, self.params))

    def of_kernel(self, K):
        """Features (k, d) of samples by their kernel values (k, d) with the pivots."""
        # BLAS itself is asked, which lets other threads work; scipy's solve_triangular does not.
        if not self.X.shape[0]:
            return np.empty((len(K), 0))
        B = dtrsm(1.0, self.triangle, np.asarray(K, dtype=float).T, lower=1).T
        B -= self.mean
        return B

    def diagonal(self, X):
        """``k(x, x)`` of samples, as the kernel has it."""
        return kernel_diagonal(X, **self.params)
