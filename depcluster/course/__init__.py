"""What the notebooks show and ask: a folder a notebook, its `lesson` and the `graders`.

A function of a lesson draws what one section needs: it returns a figure with its description, a
picture that controls redraw, or a widget. `guess` asks before a page tells, `bet` lets a reader
bet on what it will tell, `what_held` tells what the record of a paper says and `recorded_claim` one
claim of it. `check` checks an exercise. There are four to a notebook: tasks, hints, solutions and
likely wrong answers stand in ``notebooks/exercises/solved``, and `assignments` makes the students'
notebooks from them. Stands above every other subpackage.
"""

from .claims_table import recorded_claim, what_held
from .exercises import EXERCISES, Exercise, Verdict, check
from .guess import Bet, Guess, bet, guess
from .headless import without_display

# In the order in which the notebooks are read, which is that of `EXERCISES`.
from . import song2007_labels, song2007_kernels, zhong2010  # isort: skip
from . import blaschko2008, jenssen2006, sugiyama2011  # isort: skip

__all__ = [
    "EXERCISES",
    "Bet",
    "Exercise",
    "Guess",
    "Verdict",
    "bet",
    "check",
    "guess",
    "recorded_claim",
    "what_held",
    "without_display",
]
