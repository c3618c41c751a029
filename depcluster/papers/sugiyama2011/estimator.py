"""SMIC for scikit-learn: the kernel parameter chosen by LSMI, labels for new samples."""

from __future__ import annotations

import numpy as np
from sklearn.base import (
    BaseEstimator,
    ClassNamePrefixFeaturesOutMixin,
    ClusterMixin,
    TransformerMixin,
)
from sklearn.utils.validation import check_is_fitted, validate_data

from ...kernels.local_scaling import check_kernel_normalization, check_n_neighbors, local_scaling
from ...search.restarts import check_counts
from ..fitting import all_or_nothing
from .smic import check_class_prior, settled_labels, smic, smic_path

_TIE = 1e-9


class SMIC(ClassNamePrefixFeaturesOutMixin, TransformerMixin, ClusterMixin, BaseEstimator):
    """SMI-based clustering in closed form, with a kernel parameter it can choose itself.

    The class posterior is modelled on the sparse local-scaling kernel (7); maximising
    squared-loss mutual information makes its parameters leading eigenvectors of the kernel
    matrix, so there is nothing to start and nothing to iterate (Sugiyama et al. 2011).

    Parameters
    ----------
    n_clusters : int, default=3
    n_neighbors : "lsmi" or int, default="lsmi"
        The t of the kernel; "lsmi" tries the candidates and keeps the one whose labels have
        the largest LSMI, of equal ones the smallest.
    candidates : iterable of int, default=(1, ..., 10)
        For "lsmi". Numbers above n_samples - 1 count as n_samples - 1.
    kernel_normalization : {None, "sym"}, default=None
        None is the kernel as printed, "sym" is ``D^-1/2 K D^-1/2``.
    class_prior : array-like of shape (n_clusters,), optional
        Shares of the clusters, in any order; equal when left out.
    random_state : int, RandomState or None, default=None
        Of LSMI's centres and folds.

    Attributes
    ----------
    labels_ : ndarray of int of shape (m,)
        0..n_clusters-1. A class that no sample prefers stays empty.
    n_neighbors_ : int
    candidates_ : ndarray of int
        The numbers of neighbours tried, in ascending order.
    lsmi_path_ : ndarray
        LSMI of the labels of each; empty for an integer n_neighbors.
    n_undecided_ : int
        Samples outside the support of every eigenvector, which got the label of the nearest
        decided sample.
    eigenvalues_ : ndarray of shape (n_clusters,)
    class_prior_ : ndarray of shape (n_clusters,)
        In ascending order: the smallest belongs to the leading eigenvector.
    n_features_in_ : int

    References
    ----------
    M. Sugiyama, M. Yamada, M. Kimura, H. Hachiya. Information-maximization clustering based on
    squared-loss mutual information. ICML 2011; arXiv:1112.0611.

    Examples
    --------
    >>> from depcluster.datasets import make_blobs4
    >>> X, y = make_blobs4()
    >>> fitted = SMIC(4, random_state=0).fit(X)
    >>> bool(fitted.lsmi_path_.max() < 1.6)
    True
    >>> len(set(zip(y.tolist(), fitted.labels_.tolist())))
    4
    """

    def __init__(
        self,
        n_clusters=3,
        *,
        n_neighbors="lsmi",
        candidates=tuple(range(1, 11)),
        kernel_normalization=None,
        class_prior=None,
        random_state=None,
    ):
        self.n_clusters = n_clusters
        self.n_neighbors = n_neighbors
        self.candidates = candidates
        self.kernel_normalization = kernel_normalization
        self.class_prior = class_prior
        self.random_state = random_state

    def fit(self, X, y=None):
        """Cluster the samples.

        Parameters
        ----------
        X : array-like of shape (m, d)
        y : ignored

        Returns
        -------
        SMIC
            Itself.

        Raises
        ------
        ValueError
            If the samples or a parameter cannot be used; nothing is then left fitted.
        """
        with all_or_nothing(self):
            X = validate_data(self, X, dtype=float, ensure_min_samples=2)
            check_counts(self.n_clusters, len(np.unique(X, axis=0)))
            check_class_prior(self.class_prior, self.n_clusters)
            check_kernel_normalization(self.kernel_normalization)
            tried, path, kernel, result = self._choose(X)
        self._kernel, self._result = kernel, result
        self.labels_ = result.labels
        self.n_neighbors_ = kernel.n_neighbors
        self.candidates_, self.lsmi_path_ = np.array(tried), np.array(path)
        self.n_undecided_ = int(result.undecided.sum())
        self.eigenvalues_ = result.eigenvalues
        self.class_prior_ = result.class_prior
        self._n_features_out = self.n_clusters
        return self

    def _choose(self, X):
        """Candidates tried, their LSMI, and the kernel and result to keep."""
        if not isinstance(self.n_neighbors, str):
            t = check_n_neighbors(self.n_neighbors, len(X))
            kernel = local_scaling(X, t, kernel_normalization=self.kernel_normalization)
            result = smic(kernel.K, self.n_clusters, X=X, class_prior=self.class_prior)
            return [t], [], kernel, result
        if self.n_neighbors != "lsmi":
            raise ValueError(f'n_neighbors must be "lsmi" or an integer; got {self.n_neighbors!r}.')
        path = smic_path(
            X,
            self.n_clusters,
            candidates=self.candidates,
            kernel_normalization=self.kernel_normalization,
            class_prior=self.class_prior,
            random_state=self.random_state,
        )
        best, tried, values = None, [], []
        for candidate in path:
            tried.append(candidate.n_neighbors)
            values.append(candidate.lsmi.value)
            if best is None or values[-1] > best.lsmi.value + _TIE:
                best = candidate
        return tried, values, best.kernel, best.result

    def transform(self, X):
        """Scores of samples, the estimates of p(y|x) before their rows are made to sum to one.

        Parameters
        ----------
        X : array-like of shape (k, d)

        Returns
        -------
        ndarray of shape (k, n_clusters)
            A row of zeros is a sample outside every support. A sample of fit gets the scores
            it got there, its kernel value with itself included.
        """
        X = self._validated(X)
        return self._result.score_rows(self._kernel.rows(X))

    def predict_proba(self, X):
        """Class posteriors, ``pi_y max(0, phi_y) / sum max(0, phi_y)`` with rows summing to one.

        Parameters
        ----------
        X : array-like of shape (k, d)

        Returns
        -------
        ndarray of shape (k, n_clusters)
            For a sample outside every support, about which the model says nothing, the class
            prior; `transform` tells which these are.
        """
        scores = self.transform(X)
        total = scores.sum(axis=1, keepdims=True)
        decided = total > 0
        return np.where(decided, scores / np.where(decided, total, 1), self.class_prior_)

    def predict(self, X):
        """Labels of samples: the class of largest score.

        Parameters
        ----------
        X : array-like of shape (k, d)

        Returns
        -------
        ndarray of int of shape (k,)
            A sample outside every support gets the label of the nearest decided sample of
            fit. Samples of fit get their ``labels_``.
        """
        X = self._validated(X)
        scores = self._result.score_rows(self._kernel.rows(X))
        decided = ~self._result.undecided
        return settled_labels(scores, X, self._kernel.X[decided], self.labels_[decided])

    def _validated(self, X):
        check_is_fitted(self)
        return validate_data(self, X, reset=False, dtype=float)
