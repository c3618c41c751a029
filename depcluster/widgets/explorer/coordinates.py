"""Samples as bytes, for a page that computes with them."""

from __future__ import annotations

import numpy as np
from scipy.linalg import qr, svd
from sklearn.metrics.pairwise import manhattan_distances


def coordinates(X, with_L1=True):
    """Samples as bytes: where they have more features than rows, in the space of their rows."""
    # There row i has i + 1 coordinates that are not 0: a lower triangle, row by row. L1 distances
    # do not stay the same there: where a kernel is made of them they go along, likewise.
    m, d = X.shape
    if d <= m:
        return {"X": _shortest(np.asarray(X, dtype=float)).tobytes(), "manhattan": None}
    L1 = manhattan_distances(X)[np.tril_indices(m, -1)].tobytes() if with_L1 else None
    L = qr(np.transpose(X), mode="economic")[1].T
    return {"X": L[np.tril_indices(m)].tobytes(), "manhattan": L1}


def _shortest(X):
    """Whole numbers that fit in a byte, as grey levels or counts, as such."""
    bytes_ = X.clip(0, 255).astype(np.uint8)
    return bytes_ if np.array_equal(X, bytes_) else X


def rotated(X):
    """Samples with no more features than rows, with the same squared distances."""
    if X.shape[1] <= len(X):
        return np.ascontiguousarray(X, dtype=float)
    U, sizes, _ = svd(X, full_matrices=False)
    return np.ascontiguousarray(U * sizes)


KERNELS_OF_PAGE = ("rbf", "laplacian", "poly", "cosine", "linear", "graph")


def is_of_page(kernel):
    """Whether a page can compute a kernel."""
    return isinstance(kernel, str) and kernel in KERNELS_OF_PAGE


def kernel_input(X, kernel, gamma, matrix):
    """What a page makes a kernel matrix of; ``matrix()`` gives one that it cannot compute."""
    m, d = X.shape
    known = {"X": None, "manhattan": None, "matrix": None}
    if is_of_page(kernel):
        known |= coordinates(X, kernel == "laplacian")
    else:
        known["matrix"] = matrix()[np.tril_indices(m)].tobytes()
    return {**known, "n_samples": m, "n_features": d, "kernel": str(kernel), "gamma": gamma}


def origin_sent(origin, is_new):
    """Which sample before each one goes on from, as bytes; ``~k`` of one that was not there."""
    if origin is None:
        return None
    return np.where(is_new, ~origin, origin).astype(np.int32).tobytes()
