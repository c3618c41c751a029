"""What the generators share: checks of their arguments."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any

from .._typing import Function
from .._validation import number, takes, whole

MOST_SAMPLES = 1_000_000
MOST_IMAGES = 100_000
N_SAMPLES = whole(1, MOST_SAMPLES)
N_IMAGES = whole(1, MOST_IMAGES)
AT_LEAST_0 = number(0, 1e100)
SHARE = number(0, 1)


def checked_maker(**rules: Any) -> Callable[[Function], Function]:
    """Check arguments by rules before a generator draws; a refusal names the default to try."""

    def decorate(make):
        usual = {name: p.default for name, p in inspect.signature(make).parameters.items()}
        hints = {name: f"Try {usual[name]!r}." for name in rules}
        return takes(**{name: partial(rules[name], hint=hints[name]) for name in rules})(make)

    return decorate
