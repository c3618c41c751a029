"""What the page and Python tell each other of a search: labels and the J they should have."""

from __future__ import annotations

import numpy as np
import traitlets

from ..._validation import is_number, short_repr
from ...search.state import State

_MOST = 100_000  # labels
_SAME = 1e-8  # of J, within which two machines add up the same


class Labelling(traitlets.TraitType):
    """None, or a dict: "labels", a byte each, "objective", "settled".

    Whoever receives one believes it only if the labels have that J under the question that is
    asked now (`has_its_objective`).
    """

    default_value = None
    allow_none = True

    def validate(self, obj, value):
        if not self._holds(value):
            raise ValueError(
                f"{self.name} must be None or labels with their objective; got {short_repr(value)}."
            )
        return told(bytes(value["labels"]), value["objective"], value["settled"])

    @staticmethod
    def _holds(value):
        if not isinstance(value, dict) or set(value) != {"labels", "objective", "settled"}:
            return False
        labels = value["labels"]
        return (
            isinstance(labels, bytes | bytearray | memoryview)
            and 0 < memoryview(labels).nbytes <= _MOST
            and is_number(value["objective"])
            and isinstance(value["settled"], bool)
        )


def told(labels, objective, settled):
    """A labelling, of labels as numbers or as bytes."""
    if not isinstance(labels, bytes):
        labels = np.asarray(labels, dtype=np.uint8).tobytes()
    return {"labels": labels, "objective": float(objective), "settled": settled}


def labels_of(labelling, m, c):
    """The labels of a labelling, if it puts m samples in c clusters; else None."""
    if labelling is None or len(labelling["labels"]) != m:
        return None
    labels = np.frombuffer(labelling["labels"], np.uint8).astype(np.intp)
    return labels if np.array_equal(np.unique(labels), np.arange(c)) else None


def has_its_objective(labelling, problem):
    """Whether the labels have all clusters of a problem and the J that is told of them."""
    labels = labels_of(labelling, problem.gram.shape[0], problem.n_clusters)
    if labels is None:
        return False
    J = State(problem, labels).J
    return abs(J - labelling["objective"]) <= _SAME * max(abs(J), np.finfo(float).tiny)
