"""Exercises to the notebooks of the papers, with checks that say what is wrong.

song2007_labels, song2007_kernels, zhong2010, blaschko2008, jenssen2006, sugiyama2011 hold four
exercises each: task, solution, hints, likely wrong answers and the judge of an answer.
``python -m depcluster.exercises``, run at the root of the repository, makes the notebooks in
notebooks/exercises from them. With ``--check`` it compares instead of writing.
"""

from .catalogue import EXERCISES, SHEETS, check
from .core import Exercise, Sheet, Slip, Verdict
