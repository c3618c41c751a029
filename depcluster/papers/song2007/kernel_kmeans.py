"""Kernel k-means, plain and weighted: CLUHSIC with A = I."""

from __future__ import annotations

import numpy as np

from ..._base.estimator import estimator
from ..._base.kernel_estimator import KernelEstimator
from ..._validation import equal_rows
from ...search.objectives import Normalized
from .cluhsic import CLUHSIC


@estimator
class KernelKMeans(KernelEstimator):
    r"""Kernel k-means: the groups with the least scatter in feature space.

    For clusters without relatives, of any shape that the kernel sees.

    >>> from depcluster import KernelKMeans, datasets
    >>> X, y = datasets.make_spirals()  # two of them
    >>> KernelKMeans(2, kernel="graph", random_state=0).fit_predict(X)[::20]
    array([0, 0, 0, 0, 0, 1, 1, 1, 1, 1])

    .. math:: \max_\Pi\ \mathrm{tr}(K P P'), \qquad P = \Pi\, \mathrm{diag}(n)^{-1/2}

    that is CLUHSIC with A = I and the normalised P; in Song 2007, eq. (7), the same stands with
    Pi and ``A = diag(1 / m_j)``. The within-cluster scatter is the trace of the centred K minus
    the objective. With weights each sample counts as that many copies.

    Parameters
    ----------
    n_clusters : int, default=3
    kernel : str or callable, default="rbf"
        A pairwise kernel of scikit-learn, "graph", "precomputed" or a function of two samples or of
        two tables of them (`kernel_matrix`).
    gamma : float, "median" or "scale", default="median"
        Width of the kernel; "median" is 1 / median squared distance.
    degree : float, default=2
        Of the polynomial kernel ``(gamma x'y + coef0)^degree``.
    coef0 : float, default=1
        Of the polynomial kernel.
    n_neighbors : int or "auto", default="auto"
        Of the graph kernel; "auto" is 10, fewer below 55 samples (`graph_kernel`).
    kernel_params : dict, optional
        More parameters of a callable or the graph kernel.
    n_init : int, default=20
        Number of searches; the best is kept. The first begins at ``init``, most later ones near
        the best so far (`depcluster.search`). From "spectral" alone and from labels there is one.
    max_iter : int, default=100
        The most sweeps and passes of one search.
    random_state : int, RandomState or None, default=None
    verbose : int, default=0
        Above 0, one line a search.
    init : {"auto", "random", "k-means++", "spectral"} or array of int of shape (m,), default="auto"
        Where the first search begins. Labels of -1 are not known: such samples begin where J rises
        most, by the slopes that the known ones give it, and a cluster without a known sample at one
        drawn by k-means++. Of samples in a dask array, labels are one in its chunks, and each
        cluster has a known one. Of identical rows, which are merged, the first label known counts.
    rank : int, optional
        Work on an incomplete Cholesky factor of at most this many columns, with pivots drawn at
        random, instead of the whole kernel matrix; see `incomplete_cholesky`. Of more than 20 000
        samples, or of 100 a cluster if that is more, a sample is searched first and then all, a
        block of rows at a time. The factor may end before (``stopped_by_``). Where it does not end
        at the eigengap, a warning says so if more than a tenth of the centred trace is left out.
        Dask arrays need rank, and so does `transform`: the rows of the factor are features of old
        and new samples.
    together : sequence of groups, optional
        Pairs or larger groups of samples that must share a label, as lists of their numbers; groups
        that have a sample in common are one. The search moves each as a whole. It says nothing of
        new samples, and of samples in a dask array there is none.

    Attributes
    ----------
    labels_ : ndarray or dask.array.Array of int of shape (m,)
        Of a dask array of samples they are computed when they are asked for, in its chunks.
    objective_ : float
        J of the labels.
    objective_bound_ : float
        No partition can have a larger J; infinite without normalization. Computed when it is
        first asked for.
    n_iter_ : int
        Sweeps and passes of the start, the confirming pass included, and one for each
        later search that raised J.
    history_ : ndarray
        J along these steps; it never falls.
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
    """

    objective_bound_ = CLUHSIC.objective_bound_

    def _merge(self, X, w):
        if self.kernel in ("precomputed", "graph"):
            return super()._merge(X, w)
        first, which = equal_rows(X)
        if len(first) == X.shape[0]:
            return super()._merge(X, w)
        return X[first], np.bincount(which, w).astype(float), first, which

    def _make_objective(self):
        return Normalized(np.eye(self.n_clusters))
