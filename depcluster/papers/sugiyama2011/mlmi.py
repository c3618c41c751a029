r"""Maximum-likelihood mutual information: the rival of LSMI (Sugiyama 2011, section 3.8).

The ratio has the same form as in `sugiyama2011.lsmi`, but is fitted by likelihood:

.. math:: \max_{\theta \ge 0}\ \frac1n \sum_i \log r(x_i, y_i; \theta)
   \quad\text{subject to}\quad \frac{1}{n^2} \sum_{i,j} r(x_i, y_j; \theta) = 1

and the maximum is the estimate of the mutual information, at most log c for c classes. With
``a_l = n_y/n^2 sum_i L(x_i, x_l)``, l of class y, the weights ``w_l = theta_l a_l`` are positive
and sum to one: theta holds the proportions of a mixture with known components. The problem is
concave and falls apart into the classes, each of which gets the share of its samples.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import nnls

from ..._typing import ArrayLike, Floats, RandomState
from ..._utils.blas import one_blas_thread
from ..._utils.progress import progress
from ..._validation import ANYTHING, check_memory, checked
from .density_ratio import GAMMAS, N_CENTRES, DensityRatio, check_classes, make_bases

_FLOOR = np.finfo(float).eps
_HALVINGS = 30


@dataclass(frozen=True)
class MlmiResult(DensityRatio):
    """Maximum-likelihood mutual information and how far from exact it is.

    ``value``, ``gamma``, ``coefficients``, ``centres``, ``centre_labels`` and ``n_classes`` are as
    of `LsmiResult`; besides these it has

    Attributes
    ----------
    kkt_violation : float
        How much the largest multiplier is above 1. The log-likelihood cannot be raised by more
        than this.
    cv : ndarray of shape (g,)
        Mean hold-out log-likelihood for each width; gamma has the largest.
    gammas : ndarray of shape (g,)
    """

    kkt_violation: float
    cv: Floats
    gammas: Floats


@checked(X=ANYTHING)
def mlmi(
    X: ArrayLike,
    y: ArrayLike,
    *,
    n_classes: int | None = None,
    gammas: Sequence[float] = GAMMAS,
    n_folds: int = 5,
    n_centres: int = N_CENTRES,
    random_state: RandomState = None,
    verbose: int = 0,
) -> MlmiResult:
    r"""Estimate the mutual information of samples and labels by maximum likelihood.

    .. math:: \max_{\theta \ge 0}\ \frac1n \sum_i \log r(x_i, y_i; \theta)
       \quad\text{subject to}\quad \frac{1}{n^2} \sum_{i,j} r(x_i, y_j; \theta) = 1

    with the density ratio r as a sum of bumps (Sugiyama 2011, section 3.8 and eq. 10).

    Parameters
    ----------
    X : array-like of shape (n, d)
    y : array-like of int of shape (n,)
        Labels 0..n_classes-1; some may be unused.
    n_classes : int, optional
        One more than the largest label when left out.
    gammas : sequence of float
        Gaussian widths to choose from, in the units of X. The default is the paper's,
        10^-2, 10^-1.5, ..., 10^2, meant for standardised data.
    n_folds : int, default=5
        Folds of the cross-validation, not stratified: labels play no part in drawing them.
    n_centres : int, default=200
        At most so many samples, drawn from all, carry a bump.
    random_state : int, RandomState instance or None, default=None
        Draws centres and folds.
    verbose : int, default=0
        Above 0, a line of progress for work that takes longer than a second.

    Returns
    -------
    MlmiResult

    Raises
    ------
    ValueError
        As `depcluster.papers.sugiyama2011.lsmi`.

    Notes
    -----
    A sample far from all centres of its class has ratio 0 whatever theta is, and a logarithm of
    minus infinity; a ratio below 2.2e-16, the machine epsilon, counts as that here, held-out
    samples included. So a width that is too narrow scores badly without ending the comparison.
    A single class has no dependence to estimate and the value is 0. For constant X the ratio
    is 1 and the value 0.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> y = np.repeat([0, 1], 100)
    >>> X = rng.normal(size=(200, 1)) + np.where(y == 0, -9, 9)[:, None]
    >>> found = mlmi(X, y, random_state=0)
    >>> bool(0.6 < found.value < np.log(2) + 1e-6)
    True
    >>> found.kkt_violation < 1e-6
    True
    """
    plan = MlmiPlan(
        X, gammas=gammas, n_folds=n_folds, n_centres=n_centres, random_state=random_state
    )
    return plan.value(y, n_classes, verbose)


class MlmiPlan:
    """Centres, folds and kernel values for many labellings of the same samples.

    Parameters
    ----------
    X : array-like of shape (n, d)
    gammas : sequence of float
        Gaussian widths to choose from, in the units of X. The default is the paper's,
        10^-2, 10^-1.5, ..., 10^2, meant for standardised data.
    n_folds : int, default=5
        Folds of the cross-validation, not stratified: labels play no part in drawing them.
    n_centres : int, default=200
        At most so many samples, drawn from all, carry a bump.
    random_state : int, RandomState instance or None, default=None
        Draws centres and folds.

    Examples
    --------
    >>> X = np.array([[0.0], [0.1], [0.2], [5.0], [5.1], [5.2]])
    >>> plan = MlmiPlan(X, gammas=[1.0], n_folds=2, random_state=0)
    >>> bool(plan.value([0, 0, 0, 1, 1, 1]).value > plan.value([0, 1, 0, 1, 0, 1]).value)
    True
    """

    @checked(X=ANYTHING)
    def __init__(
        self,
        X: ArrayLike,
        *,
        gammas: Sequence[float] = GAMMAS,
        n_folds: int = 5,
        n_centres: int = N_CENTRES,
        random_state: RandomState = None,
    ) -> None:
        self.bases = make_bases(
            X, gammas=gammas, n_folds=n_folds, n_centres=n_centres, random_state=random_state
        )

    def value(self, y: ArrayLike, n_classes: int | None = None, verbose: int = 0) -> MlmiResult:
        """Mutual information of one labelling.

        Parameters
        ----------
        y : array-like of int of shape (n,)
            Labels 0..n_classes-1; some may be unused.
        n_classes : int, optional
            One more than the largest label when left out.
        verbose : int, default=0
            Above 0, a line of progress for work that takes longer than a second.

        Returns
        -------
        MlmiResult

        Raises
        ------
        ValueError
            If y has the wrong length or is not made of integers 0..n_classes-1.
        """
        bases = self.bases
        y, c = check_classes(y, len(bases.X), n_classes)
        check_memory(
            8 * len(y) * c, "y: a table of every sample and class", "Number classes from 0."
        )
        z = y[bases.centres]
        with one_blas_thread():
            widths = progress(range(len(bases.gammas)), "widths", verbose)
            cv = np.array([self._held_out(y, z, g) for g in widths])
            g = int(cv.argmax())
            L = bases.values[:, g]
            theta, violation = _fit(L, y, z)
        one_class = (y == y[0]).all()
        return MlmiResult(
            value=0.0 if one_class else _log_likelihood(L, y, z, theta),
            gamma=float(bases.gammas[g]),
            coefficients=theta,
            centres=bases.X[bases.centres],
            centre_labels=z,
            n_classes=c,
            kkt_violation=violation,
            cv=cv,
            gammas=bases.gammas,
        )

    def _held_out(self, y, z, g):
        """Mean hold-out log-likelihood of one width; a held-out centre is left out."""
        folds, centres = self.bases.folds, self.bases.centres
        scores = []
        for m in range(self.bases.n_folds):
            held, kept = folds == m, folds[centres] != m
            L = self.bases.values[:, g, kept]
            theta, _ = _fit(L[~held], y[~held], z[kept])
            scores.append(_log_likelihood(L[held], y[held], z[kept], theta))
        return float(np.mean(scores))


def _log_likelihood(L, y, z, theta):
    """``1/n sum_i log r(x_i, y_i)``, the ratio not below the floor."""
    r = (L * (z == y[:, None])) @ theta
    return float(np.log(np.maximum(r, _FLOOR)).mean())


def _fit(L, y, z):
    """Best theta (b,) for samples (n, b) with classes y and centres with classes z.

    Samples whose ratio is below the floor for every theta are left out: nothing reaches them.
    """
    a = np.bincount(y, minlength=z.max(initial=0) + 1)[z] * L.mean(axis=0) / len(y)
    w, violation = np.zeros(len(z)), 0.0
    for j in np.unique(z):
        B = np.flatnonzero(z == j)
        P = L[np.ix_(y == j, B)] / a[B]
        top = P.max(axis=1)
        reached = top > _FLOOR
        v, gap = mixture_proportions(P[reached] / top[reached, None])
        w[B] = np.count_nonzero(reached) * v
        violation = max(violation, gap)
    return w / w.sum() / a, violation


def mixture_proportions(P, *, tol=1e-9, max_iter=100):
    """Maximise ``f(v) = 1/k sum_i log (P v)_i`` over ``v >= 0``, ``sum v = 1``.

    Each round takes one step of EM, which cannot lower f, then one of Newton's method kept to
    the simplex: around v, ``2 f`` is ``-1/k ||S v' - 2||^2`` plus a constant up to second order,
    with ``S_il = P_il / (P v)_i``; its best v' is a non-negative least-squares problem
    (Wang 2007, JRSS B 69, 185-198, the constrained Newton method).

    P (k, b) is non-negative, with no row of zeros. Returns v and the gap
    ``max_l 1/k sum_i P_il / (P v)_i - 1``, at most tol if it converged: 0 at the maximum, and by
    concavity never less than what f still lacks.
    """
    k, b = P.shape
    v = np.full(b, 1 / b)
    for _ in range(max_iter):
        slope = P.T @ (1 / (P @ v)) / k
        gap = float(slope.max() - 1)
        if gap <= tol:
            break
        v = _newton(P, v * slope)
    return v, max(gap, 0.0)


def _newton(P, v):
    """A Newton step on the simplex, halved until f rises; v itself if it never does."""
    r = P @ v
    A = P / r[:, None] - 2
    triangle = np.linalg.qr(A / np.sqrt(len(P)), mode="r")
    # min ||A v||^2 on the simplex = min ||A v||^2 + (sum v - 1)^2, scaled to sum to one.
    system = np.vstack([triangle, np.ones(len(v))])
    try:
        goal, _ = nnls(system, np.append(np.zeros(len(triangle)), 1.0))
    except RuntimeError:  # it can go round in circles; the step of EM then stands alone
        return v
    goal = goal / goal.sum()
    before = np.log(r).mean()
    for halving in range(_HALVINGS):
        trial = v + 0.5**halving * (goal - v)
        r = P @ trial
        if (r > 0).all() and np.log(r).mean() > before:
            return trial
    return v
