"""Traits whose errors say what was expected, as everywhere in depcluster."""

from __future__ import annotations

import numpy as np
import traitlets

from ...checks.numbers import check_whole


class ArrayTrait(traitlets.TraitType):
    """A read-only NumPy array, sent as nested lists; only another array is a change.

    A subclass gives ``validate``, which copies the value and makes it read-only.
    """

    def __init__(self, default_value=(), **kwargs):
        super().__init__(default_value, **kwargs)
        self.metadata.setdefault("to_json", lambda value, widget: np.asarray(value).tolist())

    def set(self, obj, value):
        new = self._validate(obj, value)
        old = obj._trait_values.get(self.name)
        if old is None or not np.array_equal(old, new):
            obj._trait_values[self.name] = new
            obj._notify_trait(self.name, old, new)


class WholeNumber(traitlets.TraitType):
    """An integer of at least ``low``; a trait's owner checks further limits."""

    def __init__(self, default_value=0, *, low=0, **kwargs):
        super().__init__(default_value, **kwargs)
        self.low = low

    def validate(self, obj, value):
        hint = f"Try {self.name}={max(self.low, 3)}."
        return check_whole(value, self.name, self.low, hint=hint)
