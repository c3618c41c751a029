"""Exercises to the notebooks of the papers, with checks that say what is wrong.

Four to a notebook. Tasks, hints, solutions and the likely wrong answers stand in the solved
notebooks, ``notebooks/exercises/solved``, which are written by hand;
``python tools/exercises.py`` makes the students' notebooks from them. `graders` has a function an
exercise, `core` what a check answers, `answers` how answers are read, `limit` how long they may
run. Imports any layer below, and not `widgets`, which only the exercises themselves open.
"""

from . import graders
from .core import EXERCISES, Exercise, Verdict, check

__all__ = [
    "EXERCISES",
    "Exercise",
    "Verdict",
    "check",
]
