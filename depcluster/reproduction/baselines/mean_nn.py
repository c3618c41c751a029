"""MeanNN: mean nearest-neighbour clustering (Faivishevsky and Goldberger 2010)."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from scipy.spatial.distance import pdist, squareform
from sklearn.utils import check_random_state

from ..._base.estimator import Estimator, estimator
from ..._typing import ArrayLike, Floats, Init, RandomState
from ..._validation import check_different, check_samples, checked
from ...kernels.eigenvectors import leading_eigenvectors
from ...kernels.gram import Dense
from ...kernels.local_scaling import check_spread
from ...search.local_search import Problem
from ...search.objectives import MeanPairs
from ...search.restarts import SearchResult, solve


@checked()
def mean_nn(
    X: ArrayLike,
    n_clusters: int,
    *,
    eps: float | None = None,
    init: Init = "auto",
    n_init: int = 20,
    max_iter: int = 100,
    random_state: RandomState = None,
) -> SearchResult:
    r"""Minimise the mean log distance inside clusters (Sugiyama 2011, eq. 17).

    .. math:: \sum_y \frac{1}{n_y - 1} \sum_{i \ne j \in y}
       \log\left(\|x_i - x_j\|^2 + \epsilon\right) \tag{17}

    It is ``-<W(n), S>`` with ``K_ij = -log(||x_i - x_j||^2 + eps)``, zero diagonal, not centred,
    and ``W = diag(1 / (n_y - 1))``: one more objective for the package's local search.

    Parameters
    ----------
    X : array-like of shape (m, d)
    n_clusters : int
    eps : float, optional
        Smoothing of the log distances, positive; 1/m when left out.
    init : {"auto", "random", "k-means++", "spectral"} or array of int of shape (m,), default="auto"
        The spectral start uses the centred K, k-means++ the distances that go with K.
    n_init : int, default=20
        Number of searches; the best is kept. The first begins at ``init``, most later ones near
        the best so far (`depcluster.search`). From "spectral" alone and from labels there is one.
    max_iter : int, default=100
        The most sweeps and passes of one search.
    random_state : int, RandomState or None, default=None

    Returns
    -------
    SearchResult
        Its objective is (17), of which less is better.

    Raises
    ------
    ValueError
        If a parameter cannot be used.

    Notes
    -----
    A cluster of one sample has no pairs and adds nothing to (17), so an outlier may well be
    left alone. A cluster is never emptied.

    Examples
    --------
    >>> X = np.array([[0.0], [0.1], [0.2], [5.0], [5.1], [5.2]])
    >>> labels = mean_nn(X, 2, random_state=0).labels
    >>> bool((labels[:3] == labels[0]).all() and (labels[3:] == 1 - labels[0]).all())
    True
    """
    X = check_samples(X)
    check_different(n_clusters, X, n_init=n_init, max_iter=max_iter)
    K = log_distance_kernel(X, eps)
    problem = Problem(Dense(K, centred=False), MeanPairs(n_clusters), n_clusters, None, max_iter)
    vectors = leading_eigenvectors(Dense(K), n_clusters - 1)[1] if n_clusters > 1 else None
    best = solve(problem, init, n_init, check_random_state(random_state), vectors=vectors)
    return replace(best, objective=-best.objective, history=-best.history)


def log_distance_kernel(X, eps=None):
    """``K_ij = -log(||x_i - x_j||^2 + eps)`` with zero diagonal; eps is 1/m when left out."""
    check_spread(X)
    eps = 1 / len(X) if eps is None else eps
    return squareform(-np.log(pdist(X, "sqeuclidean") + eps))


@estimator
class MeanNN(Estimator):
    r"""Mean nearest-neighbour clustering (Faivishevsky and Goldberger 2010).

    To compare with: an estimate of the mutual information of samples and labels that has no kernel
    and no width to choose.

    >>> from depcluster import datasets
    >>> from depcluster.reproduction import baselines
    >>> X, y = datasets.make_three()  # three groups
    >>> baselines.MeanNN(3, random_state=0).fit_predict(X)[::6]
    array([0, 0, 0, 0, 1, 1, 1, 2, 2, 2])

    .. math:: \min_\Pi\ \sum_y \frac{1}{n_y - 1} \sum_{i \ne j \in y}
       \log\left(\|x_i - x_j\|^2 + \epsilon\right) \tag{17}

    in the number of Sugiyama 2011.

    Parameters
    ----------
    n_clusters : int, default=3
    eps : float, optional
        Smoothing of the log distances, positive; 1/m when left out.
    init : {"auto", "random", "k-means++", "spectral"} or array of int of shape (m,), default="auto"
        The spectral start uses the centred K, k-means++ the distances that go with K.
    n_init : int, default=20
        Number of searches; the best is kept. The first begins at ``init``, most later ones near
        the best so far (`depcluster.search`). From "spectral" alone and from labels there is one.
    max_iter : int, default=100
        The most sweeps and passes of one search.
    random_state : int, RandomState or None, default=None

    Attributes
    ----------
    labels_ : ndarray of int of shape (m,)
    objective_ : float
        (17) of the labels; smaller is better.
    n_iter_ : int
    history_ : ndarray
    n_features_in_ : int
    """

    eps: float | None = None
    init: Init = "auto"
    n_init: int = 20
    max_iter: int = 100
    random_state: RandomState = None

    def _fit_samples(self, X: Floats) -> None:
        found = mean_nn(X, **self._options())
        self.labels_, self.objective_ = found.labels, found.objective
        self.n_iter_, self.history_ = found.n_iter, found.history
