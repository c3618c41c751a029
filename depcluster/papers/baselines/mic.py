"""MIC, the rival of SMIC in Sugiyama 2011 (section 3.8): logistic, iterative, started by others.

Self-tuning spectral clustering gives the start, as in the paper, here with the usual seven
neighbours; the kernel logistic model (see `kernel_logistic`) on the sparse
local-scaling kernel (7) learns it and raises its mutual information; maximum-likelihood mutual
information chooses the parameter of the kernel.
"""

from __future__ import annotations

import numpy as np
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.metrics import pairwise_distances_argmin
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted, validate_data

from ...kernels.local_scaling import check_n_neighbors, local_scaling, nearest_neighbours
from ...search.restarts import check_counts
from ..fitting import all_or_nothing
from ..sugiyama2011.smic import check_candidates
from .kernel_logistic import mic
from .mlmi import MlmiPlan
from .self_tuning import self_tuning_spectral


class MIC(ClusterMixin, BaseEstimator):
    """MI-based clustering with the sparse local-scaling kernel (Sugiyama 2011, section 3.8).

    Parameters
    ----------
    n_clusters : int, default=3
    n_neighbors : "mlmi" or int, default="mlmi"
        The t of the kernel; "mlmi" tries the candidates and keeps the one whose labels have
        the largest maximum-likelihood mutual information.
    candidates : iterable of int, default=(1, ..., 10)
        For "mlmi". Numbers above n_samples - 1 count as n_samples - 1.
    regularization : float, default=0.01
        Weight of ``1/m sum_y ||alpha_y||^2``, the regulariser that Gomes et al. add.
    max_iter : int, default=1000
        Of L-BFGS.
    random_state : int, RandomState or None, default=None
        Of the start, and of the centres and folds of MLMI.

    Attributes
    ----------
    labels_ : ndarray of int of shape (m,)
        0..n_clusters-1; some may be unused.
    n_neighbors_ : int
    candidates_ : ndarray of int
        The numbers of neighbours tried, in ascending order.
    mlmi_path_ : ndarray
        MLMI of the labels of each; empty for an integer n_neighbors.
    mutual_information_ : float
        The estimate (20).
    n_iter_ : int
    n_features_in_ : int

    References
    ----------
    R. Gomes, A. Krause, P. Perona. Discriminative clustering by regularized information
    maximization. NIPS 2010.

    Examples
    --------
    >>> X = np.random.default_rng(0).normal(size=(40, 2)) + np.repeat([[0], [9]], 20, axis=0)
    >>> labels = MIC(2, n_neighbors=7, random_state=0).fit_predict(X)
    >>> len(set(labels[:20])), len(set(labels[20:])), len(set(labels))
    (1, 1, 2)
    """

    def __init__(
        self,
        n_clusters=3,
        *,
        n_neighbors="mlmi",
        candidates=tuple(range(1, 11)),
        regularization=0.01,
        max_iter=1000,
        random_state=None,
    ):
        self.n_clusters = n_clusters
        self.n_neighbors = n_neighbors
        self.candidates = candidates
        self.regularization = regularization
        self.max_iter = max_iter
        self.random_state = random_state

    def fit(self, X, y=None):
        """Cluster the samples.

        Parameters
        ----------
        X : array-like of shape (m, d)
        y : ignored

        Returns
        -------
        MIC
            Itself.

        Raises
        ------
        ValueError
            If the samples or a parameter cannot be used; nothing is then left fitted.
        """
        with all_or_nothing(self):
            X = validate_data(self, X, dtype=float, ensure_min_samples=2)
            check_counts(self.n_clusters, len(np.unique(X, axis=0)), max_iter=self.max_iter)
            tried, path, kernel, result = self._choose(X, check_random_state(self.random_state))
        self._kernel, self._coefficients = kernel, result.coefficients
        self.labels_ = result.labels
        self.n_neighbors_ = kernel.n_neighbors
        self.candidates_, self.mlmi_path_ = np.array(tried), np.array(path)
        self.mutual_information_ = result.mutual_information
        self.n_iter_ = result.n_iter
        return self

    def _choose(self, X, rng):
        """Candidates tried, their MLMI, and the kernel and result to keep."""
        chosen = isinstance(self.n_neighbors, str)
        if chosen and self.n_neighbors != "mlmi":
            raise ValueError(f'n_neighbors must be "mlmi" or an integer; got {self.n_neighbors!r}.')
        if chosen:
            tried = check_candidates(self.candidates, len(X))
        else:
            tried = [check_n_neighbors(self.n_neighbors, len(X))]
        near = nearest_neighbours(X, tried[-1])
        start = self_tuning_spectral(
            X, self.n_clusters, n_neighbors=min(7, len(X) - 1), random_state=rng
        )
        plan = MlmiPlan(X, n_folds=min(5, len(X)), random_state=rng) if chosen else None
        best, path = None, []
        for t in tried:
            kernel = local_scaling(X, t, neighbours=near)
            result = mic(
                kernel.K,
                start.labels,
                self.n_clusters,
                regularization=self.regularization,
                max_iter=self.max_iter,
            )
            if chosen:
                path.append(plan.value(result.labels, self.n_clusters).value)
            if best is None or path[-1] > max(path[:-1]):
                best = kernel, result
        return tried, path, *best

    def predict(self, X):
        """The most probable class of each sample.

        Parameters
        ----------
        X : array-like of shape (k, d)

        Returns
        -------
        ndarray of int of shape (k,)
            Samples of fit get their ``labels_``. One so far away that all its kernel values
            are 0, about which the model says nothing, gets the label of the nearest sample
            of fit.
        """
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=float)
        rows = self._kernel.rows(X)
        labels = (rows @ self._coefficients).argmax(axis=1)
        lost = rows.sum(axis=1) == 0
        if lost.any():
            labels[lost] = self.labels_[pairwise_distances_argmin(X[lost], self._kernel.X)]
        return labels
