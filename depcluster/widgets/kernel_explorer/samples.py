"""The samples a kernel explorer shows: those given, and points added by hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import traitlets

from ..._validation import short_repr
from ...labels.nearest import nearest
from ...plotting.plane import as_plane
from ..base.traits import ArrayTrait, numbers_for_page
from ..explorer.coordinates import coordinates
from ..explorer.samples import Dataset
from ..explorer.thumbnails import BYTES
from .angle.engine import AngleEngine
from .criteria.curves import CriteriaEngine
from .label_kernel.engine import Engine

MOST_ADDED = 1000
FARTHEST = 1e30


class Points(ArrayTrait):
    """Points of the plane, shape (k, 2), held as a read-only array and sent as lists."""

    info_text = (
        f"finite points of the plane, shape (k, 2), at most {MOST_ADDED}, "
        f"within {FARTHEST:g} of (0, 0)"
    )

    def validate(self, obj, value):
        try:
            points = np.array(value, dtype=float)
        except Exception:  # somebody else's __array__ may do anything
            points = np.array([np.nan])
        points = points.reshape(0, 2) if points.size == 0 else points
        if points.ndim != 2 or points.shape[1] != 2 or not self._holds(points):
            raise ValueError(f"{self.name} must be {self.info_text}; got {short_repr(value)}.")
        points.setflags(write=False)
        return points

    def for_page(self, owner):
        is_plane = owner._dataset is None or owner._dataset.n_features == 2
        most = MOST_ADDED if is_plane else 0
        return numbers_for_page((None, 2), -FARTHEST, FARTHEST, most=most, digits=6)

    @staticmethod
    def _holds(points):
        return len(points) <= MOST_ADDED and (np.abs(points) <= FARTHEST).all()


class Place(traitlets.TraitType):
    """A place of the plane, held as a tuple of two floats, or None."""

    default_value = None
    allow_none = True

    def validate(self, obj, value):
        try:
            place = np.array(value, dtype=float)
        except Exception:  # somebody else's __array__ may do anything
            place = np.array([np.nan])
        if place.shape != (2,) or not (np.abs(place) <= FARTHEST).all():
            raise ValueError(
                f"{self.name} must be None or a place of the plane, two numbers within "
                f"{FARTHEST:g} of 0; got {short_repr(value)}. Try {self.name}=(0, 0)."
            )
        return tuple(place.tolist())


@dataclass(frozen=True, eq=False, kw_only=True)
class Given(Dataset):
    """Samples as they were given.

    Attributes
    ----------
    X : ndarray of shape (m, d)
    y : ndarray of int of shape (m,) or None
        True labels.
    sigmas : list of float
        Widths of windows to try on them.
    """

    X: np.ndarray
    y: np.ndarray | None
    sigmas: list

    def traits(self):
        """Traits of the picture, and the samples for the page to compute with."""
        X, (points, plane) = np.asarray(self.X, dtype=float), as_plane(self.X)
        m, d = X.shape
        return {
            "_points": points.astype(np.float32).tobytes(),
            "_plane": plane,
            "_sigmas": self.sigmas,
            "_input": {
                **coordinates(X),
                # Beside coordinates in the space of the rows, to be shaken by the criteria.
                "features": X.tobytes() if m < d and X.nbytes <= BYTES else None,
                "truth": None if self.y is None else self.y.astype(np.int32).tobytes(),
                "n_samples": m,
                "n_features": d,
                **self.sent(),
            },
        }


class Samples:
    """Samples given and added, and the engines that answer for them.

    Parameters
    ----------
    given : Given
        Added points count as of true label -1.
    added : ndarray of shape (k, 2)
    target : pair of float, optional
        A place for one more. Can be set.

    Attributes
    ----------
    X : ndarray of shape (m + k, d)
    points : ndarray of shape (m + k, 2)
        Their places in the picture.
    plane : str
        What that picture is.
    alone : ndarray of bool of shape (m + k,)
        Which were added or have true label -1.
    """

    def __init__(self, given, added, target=None):
        k, y = len(added), given.y
        self.given, self.added, self.target = given, added, target
        self.X = np.vstack([given.X, added]) if k else given.X
        self.y = None if y is None else np.append(y, np.full(k, -1))
        self.points, self.plane = as_plane(self.X)
        self.alone = np.append(
            np.zeros(len(given.X), bool) if y is None else y < 0, np.ones(k, bool)
        )

    @property
    def classes(self):
        """Class of each, 0 where it has none."""
        return np.zeros(len(self.X), int) if self.y is None else np.maximum(self.y, 0)

    def asked(self, given, added):
        """These, or others where other points are asked for."""
        if self.given is given and np.array_equal(self.added, added):
            return self
        return Samples(given, added, self.target)

    @property
    def awaits_target(self):
        """Whether there is a target and no point was added there."""
        return self.target is not None and not (self.added == self.target).all(axis=1).any()

    @cached_property
    def engine(self):
        """The label-kernel method's."""
        return Engine(self.X)

    @cached_property
    def angle(self):
        """The angle method's."""
        return AngleEngine(self.X, self.y)

    @cached_property
    def criteria(self):
        """What judges kernels."""
        return CriteriaEngine(self.X, self.y)

    def carried(self, labels, before):
        """Labels of earlier Samples taken over; a new one gets its nearest one's."""
        if before.given is not self.given:
            m = len(before.given.X)
            labels = np.append(labels[:m][self.given.origin], labels[m:])
        labels = labels[: len(self.X)]
        new = self.X[len(labels) :]
        if not len(new):
            return labels
        return np.append(labels, labels[nearest(new, self.X[: len(labels)])])


def as_truth(y, m):
    """True labels as an array, or None."""
    if y is None:
        return None
    y = np.asarray(y)
    if y.shape != (m,) or not np.issubdtype(y.dtype, np.integer) or not (y >= 0).any():
        raise ValueError(
            f"y must hold one whole number a sample, shape ({m},), some of them 0 or more; got "
            f"shape {y.shape} of {y.dtype}."
        )
    return y
