"""A kernel logistic classifier that makes its own labels informative.

Sugiyama 2011, section 3.8, after Gomes, Krause and Perona (NIPS 2010). Class probabilities are
those of the logistic model (21), fed with the kernel values between a sample and the m samples
of fit,

    p(y | x_i; alpha) proportional to exp((K alpha_y)_i)                                  (21)

and alpha maximises the estimate of the mutual information of class and sample,

    MI = 1/m sum_i sum_y p(y|x_i) log p(y|x_i) - sum_y p(y) log p(y),
    p(y) = 1/m sum_i p(y|x_i),                                                            (20)

less ``regularization / m * sum_y ||alpha_y||^2``, as Gomes et al. have it. Any partition into equal
parts that the model can express comes as near to the bound log c of (20) as alpha is long, so
without the last term (20) has no maximum; and it has many local ones: what is found depends on
the start, a clustering that the logistic model first learns by heart.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize
from scipy.special import log_softmax, xlogy

from ...kernels.blas import one_blas_thread
from ..sugiyama2011.density_ratio import check_classes


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
    """The estimate (20) for scores F, and its gradient.

    Parameters
    ----------
    F : ndarray of shape (m, c)
        ``p(y|x_i)`` is proportional to ``exp(F_iy)``.

    Returns
    -------
    float
        Between 0 and log c.
    ndarray of shape (m, c)

    Examples
    --------
    >>> value, _ = mutual_information(np.array([[50.0, 0.0], [0.0, 50.0]]))
    >>> round(value, 3)  # log 2
    0.693
    """
    log_p = log_softmax(F, axis=1)
    p = np.exp(log_p)
    share = p.mean(axis=0)
    gain = p * log_p - xlogy(p, share)  # p log(p / share), 0 where p = 0
    own = gain.sum(axis=1, keepdims=True)
    return float(own.mean()), (gain - p * own) / len(F)


def log_likelihood(F, labels):
    """Mean log-probability of given labels, and its gradient.

    Parameters
    ----------
    F : ndarray of shape (m, c)
    labels : ndarray of int of shape (m,)

    Returns
    -------
    float
    ndarray of shape (m, c)
    """
    log_p = log_softmax(F, axis=1)
    at = np.arange(len(F)), labels
    gradient = -np.exp(log_p)
    gradient[at] += 1
    return float(log_p[at].mean()), gradient / len(F)


def mic(K, labels, n_clusters, *, regularization=0.01, max_iter=1000, tol=1e-6):
    """Learn the starting labels, then raise the mutual information (20) from there.

    Parameters
    ----------
    K : ndarray or sparse array of shape (m, m)
        Kernel values of the samples; need not be positive semi-definite.
    labels : array-like of int of shape (m,)
        The start: labels 0..n_clusters-1.
    n_clusters : int
    regularization : float, default=0.01
        Weight of ``1/m sum_y ||alpha_y||^2``, in both steps; Gomes et al. write lambda for
        regularization / m. With 0 there is no maximum and L-BFGS ends on a plateau.
    max_iter : int, default=1000
        Of L-BFGS, for each of the two steps.
    tol : float, default=1e-6
        Largest entry of the gradient at which L-BFGS stops.

    Returns
    -------
    MicResult

    Raises
    ------
    ValueError
        If labels do not fit K and n_clusters, or regularization is negative.

    Examples
    --------
    >>> K = np.kron(np.eye(2), np.ones((3, 3)))
    >>> mic(K, [0, 0, 1, 1, 1, 1], 2).labels
    array([0, 0, 0, 1, 1, 1])
    """
    labels, c = check_classes(labels, K.shape[0], n_clusters, name="labels")
    if not 0 <= regularization < np.inf:
        raise ValueError(
            f"regularization must be a finite number of at least 0; got {regularization!r}. "
            "Try 0.01."
        )
    options = {"maxiter": max_iter, "maxfun": 10 * max_iter, "gtol": tol}

    def climb(score, start):
        return minimize(
            _descent(K, score, regularization / K.shape[0], c),
            start,
            jac=True,
            method="L-BFGS-B",
            options=options,
        )

    with one_blas_thread():
        learnt = climb(lambda F: log_likelihood(F, labels), np.zeros(K.shape[0] * c))
        found = climb(mutual_information, learnt.x)
    alpha = found.x.reshape(-1, c)
    F = K @ alpha
    return MicResult(
        labels=F.argmax(axis=1),
        coefficients=alpha,
        mutual_information=mutual_information(F)[0],
        objective=-float(found.fun),
        n_iter=int(learnt.nit + found.nit),
        converged=learnt.status != 1 and found.status != 1,
    )


def _descent(K, score, weight, c):
    """What L-BFGS lowers, ``weight ||alpha||^2 - score(K alpha)``, with its gradient."""

    def negative(flat):
        value, slope = score(K @ flat.reshape(-1, c))
        return weight * (flat @ flat) - value, 2 * weight * flat - (K.T @ slope).ravel()

    return negative
