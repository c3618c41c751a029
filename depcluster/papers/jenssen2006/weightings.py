r"""What a sample counts for: the weighting functions u of Jenssen 2006 and the kernel they make.

The weighted inner product of two densities, estimated with Gaussian windows of width sigma,

.. math:: \langle p, q \rangle_u = \int p\, q\, u

is a mean over a block of the matrix

.. math:: K_u[i, j] = \sqrt{u_i u_j}\, W(x_i, x_j) \tag{6–9}

with W of width sqrt(2) sigma. Here the window is divided by its peak,
``W(0) = (4 pi sigma^2)^(-d/2)``, so K has ones on its diagonal and densities are in units of the
peak. No angle notices, and nothing overflows in many dimensions. A weighting is any function
``u(X, K)`` that returns a positive number a sample.
"""

from __future__ import annotations

import numpy as np

from ..._typing import ArrayLike, Flags, Floats
from ..._validation import call_given, is_number, short_repr, warn
from ...kernels.precision import gaussian

OUTLIER_SHARE = 0.01
_LONELY = np.exp(-9 / 4)  # the window at distance 3 sigma, its peak being 1
_APART = np.exp(-1) * (1 - 1e-6)  # at distance 2 sigma, and a little for rounding
_MOST = 0.9  # share of samples apart from all others that is warned of


def window_kernel(X: ArrayLike, Y: ArrayLike | None = None, *, sigma: float) -> Floats:
    r"""The window of width sqrt(2) sigma between samples, divided by its peak.

    .. math:: K_{ij} = \exp\left(-\frac{\|x_i - y_j\|^2}{4 \sigma^2}\right) \tag{6}

    Two windows of width sigma overlap like one of width sqrt(2) sigma (Jenssen 2006, eq. 6).

    Parameters
    ----------
    X : array-like of shape (m, d)
    Y : array-like of shape (k, d), optional
        X itself when left out.
    sigma : float

    Returns
    -------
    ndarray of shape (m, m) or (m, k)

    Raises
    ------
    ValueError
        If sigma is not a positive number.

    Examples
    --------
    >>> bool(window_kernel([[0.0], [2.0]], sigma=1.0)[0, 1] == np.exp(-1))
    True
    """
    gamma = min(1 / (4 * check_sigma(sigma) ** 2), np.finfo(float).max)
    X, Y = (None if Z is None else np.asarray(Z, dtype=float) for Z in (X, Y))
    return gaussian(X, Y, gamma=gamma)


def check_sigma(sigma):
    """The width of a window, a positive number."""
    if not is_number(sigma) or not sigma > 0 or not 0 < float(sigma) * float(sigma) < np.inf:
        raise ValueError(
            "sigma must be a positive number (whose square is one too) or the name of a rule; "
            f"got {short_repr(sigma)}."
        )
    return float(sigma)


def affinity_weights(X: Floats, K: Floats) -> Floats:
    """Every region counts alike, and K_u is the affinity matrix.

    .. math:: u(x) = 1

    Parameters
    ----------
    X : ndarray of shape (m, d)
        Not looked at.
    K : ndarray of shape (m, m)

    Returns
    -------
    ndarray of shape (m,)

    Examples
    --------
    >>> affinity_weights(None, np.eye(3))
    array([1., 1., 1.])
    """
    return np.ones(len(K))


def laplacian_weights(X: Floats, K: Floats) -> Floats:
    r"""One over the density: lonely samples count most.

    .. math:: u(x_i) = \frac{1}{f(x_i)}, \qquad f(x_i) = \frac{1}{m} \sum_t K_{it}

    K_u is then ``m D^-1/2 K D^-1/2``, m times the normalized Laplacian matrix.

    Parameters
    ----------
    X : ndarray of shape (m, d)
        Not looked at.
    K : ndarray of shape (m, m)

    Returns
    -------
    ndarray of shape (m,)

    Raises
    ------
    ValueError
        If the density at a sample is zero.

    Examples
    --------
    >>> laplacian_weights(None, np.eye(3))
    array([3., 3., 3.])
    """
    f = K.mean(axis=1)
    if not (f > 0).all():
        raise ValueError(
            f"K must give every sample a positive density; sample {int(np.argmin(f))} has "
            f"{f.min():.3g}, and 1 / f has no value there. Use a wider window."
        )
    return 1 / f


def is_outlier(K: Floats) -> Flags:
    """Samples with no other within 3 sigma (Jenssen 2006, section V).

    Parameters
    ----------
    K : ndarray of shape (m, m)
        The window kernel, with its peak on the diagonal.

    Returns
    -------
    ndarray of bool of shape (m,)

    Examples
    --------
    >>> is_outlier(window_kernel([[0.0], [0.0], [9.0]], sigma=1.0))
    array([False, False,  True])
    """
    return _has_none_near(K, _LONELY)


def _has_none_near(K, level):
    near = K >= level * K.diagonal()[:, None]
    return near.sum(axis=1) - near.diagonal() == 0


def warn_if_narrow(K, sigma):
    """Warn where nine samples in ten have no other within 2 sigma."""
    apart = int(_has_none_near(K, _APART).sum())
    if apart > _MOST * len(K):
        warn(
            f"sigma={sigma:.3g} is narrow for X: {apart} of {len(K)} samples have no other within "
            "2 sigma, so clusters may be single samples. Try a larger sigma, or "
            '"nearest_neighbour".'
        )


def outlier_weights(X: Floats, K: Floats, *, sigma: float) -> Floats:
    r"""One over the density, but little for a sample alone within 3 sigma, as printed in section V.

    .. math:: u(x_i) = 0.01\, W(0) \text{ for a lonely sample, else } 1 / f(x_i)

    A density stands beside inverse densities here, so their ratio depends on the unit of length:
    with X and sigma s times as large, the weight of an outlier relative to that of another
    sample is ``s^(2d)`` times as small; with a large unit it is the heaviest of all.
    `scale_free_outlier_weights` is the rule with an inverse density in both places.

    Parameters
    ----------
    X : ndarray of shape (m, d)
    K : ndarray of shape (m, m)
    sigma : float

    Returns
    -------
    ndarray of shape (m,)
        In the unit of 1 / W(0), like those of `laplacian_weights`.

    Raises
    ------
    ValueError
        If a sample is an outlier and ``W(0)^2`` is no positive number of floating point.

    Examples
    --------
    >>> X = [[0.0], [0.0], [9.0]]
    >>> outlier_weights(X, window_kernel(X, sigma=1.0), sigma=1.0).round(2)
    array([1.5, 1.5, 0. ])
    """
    d = np.shape(X)[1]
    u, lonely = laplacian_weights(X, K), is_outlier(K)
    with np.errstate(over="ignore", under="ignore"):
        little = OUTLIER_SHARE * np.exp(-d * np.log(4 * np.pi * float(sigma) ** 2))
    if lonely.any() and not np.finfo(float).tiny < little < np.inf:
        raise ValueError(
            f'sigma={sigma:.3g} in {d} dimensions gives the weighting "outlier" a weight that '
            f"floating point cannot hold, 0.01 W(0)^2 = {little:.3g}, for {lonely.sum()} samples "
            "with no other within 3 sigma. Try a larger sigma, with which there are none, such as "
            'sigma="nearest_neighbour", or pass scale_free_outlier_weights.'
        )
    return np.where(lonely, little, u)


def scale_free_outlier_weights(X: Floats, K: Floats) -> Floats:
    r"""One over the density, but little for a sample alone within 3 sigma, in any unit of length.

    .. math:: u(x_i) = 0.01 / W(0) \text{ for a lonely sample, else } 1 / f(x_i)

    A sample alone has density ``W(0) / m`` and would weigh ``m / W(0)``; its weight shrinks by
    100 m, whatever the unit of length.

    Parameters
    ----------
    X : ndarray of shape (m, d)
        Not looked at.
    K : ndarray of shape (m, m)

    Returns
    -------
    ndarray of shape (m,)

    Examples
    --------
    >>> K = window_kernel([[0.0], [0.0], [9.0]], sigma=1.0)
    >>> scale_free_outlier_weights(None, K).round(3)
    array([1.5 , 1.5 , 0.01])
    """
    return np.where(is_outlier(K), OUTLIER_SHARE / K.diagonal(), laplacian_weights(X, K))


_NAMED = {"affinity": affinity_weights, "laplacian": laplacian_weights}


def resolve_weights(weighting, X, K, sigma):
    """The numbers behind a ``weighting`` parameter; K is the window kernel of X."""
    if isinstance(weighting, str) and weighting == "outlier":
        return outlier_weights(X, K, sigma=sigma)
    if isinstance(weighting, str) and weighting in _NAMED:
        return _NAMED[weighting](X, K)
    what = "a function of the samples and their kernel matrix, returning one number a sample"
    u = call_given(
        lambda X, K: np.asarray(weighting(X, K), dtype=float), "weighting", X, K, what=what
    )
    if u.shape != (len(K),):
        raise ValueError(
            f"weighting must return one number a sample, shape ({len(K)},); got shape {u.shape}."
        )
    if not (np.isfinite(u) & (u > 0)).all():
        worst = int(np.argmin(np.isfinite(u) & (u > 0)))
        raise ValueError(
            f"weighting must return positive, finite numbers; sample {worst} got {u[worst]:.3g}. "
            "A density of zero makes 1 / f infinite: use a wider window."
        )
    return u


def weighted_kernel(K: Floats, u: Floats) -> Floats:
    r"""The kernel with the weights in it (Jenssen 2006, below eq. 8).

    .. math:: K_u[i, j] = \sqrt{u_i u_j}\, K_{ij}

    Parameters
    ----------
    K : ndarray of shape (m, m)
    u : ndarray of shape (m,)

    Returns
    -------
    ndarray of shape (m, m)

    Examples
    --------
    >>> weighted_kernel(np.ones((2, 2)), np.array([1.0, 4.0]))
    array([[1., 2.],
           [2., 4.]])
    """
    root = np.sqrt(u)
    K_u = root[:, None] * K
    K_u *= root
    return K_u
