"""How far long work has come: a bar in a terminal or a notebook, nothing for short work."""

from __future__ import annotations

import sys
import warnings
from functools import cache
from time import monotonic

_DELAY = 1.0
_LONG = 5.0


def progress(steps, what, verbose, total=None):
    """Go through some work's steps and show how far it has come.

    A bar appears after a second, for a ``verbose`` of None after five, for 0 never, nor where
    there is no stderr. It is taken away at the end, so short work shows nothing.
    """
    if sys.stderr is None or (verbose is not None and not verbose):
        yield from steps
        return
    began, bar = monotonic(), None
    total = len(steps) if total is None and hasattr(steps, "__len__") else total
    try:
        for k, step in enumerate(steps):
            if bar is None and monotonic() - began >= (_DELAY if verbose else _LONG):
                bar = _bar()(desc=what, total=total, initial=k, leave=False)
            yield step
            if bar is not None:
                bar.update()
    finally:
        if bar is not None:
            bar.close()


def say(line):
    """Print a line, above the bars that are shown."""
    with _bar().external_write_mode():
        print(line, flush=True)


@cache
def _bar():
    with warnings.catch_warnings():  # without ipywidgets a notebook gets the terminal's bar
        warnings.simplefilter("ignore")
        from tqdm.auto import tqdm
    return tqdm
