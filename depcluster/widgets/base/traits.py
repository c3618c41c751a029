"""Traits whose errors say what was expected, as everywhere in depcluster."""

from __future__ import annotations

import numpy as np
import traitlets

from ..._validation import FLAG, check_numbers, check_whole, number, short_repr


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


class Number(traitlets.TraitType):
    """A finite number from ``low`` to ``high``."""

    def __init__(self, default_value=0.0, *, low, high, **kwargs):
        super().__init__(default_value, **kwargs)
        self.low, self.high = low, high

    def validate(self, obj, value):
        rule = number(self.low, self.high)
        if not rule.holds(value):
            hint = f"Try {self.name}={(self.low + self.high) / 2:g}."
            raise ValueError(f"{self.name} must be {rule.says}; got {short_repr(value)}. {hint}")
        return float(value)


class Numbers(ArrayTrait):
    """An array of numbers from ``low`` to ``high``, of a shape as `check_numbers` takes it."""

    def __init__(self, default_value, *, shape, low, high, **kwargs):
        super().__init__(np.array(default_value, dtype=float), **kwargs)
        self.shape, self.low, self.high = shape, low, high

    def validate(self, obj, value):
        given = check_numbers(value, self.name, self.shape)
        if given.min() < self.low or given.max() > self.high:
            raise ValueError(
                f"{self.name} must lie between {self.low:g} and {self.high:g}; got numbers from "
                f"{given.min():g} to {given.max():g}. Scale them."
            )
        given = np.array(given)
        given.setflags(write=False)
        return given


class Flag(traitlets.TraitType):
    """True or False."""

    def validate(self, obj, value):
        if not FLAG.holds(value):
            raise ValueError(f"{self.name} must be {FLAG.says}; got {short_repr(value)}.")
        return bool(value)


def known_name(name, value, known, hint=""):
    """The value, or an error that lists the known ones and says what to try."""
    if not isinstance(value, str | None) or value not in known:
        names = ", ".join(map(str, known))
        raise ValueError(f"{name} must be one of {names}; got {short_repr(value)}. {hint}".rstrip())
    return value
