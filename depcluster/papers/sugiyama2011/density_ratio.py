r"""What the two estimators of a density ratio share: kernel bases, folds, and the ratio itself.

Both model ``r(x, y) = p(x, y) / (p(x) p(y))`` by Gaussian bumps on samples of class y
(Sugiyama 2011),

.. math:: r(x, y) = \sum_{l : y_l = y} \theta_l L(x, x_l) \tag{10}

.. math:: L(x, x') = \exp\left(-\frac{\|x - x'\|^2}{2 \gamma^2}\right) \tag{11}

and differ in how theta is learned: least squares in `lsmi`, maximum likelihood in
`mlmi`. Which samples carry a bump, and which share a fold, never depends on labels,
so one `Bases` serves every labelling of the same samples.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.utils import check_random_state

from ..._typing import ArrayLike, Floats
from ..._validation import check_labels, check_samples, check_whole, warn
from ...labels.partition import one_hot

# Sugiyama 2011, section 4.3.1: widths, and at most 200 samples drawn to carry a bump.
GAMMAS = tuple((10.0 ** (np.arange(-4, 5) / 2)).tolist())
N_CENTRES = 200
_SEEN, _APART = 0.3, 1e-4  # least values of bumps at the nearest sample, and least differences


@dataclass(frozen=True)
class DensityRatio:
    """A fitted ``r(x, y)``."""

    value: float  # the dependence that follows from the ratio, in the terms of the estimator
    gamma: float
    coefficients: np.ndarray
    centres: np.ndarray
    centre_labels: np.ndarray
    n_classes: int

    def ratio(self, X: ArrayLike) -> Floats:
        r"""The ratio for every class, exactly as fitted (Sugiyama 2011, eq. 10).

        .. math:: r(x, y) = \sum_{l : y_l = y} \theta_l L(x, x_l) \tag{10}

        Parameters
        ----------
        X : array-like of shape (k, d)

        Returns
        -------
        ndarray of shape (k, n_classes)
            0 for a class without a centre. Least squares may leave small negative values.

        Raises
        ------
        ValueError
            If X has not d columns or is not finite.
        """
        X = check_samples(X, least=1)
        if X.shape[1] != self.centres.shape[1]:
            raise ValueError(
                f"X must have {self.centres.shape[1]} columns, as in the fit; got {X.shape[1]}."
            )
        theta = one_hot(self.centre_labels, self.n_classes, self.coefficients)  # (b, c)
        return gaussian(cdist(X, self.centres, "sqeuclidean"), self.gamma) @ theta


@dataclass(frozen=True)
class Bases:
    """Samples, centres and folds, and the kernel values between them for every width."""

    X: np.ndarray  # (n, d)
    gammas: np.ndarray  # (g,)
    centres: np.ndarray  # which samples carry a bump, in increasing order (b,)
    folds: np.ndarray  # of each sample, 0..n_folds-1, of sizes that differ by at most 1 (n,)
    n_folds: int
    values: np.ndarray  # L(x_i, x_l) (n, g, b): 72 MB at n = 5000 with the defaults


def make_bases(X, *, gammas, n_folds, n_centres, random_state):
    """Draw centres and unstratified folds, compute the kernel values."""
    X = check_samples(X, least=1)
    n = len(X)
    gammas = np.array(gammas, dtype=float)
    if n < n_folds:
        raise ValueError(
            f"X must have at least one sample a fold, {n_folds}; got {n}. Try a smaller n_folds."
        )
    centres, folds = drawn(n, n_folds, n_centres, random_state)
    distances = cdist(X, X[centres], "sqeuclidean")  # (n, b)
    _warn_of_widths(X, distances, centres, gammas)
    values = np.empty((n, len(gammas), len(centres)))
    for g, gamma in enumerate(gammas):
        values[:, g] = gaussian(distances, gamma)
    return Bases(X, gammas, centres, folds, n_folds, values)


def _warn_of_widths(X, distances, centres, gammas):
    """Warn where no width sees more than single samples, or tells any two of them apart."""
    own = centres, np.arange(len(centres))
    distances[own] = np.inf
    nearest = np.median(distances.min(axis=1))
    distances[own] = 0
    narrow = np.isfinite(nearest) and gaussian(nearest, gammas.max()) < _SEEN
    wide = (X != X[0]).any() and gaussian(distances.max(), gammas.min()) > 1 - _APART
    if narrow or wide:
        warn(
            f"All gammas are far too {'narrow' if narrow else 'wide'} for the distances in X: "
            f"{'only single samples are' if narrow else 'no sample is'} told from the others, and "
            f"the estimate is {'far from' if narrow else 'near'} 0 for any labels. Standardise X, "
            "or pass gammas times X.std()."
        )


def drawn(n, n_folds, n_centres, random_state):
    """Which of n samples carry a bump, in increasing order, and the fold of each sample."""
    rng = check_random_state(random_state)
    centres = np.sort(rng.permutation(n)[:n_centres])
    return centres, rng.permutation(n) % n_folds


@np.errstate(under="ignore", over="ignore")
def gaussian(squared_distances: Floats, gamma: float) -> Floats:
    r"""The Gaussian bump of a squared distance (Sugiyama 2011, eq. 11).

    .. math:: L(x, x') = \exp\left(-\frac{\|x - x'\|^2}{2 \gamma^2}\right) \tag{11}

    Parameters
    ----------
    squared_distances : ndarray
    gamma : float

    Returns
    -------
    ndarray
        Of the same shape.

    Examples
    --------
    >>> gaussian(np.array([0.0, 2.0]), 1.0).round(3)
    array([1.   , 0.368])
    """
    floats = np.finfo(float)
    return np.exp(-squared_distances / np.clip(2 * np.square(gamma), floats.tiny, floats.max))


def check_classes(y, n_samples, n_classes, name="y"):
    """Classes 0..n_classes-1, of which some may be empty, and n_classes: max + 1 for None."""
    c = None if n_classes is None else check_whole(n_classes, "n_classes")
    y = check_labels(y, n_samples, c, name=name, every=False)
    return y, int(y.max()) + 1 if c is None else c
