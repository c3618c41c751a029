"""All exercises, and the one function that students call."""

from __future__ import annotations

from .._validation import short_repr
from .sheets import (
    blaschko2008,
    jenssen2006,
    song2007_kernels,
    song2007_labels,
    sugiyama2011,
    zhong2010,
)

# The exercises of each paper notebook, a `Sheet` each.
SHEETS = tuple(
    paper.SHEET
    for paper in (
        song2007_labels,
        song2007_kernels,
        zhong2010,
        blaschko2008,
        jenssen2006,
        sugiyama2011,
    )
)
# Every `Exercise` by its name, "L1".
EXERCISES = {exercise.name: exercise for sheet in SHEETS for exercise in sheet.exercises}


def check(name, *answers):
    """Check the answers to an exercise.

    Parameters
    ----------
    name : str
        Of the exercise, such as "L1".
    *answers : object
        What the exercise asks for. None and ``...`` stand for no answer. A function is stopped
        after 20 seconds, all its calls together, and the verdict says so.

    Returns
    -------
    Verdict
        It says why the answer is right, or what is wrong with it; ``passed`` is True only for
        a right one.

    Raises
    ------
    ValueError
        For a name that no exercise has.

    Examples
    --------
    >>> check("S1", 0.25, 1.5).passed
    False
    >>> check("S1", 0.125, 1.5).passed
    True
    """
    if not isinstance(name, str) or name not in EXERCISES:
        raise ValueError(f"name must be one of {', '.join(EXERCISES)}; got {short_repr(name)}.")
    return EXERCISES[name].check(*answers)
