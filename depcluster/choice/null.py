"""Reference samples without clusters: as many, as wide and turned as the given ones."""

from __future__ import annotations

import numpy as np

from .._validation import call_given, check_samples, short_repr
from ..kernels.matrix import check_signs

_RANK = 1e-9  # of the largest variance: what is smaller is rounding
_TRIM = 0.025  # of the samples on either side, where modes of a density estimate are not counted
_GRID = np.linspace(0, 1, 150)
_HALVINGS = 11


class PrincipalAxes:
    """Samples seen along their principal axes, those without variance left out.

    Attributes
    ----------
    scores : ndarray of shape (m, r)
    deviations : ndarray of shape (r,)
        Standard deviations of the scores, falling.
    """

    def __init__(self, X):
        self._mean = X.mean(axis=0)
        U, s, self._axes = np.linalg.svd(X - self._mean, full_matrices=False)
        kept = s**2 > _RANK * s[0] ** 2
        self.scores, self._axes = (U * s)[:, kept], self._axes[kept]
        self.deviations = s[kept] / np.sqrt(len(X) - 1)

    def back(self, scores):
        """Scores as samples."""
        return self._mean + scores @ self._axes


def uniform(axes, rng):
    """Evenly over the box that the samples fill along their principal axes.

    The second reference of the gap statistic (Tibshirani, Walther and Hastie 2001, section 4).
    """
    low, high = axes.scores.min(axis=0), axes.scores.max(axis=0)
    return rng.uniform(low, high, axes.scores.shape)


def gaussian(axes, rng):
    """Normal, with the samples' covariance."""
    return rng.standard_normal(axes.scores.shape) * axes.deviations


def unimodal(axes, rng):
    """Along each principal axis from the smallest Gaussian density estimate with one mode.

    As Helgeson, Vock and Bair (2021), with the variance of the samples.
    """
    m, r = axes.scores.shape
    drawn = np.empty((m, r))
    for j, x in enumerate(axes.scores.T):
        h = _critical_width(x)
        drawn[:, j] = rng.choice(x, m) + h * rng.standard_normal(m)
        drawn[:, j] /= np.sqrt(1 + h**2 / x.var())
    return drawn


def _critical_width(x):
    """The smallest width at which a density estimate of x, tails aside, has one mode."""
    low, high = np.quantile(x, [_TRIM, 1 - _TRIM])
    at = low + (high - low) * _GRID
    small, large = 0.02 * x.std(), 3 * x.std()
    for _ in range(_HALVINGS):
        h = np.sqrt(small * large)
        density = np.exp(-0.5 * ((at[:, None] - x) / h) ** 2).sum(axis=1)
        rises = np.diff(density) > 0
        n_modes = (rises[:-1] & ~rises[1:]).sum() + (not rises[0]) + rises[-1]
        small, large = (small, h) if n_modes <= 1 else (h, large)
    return large


NULLS = {made.__name__: made for made in (uniform, gaussian, unimodal)}


def reference_samples(X, null, rng, n, kernel="rbf"):
    """Yield n tables without clusters.

    Parameters
    ----------
    X : ndarray of shape (m, d)
    null : str or callable
        A name of NULLS, or a function of X and a RandomState.
    rng : numpy.random.RandomState
    n : int
    kernel : str or callable, default="rbf"
        Which they must suit.

    Yields
    ------
    ndarray of shape (m, d)

    Raises
    ------
    ValueError
        If a function of the user's gives anything else, or the kernel takes no such table.
    """
    if callable(null):
        for _ in range(n):
            drawn = call_given(null, "null", X, rng, what="a function of X and a RandomState")
            try:
                table = check_samples(drawn)
            except (TypeError, ValueError):
                table = np.empty(0)
            if table.shape != X.shape or not np.ptp(table, axis=0).any():
                raise ValueError(
                    f"null must give samples of the shape of X, {X.shape}, all finite and not all "
                    f"equal; it gave {short_repr(drawn)}."
                )
            yield table
        return
    axes = PrincipalAxes(X)
    for _ in range(n):
        table = axes.back(NULLS[null](axes, rng))
        check_signs(table, kernel, f'tables of null="{null}"')
        yield table
