"""What the controls of an explorer ask, as one value."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np


@dataclass(frozen=True, eq=False)
class Question:
    """The values of some controls: equal to another of its kind with equal values, arrays too.

    A subclass is a dataclass of the same kind, with a field for each control it rests on.

    Examples
    --------
    >>> @dataclass(frozen=True, eq=False)
    ... class Matrix(Question):
    ...     entries: np.ndarray
    >>> Matrix(np.eye(2)) == Matrix(np.eye(2)), Matrix(np.eye(2)) == Matrix(np.ones((2, 2)))
    (True, False)
    """

    @classmethod
    def of(cls, controls):
        """What an object asks that has the controls as attributes."""
        return cls(**{field.name: getattr(controls, field.name) for field in fields(cls)})

    @property
    def key(self):
        """The values as one that can be hashed."""
        values = (getattr(self, field.name) for field in fields(self))
        return tuple(
            (value.shape, value.tobytes()) if isinstance(value, np.ndarray) else value
            for value in values
        )

    def __eq__(self, other):
        return type(self) is type(other) and self.key == other.key

    def __hash__(self):
        return hash((type(self), self.key))
