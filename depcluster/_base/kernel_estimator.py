"""What the methods with a kernel share: parameters, fit, and what comes after it."""

from __future__ import annotations

from dataclasses import field, replace
from typing import Any, Literal, Self

import numpy as np
from scipy import sparse
from sklearn.base import (
    BaseEstimator,
    ClassNamePrefixFeaturesOutMixin,
    ClusterMixin,
    TransformerMixin,
)
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from .._typing import (
    ArrayLike,
    Floats,
    Gamma,
    Groups,
    Init,
    Ints,
    Kernel,
    RandomState,
    SparseArray,
)
from .._utils.blas import blas_threads_for
from .._validation import (
    ANYTHING,
    available_if,
    check_counts,
    check_different,
    check_distances,
    check_similarities,
    check_weights,
    is_dask,
    short_repr,
    validated,
    warn,
)
from ..kernels.gram import is_informative
from ..kernels.low_rank import check_by_columns
from ..kernels.matrix import (
    centring_origin,
    check_kernel_name,
    check_takes_sparse,
    has_width,
    resolve_gamma_of,
    takes_sparse,
)
from ..labels.nearest import nearest
from ..labels.partition import indicator
from ..search.local_search import Problem
from ..search.objectives import value
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
from .prediction import NystromPredictor, column_params, exact, low_rank, sums_of

_LARGE = 0.1
_ALL = slice(None)


def knows_new_samples(estimator):
    """Whether there is a place for new samples; an AttributeError says why not."""
    estimator._check_place()
    return True


def knows_their_kernel(estimator):
    """Whether new samples have kernel values with each other; an AttributeError says why not."""
    if estimator.kernel == "precomputed":
        raise AttributeError(
            'score is not available for kernel="precomputed": kernel values of the new samples '
            "with each other are needed, and a matrix between them and the samples of fit does "
            "not hold these. Pass the samples and a kernel."
        )
    return knows_new_samples(estimator)


def _has_features(estimator):
    if estimator.rank is None:
        takes = "rank" in estimator.get_params(deep=False)
        raise AttributeError(
            "transform, fit_transform and get_feature_names_out are available for fits with rank "
            "only: features are the columns of a low-rank factor."
            + ("" if takes else f" {type(estimator).__name__} has no rank; try CLUHSIC.")
        )
    return True


class _Features(TransformerMixin):
    """`transform` as scikit-learn wraps it, so that ``set_output`` works."""

    @np.errstate(under="ignore")
    def transform(self, X: ArrayLike | SparseArray) -> Floats:
        r"""Features with the centred kernel for inner product, but for what the factor leaves out.

        .. math:: b(x)' b(y) \approx k(x, y) - h(x) - h(y) + \bar k

        with h(x) the mean of ``k(x, .)`` over the samples of fit, weighted if these had weights,
        and the last term the mean of h: rows of the factor (Song 2007, section 6) less their
        mean. The samples of fit get the rows that were clustered, up to rounding.

        Parameters
        ----------
        X : array-like or sparse array of shape (k, d)
            A dask array of row blocks is transformed block by block, when that is asked for.

        Returns
        -------
        ndarray or dask.array.Array of shape (k, r)
            With r columns, as many as ``rank_`` says.

        Raises
        ------
        ValueError
            If X does not fit the samples of fit, or fit was called without rank.
        """
        check_is_fitted(self)
        if not isinstance(self._predictor_, NystromPredictor):
            raise ValueError(
                "rank must be an integer when fit is called, so that there are features; got "
                "None then. Call fit again."
            )
        rows = self._predictor_.rows
        if is_dask(X):
            return load_dask_rows().table_by_block(rows, self._with_columns(X), self.rank_)
        return rows(self._validated(X, reset=False))


@estimator
class KernelEstimator(  # type: ignore[call-arg]
    ClassNamePrefixFeaturesOutMixin,
    TransformerMixin,
    ClusterMixin,
    BaseEstimator,
    auto_wrap_output_keys=None,  # wrapped anew, transform would seem to be there without rank
):
    """Base of the methods with a kernel.

    A subclass says in `_make_objective` what the search maximises, and keeps what it fits to, or in
    `_cluster` how else it clusters a Gram.
    """

    n_clusters: int = field(default=3, kw_only=False)
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
    init: Init = "auto"
    rank: int | None = None
    together: Groups | None = None

    transform = available_if(_has_features)(_Features.transform)
    fit_transform = available_if(_has_features)(TransformerMixin.fit_transform)
    get_feature_names_out = available_if(_has_features)(
        ClassNamePrefixFeaturesOutMixin.get_feature_names_out
    )

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = isinstance(self.kernel, str) and self.kernel == "precomputed"
        tags.input_tags.sparse = takes_sparse(self.kernel)
        if self.rank is None:
            tags.transformer_tags = None
        return tags

    @property
    def _n_features_out(self):
        return self.rank_

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
        by_dask = is_dask(X)
        with all_or_nothing(self, **({"init": ANYTHING} if by_dask else {})):
            if by_dask:
                self._fit_rows(self._rows_of_dask(X, sample_weight))
                self.n_features_in_ = np.shape(X)[1]
                return self
            X = self._validated(X, ensure_min_samples=2, copy=self.rank is None)
            if self.kernel == "precomputed":
                check_similarities(X, name="X, the precomputed kernel matrix,")
            else:
                check_distances(X)
            at_once = self.rank is None or self.together is not None
            if at_once or X.shape[0] <= sample_size(self.n_clusters):
                check_counts(self.n_clusters, X.shape[0])
                with blas_threads_for(X.shape[0], self.rank or X.shape[0]):
                    self._fit_samples(X, sample_weight)
            else:
                self._fit_rows(self._rows_of_array(X, sample_weight))
        return self

    @available_if(knows_new_samples)
    @np.errstate(under="ignore")
    def predict(self, X: ArrayLike | SparseArray) -> Ints:
        """Label new samples: each joins the cluster where adding it raises J most.

        A new sample weighs 1, or the least weight of fit if that is smaller, but never so little
        beside the clusters that its part in J would be rounding. On the samples of fit this gives
        ``labels_`` back for the plain label kernel of CLUHSIC with normalization, and mostly
        otherwise: samples between relatives that lie close together, and the last member of a
        cluster, which the search may not take away, can differ.

        Parameters
        ----------
        X : array-like or sparse array of shape (k, d)
            New samples; for kernel="precomputed" the kernel values between them and the
            samples of fit, (k, m). Their own k(x, x) is then taken to be the (weighted) mean
            diagonal of the matrix given to fit. A dask array of row blocks is labelled block by
            block, when its labels are asked for.

        Returns
        -------
        ndarray or dask.array.Array of int of shape (k,)
        """
        check_is_fitted(self)
        if is_dask(X):
            return load_dask_rows().by_block(self._predictor_.labels, self._with_columns(X))
        return self._predictor_.labels(self._validated(X, reset=False))

    @available_if(knows_their_kernel)
    @np.errstate(under="ignore")
    def score(self, X: ArrayLike | SparseArray, y: object = None) -> float:
        r"""The objective J of the partition that `predict` gives to new samples.

        .. math:: J(\Pi) = \langle W(n), \Pi' \tilde K \Pi \rangle + b(n), \qquad
           \tilde k(x, y) = k(x, y) - h(x) - h(y) + \bar k

        the formula of ``objective_``, with the label kernel and the loss of fit. Pi is the
        partition of the new samples alone, each of weight 1, and n are its sizes, 0 for a cluster
        that gets none. h(x) is the mean of ``k(x, .)`` over the samples of fit, weighted if these
        had weights, and the last term the mean of h over them: the new samples' kernel values are
        centred about the mean of fit. For the samples of fit, if they had no weights and
        `predict` gives their labels back, it is ``objective_``.

        Larger is better. J grows with the number of samples, and with n_clusters as a rule, and
        has the unit of the kernel and of the label kernel: compare numbers of clusters, label
        kernels and losses as far as that formula lets you, and NOT kernels or widths, whose
        values of J are different quantities. By it GridSearchCV takes the largest number there is;
        `depcluster.choice.prediction_strength_scorer` compares numbers, kernels and widths.

        Parameters
        ----------
        X : array-like or sparse array of shape (k, d)
        y : ignored

        Returns
        -------
        float
            With ``rank`` that of the factor.

        Raises
        ------
        ValueError
            If X does not fit the samples of fit, or is a dask array.
        """
        S, n = self._sums_of_new(X)
        return float(value(self._predictor_.objective, S, n))

    def _sums_of_new(self, X):
        """Block sums of new samples by the labels of `predict`, and the sizes of the clusters."""
        check_is_fitted(self)
        if is_dask(X):
            raise ValueError("X must be in memory for score; got a dask array. Try X.compute().")
        return self._predictor_.sums(self._validated(X, reset=False))

    def _check_place(self):
        if isinstance(self.kernel, str) and self.kernel == "graph":
            raise AttributeError(
                "predict and score are not available for a graph kernel: the graph has no place "
                "for new samples."
            )

    def _validated(self, X, **options):
        """Samples as an array, or CSR where they are sparse and the kernel takes such."""
        if isinstance(self.kernel, str):
            check_kernel_name(self.kernel)
        if sparse.issparse(X):
            check_takes_sparse(self.kernel, X)
        return validated(self, X, accept_sparse="csr", **options)

    def _with_columns(self, X):
        """A dask array with the columns of fit."""
        if X.ndim == 2 and X.shape[1] != self.n_features_in_:
            raise ValueError(
                f"X must have {self.n_features_in_} features, as in fit; got {X.shape[1]}."
            )
        return X

    def _fit_samples(self, X: Any, weights: Any) -> None:
        """Fit to samples that are searched all at once."""
        X, weights, kept, restore, start = self._prepare(X, weights)
        if self.kernel != "precomputed":
            check_different(self.n_clusters, X)
        params = self._kernel_params(X, weights)
        rng = check_random_state(self.random_state)
        gram, predictor = self._gram(X, params, weights, rng)
        if 1 < self.n_clusters < X.shape[0] and not is_informative(gram):
            self._warn_of_no_information(params["gamma"])
        result, objective = self._cluster(gram, weights, rng, **start)
        Pi = indicator(result.labels, self.n_clusters, weights)
        S, n = sums_of(gram, Pi)
        weight = 1.0 if weights is None else min(1.0, float(weights.min()))
        about = {"objective": objective, "S": S, "n": n, "weight": weight}
        self._predictor_ = predictor(Pi=Pi, kept=kept, **about)
        self.labels_: Ints = restore(result.labels)
        self.objective_: float = result.objective
        self.n_iter_: int = result.n_iter
        self.history_: Floats = result.history

    def _prepare(self, X, weights):
        """Samples to search and their weights, which they are, how all get labels, the start."""
        m = X.shape[0]
        w = check_weights(weights, m)
        there = np.ones(m, dtype=bool) if w is None else w > 0
        kept = None if there.all() else np.flatnonzero(there)
        if there.sum() < 2:
            raise ValueError(
                f"sample_weight must be positive for at least 2 samples; got {there.sum()}."
            )
        rows = X
        if kept is not None:
            rows = X[np.ix_(kept, kept)] if self.kernel == "precomputed" else X[kept]
        rows, w, first, which = self._merge(rows, None if w is None else w[there])
        init, blocks = self.init, None
        if not isinstance(init, str):
            init = check_init(init, m, self.n_clusters, every=False)
            if self.together is not None:
                init = agreed(init, blocks_of(self.together, m))
            init = init[there]
            order = np.argsort(init < 0, kind="stable")  # of equal rows the first that is known
            merged = np.arange(len(init))[which][order]
            init = init[order[np.unique(merged, return_index=True)[1]]]
        start = {"init": init}
        if self.together is not None:
            alike = np.arange(m)
            alike[there] = alike[there][first][which]
            blocks = blocks_of(self.together, m, alike)
            start["blocks"] = np.unique(blocks[there][first], return_inverse=True)[1]

        def restore(labels):
            labels = labels[which]
            if kept is None:
                return labels
            out = np.empty(m, dtype=labels.dtype)
            out[there] = labels
            aside, near = X[~there], self.kernel == "graph"
            out[~there] = (
                labels[nearest(aside, X[there])] if near else self._predictor_.labels(aside)
            )
            if blocks is not None:  # those of weight 0 go with one of their block that has a weight
                order = np.argsort(~there, kind="stable")
                out = out[order[np.unique(blocks[order], return_index=True)[1]]][blocks]
            return out

        w = None if w is None or (w == 1).all() else w
        return rows, w, kept, restore, start

    def _merge(self, X, w):
        """Samples to cluster, their weights, the first of each and which it is of all."""
        return X, w, _ALL, _ALL

    def _kernel_params(self, X, weights):
        """Parameters of `kernel_matrix`, those that depend on the samples resolved."""
        names = ("kernel", "degree", "coef0", "n_neighbors", "kernel_params")
        return {name: getattr(self, name) for name in names} | {
            "gamma": resolve_gamma_of(self.kernel, self.gamma, X, weights),
            "origin": centring_origin(self.kernel, X),
        }

    def _gram(self, X, params, weights, rng):
        """The Gram to search, and what makes a predictor of a partition of it."""
        if self.rank is None:
            return exact(X, params, weights)
        self._check_rank()
        effort = {"max_rank": self.rank, "n_clusters": max(self.n_clusters, 2)}
        effort |= {"random_state": rng, "verbose": self.verbose}
        gram, predictor, low = low_rank(X, params, weights, effort)
        self._keep_ending(gram.B.shape[1], low)
        return gram, predictor

    def _cluster(self, gram, weights, rng, init, blocks=None):
        """What the search found, and its objective."""
        objective = self._make_objective()
        c = int(self.n_clusters)
        if blocks is not None:
            gram, weights, init = joined(gram, weights, init, blocks, c)
        problem = Problem(gram, objective, c, weights, self.max_iter)
        found = solve(problem, init, self.n_init, rng, verbose=self.verbose)
        if blocks is not None:
            found = replace(found, labels=found.labels[blocks])
        return found, objective

    def _fit_rows(self, rows):
        """Fit to row blocks: a sample of them is searched, then all."""
        objective = self._make_objective()
        rng = check_random_state(self.random_state)
        survey = survey_rows(rows, self.n_clusters, rng)
        sample = survey.sample
        params = column_params(self._kernel_params(sample.X, sample.weights))
        marks = find_landmarks(survey, params, self.rank, self.n_clusters, rng, self.verbose)
        self._keep_ending(len(marks.features.mean), marks)
        if 1 < self.n_clusters < len(sample.rows) and not is_informative(marks.gram):
            self._warn_of_no_information(params["gamma"])
        tries = self.init, self.n_init, self.max_iter, rng, self.verbose
        state, self.n_iter_, self.history_ = search_rows(survey, marks, objective, *tries)
        self.objective_ = float(self.history_[-1])
        weight, sums = min(1.0, survey.least), state.totals.sums
        about = {"objective": objective, "S": state.S, "n": state.n, "weight": weight}
        about |= {"features": marks.features, "cluster_sums": sums, "scatter": marks.scatter}
        self._predictor_ = NystromPredictor(**about)
        self.labels_ = labels_by_block(survey.rows, state, weight)

    def _rows_of_array(self, X, weights):
        self._check_by_rows()
        m, labels = X.shape[0], None
        if not isinstance(self.init, str):
            labels = check_init(self.init, m, self.n_clusters)
        return ArrayRows(X, check_weights(weights, m), labels)

    def _rows_of_dask(self, X, weights):
        if "rank" not in self.get_params(deep=False):
            raise ValueError(
                f"X must be in memory for {type(self).__name__}; got a dask array, which "
                "CLUHSIC, KernelKMeans and CLUHSICAL work on. Try X.compute()."
            )
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
