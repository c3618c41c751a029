"""Toy data: points with the labels that made them.

The toys of the notebooks and of Song 2007, Sugiyama 2011 and Jenssen 2006, outliers to add, and
points that have a tree for a history. Each function returns samples X of shape (m, d) and labels y,
0..c-1, of shape (m,).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .._typing import ArrayLike, Floats, Ints
from .._validation import (
    FLAG,
    as_array,
    check_memory,
    check_numbers,
    generator_of,
    number,
    several,
    short_repr,
    whole,
)
from .makers import AT_LEAST_0, MOST_SAMPLES, N_SAMPLES, checked_maker

_AT_LEAST_TWO = whole(2, MOST_SAMPLES)


def make_three(random_state: int = 0) -> tuple[Floats, Ints]:
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
    >>> X.shape, np.bincount(y).tolist()
    ((60, 2), [20, 20, 20])
    """
    return _blobs([(0, 0), (3, 0), (1.5, 2.6)], 20, 0.5, random_state)


def make_row(random_state: int = 0) -> tuple[Floats, Ints]:
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
    >>> X.shape, np.bincount(y).tolist()
    ((120, 2), [24, 24, 24, 24, 24])
    """
    return _blobs([(x, 0) for x in range(0, 10, 2)], 24, 0.35, random_state)


def make_nine(random_state: int = 0) -> tuple[Floats, Ints]:
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
    >>> X.shape, np.bincount(y).tolist()
    ((180, 2), [20, 20, 20, 20, 20, 20, 20, 20, 20])
    """
    corners = _at(2 * np.pi * np.arange(3) / 3)
    centres = (6 * corners[:, None] + 1.6 * corners[None]).reshape(9, 2)
    return _blobs(centres, 20, 0.35, random_state)


def make_fork(random_state: int = 0) -> tuple[Floats, Ints]:
    """Three arms of 60 from one place, 3 long: one to the left, two to the right, sd 0.12.

    Along each arm points are in order, from the middle on.

    Parameters
    ----------
    random_state : int, default=0

    Returns
    -------
    X : ndarray of shape (180, 2)
    y : ndarray of int of shape (180,)

    Examples
    --------
    >>> X, y = make_fork()
    >>> X.shape, np.bincount(y).tolist()
    ((180, 2), [60, 60, 60])
    """
    far = 3 * (np.arange(60) + 0.5) / 60
    arms = [_at(np.full(60, np.deg2rad(angle)), far) for angle in (180, 40, -40)]
    X = np.concatenate(arms)
    X += 0.12 * generator_of(random_state).standard_normal(X.shape)
    return X, np.repeat([0, 1, 2], 60)


def make_collinear(random_state: int = 0) -> tuple[Floats, Ints]:
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
    >>> X.shape, np.bincount(y).tolist()
    ((150, 2), [50, 50, 50])
    """
    return _blobs([(0, 0), (2.5, 0), (5, 0)], 50, 0.35, random_state)


def make_rings(random_state: int = 0) -> tuple[Floats, Ints]:
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
    >>> X.shape, np.bincount(y).tolist()
    ((180, 2), [60, 120])
    """
    rng = generator_of(random_state)
    y = np.repeat([0, 1], [60, 120])
    X = _at(2 * np.pi * rng.random(180), np.array([1.5, 3.5])[y])
    return X + 0.15 * rng.standard_normal(X.shape), y


def make_xor(random_state: int = 0) -> tuple[Floats, Ints]:
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
    >>> X.shape, np.bincount(y).tolist()
    ((240, 2), [120, 120])
    """
    X, corner = _blobs([(1.5, 1.5), (-1.5, -1.5), (-1.5, 1.5), (1.5, -1.5)], 60, 0.45, random_state)
    return X, corner // 2


def _blobs(centres, size, sd, random_state):
    y = np.repeat(np.arange(len(centres)), size)
    noise = generator_of(random_state).standard_normal((len(y), 2))
    return np.asarray(centres, dtype=float)[y] + sd * noise, y


def _at(angle, radius=1.0):
    """Points of the plane in polar coordinates, (m, 2)."""
    return np.reshape(radius, (-1, 1)) * np.column_stack([np.cos(angle), np.sin(angle)])


@checked_maker(n_samples=N_SAMPLES, noise=AT_LEAST_0, n_clusters=N_SAMPLES)
def make_circle(
    n_samples: int = 200, noise: float = 0.08, n_clusters: int = 8, random_state: int = 1
) -> tuple[Floats, Ints]:
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
    >>> X.shape, np.bincount(y).tolist()
    ((200, 2), [25, 25, 25, 25, 25, 25, 25, 25])
    """
    X = _at(2 * np.pi * np.arange(n_samples) / n_samples)
    X += noise * generator_of(random_state).standard_normal(X.shape)
    return X, np.arange(n_samples) * n_clusters // n_samples


@checked_maker(n_samples=_AT_LEAST_TWO)
def make_blobs4(
    n_samples: int = 200, *, class_prior: ArrayLike | None = None, random_state: int = 0
) -> tuple[Floats, Ints]:
    """Four Gaussian blobs around (+-2, +-2), variance 0.25.

    A toy of Sugiyama 2011, section 4.1: centred, with variance 1 in each coordinate.

    Parameters
    ----------
    n_samples : int, default=200
    class_prior : array-like of shape (4,), optional
        Shares of the classes, rounded to whole samples; equal when left out.
    random_state : int, default=0

    Returns
    -------
    X : ndarray of shape (n_samples, 2)
    y : ndarray of int of shape (n_samples,)

    Examples
    --------
    >>> X, y = make_blobs4(20)
    >>> X.shape, np.bincount(y).tolist()
    ((20, 2), [5, 5, 5, 5])
    """
    rng = generator_of(random_state)
    y = _labels(n_samples, class_prior, 4)
    centres = np.array([[2.0, 2], [-2, 2], [2, -2], [-2, -2]])
    return _standardized(centres[y] + 0.5 * rng.standard_normal((n_samples, 2))), y


@checked_maker(n_samples=_AT_LEAST_TWO)
def make_circle_gauss(
    n_samples: int = 200, *, class_prior: ArrayLike | None = None, random_state: int = 0
) -> tuple[Floats, Ints]:
    """A standard Gaussian inside a circle of radius 5; all shaken with variance 0.01.

    A toy of Sugiyama 2011, section 4.1: centred, with variance 1 in each coordinate.

    Parameters
    ----------
    n_samples : int, default=200
    class_prior : array-like of shape (2,), optional
        Shares of the Gaussian and the circle, rounded to whole samples; equal when left out.
    random_state : int, default=0

    Returns
    -------
    X : ndarray of shape (n_samples, 2)
    y : ndarray of int of shape (n_samples,)

    Examples
    --------
    >>> X, y = make_circle_gauss(20)
    >>> X.shape, np.bincount(y).tolist()
    ((20, 2), [10, 10])
    """
    rng = generator_of(random_state)
    y = _labels(n_samples, class_prior, 2)
    X = rng.standard_normal((n_samples, 2))
    X[y == 1] = _at(np.linspace(0, 2 * np.pi, (y == 1).sum(), endpoint=False), 5)
    return _standardized(X + 0.1 * rng.standard_normal(X.shape)), y


@checked_maker(n_samples=_AT_LEAST_TWO)
def make_spirals(
    n_samples: int = 200, *, class_prior: ArrayLike | None = None, random_state: int = 0
) -> tuple[Floats, Ints]:
    """Two spirals, one the other turned by half a circle; shaken with variance 0.01.

    With n samples in all, the i-th of a spiral of n/2 stands at radius ``1 + 4 (i - 1) / n`` and
    angle ``3 pi (i - 1) / n``. A spiral of another size is sampled more or less densely.

    A toy of Sugiyama 2011, section 4.1: centred, with variance 1 in each coordinate.

    Parameters
    ----------
    n_samples : int, default=200
    class_prior : array-like of shape (2,), optional
        Shares of the spirals, rounded to whole samples; equal when left out.
    random_state : int, default=0

    Returns
    -------
    X : ndarray of shape (n_samples, 2)
    y : ndarray of int of shape (n_samples,)

    Examples
    --------
    >>> X, y = make_spirals(20)
    >>> X.shape, np.bincount(y).tolist()
    ((20, 2), [10, 10])
    """
    rng = generator_of(random_state)
    y = _labels(n_samples, class_prior, 2)
    along = np.concatenate([np.arange(k) / (2 * k) for k in np.bincount(y)])
    X = (1 - 2 * y)[:, None] * _at(3 * np.pi * along, 1 + 4 * along)
    return _standardized(X + 0.1 * rng.standard_normal(X.shape)), y


@checked_maker(n_samples=_AT_LEAST_TWO)
def make_high_low(
    n_samples: int = 200, *, class_prior: ArrayLike | None = None, random_state: int = 0
) -> tuple[Floats, Ints]:
    """A standard Gaussian with a dense one, of variance 0.01, at its centre.

    A toy of Sugiyama 2011, section 4.1: centred, with variance 1 in each coordinate.

    Parameters
    ----------
    n_samples : int, default=200
    class_prior : array-like of shape (2,), optional
        Shares of the wide Gaussian and the dense one, rounded to whole samples; equal when left
        out.
    random_state : int, default=0

    Returns
    -------
    X : ndarray of shape (n_samples, 2)
    y : ndarray of int of shape (n_samples,)

    Examples
    --------
    >>> X, y = make_high_low(20)
    >>> X.shape, np.bincount(y).tolist()
    ((20, 2), [10, 10])
    """
    rng = generator_of(random_state)
    y = _labels(n_samples, class_prior, 2)
    return _standardized(np.array([1, 0.1])[y][:, None] * rng.standard_normal((n_samples, 2))), y


def _labels(n_samples, class_prior, c):
    equal = np.full(c, 1 / c)
    shares = equal if class_prior is None else check_numbers(class_prior, "class_prior", (c,))
    if not (shares > 0).all() or abs(shares.sum() - 1) > 1e-8:
        got = short_repr(class_prior)
        raise ValueError(f"class_prior must hold {c} positive shares that sum to 1; got {got}.")
    ends = np.rint(np.cumsum(shares) * n_samples).astype(int)
    return np.searchsorted(ends, np.arange(n_samples), side="right")


def _standardized(X):
    return (X - X.mean(axis=0)) / X.std(axis=0)


_ANY_NUMBER = number(-1e100, 1e100)


@checked_maker(radius=AT_LEAST_0, noise=AT_LEAST_0, shift=_ANY_NUMBER, rise=_ANY_NUMBER)
def make_crescents(
    sizes: Sequence[int] = (209, 210),
    random_state: int = 0,
    *,
    radius: float = 2.8,
    noise: float = 0.28,
    shift: float = 2.8,
    rise: float = 0.0,
) -> tuple[Floats, Ints]:
    """Two interlocking crescents, half circles of one radius, the second shifted to the right.

    The first opens downwards around (0, 0), the second upwards around (shift, rise); uniform
    angles, a normal error in the radius. ``sizes=(209, 21)`` makes the second one sparse.

    Parameters
    ----------
    sizes : pair of int, default=(209, 210)
    random_state : int, default=0
    radius : float, default=2.8
    noise : float, default=0.28
        Standard deviation of the radius.
    shift, rise : float, default=2.8 and 0
        Centre of the second half circle. The defaults were fitted: with them the rules of
        Jenssen 2006 choose the widths that the paper prints.

    Returns
    -------
    X : ndarray of shape (m, 2)
    y : ndarray of int of shape (m,)

    Examples
    --------
    >>> X, y = make_crescents((209, 21))
    >>> X.shape, np.bincount(y).tolist()
    ((230, 2), [209, 21])
    """
    rng = generator_of(random_state)
    sizes = as_array(sizes, "sizes", "two whole numbers")
    right = sizes.shape == (2,) and sizes.dtype.kind in "iu" and 0 <= sizes.min()
    if not right or not 0 < sizes.max() <= MOST_SAMPLES:
        raise ValueError(
            f"sizes must be two whole numbers of at least 0 and at most {MOST_SAMPLES}, not both "
            f"0; got {short_repr(sizes)}. Try (209, 210)."
        )
    y = np.repeat([0, 1], sizes)
    angle = np.pi * (rng.random(len(y)) + y)
    X = _at(angle, radius + noise * rng.standard_normal(len(y)))
    return X + np.outer(y, [shift, rise]), y


@checked_maker(radii=several(AT_LEAST_0), noise=AT_LEAST_0, even=FLAG)
def make_three_rings(
    random_state: int = 0,
    *,
    radii: Sequence[float] = (0.3, 10, 20),
    noise: float = 0.3,
    even: bool = True,
) -> tuple[Floats, Ints]:
    """A tight ring of 63 points inside two of 126, with a normal error in the radius.

    The innermost ring is close to a dot, and the outermost half as dense as the middle one.

    Parameters
    ----------
    random_state : int, default=0
    radii : list of float of length 3, default=(0.3, 10, 20)
    noise : float, default=0.3
        Standard deviation of the radius.
    even : bool, default=True
        Whether the points of a ring stand at equal angles; otherwise at uniform random ones.

    Returns
    -------
    X : ndarray of shape (315, 2)
    y : ndarray of int of shape (315,)

    Examples
    --------
    >>> X, y = make_three_rings()
    >>> X.shape, np.bincount(y).tolist()
    ((315, 2), [63, 126, 126])
    """
    if len(radii) != 3:
        raise ValueError(f"radii must be three numbers, one a ring; got {short_repr(radii)}.")
    rng = generator_of(random_state)
    sizes = np.array([63, 126, 126])
    y = np.repeat([0, 1, 2], sizes)
    turn = np.concatenate([np.arange(n) / n for n in sizes]) if even else rng.random(len(y))
    return _at(2 * np.pi * turn, np.array(radii)[y] + noise * rng.standard_normal(len(y))), y


@checked_maker(n_outliers=whole(0, 1000), distance=AT_LEAST_0, apart=AT_LEAST_0, margin=AT_LEAST_0)
def add_outliers(
    X: Floats,
    y: Ints,
    n_outliers: int = 6,
    *,
    distance: float = 2.2,
    apart: float = 3.0,
    margin: float = 4.0,
    random_state: int = 0,
) -> tuple[Floats, Ints]:
    """Put lonely points around a data set, labelled -1.

    Drawn uniformly from the bounding box of X, ``margin`` wider on each side; a draw too close
    to the samples or to an earlier outlier is taken back.

    Parameters
    ----------
    X : ndarray of shape (m, d)
    y : ndarray of int of shape (m,)
    n_outliers : int, default=6
    distance : float, default=2.2
        Least distance from the samples.
    apart : float, default=3.0
        Least distance between outliers.
    margin : float, default=4.0
    random_state : int, default=0

    Returns
    -------
    X : ndarray of shape (m + n_outliers, d)
    y : ndarray of int of shape (m + n_outliers,)

    Raises
    ------
    ValueError
        If 1000 draws an outlier find no place for all, or an argument is not what it should be.

    Examples
    --------
    >>> X, y = make_blobs4(20)
    >>> found = add_outliers(X, y, 2)
    >>> len(found[0])
    22
    """
    X = check_numbers(X, "X", ("m", "d"))
    y = as_array(y, "y", "one label a sample")
    check_numbers(y, "y", X.shape[:1])
    rng = generator_of(random_state)
    low, high = X.min(axis=0) - margin, X.max(axis=0) + margin
    placed = np.empty((0, X.shape[1]))
    for _ in range(1000 * n_outliers):
        if len(placed) == n_outliers:
            break
        point = rng.uniform(low, high)
        free = np.linalg.norm(X - point, axis=1).min() > distance
        if free and (np.linalg.norm(placed - point, axis=1) > apart).all():
            placed = np.vstack([placed, point])
    if len(placed) < n_outliers:
        raise ValueError(
            f"n_outliers must fit into the box: only {len(placed)} of {n_outliers} found a place "
            f"{distance} from the samples and {apart} apart. Widen margin, or lower distance or "
            "apart."
        )
    return np.vstack([X, placed]), np.append(y, np.full(n_outliers, -1))


@checked_maker(n=N_SAMPLES, n_leaves=whole(3, MOST_SAMPLES), dimensions=N_SAMPLES, noise=AT_LEAST_0)
def make_brownian(
    n: int = 200,
    n_leaves: int = 6,
    dimensions: int = 200,
    noise: float = 0.5,
    random_state: int = 0,
) -> tuple[Floats, Ints, Ints, Floats]:
    """Clusters at the leaves of a random tree, each edge a random step of its length.

    From node to node every coordinate changes by a normal step with the edge's length as its
    variance: the expected SQUARED distance of two leaves is the length of the path between
    them times the number of dimensions. The fewer dimensions, the further the distances are
    from that.

    Parameters
    ----------
    n : int, default=200
    n_leaves : int, default=6
        At least 3. Each new leaf is hung into a random edge of the smaller tree.
    dimensions : int, default=200
    noise : float, default=0.5
        Standard deviation of the samples around their leaf, in each coordinate; edges have
        lengths between 0.5 and 1.5.
    random_state : int, default=0

    Returns
    -------
    X : ndarray of shape (n, dimensions)
    y : ndarray of int of shape (n,)
        Leaves 0..n_leaves-1 in turn.
    edges : ndarray of int of shape (2 n_leaves - 3, 2)
    lengths : ndarray of shape (2 n_leaves - 3,)
        Of the tree, as `depcluster.trees.Tree` takes them.

    Raises
    ------
    ValueError
        If a number is out of its range.

    Examples
    --------
    >>> made = make_brownian(12, 3, 5)
    >>> made[0].shape
    (12, 5)
    """
    if n < n_leaves:
        raise ValueError(f"n must be at least n_leaves, {n_leaves}; got {n}. Try 200.")
    check_memory(8 * n * dimensions, "n x dimensions: a table of that size", "Take fewer.")
    rng = generator_of(random_state)
    edges = [(0, n_leaves), (1, n_leaves), (2, n_leaves)]
    for leaf in range(3, n_leaves):
        new = n_leaves + leaf - 2
        u, v = edges.pop(rng.integers(len(edges)))
        edges += [(u, new), (new, v), (leaf, new)]
    edges, lengths = np.array(edges), rng.uniform(0.5, 1.5, len(edges))
    steps = np.sqrt(lengths)[:, None] * rng.standard_normal((len(edges), dimensions))
    places = {n_leaves: np.zeros(dimensions)}
    while len(places) <= len(edges):
        for (u, v), step in zip(edges.tolist(), steps, strict=True):
            if u in places and v not in places:
                places[v] = places[u] + step
            elif v in places and u not in places:
                places[u] = places[v] + step
    y = np.arange(n) % n_leaves
    leaves = np.array([places[leaf] for leaf in range(n_leaves)])
    return leaves[y] + noise * rng.standard_normal((n, dimensions)), y, edges, lengths
