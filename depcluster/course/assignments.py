"""The students' notebooks, made from the solved ones, and what those say of an exercise.

The cells of an exercise L1 have the ids L1-task, L1-setup (not always), L1-hints, L1-answer,
L1-check and, tagged "solved", L1-wrong. Solutions and what only nbgrader runs stand between the
marks of nbgrader.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
from pathlib import Path

from .exercises import EXERCISES

FOLDER = Path("notebooks/exercises")
_SOLUTION = re.compile(r"^( *)### BEGIN SOLUTION\n.*?### END SOLUTION(\n|$)", re.M | re.S)
_HIDDEN = re.compile(r"^### BEGIN HIDDEN TESTS\n.*?### END HIDDEN TESTS\n", re.M | re.S)
_MISTAKE = re.compile(r"A likely wrong answer:\n\n```python\n(.*?)\n```\n\nIts hint: (.+)", re.S)
_NEXT = re.compile(r"\n\n(?=A likely wrong answer:)")
_HEAD = re.compile(r"## (\w+)\. (.+)\n\n\*(.+) · (★+) · (\d+) minutes\*\n\n(.*)", re.S)


class Assignment:
    """A solved notebook.

    Attributes
    ----------
    name : str
        Of the notebook, and of the one that it goes with.
    title : str
        Of the paper, or the part of it.
    cells : dict of str to str
        Source of every cell by its id.
    exercises : list of Exercise
    """

    def __init__(self, path):
        self.name = Path(path).stem
        self.notebook = json.loads(Path(path).read_text(encoding="utf-8"))
        self.cells = {cell["id"]: "".join(cell["source"]) for cell in self.notebook["cells"]}
        self.title = re.match("# Exercises: (.+)", self.cells["title"])[1]
        names = (key.partition("-")[0] for key in self.cells if key.endswith("-task"))
        self.exercises = [EXERCISES[name] for name in names]

    def head(self, exercise):
        """Title, kind, difficulty from 1 to 3, minutes and task in Markdown."""
        _, title, kind, stars, minutes, task = _HEAD.match(self._of(exercise, "task")).groups()
        return title, kind, len(stars), int(minutes), task

    def mistakes(self, exercise):
        """Pairs of a likely wrong answer, as Python, and the hint that it must get."""
        return [_MISTAKE.match(text).groups() for text in _NEXT.split(self._of(exercise, "wrong"))]

    def answers(self, exercise, source=None):
        """What a student's cell leaves under the names that the check takes."""
        names = {}
        source = self._of(exercise, "answer") if source is None else source
        with contextlib.redirect_stdout(io.StringIO()):
            for cell in (self.cells["setup"], self._of(exercise, "setup"), source):
                exec(compile(cell, "cell", "exec"), names)
        return [names[name] for name in exercise.answers]

    def _of(self, exercise, part):
        return self.cells.get(f"{exercise.name}-{part}", "")

    def students(self):
        """The students' notebook, as the text of its file."""
        cells = [_students(c) for c in self.notebook["cells"] if "solved" not in _tags(c)]
        there = f"solved/{self.name}"
        end = {"cell_type": "markdown", "id": "end", "metadata": {}}
        cells.append(end | {"source": [f"With solutions: [{there}]({there}.ipynb)."]})
        return json.dumps(self.notebook | {"cells": cells}, indent=1, ensure_ascii=False) + "\n"


def _tags(cell):
    return cell["metadata"].get("tags", ())


def _students(cell):
    """A cell without solution; in the body of a function `...` stands for it."""
    text = "".join(cell["source"]).replace("](../../", "](../")
    text = _HIDDEN.sub("", text)
    text = _SOLUTION.sub(lambda found: f"{found[1]}...{found[2]}" if found[1] else "", text)
    metadata = {key: value for key, value in cell["metadata"].items() if key != "nbgrader"}
    return cell | {"metadata": metadata, "source": text.rstrip("\n").splitlines(keepends=True)}


def assignments(folder=FOLDER):
    """All assignments, in the order of `EXERCISES`."""
    found = map(Assignment, Path(folder, "solved").glob("*.ipynb"))
    return sorted(found, key=lambda each: [*EXERCISES].index(each.exercises[0].name))
