"""Reading a student's answers: numbers, choices, matrices, functions, widgets."""

from __future__ import annotations

import traceback
from decimal import Decimal
from numbers import Real

import numpy as np

from .._validation import short_repr
from . import limit
from .exercises import Unanswered, Wrong

_DEEPEST = 8  # lists in lists around one number
_ENDLESS = (
    "Does every loop come to its end: does the condition of each `while` become false, does each "
    "generator stop? A loop over all triples of points takes as long where pairs would do."
)


def number(answer, name):
    """A finite number, as a float; one alone in a list or array will do."""
    alone = answer
    for _ in range(_DEEPEST):
        if isinstance(alone, list | tuple) and len(alone) == 1:
            alone = alone[0]
    if isinstance(alone, np.ndarray) and alone.size == 1:
        alone = alone.item()
    if isinstance(alone, bool) or not isinstance(alone, Real | Decimal):
        raise Wrong(f"`{name}` must be one number; got {_shown(answer)}.")
    if not np.isfinite(float(alone)):
        raise Wrong(f"`{name}` must be a finite number; got {alone}.")
    return float(alone)


def one_of(answer, options, name):
    """One of a few words in lower case, whatever its case and the punctuation around it."""
    word = answer.strip(" \n().:").lower() if isinstance(answer, str) else None
    if word not in tuple(options):
        listed = ", ".join(f'"{option}"' for option in options)
        raise Wrong(f"`{name}` must be one of {listed}; got {_shown(answer)}.")
    return word


def array(answer, shape, name):
    """An array of finite numbers."""
    try:
        given = _run(name, np.asarray, answer, float)
    except (TypeError, ValueError):
        raise Wrong(f"`{name}` must be an array of shape {shape}; got {_shown(answer)}.") from None
    if given.shape != shape:
        raise Wrong(f"`{name}` must have shape {shape}; got shape {given.shape}.")
    if not np.isfinite(given).all():
        where = tuple(int(k) for k in np.argwhere(~np.isfinite(given))[0])
        raise Wrong(f"`{name}` must hold finite numbers; got {given[where]} at {where}.")
    return given


def label_kernel(answer, n_clusters, name):
    """A symmetric matrix, from an editor's `value` or as it is."""
    A = array(getattr(answer, "value", answer), (n_clusters, n_clusters), name)
    if not np.allclose(A, A.T):
        j, l = (int(k) for k in np.unravel_index(np.abs(A - A.T).argmax(), A.shape))
        raise Wrong(
            f"`{name}` must be symmetric; it has {A[j, l]:g} at ({j}, {l}) and {A[l, j]:g} at "
            f"({l}, {j})."
        )
    return A


def call(function, name, *given):
    """What a student's function returns, on copies of what it is given, within `limit.SECONDS`."""
    if not callable(function):
        raise Wrong(f"`{name}` must be a function; got {_shown(function)}. Pass it without ().")
    copies = [g.copy() if isinstance(g, np.ndarray) else g for g in given]
    try:
        with np.errstate(all="ignore"):
            returned = _run(name, function, *copies)
    except Wrong:
        raise
    except Exception as error:  # whatever a student's code raises
        told = f"`{name}` raised {type(error).__name__}{_place(error, function)}: {error}."
        raise Wrong(told) from None
    if returned is None or returned is ...:
        raise Unanswered(f"`{name}` returns nothing. Write its body, and end with `return`.")
    return returned


def _run(name, function, *given):
    """A student's code, with an end to it."""
    try:
        return limit.run(function, *given)
    except limit.TooLong as error:
        place = _place(error, function)
        told = f"`{name}` ran for more than {limit.SECONDS:g} s and was stopped{place}."
        raise Wrong(f"{told} {_ENDLESS}") from None


def _place(error, function):
    """Where in the student's cell an error came up, if it was there."""
    file = getattr(getattr(function, "__code__", None), "co_filename", None)
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == file]
    return f" in line {lines[-1]} of its cell" if lines else ""


def _shown(answer):
    text = short_repr(answer)
    return f"`{text if len(text) <= 40 else type(answer).__name__}`"
