"""What the generators share: checks of their arguments, and the common half of their docstrings."""

from __future__ import annotations

import inspect
from functools import partial

from .._validation import number, takes, whole

MOST_SAMPLES = 1_000_000
MOST_IMAGES = 100_000
N_SAMPLES = whole(1, MOST_SAMPLES)
N_IMAGES = whole(1, MOST_IMAGES)
AT_LEAST_0 = number(0, 1e100)
SHARE = number(0, 1)


def checked_maker(**rules):
    """Check arguments by rules before a generator draws; a refusal names the default to try."""

    def decorate(make):
        usual = {name: p.default for name, p in inspect.signature(make).parameters.items()}
        hints = {name: f"Try {usual[name]!r}." for name in rules}
        return takes(**{name: partial(rules[name], hint=hints[name]) for name in rules})(make)

    return decorate


def described(text, **values):
    """Add to a docstring what many generators say alike, with their name and values filled in."""

    def decorate(make):
        if make.__doc__:  # python -OO leaves none
            make.__doc__ += text.format(name=make.__name__, **values)
        return make

    return decorate
