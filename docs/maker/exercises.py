"""The exercises as pages: numbers, words and matrices are checked there, code in the notebook.

A page knows the right answer, how far a number may be from it, and the likely wrong answers with
their hints. docs/static/exercises.js looks answers up.
"""

from __future__ import annotations

import base64
import json
import re
from functools import partial

import numpy as np
from threadpoolctl import threadpool_limits

from depcluster.course.assignments import FOLDER, assignments

from .links import ROOT, linked
from .templates import render

# What stands for a widget among the answers: a trait of it, and how the page calls that.
WIDGETS = {
    "editor": ("value", "a matrix in place of the editor, four rows of four numbers"),
    "explorer": ("sigma", "a width in place of the explorer"),
    "shaken": ("amount", "a noise in place of the explorer"),
}
# Tried on the grader, largest first.
TOLERANCES = (0.5, 0.2, 0.1, 0.05, 0.04, 0.03, 0.02, 0.015, 0.01, 0.005, 0.004, 0.003, 0.002)
TOLERANCES += (0.0015, 0.001, 1e-4, 1e-5)
EXACT = 1e-6
ODD = 7.77  # a number that no exercise asks for


def write(folder):
    """Write the pages of all assignments, and their index."""
    every = assignments(ROOT / FOLDER)
    shown = {
        each.name: {"assignment": each, "exercises": list(map(partial(told, each), each.exercises))}
        for each in every
    }
    with threadpool_limits(1):  # small matrices, and other processes want the cores
        for name, page in shown.items():
            for each in page["exercises"]:
                each["form"] = form(page["assignment"], each)
            text = render("exercises.md", folder=FOLDER, **page)
            (folder / f"{name}.md").write_text(text, encoding="utf-8")
    solved = linked(f"[{FOLDER}/solved]({FOLDER}/solved)", "")
    text = render("exercises_index.md", folder=FOLDER, solved=solved, pages=shown.values())
    (folder / "index.md").write_text(text, encoding="utf-8")


def told(assignment, exercise):
    """What a page tells of an exercise."""
    title, kind, stars, minutes, task = assignment.head(exercise)
    return {
        "exercise": exercise,
        "name": exercise.name,
        "title": title,
        "kind": kind,
        "stars": stars,
        "minutes": minutes,
        "task": task,
        "setup": assignment.cells.get(f"{exercise.name}-setup", ""),
        "hints": assignment.cells[f"{exercise.name}-hints"],
        "call": f'check("{exercise.name}", {", ".join(exercise.answers)})',
    }


def form(assignment, each):
    """Fields of an exercise and, in base64, what the page knows of them; None for code."""
    exercise = each["exercise"]
    right = _plain(exercise, assignment.answers(exercise))
    if any(map(callable, right)):
        return None
    stub = assignment.cells[f"{exercise.name}-answer"]
    notes = dict(re.findall(r"^(\w+) = \.\.\.\s*# (.+)$", stub, re.M))
    fields = []
    for k, (name, answer) in enumerate(zip(exercise.answers, right, strict=True)):
        note = WIDGETS[name][1] if name in WIDGETS else notes.get(name, "")
        fields.append({"name": name, "note": note} | _field(exercise, right, k, answer))
    mistakes = []
    for source, hint in assignment.mistakes(exercise):
        mistakes.append(
            _mistake(exercise, _plain(exercise, assignment.answers(exercise, source)), hint)
        )
    known = {
        "fields": [field.pop("known") for field in fields],
        "right": exercise.check(*right).text,
        "open": [exercise.check(*_with(right, k, None)).text for k in range(len(right))],
        "mistakes": mistakes,
        "other": "unknown" if each["kind"] == "widget" else "wrong",  # a widget has more answers
    }
    packed = json.dumps(known, ensure_ascii=False, default=np.ndarray.tolist).encode()
    return {"fields": fields, "known": base64.b64encode(packed).decode()}


def _plain(exercise, given):
    """Answers as strings, floats, arrays and functions; a widget's as what it shows."""
    return [_value(name, answer) for name, answer in zip(exercise.answers, given, strict=True)]


def _value(name, answer):
    answer = getattr(answer, WIDGETS[name][0]) if name in WIDGETS else answer
    if isinstance(answer, str) or callable(answer):
        return answer
    value = np.asarray(answer, dtype=float)
    return value if value.ndim else float(value)


def _with(answers, k, other):
    return [*answers[:k], other, *answers[k + 1 :]]


def _field(exercise, right, k, answer):
    """Kind of a field and the right answers in it, a number's with a tolerance."""
    if isinstance(answer, str):
        listed = exercise.check(*_with(right, k, "?")).text.partition("; got")[0]
        options = re.findall(r'"([^"]+)"', listed)
        return {"kind": "word", "options": options, "known": {"right": [answer], "within": 0}}
    if np.ndim(answer):
        return {"kind": "matrix", "known": {"right": [answer], "within": EXACT}}

    def passes(x):
        return exercise.check(*_with(right, k, x)).passed

    values = [x for x in dict.fromkeys((answer, -answer)) if passes(x)]
    near = (t for t in TOLERANCES if passes(answer - t) and passes(answer + t))
    return {"kind": "number", "known": {"right": values, "within": next(near, EXACT)}}


def _mistake(exercise, given, hint):
    """A likely wrong answer and the verdict on it; None stands for any number."""
    text, asked = exercise.check(*given).text, given
    for k, answer in enumerate(given):
        other = _with(asked, k, ODD)
        if isinstance(answer, float) and (told := exercise.check(*other).text).endswith(hint):
            given, asked = _with(given, k, None), other
            text = text if told == text else hint  # which may name the number
    return {"answers": given, "text": text}
