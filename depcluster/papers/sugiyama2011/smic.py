"""SMIC: clustering in closed form by squared-loss mutual information (Sugiyama et al. 2011)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
from sklearn.base import ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from ..._base.estimator import Estimator, estimator
from ..._typing import ArrayLike, Flags, Floats, Ints, RandomState, SparseArray
from ..._utils.progress import progress
from ..._validation import (
    NOTHING,
    array,
    as_kernel,
    check_counts,
    check_different,
    check_n_neighbors,
    check_parameters,
    check_samples,
    checked,
    equal_rows,
    one_of,
    short_repr,
    validated,
    whole,
)
from ...kernels.eigenvectors import component_eigenvectors
from ...kernels.local_scaling import (
    LocalScaling,
    check_kernel_normalization,
    local_scaling,
    nearest_neighbours,
)
from ...labels.nearest import nearest
from .lsmi import LsmiPlan, LsmiResult

_TIE = 1e-9
_ZERO = 1e-10
_UNDECIDED = 0.1  # the share of samples beyond which labels are too little those of the model


@dataclass(frozen=True)
class SmicResult:
    """What `smic` found.

    Attributes
    ----------
    labels : ndarray of int of shape (m,)
        0..c-1, numbered as the eigenvectors; a class may win no sample. -1 for an undecided
        sample if no samples were given to look for the nearest decided one.
    scores : ndarray of shape (m, c)
        ``m pi_y max(0, phi_y) / sum max(0, phi_y)``, the estimate of p(y|x); its columns have
        mean pi_y, its rows need not sum to one. A row of zeros is an undecided sample.
    eigenvalues : ndarray of shape (c,)
        In descending order.
    vectors : ndarray of shape (m, c)
        The eigenvectors phi_y with their signs, exactly 0 where they are below 1e-10 of their
        largest entry.
    class_prior : ndarray of shape (c,)
        pi in ascending order.
    undecided : ndarray of bool of shape (m,)
        Samples that no eigenvector gives a positive score.
    component : ndarray of int of shape (m,)
        Connected component of the kernel graph.
    """

    labels: Ints
    scores: Floats
    eigenvalues: Floats
    vectors: Floats
    class_prior: Floats
    undecided: Flags
    component: Ints

    @property
    def smi(self) -> float:
        r"""The unsupervised estimate of SMI (Sugiyama 2011, eq. 8).

        .. math:: \frac{1}{2m} \sum_y \frac{\|K \alpha_y\|^2}{\pi_y} - \frac12 \tag{8}

        ``K alpha_y`` are the scores. They are no posterior, and the value can lie far above
        (c - 1)/2, the largest that SMI can be.
        """
        return float((self.scores**2 / self.class_prior).sum() / (2 * len(self.scores)) - 0.5)

    def score_rows(self, rows: Floats | SparseArray) -> Floats:
        r"""Scores of new samples from their kernel values with the old.

        .. math:: \phi_y(x) = \frac{1}{\lambda_y} \sum_i K(x, x_i)\, \phi_{yi}

        Parameters
        ----------
        rows : ndarray or sparse array of shape (k, m)

        Returns
        -------
        ndarray of shape (k, c)
        """
        top = np.abs(self.eigenvalues).max()
        live = np.abs(self.eigenvalues) > _ZERO * top
        phi = rows @ self.vectors / np.where(live, self.eigenvalues, np.inf)
        phi[np.abs(phi) <= _ZERO * np.abs(self.vectors).max(axis=0)] = 0
        return _scores(phi, self.vectors, self.class_prior)


@checked(X=array(2) | NOTHING)
def smic(
    K: ArrayLike | SparseArray,
    n_clusters: int,
    *,
    X: Floats | None = None,
    class_prior: ArrayLike | None = None,
) -> SmicResult:
    r"""Cluster by the leading eigenvectors of a kernel matrix (Sugiyama 2011, section 2.3).

    The posterior of class y is modelled as ``K alpha_y``. Squared-loss mutual information is then

    .. math:: \frac{1}{2m} \sum_y \frac{\alpha_y' K^2 \alpha_y}{\pi_y} - \frac12 \tag{8}

    largest at eigenvectors phi_y of K, and

    .. math:: y_i = \arg\max_y\ \pi_y \frac{\max(0, \phi_{yi})}{\sum_t \max(0, \phi_{yt})}

    Parameters
    ----------
    K : array-like or sparse array of shape (m, m)
        Kernel matrix, symmetric. It need not be positive semi-definite: the algebraically
        largest eigenvalues are taken.
    n_clusters : int
    X : ndarray of shape (m, d), optional
        The samples. A sample outside the support of all eigenvectors gets the label of the
        nearest one that is inside; without X it gets -1. Of equal samples the first decides.
    class_prior : array-like of shape (n_clusters,), optional
        Shares of the classes, equal when left out. The order does not matter: clusters have
        no names, and the smallest share goes to the leading eigenvector, as in the paper.

    Returns
    -------
    SmicResult

    Raises
    ------
    ValueError
        If K, n_clusters or class_prior cannot be used.

    Notes
    -----
    The sign of phi_y makes its sum positive; where that is zero up to rounding, its sum of
    cubes, and where that is too, its largest entry. With p(y) = (1/m) alpha_y' K 1 (the paper
    drops the 1/m), alpha_y is scaled so that the scores have mean pi_y.

    Examples
    --------
    >>> K = np.eye(5)
    >>> K[:3, :3] += 0.5 * (1 - np.eye(3))
    >>> K[3:, 3:] += 0.8 * (1 - np.eye(2))
    >>> found = smic(K, 2)
    >>> found.eigenvalues
    array([2. , 1.8])
    >>> found.labels
    array([0, 0, 0, 1, 1])
    """
    K = as_kernel(K, allow_sparse=True)
    check_counts(n_clusters, K.shape[0])
    if X is not None:
        X = check_samples(X, least=1)
        if len(X) != K.shape[0]:
            raise ValueError(
                f"X must hold the samples of K, {K.shape[0]} rows; got {len(X)}. Pass those K is "
                "of."
            )
        check_different(n_clusters, X)
    prior = check_class_prior(class_prior, n_clusters)
    values, V, component = component_eigenvectors(K, n_clusters)
    V = _oriented(V)
    V[np.abs(V) <= _ZERO * np.abs(V).max(axis=0)] = 0
    scores = _scores(V, V, prior)
    undecided, labels = ~scores.any(axis=1), scores.argmax(axis=1)
    if X is None:
        labels[undecided] = -1
    else:
        labels = settled_labels(scores, X, X[~undecided], labels[~undecided])
        first, which = equal_rows(X)  # which may have other neighbours, of those equally near
        labels = labels[first][which]
    return SmicResult(labels, scores, values, V, prior, undecided, component)


def settled_labels(scores, X, X_decided, labels_decided):
    """The class of largest score, or the nearest decided sample's where there is no score."""
    labels, lost = scores.argmax(axis=1), ~scores.any(axis=1)
    if lost.any():
        labels[lost] = labels_decided[nearest(X[lost], X_decided)]
    return labels


def check_class_prior(class_prior, n_clusters):
    """Shares of classes, positive and summing to 1, in ascending order; equal ones for None."""
    if class_prior is None:
        return np.full(n_clusters, 1 / n_clusters)
    prior = np.asarray(class_prior, dtype=float)
    if prior.shape != (n_clusters,):
        raise ValueError(
            f"class_prior must hold one share a cluster, ({n_clusters},); got {prior.shape}."
        )
    if not (prior > 0).all() or not abs(prior.sum() - 1) <= 1e-8:
        raise ValueError(
            f"class_prior must be positive and sum to 1; got {short_repr(class_prior)}, with sum "
            f"{prior.sum():.6g}. Divide it by its sum."
        )
    return np.sort(prior)


def _oriented(V):
    """Signs: positive sum, else positive sum of cubes, else positive largest entry."""
    size = np.abs(V)
    first_of_the_largest = (size >= size.max(axis=0) * (1 - 1e-6)).argmax(axis=0)
    sign = np.sign(V[first_of_the_largest, np.arange(V.shape[1])])
    for power in (3, 1):
        total = (V**power).sum(axis=0)
        sign = np.where(np.abs(total) > 1e-8 * (size**power).sum(axis=0), np.sign(total), sign)
    return V * sign


def _scores(phi, V, prior):
    """``m pi_y max(0, phi_y) / sum_i max(0, phi_yi)``, the sum over the samples of fit."""
    return len(V) * prior * np.maximum(phi, 0) / np.maximum(V, 0).sum(axis=0)


@dataclass(frozen=True)
class Candidate:
    """One value of the kernel parameter, tried."""

    n_neighbors: int  # the t of the kernel
    kernel: LocalScaling
    result: SmicResult
    lsmi: LsmiResult  # of these labels


@checked()
def smic_path(
    X: Floats,
    n_clusters: int,
    *,
    candidates: Iterable[int] = range(1, 11),
    kernel_normalization: Literal["sym", None] = None,
    class_prior: ArrayLike | None = None,
    random_state: RandomState = None,
    verbose: int = 0,
) -> Iterator[Candidate]:
    """Try one kernel parameter after the other (Sugiyama 2011, Figure 1).

    All candidates share their neighbours, and the centres and the folds (five, or the samples
    themselves where there are fewer) of LSMI.

    Parameters
    ----------
    X : ndarray of shape (m, d)
    n_clusters : int
    candidates : iterable of int, default=(1, ..., 10)
        Numbers of neighbours to try; those above n_samples - 1 count as n_samples - 1.
    kernel_normalization : {None, "sym"}, default=None
        None is the kernel as printed, "sym" is ``D^-1/2 K D^-1/2``.
    class_prior : array-like of shape (n_clusters,), optional
        Shares of the classes, equal when left out. The order does not matter: clusters have
        no names, and the smallest share goes to the leading eigenvector, as in the paper.
    random_state : int, RandomState or None, default=None
        Of LSMI's centres and folds.
    verbose : int, default=0
        Above 0, a line of progress for work that takes longer than a second.

    Yields
    ------
    Candidate
        In ascending order of t: ``n_neighbors``, the ``kernel``, the SmicResult ``result`` and its
        LsmiResult ``lsmi``. The paper takes the one with the largest ``lsmi.value``.

    Raises
    ------
    ValueError
        If there are no candidates, or one is not a positive integer.

    Examples
    --------
    >>> from depcluster.datasets import make_three
    >>> tried = list(smic_path(make_three()[0], 3, candidates=[2, 5], random_state=0))
    >>> len(tried)
    2
    """
    X = check_samples(X)
    check_different(n_clusters, X)
    tried = check_candidates(candidates, len(X))
    neighbours = nearest_neighbours(X, tried[-1])
    plan = LsmiPlan(X, n_folds=min(5, len(X)), random_state=random_state)
    for t in progress(tried, "candidates", verbose):
        kernel = local_scaling(
            X, t, kernel_normalization=kernel_normalization, neighbours=neighbours
        )
        result = smic(kernel.K, n_clusters, X=X, class_prior=class_prior)
        yield Candidate(t, kernel, result, plan.value(result.labels, n_clusters))


def check_candidates(candidates, n_samples):
    """Numbers of neighbours to try, cut at n_samples - 1, in ascending order and each once."""
    check_parameters({"candidates": candidates})
    return sorted({min(int(t), n_samples - 1) for t in candidates})


@estimator
class SMIC(ClassNamePrefixFeaturesOutMixin, TransformerMixin, Estimator):
    r"""SMI-based clustering in closed form, with a kernel parameter it can choose itself.

    For when the width of a kernel is not to be guessed: LSMI chooses the number of neighbours that
    the kernel looks at, and the search has no start to depend on.

    >>> from depcluster import SMIC, datasets
    >>> X, y = datasets.make_blobs4()  # four groups
    >>> SMIC(4, random_state=0).fit_predict(X)[::20]
    array([3, 3, 3, 2, 2, 1, 1, 1, 0, 0])

    The class posterior is modelled on the sparse local-scaling kernel (7) as ``K alpha_y``;
    maximising squared-loss mutual information,

    .. math:: \frac{1}{2m} \sum_y \frac{\alpha_y' K^2 \alpha_y}{\pi_y} - \frac12 \tag{8}

    makes alpha_y leading eigenvectors of the kernel matrix, so there is nothing to start and
    nothing to iterate (Sugiyama et al. 2011).

    Parameters
    ----------
    n_clusters : int, default=3
    n_neighbors : "lsmi" or int, default="lsmi"
        The t of the kernel; "lsmi" tries the candidates and keeps the one whose labels have
        the largest LSMI, of equal ones the smallest. Those that leave more than a tenth of the
        samples undecided are kept only if all do, where the paper makes no difference: LSMI
        likes any labels that go on smoothly, and those of undecided samples are their neighbours'.
        LSMI's bumps are 0.01 to 100 wide in the units of X (section 4.3.1): standardise columns
        in which distances are far from that, or all candidates look alike.
    candidates : iterable of int, default=(1, ..., 10)
        Numbers of neighbours to try; those above n_samples - 1 count as n_samples - 1.
    kernel_normalization : {None, "sym"}, default=None
        None is the kernel as printed, "sym" is ``D^-1/2 K D^-1/2``.
    class_prior : array-like of shape (n_clusters,), optional
        Shares of the classes, equal when left out. The order does not matter: clusters have
        no names, and the smallest share goes to the leading eigenvector, as in the paper.
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

    Notes
    -----
    There is no ``sample_weight``: the solution in closed form rests on means over samples that
    all count alike, eq. (8).

    References
    ----------
    M. Sugiyama, M. Yamada, M. Kimura, H. Hachiya. Information-maximization clustering based on
    squared-loss mutual information. arXiv:1112.0611, 2011.
    """

    n_neighbors: int | Literal["lsmi"] = "lsmi"
    candidates: Iterable[int] = tuple(range(1, 11))
    kernel_normalization: Literal["sym", None] = None
    class_prior: ArrayLike | None = None
    random_state: RandomState = None

    _rules: ClassVar[dict[Any, Any]] = {"n_neighbors": whole(1) | one_of("lsmi")}

    def _fit_samples(self, X: Floats) -> None:
        check_class_prior(self.class_prior, self.n_clusters)
        check_kernel_normalization(self.kernel_normalization)
        tried, path, kernel, result = self._choose(X)
        self._kernel_, self._result_ = kernel, result
        self.labels_ = result.labels
        self.n_neighbors_: int = kernel.n_neighbors
        self.candidates_, self.lsmi_path_ = np.array(tried), np.array(path)
        self.n_undecided_ = int(result.undecided.sum())
        self.eigenvalues_: Floats = result.eigenvalues
        self.class_prior_: Floats = result.class_prior

    def _choose(self, X):
        """Candidates tried, their LSMI, and the kernel and result to keep."""
        if not isinstance(self.n_neighbors, str):
            t = check_n_neighbors(self.n_neighbors, len(X))
            kernel = local_scaling(X, t, kernel_normalization=self.kernel_normalization)
            result = smic(kernel.K, self.n_clusters, X=X, class_prior=self.class_prior)
            return [t], [], kernel, result
        names = ("candidates", "kernel_normalization", "class_prior", "random_state")
        path = smic_path(X, self.n_clusters, **{name: getattr(self, name) for name in names})
        best, decided, tried, values = None, False, [], []
        for candidate in path:
            tried.append(candidate.n_neighbors)
            values.append(candidate.lsmi.value)
            decides = bool(candidate.result.undecided.mean() <= _UNDECIDED)
            larger = best is None or values[-1] > best.lsmi.value + _TIE
            if decides > decided or (decides == decided and larger):
                best, decided = candidate, decides
        return tried, values, best.kernel, best.result

    @property
    def _n_features_out(self):
        return len(self.class_prior_)

    @np.errstate(under="ignore")
    def transform(self, X: ArrayLike) -> Floats:
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
        return self._scores(self._validated(X))

    @np.errstate(under="ignore")
    def predict_proba(self, X: ArrayLike) -> Floats:
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
        scores = self._scores(self._validated(X))  # transform may make a table of another kind
        total = scores.sum(axis=1, keepdims=True)
        decided = total > 0
        return np.where(decided, scores / np.where(decided, total, 1), self.class_prior_)

    @np.errstate(under="ignore")
    def predict(self, X: ArrayLike) -> Ints:
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
        return self._labels(self._validated(X))

    @np.errstate(under="ignore")
    def score(self, X: ArrayLike, y: object = None) -> float:
        """LSMI of samples and the labels that `predict` gives them, eq. (14).

        It is what fit compares numbers of neighbours by (Sugiyama 2011, section 3), here on the
        samples given: centres and at most five folds are drawn from them with random_state. On
        the samples of fit, with an integer random_state, it is the one of ``lsmi_path_`` that was
        taken.

        Larger is better, and it can be compared across numbers of neighbours and normalizations.
        It can be as large as (n_clusters - 1) / 2, and so grows with n_clusters as a rule.

        Parameters
        ----------
        X : array-like of shape (k, d)
            At least two samples.
        y : ignored

        Returns
        -------
        float

        Raises
        ------
        ValueError
            If X does not fit the samples of fit, or holds one sample only.
        """
        table = self._validated(X, ensure_min_samples=2)
        plan = LsmiPlan(table, n_folds=min(5, len(table)), random_state=self.random_state)
        return plan.value(self._labels(table), self.n_clusters).value

    def _scores(self, X):
        return self._result_.score_rows(self._kernel_.rows(X))

    def _labels(self, X):
        decided = ~self._result_.undecided
        return settled_labels(self._scores(X), X, self._kernel_.X[decided], self.labels_[decided])

    def _validated(self, X, **options):
        check_is_fitted(self)
        return validated(self, X, reset=False, **options)
