"""What the kernel clusterers share: from samples to a kernel matrix and its partition."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, Self

import numpy as np
from sklearn.utils import check_random_state

from .._typing import ArrayLike, Gamma, Groups, Init, Kernel, RandomState, SparseArray
from .._utils.blas import blas_threads_for
from .._validation import (
    ANYTHING,
    check_counts,
    check_different,
    check_distances,
    check_similarities,
    check_weights,
    is_dask,
    short_repr,
    warn,
)
from ..kernels.gram import Factor, proportions, tells_apart, warn_if_indefinite
from ..kernels.low_rank import PivotFeatures, check_by_columns, incomplete_cholesky
from ..kernels.matrix import MIRRORED, centring_origin, has_width, kernel_matrix, resolve_gamma_of
from ..labels.nearest import nearest
from ..labels.partition import one_hot
from ..search.local_search import Problem
from ..search.restarts import solve
from ..search.starts import check_init, check_start
from ..search.together import agreed, blocks_of, joined
from .blockwise import (
    ArrayRows,
    find_landmarks,
    labels_by_block,
    load_dask_rows,
    sample_size,
    search_rows,
    survey_rows,
)
from .estimator import all_or_nothing, estimator
from .new_samples import NewSamples
from .prediction import FullKernel, PivotKernel, centred_gram, sums_of

_LARGE = 0.1
_ALL = slice(None)


@estimator
class KernelClusterer(NewSamples):
    """Base of the estimators with a kernel.

    A subclass says in `_cluster` how it clusters a Gram.
    """

    kernel: Kernel = "rbf"
    gamma: Gamma = "median"
    degree: float = 2
    coef0: float = 1
    n_neighbors: int | Literal["auto"] = "auto"
    kernel_params: dict[str, Any] | None = None
    n_init: int = 20
    max_iter: int = 100
    random_state: RandomState = None
    verbose: int = 0

    rank = None  # the whole kernel matrix

    def fit(self, X: ArrayLike | SparseArray, y: object = None) -> Self:
        """Cluster the samples.

        Parameters
        ----------
        X : array-like or sparse array of shape (m, d), or (m, m) for kernel="precomputed"
            Sparse samples, for "linear", "cosine", "poly" and "rbf", and sparse matrices are
            never made dense.
        y : ignored

        Returns
        -------
        self : estimator

        Raises
        ------
        ValueError
            If the samples or a parameter cannot be used; nothing is then left fitted.
        """
        with all_or_nothing(self):
            if is_dask(X):
                raise ValueError(
                    f"X must be in memory for {type(self).__name__}; got a dask array, which "
                    "CLUHSIC, KernelKMeans and CLUHSICAL work on. Try X.compute()."
                )
            self._fit_array(self._validate(X), None)
        return self

    def _fit_array(self, X, weights):
        """Fit to samples that are searched all at once."""
        check_counts(self.n_clusters, X.shape[0], self.n_init, self.max_iter)
        with blas_threads_for(X.shape[0], self.rank or X.shape[0]):
            self._fit_samples(X, weights)

    def _fit_samples(self, X, weights):
        X, weights, restore, start = self._prepare(X, weights)
        if self.kernel != "precomputed":
            check_different(self.n_clusters, X)
        gamma = resolve_gamma_of(self.kernel, self.gamma, X, weights)
        self._origin = centring_origin(self.kernel, X)
        for name in ("rank_", "residual_", "stopped_by_"):
            self.__dict__.pop(name, None)
        rng = check_random_state(self.random_state)
        gram, place = self._gram(X, gamma, weights, rng)
        if 1 < self.n_clusters < X.shape[0] and not tells_apart(gram):
            self._warn_of_no_information(gamma)
        result, objective = self._cluster(gram, weights, rng, **start)
        Pi = one_hot(result.labels, self.n_clusters, weights)
        S, n = sums_of(gram, result.labels, self.n_clusters, weights)
        least = 1.0 if weights is None else float(weights.min())
        self._remember(place(Pi), gamma, objective, S, n, least)
        self.labels_ = restore(result.labels)
        self.objective_ = result.objective
        self.n_iter_ = result.n_iter
        self.history_ = result.history

    def _remember(self, place, gamma, objective, S, n, least):
        """What `predict` needs; ``least`` is the least weight."""
        self._place, self._params, self._objective = place, self._kernel_params(gamma), objective
        self._S, self._n, self._unit = S, n, min(1.0, least)

    def _prepare(self, X, weights):
        """Samples to cluster, weights, how to give every row of X its label, where to start."""
        return X, weights, lambda labels: labels, {"init": "auto"}

    def _gram(self, X, gamma, weights, rng):
        """The Gram to search, and from a partition where new samples stand to it."""
        try:
            K = kernel_matrix(X, **self._kernel_params(gamma))
        except MemoryError as error:
            raise MemoryError(
                f"X has {X.shape[0]} samples, and their kernel matrix takes "
                f"{X.shape[0] ** 2 / 2**27:.0f} GiB. Try rank=50, which needs none."
            ) from error
        if self.kernel not in (*MIRRORED, "precomputed"):
            check_similarities(K, name="the kernel matrix of X")
        share = proportions(weights, K.shape[0])
        self._typical = float(share @ K.diagonal())
        gram, held, constant = self._centred(K, weights)
        return gram, lambda Pi: FullKernel(X, Pi, share, held @ share, constant)

    def _centred(self, K, weights):
        """`centred_gram`, with a warning where K proves to be no kernel."""
        found = centred_gram(K, weights)
        if self.kernel not in MIRRORED:
            warn_if_indefinite(found[0], "the kernel matrix of X", K)
        return found

    def _warn_of_no_information(self, gamma):
        if self.kernel == "graph":
            hint = 'fewer neighbours, n_neighbors="auto", or a smaller s in kernel_params'
        elif has_width(self.kernel):
            hint = f'another gamma than {gamma:.3g}, such as "median"'
            hint += "" if self.kernel == "rbf" else ', or kernel="rbf"'
        else:
            hint = 'kernel="rbf", and look for repeated samples'
        warn(
            f"kernel={short_repr(self.kernel)} does not tell these samples apart: centred, its "
            "matrix is constant off the diagonal up to rounding, so the labels mean nothing. "
            f"Try {hint}."
        )

    def _validate(self, X):
        kept = self.rank is None  # by `predict`; a factor keeps a copy of its pivots
        X = self._validated(X, ensure_min_samples=2, copy=kept)
        if self.kernel != "precomputed":
            return check_distances(X)
        return check_similarities(X, name="X, the precomputed kernel matrix,")


@estimator
class SearchClusterer(KernelClusterer):
    """Base of the estimators that search for the best partition of weighted samples.

    A subclass says in `_make_objective` what it maximises, and keeps what it fits to.
    """

    init: Init = "auto"
    rank: int | None = None  # type: ignore[assignment]
    together: Groups | None = None

    def fit(
        self, X: ArrayLike | SparseArray, y: object = None, sample_weight: ArrayLike | None = None
    ) -> Self:
        """Cluster the samples.

        Parameters
        ----------
        X : array-like or sparse array of shape (m, d), or (m, m) for kernel="precomputed"
            Sparse samples, for "linear", "cosine", "poly" and "rbf", and sparse matrices are
            never made dense.
            Or a dask array of shape (m, d) whose rows are worked on a block at a time. Widths,
            pivots and the first partition then come from a sample of 20 000 rows, or of 100 a
            cluster if that is more; the search goes on from there over all rows.
        y : ignored
        sample_weight : array-like of shape (m,), optional
            Non-negative weights, each as so many copies in J; a dask array in the chunks of X,
            where X is one. A sample of weight 0 is not there for the search, and is then
            labelled as `predict` would, for a graph kernel as the nearest sample that has one.

        Returns
        -------
        self : estimator

        Raises
        ------
        ValueError
            If the samples or a parameter cannot be used; nothing is then left fitted.
        """
        if is_dask(X):
            with all_or_nothing(self, init=ANYTHING):
                self._fit_rows(self._rows_of_dask(X, sample_weight))
            self.n_features_in_ = np.shape(X)[1]
            self.__dict__.pop("feature_names_in_", None)
            return self
        with all_or_nothing(self):
            X = self._validate(X)
            large = X.shape[0] > sample_size(self.n_clusters)
            if self.rank is not None and large and self.together is None:
                self._fit_rows(self._rows_of_array(X, sample_weight))
            else:
                self._fit_array(X, sample_weight)
        return self

    def _cluster(self, gram, weights, rng, init, blocks=None):
        objective = self._make_objective()
        c = int(self.n_clusters)
        if blocks is not None:
            gram, weights, init = joined(gram, weights, init, blocks, c)
        problem = Problem(gram, objective, c, weights, self.max_iter)
        found = solve(problem, init, self.n_init, rng, verbose=self.verbose)
        if blocks is not None:
            found = replace(found, labels=found.labels[blocks])
        return found, objective

    def _gram(self, X, gamma, weights, rng):
        if self.rank is None:
            return super()._gram(X, gamma, weights, rng)
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
        B = low.factor
        self._keep_ending(B.shape[1], low)
        mean = proportions(weights, len(B)) @ B
        features = PivotFeatures.of(low, X, params).less(mean)
        B -= mean  # in place: a second B would double the memory
        gram = Factor(B, centred=False)
        scatter = B.T @ (B if weights is None else weights[:, None] * B)
        return gram, lambda Pi: PivotKernel(features, gram.sums(Pi), scatter)

    def _fit_rows(self, rows):
        """Fit to row blocks: a sample of them is searched, then all."""
        objective = self._make_objective()
        rng = check_random_state(self.random_state)
        survey = survey_rows(rows, self.n_clusters, rng)
        sample = survey.sample
        gamma = resolve_gamma_of(self.kernel, self.gamma, sample.X, sample.weights)
        self._origin = centring_origin(self.kernel, sample.X)
        params = self._column_params(gamma)
        marks = find_landmarks(survey, params, self.rank, self.n_clusters, rng, self.verbose)
        self._keep_ending(len(marks.features.mean), marks)
        if 1 < self.n_clusters < len(sample.rows) and not tells_apart(marks.gram):
            self._warn_of_no_information(gamma)
        tries = self.init, self.n_init, self.max_iter, rng, self.verbose
        found = search_rows(survey, marks, objective, *tries)
        state = found.state
        place = PivotKernel(marks.features, state.totals.sums, marks.scatter)
        self._remember(place, gamma, objective, state.S, state.n, survey.least)
        self.labels_ = labels_by_block(survey.rows, state, self._unit)
        self.objective_, self.n_iter_, self.history_ = found.objective, found.n_iter, found.history
        vars(self).pop("_kept", None)

    def _rows_of_array(self, X, weights):
        self._check_by_rows()
        m, labels = X.shape[0], None
        if not isinstance(self.init, str):
            labels = check_init(self.init, m, self.n_clusters)
        return ArrayRows(X, check_weights(weights, m), labels)

    def _rows_of_dask(self, X, weights):
        check_by_columns(self.kernel)
        if self.rank is None:
            raise ValueError(
                "rank must be an integer for a dask array, which has no whole kernel matrix; got "
                "None. Try rank=50."
            )
        if self.together is not None:
            raise ValueError(
                "together must be None for a dask array, whose rows are seen some at a time; got "
                f"{short_repr(self.together)}. Try X.compute()."
            )
        self._check_by_rows()
        check_counts(self.n_clusters, np.inf, self.n_init, self.max_iter)
        labels = None if isinstance(self.init, str) else self.init
        return load_dask_rows().DaskRows.of(X, weights, labels)

    def _check_by_rows(self):
        check_by_columns(self.kernel)
        self._check_rank()
        if isinstance(self.init, str):
            check_start(self.init)

    def _check_rank(self):
        if self.rank < self.n_clusters:
            raise ValueError(
                f"rank must be at least n_clusters, {self.n_clusters}; got "
                f"{short_repr(self.rank)}. A factor of smaller rank cannot tell so many clusters "
                "apart."
            )

    def _keep_ending(self, rank, low):
        """Keep how a factor ended; warn where it leaves out much."""
        self.rank_, self.residual_, self.stopped_by_ = rank, low.residual, low.stopped_by
        if self.residual_ > _LARGE and self.stopped_by_ != "eigengap":
            hint = f"rank={4 * self.rank}" if self.stopped_by_ == "rank" else "rank=None"
            warn(
                f"rank={short_repr(self.rank)} leaves out {self.residual_:.0%} of the trace of the "
                f"centred kernel matrix: the factor ended at {self.rank_} columns by its "
                f'"{self.stopped_by_}". Try {hint} or a wider kernel.'
            )

    def _column_params(self, gamma):
        """Parameters of a kernel that is computed column by column."""
        params = self._kernel_params(gamma)
        del params["n_neighbors"]
        return params

    def _prepare(self, X, weights):
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
        init, blocks = self.init, None
        if not isinstance(init, str):
            init = check_init(init, m, self.n_clusters, every=False)
            if self.together is not None:
                init = agreed(init, blocks_of(self.together, m))
            init = init[kept]
            order = np.argsort(init < 0, kind="stable")  # of equal rows the first that is known
            merged = np.arange(len(init))[which][order]
            init = init[order[np.unique(merged, return_index=True)[1]]]
        start = {"init": init}
        if self.together is not None:
            alike = np.arange(m)
            alike[kept] = alike[kept][first][which]
            blocks = blocks_of(self.together, m, alike)
            start["blocks"] = np.unique(blocks[kept][first], return_inverse=True)[1]

        def restore(labels):
            labels = labels[which]
            if there.all():
                return labels
            out = np.empty(m, dtype=labels.dtype)
            out[there] = labels
            aside, near = X[~there], self.kernel == "graph"
            out[~there] = labels[nearest(aside, X[there])] if near else self._assign(aside)
            if blocks is not None:  # those of weight 0 go with one of their block that has a weight
                order = np.argsort(~there, kind="stable")
                out = out[order[np.unique(blocks[order], return_index=True)[1]]][blocks]
            return out

        return rows, None if w is None or (w == 1).all() else w, restore, start

    def _part(self, X, kept):
        """Some of the samples."""
        if kept is _ALL:
            return X
        return X[np.ix_(kept, kept)] if self.kernel == "precomputed" else X[kept]

    def _merge(self, X, w):
        """Samples to cluster, their weights, the first of each and which it is of all."""
        return X, w, _ALL, _ALL
