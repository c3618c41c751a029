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

    Whoever receives one believes it only if the labels have that J under the question that is asked
    now (`has_its_objective`).
    """

    default_value = None
    allow_none = True

    def validate(self, obj, value):
        try:
            labels, objective = bytes(value["labels"]), value["objective"]
            good = 0 < len(labels) <= _MOST and value["settled"] in (True, False)
        except (TypeError, KeyError, ValueError):
            good = False
        if not good or not is_number(objective):
            raise ValueError(
                f"{self.name} must be None or labels with their objective; got {short_repr(value)}."
            )
        return told(labels, objective, bool(value["settled"]))


def told(labels, objective, settled):
    """A labelling, of labels as numbers or as bytes."""
    if not isinstance(labels, bytes):
        labels = np.asarray(labels, dtype=np.uint8).tobytes()
    return {"labels": labels, "objective": float(objective), "settled": settled}


def labels_of(labelling, m):
    """The labels of a labelling, if it is one of m samples; else None."""
    if labelling is None or len(labelling["labels"]) != m:
        return None
    return np.frombuffer(labelling["labels"], np.uint8).astype(np.intp)


def has_its_objective(labelling, problem):
    """Whether the labels have all clusters of a problem and the J that is told of them."""
    labels = labels_of(labelling, problem.gram.shape[0])
    if labels is None or not np.array_equal(np.unique(labels), np.arange(problem.n_clusters)):
        return False
    J = State(problem, labels).J
    return abs(J - labelling["objective"]) <= _SAME * max(abs(J), np.finfo(float).tiny)
