"""The four toys of Sugiyama 2011, section 4.1, centred and with variance 1 in each coordinate.

Each function returns ``(X, y)``: samples of shape (n_samples, 2) and labels 0..c-1. The sizes
of the classes are the shares of ``class_prior`` (equal when left out) rounded to whole samples.
"""

from __future__ import annotations

import numpy as np


def make_blobs4(n_samples=200, *, class_prior=None, random_state=0):
    """Four Gaussian blobs around (+-2, +-2), variance 0.25.

    Parameters
    ----------
    n_samples : int, default=200
    class_prior : array-like of shape (4,), optional
        Shares of the classes.
    random_state : int, default=0

    Returns
    -------
    X : ndarray of shape (n_samples, 2)
    y : ndarray of int of shape (n_samples,)
    """
    rng = np.random.default_rng(random_state)
    y = _labels(n_samples, class_prior, 4)
    centres = np.array([[2.0, 2], [-2, 2], [2, -2], [-2, -2]])
    return _standardized(centres[y] + 0.5 * rng.standard_normal((n_samples, 2))), y


def make_circle_gauss(n_samples=200, *, class_prior=None, random_state=0):
    """A standard Gaussian inside a circle of radius 5; all shaken with variance 0.01.

    Parameters
    ----------
    n_samples : int, default=200
    class_prior : array-like of shape (2,), optional
        Shares of the Gaussian and the circle.
    random_state : int, default=0

    Returns
    -------
    X : ndarray of shape (n_samples, 2)
    y : ndarray of int of shape (n_samples,)
    """
    rng = np.random.default_rng(random_state)
    y = _labels(n_samples, class_prior, 2)
    X = rng.standard_normal((n_samples, 2))
    angle = np.linspace(0, 2 * np.pi, (y == 1).sum(), endpoint=False)
    X[y == 1] = 5 * np.column_stack([np.cos(angle), np.sin(angle)])
    return _standardized(X + 0.1 * rng.standard_normal(X.shape)), y


def make_spirals(n_samples=200, *, class_prior=None, random_state=0):
    """Two spirals, one the other turned by half a circle; shaken with variance 0.01.

    With n samples in all, the i-th of a spiral of n/2 stands at radius ``1 + 4 (i - 1) / n`` and
    angle ``3 pi (i - 1) / n``. A spiral of another size is sampled more or less densely.

    Parameters
    ----------
    n_samples : int, default=200
    class_prior : array-like of shape (2,), optional
        Shares of the spirals.
    random_state : int, default=0

    Returns
    -------
    X : ndarray of shape (n_samples, 2)
    y : ndarray of int of shape (n_samples,)
    """
    rng = np.random.default_rng(random_state)
    y = _labels(n_samples, class_prior, 2)
    along = np.concatenate([np.arange(k) / (2 * k) for k in np.bincount(y)])
    radius, angle = 1 + 4 * along, 3 * np.pi * along
    X = (1 - 2 * y)[:, None] * radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    return _standardized(X + 0.1 * rng.standard_normal(X.shape)), y


def make_high_low(n_samples=200, *, class_prior=None, random_state=0):
    """A standard Gaussian with a dense one, of variance 0.01, at its centre.

    Parameters
    ----------
    n_samples : int, default=200
    class_prior : array-like of shape (2,), optional
        Shares of the wide Gaussian and the dense one.
    random_state : int, default=0

    Returns
    -------
    X : ndarray of shape (n_samples, 2)
    y : ndarray of int of shape (n_samples,)
    """
    rng = np.random.default_rng(random_state)
    y = _labels(n_samples, class_prior, 2)
    return _standardized(np.array([1, 0.1])[y][:, None] * rng.standard_normal((n_samples, 2))), y


def _labels(n_samples, class_prior, c):
    shares = np.full(c, 1 / c) if class_prior is None else np.asarray(class_prior, dtype=float)
    if shares.shape != (c,) or not (shares > 0).all() or abs(shares.sum() - 1) > 1e-8:
        raise ValueError(
            f"class_prior must hold {c} positive shares that sum to 1; got {class_prior!r}."
        )
    ends = np.rint(np.cumsum(shares) * n_samples).astype(int)
    return np.searchsorted(ends, np.arange(n_samples), side="right")


def _standardized(X):
    return (X - X.mean(axis=0)) / X.std(axis=0)
