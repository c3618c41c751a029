"""What became of a call with a hostile value."""

import re
import signal
import time
import warnings
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from scipy import sparse

import depcluster

ALLOWED = ("answer", "named")
BROKEN = ("obscure", "unnamed", "numpy warning", "over 5 s", "input changed", "half done")
OUTCOMES = ALLOWED + BROKEN
LIMIT = 5.0
ROOT = Path(depcluster.__file__).parent


class TooLong(BaseException):
    """A call that did not end; no `except Exception` catches it."""


@contextmanager
def limit(seconds):
    """Raise TooLong in a call that takes so many CPU seconds, however busy the machine is."""

    def ring(signum, frame):
        raise TooLong

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def outcome(call, names, watched=(), seconds=2 * LIMIT):
    """What became of a call that takes nothing, one of OUTCOMES, and the words of its error.

    An error has to name one of `names`, nothing `watched` may change, and an AssertionError says
    what an error left half done.
    """
    before = [_print_of(value) for value in watched]
    began = time.process_time()
    which, words = _called(call, names, seconds)
    if time.process_time() - began > LIMIT:
        which, words = "over 5 s", words or f"{time.process_time() - began:.0f} s"
    if which in ALLOWED and any(
        was != _print_of(value) for was, value in zip(before, watched, strict=True)
    ):
        return "input changed", words
    return which, words


def _called(call, names, seconds):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            with limit(seconds):
                call()
        except TooLong:
            return "over 5 s", "did not end"
        except (ValueError, TypeError, FileNotFoundError) as error:
            which = "named" if _names(str(error), names) else "unnamed"
            return which, f"{type(error).__name__}: {error}"
        except AssertionError as error:
            return "half done", str(error)
        except Exception as error:
            return "obscure", f"{type(error).__name__}: {error}"
    numeric = [str(w.message) for w in told if _is_ours(w)]
    return ("numpy warning", numeric[0]) if numeric else ("answer", "")


def _is_ours(warning):
    """Whether it is of numbers, or of something out of date in the package itself."""
    if issubclass(warning.category, DeprecationWarning):
        return ROOT in Path(warning.filename).parents
    return issubclass(warning.category, (RuntimeWarning, np.exceptions.ComplexWarning))


def _names(words, names):
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", words) for name in names)


def _print_of(value):
    """Something that differs when the value has changed."""
    if sparse.issparse(value):
        return [_print_of(part) for part in vars(value).values() if isinstance(part, np.ndarray)]
    if isinstance(value, np.ndarray) and value.dtype != object:
        return value.dtype.str, value.shape, value.tobytes()
    if isinstance(value, (list, dict, tuple, set)):
        return repr(value)
    return id(value)
