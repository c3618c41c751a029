r"""MIC, the rival of SMIC in Sugiyama 2011 (section 3.8): logistic, iterative, started by others.

After Gomes, Krause and Perona (NIPS 2010). Class probabilities are those of the logistic model
(21), fed with the kernel values between a sample and the m samples of fit,

.. math:: p(y \mid x_i; \alpha) \propto \exp\left((K \alpha_y)_i\right) \tag{21}

and alpha maximises the estimate of the mutual information of class and sample,

.. math:: \mathrm{MI} = \frac1m \sum_i \sum_y p(y | x_i) \log p(y | x_i)
   - \sum_y p(y) \log p(y), \qquad p(y) = \frac1m \sum_i p(y | x_i) \tag{20}

less ``regularization / m * sum_y ||alpha_y||^2``, as Gomes et al. have it. Any partition into equal
parts that the model can express comes as near to the bound log c of (20) as alpha is long, so
without the last term (20) has no maximum; and it has many local ones: what is found depends on
the start, a clustering that the logistic model first learns by heart.

`MIC` starts it with self-tuning spectral clustering, as in the paper, here with the usual seven
neighbours; the kernel is the sparse local-scaling one (7), and maximum-likelihood mutual
information chooses its parameter.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
from scipy.optimize import minimize
from scipy.special import log_softmax, xlogy
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from ..._base.estimator import Estimator, estimator
from ..._typing import ArrayLike, Floats, Ints, RandomState, SparseArray
from ..._utils.blas import one_blas_thread
from ..._utils.progress import progress
from ..._validation import (
    as_kernel,
    check_counts,
    check_n_neighbors,
    checked,
    one_of,
    short_repr,
    validated,
    whole,
)
from ...kernels.local_scaling import local_scaling, nearest_neighbours
from ...labels.nearest import nearest
from ...papers.sugiyama2011.density_ratio import check_classes
from ...papers.sugiyama2011.mlmi import MlmiPlan
from ...papers.sugiyama2011.smic import check_candidates
from ...search.restarts import warn_of_max_iter
from .self_tuning import self_tuning_spectral

if TYPE_CHECKING:
    pass


@dataclass(frozen=True)
class MicResult:
    """A local maximum of (20) less the regulariser.

    Attributes
    ----------
    labels : ndarray of int of shape (m,)
        The most probable class of each sample; some classes may end up without samples.
    coefficients : ndarray of shape (m, c)
        alpha, one column a class.
    mutual_information : float
        The estimate (20), without the regulariser; at most log c.
    objective : float
        (20) less the regulariser: what was maximised.
    n_iter : int
        Iterations of L-BFGS, learning the start included.
    converged : bool
        Whether both ended before max_iter.
    """

    labels: np.ndarray
    coefficients: np.ndarray
    mutual_information: float
    objective: float
    n_iter: int
    converged: bool


def mutual_information(F):
    """The estimate (20), and its gradient, for p(y|x_i) proportional to ``exp(F_iy)``, F (m, c)."""
    log_p = log_softmax(F, axis=1)
    p = np.exp(log_p)
    share = p.mean(axis=0)
    gain = p * log_p - xlogy(p, share)  # p log(p / share), 0 where p = 0
    own = gain.sum(axis=1, keepdims=True)
    return float(own.mean()), (gain - p * own) / len(F)


def log_likelihood(F, labels):
    """Mean log-probability of given labels under the same p, and its gradient."""
    log_p = log_softmax(F, axis=1)
    at = np.arange(len(F)), labels
    gradient = -np.exp(log_p)
    gradient[at] += 1
    return float(log_p[at].mean()), gradient / len(F)


@checked()
def mic(
    K: ArrayLike | SparseArray,
    labels: ArrayLike,
    n_clusters: int,
    *,
    regularization: float = 0.01,
    max_iter: int = 1000,
    tol: float = 1e-6,
    verbose: int = 0,
) -> MicResult:
    r"""Learn the starting labels, then raise the mutual information (20) from there.

    .. math:: \mathrm{MI} = \frac1m \sum_i \sum_y p(y | x_i) \log p(y | x_i)
       - \sum_y p(y) \log p(y) \tag{20}

    Parameters
    ----------
    K : array-like or sparse array of shape (m, m)
        Kernel values of the samples; need not be positive semi-definite.
    labels : array-like of int of shape (m,)
        The start: labels 0..n_clusters-1.
    n_clusters : int
    regularization : float, default=0.01
        Weight of ``1/m sum_y ||alpha_y||^2``, in both steps; Gomes et al. write lambda for
        regularization / m. With 0 there is no maximum and L-BFGS ends on a plateau.
    max_iter : int, default=1000
        Of L-BFGS, for each of the two steps.
    tol : float, default=1e-06
        Largest entry of the gradient at which L-BFGS stops.
    verbose : int, default=0
        Above 0, a count of the iterations for work that takes longer than a second.

    Returns
    -------
    MicResult

    Raises
    ------
    ValueError
        If K is no kernel matrix, labels do not fit K and n_clusters, or regularization is negative.

    Examples
    --------
    >>> K = np.kron(np.eye(2), np.ones((3, 3)))
    >>> mic(K, [0, 0, 1, 1, 1, 1], 2).labels
    array([0, 0, 0, 1, 1, 1])
    """
    K = as_kernel(K, allow_sparse=True)
    check_counts(n_clusters, K.shape[0])
    labels, c = check_classes(labels, K.shape[0], n_clusters, name="labels")
    if not 0 <= regularization < np.inf:
        raise ValueError(
            "regularization must be a finite number of at least 0; got "
            f"{short_repr(regularization)}. Try 0.01."
        )
    options = {"maxiter": max_iter, "maxfun": 10 * max_iter, "gtol": tol}

    def climb(score, start):
        return minimize(
            _descent(K, score, regularization / K.shape[0], c),
            start,
            jac=True,
            method="L-BFGS-B",
            options=options,
            callback=lambda _: next(iterations),
        )

    with one_blas_thread(), closing(progress(count(), "iterations", verbose)) as iterations:
        learnt = climb(lambda F: log_likelihood(F, labels), np.zeros(K.shape[0] * c))
        found = climb(mutual_information, learnt.x)
    converged = learnt.status != 1 and found.status != 1
    if not converged:
        warn_of_max_iter(max_iter, "the gradient of L-BFGS was still above its tolerance")
    alpha = found.x.reshape(-1, c)
    F = K @ alpha
    return MicResult(
        labels=F.argmax(axis=1),
        coefficients=alpha,
        mutual_information=mutual_information(F)[0],
        objective=-float(found.fun),
        n_iter=int(learnt.nit + found.nit),
        converged=converged,
    )


def _descent(K, score, weight, c):
    """What L-BFGS lowers, ``weight ||alpha||^2 - score(K alpha)``, with its gradient."""

    def negative(flat):
        value, slope = score(K @ flat.reshape(-1, c))
        return weight * (flat @ flat) - value, 2 * weight * flat - (K.T @ slope).ravel()

    return negative


@estimator
class MIC(Estimator):
    r"""MI-based clustering with the sparse local-scaling kernel (Sugiyama 2011, section 3.8).

    To compare with `SMIC`: Shannon's mutual information in place of the squared-loss one, and an
    ascent from k-means in place of eigenvectors.

    >>> from depcluster import datasets
    >>> from depcluster.reproduction import baselines
    >>> X, y = datasets.make_three()  # three groups
    >>> baselines.MIC(3, n_neighbors=7, random_state=0).fit_predict(X)[::6]
    array([2, 2, 2, 2, 1, 1, 1, 0, 0, 0])

    .. math:: \max_\alpha\ \frac1m \sum_i \sum_y p(y | x_i) \log p(y | x_i)
       - \sum_y p(y) \log p(y) \tag{20}

    .. math:: p(y | x_i) \propto \exp\left((K \alpha_y)_i\right) \tag{21}

    Parameters
    ----------
    n_clusters : int, default=3
    n_neighbors : "mlmi" or int, default="mlmi"
        The t of the kernel; "mlmi" tries the candidates and keeps the one whose labels have
        the largest maximum-likelihood mutual information.
    candidates : iterable of int, default=(1, ..., 10)
        Numbers of neighbours to try; those above n_samples - 1 count as n_samples - 1.
    regularization : float, default=0.01
        Weight of ``1/m sum_y ||alpha_y||^2``, in both steps; Gomes et al. write lambda for
        regularization / m. With 0 there is no maximum and L-BFGS ends on a plateau.
    max_iter : int, default=1000
        Of L-BFGS, for each of the two steps.
    random_state : int, RandomState or None, default=None
        Of the start, and of the centres and folds of MLMI.
    verbose : int, default=0
        Above 0, a line of progress for work that takes longer than a second.

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
    """

    n_neighbors: int | Literal["mlmi"] = "mlmi"
    candidates: Iterable[int] = tuple(range(1, 11))
    regularization: float = 0.01
    max_iter: int = 1000
    random_state: RandomState = None
    verbose: int = 0

    _rules: ClassVar[dict[Any, Any]] = {"n_neighbors": whole(1) | one_of("mlmi")}

    def _fit_samples(self, X: Floats) -> None:
        tried, path, kernel, result = self._choose(X, check_random_state(self.random_state))
        self._kernel_, self._coefficients_ = kernel, result.coefficients
        self.labels_ = result.labels
        self.n_neighbors_: int = kernel.n_neighbors
        self.candidates_, self.mlmi_path_ = np.array(tried), np.array(path)
        self.mutual_information_: float = result.mutual_information
        self.n_iter_: int = result.n_iter

    def _choose(self, X, rng):
        """Candidates tried, their MLMI, and the kernel and result to keep."""
        chosen = isinstance(self.n_neighbors, str)
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
        for t in progress(tried, "candidates", self.verbose):
            kernel = local_scaling(X, t, neighbours=near)
            options = {"regularization": self.regularization, "max_iter": self.max_iter}
            result = mic(kernel.K, start.labels, self.n_clusters, **options)
            if chosen:
                path.append(plan.value(result.labels, self.n_clusters).value)
            if best is None or path[-1] > max(path[:-1]):
                best = kernel, result
        return tried, path, *best

    @np.errstate(under="ignore")
    def predict(self, X: ArrayLike) -> Ints:
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
        X = validated(self, X, reset=False)
        rows = self._kernel_.rows(X)
        labels = (rows @ self._coefficients_).argmax(axis=1)
        lost = rows.sum(axis=1) == 0
        if lost.any():
            labels[lost] = self.labels_[nearest(X[lost], self._kernel_.X)]
        return labels
