"""How far long work has come: a bar in a terminal or a notebook, nothing for short work."""

from __future__ import annotations

import warnings
from functools import cache

_DELAY = 1.0


def progress(steps, what, verbose, total=None):
    """Go through some work's steps and show how far it has come, unless verbose is 0."""
    # A bar appears after a second and is taken away at the end, so short work shows nothing.
    if not verbose:
        yield from steps
        return
    bar = _bar()(steps, desc=what, total=total, leave=False, delay=_DELAY)
    try:
        for step in steps:
            yield step
            bar.update()
    finally:
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
