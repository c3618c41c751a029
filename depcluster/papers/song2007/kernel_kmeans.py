"""Kernel k-means, plain and weighted: CLUHSIC with A = I."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from ..._base.estimator import estimator
from ..._validation import equal_rows
from ...search.objectives import Normalized
from .cluhsic import Bounded


@estimator()
class KernelKMeans(Bounded):
    r"""Kernel k-means: the groups with the least scatter in feature space.

    .. math:: \max_\Pi\ \mathrm{tr}(K P P'), \qquad P = \Pi\, \mathrm{diag}(n)^{-1/2}

    that is CLUHSIC with A = I and the normalised P; in Song 2007, eq. (7), the same stands with
    Pi and ``A = diag(1 / m_j)``. The within-cluster scatter is the trace of the centred K minus
    the objective. With weights each sample counts as that many copies.

    Parameters
    ----------
    init : {"auto", "random", "k-means++", "spectral"} or array of int of shape (m,)
        Where the first search begins. Labels of -1 are not known: such samples begin where J rises
        most, by the slopes that the known ones give it, and a cluster without a known sample at one
        drawn by k-means++. Of samples in a dask array, labels are one in its chunks, and each
        cluster has a known one. Of identical rows, which are merged, the first label known counts.

    Attributes
    ----------
    labels_, objective_, objective_bound_, n_iter_, history_, rank_, residual_, stopped_by_
    n_features_in_

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
