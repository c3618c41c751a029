r"""Spectral clustering by angles: Jenssen, Erdogmus, Principe and Eltoft 2006.

The Cauchy-Schwarz divergence of the clusters' densities is, estimated with Gaussian windows,
the cosine between the clusters' mean vectors in the feature space of a kernel. So samples are
mapped there, cut to the leading eigenvectors,

.. math:: \Phi(x_i) = \left(\sqrt{\lambda_1}\, e_{1i}, \ldots, \sqrt{\lambda_c}\, e_{ci}\right)
   \tag{12}

and each goes with the mean vector that points the same way as it does. Entries of an eigenvector
that are rounding noise count as zero. A sample with nothing but zeros has no direction, and so no
angle to anything: it is undecided.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from ..._base.estimator import Estimator, estimator
from ..._base.prediction import in_slices
from ..._typing import ArrayLike, Flags, Floats, Ints, RandomState, Sigma, Weighting
from ..._validation import (
    array,
    as_kernel,
    check_different,
    check_labels,
    check_samples,
    checked,
    one_of,
    validated,
)
from ...kernels.eigenvectors import leading_eigenvectors
from ...kernels.gram import Dense
from ...labels.nearest import label_by_nearest, nearest
from ...labels.partition import block_sums
from ...search.restarts import warn_of_max_iter
from .bandwidth import resolve_sigma
from .weightings import (
    check_sigma,
    resolve_weights,
    warn_if_narrow,
    weighted_kernel,
    window_kernel,
)

_NOISE = 1e-10
_TIE, _ALIKE = 1e-12, 1e-6  # of cosines; of directions of equal samples


@dataclass(frozen=True)
class AngleStep:
    """One pass of steps 6 and 7."""

    labels: np.ndarray
    means: np.ndarray  # mean vector of each cluster, a row each
    cost: float  # of these means, eq. (11)
    moved: int  # samples that changed their cluster; in the first pass all


@dataclass(frozen=True)
class AngleResult:
    """What `angle_clustering` found.

    Attributes
    ----------
    labels : ndarray of int of shape (m,)
        0..c-1, each used.
    embedding : ndarray of shape (m, c)
        ``sqrt(lambda) e``, eq. (12).
    eigenvalues : ndarray of shape (c,)
        Of K_u, in descending order.
    means : ndarray of shape (c, c)
        Mean vector of each cluster in the embedding, a row each.
    history : ndarray of shape (n_iter,)
        Eq. (11) in the embedding after each pass.
    divergence : float
        Eq. (1) of the clusters from the whole of K_u, not from the embedding.
    sigma : float
    weights : ndarray of shape (m,)
        u of each sample.
    undecided : ndarray of bool of shape (m,)
        Samples that the embedding puts at the origin.
    """

    labels: Ints
    embedding: Floats
    eigenvalues: Floats
    means: Floats
    history: Floats
    divergence: float
    sigma: float
    weights: Floats
    undecided: Flags


def leading_pairs(K: Floats, n_clusters: int) -> tuple[Floats, Floats]:
    """The leading eigenvalues and eigenvectors of a kernel matrix, without rounding noise.

    Parameters
    ----------
    K : ndarray of shape (m, m)
        Positive semi-definite.
    n_clusters : int

    Returns
    -------
    values : ndarray of shape (n_clusters,)
        In descending order.
    vectors : ndarray of shape (m, n_clusters)
        Entries up to 1e-10 of the largest are exactly 0. In a repeated eigenvalue the basis is
        that of `leading_eigenvectors`.

    Raises
    ------
    ValueError
        If the matrix has fewer than n_clusters eigenvalues above rounding noise.

    Examples
    --------
    >>> values, vectors = leading_pairs(np.diag([3.0, 2.0, 1.0]), 2)
    >>> values
    array([3., 2.])
    """
    values, V = leading_eigenvectors(Dense(K, centred=False), n_clusters)
    above = values > len(K) * np.finfo(float).eps * max(values[0], 0)
    if not above.all():
        raise ValueError(
            f"n_clusters must be at most the rank of the kernel matrix, {above.sum()} in floating "
            f"point; got {n_clusters}. Ask for fewer clusters or choose a smaller sigma."
        )
    return values, np.where(np.abs(V) > _NOISE * np.abs(V).max(axis=0), V, 0.0)


def axis_means(embedding: Floats) -> Floats:
    """The unit axes as first mean vectors, each with the sign of its column's mean.

    Clusters infinitely far apart lie along the axes (Jenssen 2006, section III-A).

    Parameters
    ----------
    embedding : ndarray of shape (m, c)

    Returns
    -------
    ndarray of shape (c, c)
        Diagonal, of 1 and -1.

    Examples
    --------
    >>> axis_means(np.array([[1.0, 0.0], [0.0, -2.0]]))
    array([[ 1.,  0.],
           [ 0., -1.]])
    """
    total = embedding.sum(axis=0)
    negative = total < -_NOISE * np.abs(embedding).sum(axis=0)
    return np.diag(np.where(negative, -1.0, 1.0))


def mean_cosine(means: Floats) -> float:
    r"""The mean cosine between mean vectors (Jenssen 2006, eq. 11).

    .. math:: S = \frac{1}{\kappa} \sum_{i<j} \cos \angle(m_i, m_j), \qquad
       \kappa = \frac{c (c - 1)}{2} \tag{11}

    The paper leaves kappa open; this one makes S = 1 and the divergence 0 for equal densities.

    Parameters
    ----------
    means : ndarray of shape (c, p)
        None of them zero.

    Returns
    -------
    float
        0 for a single cluster, which has no pairs.

    Examples
    --------
    >>> round(mean_cosine(np.array([[1.0, 0.0], [1.0, 1.0]])), 4)  # 45 degrees
    0.7071
    """
    unit = means / np.linalg.norm(means, axis=1, keepdims=True)
    pairs = np.triu_indices(len(unit), 1)
    return float((unit @ unit.T)[pairs].mean()) if len(unit) > 1 else 0.0


@checked(K=array(2))
def cauchy_schwarz_divergence(K: Floats, labels: Ints, n_clusters: int) -> float:
    r"""How far apart the densities of the clusters are (Jenssen 2006, eq. 1).

    .. math:: D = -\log \frac{1}{\kappa} \sum_{i<j}
       \frac{\int p_i p_j u}{\sqrt{\int p_i^2 u \int p_j^2 u}}, \qquad
       \kappa = \frac{c (c - 1)}{2} \tag{1}

    With windows for the densities the fraction is a cosine, eq. (9): the mean of K over block i, j
    is the inner product of the mean vectors of clusters i and j in the whole feature space,
    eq. (10).

    Parameters
    ----------
    K : ndarray of shape (m, m)
        Weighted window kernel, or any positive semi-definite kernel matrix.
    labels : ndarray of int of shape (m,)
        0..n_clusters-1, each used.
    n_clusters : int

    Returns
    -------
    float
        Infinite when no sample is similar to one of another cluster, and for one cluster.

    Examples
    --------
    >>> K = np.array([[1.0, 0.5], [0.5, 1.0]])
    >>> bool(np.isclose(cauchy_schwarz_divergence(K, np.array([0, 1]), 2), np.log(2)))
    True
    """
    K = as_kernel(K)
    labels = check_labels(labels, len(K), n_clusters)
    S = block_sums(K, labels, n_clusters)
    if not (S.diagonal() > 0).all():
        raise ValueError(
            "K must be positive semi-definite and give every cluster a mean vector that is not 0; "
            f"the least sum over a cluster is {S.diagonal().min():.3g}."
        )
    length = np.sqrt(S.diagonal())
    cosines = (S / length[:, None] / length)[np.triu_indices(n_clusters, 1)]
    mean = cosines.mean() if len(cosines) else 0.0
    return float(-np.log(mean)) if mean > 0 else np.inf


def angle_steps(embedding: Floats, means: Floats, max_iter: int = 100) -> Iterator[AngleStep]:
    r"""Steps 6 to 8 of section III: go with the nearest mean by angle, then update the means.

    .. math:: y_t = \arg\max_i\, \cos \angle(\Phi(x_t), m_i)

    Parameters
    ----------
    embedding : ndarray of shape (m, c)
        No row zero.
    means : ndarray of shape (p, c)
        To start from; only their directions count.
    max_iter : int, default=100

    Yields
    ------
    AngleStep
        ``labels``, ``means``, their ``cost`` (11) and how many samples ``moved``.
        Until no sample moves, when the cost stands still too. A mean that no sample prefers,
        of which the paper says nothing, gets the sample closest to it by angle.

    Examples
    --------
    >>> embedding = np.array([[1.0, 0.1], [1.0, 0.2], [0.1, 1.0]])
    >>> *_, last = angle_steps(embedding, np.eye(2))
    >>> last.labels
    array([0, 0, 1])
    """
    unit = embedding / np.linalg.norm(embedding, axis=1, keepdims=True)
    labels = np.full(len(unit), -1)
    for _ in range(max_iter):
        cosines = unit @ (means / np.linalg.norm(means, axis=1, keepdims=True)).T  # (m, p)
        before, labels = labels, _nearest(unit, cosines)
        moved = int((labels != before).sum())
        if moved:
            means = _means(embedding, labels, means)
        yield AngleStep(labels, means, mean_cosine(means), moved)
        if not moved:
            return


def _nearest(unit, cosines):
    labels, p = _first_largest(cosines, axis=1), cosines.shape[1]
    for j in range(p):
        if not (labels == j).any():
            first = unit[(labels[:, None] == np.arange(p)).argmax(axis=0)]
            apart = np.abs(unit - first[labels]).max(axis=1) > _ALIKE
            mixed = np.bincount(labels, apart, p) > 0
            spare = mixed if mixed.any() else np.bincount(labels, minlength=p) > 1
            labels[_first_largest(np.where(spare[labels], cosines[:, j], -np.inf), axis=0)] = j
    return labels


def _first_largest(cosines, axis):
    """The first of the largest cosines; equal samples differ by rounding."""
    return (cosines >= cosines.max(axis=axis, keepdims=True) - _TIE).argmax(axis=axis)


def _means(embedding, labels, before):
    """Mean vector of each cluster; where the members cancel, the one it had."""
    means = np.array([embedding[labels == j].mean(axis=0) for j in range(len(before))])
    return np.where(means.any(axis=1, keepdims=True), means, before)


@checked(init=one_of("axes", "random"))
def angle_clustering(
    X: ArrayLike,
    n_clusters: int,
    *,
    weighting: Weighting = "laplacian",
    sigma: Sigma = "nearest_neighbour",
    init: Literal["axes", "random"] = "axes",
    max_iter: int = 100,
    random_state: RandomState = None,
) -> AngleResult:
    r"""Cluster by the angles between samples and mean vectors (Jenssen 2006, section III).

    .. math:: \Phi(x_t) = \left(\sqrt{\lambda_1}\, e_{1t}, \ldots, \sqrt{\lambda_c}\, e_{ct}\right)
       \tag{12}

    with eigenvalues and eigenvectors of K_u; each sample goes with the mean vector at the smallest
    angle, which raises what the divergence (1) is made of, the angles between mean vectors (11).

    Parameters
    ----------
    X : array-like of shape (m, d)
    n_clusters : int
    weighting : {"laplacian", "affinity", "outlier"} or callable, default="laplacian"
        What a sample counts for: "affinity" is u = 1, "laplacian" u = 1 / f with f the density,
        "outlier" the same with next to nothing for a sample that has no other within 3 sigma, as
        printed. A callable ``u(X, K)`` gets the samples and the window kernel (ones on its
        diagonal) and returns a positive number a sample; `scale_free_outlier_weights` is one.
    sigma : float, "nearest_neighbour", "mean", "amise" or "lscv", default="nearest_neighbour"
        Width of the window that estimates the densities; the kernel is
        ``exp(-||x - y||^2 / (4 sigma^2))``. "nearest_neighbour" is the least width at which
        every sample has another within 2 sigma. "amise" and "lscv" are rules for densities, and
        "mean" is their mean, the paper's choice; from some ten features on they are mostly too
        narrow. A warning says so where more than nine in ten samples have no other within 2 sigma.
    init : {"axes", "random"}, default="axes"
        First mean vectors: the unit axes, or samples drawn at random.
    max_iter : int, default=100
        The most passes.
    random_state : int, RandomState or None, default=None
        Of init="random"; nothing else here is random.

    Returns
    -------
    AngleResult

    Raises
    ------
    ValueError
        If a parameter cannot be used, or K_u has fewer than n_clusters eigenvalues above zero.

    Warns
    -----
    UserWarning
        If more than nine in ten samples have no other within 2 sigma.

    Notes
    -----
    The paper does not say what becomes of a mean vector that no sample prefers. Here it is filled:
    it gets the sample closest to it by angle among those whose cluster has others, in another
    direction where there are such, so that every label is used and equal samples stay together.

    Examples
    --------
    >>> X = np.array([[0.0], [0.1], [0.2], [3.0], [3.1]])
    >>> found = angle_clustering(X, 2, sigma=0.5)
    >>> found.labels
    array([0, 0, 0, 1, 1])
    >>> bool(mean_cosine(found.means) < 0.01)
    True
    """
    X = check_samples(X)
    check_different(n_clusters, X, max_iter=max_iter)
    sigma = check_sigma(resolve_sigma(sigma, X))
    K = window_kernel(X, sigma=sigma)
    warn_if_narrow(K, sigma)
    u = resolve_weights(weighting, X, K, sigma)
    K_u = weighted_kernel(K, u)
    values, V = leading_pairs(K_u, n_clusters)
    Phi = np.sqrt(values) * V  # (m, c)
    undecided: Any = ~Phi.any(axis=1)
    decided = Phi[~undecided]
    means = axis_means(Phi)
    if init == "random":
        chosen = check_random_state(random_state).permutation(len(decided))[:n_clusters]
        means = decided[chosen]
    steps = list(angle_steps(decided, means, max_iter))
    last = steps[-1]
    if last.moved and (next(angle_steps(decided, last.means)).labels != last.labels).any():
        warn_of_max_iter(max_iter, "samples would still move to another mean vector")
    labels = np.empty(len(X), dtype=np.intp)
    labels[~undecided] = last.labels
    label_by_nearest(X, labels, undecided)
    return AngleResult(
        labels=labels,
        embedding=Phi,
        eigenvalues=values,
        means=_means(Phi, labels, last.means),
        history=np.array([step.cost for step in steps]),
        divergence=cauchy_schwarz_divergence(K_u, labels, n_clusters),
        sigma=sigma,
        weights=u,
        undecided=undecided,
    )


@estimator
class AngleSpectralClustering(Estimator):
    r"""Information theoretic angle-based spectral clustering (Jenssen et al. 2006).

    For clusters of curved shape: two of them are far apart where their mean vectors stand at a
    right angle.

    >>> from depcluster import AngleSpectralClustering, datasets
    >>> X, y = datasets.make_crescents()  # two of them
    >>> AngleSpectralClustering(2).fit_predict(X)[::40]
    array([1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0])

    Looks for clusters whose densities have a large Cauchy-Schwarz divergence, eq. (1), which is to
    say mean vectors at large angles in the feature space of a weighted kernel.

    .. math:: D = -\log \frac{1}{\kappa} \sum_{i<j} \cos \angle(m_i, m_j), \qquad
       \kappa = \frac{c (c - 1)}{2} \tag{1, 11}

    Parameters
    ----------
    n_clusters : int, default=3
    weighting : {"laplacian", "affinity", "outlier"} or callable, default="laplacian"
        What a sample counts for: "affinity" is u = 1, "laplacian" u = 1 / f with f the density,
        "outlier" the same with next to nothing for a sample that has no other within 3 sigma, as
        printed. A callable ``u(X, K)`` gets the samples and the window kernel (ones on its
        diagonal) and returns a positive number a sample; `scale_free_outlier_weights` is one.
    sigma : float, "nearest_neighbour", "mean", "amise" or "lscv", default="nearest_neighbour"
        Width of the window that estimates the densities; the kernel is
        ``exp(-||x - y||^2 / (4 sigma^2))``. "nearest_neighbour" is the least width at which
        every sample has another within 2 sigma. "amise" and "lscv" are rules for densities, and
        "mean" is their mean, the paper's choice; from some ten features on they are mostly too
        narrow. A warning says so where more than nine in ten samples have no other within 2 sigma.
    init : {"axes", "random"}, default="axes"
        First mean vectors: the unit axes, or samples drawn at random.
    max_iter : int, default=100
        The most passes.
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
    history_ : ndarray of shape (n_iter,)
        That cost after each pass.
    sigma_ : float
    weights_ : ndarray of shape (m,)
        u of each sample; densities are in units of the window's peak W(0).
    n_iter_ : int
        Passes made, the last and confirming one included.
    n_undecided_ : int
        Samples the embedding puts at the origin, which got the label of the nearest other one.
    n_features_in_ : int

    Notes
    -----
    A mean vector that no sample prefers is filled (`angle_clustering`). There is no
    ``sample_weight``: what a sample counts for is ``weighting``, which a callable may set.

    References
    ----------
    R. Jenssen, D. Erdogmus, J. C. Principe, T. Eltoft. Information theoretic angle-based spectral
    clustering: a theoretical analysis and an algorithm. IJCNN 2006.
    """

    weighting: Weighting = "laplacian"
    sigma: Sigma = "nearest_neighbour"
    init: Literal["axes", "random"] = "axes"
    max_iter: int = 100
    random_state: RandomState = None

    _rules: ClassVar[dict[Any, Any]] = {"init": one_of("axes", "random")}

    def _fit_samples(self, X: Floats) -> None:
        found = angle_clustering(X, **self._options())
        self._X_, self._undecided_ = X, found.undecided
        self._map_ = np.sqrt(found.weights)[:, None] * found.embedding / found.eigenvalues
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

    @np.errstate(under="ignore")
    def predict(self, X: ArrayLike) -> Ints:
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
        return self._labels(validated(self, X, reset=False))

    def _labels(self, X):
        Phi = np.empty((len(X), self._map_.shape[1]))  # (k, c)
        for part in in_slices(X, len(self._X_)):
            Phi[part] = window_kernel(X[part], self._X_, sigma=self.sigma_) @ self._map_
        units = self.means_ / np.linalg.norm(self.means_, axis=1, keepdims=True)
        labels = (Phi @ units.T).argmax(axis=1)
        near = nearest(X, self._X_)
        lost = self._undecided_[near] | ~Phi.any(axis=1)
        labels[lost] = self.labels_[near[lost]]
        return labels

    @np.errstate(under="ignore")
    def score(self, X: ArrayLike, y: object = None) -> float:
        r"""The Cauchy-Schwarz divergence of the clusters that `predict` makes of new samples.

        .. math:: D = -\log \frac{1}{\kappa} \sum_{i<j} \cos \angle(m_i, m_j), \qquad
           \kappa = \frac{c (c - 1)}{2} \tag{1, 11}

        with the mean vectors of the new samples alone, in the whole feature space: window kernel
        and weights are those of the new samples, with the ``sigma_`` of fit. A pair with a cluster
        that gets no sample counts as a cosine of 1, as if nothing told the two apart: all samples
        in one cluster of several have score 0. On the samples of fit, and the labels that
        `predict` gives back, it is ``divergence_``.

        Larger is better, at the same sigma and weighting only. A narrow window makes every
        divergence large, and numbers of clusters are compared by their mean cosines.

        Parameters
        ----------
        X : array-like of shape (k, d)
        y : ignored

        Returns
        -------
        float
            Infinite when no sample is similar to one of another cluster, and for n_clusters=1.

        Raises
        ------
        ValueError
            If X does not fit the samples of fit.
        """
        check_is_fitted(self)
        X = validated(self, X, reset=False)
        used, labels = np.unique(self._labels(X), return_inverse=True)
        K = window_kernel(X, sigma=self.sigma_)
        K_u = weighted_kernel(K, resolve_weights(self.weighting, X, K, self.sigma_))
        D = cauchy_schwarz_divergence(K_u, labels, len(used))
        pairs, seen = (c * (c - 1) / 2 for c in (len(self.means_), len(used)))
        cosines = (pairs - seen) + seen * np.exp(-D)  # in this order nothing cancels
        return float(np.log(pairs / cosines)) if cosines > 0 else np.inf
