"""The samples a kernel explorer shows: those given, and points added by hand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import traitlets

from ..._validation import short_repr
from ...labels.nearest import nearest
from ...plotting.plane import as_plane
from ..base.traits import ArrayTrait
from ..explorer.coordinates import coordinates
from .angle.engine import AngleEngine
from .criteria.curves import CriteriaEngine
from .label_kernel.engine import Engine

ROOM = 1.35
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


@dataclass(frozen=True, eq=False)
class Given:
    """Samples as they were given.

    Attributes
    ----------
    X : ndarray of shape (m, d)
    y : ndarray of int of shape (m,) or None
        True labels.
    name, drawn : str
        What Python calls them, and what is said of those that are not all on screen.
    sigmas : list of float
        Widths of windows to try on them.
    generation : int
        How many were given before.
    origin : ndarray of int of shape (m,) or None
        Of those given before, which one each of these goes on from.
    """

    X: np.ndarray
    y: np.ndarray | None
    name: str
    drawn: str
    sigmas: list
    generation: int
    origin: np.ndarray | None = None


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

    def sent(self):
        """Traits of the picture."""
        return {
            "_points": self.points.astype(np.float32).tobytes(),
            "_plane": self.plane,
            "_room": self._extent() if not self.plane else [],
            "_sigmas": self.given.sigmas,
            "_input": self._numbers(),
        }

    def _numbers(self):
        """The samples for the page to compute with, and what Python calls them."""
        (m, d), origin = self.X.shape, self.given.origin
        return {
            **coordinates(self.X),
            "n_samples": m,
            "n_features": d,
            "origin": None if origin is None else origin.astype(np.int32).tobytes(),
            "generation": self.given.generation,
            "n_added": len(self.added),
            "called": samples_text(self),
            "drawn": self.given.drawn,
        }

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

    def _extent(self):
        """Corners x0, y0, x1, y1: a square around the points given, with room for more."""
        given = self.points[: len(self.X) - len(self.added)]
        added = [*self.points[len(given) :], *([] if self.target is None else [self.target])]
        low, high = given.min(axis=0), given.max(axis=0)
        middle, half = (low + high) / 2, ROOM * np.ptp(given, axis=0).max() / 2
        low = np.min([middle - half, *added], axis=0)
        return [*low.tolist(), *np.max([middle + half, *added], axis=0).tolist()]

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


def samples_text(samples):
    """The samples as Python."""
    name = samples.given.name
    return name if not len(samples.added) else f"np.vstack([{name}, {samples.added.tolist()}])"
