"""What the page and Python tell each other of a search: labels and the J they should have."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from numbers import Real

import numpy as np
import traitlets

from ..._validation import short_repr
from ...search.state import State

_MOST = 100_000  # labels
_SAME = 1e-8  # of J, within which two machines add up the same, but for the rounding of K


class Labelling(traitlets.TraitType):
    """None, or a dict: "labels", a byte each, "objective", "settled".

    Whoever receives one believes it only if the labels have that J under the question that is
    asked now (`believed`).
    """

    default_value = None
    allow_none = True

    def validate(self, obj, value):
        if not self._holds(value):
            raise ValueError(
                f"{self.name} must be None or labels with their objective; got {short_repr(value)}."
            )
        labels = np.frombuffer(bytes(value["labels"]), np.uint8)
        return Fit(labels, value["objective"], value["settled"]).labelling

    @staticmethod
    def _holds(value):
        if not isinstance(value, dict) or set(value) != {"labels", "objective", "settled"}:
            return False
        labels = value["labels"]
        return (
            isinstance(labels, bytes | bytearray | memoryview)
            and 0 < memoryview(labels).nbytes <= _MOST
            and _is_real(value["objective"])
            and isinstance(value["settled"], bool)
        )


def _is_real(number):
    """Whether it is a finite number; a page writes a large one as an integer."""
    is_real = isinstance(number, Real) and not isinstance(number, bool)
    return is_real and abs(number) <= sys.float_info.max


def labels_of(labelling, m, c):
    """The labels of a labelling, if it puts m samples in c clusters; else None."""
    if labelling is None or len(labelling["labels"]) != m:
        return None
    labels = np.frombuffer(labelling["labels"], np.uint8).astype(np.intp)
    return labels if np.array_equal(np.unique(labels), np.arange(c)) else None


@dataclass(frozen=True, eq=False)
class Fit:
    """Labels found under an objective.

    Attributes
    ----------
    labels : ndarray of int of shape (m,)
    objective : float
        J of them.
    settled : bool
        Whether a whole search has found them.
    """

    labels: np.ndarray
    objective: float
    settled: bool

    @property
    def labelling(self):
        """What the page is told of it, a `Labelling`."""
        labels = np.asarray(self.labels, dtype=np.uint8).tobytes()
        return {"labels": labels, "objective": float(self.objective), "settled": self.settled}


def believed(labelling, problem):
    """A labelling as a `Fit`, if its labels have all clusters of a problem and its J; else None."""
    labels = labels_of(labelling, problem.gram.shape[0], problem.n_clusters)
    if labels is None:
        return None
    reported = labelling["objective"]
    if not is_same_objective(problem.gram, State(problem, labels).J, reported):
        return None
    return Fit(labels, reported, labelling["settled"])


def is_same_objective(gram, J, reported):
    """Whether a number that is told is J, added up on another machine."""
    rounding = len(gram.K) * np.finfo(float).eps * np.trace(np.abs(gram.K))
    return is_near(reported, J, rounding)


def is_near(reported, number, rounding=0.0):
    """Whether a number that is told is the right one, but for rounding."""
    return abs(number - reported) <= _SAME * abs(number) + rounding
