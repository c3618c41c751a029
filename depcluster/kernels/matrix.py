"""Kernels on the data: what scikit-learn lacks, and the resolver of ``kernel="..."``.

Everything in `sklearn.metrics.pairwise.pairwise_kernels` is available by name, and so are the
graph kernels. Here are the width rules, and one place where names become matrices.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse import issparse
from scipy.spatial.distance import pdist
from sklearn.metrics.pairwise import (
    PAIRWISE_KERNEL_FUNCTIONS,
    check_pairwise_arrays,
    pairwise_kernels,
)

from ..checks.functions import call_given
from ..checks.numbers import is_number
from ..checks.rules import NOTHING, RULES, array, checked
from ..checks.samples import check_samples, check_weights, naming
from ..checks.told import told
from .gaussian import gaussian
from .graph import graph_kernel
from .origin import measured_from, origin_of, polynomial_from

_DISTANCE = {"rbf": "sqeuclidean", "laplacian": "cityblock", "chi2": None}
MIRRORED = ("rbf", "graph")  # their matrices are finite, and symmetric as they are made
_POLYNOMIAL = ("polynomial", "poly")
_BY_FEATURES = (*_POLYNOMIAL, "sigmoid")
_OF_GRAPH = ("method", "s", "eps")
_MEDIAN_OF = 4000
_CHUNK = 64


def kernel_names():
    """All names that ``kernel=`` accepts, besides "precomputed".

    Returns
    -------
    list of str

    Examples
    --------
    >>> "rbf" in kernel_names(), "graph" in kernel_names()
    (True, True)
    """
    return sorted({*PAIRWISE_KERNEL_FUNCTIONS, "graph"})


@checked(Y=NOTHING | array(2), gamma=RULES["gamma"] | NOTHING)
def kernel_matrix(
    X,
    Y=None,
    *,
    kernel="rbf",
    gamma="median",
    degree=2,
    coef0=1,
    n_neighbors="auto",
    kernel_params=None,
    origin=None,
):
    r"""The kernel matrix of samples, from a kernel's name.

    .. math:: K_{ij} = k(x_i, x_j), \qquad
       k(x, y) = e^{-\gamma \|x - y\|^2} \text{ for "rbf"}

    Parameters
    ----------
    X : array-like of shape (m, d)
    Y : array-like of shape (m2, d), optional
        The second set of samples; X itself when left out. A graph kernel has none.
    kernel : str or callable, default="rbf"
        A pairwise kernel of scikit-learn, "graph" (see `graph_kernel`), "precomputed" (X is
        then the matrix) or a function of two samples.
    gamma : float, "median" or "scale", default="median"
        Width of "rbf", "laplacian", "chi2", "poly" and "sigmoid"; see `resolve_gamma`.
    degree, coef0 : float
        Of "poly"; coef0 of "sigmoid" too.
    n_neighbors : int or "auto", default="auto"
        Of "graph".
    kernel_params : dict, optional
        More parameters of a callable kernel or of `graph_kernel`.
    origin : ndarray of shape (d,), optional
        A point near samples that lie far from 0 (`centring_origin`). "linear" and "poly" are then
        seen from there, ``k(x, y) - k(x, o) - k(o, y) + k(o, o)``: the same once it is centred,
        without the loss of digits. "rbf" needs none to be told, others have no use for it.

    Returns
    -------
    ndarray of shape (m, m) or (m, m2)

    Raises
    ------
    ValueError
        For an unknown kernel or a width that cannot be had from the data.

    Examples
    --------
    >>> kernel_matrix([[0.0], [1.0], [2.0]], kernel="rbf", gamma=1.0).round(2)
    array([[1.  , 0.37, 0.02],
           [0.37, 1.  , 0.37],
           [0.02, 0.37, 1.  ]])
    >>> kernel_matrix([[1.0, 2.0]], [[3.0, 4.0]], kernel="linear")
    array([[11.]])
    """
    params = _extra(kernel, kernel_params)
    if callable(kernel):
        with naming(X):
            return pairwise_kernels(X, Y, metric=_of_pairs(kernel, params))
    if kernel == "precomputed":
        return np.asarray(X)
    if kernel == "graph":
        return graph_kernel(X, n_neighbors=n_neighbors, **params)
    if has_width(kernel):
        params["gamma"] = resolve_gamma(gamma, X, kernel)
    if Y is not None and np.shape(X)[1] != np.shape(Y)[1]:
        raise ValueError(
            f"Y must have as many columns as X, {np.shape(X)[1]}; got {np.shape(Y)[1]}."
        )
    if kernel in _POLYNOMIAL and origin is not None:
        Y = X if Y is None else Y
        return polynomial_from(origin, X, Y, degree=degree, coef0=coef0, **params)
    if kernel == "rbf" and not (issparse(X) or issparse(Y)):
        with naming(X):
            X, Y = check_pairwise_arrays(X, Y, dtype=float)
        return gaussian(X, None if Y is X else Y, gamma=params["gamma"])
    if kernel in ("rbf", "linear"):
        X, Y = (None if Z is None else measured_from(origin, Z) for Z in (X, Y))
    params |= {"degree": degree, "coef0": coef0}
    # Whoever takes K sees that it is not finite.
    with naming(X), np.errstate(over="ignore", invalid="ignore"):
        return pairwise_kernels(X, Y, metric=kernel, filter_params=True, **params)


def _extra(kernel, kernel_params):
    """Parameters that go with a kernel, if they do."""
    params = dict(kernel_params or {})
    if callable(kernel):
        return params
    check_kernel_name(kernel)
    known = _OF_GRAPH if kernel == "graph" else ()
    stray = sorted(set(params) - set(known))
    if stray:
        own = f"hold {', '.join(known)} only" if known else "be left out"
        raise ValueError(
            f'kernel_params must {own} for kernel="{kernel}"; got {told(stray)}. gamma, degree, '
            "coef0 and n_neighbors are parameters of their own."
        )
    return params


def _of_pairs(kernel, params):
    """A user's function of two samples, whose answers are real numbers."""

    def value(x, y):
        return float(np.asarray(kernel(x, y, **params)).item())

    return lambda x, y: call_given(value, "kernel", x, y)


def centring_origin(kernel, X):
    """Where to see a kernel from when its matrix will be centred.

    Parameters
    ----------
    kernel : str or callable
    X : ndarray of shape (m, d)

    Returns
    -------
    ndarray of shape (d,) or None
        For "linear" and "poly" on samples far from 0; None for others.
    """
    named = isinstance(kernel, str) and kernel in ("linear", *_POLYNOMIAL)
    return origin_of(X) if named else None


def check_kernel_name(kernel):
    """Raise a ValueError for a kernel name that nobody knows.

    Parameters
    ----------
    kernel : str
    """
    if kernel not in (*kernel_names(), "precomputed"):
        raise ValueError(
            f"kernel must be a callable, 'precomputed' or one of {', '.join(kernel_names())}; "
            f"got {told(kernel)}."
        )


def has_width(kernel):
    """Whether a kernel has a ``gamma``.

    Parameters
    ----------
    kernel : str or callable

    Returns
    -------
    bool
    """
    return kernel in _DISTANCE or kernel in _BY_FEATURES


def resolve_gamma(gamma, X, kernel="rbf", sample_weight=None):
    """The number behind a ``gamma`` parameter.

    Parameters
    ----------
    gamma : float, "median" or "scale"
        "median" is 1 / median squared distance of all pairs ("rbf"), 1 / median L1 distance
        ("laplacian"), 1 / median chi-squared distance ("chi2") and 1 / n_features (the
        others); "scale" is 1 / (n_features * X.var()), as in scikit-learn.
    X : array-like of shape (m, d)
    kernel : str, default="rbf"
    sample_weight : array of shape (m,), optional
        A sample of weight w counts as w copies in the median.

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If gamma is neither, or the data are constant so that no width exists.

    Examples
    --------
    >>> float(resolve_gamma("median", [[0.0], [2.0]]))
    0.25
    >>> resolve_gamma(3, [[0.0], [2.0]])
    3.0
    """
    if gamma == "median" and isinstance(gamma, str):
        return median_rule(X, kernel, sample_weight)
    if gamma == "scale" and isinstance(gamma, str):
        X = np.asarray(X, dtype=float)
        return 1 / (X.shape[1] * _positive(np.var(X), "variance of the data"))
    if is_number(gamma) and gamma > 0:
        return float(gamma)
    raise ValueError(f'gamma must be a positive number, "median" or "scale"; got {told(gamma)}.')


def resolve_gamma_of(kernel, gamma, X, sample_weight=None):
    """`resolve_gamma` for kernels that have a width, None for the others.

    Parameters
    ----------
    kernel : str or callable
    gamma : float, "median" or "scale"
    X : array-like of shape (m, d)
    sample_weight : array of shape (m,), optional

    Returns
    -------
    float or None
    """
    if isinstance(kernel, str) and has_width(kernel):
        return resolve_gamma(gamma, X, kernel, sample_weight)
    return None


def kernel_diagonal(X, **params):
    """``k(x, x)`` of every sample, a few rows at a time.

    Parameters
    ----------
    X : ndarray of shape (m, d)
    **params
        Of `kernel_matrix`, with gamma a number or None.

    Returns
    -------
    ndarray of shape (m,)
    """
    if params["kernel"] in ("rbf", "laplacian", "chi2"):
        return np.ones(len(X))
    chunks = [X[i : i + _CHUNK] for i in range(0, len(X), _CHUNK)]
    return np.concatenate([kernel_matrix(x, **params).diagonal() for x in chunks])


@checked()
def median_rule(X, kernel="rbf", sample_weight=None):
    r"""The width that the median rule gives.

    .. math:: \gamma = 1 \,/\, \mathrm{median}_{i<j}\, \|x_i - x_j\|^2

    for "rbf"; other kernels have their own distance (`resolve_gamma`). Above 4000 samples the
    median is taken over a fixed random 4000 of them.

    Parameters
    ----------
    X : array-like of shape (m, d)
    kernel : str, default="rbf"
    sample_weight : array of shape (m,), optional

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If the median distance is zero, or the weights do not fit the samples.

    Examples
    --------
    >>> float(median_rule([[0.0], [1.0], [2.0]]))
    1.0
    """
    X = check_samples(X, least=1)
    sample_weight = check_weights(sample_weight, len(X))
    if kernel not in _DISTANCE:
        return 1 / X.shape[1]
    if len(X) > _MEDIAN_OF:
        keep = np.random.default_rng(0).choice(len(X), _MEDIAN_OF, replace=False)
        X = X[keep]
        sample_weight = None if sample_weight is None else sample_weight[keep]
    if kernel == "chi2":
        d = -pairwise_kernels(X, metric="additive_chi2")[np.triu_indices(len(X), 1)]
    else:
        d = pdist(X, _DISTANCE[kernel])
    if sample_weight is None:
        median = np.median(d) if d.size else 0.0
    else:
        median = _weighted_median(d, sample_weight)
    return 1 / _positive(median, "median distance between samples")


def _positive(number, what):
    if number > 0:
        return number
    raise ValueError(
        f"gamma cannot be chosen from X: the {what} is 0. Pass a number, or check for "
        "constant or repeated samples."
    )


def _weighted_median(d, w):
    """Median of the distances d (as pdist orders them) when sample i is there w_i times."""
    i, j = np.triu_indices(len(w), 1)
    same = np.maximum(w * (w - 1), 0).sum() / 2
    d, p = np.append(d, 0.0), np.append(w[i] * w[j], same)
    order = np.argsort(d, kind="stable")
    d, reached = d[order], np.cumsum(p[order])
    half = reached[-1] / 2
    slack = 1e-12 * reached[-1]
    low = d[np.searchsorted(reached, half - slack)]
    high = d[min(np.searchsorted(reached, half + slack), len(d) - 1)]
    return (low + high) / 2
