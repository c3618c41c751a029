"""Exercises to the notebooks of the papers, with checks that say what is wrong.

Each of `sheets` holds four: task, solution, hints, likely wrong answers; `judges` has who judges
the answers. Imports any room below, but not `widgets`, which only the exercises themselves open.
``python -m depcluster.exercises``, run at the root of the repository, makes the notebooks in
notebooks/exercises from them. With ``--check`` it compares instead of writing.
"""

from .catalogue import EXERCISES, SHEETS, check
from .core import Exercise, Sheet, Slip, Verdict
