"""Points of the plane as the small widgets take and send them."""

from __future__ import annotations

import numpy as np

from ..._validation import check_distances, check_samples
from ...plotting.plane import plane_of

MOST_POINTS = 300


def flat_points(X, name="X"):
    """Points of the plane, few enough for a table with a row each, and where they are drawn.

    Parameters
    ----------
    X : array-like of shape (m, 2)
    name : str, default="X"
        What the error calls them.

    Returns
    -------
    X : ndarray of float of shape (m, 2)
    shown : bytes
        Single-precision coordinates, near 0 and of moderate size.
    unit : float
        What distances of ``X`` are divided by in ``shown``.

    Raises
    ------
    ValueError
        If there are other than two columns, or more than 300 points.
    """
    X = check_distances(check_samples(X))
    if X.shape[1] != 2:
        raise ValueError(
            f"{name} must have two columns, so that its picture shows every distance; got "
            f"{X.shape[1]}. Try {name}[:, :2]."
        )
    if len(X) > MOST_POINTS:
        raise ValueError(
            f"{name} must have at most {MOST_POINTS} rows in this widget; got {len(X)}. "
            f"Try {name}[:{MOST_POINTS}]."
        )
    shown, plane = plane_of(X)
    return X, np.asarray(shown, dtype="<f4").tobytes(), float(plane.unit)
