"""Jenssen's angle method for scikit-learn, with labels for new samples."""

from __future__ import annotations

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from ..fitting import all_or_nothing
from .angle import angle_clustering
from .weightings import window_kernel


class AngleSpectralClustering(ClusterMixin, BaseEstimator):
    """Information theoretic angle-based spectral clustering (Jenssen et al. 2006).

    Looks for clusters whose densities have a large Cauchy-Schwarz divergence, which is to say
    mean vectors at large angles in the feature space of a weighted kernel.

    Parameters
    ----------
    n_clusters : int, default=3
    weighting : {"laplacian", "affinity", "outlier"} or callable, default="laplacian"
        What a sample counts for: "affinity" is u = 1, "laplacian" u = 1 / f with f the density,
        "outlier" the same with next to nothing for a sample that has no other within 3 sigma, as
        printed. A callable ``u(X, K)`` gets the samples and the window kernel (ones on its
        diagonal) and returns a positive number a sample; `scale_free_outlier_weights` is one.
    sigma : float, "mean", "amise" or "lscv", default="mean"
        Width of the window that estimates the densities; the kernel is
        ``exp(-||x - y||^2 / (4 sigma^2))``. The rules are those of `bandwidth`.
    init : {"axes", "random"}, default="axes"
        First mean vectors: the unit axes, or samples drawn at random.
    max_iter : int, default=100
    random_state : int, RandomState or None, default=None
        Of init="random"; nothing else here is random.

    Attributes
    ----------
    labels_ : ndarray of int of shape (m,)
        0..n_clusters-1, each used.
    embedding_ : ndarray of shape (m, n_clusters)
        ``sqrt(lambda) e``, eq. (12).
    eigenvalues_ : ndarray of shape (n_clusters,)
        In descending order.
    means_ : ndarray of shape (n_clusters, n_clusters)
        Mean vector of each cluster in the embedding, a row each.
    divergence_ : float
        Cauchy-Schwarz divergence of the clusters, eq. (1), from the whole kernel matrix.
    cost_ : float
        Eq. (11) in the embedding, the mean cosine between mean vectors: what the iterations
        watch. Minus its logarithm is the divergence as the leading eigenvectors see it.
    history_ : ndarray of shape (n_iter_,)
        That cost after each pass.
    sigma_ : float
    weights_ : ndarray of shape (m,)
        u of each sample; densities are in units of the window's peak W(0).
    n_iter_ : int
        Passes made, the last and confirming one included.
    n_undecided_ : int
        Samples the embedding puts at the origin, which got the label of the nearest other one.
    n_features_in_ : int

    References
    ----------
    R. Jenssen, D. Erdogmus, J. C. Principe, T. Eltoft. Information theoretic angle-based spectral
    clustering: a theoretical analysis and an algorithm. IJCNN 2006.

    Examples
    --------
    >>> from depcluster.datasets import make_crescents
    >>> X, y = make_crescents()
    >>> fitted = AngleSpectralClustering(2).fit(X)
    >>> len(set(zip(y.tolist(), fitted.labels_.tolist())))
    2
    >>> bool(np.degrees(np.arccos(fitted.cost_)) > 89)  # a right angle, nearly
    True
    """

    def __init__(
        self,
        n_clusters=3,
        *,
        weighting="laplacian",
        sigma="mean",
        init="axes",
        max_iter=100,
        random_state=None,
    ):
        self.n_clusters = n_clusters
        self.weighting = weighting
        self.sigma = sigma
        self.init = init
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
        AngleSpectralClustering
            Itself.

        Raises
        ------
        ValueError
            If the samples or a parameter cannot be used; nothing is then left fitted.
        """
        with all_or_nothing(self):
            X = validate_data(self, X, dtype=float, ensure_min_samples=2)
            found = angle_clustering(X, **self.get_params(deep=False))
        self._X, self._undecided = X, found.undecided
        self._map = np.sqrt(found.weights)[:, None] * found.embedding / found.eigenvalues
        self.labels_ = found.labels
        self.embedding_ = found.embedding
        self.eigenvalues_ = found.eigenvalues
        self.means_ = found.means
        self.divergence_ = found.divergence
        self.history_ = found.history
        self.cost_ = float(found.history[-1])
        self.sigma_ = found.sigma
        self.weights_ = found.weights
        self.n_iter_ = len(found.history)
        self.n_undecided_ = int(found.undecided.sum())
        return self

    def predict(self, X):
        """Labels of samples: the mean vector at the smallest angle.

        A sample is mapped by Nystrom's formula, ``Phi_l(x) = sum_i K_u(x, x_i) e_li /
        sqrt(lambda_l)``. Its own weight only stretches that vector, so no angle needs it.

        Parameters
        ----------
        X : array-like of shape (k, d)

        Returns
        -------
        ndarray of int of shape (k,)
            A sample outside every window, or nearest to a sample that fit left undecided, gets
            the label of the nearest sample of fit. After fit has converged its samples keep
            their ``labels_``.
        """
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=float)
        Phi = window_kernel(X, self._X, sigma=self.sigma_) @ self._map  # (k, c)
        units = self.means_ / np.linalg.norm(self.means_, axis=1, keepdims=True)
        labels = (Phi @ units.T).argmax(axis=1)
        nearest = cdist(X, self._X, "sqeuclidean").argmin(axis=1)
        lost = self._undecided[nearest] | ~Phi.any(axis=1)
        labels[lost] = self.labels_[nearest[lost]]
        return labels
