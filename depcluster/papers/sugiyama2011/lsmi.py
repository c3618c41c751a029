r"""Least-squares mutual information: how strongly labels depend on the data (Sugiyama 2011).

Squared-loss mutual information compares the density ratio with independence, r = 1,

.. math:: \mathrm{SMI} = \frac12 \int \sum_y p(x)\, p(y)\, (r(x, y) - 1)^2 dx, \qquad
   r(x, y) = \frac{p(x, y)}{p(x)\, p(y)} \tag{1, 9}

is 0 exactly for independent x and y, and at most (c - 1)/2 for c classes. LSMI fits r itself by
least squares, class by class, without estimating a density on the way:

.. math:: \theta^{(y)} = (H^{(y)} + \delta I)^{-1} h^{(y)} \tag{13}

.. math:: H^{(y)}_{l l'} = \frac{n_y}{n^2} \sum_i L(x_i, x_l) L(x_i, x_{l'}), \qquad
   h^{(y)}_l = \frac1n \sum_{i : y_i = y} L(x_i, x_l)

.. math:: \mathrm{LSMI} = -\frac{1}{2 n^2} \sum_{i,j} r(x_i, y_j)^2
   + \frac1n \sum_i r(x_i, y_i) - \frac12 \tag{14}

where l and l' are of class y. H^(y) is a block of ``L'L``, which knows no labels: `LsmiPlan`
computes it once a width and fold, and every labelling of the same samples then costs some small
linear systems.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.linalg.lapack import dposv
from scipy.sparse import csr_array

from ..._typing import ArrayLike, Floats, RandomState
from ..._utils.blas import one_blas_thread
from ..._validation import ANYTHING, checked
from .density_ratio import GAMMAS, N_CENTRES, DensityRatio, check_classes, make_bases

# Sugiyama 2011, section 4.3.1.
DELTAS = tuple((10.0 ** (np.arange(-6, 3) / 2)).tolist())
_SMALL = 44


@dataclass(frozen=True)
class LsmiResult(DensityRatio):
    """LSMI, the ratio behind it and how the two parameters were chosen.

    Attributes
    ----------
    value : float
        The estimate.
    gamma : float
        Width chosen by cross-validation.
    coefficients : ndarray of shape (b,)
        theta, one number a centre.
    centres : ndarray of shape (b, d)
        The samples that carry a bump.
    centre_labels : ndarray of int of shape (b,)
        Their classes.
    n_classes : int
    delta : float
        Regulariser chosen by cross-validation.
    cv : ndarray of shape (g, k)
        Mean hold-out error, widths by regularisers; (gamma, delta) has the smallest.
    gammas : ndarray of shape (g,)
    deltas : ndarray of shape (k,)
    """

    delta: float
    cv: Floats
    gammas: Floats
    deltas: Floats


@checked(X=ANYTHING)
def lsmi(
    X: ArrayLike,
    y: ArrayLike,
    *,
    n_classes: int | None = None,
    gammas: Sequence[float] = GAMMAS,
    deltas: Sequence[float] = DELTAS,
    n_folds: int = 5,
    n_centres: int = N_CENTRES,
    random_state: RandomState = None,
) -> LsmiResult:
    r"""Estimate the squared-loss mutual information of samples and labels (eqs. 9-14).

    .. math:: \mathrm{LSMI} = -\frac{1}{2 n^2} \sum_{i,j} r(x_i, y_j)^2
       + \frac1n \sum_i r(x_i, y_i) - \frac12 \tag{14}

    with the ratio r fitted by least squares, its width and regulariser by cross-validation.

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
    deltas : sequence of float
        Regularisers to choose from; the paper's are 10^-3, 10^-2.5, ..., 10^1.
    n_folds : int, default=5
        Folds of the cross-validation, not stratified: labels play no part in drawing them.
    n_centres : int, default=200
        At most so many samples, drawn from all, carry a bump.
    random_state : int, RandomState instance or None, default=None
        Draws centres and folds.

    Returns
    -------
    LsmiResult

    Raises
    ------
    ValueError
        If X is not finite or has fewer samples than folds, y has the wrong length or is not
        made of integers from 0, or a parameter is out of range.

    Warns
    -----
    UserWarning
        If all widths are far too narrow or too wide for X.

    Notes
    -----
    The model cannot express independence exactly, so the estimate may come out a little below 0:
    for labels that carry nothing, and for constant X, where nothing can be carried. A single
    class has no dependence to estimate and the value is 0. A class that has no sample, or no
    centre, has ratio 0.

    For many labellings of the same samples use `LsmiPlan`.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> y = np.repeat([0, 1], 100)
    >>> X = rng.normal(size=(200, 1)) + np.where(y == 0, -9, 9)[:, None]
    >>> round(lsmi(X, y, random_state=0).value, 1)  # at most (c - 1)/2
    0.5
    >>> abs(lsmi(X, rng.permutation(y), random_state=0).value) < 0.1
    True
    """
    options: dict[str, Any] = {
        "n_folds": n_folds,
        "n_centres": n_centres,
        "random_state": random_state,
    }
    return LsmiPlan(X, gammas=gammas, deltas=deltas, **options).value(y, n_classes)


class LsmiPlan:
    r"""All of LSMI that does not depend on labels, for many labellings of the same samples.

    Every labelling meets the same centres and folds, so their values can be compared. Takes
    time O(n b^2) a width, b = min(n, n_centres).

    .. math:: \mathrm{LSMI} = -\frac{1}{2 n^2} \sum_{i,j} r(x_i, y_j)^2
       + \frac1n \sum_i r(x_i, y_i) - \frac12 \tag{14}

    Parameters
    ----------
    X : array-like of shape (n, d)
    gammas : sequence of float
        Gaussian widths to choose from, in the units of X. The default is the paper's,
        10^-2, 10^-1.5, ..., 10^2, meant for standardised data.
    deltas : sequence of float
        Regularisers to choose from; the paper's are 10^-3, 10^-2.5, ..., 10^1.
    n_folds : int, default=5
        Folds of the cross-validation, not stratified: labels play no part in drawing them.
    n_centres : int, default=200
        At most so many samples, drawn from all, carry a bump.
    random_state : int, RandomState instance or None, default=None
        Draws centres and folds.

    Examples
    --------
    >>> X = np.array([[0.0], [0.1], [0.2], [5.0], [5.1], [5.2]])
    >>> plan = LsmiPlan(X, gammas=[1.0], n_folds=2, random_state=0)
    >>> bool(plan.value([0, 0, 0, 1, 1, 1]).value > plan.value([0, 1, 0, 1, 0, 1]).value)
    True
    """

    @checked(X=ANYTHING)
    def __init__(
        self,
        X: ArrayLike,
        *,
        gammas: Sequence[float] = GAMMAS,
        deltas: Sequence[float] = DELTAS,
        n_folds: int = 5,
        n_centres: int = N_CENTRES,
        random_state: RandomState = None,
    ) -> None:
        self.deltas = np.array(deltas, dtype=float)
        self.bases = make_bases(
            X, gammas=gammas, n_folds=n_folds, n_centres=n_centres, random_state=random_state
        )
        by_fold = (self.bases.values[self.bases.folds == m] for m in range(n_folds))
        with one_blas_thread():
            self._held = np.stack([_products(L) for L in by_fold])  # (folds, g, b, b)
        self._whole = self._held.sum(axis=0)
        self._train = _others(self._held)
        fold_of_centre = self.bases.folds[self.bases.centres]
        self._in_training = fold_of_centre != np.arange(n_folds)[:, None]  # (folds, b)

    @np.errstate(under="ignore")
    def value(self, y: ArrayLike, n_classes: int | None = None) -> LsmiResult:
        """LSMI of one labelling.

        Parameters
        ----------
        y : array-like of int of shape (n,)
            Labels 0..n_classes-1; some may be unused.
        n_classes : int, optional
            One more than the largest label when left out.

        Returns
        -------
        LsmiResult

        Raises
        ------
        ValueError
            If y has the wrong length or is not made of integers 0..n_classes-1.
        """
        y, c = check_classes(y, len(self.bases.X), n_classes)
        used, z = np.unique(y, return_inverse=True)  # a label that nobody has costs nothing
        counts, sums = self._by_fold_and_class(z, len(used))
        with one_blas_thread():
            cv = self._errors(z, counts, sums)
            g, k = np.unravel_index(cv.argmin(), cv.shape)
            theta, value = self._solve(z, counts.sum(axis=0), sums[:, :, g].sum(axis=0), g, k)
        return LsmiResult(
            value=value if np.count_nonzero(counts.sum(axis=0)) > 1 else 0.0,
            gamma=float(self.bases.gammas[g]),
            coefficients=theta,
            centres=self.bases.X[self.bases.centres],
            centre_labels=y[self.bases.centres],
            n_classes=c,
            delta=float(self.deltas[k]),
            cv=cv,
            gammas=self.bases.gammas,
            deltas=self.deltas,
        )

    def _by_fold_and_class(self, y, c):
        """Numbers of samples (folds, c), and sums of L over them (folds, c, g, b)."""
        folds, values = self.bases.folds, self.bases.values
        n, g, b = values.shape
        cell = folds * c + y
        shape = (self.bases.n_folds, c)
        member = csr_array((np.ones(n), (cell, np.arange(n))), shape=(np.prod(shape), n))
        sums = (member @ values.reshape(n, g * b)).reshape(*shape, g, b)
        return np.bincount(cell, minlength=np.prod(shape)).reshape(shape), sums

    def _errors(self, y, counts, sums):
        """Mean hold-out error for all widths and regularisers (g, k)."""
        n_held = counts.sum(axis=1)  # (folds,)
        n_train = len(y) - n_held
        train_counts, train_sums = _others(counts), _others(sums)
        cv = np.zeros((counts.shape[0], len(self.bases.gammas), len(self.deltas)))
        for j in range(counts.shape[1]):
            is_own = y[self.bases.centres] == j
            for m, in_training in enumerate(self._in_training):
                # A held-out centre has no theta; it would only make the systems larger.
                B = np.flatnonzero(is_own & in_training)
                H = train_counts[m, j] / n_train[m] ** 2 * _block(self._train[m], B)
                h = train_sums[m, j][:, B] / n_train[m]
                theta = _ridge(H, h, self.deltas)  # (g, k, b_y)
                squares = ((theta @ _block(self._held[m], B)) * theta).sum(axis=-1)
                own = (theta @ sums[m, j][:, B, None])[..., 0]
                cv[m] += counts[m, j] / (2 * n_held[m] ** 2) * squares - own / n_held[m]
        return cv.mean(axis=0)

    def _solve(self, y, counts, sums, g, k):
        """theta of all samples, and LSMI (eq. 14)."""
        n = len(y)
        theta, value = np.zeros(len(self.bases.centres)), -0.5
        for j in range(len(counts)):
            B = np.flatnonzero(y[self.bases.centres] == j)
            H = counts[j] / n**2 * _block(self._whole[g], B)
            h = sums[j, B] / n
            theta[B] = _ridge(H, h, self.deltas[[k]])[0]
            value += theta[B] @ h - theta[B] @ H @ theta[B] / 2
        return theta, float(value)


def _products(L):
    """``L'L`` for each width, from (n, g, b) to (g, b, b)."""
    return L.transpose(1, 2, 0) @ L.transpose(1, 0, 2)


def _others(per_fold):
    """For each fold the sum over all the other folds; adding up loses no digits."""
    folds = len(per_fold)
    return np.tensordot(1.0 - np.eye(folds), per_fold, axes=1)


def _block(G, B):
    return G[..., B[:, None], B]


def _ridge(H, h, deltas):
    """``(H + delta I)^-1 h`` for stacks (..., b, b), (..., b): (..., k, b) for k deltas."""
    # One factor a delta is faster here than an eigendecomposition that they share. Cholesky's takes
    # half of what an LU does, but for small matrices, whose LUs are made in one call, and fails
    # where a delta is nothing beside H.
    b, failed = H.shape[-1], False
    if b > _SMALL:
        theta = np.empty((*h.shape[:-1], len(deltas), b))
        for place in np.ndindex(theta.shape[:-1]):
            shifted = H[place[:-1]].copy()
            shifted.flat[:: b + 1] += deltas[place[-1]]
            _, theta[place], info = dposv(shifted.T, h[place[:-1]], overwrite_a=True)
            failed |= info > 0
    if b <= _SMALL or failed:
        shifted = H[..., None, :, :] + deltas[:, None, None] * np.eye(b)
        theta = np.linalg.solve(shifted, h[..., None, :, None])[..., 0]
    return theta
