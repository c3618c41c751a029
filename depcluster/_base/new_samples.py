"""What a fit with a kernel makes of new samples: labels, a score and features."""

from __future__ import annotations

from copy import copy
from typing import Literal

import numpy as np
from scipy import sparse
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from .._typing import ArrayLike, Floats, Ints, SparseArray
from .._validation import available_if, is_dask, validated
from ..kernels.low_rank import kernel_with
from ..kernels.matrix import check_kernel_name, check_takes_sparse, kernel_diagonal, takes_sparse
from ..labels.partition import one_hot
from ..search.objectives import value
from .blockwise import load_dask_rows
from .estimator import Estimator
from .prediction import PivotKernel, assign, in_slices


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
        if not isinstance(self._place, PivotKernel):
            raise ValueError(
                "rank must be an integer when fit is called, so that there are features; got "
                "None then. Call fit again."
            )
        if not is_dask(X):
            return self._place.rows(self._validated(X, reset=False))
        rows_of = self._alone()._rows_of_block
        return load_dask_rows().table_by_block(rows_of, self._checked(X), self.rank_)


class NewSamples(  # type: ignore[call-arg]
    ClassNamePrefixFeaturesOutMixin,
    _Features,
    Estimator,
    auto_wrap_output_keys=None,  # wrapped anew, transform would seem to be there without rank
):
    """Base of the estimators with a kernel: what they do after fit.

    fit leaves ``_place``, ``_params``, ``_objective``, ``_S``, ``_n`` and ``_unit``;
    without rank ``_typical``, and ``_kept`` where samples of weight 0 are left out.
    """

    objective_: float
    n_iter_: int
    history_: Floats
    rank_: int
    residual_: float
    stopped_by_: Literal["tolerance", "eigengap", "rank"]

    _kept = None  # which samples of a precomputed matrix were there for the search; None for all

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

    def _check_place(self):
        if isinstance(self.kernel, str) and self.kernel == "graph":
            raise AttributeError(
                "predict and score are not available for a graph kernel: the graph has no place "
                "for new samples."
            )

    @property
    def _n_features_out(self):
        return self.rank_

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
            return load_dask_rows().by_block(self._alone()._assign_block, self._checked(X))
        return self._assign(self._validated(X, reset=False))

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
        return float(value(self._objective, S, n))

    def _sums_of_new(self, X):
        """Block sums of new samples by the labels of `predict`, and the sizes of the clusters."""
        check_is_fitted(self)
        if is_dask(X):
            raise ValueError("X must be in memory for score; got a dask array. Try X.compute().")
        X = self._validated(X, reset=False)
        Pi = one_hot(self._assign(X), len(self._n))
        S = self._place.block_sums(X, Pi, self._params)
        return S, Pi.sum(axis=0)

    def _checked(self, X):
        """A dask array with the columns of fit."""
        if X.ndim == 2 and X.shape[1] != self.n_features_in_:
            raise ValueError(
                f"X must have {self.n_features_in_} features, as in fit; got {X.shape[1]}."
            )
        return X

    def _alone(self):
        """This fit as it travels to blocks: what has to do with the samples of fit stays here."""
        alone = copy(self)
        alone.init = alone.labels_ = None
        vars(alone).pop("feature_names_in_", None)  # blocks have no names
        return alone

    def _assign_block(self, X):
        return self._assign(self._validated(X, reset=False)) if len(X) else np.empty(0, np.intp)

    def _rows_of_block(self, X):
        empty = np.empty((0, self.rank_))
        return self._place.rows(self._validated(X, reset=False)) if len(X) else empty

    def _assign(self, X):
        """Labels of samples, some at a time."""
        labels = np.empty(X.shape[0], dtype=np.intp)
        for part in in_slices(X, self._place.X.shape[0]):
            G, own = self._place.scores(*self._values(X[part]))
            labels[part] = assign(self._objective, self._S, self._n, G, own, self._unit)
        return labels

    def _values(self, X):
        """Kernel values of samples with those that stand for fit, and with themselves."""
        if self._params["kernel"] == "precomputed":
            K_new = X if self._kept is None else X[:, self._kept]
            return K_new, np.full(X.shape[0], self._typical)
        return kernel_with(self._place.X, X, self._params), kernel_diagonal(X, **self._params)

    def _kernel_params(self, gamma):
        names = ("kernel", "degree", "coef0", "n_neighbors", "kernel_params")
        params = {name: getattr(self, name) for name in names}
        return params | {"gamma": gamma, "origin": self._origin}

    def _validated(self, X, **options):
        """Samples as an array, or CSR where they are sparse and the kernel takes such."""
        if isinstance(self.kernel, str):
            check_kernel_name(self.kernel)
        if sparse.issparse(X):
            check_takes_sparse(self.kernel, X)
        return validated(self, X, accept_sparse="csr", **options)
