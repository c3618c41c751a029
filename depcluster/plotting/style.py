"""What the functions that draw share: the style sheet, and what their arguments may be."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Any

from matplotlib import rc_context, rc_params_from_file

from .._typing import Function
from .._validation import (
    FLAG,
    HUES,
    NAME,
    axes,
    number,
    numbers,
    takes,
    whole,
    whole_numbers,
    words,
)

SHEET = rc_params_from_file(
    Path(__file__).with_name("depcluster.mplstyle"), use_default_template=False
)
_lock = RLock()  # settings put back by two threads in turn would stay ours

# By name, in every function that draws; equal letters stand for equal sizes.
ARGUMENTS = {
    "A": numbers("c", "c"),
    "K": numbers("m", "m"),
    "ax": axes,
    "by_value": FLAG,
    "centred": FLAG,
    "colours": HUES,
    "digits": whole(0, 15),
    "labels": whole_numbers("m"),
    "leaf": whole(0),
    "n_shown": whole(1),
    "names": words("n", empty=False),
    "points": numbers("m", 2),
    "scale_bar": FLAG,
    "title": NAME,
    "trivial": number(0, 1e6, open_low=True),
    "values": numbers("k"),
    "view": numbers(2),
}


@contextmanager
def settings(values):
    """Settings of matplotlib for a while, those of the package in one thread at a time."""
    with _lock, rc_context(values):
        yield


def styled():
    """Within it, or in a function with it as decorator, matplotlib draws by the package's sheet.

    Outside the settings are the user's.
    """
    return settings(SHEET)


def draws(**kinds: Any) -> Callable[[Function], Function]:
    """A decorator: the arguments are checked, then the function draws by the sheet.

    `kinds` are as in `takes`: what `ARGUMENTS` does not have, or what differs from it.
    """
    return lambda function: takes(**(ARGUMENTS | kinds))(styled()(function))
