"""What the kernel clusterers share: from samples to a kernel matrix, and predict."""

from __future__ import annotations

import warnings
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
from scipy.linalg import solve_triangular
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils import check_random_state
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from ..checks.matrices import check_symmetric
from ..checks.numbers import check_counts
from ..checks.rules import check_parameters
from ..checks.samples import check_distances, validated
from ..checks.told import told
from ..kernels.gram import Dense, Factor, proportions, without_constant
from ..kernels.information import tells_apart
from ..kernels.low_rank import incomplete_cholesky
from ..kernels.matrix import (
    centring_origin,
    check_kernel_name,
    has_width,
    kernel_diagonal,
    kernel_matrix,
    resolve_gamma_of,
)
from ..labels.partition import block_sums_of, one_hot
from ..search.local_search import Problem
from ..search.objectives import value
from ..search.restarts import solve

_LARGE = 0.1


@contextmanager
def all_or_nothing(estimator, **special):
    """A context to fit in: parameters are checked, an error takes all but them off the estimator.

    Parameters
    ----------
    estimator : BaseEstimator
    **special : Rule
        Rules of its parameters that differ from the table's.

    Raises
    ------
    ValueError
    """
    try:
        check_parameters(estimator.get_params(deep=False), **special)
        yield
    except BaseException:
        for name in set(vars(estimator)) - set(estimator.get_params(deep=False)):
            delattr(estimator, name)
        raise


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
    X : ndarray of shape (d, n_features)
        The pivots.
    triangle : ndarray of shape (d, d)
        Rows of the factor at the pivots, lower triangular.
    mean : ndarray of shape (d,)
        Weighted mean of the rows of the factor.
    sums : ndarray of shape (d, c)
        ``B' Pi`` of the centred factor.
    scatter : ndarray of shape (d, d)
        ``B' W B`` of it, W the weights; its eigenvalues are those of the weighted K.
    """

    X: np.ndarray
    triangle: np.ndarray
    mean: np.ndarray
    sums: np.ndarray
    scatter: np.ndarray

    def stand(self, K_new, diagonal):
        """As `FullKernel.stand`, with K_new of shape (k, d) and k(x, x) of the factor."""
        features = solve_triangular(self.triangle, K_new.T, lower=True).T - self.mean
        return features @ self.sums, (features**2).sum(axis=1)

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


def _knows_new_samples(estimator):
    if estimator.kernel == "graph":
        raise AttributeError(
            "predict is not available for a graph kernel: the graph has no place for new samples."
        )
    return True


class KernelClusterer(ClusterMixin, BaseEstimator):
    """Base of the estimators with a kernel; a subclass says how to cluster in `_cluster`."""

    _kept = None  # which samples of a precomputed matrix were there for the search; None for all

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags

    def _fit(self, X, weights=None):
        """Fit to samples; an error leaves nothing fitted behind."""
        with all_or_nothing(self):
            X, weights, restore, init = self._prepare(X, weights)
            check_counts(self.n_clusters, len(X), self.n_init, self.max_iter)
            gamma = resolve_gamma_of(self.kernel, self.gamma, X, weights)
            self._origin = centring_origin(self.kernel, X)
            for name in ("rank_", "residual_", "stopped_by_"):
                vars(self).pop(name, None)
            build = self._full if self.rank is None else self._factor
            gram, place = build(X, gamma, weights)
            if 1 < self.n_clusters < len(X) and not tells_apart(gram):
                self._warn_of_no_information(gamma)
            result, objective, extra = self._cluster(gram, weights, init)
            Pi = one_hot(result.labels, self.n_clusters, weights)
            self._place, self._gamma = place(Pi), gamma
            self._objective, self._n = objective, Pi.sum(axis=0)
            self._S = block_sums_of(gram, result.labels, self.n_clusters, weights)
            self._unit = 1.0 if weights is None else min(1.0, float(weights.min()))
            self.labels_ = restore(result.labels)
        self.objective_ = result.objective
        self.n_iter_ = result.n_iter
        self.history_ = result.history
        vars(self).update(extra)
        return self

    def _full(self, X, gamma, weights):
        K = kernel_matrix(X, **self._kernel_params(gamma))
        if self.kernel != "precomputed":
            check_symmetric(K, name="the kernel matrix of X")
        self._typical = float(K.diagonal().mean())
        share = proportions(weights, len(K))
        means = K @ share
        gram = Dense(without_constant(K), weights=weights)
        return gram, lambda Pi: FullKernel(X, Pi, share, means)

    def _factor(self, X, gamma, weights):
        params = self._kernel_params(gamma)
        del params["n_neighbors"]
        low = incomplete_cholesky(
            X,
            max_rank=self.rank,
            n_clusters=max(self.n_clusters, 2),
            verbose=self.verbose,
            **params,
        )
        self.rank_, self.residual_ = low.factor.shape[1], low.residual
        self.stopped_by_ = low.stopped_by
        self._warn_of_residual()
        B, pivots, triangle = low.factor, X[low.pivots], low.factor[low.pivots]
        mean = proportions(weights, len(X)) @ B
        B -= mean  # in place: a second B would double the memory
        gram = Factor(B, centred=False)
        scatter = B.T @ (B if weights is None else weights[:, None] * B)
        return gram, lambda Pi: PivotKernel(pivots, triangle, mean, gram.sums(Pi), scatter)

    def _warn_of_residual(self):
        if self.residual_ > _LARGE and self.stopped_by_ != "eigengap":
            hint = f"rank={4 * self.rank}" if self.stopped_by_ == "rank" else "rank=None"
            warnings.warn(
                f"rank={told(self.rank)} leaves out {self.residual_:.0%} of the trace of the "
                f"centred kernel matrix: the factor ended at {self.rank_} columns by its "
                f'"{self.stopped_by_}". Try {hint} or a wider kernel.',
                UserWarning,
                stacklevel=5,
            )

    def _warn_of_no_information(self, gamma):
        if self.kernel == "graph":
            hint = 'fewer neighbours, n_neighbors="auto", or a smaller s in kernel_params'
        elif isinstance(self.kernel, str) and has_width(self.kernel):
            hint = f'another gamma than {gamma:.3g}, such as "median"'
            hint += "" if self.kernel == "rbf" else ', or kernel="rbf"'
        else:
            hint = 'kernel="rbf", and look for repeated samples'
        warnings.warn(
            f"kernel={told(self.kernel)} does not tell these samples apart: centred, its matrix "
            "is constant off the diagonal up to rounding, so the labels mean nothing. "
            f"Try {hint}.",
            UserWarning,
            stacklevel=4,
        )

    def _prepare(self, X, weights):
        """Samples to cluster, weights, how to give every row of X its label, and init."""
        return self._validate(X), weights, lambda labels: labels, self.init

    def _validate(self, X):
        if isinstance(self.kernel, str):
            check_kernel_name(self.kernel)
        X = check_distances(validated(self, X, ensure_min_samples=2, copy=True))
        if self.kernel == "precomputed":
            check_symmetric(X, name="X, the precomputed kernel matrix,")
        return X

    def _solve(self, gram, objective, weights, init):
        problem = Problem(gram, objective, int(self.n_clusters), weights, self.max_iter)
        rng = check_random_state(self.random_state)
        return solve(problem, init, self.n_init, rng, verbose=self.verbose)

    def _kernel_params(self, gamma):
        names = ("kernel", "degree", "coef0", "n_neighbors", "kernel_params")
        params = {name: getattr(self, name) for name in names}
        return params | {"gamma": gamma, "origin": self._origin}

    @available_if(_knows_new_samples)
    def predict(self, X):
        """Label new samples: each joins the cluster where adding it raises J most.

        A new sample weighs 1, or the least weight of fit if that is smaller. On the samples of
        fit this gives ``labels_`` back for the plain label kernel of CLUHSIC with normalization,
        and mostly otherwise: samples between relatives that lie close together, and the last
        member of a cluster, which the search may not take away, can differ.

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
        return self._assign(validated(self, X, reset=False))

    def _assign(self, X):
        if self.kernel == "precomputed":
            K_new = X if self._kept is None else X[:, self._kept]
            diagonal = np.full(len(X), self._typical)
        else:
            params = self._kernel_params(self._gamma)
            K_new = kernel_matrix(X, self._place.X, **params)
            diagonal = kernel_diagonal(X, **params)
        G, own = self._place.stand(K_new, diagonal)
        return joined(self._objective, self._S, self._n, G, own, self._unit)
