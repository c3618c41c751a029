"""The notebooks of a sheet: for students with the solutions cut out, for teachers with them in."""

from __future__ import annotations

import json
from pathlib import Path

from .catalogue import SHEETS

FOLDER = Path("notebooks/exercises")
_STARS = "★"
_ELSEWHERE = """\
# Elsewhere than in a checkout, as in Colab, take the # off the next line and run this cell.
# %pip install "depcluster @ git+https://github.com/depcluster/depcluster"
"""


def build(folder=FOLDER):
    """All notebooks, as the text of their files.

    Parameters
    ----------
    folder : path, default=FOLDER

    Returns
    -------
    dict of Path to str
        ``<notebook>.ipynb`` and ``solved/<notebook>.ipynb`` for each sheet, below the folder.
    """
    made = {}
    for sheet in SHEETS:
        name = f"{sheet.notebook}.ipynb"
        made[Path(folder) / name] = _notebook(sheet, solved=False)
        made[Path(folder) / "solved" / name] = _notebook(sheet, solved=True)
    return made


def _notebook(sheet, solved):
    cells = [_markdown("title", _title(sheet, solved)), _code("setup", _ELSEWHERE + sheet.imports)]
    for exercise in sheet.exercises:
        cells += _cells(exercise, solved)
    if not solved:
        there = f"solved/{sheet.notebook}"
        cells.append(_markdown("end", f"With solutions: [{there}]({there}.ipynb)."))
    notebook = {
        "cells": cells,
        "metadata": {
            "kernelspec": {
                "display_name": "Python 3 (ipykernel)",
                "language": "python",
                "name": "python3",
            },
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def _title(sheet, solved):
    up = "../.." if solved else ".."
    lines = [f"# Exercises{', solved' if solved else ''}: {sheet.title}", ""]
    names = [exercise.name for exercise in sheet.exercises]
    lines.append(
        f"Exercises {names[0]} to {names[-1]} go with the notebook "
        f"[{sheet.notebook}]({up}/{sheet.notebook}.ipynb); work through that first. "
        f"**{sheet.minutes} minutes to work through, seconds to run.** They need no data and no "
        "network."
    )
    if solved:
        lines += [
            "",
            "Below each check stand the likely wrong answers and the hint that the check gives.",
        ]
    else:
        lines += [
            "",
            "Run the cell of imports first. Then, for each exercise: read the task, fill in the "
            "cell where you see `...` (or change the widget), run it, and run the check below it. "
            "A check says what is wrong with your answer, and you may ask as often as you like. "
            "Hints are folded.",
        ]
    return "\n".join(lines)


def _cells(exercise, solved):
    name = exercise.name
    head = (
        f"## {name}. {exercise.title}\n\n*{exercise.kind} · {_STARS * exercise.stars} · "
        f"{exercise.minutes} minutes*\n\n{exercise.task}"
    )
    yield _markdown(f"{name}-task", head)
    if exercise.setup:
        yield _code(f"{name}-setup", exercise.setup, folded=exercise.setup.count("\n") > 10)
    if not solved:
        yield _markdown(f"{name}-hints", "\n\n".join(_folded_hints(exercise)))
    yield _code(f"{name}-answer", exercise.solution if solved else exercise.stub)
    yield _code(f"{name}-check", f'check("{name}", {", ".join(exercise.answers)})')
    if solved:
        yield _markdown(f"{name}-wrong", "\n\n".join(_wrong(exercise)))


def _folded_hints(exercise):
    for k, hint in enumerate(exercise.hints, 1):
        yield f"<details><summary>Hint {k}</summary>\n\n{hint}\n\n</details>"


def _wrong(exercise):
    for slip in exercise.slips:
        yield f"A likely wrong answer:\n\n```python\n{slip.source}\n```\n\nIts hint: {slip.hint}"


def _markdown(name, source):
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": _lines(source)}


def _code(name, source, folded=False):
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": name,
        "metadata": {"jupyter": {"source_hidden": True}} if folded else {},
        "outputs": [],
        "source": _lines(source),
    }


def _lines(source):
    return source.splitlines(keepends=True)
