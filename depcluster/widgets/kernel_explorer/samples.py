"""The samples a kernel explorer shows, points added by hand, and widths to try on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import traitlets

from ..._validation import as_classes, short_repr
from ...papers.jenssen2006 import amise
from ...plotting.plane import as_plane
from ..base.traits import ArrayTrait, numbers_for_page
from ..explorer.coordinates import coordinates
from ..explorer.samples import Dataset
from ..explorer.thumbnails import BYTES

MOST_ADDED = 1000
FARTHEST = 1e30
_ROUND = (1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.8, 2, 2.2, 2.4, 2.6, 2.8)
_ROUND += (3, 3.3, 3.6, 4, 4.5, 5, 5.5, 6, 6.5, 7, 8, 9)
_REACH = (1 / 14, 4)  # of the widths on the slider, in units of amise


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
        is_plane = owner._dataset is None or owner._dataset.X.shape[1] == 2
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
class KernelDataset(Dataset):
    y: np.ndarray | None  # true labels, shape (m,)
    sigmas: list[Any]  # widths of windows to try

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


def as_truth(y, m):
    """True labels as an array, by rank where a table of them would be too large, or None."""
    if y is None:
        return None
    names, numbers = as_classes(y, m, name="y")
    if names.dtype.kind not in "iu" or names[-1] < 0:
        raise ValueError(
            "y must hold one whole number a sample, some of them 0 or more; got "
            f"{names.dtype} up to {short_repr(names[-1])}."
        )
    return names[numbers] if names[-1] < m else numbers - np.count_nonzero(names < 0)


def width_stops(X):
    """Round widths of windows around that of `amise`, evenly spaced on a logarithmic scale.

    Parameters
    ----------
    X : ndarray of shape (m, d)

    Returns
    -------
    list of float
        Two significant digits each; empty where all samples are the same.
    """
    try:
        low, high = np.multiply(_REACH, amise(X))
    except ValueError:
        return []
    return stops_between(low, high)


def stops_between(low, high):
    """The same for a range of widths."""
    powers = range(int(np.floor(np.log10(low))), int(np.ceil(np.log10(high))) + 1)
    stops = [float(f"{r}e{p}") for p in powers for r in _ROUND]
    return [s for s in stops if low <= s <= high]
