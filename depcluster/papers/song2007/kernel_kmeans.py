"""Kernel k-means, plain and weighted: CLUHSIC with A = I."""

from __future__ import annotations

import numpy as np
from sklearn.utils.validation import _check_sample_weight

from ...checks.labels import check_labels
from ...search.objectives import Normalized
from .cluhsic import Bounded, cluhsic


class KernelKMeans(Bounded):
    """Kernel k-means: the groups with the least scatter in feature space.

    ``max tr(K P P')``, that is CLUHSIC with the plain label kernel (Song 2007, eq. 7). The
    within-cluster scatter is the trace of the centred K minus the objective. With weights
    each sample counts as that many copies.

    Parameters
    ----------
    n_clusters : int, default=3
    kernel : str or callable, default="rbf"
        A pairwise kernel of scikit-learn, "graph", "precomputed" or a function.
    gamma : float, "median" or "scale", default="median"
        Width of the kernel; "median" is 1 / median squared distance.
    degree, coef0 : float, default=2, 1
        Of the polynomial kernel ``(gamma x'y + coef0)^degree``.
    n_neighbors : int, default=10
        Of the graph kernel.
    kernel_params : dict, optional
        More parameters of a callable or the graph kernel.
    init : {"auto", "random", "k-means++", "spectral"} or array of int of shape (m,)
        Of identical rows, which are merged, the label of the first counts.
    n_init : int, default=20
        Number of searches.
    max_iter : int, default=100
    rank : int, optional
        Work on an incomplete Cholesky factor of at most this many columns instead of the
        whole kernel matrix; see `incomplete_cholesky`. Memory is then O(m rank).
    random_state : int, RandomState or None, default=None
    verbose : int, default=0

    Attributes
    ----------
    labels_ : ndarray of int of shape (m,)
    objective_ : float
        J of the labels.
    objective_bound_ : float
        No partition can have a larger J. Computed when it is first asked for.
    n_iter_ : int
    history_ : ndarray
        J along its steps; it never falls.
    n_features_in_ : int

    Notes
    -----
    Rows of weight 0 are set aside and identical rows merged before the search, so that a
    weight of two and two copies are the same problem exactly. Rows set aside are labelled
    at the end as `predict` would.

    References
    ----------
    L. Song, A. Smola, A. Gretton, K. Borgwardt. A dependence maximization view of
    clustering. ICML 2007.

    Examples
    --------
    >>> from sklearn.datasets import make_moons
    >>> X, y = make_moons(200, noise=0.06, random_state=0)
    >>> labels = KernelKMeans(2, kernel="graph", random_state=0).fit_predict(X)
    >>> bool(abs((labels == y).mean() - 0.5) == 0.5)
    True
    """

    def __init__(
        self,
        n_clusters=3,
        *,
        kernel="rbf",
        gamma="median",
        degree=2,
        coef0=1,
        n_neighbors=10,
        kernel_params=None,
        init="auto",
        n_init=20,
        max_iter=100,
        rank=None,
        random_state=None,
        verbose=0,
    ):
        self.n_clusters = n_clusters
        self.kernel = kernel
        self.gamma = gamma
        self.degree = degree
        self.coef0 = coef0
        self.n_neighbors = n_neighbors
        self.kernel_params = kernel_params
        self.init = init
        self.n_init = n_init
        self.max_iter = max_iter
        self.rank = rank
        self.random_state = random_state
        self.verbose = verbose

    def fit(self, X, y=None, sample_weight=None):
        """Cluster the samples.

        Parameters
        ----------
        X : array-like of shape (m, d), or (m, m) for kernel="precomputed"
        y : ignored
        sample_weight : array-like of shape (m,), optional
            Non-negative weights.

        Returns
        -------
        KernelKMeans
            Itself.

        Raises
        ------
        ValueError
            If the samples or a parameter cannot be used; nothing is then left fitted.
        """
        return self._fit(X, sample_weight)

    def _prepare(self, X, weights):
        X = self._validate(X)
        w = _check_sample_weight(weights, X, dtype=float, ensure_non_negative=True)
        kept = np.flatnonzero(w > 0)
        if len(kept) < 2:
            raise ValueError(
                f"sample_weight must be positive for at least 2 samples; got {len(kept)}."
            )
        if self.kernel in ("precomputed", "graph"):
            return self._prepare_rows(X, w, kept)
        _, first, which = np.unique(X[kept], axis=0, return_index=True, return_inverse=True)
        order = first.argsort()  # as they come, not by value
        first, which = first[order], order.argsort()[which.ravel()]
        rows, merged = X[kept[first]], np.bincount(which, w[kept])
        init = self.init
        if not isinstance(init, str):
            init = check_labels(init, len(X), self.n_clusters, name="init")[kept[first]]

        def restore(labels):
            out = np.empty(len(X), dtype=labels.dtype)
            out[kept] = labels[which]
            aside = np.setdiff1d(np.arange(len(X)), kept)
            if len(aside):
                out[aside] = self._assign(X[aside])
            return out

        return rows, None if (merged == 1).all() else merged, restore, init

    def _prepare_rows(self, X, w, kept):
        if len(kept) < len(X):
            raise ValueError(
                f"sample_weight must be positive for kernel={self.kernel!r}; got "
                f"{len(X) - len(kept)} zeros. Leave those samples out."
            )
        return X, None if (w == 1).all() else w, lambda labels: labels, self.init

    def _cluster(self, gram, weights, init):
        A = np.eye(self.n_clusters)
        result = cluhsic(
            gram,
            A,
            init=init,
            sample_weight=weights,
            **self._effort(),
        )
        return result, Normalized(A), {"_bound": None}
