"""Kernels on the graph of nearest neighbours: functions of its Laplacian."""

from __future__ import annotations

import numpy as np
from scipy.sparse.csgraph import laplacian
from sklearn.neighbors import kneighbors_graph

from ..checks import check_n_neighbors

GRAPH = ("diffusion", "regularized_inverse", "pseudo_inverse")


def graph_kernel(X, *, n_neighbors=10, method="diffusion", s=5.0, eps=1e-3):
    """A kernel from the symmetric graph of nearest neighbours (Song 2007, section 4).

    With G the Laplacian of the graph that joins two samples when either is among the
    n_neighbors nearest of the other:

    - "diffusion": ``exp(-s G)``;
    - "regularized_inverse": ``(G + eps I)^-1``;
    - "pseudo_inverse": ``G^+``, the paper's other choice. It sets the constant vectors of the
      connected components to zero, so when the graph falls apart into the clusters it
      forgets just those; the other two keep them.

    Parameters
    ----------
    X : array-like of shape (m, d)
    n_neighbors : int, default=10
    method : {"diffusion", "regularized_inverse", "pseudo_inverse"}, default="diffusion"
    s : float, default=5.0
        Diffusion time.
    eps : float, default=1e-3
        What the regularised inverse adds to G.

    Returns
    -------
    ndarray of shape (m, m)

    Raises
    ------
    ValueError
        For an unknown method, n_neighbors not between 1 and m - 1, or s, eps not positive.
    """
    _check_function(method, s, eps)
    return graph_function(*graph_spectrum(X, n_neighbors), method=method, s=s, eps=eps)


def graph_spectrum(X, n_neighbors=10):
    """Eigenvalues, ascending, and eigenvectors of the Laplacian G of `graph_kernel`.

    Parameters
    ----------
    X : array-like of shape (m, d)
    n_neighbors : int, default=10

    Returns
    -------
    values : ndarray of shape (m,)
    vectors : ndarray of shape (m, m)
    """
    check_n_neighbors(n_neighbors, len(X))
    W = kneighbors_graph(X, n_neighbors)
    return np.linalg.eigh(laplacian(W.maximum(W.T).toarray()))


def graph_function(values, vectors, *, method="diffusion", s=5.0, eps=1e-3):
    """`graph_kernel` from what `graph_spectrum` returned, for many s of one graph."""
    _check_function(method, s, eps)
    if method == "diffusion":
        spectrum = np.exp(-s * values)
    elif method == "regularized_inverse":
        spectrum = 1 / (np.maximum(values, 0) + eps)
    else:
        null = values <= 1e-10 * values[-1]
        spectrum = np.where(null, 0, 1 / np.where(null, 1, values))
    return (vectors * spectrum) @ vectors.T


def _check_function(method, s, eps):
    if method not in GRAPH:
        raise ValueError(f"method must be one of {', '.join(GRAPH)}; got {method!r}.")
    for name, number in (("s", s), ("eps", eps)):
        if not number > 0:
            raise ValueError(f"{name} must be a positive number; got {number!r}.")
