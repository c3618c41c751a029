"""What the generators share: checks of their arguments, and the common half of their docstrings."""

from __future__ import annotations

import functools
import inspect

import numpy as np

from .._validation import number, short_repr, whole

MOST_SAMPLES = 1_000_000
MOST_IMAGES = 100_000
N_SAMPLES = whole(1, MOST_SAMPLES)
N_IMAGES = whole(1, MOST_IMAGES)
AT_LEAST_0 = number(0, 1e100)
SHARE = number(0, 1)


def checked_maker(**rules):
    """Check arguments by rules before a generator draws; a refusal names the default to try."""

    def decorate(make):
        signature = inspect.signature(make)

        @functools.wraps(make)
        def call(*args, **kwargs):
            given = signature.bind(*args, **kwargs).arguments
            for name, value in given.items():
                if name in rules and not rules[name].holds(value):
                    says, usual = rules[name].says, signature.parameters[name].default
                    got = short_repr(value)
                    raise ValueError(f"{name} must be {says}; got {got}. Try {usual!r}.")
                if isinstance(value, np.generic):  # an np.int8 would overflow in a first product
                    given[name] = value.item()
            return make(**given)

        return call

    return decorate


def described(text, **values):
    """Add to a docstring what many generators say alike, with their name and values filled in."""

    def decorate(make):
        make.__doc__ += text.format(name=make.__name__, **values)
        return make

    return decorate
