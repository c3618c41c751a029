"""Eigenvalues that tie, and what two of the tied vectors make of the points."""

from __future__ import annotations

import numpy as np
from scipy.linalg import eigh

from ...datasets import make_crescents
from ...labels import label_by_nearest
from ...papers.jenssen2006 import (
    angle_steps,
    axis_means,
    laplacian_weights,
    leading_pairs,
    weighted_kernel,
    window_kernel,
)
from ...reproduction.jenssen2006.experiments import error, names
from ...widgets import choice, redrawn
from .angles import beside_embedding


def tied(sigma=0.13, n=4):
    """The sparse crescents of seed 1 and the vectors of their n largest, tied eigenvalues.

    Returns
    -------
    X, y, V : ndarray
        V of shape (230, n), in the basis that the library fixes.
    """
    X, y = make_crescents((209, 21), random_state=1)
    K = window_kernel(X, sigma=sigma)
    return X, y, leading_pairs(weighted_kernel(K, laplacian_weights(X, K)), n)[1]


def clustered_from(X, V, basis):
    """Cluster by the first two of the tied vectors, turned by a random rotation of seed ``basis``.

    With 0 they stand as they are. A point at the origin gets the label of the nearest other.

    Returns
    -------
    Phi, labels, means : ndarray
    """
    n = V.shape[1]
    turn = np.linalg.qr(np.random.default_rng(basis).standard_normal((n, n)))[0]
    Phi = (V @ turn if basis else V)[:, :2]
    decided = Phi.any(axis=1)
    labels = np.zeros(len(Phi), dtype=int)
    *_, last = angle_steps(Phi[decided], axis_means(Phi))
    labels[decided] = last.labels
    label_by_nearest(X, labels, ~decided)
    return Phi, labels, last.means


def bases():
    """The clusterings that nine bases of one eigenspace lead to."""
    X, y, V = tied()
    found = [clustered_from(X, V, basis) for basis in range(9)]

    def draw(basis):
        Phi, labels, means = found[basis]
        called = names(y, labels)
        labels, means = called[labels], means[called.argsort()]
        wrong, lost = error(y, labels), int((~Phi.any(axis=1)).sum())
        name = f"rotation {basis}" if basis else "the library's basis"
        more = f", {lost} points at the origin" * bool(lost)
        title = f"{name}: error {wrong:.3f}{more}"
        figure, _ = beside_embedding(X, Phi, labels, means, title)
        return figure, (
            f"Sparse crescents clustered from two of four tied eigenvectors, {name}: error "
            f"{wrong:.3f}{more}; beside it their embedding with mean vectors."
        )

    options = {"fixed": 0} | {str(k): k for k in range(1, 9)}
    return redrawn(draw, basis=choice(options, label="basis"))


def errors_over_orders(X, y, sigma, n_orders=10):
    """Errors that occur as the points come in other orders, in the solver's basis and the fixed.

    Returns
    -------
    dict of str to list of float
        The different errors, by basis.
    """
    found = {"solver's": set(), "fixed": set()}
    for seed in range(n_orders):
        order = np.random.default_rng(seed).permutation(len(X))
        K = window_kernel(X[order], sigma=sigma)
        K_u = weighted_kernel(K, laplacian_weights(X[order], K))
        whole = eigh(K_u, subset_by_index=[len(X) - 2, len(X) - 1])[1][:, ::-1]
        for name, V in {"solver's": whole, "fixed": leading_pairs(K_u, 2)[1]}.items():
            labels = clustered_from(X[order], V, 0)[1]
            found[name].add(round(error(y[order], labels), 3))
    return {name: sorted(errors) for name, errors in found.items()}
