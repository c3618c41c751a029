"""What the kernel clusterers share: from samples to a kernel matrix, and predict."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted, validate_data

from .gram import Dense, check_symmetric, proportions
from .kernels import check_kernel_name, has_width, kernel_matrix, resolve_gamma
from .objectives import value
from .partition import block_sums_of, one_hot
from .restarts import check_counts

_CHUNK = 64


@dataclass(frozen=True)
class Assigner:
    """Exact gains of adding new samples to a finished partition.

    Attributes
    ----------
    objective : an objective of `depcluster.objectives`
    Pi : ndarray of shape (m, c)
        Partition matrix, of weights if there were any.
    S : ndarray of shape (c, c)
        Block sums of the centred kernel matrix.
    share : ndarray of shape (m,)
        Weights of the samples that sum to one.
    means : ndarray of shape (m,)
        Weighted row means of the uncentred kernel matrix.
    """

    objective: object
    Pi: np.ndarray
    S: np.ndarray
    share: np.ndarray
    means: np.ndarray

    def assign(self, K_new, diagonal):
        """Cluster where adding each new sample raises J most.

        Parameters
        ----------
        K_new : ndarray of shape (k, m)
            Kernel values between new and old samples, centred here as scikit-learn's
            KernelCenterer does.
        diagonal : ndarray of shape (k,)
            ``k(x, x)`` of the new samples.

        Returns
        -------
        ndarray of int of shape (k,)
        """
        mean, all_mean = K_new @ self.share, self.means @ self.share
        Kc = K_new - mean[:, None] - self.means + all_mean
        own = diagonal - 2 * mean + all_mean
        b = np.arange(self.Pi.shape[1])
        n = self.Pi.sum(axis=0) + np.eye(len(b))  # (c, c): row b is n after joining b
        W = self.objective.weights(n)  # (c, c, c)
        G = Kc @ self.Pi  # (k, c)
        J = value(self.objective, self.S, n) + 2 * G @ W[b, b].T + own[:, None] * W[b, b, b]
        return J.argmax(axis=1)


def _knows_new_samples(estimator):
    if estimator.kernel == "graph":
        raise AttributeError(
            "predict is not available for a graph kernel: the graph has no place for new samples."
        )
    return True


class KernelClusterer(ClusterMixin, BaseEstimator):
    """Base of the estimators with a kernel; a subclass says how to cluster in `_cluster`."""

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags

    def _fit(self, X, weights=None):
        """Fit to samples; an error leaves nothing fitted behind."""
        try:
            X, weights, restore = self._prepare(X, weights)
            check_counts(self.n_clusters, len(X), self.n_init, self.max_iter)
            gamma = None
            if isinstance(self.kernel, str) and has_width(self.kernel):
                gamma = resolve_gamma(self.gamma, X, self.kernel, weights)
            K = check_symmetric(self._kernel(gamma, X), name="the kernel matrix")
            result, objective, extra = self._cluster(X, K, weights)
        except BaseException:
            for name in [name for name in vars(self) if name.endswith("_")]:
                delattr(self, name)
            raise
        Pi = one_hot(result.labels, self.n_clusters, weights)
        S = block_sums_of(Dense(K, weights=weights), result.labels, self.n_clusters, weights)
        share = proportions(weights, len(K))
        self._assigner = Assigner(objective, Pi, S, share, K @ share)
        self._typical = float(K.diagonal().mean())
        self._gamma = gamma
        self._X = X
        self.objective_ = result.objective
        self.objective_bound_ = result.objective_bound
        self.n_iter_ = result.n_iter
        self.history_ = result.history
        vars(self).update(extra)
        self.labels_ = restore(result.labels)
        return self

    def _prepare(self, X, weights):
        """Samples to cluster, their weights, and how to give every row of X its label."""
        return self._validate(X), weights, lambda labels: labels

    def _validate(self, X):
        if isinstance(self.kernel, str):
            check_kernel_name(self.kernel)
        X = validate_data(self, X, dtype=float, ensure_min_samples=2)
        if self.kernel == "precomputed":
            check_symmetric(X, name="X, the precomputed kernel matrix,")
        return X

    def _kernel(self, gamma, X, Y=None):
        return kernel_matrix(
            X,
            Y,
            kernel=self.kernel,
            gamma=gamma,
            degree=self.degree,
            coef0=self.coef0,
            n_neighbors=self.n_neighbors,
            kernel_params=self.kernel_params,
        )

    @available_if(_knows_new_samples)
    def predict(self, X):
        """Label new samples: each joins the cluster where adding it raises J most.

        On the samples of fit this gives ``labels_`` back for the plain label kernel, and nearly
        always for others; the last member of a cluster, which the search may not take away,
        can differ.

        Parameters
        ----------
        X : array-like of shape (k, d)
            New samples; for kernel="precomputed" the kernel values between them and the
            samples of fit, (k, m). Their own k(x, x) is then taken to be the mean diagonal
            of the matrix given to fit.

        Returns
        -------
        ndarray of int of shape (k,)
        """
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=float)
        if self.kernel == "precomputed":
            return self._assigner.assign(X, np.full(len(X), self._typical))
        chunks = [X[i : i + _CHUNK] for i in range(0, len(X), _CHUNK)]
        diagonal = np.concatenate([self._kernel(self._gamma, x).diagonal() for x in chunks])
        return self._assigner.assign(self._kernel(self._gamma, X, self._X), diagonal)
