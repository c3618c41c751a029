"""The trait by which a page tells Python the labels that it has found."""

from __future__ import annotations

import sys
from numbers import Real

import numpy as np
import traitlets

from ..._validation import is_whole, short_repr

KEYS = {"labels", "objective", "settled", "count"}
_MOST = 100_000  # labels


class FitMessage(traitlets.TraitType):
    """None, or a dict: "labels", a byte each, "objective", "settled" or not, "count" of all."""

    default_value = None
    allow_none = True

    def validate(self, obj, value):
        if not _holds(value):
            raise ValueError(
                f"{self.name} must be None or labels with their objective; got {short_repr(value)}."
            )
        return {**value, "labels": bytes(value["labels"]), "objective": float(value["objective"])}


def _holds(value):
    if not isinstance(value, dict) or set(value) != KEYS:
        return False
    labels = value["labels"]
    return (
        isinstance(labels, bytes | bytearray | memoryview)
        and 0 < memoryview(labels).nbytes <= _MOST
        and _is_real(value["objective"])
        and isinstance(value["settled"], bool)
        and is_whole(value["count"])
    )


def _is_real(number):
    """Whether it is a finite number; a page writes a large one as an integer."""
    is_real = isinstance(number, Real) and not isinstance(number, bool)
    return is_real and abs(number) <= sys.float_info.max


def labels_of(fit, m, c):
    """The labels of a message, if they put m samples in clusters below c; else None."""
    if fit is None or len(fit["labels"]) != m:
        return None
    labels = np.frombuffer(fit["labels"], np.uint8).astype(np.intp)
    return labels if labels.max() < c else None
