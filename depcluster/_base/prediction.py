"""Where new samples stand to a partition, and which cluster they join."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from ..kernels.gram import Dense, Sparse, without_constant
from ..kernels.low_rank import PivotFeatures, kernel_with
from ..kernels.matrix import kernel_matrix
from ..search.local_search import Problem
from ..search.objectives import value

_ENTRIES = 2**22
_LEAST_ROWS = 64


def in_slices(X, n_values):
    """Slices of samples, so many at a time that their kernel values are about four million.

    Parameters
    ----------
    X : ndarray or csr_array of shape (k, d)
    n_values : int
        Kernel values of a sample.

    Yields
    ------
    slice
    """
    width = n_values if sparse.issparse(X) else max(n_values, X.shape[1])
    step = max(_LEAST_ROWS, _ENTRIES // max(width, 1))
    for i in range(0, X.shape[0], step):
        yield slice(i, min(i + step, X.shape[0]))


def held_of(K, weights):
    """A kernel matrix that is checked already, centred: as a Gram, and what predict needs of it.

    Parameters
    ----------
    K : ndarray or csr_array of shape (m, m)
    weights : ndarray of shape (m,) or None

    Returns
    -------
    gram : Dense or Sparse
    held : ndarray or csr_array of shape (m, m)
        K less the constant.
    constant : float
        See `without_constant`.
    """
    if sparse.issparse(K):
        return Sparse(K, weights=weights), K, 0.0
    held = without_constant(K)
    return Dense(held, weights=weights), held, float(K[0, 0] - held[0, 0])


@dataclass(frozen=True)
class FullKernel:
    """Where new samples stand to a partition, by all kernel values between new and old.

    Attributes
    ----------
    X : ndarray or csr_array of shape (m, d)
        The samples of fit.
    Pi : ndarray of shape (m, c)
        Partition matrix, of weights if there were any.
    share : ndarray of shape (m,)
        Weights of the samples that sum to one.
    means : ndarray of shape (m,)
        Weighted row means of the uncentred kernel matrix, less the constant.
    constant : float
        Taken from every kernel value; see `without_constant`.
    """

    X: np.ndarray
    Pi: np.ndarray
    share: np.ndarray
    means: np.ndarray
    constant: float

    def stand(self, K_new, diagonal):
        """Sums of centred kernel values over the clusters, and the centred ``k(x, x)``.

        Parameters
        ----------
        K_new : ndarray or csr_array of shape (k, m)
            Centred as scikit-learn's KernelCenterer does, by what that takes from the sums.
        diagonal : ndarray of shape (k,)

        Returns
        -------
        G : ndarray of shape (k, c)
        own : ndarray of shape (k,)
        """
        all_mean = self.means @ self.share
        sums = self._less(K_new) @ np.column_stack([self.Pi, self.share])
        G, mean = sums[:, :-1], sums[:, -1]
        G -= (mean - all_mean)[:, None] * self.Pi.sum(axis=0)
        G -= self.means @ self.Pi
        return G, diagonal - self.constant - 2 * mean + all_mean

    def _less(self, K):
        """Kernel values without the constant."""
        if not self.constant:
            return K
        return (K.toarray() if sparse.issparse(K) else K) - self.constant

    def block_sums(self, X, Pi, params):
        r"""Block sums of new samples among themselves, their kernel values centred.

        .. math:: S = \Pi' \tilde K \Pi, \qquad
           \tilde k(x, y) = k(x, y) - h(x) - h(y) + \bar k

        with h(x) the mean of ``k(x, .)`` over the samples of fit and the last term the mean of h
        over them.

        Parameters
        ----------
        X : ndarray or csr_array of shape (k, d)
        Pi : ndarray of shape (k, c)
            Partition matrix of these samples.
        params : dict
            Of `kernel_matrix`.

        Returns
        -------
        ndarray of shape (c, c)
        """
        c, n = Pi.shape[1], Pi.sum(axis=0)
        S, h = np.zeros((c, c)), np.zeros(c)
        for part in in_slices(X, max(len(Pi), self.X.shape[0])):
            S += Pi[part].T @ (self._less(kernel_matrix(X[part], X, **params)) @ Pi)
            K_new = kernel_with(self.X, X[part], params)
            h += Pi[part].T @ (self._less(K_new) @ self.share)
        return S - np.outer(h, n) - np.outer(n, h) + self.means @ self.share * np.outer(n, n)

    def eigenvalues(self, k, params):
        """The k leading eigenvalues of the centred, weighted K, which is made anew.

        Parameters
        ----------
        k : int
        params : dict
            Of `kernel_matrix`.

        Returns
        -------
        ndarray of shape (k,)
        """
        w = self.Pi.sum(axis=1)
        gram, *_ = held_of(kernel_matrix(self.X, **params), w)
        return Problem(gram, None, k + 1, w).spectrum(k)[0]


@dataclass(frozen=True)
class PivotKernel:
    """The same from a low-rank factor: only kernel values with the pivots are needed.

    Attributes
    ----------
    features : PivotFeatures
        Rows of the centred factor for any samples.
    sums : ndarray of shape (d, c)
        ``B' Pi`` of the centred factor.
    scatter : ndarray of shape (d, d)
        ``B' W B`` of it, W the weights; its eigenvalues are those of the weighted K.
    """

    features: PivotFeatures
    sums: np.ndarray
    scatter: np.ndarray

    @property
    def X(self):
        """ndarray or csr_array of shape (d, n_features): the pivots."""
        return self.features.X

    def stand(self, K_new, diagonal):
        """As `FullKernel.stand`, with K_new of shape (k, d) and k(x, x) of the factor."""
        B = self.features.of_kernel(K_new)
        return B @ self.sums, (B**2).sum(axis=1)

    def block_sums(self, X, Pi, params):
        """As `FullKernel.block_sums`, of the factor's rows."""
        sums = np.zeros((self.X.shape[0], Pi.shape[1]))
        for part in in_slices(X, self.X.shape[0]):
            sums += self.features.rows(X[part]).T @ Pi[part]
        return sums.T @ sums

    def rows(self, X):
        """Rows of the centred factor for samples, ndarray of shape (k, d)."""
        B = np.empty((X.shape[0], self.X.shape[0]))
        for part in in_slices(X, self.X.shape[0]):
            B[part] = self.features.rows(X[part])
        return B

    def eigenvalues(self, k, params):
        """As `FullKernel.eigenvalues`, of the factor; 0 beyond its rank."""
        values = np.linalg.eigvalsh(self.scatter)[::-1]
        return np.append(values, np.zeros(k))[:k]


def joined(objective, S, n, G, own, weight=1.0):
    """The cluster that each of some new samples would raise J most in.

    Parameters
    ----------
    objective : an objective of `depcluster.search`
    S : ndarray of shape (c, c)
        Block sums of the samples that are there.
    n : ndarray of shape (c,)
        Sizes of their clusters.
    G : ndarray of shape (k, c)
        Sums of kernel values of the new samples over the clusters.
    own : ndarray of shape (k,)
        Their k(x, x).
    weight : float, default=1.0
        Of each new sample.

    Returns
    -------
    ndarray of int of shape (k,)
    """
    b = np.arange(len(n))
    after = n + weight * np.eye(len(b))  # (c, c): row b is n after joining b
    W = objective.rows(after, b)  # (c, c)
    J = value(objective, S, after) + 2 * weight * G @ W.T
    J += weight**2 * own[:, None] * W.diagonal()
    return J.argmax(axis=1)
