"""Points of the plane as the small widgets take and send them."""

import numpy as np

from ..._validation import check_distances, check_samples, check_whole
from ...plotting.plane import plane_of

MOST_POINTS = 300


def flat_points(X):
    """At most 300 points of the plane, as float32 bytes of moderate size too, and their unit."""
    X = check_distances(check_samples(X))
    if X.shape[1] != 2:
        raise ValueError(
            f"X must have two columns, so that its picture shows every distance; got {X.shape[1]}. "
            "Try X[:, :2]."
        )
    hint = f"Try X[:{MOST_POINTS}]."
    check_whole(len(X), "in this widget the number of rows of X", 1, MOST_POINTS, hint=hint)
    shown, plane = plane_of(X)
    return X, np.asarray(shown, dtype="<f4").tobytes(), float(plane.unit)
