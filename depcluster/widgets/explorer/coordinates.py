"""Samples as bytes, for a page that computes with them."""

from __future__ import annotations

import numpy as np
from scipy.linalg import svd
from sklearn.metrics.pairwise import manhattan_distances


def coordinates(X):
    """Samples as bytes: where they have more features than rows, in the space of their rows."""
    # Rotated samples keep their inner products and squared distances. Their L1 distances they do
    # not: these go along, row by row of the lower triangle.
    m, d = X.shape
    if d <= m:
        return {"X": np.ascontiguousarray(X, dtype=float).tobytes(), "manhattan": None}
    L1 = manhattan_distances(X)[np.tril_indices(m, -1)]
    U, sizes, _ = svd(X, full_matrices=False)
    return {"X": np.ascontiguousarray(U * sizes).tobytes(), "manhattan": L1.tobytes()}
