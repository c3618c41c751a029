"""Kernels on the data: what scikit-learn lacks, and the resolver of ``kernel="..."``.

Everything in `sklearn.metrics.pairwise.pairwise_kernels` is available by name, and so are the
graph kernels. Here are the width rules, and one place where names become matrices.
"""

from __future__ import annotations

from functools import partial
from math import inf
from typing import Any, Literal

import numpy as np
from scipy import sparse
from scipy.spatial.distance import pdist
from sklearn.metrics.pairwise import (
    PAIRWISE_KERNEL_FUNCTIONS,
    check_pairwise_arrays,
    pairwise_kernels,
)

from .._typing import ArrayLike, Floats, Gamma, Kernel, SparseArray
from .._validation import (
    NOTHING,
    RULES,
    array,
    as_numbers,
    as_sparse_samples,
    call_given,
    check_numbers,
    check_samples,
    check_weights,
    checked,
    is_number,
    naming,
    of_samples,
    short_repr,
    warn,
)
from .graph import graph_kernel
from .precision import gaussian, measured_from, near_one, origin_of, polynomial_from

_DISTANCE = {"rbf": "sqeuclidean", "laplacian": "cityblock", "chi2": None}
MIRRORED = ("rbf", "graph")  # their matrices are finite, and symmetric as they are made
_POLYNOMIAL = ("polynomial", "poly")
_BY_FEATURES = (*_POLYNOMIAL, "sigmoid")
_OF_SPARSE = ("linear", "cosine", *_POLYNOMIAL, "rbf", "precomputed")
_OF_GRAPH = ("method", "s", "eps")
_MEDIAN_OF = 4000
_CHUNK = 64
_ROWS = 256
_FUNCTION = (
    "a function of two samples, returning a number, or of two tables of samples, (k, d) and (l, d),"
    " returning the table of all numbers, (k, l)"
)


def kernel_names() -> list[str]:
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


@checked(
    X=of_samples(sparse_too=True),
    Y=NOTHING | array(2, sparse_too=True),
    gamma=RULES["gamma"] | NOTHING,
)
def kernel_matrix(
    X: ArrayLike | SparseArray,
    Y: ArrayLike | SparseArray | None = None,
    *,
    kernel: Kernel = "rbf",
    gamma: Gamma = "median",
    degree: float = 2,
    coef0: float = 1,
    n_neighbors: int | Literal["auto"] = "auto",
    kernel_params: dict[str, Any] | None = None,
    origin: Floats | None = None,
) -> Floats:
    r"""The kernel matrix of samples, from a kernel's name.

    .. math:: K_{ij} = k(x_i, x_j), \qquad
       k(x, y) = e^{-\gamma \|x - y\|^2} \text{ for "rbf"}

    Parameters
    ----------
    X : array-like or sparse array of shape (m, d)
        Sparse samples are never made dense; "linear", "cosine", "poly" and "rbf" take them, and
        "precomputed" a sparse matrix.
    Y : array-like or sparse array of shape (m2, d), optional
        The second set of samples; X itself when left out. A graph kernel has none.
    kernel : str or callable, default="rbf"
        A pairwise kernel of scikit-learn, "graph" (see `graph_kernel`), "precomputed" (X is
        then the matrix) or a function: of two samples, which gives a number, or of two tables of
        samples, (k, d) and (l, d), which gives their kernel values (k, l), as `laplacian_kernel`
        of scikit-learn and the kernel objects of its Gaussian processes do. Which of the two
        it is shows when it is called with a few samples; what gives a number and a table that
        say the same is called with tables, and is refused if they say different things.
    gamma : float, "median" or "scale", default="median"
        Width of "rbf", "laplacian", "chi2", "poly" and "sigmoid"; see `resolve_gamma`. It is that
        of X alone, also beside Y: of new samples pass the number that the first ones had.
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
        A csr_array, where X is sparse and "precomputed".

    Raises
    ------
    ValueError
        For an unknown kernel, a width that cannot be had from the data, or sparse samples for
        a kernel that takes none.

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
    if origin is not None:
        origin = check_numbers(origin, "origin", (np.shape(X)[1],))
    X, Y = (_in_one_form(Z, kernel) for Z in (X, Y))
    if callable(kernel):
        with naming(X):
            X, Y = check_pairwise_arrays(X, Y, dtype=float)
            return _by_function(kernel, params, X, Y)
    if kernel == "precomputed":
        return X if sparse.issparse(X) else np.asarray(X)
    if kernel == "graph":
        if Y is not None:
            raise ValueError('Y must be left out for kernel="graph", which has no new samples.')
        return graph_kernel(X, n_neighbors=n_neighbors, **params)
    if has_width(kernel):
        params["gamma"] = resolve_gamma(gamma, X, kernel)
    if Y is not None and np.shape(X)[1] != np.shape(Y)[1]:
        raise ValueError(
            f"Y must have as many columns as X, {np.shape(X)[1]}; got {np.shape(Y)[1]}."
        )
    check_signs(X, kernel)
    if kernel in _POLYNOMIAL and origin is not None:
        Y = X if Y is None else Y
        return polynomial_from(origin, X, Y, degree=degree, coef0=coef0, **params)
    if kernel == "rbf" and not (sparse.issparse(X) or sparse.issparse(Y)):
        with naming(X):
            X, Y = check_pairwise_arrays(X, Y, dtype=float)
        return gaussian(X, None if Y is X else Y, gamma=params["gamma"])
    if kernel == "rbf":  # of sparse samples; the others have been measured already
        origin = origin_of(X if Y is None else Y)
    if kernel in ("rbf", "linear"):
        X, Y = (None if Z is None else measured_from(origin, Z) for Z in (X, Y))
    params |= {"degree": degree, "coef0": coef0}
    # Whoever takes K sees that it is not finite.
    with naming(X), np.errstate(over="ignore", invalid="ignore"):
        X, Y = check_pairwise_arrays(X, Y, dtype=float)  # of float32 as of others
        Y = None if Y is X else Y
        if kernel == "cosine":
            X, Y = (None if Z is None else near_one(Z) for Z in (X, Y))
        return pairwise_kernels(X, Y, metric=kernel, filter_params=True, **params)


def _in_one_form(X, kernel):
    """Samples as they are, sparse ones as CSR where the kernel takes such."""
    if not sparse.issparse(X):
        return X
    check_takes_sparse(kernel, X)
    return as_sparse_samples(X)


def takes_sparse(kernel):
    """Whether a kernel is computed from sparse samples as they are."""
    return isinstance(kernel, str) and kernel in _OF_SPARSE


def check_takes_sparse(kernel, X):
    """Raise a ValueError for sparse samples and a kernel that takes none."""
    if not takes_sparse(kernel):
        named = ", ".join(f'"{name}"' for name in _OF_SPARSE[:-1])
        raise ValueError(
            f"X must be dense for kernel={short_repr(kernel)}; got a sparse matrix of shape "
            f"{X.shape}. "
            f"Sparse samples go with {named}. Otherwise pass X.toarray()."
        )


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
            f'kernel_params must {own} for kernel="{kernel}"; got {short_repr(stray)}. gamma, '
            "degree, coef0 and n_neighbors are parameters of their own."
        )
    return params


def _by_function(kernel, params, X, Y):
    """The values of a user's function of two samples or of two tables of them."""

    def of_pair(x, y):
        return float(np.asarray(kernel(x, y, **params)).item())

    def of_tables(X, Y):
        K = as_numbers(kernel(X, Y, **params), "kernel")
        if K.shape != (len(X), len(Y)):
            raise ValueError(f"shape {K.shape} for tables of {len(X)} and {len(Y)} samples")
        return K

    why_not = _no_tables(of_tables, of_pair, X, Y)
    if not why_not:
        return call_given(of_tables, "kernel", X, Y, what=_FUNCTION)
    metric = partial(call_given, of_pair, "kernel", what=_FUNCTION, hint=f"With tables {why_not}.")
    return pairwise_kernels(X, None if Y is X else Y, metric=metric)


def _no_tables(of_tables, of_pair, X, Y):
    """Why a function of kernel values is none of tables, "" if it is one: a few samples tell."""
    # Sizes that differ from each other and from the number of columns keep ``x @ y``, and all that
    # adds and multiplies vectors, from passing for a function of tables.
    k, l = (4, 5) if X.shape[1] in (2, 3) else (2, 3)
    few, other = (Z[np.arange(n) % len(Z)] for Z, n in ((X, k), (Y, l)))
    table, why_not = _tried(of_tables, few, other)
    if why_not:
        return why_not
    pairs, _ = _tried(lambda: np.array([[of_pair(x, y) for y in other] for x in few]))
    if pairs is None or _alike(table, pairs):
        return ""
    part, why_not = _tried(of_tables, few[:1], other[:1])
    if why_not or not _alike(table[:1, :1], part):
        return why_not or "its values depend on what else is in them"
    raise ValueError(
        f"kernel must be {_FUNCTION}; this one is both, and they differ: it gives "
        f"{pairs[0, 0]:.6g} for the first two samples, and {table[0, 0]:.6g} in a table of more. "
        "Wrap it in a function that takes one of the two only."
    )


def _tried(function, *args):
    """What a function returns, else None and what it raised in words."""
    try:
        with np.errstate(all="ignore"):
            return function(*args), ""
    except Exception as error:  # whatever somebody else's function does with what it is not for
        first = (str(error).splitlines() or ["no message"])[0].rstrip(".:")
        return None, f"it raised {type(error).__name__}: {first}"


def _alike(one, other):
    size = np.abs(one).max(initial=0, where=np.isfinite(one))
    return np.allclose(one, other, rtol=1e-6, atol=1e-9 * size, equal_nan=True)


def check_signs(X, kernel, name="X"):
    """Raise a ValueError for negative numbers and a kernel of counts."""
    if kernel in ("chi2", "additive_chi2") and np.size(X) and np.min(X) < 0:
        raise ValueError(
            f'{name} must hold no negative numbers for kernel="{kernel}"; got {np.min(X):.3g}. '
            'Try kernel="rbf".'
        )


def centring_origin(kernel, X):
    """Where "linear" and "poly" of samples far from 0 are seen from; None for all others."""
    named = isinstance(kernel, str) and kernel in ("linear", *_POLYNOMIAL)
    return origin_of(X) if named else None


def check_kernel_name(kernel):
    """Raise a ValueError for a kernel name that nobody knows."""
    if kernel not in (*kernel_names(), "precomputed"):
        raise ValueError(
            f"kernel must be a callable, 'precomputed' or one of {', '.join(kernel_names())}; "
            f"got {short_repr(kernel)}."
        )


def has_width(kernel):
    """Whether a kernel has a ``gamma``; a function has none."""
    return isinstance(kernel, str) and (kernel in _DISTANCE or kernel in _BY_FEATURES)


def resolve_gamma(
    gamma: Gamma | None,
    X: ArrayLike | SparseArray,
    kernel: str = "rbf",
    sample_weight: ArrayLike | None = None,
) -> float:
    """The number behind a ``gamma`` parameter.

    Parameters
    ----------
    gamma : float, "median" or "scale"
        "median" is 1 / median squared distance of all pairs ("rbf"), 1 / median L1 distance
        ("laplacian"), 1 / median chi-squared distance ("chi2") and 1 / n_features (the
        others); "scale" is 1 / (n_features * X.var()), as in scikit-learn.
    X : array-like or sparse array of shape (m, d)
    kernel : str, default="rbf"
    sample_weight : array of shape (m,), optional
        A sample of weight w counts as w copies.

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
        return _one_over(np.shape(X)[1] * _variance(X, sample_weight), "variance of the data")
    if gamma is not None and is_number(gamma) and gamma > 0:
        return float(gamma)
    got = short_repr(gamma)
    raise ValueError(f'gamma must be a positive number, "median" or "scale"; got {got}.')


def resolve_gamma_of(kernel, gamma, X, sample_weight=None):
    """`resolve_gamma` for kernels that have a width, None for the others."""
    if has_width(kernel):
        return resolve_gamma(gamma, X, kernel, sample_weight)
    return None


def kernel_diagonal(X, **params):
    """``k(x, x)`` of every sample, a few rows at a time; gamma is a number or None."""
    if params["kernel"] in ("rbf", "laplacian", "chi2"):
        return np.ones(X.shape[0])
    if params["kernel"] == "cosine":  # without rounding, which would choose among pivots
        any_entry = np.diff(X.indptr) > 0 if sparse.issparse(X) else X.any(axis=1)
        return any_entry.astype(float)
    chunks = [X[i : i + _CHUNK] for i in range(0, X.shape[0], _CHUNK)]
    return np.concatenate([kernel_matrix(x, **params).diagonal() for x in chunks])


@checked(X=of_samples(sparse_too=True))
def median_rule(
    X: ArrayLike | SparseArray, kernel: str = "rbf", sample_weight: ArrayLike | None = None
) -> float:
    r"""The width that the median rule gives.

    .. math:: \gamma = 1 \,/\, \mathrm{median}_{i<j}\, \|x_i - x_j\|^2

    for "rbf"; other kernels have their own distance (`resolve_gamma`). Above 4000 samples the
    median is taken over a fixed random 4000 of them. Where it is 0, as of answers that are mostly
    the same, pairs of equal samples are left out, and a warning says so.

    Parameters
    ----------
    X : array-like or sparse array of shape (m, d)
    kernel : str, default="rbf"
    sample_weight : array of shape (m,), optional

    Returns
    -------
    float

    Raises
    ------
    ValueError
        If all samples are equal, the weights do not fit the samples, or X is sparse and the
        kernel takes no such samples.

    Examples
    --------
    >>> float(median_rule([[0.0], [1.0], [2.0]]))
    1.0
    """
    X = _in_one_form(X, kernel) if sparse.issparse(X) else check_samples(X, least=1)
    sample_weight = check_weights(sample_weight, X.shape[0])
    if kernel not in _DISTANCE:
        return 1 / X.shape[1]
    if sample_weight is not None:
        counts = sample_weight > 0
        X, sample_weight = X[counts], sample_weight[counts]
    m = X.shape[0]
    if m > _MEDIAN_OF:
        keep = np.random.default_rng(0).choice(m, _MEDIAN_OF, replace=False)
        X = X[keep]
        sample_weight = None if sample_weight is None else sample_weight[keep]
    if kernel == "chi2":
        check_signs(X, kernel)
        d = -pairwise_kernels(X, metric="additive_chi2")[np.triu_indices(len(X), 1)]
    elif sparse.issparse(X):
        d = _squared_distances(X)
    else:
        d = pdist(X, _DISTANCE[kernel])
    median = _median(d, sample_weight)
    if not median and d.any():
        warn(
            "Half of the pairs of samples in X or more are equal: the kernel's width is the "
            "median distance of the others."
        )
        median = _median(d[d > 0], sample_weight, d > 0)
    return _one_over(median, "distance between samples")


def _squared_distances(X):
    """Of all pairs of sparse samples, in the order of `pdist`; exactly 0 for equal rows."""
    # All inner products come from one routine, which adds up equal rows in the same order.
    X = measured_from(origin_of(X), X)
    m, d = X.shape[0], []
    parts = [slice(i, min(i + _ROWS, m)) for i in range(0, m, _ROWS)]
    own = np.concatenate([(X[part] @ X[part].T).diagonal() for part in parts])
    for part in parts:
        D = own[part, None] + own[part.start :] - 2 * (X[part] @ X[part.start :].T).toarray()
        d += [row[i + 1 :] for i, row in enumerate(D)]
    return np.maximum(np.concatenate(d), 0)


@np.errstate(over="ignore")  # an infinite one is refused
def _variance(X, sample_weight):
    """Of all entries of a table, its rows counted by their weights."""
    if sample_weight is None and not sparse.issparse(X):
        return np.var(np.asarray(X, dtype=float))
    X = as_sparse_samples(X) if sparse.issparse(X) else np.asarray(X, dtype=float)
    w = np.ones(X.shape[0]) if sample_weight is None else sample_weight / sample_weight.max()
    total = w.sum() * X.shape[1]
    if sparse.issparse(X):
        w, values = np.repeat(w, np.diff(X.indptr)), X.data
    else:
        w, values = np.repeat(w, X.shape[1]), X.ravel()
    mean = w @ values / total
    return (w @ (values - mean) ** 2 + max(total - w.sum(), 0.0) * mean**2) / total


def _one_over(size, what):
    gamma = 1 / float(size) if size > 0 else inf
    if 0 < gamma < inf:
        return gamma
    hint = "Divide X by a number" if size > 0 else "Check for constant columns or repeated samples"
    raise ValueError(f"gamma cannot be chosen from X: the {what} is {size:.3g}. {hint}.")


def _median(d, w, kept=None):
    """Median of the distances d (as pdist orders them) when sample i is there w_i times, or once.

    Of those ``kept`` alone d is given, and copies of a sample do not count.
    """
    if w is None:
        return np.median(d) if d.size else 0.0
    i, j = np.triu_indices(len(w), 1)
    share = w / w.max()  # products of weights need not be numbers
    p = share[i] * share[j]
    if kept is None:
        same = share @ (np.maximum(w - 1, 0) / w.max()) / 2
        d, p = np.append(d, 0.0), np.append(p, same)
    else:
        p = p[kept]
    order = np.argsort(d, kind="stable")
    d, reached = d[order], np.cumsum(p[order])
    half = reached[-1] / 2
    slack = 1e-12 * reached[-1]
    low = d[np.searchsorted(reached, half - slack)]
    high = d[min(np.searchsorted(reached, half + slack), len(d) - 1)]
    return (low + high) / 2
