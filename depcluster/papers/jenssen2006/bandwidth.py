"""Widths for a Gaussian window, from the statistics of density estimates (Jenssen 2006, III-B).

A kernel's width is that of a window with which the density could be estimated, so rules made
for densities may choose it. `amise` takes the data for one Gaussian and tends to be too wide,
`lscv` trusts the data and tends to be too narrow; their mean is the paper's way out. With many
features all three are too narrow for clusters: few samples then see another one.
`nearest_neighbour_bandwidth` asks for that alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.spatial.distance import cdist, pdist
from sklearn.neighbors import NearestNeighbors

from ..._typing import ArrayLike, Floats, Sigma
from ..._validation import check_distances, check_samples, checked, short_repr, warn

_STEPS = 60
_NARROWEST, _WIDEST = 0.01, 10  # of the widths that lscv looks at, in units of amise
_NEAREST = 1e-8  # squared distances below are one bin, in units of amise^2
_BINS = 2**14
_ROWS = 256


@checked()
def amise(X: ArrayLike) -> float:
    r"""The width with the least asymptotic mean integrated squared error on Gaussian data.

    .. math:: \sigma = \sigma_X \left(\frac{4}{(d + 2)\, m}\right)^{1/(d + 4)}

    with sigma_X^2 the mean variance of the columns, as in Silverman 1986, section 4.3. Jenssen
    2006 prints 4 / ((2 d + 1) m), which agrees for d = 1 alone.

    Parameters
    ----------
    X : array-like of shape (m, d)

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If all samples are the same, or there is only one.

    Examples
    --------
    >>> round(amise([[-1.0], [0.0], [1.0]]), 4)  # (4 / 9)^(1 / 5)
    0.8503
    """
    X = _samples(X)
    m, d = X.shape
    return float(np.sqrt(X.var(axis=0, ddof=1).mean()) * (4 / ((d + 2) * m)) ** (1 / (d + 4)))


def lscv_score(squared_distances: Floats, d: int, sigma: float) -> float:
    r"""Least-squares cross-validation of one width.

    .. math:: \frac{1}{m^2} \sum_{i,j} W_{\sqrt2 \sigma}(x_i, x_j)
       - \frac{2}{m (m - 1)} \sum_{i \ne j} W_\sigma(x_i, x_j)

    Its mean is that of the integrated squared error of the density estimate, but for a constant.

    Parameters
    ----------
    squared_distances : ndarray of shape (m (m - 1) / 2,)
        Of all pairs, as `scipy.spatial.distance.pdist` gives them.
    d : int
        Dimension of the samples.
    sigma : float

    Returns
    -------
    float

    Examples
    --------
    >>> D2 = pdist(np.random.default_rng(0).normal(size=(50, 1)), "sqeuclidean")
    >>> lscv_score(D2, 1, 0.4) < lscv_score(D2, 1, 4.0)
    True
    """
    m = (1 + np.sqrt(1 + 8 * len(squared_distances))) / 2
    wide = np.exp(squared_distances / (-4 * sigma**2))  # its square is W_sigma
    peak = (2 * np.pi * sigma**2) ** (-d / 2)
    return float(peak * _without_peak(wide.sum(), wide @ wide, m, d))


@checked()
def lscv(X: ArrayLike) -> float:
    r"""The width that least-squares cross-validation prefers (Wand and Jones 1995, section 3.3).

    .. math:: \arg\min_\sigma\ \frac{1}{m^2} \sum_{i,j} W_{\sqrt2 \sigma}(x_i, x_j)
       - \frac{2}{m (m - 1)} \sum_{i \ne j} W_\sigma(x_i, x_j)

    Among the local minima of `lscv_score` the lowest, refined to a relative 1e-4. Looked for
    between 0.01 and 10 times `amise`. With many repeated samples the score falls without end
    towards width 0; that end is no local minimum.

    The distances are computed once and counted in bins of equal ratio, each with its mean and
    spread; the width is that of the single distances to a relative 1e-6.

    Parameters
    ----------
    X : array-like of shape (m, d)

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If all samples are the same, or the score has no minimum.

    Examples
    --------
    >>> X = np.random.default_rng(0).normal(size=(50, 1))
    >>> bool(0.1 < lscv(X) < 1.0)
    True
    """
    X = _samples(X)
    m, d = X.shape
    unit = amise(X)
    pairs = _binned(X / unit)

    def gain(log_width):
        """log of minus the score: far from overflow in any dimension."""
        g = _without_peak(*pairs.sums(np.exp(log_width)), m, d)
        return np.log(-g) - d * log_width if g < 0 else -np.inf

    reach = np.linspace(np.log(_NARROWEST), np.log(_WIDEST), _STEPS)
    tried = np.array([gain(w) for w in reach])
    inside = tried[1:-1]
    peaks = 1 + np.flatnonzero((inside > tried[:-2]) & (inside >= tried[2:]))
    if not len(peaks):
        raise ValueError(
            'sigma cannot be chosen by "lscv": least-squares cross-validation has no minimum on '
            f"X, {len(X)} samples, {len(np.unique(X, axis=0))} of them different. Pass a number "
            'or "amise".'
        )
    best = peaks[tried[peaks].argmax()]
    with np.errstate(invalid="ignore"):  # parabolas through an infinite gain
        found = minimize_scalar(
            lambda w: -gain(w),
            bounds=(reach[best - 1], reach[best + 1]),
            method="bounded",
            options={"xatol": 1e-4},
        )
    return float(np.exp(found.x)) * unit


@checked()
def nearest_neighbour_bandwidth(X: ArrayLike) -> float:
    r"""The least width at which every sample has a neighbour: balls of that radius touch.

    .. math:: \sigma = \frac12 \max_i \min_{j : x_j \ne x_i} \|x_i - x_j\|

    The kernel between a sample and the one nearest to it is then at least 1/e. A sample whose
    kernel with all others is near 0 is an eigenvector of its own, with an eigenvalue near the
    largest of the weighting 1 / f; where many samples are, the leading eigenvectors are single
    samples and not clusters.

    The rule is not from Jenssen 2006, whose rules want a good estimate of the density. With many
    features that one is a window on almost every sample alone: on the 13 standardized features
    of the wine data `amise` and `lscv` are 0.14 and 0.10 of the median distance between two
    samples, whereas the median distance to the nearest other one is 0.35 of it.

    One sample far from all others makes the width large. Samples in close pairs make it small;
    equal samples count as one.

    Parameters
    ----------
    X : array-like of shape (m, d)

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If all samples are the same, or there is only one.

    Examples
    --------
    >>> nearest_neighbour_bandwidth([[0.0], [0.0], [1.0], [3.0]])
    1.0
    """
    X = np.unique(_samples(X), axis=0)
    X = X - X.mean(axis=0)
    nearest = NearestNeighbors(n_neighbors=1).fit(X).kneighbors(return_distance=False)[:, 0]
    return float(np.linalg.norm(X - X[nearest], axis=1).max() / 2)


def resolve_sigma(sigma: Sigma, X: ArrayLike) -> float:
    """The number behind a ``sigma`` parameter.

    Parameters
    ----------
    sigma : float, "nearest_neighbour", "mean", "amise" or "lscv"
        "mean" is the mean of `amise` and `lscv`, or, with a warning, `amise` where `lscv` has no
        minimum, as of many repeated samples.
    X : array-like of shape (m, d)

    Returns
    -------
    float

    Raises
    ------
    ValueError
        For another name, and where a rule has no answer.

    Examples
    --------
    >>> resolve_sigma(0.5, None)
    0.5
    >>> round(resolve_sigma("amise", [[-1.0], [0.0], [1.0]]), 4)
    0.8503
    """
    rules = {
        "nearest_neighbour": nearest_neighbour_bandwidth,
        "mean": _mean,
        "amise": amise,
        "lscv": lscv,
    }
    if not isinstance(sigma, str):
        return sigma
    if sigma not in rules:
        names = ", ".join(map(repr, rules))
        raise ValueError(
            f"sigma must be a positive number or one of {names}; got {short_repr(sigma)}."
        )
    return float(rules[sigma](X))


def _mean(X):
    wide = amise(X)
    try:
        return (wide + lscv(X)) / 2
    except ValueError:  # no minimum
        warn(
            "Least-squares cross-validation has no minimum on X, as of many repeated samples: the "
            'width of the window is that of "amise" alone.'
        )
        return wide


@dataclass(frozen=True)
class _Binned:
    """Squared distances of all pairs: of each bin the number, mean and sum of squares about it.

    Bins are so narrow that a window is, over one of them, a parabola.
    """

    count: np.ndarray
    mean: np.ndarray
    spread: np.ndarray

    def sums(self, sigma):
        """Sums over the pairs of the window of width sqrt(2) sigma and of its square."""
        a = 1 / (4 * sigma**2)
        wide = np.exp(-a * self.mean)
        once = wide @ (self.count + a**2 / 2 * self.spread)
        return once, wide**2 @ (self.count + 2 * a**2 * self.spread)


def _binned(X):
    """The squared distances of X, whose unit is that of the widths, in bins of equal ratio."""
    m = len(X)
    reach = max(4 * ((X - X.mean(axis=0)) ** 2).sum(axis=1).max(), 1)  # no distance is larger
    per_bin = np.log(reach / _NEAREST) / _BINS
    sums = np.zeros((3, _BINS + 1))
    for i in range(0, m, _ROWS):
        rows = X[i : i + _ROWS]
        for D2 in (pdist(rows, "sqeuclidean"), cdist(rows, X[i + _ROWS :], "sqeuclidean").ravel()):
            bins = (np.log(np.maximum(D2, _NEAREST) / _NEAREST) / per_bin).astype(np.intp)
            for power, weights in enumerate((None, D2, D2 * D2)):
                sums[power] += np.bincount(bins, weights, minlength=_BINS + 1)
    count, first, second = sums[:, sums[0] > 0]
    return _Binned(count, first / count, np.maximum(second - first**2 / count, 0))


def _without_peak(wide, narrow, m, d):
    """The score of `lscv_score` in units of the peak of W_sigma, from sums over pairs."""
    return 2 ** (-d / 2) * (m + 2 * wide) / m**2 - 4 * narrow / (m * (m - 1))


def _samples(X: ArrayLike) -> Floats:
    X = check_distances(check_samples(X))
    if not np.ptp(X, axis=0).any():
        raise ValueError("sigma cannot be chosen from X: all samples are the same. Pass a number.")
    return X
