"""Traits whose errors say what was expected, as everywhere in depcluster."""

from __future__ import annotations

import numpy as np
import traitlets

from ..._validation import FLAG, Rule, check_numbers, is_number, number, several, short_repr, whole


class ArrayTrait(traitlets.TraitType):
    """A read-only NumPy array, sent as nested lists; only another array is a change.

    A subclass gives ``validate``, which copies the value and makes it read-only.
    """

    def __init__(self, default_value=(), **kwargs):
        super().__init__(default_value, **kwargs)
        self.metadata.setdefault("to_json", lambda value, widget: np.asarray(value).tolist())

    def set(self, obj, value):
        new = self._validate(obj, value)
        old = obj._trait_values.get(self.name, self.default_value)
        if not np.array_equal(old, new):
            obj._trait_values[self.name] = new
            obj._notify_trait(self.name, old, new)


class Number(traitlets.TraitType):
    """A finite number from ``low`` to ``high``, each a number or a function of the trait's owner.

    ``note`` ends the sentence that an error says of them.
    """

    _rule, _type = staticmethod(number), float

    def __init__(self, default_value=0.0, *, low, high, note="", **kwargs):
        super().__init__(default_value, **kwargs)
        self.low, self.high, self.note = low, high, note

    def validate(self, obj, value):
        low, high = for_owner(self.low, obj), for_owner(self.high, obj)
        rule = self._rule(low, high)
        if not rule.holds(value):
            hint = f"Try {self.name}={min(max(self.default_value, low), high):g}."
            raise ValueError(
                f"{self.name} must be {rule.says}{self.note}; got {short_repr(value)}. {hint}"
            )
        return self._type(value)

    def for_page(self, owner):
        """What the page needs to know which values pass (`base/parts/permalink_text.js`)."""
        low, high = for_owner(self.low, owner), for_owner(self.high, owner)
        return numbers_for_page((), low, high, whole=self._type is int)


class WholeNumber(Number):
    """An integer from ``low`` to ``most``."""

    _rule, _type = staticmethod(whole), int

    def __init__(self, default_value=0, *, low=0, most=np.inf, **kwargs):
        super().__init__(default_value, low=low, high=most, **kwargs)


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

    def for_page(self, owner):
        return numbers_for_page(getattr(owner, self.name).shape, self.low, self.high)


class WholeNumbers(ArrayTrait):
    """Integers from 0 to ``most``, ``length`` of them, each a number or a function of the owner."""

    def __init__(self, default_value=(), *, length, most, **kwargs):
        super().__init__(default_value, **kwargs)
        self.length, self.most = length, most

    def _limits(self, owner):
        return for_owner(self.length, owner), for_owner(self.most, owner)

    def validate(self, obj, value):
        length, most = self._limits(obj)
        each = several(whole(0, most))
        rule = Rule(
            f"{length} integers from 0 to {most}", lambda v: each.holds(v) and len(v) == length
        )
        given = np.array(rule(value, self.name), dtype=np.intp)
        given.setflags(write=False)
        return given

    def for_page(self, owner):
        length, most = self._limits(owner)
        return numbers_for_page((length,), 0, most, whole=True, none=self.allow_none)


class Choice(traitlets.Enum):
    """One of some names or numbers, in an order in which an error lists them.

    They may be those that a function of the trait's owner gives; a default comes with it then.
    """

    def __init__(self, values, default_value=traitlets.Undefined, *, hint="", **kwargs):
        values, self.hint = values if callable(values) else tuple(values), hint
        first = values[0] if default_value is traitlets.Undefined else default_value
        super().__init__(values, default_value=first, **kwargs)

    def validate(self, obj, value):
        return known_name(self.name, value, for_owner(self.values, obj), self.hint)

    def for_page(self, owner):
        return {"kind": "one", "of": list(for_owner(self.values, owner))}


class Flag(traitlets.TraitType):
    """True or False."""

    def validate(self, obj, value):
        if not FLAG.holds(value):
            raise ValueError(f"{self.name} must be {FLAG.says}; got {short_repr(value)}.")
        return bool(value)

    def for_page(self, owner):
        return {"kind": "flag"}


def numbers_for_page(shape, low, high, **more):
    """What a page knows of an array of numbers, or of one; None in a shape is any length."""
    limits = {"low": low, "high": high}
    known = {name: float(limit) for name, limit in limits.items() if abs(limit) < np.inf}
    return {"kind": "numbers", "shape": list(shape), **known, **more}


def for_owner(limit, owner):
    """A limit, or what a function of the trait's owner says that it is now."""
    return limit(owner) if callable(limit) else limit


def known_name(name, value, known, hint=""):
    """The one of some names or numbers that a value is, or an error that lists them."""
    known = list(known)
    if not (isinstance(value, str | None) or is_number(value)) or value not in known:
        names = ", ".join(f"{each:g}" if isinstance(each, float) else str(each) for each in known)
        raise ValueError(f"{name} must be one of {names}; got {short_repr(value)}. {hint}".rstrip())
    return known[known.index(value)]
