"""How far long work has come: a line in a terminal, a notebook or a log, nothing for short work."""

from __future__ import annotations

import builtins
import shutil
import sys
from time import monotonic

# Seconds before the first line, by default and with `verbose`, and from one to the next.
_LONG, _DELAY = 5.0, 1.0
_PAUSE, _PAUSE_OF_LOG = 0.2, 60.0


def progress(steps, what, verbose, total=None):
    """Go through some work's steps and show how far it has come.

    A line appears after a second, for a ``verbose`` of None after five, for 0 never, nor where
    there is no stderr. It is taken away at the end, so short work shows nothing.
    """
    if sys.stderr is None or (verbose is not None and not verbose):
        yield from steps
        return
    began, show, pause = monotonic(), None, _DELAY if verbose else _LONG
    due = began + pause
    total = len(steps) if total is None and hasattr(steps, "__len__") else total
    try:
        for k, step in enumerate(steps):
            if (now := monotonic()) >= due:
                if show is None:
                    show, pause = _line()
                show(f"{what}: {k}{_rest(k, total, now - began)}")
                due = now + pause
            yield step
    finally:
        if show is not None:
            show("")


def say(line):
    """Print a line, above the one that is shown."""
    if sys.stderr is not None and sys.stderr.isatty():
        _overwrite("")
    print(line, flush=True)


def _rest(k, total, seconds):
    """Of how many, and how long the rest may take, at the mean pace until now."""
    if total is None or k == 0:
        return f" of {total}" if total else ""
    left = seconds / k * (total - k)
    return f" of {total}, about {f'{left:.0f} s' if left < 100 else f'{left / 60:.0f} min'} left"


def _line():
    """What shows a text in the place of the one before, and how often it may."""
    if sys.stderr.isatty():
        return _overwrite, _PAUSE
    if hasattr(builtins, "get_ipython"):
        from IPython.display import display

        shown = display({"text/plain": ""}, raw=True, display_id=True)
        return lambda text: shown.update({"text/plain": text}, raw=True), _PAUSE
    return lambda text: text and print(text, file=sys.stderr, flush=True), _PAUSE_OF_LOG


def _overwrite(text):
    width = shutil.get_terminal_size().columns - 1
    print(f"\r{'':{width}}\r{text[:width]}", end="", file=sys.stderr, flush=True)
