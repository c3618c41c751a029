"""Ten kernels to begin with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from .._typing import ArrayLike
from .._validation import POSITIVE, checked, several
from ..kernels.graph import resolve_n_neighbors
from ..kernels.matrix import median_rule

MULTIPLES = (0.3, 1, 3, 10, 30)
TIMES = (1, 5, 20)
NEIGHBOURS = 8


@checked(multiples=several(POSITIVE))
def rbf_kernels(X: ArrayLike, multiples: Sequence[float] = MULTIPLES) -> dict[str, Any]:
    r"""Gaussian kernels at multiples of the median rule.

    .. math:: k(x, y) = e^{-\gamma \|x - y\|^2}, \qquad
       \gamma = \mathrm{multiple} \,/\, \mathrm{median}_{i<j}\, \|x_i - x_j\|^2

    Parameters
    ----------
    X : array-like of shape (m, d)
    multiples : sequence of float
        Of ``1 / median squared distance``; larger is narrower.

    Returns
    -------
    dict
        By name, "rbf x3" for three times the median rule, the parameters of an estimator.

    Examples
    --------
    >>> rbf_kernels([[0.0], [1.0], [2.0]], [1, 3])
    {'rbf x1': {'kernel': 'rbf', 'gamma': 1.0}, 'rbf x3': {'kernel': 'rbf', 'gamma': 3.0}}
    """
    rule = float(median_rule(X))
    return {f"rbf x{k}": {"kernel": "rbf", "gamma": rule * x} for k, x in _named(multiples)}


def _named(numbers):
    """Numbers with their names, of three digits or as many more as tell all apart."""
    numbers = [float(x) for x in numbers]
    names = ([f"{x:.{digits}g}" for x in numbers] for digits in range(3, 18))
    return zip(next(n for n in names if len({*n}) == len({*numbers})), numbers, strict=True)


@checked(times=several(POSITIVE))
def diffusion_kernels(
    X: ArrayLike, times: Sequence[float] = TIMES, n_neighbors: int | Literal["auto"] = "auto"
) -> dict[str, Any]:
    """Diffusion kernels on the graph of nearest neighbours, at several times s.

    .. math:: K = e^{-s G}

    G is the Laplacian of the graph.

    Parameters
    ----------
    X : array-like of shape (m, d)
    times : sequence of float
        s; larger is smoother.
    n_neighbors : int or "auto", default="auto"
        "auto" is 8, or what "auto" is elsewhere (`graph_kernel`) where that is less; of a
        number at most m - 1 are used.

    Returns
    -------
    dict
        By name, "diffusion s=5", the parameters of an estimator.

    Examples
    --------
    >>> list(diffusion_kernels([[0.0], [1.0], [2.0]]))
    ['diffusion s=1', 'diffusion s=5', 'diffusion s=20']
    """
    m = np.shape(X)[0]
    if isinstance(n_neighbors, str):
        n_neighbors = min(NEIGHBOURS, resolve_n_neighbors(n_neighbors, m))
    graph = {"kernel": "graph", "n_neighbors": int(min(n_neighbors, m - 1))}
    return {f"diffusion s={k}": graph | {"kernel_params": {"s": s}} for k, s in _named(times)}


@checked()
def default_kernels(X: ArrayLike) -> dict[str, Any]:
    """Ten kernels to begin with.

    Gaussian kernels at 0.3, 1, 3, 10 and 30 times the median rule, diffusion on the graph of
    8 neighbours for times 1, 5 and 20, the polynomial ``(x'x' + 1)^2`` and the linear kernel.

    Parameters
    ----------
    X : array-like of shape (m, d)

    Returns
    -------
    dict
        By name, the parameters of an estimator, as in ``KernelKMeans(c, **kernels["rbf x3"])``.

    Examples
    --------
    >>> len(default_kernels([[0.0], [1.0], [2.0]]))
    10
    """
    poly = {"kernel": "poly", "gamma": 1.0, "degree": 2, "coef0": 1}
    return rbf_kernels(X) | diffusion_kernels(X) | {"poly 2": poly, "linear": {"kernel": "linear"}}
