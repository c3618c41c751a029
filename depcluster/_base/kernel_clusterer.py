"""What the kernel clusterers share: from samples to a kernel matrix and its partition."""

from __future__ import annotations

from contextlib import contextmanager

import numpy as np
from sklearn.utils import check_random_state

from .._utils.blas import blas_threads_for
from .._validation import (
    ANYTHING,
    check_counts,
    check_distances,
    check_labels,
    check_parameters,
    check_symmetric,
    check_weights,
    is_dask,
    short_repr,
    warn,
    warn_if_distances,
)
from ..kernels.gram import Factor, proportions, tells_apart
from ..kernels.low_rank import PivotFeatures, check_by_columns, incomplete_cholesky
from ..kernels.matrix import MIRRORED, centring_origin, has_width, kernel_matrix, resolve_gamma_of
from ..labels.nearest import nearest
from ..labels.partition import block_sums_of, one_hot
from ..search.local_search import Problem
from ..search.restarts import solve
from ..search.starts import check_start
from .blockwise import (
    ArrayRows,
    engine,
    find_landmarks,
    labels_by_block,
    sample_size,
    search_rows,
    survey_rows,
)
from .new_samples import NewSamples
from .prediction import FullKernel, PivotKernel, held_of

# What our fits keep for themselves, of all estimators under `all_or_nothing`.
_PRIVATE = {
    "_S", "_X", "_bound", "_coefficients", "_kept", "_kernel", "_map", "_n", "_n_features_out",
    "_objective", "_origin", "_params", "_place", "_result", "_typical", "_undecided", "_unit",
}  # fmt: skip
_LARGE = 0.1
_ALL = slice(None)


@contextmanager
def all_or_nothing(estimator, **special):
    """A context to fit in: parameters are checked, an error leaves the estimator unfitted.

    What goes is what a fit puts there, this one or an earlier one: names with "_" at their end, as
    scikit-learn calls what is fitted, and private ones of ours. What others keep on the estimator,
    such as metadata requests, stays.

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
        for name in list(vars(estimator)):
            if name in _PRIVATE or (name.endswith("_") and not name.startswith("_")):
                delattr(estimator, name)
        raise


class KernelClusterer(NewSamples):
    """Base of the estimators with a kernel.

    A subclass says in `_make_objective` what it maximises, or in `_cluster` how it clusters.
    """

    def _fit(self, X, weights=None):
        """Fit to samples; an error leaves nothing fitted behind."""
        if is_dask(X):
            with all_or_nothing(self, init=ANYTHING):
                self._fit_rows(self._dask_rows(X, weights))
            self.n_features_in_ = X.shape[1]
            vars(self).pop("feature_names_in_", None)
            return self
        with all_or_nothing(self):
            X = self._validate(X)
            check_counts(self.n_clusters, X.shape[0], self.n_init, self.max_iter)
            if self.rank is not None and X.shape[0] > sample_size(self.n_clusters):
                self._fit_rows(self._array_rows(X, weights))
            else:
                with blas_threads_for(X.shape[0], self.rank or X.shape[0]):
                    self._fit_samples(X, weights)
        return self

    def _fit_samples(self, X, weights):
        """Fit to samples that are searched all at once."""
        X, weights, restore, init = self._prepare(X, weights)
        check_counts(self.n_clusters, X.shape[0])
        gamma = resolve_gamma_of(self.kernel, self.gamma, X, weights)
        self._origin = centring_origin(self.kernel, X)
        for name in ("rank_", "residual_", "stopped_by_"):
            vars(self).pop(name, None)
        rng = check_random_state(self.random_state)
        if self.rank is None:
            gram, place = self._full(X, gamma, weights)
        else:
            gram, place = self._factor(X, gamma, weights, rng)
            self._warn_of_residual()
        if 1 < self.n_clusters < X.shape[0] and not tells_apart(gram):
            self._warn_of_no_information(gamma)
        result, objective, extra = self._cluster(gram, weights, init, rng)
        Pi = one_hot(result.labels, self.n_clusters, weights)
        S = block_sums_of(gram, result.labels, self.n_clusters, weights)
        least = 1.0 if weights is None else float(weights.min())
        self._remember(place(Pi), gamma, objective, S, Pi.sum(axis=0), least)
        self.labels_ = restore(result.labels)
        self.objective_ = result.objective
        self.n_iter_ = result.n_iter
        self.history_ = result.history
        vars(self).update(extra)

    def _remember(self, place, gamma, objective, S, n, least):
        """What `predict` needs; ``least`` is the least weight."""
        self._place, self._params, self._objective = place, self._kernel_params(gamma), objective
        self._S, self._n, self._unit = S, n, min(1.0, least)

    def _full(self, X, gamma, weights):
        try:
            K = kernel_matrix(X, **self._kernel_params(gamma))
        except MemoryError as error:
            raise MemoryError(
                f"X has {X.shape[0]} samples, and their kernel matrix takes "
                f"{X.shape[0] ** 2 / 2**27:.0f} GiB. Try rank=50, which needs none."
            ) from error
        if self.kernel not in (*MIRRORED, "precomputed"):
            check_symmetric(K, name="the kernel matrix of X")
        share = proportions(weights, K.shape[0])
        self._typical = float(share @ K.diagonal())
        gram, held, constant = held_of(K, weights)
        return gram, lambda Pi: FullKernel(X, Pi, share, held @ share, constant)

    def _check_rank(self):
        if self.rank < self.n_clusters:
            raise ValueError(
                f"rank must be at least n_clusters, {self.n_clusters}; got "
                f"{short_repr(self.rank)}. A "
                "factor of smaller rank cannot tell so many clusters apart."
            )

    def _factor(self, X, gamma, weights, rng):
        self._check_rank()
        params = self._column_params(gamma)
        low = incomplete_cholesky(
            X,
            max_rank=self.rank,
            n_clusters=max(self.n_clusters, 2),
            random_state=rng,
            verbose=self.verbose,
            **params,
        )
        self.rank_, self.residual_ = low.factor.shape[1], low.residual
        self.stopped_by_ = low.stopped_by
        B = low.factor
        mean = proportions(weights, len(B)) @ B
        features = PivotFeatures.of(low, X, params).less(mean)
        B -= mean  # in place: a second B would double the memory
        gram = Factor(B, centred=False)
        scatter = B.T @ (B if weights is None else weights[:, None] * B)
        return gram, lambda Pi: PivotKernel(features, gram.sums(Pi), scatter)

    def _fit_rows(self, rows):
        """Fit to row blocks: a sample of them is searched, then all."""
        objective, extra = self._make_objective()
        rng = check_random_state(self.random_state)
        seen = survey_rows(rows, self.n_clusters, rng)
        sample = seen.sample
        gamma = resolve_gamma_of(self.kernel, self.gamma, sample.X, sample.weights)
        self._origin = centring_origin(self.kernel, sample.X)
        params = self._column_params(gamma)
        marks = find_landmarks(seen, params, self.rank, self.n_clusters, rng, self.verbose)
        self.rank_, self.residual_ = len(marks.features.mean), marks.residual
        self.stopped_by_ = marks.stopped_by
        self._warn_of_residual()
        if 1 < self.n_clusters < len(sample.rows) and not tells_apart(marks.gram):
            self._warn_of_no_information(gamma)
        tries = self.init, self.n_init, self.max_iter, rng, self.verbose
        found = search_rows(seen.rows, marks, objective, *tries)
        state = found.state
        place = PivotKernel(marks.features, state.totals.sums, marks.scatter)
        self._remember(place, gamma, objective, state.S, state.n, seen.least)
        self.labels_ = labels_by_block(seen.rows, state, self._unit)
        self.objective_, self.n_iter_, self.history_ = state.J, found.n_iter, found.history
        vars(self).pop("_kept", None)
        vars(self).update(extra)

    def _array_rows(self, X, weights):
        check_by_columns(self.kernel)
        self._check_rank()
        m, labels = X.shape[0], None
        if isinstance(self.init, str):
            check_start(self.init)
        else:
            labels = check_labels(self.init, m, self.n_clusters, name="init")
        return ArrayRows(X, check_weights(weights, m), labels)

    def _dask_rows(self, X, weights):
        if not hasattr(self, "_make_objective"):
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
        if isinstance(self.init, str):
            check_start(self.init)
        return engine().DaskRows.of(X, weights, None if isinstance(self.init, str) else self.init)

    def _warn_of_residual(self):
        if self.residual_ > _LARGE and self.stopped_by_ != "eigengap":
            hint = f"rank={4 * self.rank}" if self.stopped_by_ == "rank" else "rank=None"
            warn(
                f"rank={short_repr(self.rank)} leaves out {self.residual_:.0%} of the trace of the "
                f"centred kernel matrix: the factor ended at {self.rank_} columns by its "
                f'"{self.stopped_by_}". Try {hint} or a wider kernel.'
            )

    def _warn_of_no_information(self, gamma):
        if self.kernel == "graph":
            hint = 'fewer neighbours, n_neighbors="auto", or a smaller s in kernel_params'
        elif isinstance(self.kernel, str) and has_width(self.kernel):
            hint = f'another gamma than {gamma:.3g}, such as "median"'
            hint += "" if self.kernel == "rbf" else ', or kernel="rbf"'
        else:
            hint = 'kernel="rbf", and look for repeated samples'
        warn(
            f"kernel={short_repr(self.kernel)} does not tell these samples apart: centred, its "
            "matrix "
            "is constant off the diagonal up to rounding, so the labels mean nothing. "
            f"Try {hint}."
        )

    def _prepare(self, X, weights):
        """Samples to cluster, weights, how to give every row of X its label, and init."""
        m = X.shape[0]
        w = check_weights(weights, m)
        there = np.ones(m, dtype=bool) if w is None else w > 0
        kept = _ALL if there.all() else np.flatnonzero(there)
        if there.sum() < 2:
            raise ValueError(
                f"sample_weight must be positive for at least 2 samples; got {there.sum()}."
            )
        self._kept = None if there.all() else kept
        rows, w, first, which = self._merge(self._part(X, kept), None if w is None else w[kept])
        init = self.init
        if not isinstance(init, str):
            init = check_labels(init, m, self.n_clusters, name="init", every=False)[kept][first]

        def restore(labels):
            labels = labels[which]
            if there.all():
                return labels
            out = np.empty(m, dtype=labels.dtype)
            out[there] = labels
            aside, near = X[~there], self.kernel == "graph"
            out[~there] = labels[nearest(aside, X[there])] if near else self._assign(aside)
            return out

        return rows, None if w is None or (w == 1).all() else w, restore, init

    def _part(self, X, kept):
        """Some of the samples."""
        if kept is _ALL:
            return X
        return X[np.ix_(kept, kept)] if self.kernel == "precomputed" else X[kept]

    def _merge(self, X, w):
        """Samples to cluster, their weights, the first of each and which it is of all."""
        return X, w, _ALL, _ALL

    def _validate(self, X):
        kept = self.rank is None  # by `predict`; a factor keeps a copy of its pivots
        X = check_distances(self._validated(X, ensure_min_samples=2, copy=kept))
        if self.kernel == "precomputed":
            check_symmetric(X, name="X, the precomputed kernel matrix,")
            warn_if_distances(X, "X, the precomputed kernel matrix,")
        return X

    def _cluster(self, gram, weights, init, rng):
        objective, extra = self._make_objective()
        problem = Problem(gram, objective, int(self.n_clusters), weights, self.max_iter)
        found = solve(problem, init, self.n_init, rng, verbose=self.verbose)
        return found, objective, extra

    def _column_params(self, gamma):
        """Parameters of a kernel that is computed column by column."""
        params = self._kernel_params(gamma)
        del params["n_neighbors"]
        return params
