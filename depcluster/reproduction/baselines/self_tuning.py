"""Self-tuning spectral clustering (Zelnik-Manor and Perona 2005), the paper's rival SC."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.spatial.distance import pdist, squareform
from sklearn.cluster import KMeans
from sklearn.utils import check_random_state

from ..._base.estimator import Estimator, estimator
from ..._typing import ArrayLike, Floats, RandomState
from ..._validation import check_different, check_n_neighbors, check_samples, checked
from ...kernels.eigenvectors import leading_eigenvectors
from ...kernels.gram import Dense
from ...kernels.local_scaling import check_spread, local_scaling_values


@dataclass(frozen=True)
class SelfTuningResult:
    """What `self_tuning_spectral` found.

    Attributes
    ----------
    labels : ndarray of int of shape (m,)
    embedding : ndarray of shape (m, c)
        Rows of the leading eigenvectors, scaled to length 1; 0 for a sample with no affinity.
    inertia : float
        Of k-means on the embedding.
    """

    labels: np.ndarray
    embedding: np.ndarray
    inertia: float


@checked()
def self_tuning_spectral(
    X: ArrayLike,
    n_clusters: int,
    *,
    n_neighbors: int = 7,
    n_init: int = 10,
    random_state: RandomState = None,
) -> SelfTuningResult:
    r"""Normalized spectral clustering on the local-scaling affinity (Sugiyama 2011, section 3.2).

    .. math:: W_{ij} = \exp\left(-\frac{\|x_i - x_j\|^2}{2 \sigma_i \sigma_j}\right),
       \qquad W_{ii} = 0

    The leading eigenvectors of ``D^-1/2 W D^-1/2``, rows scaled to length 1; k-means from starts
    whose first centre is random and each next one the sample farthest from those before.

    Parameters
    ----------
    X : array-like of shape (m, d)
    n_clusters : int
    n_neighbors : int, default=7
        sigma_i is the distance to the n_neighbors-th nearest other sample; at most m - 1.
    n_init : int, default=10
        Starts of k-means.
    random_state : int, RandomState or None, default=None

    Returns
    -------
    SelfTuningResult

    Raises
    ------
    ValueError
        If a parameter cannot be used.

    Notes
    -----
    Zelnik-Manor and Perona write the exponent without the 2; the 2 is the paper's. The zero
    diagonal is theirs and that of Ng, Jordan and Weiss (2002).

    Examples
    --------
    >>> from depcluster.datasets import make_circle_gauss
    >>> X, y = make_circle_gauss()
    >>> labels = self_tuning_spectral(X, 2, random_state=0).labels
    >>> len(set(zip(y.tolist(), labels.tolist())))
    2
    """
    X = check_samples(X)
    check_different(n_clusters, X, n_init=n_init)
    W = local_scaling_affinity(X, n_neighbors)
    degree = W.sum(axis=1)
    scale = np.divide(1.0, np.sqrt(degree), out=np.zeros_like(degree), where=degree > 0)
    W *= scale
    W *= scale[:, None]
    _, V = leading_eigenvectors(Dense(W, centred=False), n_clusters)
    length = np.linalg.norm(V, axis=1, keepdims=True)
    V = np.divide(V, length, out=np.zeros_like(V), where=length > 1e-12)
    rng = check_random_state(random_state)
    fits = (
        KMeans(n_clusters, init=c, n_init=1).fit(V) for c in _starts(V, n_clusters, n_init, rng)
    )
    best = min(fits, key=lambda fitted: fitted.inertia_)
    return SelfTuningResult(best.labels_.astype(np.intp), V, float(best.inertia_))


def local_scaling_affinity(X, n_neighbors):
    """``exp(-||x_i - x_j||^2 / (2 sigma_i sigma_j))`` between all pairs, zero diagonal."""
    t = check_n_neighbors(n_neighbors, len(X))
    check_spread(X)
    D = squareform(pdist(X))
    np.fill_diagonal(D, np.inf)
    sigma = np.partition(D, t - 1, axis=1)[:, t - 1]
    return local_scaling_values(D, np.outer(sigma, sigma))


def _starts(V, c, n_init, rng):
    """Centres for k-means: a random row, then always the row farthest from those taken."""
    for _ in range(n_init):
        centres = [rng.randint(len(V))]
        nearest = ((V - V[centres[0]]) ** 2).sum(axis=1)
        while len(centres) < c:
            centres.append(int(nearest.argmax()))
            nearest = np.minimum(nearest, ((V - V[centres[-1]]) ** 2).sum(axis=1))
        yield V[centres]


@estimator
class SelfTuningSpectral(Estimator):
    r"""Self-tuning spectral clustering (Zelnik-Manor and Perona 2005).

    To compare with: a kernel whose width follows the distances around each sample.

    >>> from depcluster import datasets
    >>> from depcluster.reproduction import baselines
    >>> X, y = datasets.make_crescents()  # two of them
    >>> baselines.SelfTuningSpectral(2, random_state=0).fit_predict(X)[::40]
    array([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1])

    .. math:: W_{ij} = \exp\left(-\frac{\|x_i - x_j\|^2}{2 \sigma_i \sigma_j}\right),
       \qquad W_{ii} = 0

    sigma_i being the distance to the neighbour of number ``n_neighbors``.

    Parameters
    ----------
    n_clusters : int, default=3
    n_neighbors : int, default=7
        sigma_i is the distance to the n_neighbors-th nearest other sample; at most m - 1.
    n_init : int, default=10
        Starts of k-means.
    random_state : int, RandomState or None, default=None

    Attributes
    ----------
    labels_ : ndarray of int of shape (m,)
    embedding_ : ndarray of shape (m, n_clusters)
    inertia_ : float
    n_features_in_ : int
    """

    n_neighbors: int = 7
    n_init: int = 10
    random_state: RandomState = None

    def _fit_samples(self, X: Floats) -> None:
        found = self_tuning_spectral(X, **self._options())
        self.labels_, self.embedding_ = found.labels, found.embedding
        self.inertia_ = found.inertia
