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


def complaint(call, names, watched=(), *, plain=True, seconds=2 * LIMIT):
    """What must not become of a call that takes nothing, as text; "" where it gave no cause.

    An error has to name one of `names`, in few words where they are to be `plain`, nothing
    `watched` may change, and an AssertionError says what an error left half done.
    """
    before, error = [_print_of(value) for value in watched], None
    began = time.process_time()
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            with limit(seconds):
                call()
        except (Exception, TooLong) as raised:
            error = raised
    took, words = time.process_time() - began, f"{type(error).__name__}: {error}"
    if isinstance(error, TooLong) or took > LIMIT:
        return f"took {took:.0f} s; {words}"
    if error is None:
        wrong = [f"warning: {w.message}" for w in told if _is_ours(w)]
    elif isinstance(error, (ValueError, TypeError, FileNotFoundError)):
        named = _names(str(error), names) and (_is_plain(words) or not plain)
        wrong = [] if named else [words]
    else:
        wrong = [words]
    changed = before != [_print_of(value) for value in watched]
    return "; ".join(wrong + ["its input changed"] * changed)


def _is_plain(words):
    """Whether an error is no page long and shows values as one types them, not as NumPy does."""
    return len(words) < 600 and not re.search(
        r"\bnp\.(float|u?int|str_|bool|array|True|False)", words
    )


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
