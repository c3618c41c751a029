"""Answers to an exercise as a page can take them: words, numbers, matrices, code."""

from __future__ import annotations

import ast
import contextlib
import io
import re
from dataclasses import dataclass

import numpy as np

# What stands for a widget among the answers: a trait of it, and how the page calls that.
WIDGETS = {
    "editor": ("value", "a matrix in place of the editor, four rows of four numbers"),
    "explorer": ("sigma", "a width in place of the explorer"),
    "shaken": ("amount", "a noise in place of the explorer"),
}


@dataclass(frozen=True)
class Field:
    """One answer of an exercise.

    Attributes
    ----------
    name : str
    kind : {"word", "number", "matrix", "code"}
    note : str
        What is wanted, from the stub.
    options : tuple of str
        The words that the judge takes; empty for other kinds.
    """

    name: str
    kind: str
    note: str
    options: tuple[str, ...] = ()


def names_after(sheet, exercise, source):
    """What the cells of an exercise leave behind.

    Parameters
    ----------
    sheet : Sheet
    exercise : Exercise
    source : str
        Python of the student's cell.

    Returns
    -------
    dict
    """
    names = {}
    with contextlib.redirect_stdout(io.StringIO()):
        for cell in (sheet.imports, exercise.setup, source):
            exec(compile(cell, "cell", "exec"), names)
    return names


def answers(sheet, exercise, source):
    """The answers that a student's cell gives, a widget's as what it shows.

    Parameters
    ----------
    sheet : Sheet
    exercise : Exercise
    source : str

    Returns
    -------
    list
        Strings, floats, arrays and functions.
    """
    names = names_after(sheet, exercise, source)
    return [_plain(names[name], name) for name in exercise.answers]


def _plain(answer, name):
    if name in WIDGETS:
        answer = getattr(answer, WIDGETS[name][0])
    if isinstance(answer, str) or callable(answer):
        return answer
    given = np.asarray(answer, dtype=float)
    return given if given.ndim else float(given)


def fields(exercise, solved):
    """What a page asks for.

    Parameters
    ----------
    exercise : Exercise
    solved : list
        The answers of its solution.

    Returns
    -------
    tuple of Field
    """
    notes = dict(re.findall(r"^(\w+) = \.\.\.\s*# (.+)$", exercise.stub, re.M))
    made = []
    for name, answer in zip(exercise.answers, solved, strict=True):
        note = WIDGETS[name][1] if name in WIDGETS else notes.get(name, "")
        if isinstance(answer, str):
            given = ["?" if other == name else right for other, right in _pairs(exercise, solved)]
            options = re.findall(r'"([^"]+)"', exercise.check(*given).text.partition("; got")[0])
            made.append(Field(name, "word", note, tuple(options)))
        elif callable(answer):
            made.append(Field(name, "code", note))
        else:
            made.append(Field(name, "matrix" if np.ndim(answer) else "number", note))
    return tuple(made)


def _pairs(exercise, solved):
    return zip(exercise.answers, solved, strict=True)


def assigned(source, name):
    """The Python that a cell assigns to an answer, or to a trait of it.

    Parameters
    ----------
    source : str
    name : str

    Returns
    -------
    str
        The right side of the last such assignment.

    Examples
    --------
    >>> assigned("editor.value = 2 * np.eye(4)", "editor")
    '2 * np.eye(4)'
    """
    found = [
        ast.get_source_segment(source, node.value)
        for node in ast.parse(source).body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).split(".")[0] == name
    ]
    return found[-1]
