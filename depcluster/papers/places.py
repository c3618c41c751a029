"""Where new samples stand to a partition, and which cluster they join."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..kernels.gram import Dense, without_constant
from ..kernels.matrix import kernel_matrix
from ..kernels.pivots import PivotFeatures
from ..search.local_search import Problem
from ..search.objectives import value


@dataclass(frozen=True)
class FullKernel:
    """Where new samples stand to a partition, by all kernel values between new and old.

    Attributes
    ----------
    X : ndarray of shape (m, d)
        The samples of fit.
    Pi : ndarray of shape (m, c)
        Partition matrix, of weights if there were any.
    share : ndarray of shape (m,)
        Weights of the samples that sum to one.
    means : ndarray of shape (m,)
        Weighted row means of the uncentred kernel matrix.
    """

    X: np.ndarray
    Pi: np.ndarray
    share: np.ndarray
    means: np.ndarray

    def stand(self, K_new, diagonal):
        """Sums of centred kernel values over the clusters, and the centred ``k(x, x)``.

        Parameters
        ----------
        K_new : ndarray of shape (k, m)
            Centred here as scikit-learn's KernelCenterer does.
        diagonal : ndarray of shape (k,)

        Returns
        -------
        G : ndarray of shape (k, c)
        own : ndarray of shape (k,)
        """
        mean, all_mean = K_new @ self.share, self.means @ self.share
        Kc = K_new - mean[:, None] - self.means + all_mean
        return Kc @ self.Pi, diagonal - 2 * mean + all_mean

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
        gram = Dense(without_constant(kernel_matrix(self.X, **params)), weights=w)
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
        """ndarray of shape (d, n_features): the pivots."""
        return self.features.X

    def stand(self, K_new, diagonal):
        """As `FullKernel.stand`, with K_new of shape (k, d) and k(x, x) of the factor."""
        B = self.features.of_kernel(K_new)
        return B @ self.sums, (B**2).sum(axis=1)

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
