"""The toy data of the notebooks: points in the plane with the labels that made them.

Each function returns ``(X, y)``: samples of shape (m, 2) and labels 0..c-1 of shape (m,).
"""

from __future__ import annotations

import numpy as np

from .._validation import check_parameters, generator_of, number, whole

MOST_SAMPLES = 1_000_000


def make_three(random_state=0):
    """Three round groups of 20 at the corners of a triangle, sd 0.5.

    Parameters
    ----------
    random_state : int, default=0

    Returns
    -------
    X : ndarray of shape (60, 2)
    y : ndarray of int of shape (60,)

    Examples
    --------
    >>> X, y = make_three()
    >>> X.shape, np.bincount(y)
    ((60, 2), array([20, 20, 20]))
    """
    return _blobs([(0, 0), (3, 0), (1.5, 2.6)], 20, 0.5, random_state)


def make_row(random_state=0):
    """Five round groups of 24 in a row, 2 apart, sd 0.35.

    Parameters
    ----------
    random_state : int, default=0

    Returns
    -------
    X : ndarray of shape (120, 2)
    y : ndarray of int of shape (120,)

    Examples
    --------
    >>> X, y = make_row()
    >>> X.shape, np.bincount(y)
    ((120, 2), array([24, 24, 24, 24, 24]))
    """
    return _blobs([(x, 0) for x in range(0, 10, 2)], 24, 0.35, random_state)


def make_circle(n_samples=200, noise=0.08, n_clusters=8, random_state=1):
    """Equally spaced points of the unit circle, shaken; y numbers the arcs in order.

    Parameters
    ----------
    n_samples : int, default=200
        At most a million.
    noise : float, default=0.08
        Standard deviation of the shake in each coordinate.
    n_clusters : int, default=8
        Number of arcs in y.
    random_state : int, default=1

    Returns
    -------
    X : ndarray of shape (n_samples, 2)
    y : ndarray of int of shape (n_samples,)

    Raises
    ------
    ValueError
        If a parameter is out of its range.

    Examples
    --------
    >>> X, y = make_circle()
    >>> X.shape, np.bincount(y)
    ((200, 2), array([25, 25, 25, 25, 25, 25, 25, 25]))
    """
    check_parameters(
        {"n_samples": n_samples, "noise": noise, "n_clusters": n_clusters},
        n_samples=whole(1, MOST_SAMPLES),
        noise=number(0, 1e100),
        n_clusters=whole(1, MOST_SAMPLES),
    )
    angle = 2 * np.pi * np.arange(n_samples) / n_samples
    X = np.column_stack([np.cos(angle), np.sin(angle)])
    X += noise * generator_of(random_state).standard_normal(X.shape)
    return X, np.arange(n_samples) * n_clusters // n_samples


def make_nine(random_state=0):
    """Three families at radius 6, each of three groups of 20 at radius 1.6 around it, sd 0.35.

    Groups 0-2, 3-5 and 6-8 are families, as in ``tree((3, 3))``.

    Parameters
    ----------
    random_state : int, default=0

    Returns
    -------
    X : ndarray of shape (180, 2)
    y : ndarray of int of shape (180,)

    Examples
    --------
    >>> X, y = make_nine()
    >>> X.shape, np.bincount(y)
    ((180, 2), array([20, 20, 20, 20, 20, 20, 20, 20, 20]))
    """
    third = 2 * np.pi * np.arange(3) / 3
    corners = np.column_stack([np.cos(third), np.sin(third)])
    centres = (6 * corners[:, None] + 1.6 * corners[None]).reshape(9, 2)
    return _blobs(centres, 20, 0.35, random_state)


def make_collinear(random_state=0):
    """Song's Collinear: three round groups of 50 on a line, 2.5 apart, sd 0.35.

    Parameters
    ----------
    random_state : int, default=0

    Returns
    -------
    X : ndarray of shape (150, 2)
    y : ndarray of int of shape (150,)

    Examples
    --------
    >>> X, y = make_collinear()
    >>> X.shape, np.bincount(y)
    ((150, 2), array([50, 50, 50]))
    """
    return _blobs([(0, 0), (2.5, 0), (5, 0)], 50, 0.35, random_state)


def make_rings(random_state=0):
    """Song's Ring: 60 points at radius 1.5 inside 120 at radius 3.5, sd 0.15.

    Parameters
    ----------
    random_state : int, default=0

    Returns
    -------
    X : ndarray of shape (180, 2)
    y : ndarray of int of shape (180,)

    Examples
    --------
    >>> X, y = make_rings()
    >>> X.shape, np.bincount(y)
    ((180, 2), array([ 60, 120]))
    """
    rng = generator_of(random_state)
    y = np.repeat([0, 1], [60, 120])
    angle = 2 * np.pi * rng.random(180)
    radius = np.array([1.5, 3.5])[y]
    X = radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    return X + 0.15 * rng.standard_normal(X.shape), y


def make_xor(random_state=0):
    """Song's XOR: four groups of 60 at (+-1.5, +-1.5), sd 0.45; opposite corners are one class.

    Parameters
    ----------
    random_state : int, default=0

    Returns
    -------
    X : ndarray of shape (240, 2)
    y : ndarray of int of shape (240,)

    Examples
    --------
    >>> X, y = make_xor()
    >>> X.shape, np.bincount(y)
    ((240, 2), array([120, 120]))
    """
    X, corner = _blobs([(1.5, 1.5), (-1.5, -1.5), (-1.5, 1.5), (1.5, -1.5)], 60, 0.45, random_state)
    return X, corner // 2


def _blobs(centres, size, sd, random_state):
    y = np.repeat(np.arange(len(centres)), size)
    noise = generator_of(random_state).standard_normal((len(y), 2))
    return np.asarray(centres, dtype=float)[y] + sd * noise, y
