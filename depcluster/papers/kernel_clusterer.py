"""What the kernel clusterers share: from samples to a kernel matrix, and predict."""

from __future__ import annotations

import warnings
from contextlib import contextmanager
from copy import copy

import numpy as np
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils import check_random_state
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from ..checks.arrays import is_dask
from ..checks.matrices import check_symmetric
from ..checks.numbers import check_counts
from ..checks.rules import ANYTHING, check_parameters
from ..checks.samples import check_distances, validated
from ..checks.told import told
from ..kernels.gram import Dense, Factor, proportions, without_constant
from ..kernels.information import tells_apart
from ..kernels.low_rank import check_by_columns, incomplete_cholesky
from ..kernels.matrix import (
    MIRRORED,
    centring_origin,
    check_kernel_name,
    has_width,
    kernel_diagonal,
    kernel_matrix,
    resolve_gamma_of,
)
from ..kernels.pivots import PivotFeatures, kernel_with
from ..labels.partition import block_sums_of, one_hot
from ..search.local_search import Problem
from ..search.restarts import solve
from ..search.starts import check_start
from .blockwise import engine, find_landmarks, labels_by_block, search_rows, survey_rows
from .places import FullKernel, PivotKernel, joined

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


def _knows_new_samples(estimator):
    if estimator.kernel == "graph":
        raise AttributeError(
            "predict is not available for a graph kernel: the graph has no place for new samples."
        )
    return True


class KernelClusterer(ClusterMixin, BaseEstimator):
    """Base of the estimators with a kernel.

    A subclass says in `_aim` what it maximises, or in `_cluster` how it clusters.
    """

    _kept = None  # which samples of a precomputed matrix were there for the search; None for all

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.kernel == "precomputed"
        return tags

    def _fit(self, X, weights=None):
        """Fit to samples; an error leaves nothing fitted behind."""
        if is_dask(X):
            return self._fit_blocks(X, weights)
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
            S = block_sums_of(gram, result.labels, self.n_clusters, weights)
            least = 1.0 if weights is None else float(weights.min())
            self._remember(place(Pi), gamma, objective, S, Pi.sum(axis=0), least)
            self.labels_ = restore(result.labels)
        self.objective_ = result.objective
        self.n_iter_ = result.n_iter
        self.history_ = result.history
        vars(self).update(extra)
        return self

    def _remember(self, place, gamma, objective, S, n, least):
        """What `predict` needs; ``least`` is the least weight."""
        self._place, self._gamma, self._objective = place, gamma, objective
        self._S, self._n, self._unit = S, n, min(1.0, least)

    def _full(self, X, gamma, weights):
        K = kernel_matrix(X, **self._kernel_params(gamma))
        if self.kernel not in (*MIRRORED, "precomputed"):
            check_symmetric(K, name="the kernel matrix of X")
        self._typical = float(K.diagonal().mean())
        share = proportions(weights, len(K))
        means = K @ share
        gram = Dense(without_constant(K), weights=weights)
        return gram, lambda Pi: FullKernel(X, Pi, share, means)

    def _check_rank(self):
        if self.rank < self.n_clusters:
            raise ValueError(
                f"rank must be at least n_clusters, {self.n_clusters}; got {told(self.rank)}. A "
                "factor of smaller rank cannot tell so many clusters apart."
            )

    def _factor(self, X, gamma, weights):
        self._check_rank()
        params = self._column_params(gamma)
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
        B = low.factor
        mean = proportions(weights, len(X)) @ B
        features = PivotFeatures.of(low, X, params).less(mean)
        B -= mean  # in place: a second B would double the memory
        gram = Factor(B, centred=False)
        scatter = B.T @ (B if weights is None else weights[:, None] * B)
        return gram, lambda Pi: PivotKernel(features, gram.sums(Pi), scatter)

    def _fit_blocks(self, X, weights):
        """As `_fit`, to the row blocks of a dask array."""
        with all_or_nothing(self, init=ANYTHING):
            rows = self._row_blocks(X, weights)
            objective, extra = self._aim()
            rng = check_random_state(self.random_state)
            seen = survey_rows(rows, self.n_clusters, rng)
            sample = seen.sample
            gamma = resolve_gamma_of(self.kernel, self.gamma, sample.X, sample.weights)
            self._origin = centring_origin(self.kernel, sample.X)
            params = self._column_params(gamma)
            marks = find_landmarks(seen, params, self.rank, self.n_clusters, self.verbose)
            self.rank_, self.residual_ = len(marks.features.mean), marks.residual
            self.stopped_by_ = marks.stopped_by
            self._warn_of_residual()
            if 1 < self.n_clusters < len(sample.X) and not tells_apart(marks.gram):
                self._warn_of_no_information(gamma)
            tries = self.init, self.n_init, self.max_iter, rng, self.verbose
            found = search_rows(seen.rows, marks, objective, *tries)
        state = found.state
        place = PivotKernel(marks.features, state.totals.sums, marks.scatter)
        self._remember(place, gamma, objective, state.S, state.n, seen.least)
        self.labels_ = labels_by_block(seen.rows, state, self._unit)
        self.objective_, self.n_iter_, self.history_ = state.J, found.n_iter, found.history
        self.n_features_in_ = X.shape[1]
        for name in ("feature_names_in_", "_kept"):
            vars(self).pop(name, None)
        vars(self).update(extra)
        return self

    def _row_blocks(self, X, weights):
        if not hasattr(self, "_aim"):
            raise ValueError(
                f"X must be in memory for {type(self).__name__}; got a dask array, which CLUHSIC, "
                "KernelKMeans and CLUHSICAL work on. Try X.compute()."
            )
        check_by_columns(self.kernel)
        if self.rank is None:
            raise ValueError(
                "rank must be an integer for a dask array, which has no whole kernel matrix; got "
                "None. Try rank=50."
            )
        self._check_rank()
        check_counts(self.n_clusters, np.inf, self.n_init, self.max_iter)
        named = isinstance(self.init, str)
        if named:
            check_start(self.init)
        return engine().DaskRows.of(X, weights, None if named else self.init)

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

    def _cluster(self, gram, weights, init):
        objective, extra = self._aim()
        return self._solve(gram, objective, weights, init), objective, extra

    def _column_params(self, gamma):
        """Parameters of a kernel that is computed column by column."""
        params = self._kernel_params(gamma)
        del params["n_neighbors"]
        return params

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
            of the matrix given to fit. A dask array of row blocks is labelled block by block,
            when its labels are asked for.

        Returns
        -------
        ndarray or dask.array.Array of int of shape (k,)
        """
        check_is_fitted(self)
        if is_dask(X):
            return self._predict_blocks(X)
        return self._assign(validated(self, X, reset=False))

    def _predict_blocks(self, X):
        if X.ndim == 2 and X.shape[1] != self.n_features_in_:
            raise ValueError(
                f"X must have {self.n_features_in_} features, as in fit; got {X.shape[1]}."
            )
        alone = copy(self)  # what predict has no use for stays here
        alone.init = alone.labels_ = None
        return engine().by_block(alone._assign_block, X)

    def _assign_block(self, X):
        return self._assign(validated(self, X, reset=False)) if len(X) else np.empty(0, np.intp)

    def _assign(self, X):
        if self.kernel == "precomputed":
            K_new = X if self._kept is None else X[:, self._kept]
            diagonal = np.full(len(X), self._typical)
        else:
            params = self._kernel_params(self._gamma)
            K_new = kernel_with(self._place.X, X, params)
            diagonal = kernel_diagonal(X, **params)
        G, own = self._place.stand(K_new, diagonal)
        return joined(self._objective, self._S, self._n, G, own, self._unit)
