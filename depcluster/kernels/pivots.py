"""Features of any samples from the pivots of a low-rank factor."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.linalg.blas import dtrsm

from .matrix import kernel_diagonal, kernel_matrix


def kernel_with(pivots, X, params):
    """Kernel values of samples with pivots, of which constant samples have none.

    Parameters
    ----------
    pivots : ndarray of shape (d, n_features)
    X : ndarray of shape (k, n_features)
    params : dict
        Of `kernel_matrix`.

    Returns
    -------
    ndarray of shape (k, d)
    """
    few = X.shape[0], pivots.shape[0]
    return kernel_matrix(X, pivots, **params) if few[1] else np.empty(few)


@dataclass(frozen=True)
class PivotFeatures:
    """Rows of a factor B for any samples: with ``k_i = k(x_i, pivots)``, ``b_i = T^-1 k_i - mean``.

    The samples the factor was made from get its own rows back, up to rounding.

    Attributes
    ----------
    X : ndarray of shape (d, n_features)
        The pivots.
    triangle : ndarray of shape (d, d)
        T, the rows of the factor at the pivots, lower triangular.
    mean : ndarray of shape (d,)
        What is taken from every row: the mean of all rows centres K.
    params : dict
        Of `kernel_matrix`, with gamma a number or None.
    """

    X: np.ndarray
    triangle: np.ndarray
    mean: np.ndarray
    params: dict

    @classmethod
    def of(cls, low, X, params):
        """Those of a factor, with a mean of 0.

        Parameters
        ----------
        low : LowRank
            Of X.
        X : ndarray of shape (m, n_features)
        params : dict

        Returns
        -------
        PivotFeatures
        """
        d = len(low.pivots)
        return cls(X[low.pivots], low.factor[low.pivots], np.zeros(d), params)

    def less(self, mean):
        """The same with a mean taken away.

        Parameters
        ----------
        mean : ndarray of shape (d,)

        Returns
        -------
        PivotFeatures
        """
        return replace(self, mean=self.mean + mean)

    def rows(self, X):
        """Features of samples.

        Parameters
        ----------
        X : ndarray of shape (k, n_features)

        Returns
        -------
        ndarray of shape (k, d)
        """
        return self.of_kernel(kernel_with(self.X, X, self.params))

    def of_kernel(self, K):
        """Features of samples by their kernel values with the pivots.

        BLAS itself is asked, which lets other threads work; scipy's `solve_triangular` does not.

        Parameters
        ----------
        K : ndarray of shape (k, d)

        Returns
        -------
        ndarray of shape (k, d)
        """
        if not self.X.shape[0]:
            return np.empty((len(K), 0))
        B = dtrsm(1.0, self.triangle, np.asarray(K, dtype=float).T, lower=1).T
        B -= self.mean
        return B

    def diagonal(self, X):
        """``k(x, x)`` of samples, as the kernel has it.

        Parameters
        ----------
        X : ndarray of shape (k, n_features)

        Returns
        -------
        ndarray of shape (k,)
        """
        return kernel_diagonal(X, **self.params)
