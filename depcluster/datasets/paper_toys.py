"""The toy data of Sugiyama 2011 (blobs, circle, spirals, high and low) and Jenssen 2006 (crescents,
rings, outliers to add), and points that have a tree for a history.

Each function returns ``(X, y)``: samples of shape (m, d) and labels 0..c-1 of shape (m,). The toys
of Sugiyama 2011, section 4.1, are centred with variance 1 in each coordinate, and the sizes of
their classes are the shares of ``class_prior`` (equal when left out) rounded to whole samples.
"""

from __future__ import annotations

import numpy as np

from .._validation import (
    FLAG,
    as_array,
    check_memory,
    check_numbers,
    check_parameters,
    generator_of,
    is_number,
    is_whole,
    number,
    several,
    short_repr,
    whole,
)
from .toys import MOST_SAMPLES


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

    Examples
    --------
    >>> X, y = make_blobs4(20)
    >>> X.shape, np.bincount(y)
    ((20, 2), array([5, 5, 5, 5]))
    """
    rng = generator_of(random_state)
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

    Examples
    --------
    >>> X, y = make_circle_gauss(20)
    >>> X.shape, np.bincount(y)
    ((20, 2), array([10, 10]))
    """
    rng = generator_of(random_state)
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

    Examples
    --------
    >>> X, y = make_spirals(20)
    >>> X.shape, np.bincount(y)
    ((20, 2), array([10, 10]))
    """
    rng = generator_of(random_state)
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

    Examples
    --------
    >>> X, y = make_high_low(20)
    >>> X.shape, np.bincount(y)
    ((20, 2), array([10, 10]))
    """
    rng = generator_of(random_state)
    y = _labels(n_samples, class_prior, 2)
    return _standardized(np.array([1, 0.1])[y][:, None] * rng.standard_normal((n_samples, 2))), y


def _labels(n_samples, class_prior, c):
    check_parameters({"n_samples": n_samples}, n_samples=whole(2, MOST_SAMPLES))
    equal = np.full(c, 1 / c)
    shares = equal if class_prior is None else check_numbers(class_prior, "class_prior", (c,))
    if not (shares > 0).all() or abs(shares.sum() - 1) > 1e-8:
        raise ValueError(
            f"class_prior must hold {c} positive shares that sum to 1; got "
            f"{short_repr(class_prior)}."
        )
    ends = np.rint(np.cumsum(shares) * n_samples).astype(int)
    return np.searchsorted(ends, np.arange(n_samples), side="right")


def _standardized(X):
    return (X - X.mean(axis=0)) / X.std(axis=0)


def make_crescents(
    sizes=(209, 210), random_state=0, *, radius=2.8, noise=0.28, shift=2.8, rise=0.0
):
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
    >>> X.shape, np.bincount(y)
    ((230, 2), array([209,  21]))
    """
    rng = generator_of(random_state)
    sizes = as_array(sizes, "sizes", "two whole numbers")
    if sizes.shape != (2,) or sizes.dtype.kind not in "iu" or not 0 <= sizes.min() <= sizes.max():
        raise ValueError(f"sizes must be two whole numbers of at least 0; got {short_repr(sizes)}.")
    at_least_0, any_number = number(0, 1e100), number(-1e100, 1e100)
    check_parameters(
        {"sizes": sizes.max(), "radius": radius, "noise": noise, "shift": shift, "rise": rise},
        sizes=whole(1, MOST_SAMPLES),
        radius=at_least_0,
        noise=at_least_0,
        shift=any_number,
        rise=any_number,
    )
    y = np.repeat([0, 1], sizes)
    angle = np.pi * (rng.random(len(y)) + y)
    r = radius + noise * rng.standard_normal(len(y))
    X = r[:, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    return X + np.outer(y, [shift, rise]), y


def make_three_rings(random_state=0, *, radii=(0.3, 10, 20), noise=0.3, even=True):
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
    >>> X.shape, np.bincount(y)
    ((315, 2), array([ 63, 126, 126]))
    """
    at_least_0 = number(0, 1e100)
    check_parameters(
        {"radii": radii, "noise": noise, "even": even},
        radii=several(at_least_0),
        noise=at_least_0,
        even=FLAG,
    )
    if len(radii) != 3:
        raise ValueError(f"radii must be three numbers, one a ring; got {short_repr(radii)}.")
    rng = generator_of(random_state)
    sizes = np.array([63, 126, 126])
    y = np.repeat([0, 1, 2], sizes)
    turn = np.concatenate([np.arange(n) / n for n in sizes]) if even else rng.random(len(y))
    angle = 2 * np.pi * turn
    radius = np.array(radii)[y] + noise * rng.standard_normal(len(y))
    return radius[:, None] * np.column_stack([np.cos(angle), np.sin(angle)]), y


def add_outliers(X, y, n_outliers=6, *, distance=2.2, apart=3.0, margin=4.0, random_state=0):
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
    if y.shape != X.shape[:1] or y.dtype.kind not in "biuf":
        raise ValueError(f"y must hold a label for each of {len(X)} samples; got {short_repr(y)}.")
    at_least_0 = number(0, 1e100)
    check_parameters(
        {"n_outliers": n_outliers, "distance": distance, "apart": apart, "margin": margin},
        n_outliers=whole(0, 1000),
        distance=at_least_0,
        apart=at_least_0,
        margin=at_least_0,
    )
    rng = generator_of(random_state)
    low, high = X.min(axis=0) - margin, X.max(axis=0) + margin
    placed = np.empty((0, X.shape[1]))
    for point in rng.uniform(low, high, size=(1000 * int(n_outliers), X.shape[1])):
        if len(placed) == n_outliers:
            break
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


def make_brownian(n=200, n_leaves=6, dimensions=200, noise=0.5, random_state=0):
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
    for name, given, least in (("n_leaves", n_leaves, 3), ("dimensions", dimensions, 1)):
        if not is_whole(given) or given < least:
            got = short_repr(given)
            raise ValueError(f"{name} must be a whole number of at least {least}; got {got}.")
    if not is_whole(n) or n < n_leaves:
        got = short_repr(n)
        raise ValueError(f"n must be a whole number of at least n_leaves, {n_leaves}; got {got}.")
    if not is_number(noise) or not 0 <= noise <= 1e100:
        raise ValueError(f"noise must be at least 0; got {short_repr(noise)}.")
    most = whole(1, MOST_SAMPLES)
    check_parameters({"n": n, "dimensions": dimensions}, n=most, dimensions=most)
    n, n_leaves, dimensions = int(n), int(n_leaves), int(dimensions)
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
