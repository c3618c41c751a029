"""Points of the plane as the small widgets take and send them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._typing import Floats
from ..._validation import Rule, check_distances, check_samples, check_whole
from ...plotting.plane import plane_of

MOST_POINTS, MOST_SHAPES = 300, 4


def flat_points(X: Any) -> tuple[Floats, Any, Any]:
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


def shapes(*parts):
    """A rule: a few tuples of such parts, by the names of what the points are shaped like."""
    return Rule(
        f"a dict of one to {MOST_SHAPES} tuples ({', '.join(parts)}) by name",
        lambda v: (
            isinstance(v, dict)
            and 1 <= len(v) <= MOST_SHAPES
            and all(isinstance(name, str) and name for name in v)
            and all(isinstance(of, list | tuple) and len(of) == len(parts) for of in v.values())
        ),
    )
