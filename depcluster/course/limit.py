"""A limit on how long a student's code may run, so that an endless loop gets a hint."""

from __future__ import annotations

import signal
import sys
import threading
import time
from contextlib import contextmanager
from contextvars import ContextVar

SECONDS = 20.0
_AGAIN = 0.1  # until the next try with code that has caught the first
_used = ContextVar("used", default=None)


class TooLong(BaseException):
    """Code ran for longer than it may. No Exception, so that ``except Exception`` passes it."""


@contextmanager
def one_limit():
    """Whatever runs by `run` within it shares one limit."""
    token = _used.set([0.0])
    try:
        yield
    finally:
        _used.reset(token)


def run(function, *given):
    """What a function returns, if it does within `SECONDS` seconds; else raises `TooLong` in it.

    The clock's signal reaches Python between two of its steps, in the main thread, where a
    notebook runs its cells. In another thread, and where there is no such signal (Windows,
    Pyodide), there is no limit, nor for one endless step, such as ``sum(itertools.count())``.
    """
    if (
        not hasattr(signal, "setitimer")
        or threading.current_thread() is not threading.main_thread()
    ):
        return function(*given)
    used = _used.get() or [0.0]
    start, traced = time.monotonic(), sys.gettrace()
    guard = _Guard(sys._getframe())
    handler = signal.signal(signal.SIGALRM, guard.ring)
    rest = max(SECONDS - used[0], 1e-3)
    delay, interval = signal.setitimer(signal.ITIMER_REAL, rest, _AGAIN)
    try:
        return function(*given)
    finally:
        guard.over = True
        signal.setitimer(signal.ITIMER_REAL, 0)
        if guard.rung:  # an error in a trace function, too, takes that off
            sys.settrace(traced)
        signal.signal(signal.SIGALRM, signal.SIG_DFL if handler is None else handler)
        took = time.monotonic() - start
        used[0] += took
        if delay:  # somebody else's alarm
            signal.setitimer(signal.ITIMER_REAL, max(delay - took, 1e-3), interval)


class _Guard:
    """Raises `TooLong` in frames below one, never in that frame itself."""

    def __init__(self, frame):
        self.frame, self.over, self.rung = frame, False, False

    def ring(self, _, frame):
        """The handler of the signal."""
        # Code that has caught the first `TooLong` gets another at its next line, which is in its
        # ``except`` and no longer in what that guards.
        below = []
        while frame is not None and frame is not self.frame:
            below.append(frame)
            frame = frame.f_back
        if self.over or frame is None or not below:
            return
        if self.rung:
            for running in below:
                running.f_trace = self.trace
            sys.settrace(self.trace)
        self.rung = True
        raise TooLong

    def trace(self, _, event, __):
        """The trace function of the code below: ends it at its next line or call."""
        if not self.over and event in ("line", "call"):
            raise TooLong
        return self.trace
