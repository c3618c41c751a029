"""Widths for a Gaussian window, from the statistics of density estimates (Jenssen 2006, III-B).

A kernel's width is that of a window with which the density could be estimated, so rules made
for densities may choose it. `amise` takes the data for one Gaussian and tends to be too wide,
`lscv` trusts the data and tends to be too narrow; their mean is the paper's way out.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.spatial.distance import pdist

from ...checks.rules import checked
from ...checks.samples import check_distances, check_samples

_STEPS = 60
_NARROWEST, _WIDEST = 0.01, 10  # of the widths that lscv looks at, in units of amise


@checked()
def amise(X):
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


def lscv_score(squared_distances, d, sigma):
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
    return float((2 * np.pi * sigma**2) ** (-d / 2) * _without_peak(squared_distances, d, sigma))


@checked()
def lscv(X):
    r"""The width that least-squares cross-validation prefers (Wand and Jones 1995, section 3.3).

    .. math:: \arg\min_\sigma\ \frac{1}{m^2} \sum_{i,j} W_{\sqrt2 \sigma}(x_i, x_j)
       - \frac{2}{m (m - 1)} \sum_{i \ne j} W_\sigma(x_i, x_j)

    Among the local minima of `lscv_score` the lowest, refined to a relative 1e-4. Looked for
    between 0.01 and 10 times `amise`. With many repeated samples the score falls without end
    towards width 0; that end is no local minimum.

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
    d = X.shape[1]
    D2 = pdist(X, "sqeuclidean")

    def gain(log_width):
        """log of minus the score: far from overflow in any dimension."""
        g = _without_peak(D2, d, np.exp(log_width))
        return np.log(-g) - d * log_width if g < 0 else -np.inf

    reach = np.log(amise(X)) + np.linspace(np.log(_NARROWEST), np.log(_WIDEST), _STEPS)
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
    return float(np.exp(found.x))


def resolve_sigma(sigma, X):
    """The number behind a ``sigma`` parameter.

    Parameters
    ----------
    sigma : float, "mean", "amise" or "lscv"
        "mean" is the mean of `amise` and `lscv`.
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
    rules = {"mean": (amise, lscv), "amise": (amise,), "lscv": (lscv,)}
    if not isinstance(sigma, str):
        return sigma
    if sigma not in rules:
        names = ", ".join(map(repr, rules))
        raise ValueError(f"sigma must be a positive number or one of {names}; got {sigma!r}.")
    return float(np.mean([rule(X) for rule in rules[sigma]]))


def _without_peak(squared_distances, d, sigma):
    """The score of `lscv_score` in units of the peak of W_sigma."""
    m = (1 + np.sqrt(1 + 8 * len(squared_distances))) / 2
    wide = np.exp(squared_distances / (-4 * sigma**2))  # its square is W_sigma
    all_pairs = (m + 2 * wide.sum()) / m**2
    others = 2 * (wide @ wide) / (m * (m - 1))
    return 2 ** (-d / 2) * all_pairs - 2 * others


def _samples(X):
    X = check_distances(check_samples(X))
    if not np.ptp(X, axis=0).any():
        raise ValueError("sigma cannot be chosen from X: all samples are the same. Pass a number.")
    return X
