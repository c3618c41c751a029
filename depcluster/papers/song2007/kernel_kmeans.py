"""Kernel k-means, plain and weighted: CLUHSIC with A = I."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from ..._validation import equal_rows
from ...search.objectives import Normalized
from .cluhsic import Bounded


class KernelKMeans(Bounded):
    r"""Kernel k-means: the groups with the least scatter in feature space.

    .. math:: \max_\Pi\ \mathrm{tr}(K P P'), \qquad P = \Pi\, \mathrm{diag}(n)^{-1/2}

    that is CLUHSIC with A = I and the normalised P; in Song 2007, eq. (7), the same stands with
    Pi and ``A = diag(1 / m_j)``. The within-cluster scatter is the trace of the centred K minus
    the objective. With weights each sample counts as that many copies.

    Parameters
    ----------
    n_clusters : int, default=3
    kernel : str or callable, default="rbf"
        A pairwise kernel of scikit-learn, "graph", "precomputed" or a function.
    gamma : float, "median" or "scale", default="median"
        Width of the kernel; "median" is 1 / median squared distance.
    degree, coef0 : float, default=2, 1
        Of the polynomial kernel ``(gamma x'y + coef0)^degree``.
    n_neighbors : int or "auto", default="auto"
        Of the graph kernel; "auto" is 10, fewer below 55 samples (`graph_kernel`).
    kernel_params : dict, optional
        More parameters of a callable or the graph kernel.
    init : {"auto", "random", "k-means++", "spectral"} or array of int of shape (m,)
        A dask array in the chunks of the samples, where these are one.
        Of identical rows, which are merged, the label of the first counts.
    n_init : int, default=20
        Number of searches.
    max_iter : int, default=100
    rank : int, optional
        Work on an incomplete Cholesky factor of at most this many columns, with pivots drawn at
        random, instead of the whole kernel matrix; see `incomplete_cholesky`. Of more than 20 000
        samples, or of 100 a cluster if that is more, a sample is searched first and then all, a
        block of rows at a time. The factor may end before (``stopped_by_``). Where it does not end
        at the eigengap, a warning says so if more than a tenth of the centred trace is left out.
        Dask arrays need rank, and so does `transform`: the rows of the factor are features of old
        and new samples.
    random_state : int, RandomState or None, default=None
    verbose : int, default=0

    Attributes
    ----------
    labels_ : ndarray or dask.array.Array of int of shape (m,)
        Of a dask array of samples they are computed when they are asked for, in its chunks.
    objective_ : float
        J of the labels.
    objective_bound_ : float
        No partition can have a larger J. Computed when it is first asked for.
    n_iter_ : int
    history_ : ndarray
        J along its steps; it never falls.
    rank_ : int
        Columns of the factor; with ``rank`` only, as are the next two.
    residual_ : float
        Share of the trace of the centred kernel matrix that the factor leaves out.
    stopped_by_ : {"tolerance", "eigengap", "rank"}
        What ended the factor: nothing was left, what was left is less than the eigengap, or
        ``rank`` was reached.
    n_features_in_ : int

    Notes
    -----
    Samples of weight 0 are set aside and identical rows merged before the search, so that a
    weight of two and two copies are the same problem exactly; rows are merged for no graph, no
    precomputed matrix and where ``rank`` works on blocks of rows. Samples set aside are labelled
    at the end as `predict` would, for a graph kernel as the nearest sample that has a weight.

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
        n_neighbors="auto",
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
        X : array-like or sparse array of shape (m, d), or (m, m) for kernel="precomputed"
            Sparse samples, for "linear", "cosine", "poly" and "rbf", and sparse matrices are
            never made dense.
            Or a dask array of shape (m, d) whose rows are worked on a block at a time. Widths,
            pivots and the first partition then come from a sample of 20 000 rows, or of 100 a
            cluster if that is more; the search goes on from there over all rows.
        y : ignored
        sample_weight : array-like of shape (m,), optional
            Non-negative weights; a dask array in the chunks of X, where X is one.

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

    def _merge(self, X, w):
        if self.kernel in ("precomputed", "graph"):
            return super()._merge(X, w)
        if sparse.issparse(X):
            first, which = equal_rows(X)
        else:
            _, first, which = np.unique(X, axis=0, return_index=True, return_inverse=True)
            order = first.argsort()  # as they come, not by value
            first, which = first[order], order.argsort()[which.ravel()]
        if len(first) == X.shape[0]:
            return super()._merge(X, w)
        return X[first], np.bincount(which, w).astype(float), first, which

    def _make_objective(self):
        return Normalized(np.eye(self.n_clusters)), {"_bound": None}
