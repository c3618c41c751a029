"""Exercises as pages that answer without Python: what the judges say is recorded beforehand.

`answers` runs the solution and the likely wrong answers, `numbers` asks a judge where its words
change, `normal` brings code into one form, `record` puts the verdicts of an exercise together,
and `pages` writes the texts. docs/static/exercises.js looks answers up.
"""

from .pages import write as write
