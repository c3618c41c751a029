"""Traits whose errors say what was expected, as everywhere in depcluster."""

from __future__ import annotations

import numpy as np
import traitlets

from ...checks.numbers import check_whole
from ...checks.rules import FLAG
from ...checks.told import told


class ArrayTrait(traitlets.TraitType):
    """A read-only NumPy array, sent as nested lists; only another array is a change.

    A subclass gives ``validate``, which copies the value and makes it read-only.
    """

    def __init__(self, default_value=(), **kwargs):
        super().__init__(default_value, **kwargs)
        self.metadata.setdefault("to_json", lambda value, widget: np.asarray(value).tolist())

    def set(self, obj, value):
        new = self._validate(obj, value)
        old = self.get(obj)
        if not np.array_equal(old, new):
            obj._trait_values[self.name] = new
            obj._notify_trait(self.name, old, new)


class WholeNumber(traitlets.TraitType):
    """An integer from ``low`` to ``most``; a trait's owner checks further limits."""

    def __init__(self, default_value=0, *, low=0, most=np.inf, **kwargs):
        super().__init__(default_value, **kwargs)
        self.low, self.most = low, most

    def validate(self, obj, value):
        hint = f"Try {self.name}={max(self.low, 3)}."
        return check_whole(value, self.name, self.low, self.most, hint=hint)


class Flag(traitlets.TraitType):
    """True or False."""

    def validate(self, obj, value):
        if not FLAG.holds(value):
            raise ValueError(f"{self.name} must be {FLAG.says}; got {told(value)}.")
        return bool(value)


def known_name(name, value, known, hint=""):
    """The value, or an error that lists the known ones and says what to try."""
    if not isinstance(value, str | None) or value not in known:
        names = ", ".join(map(str, known))
        raise ValueError(f"{name} must be one of {names}; got {told(value)}. {hint}".rstrip())
    return value
