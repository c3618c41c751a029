"""Traits whose errors say what was expected, as everywhere in depcluster."""

from __future__ import annotations

import numbers

import traitlets


class WholeNumber(traitlets.TraitType):
    """An integer of at least ``low``; a trait's owner checks further limits."""

    def __init__(self, default_value=0, *, low=0, **kwargs):
        super().__init__(default_value, **kwargs)
        self.low = low

    def validate(self, obj, value):
        whole = isinstance(value, numbers.Integral) and not isinstance(value, bool)
        if not whole or value < self.low:
            raise ValueError(
                f"{self.name} must be an integer of at least {self.low}; got {value!r}. "
                f"Try {self.name}={max(self.low, 3)}."
            )
        return int(value)
