"""What the judge of an exercise says, recorded for a page."""

from __future__ import annotations

import base64
import json
from functools import cache

import numpy as np

from . import numbers
from .answers import answers, assigned, fields, names_after
from .forms import FUNCTIONS, forms
from .normal import KNOWN, WORDS, key, normal
from .variants import MATRICES

# Answers that cost the judge a clustering each are asked for at the slider's stops alone.
_WIDTHS = [0.065, 0.08, 0.12, 0.22, 0.28, 0.32, *(n / 20 for n in range(1, 21))]
_WIDTHS += [1.2, 1.5, 2, 3, 3.3]
_NOISES = [n / 50 for n in range(41)] + [n / 100 for n in range(51, 61)] + [0.9, 1, 1.5, 2]
STOPS = {"shaken": _NOISES, "explorer": _WIDTHS, "works": _WIDTHS}


def record(sheet, exercise):
    """All that a page knows of an exercise.

    Parameters
    ----------
    sheet : Sheet
    exercise : Exercise

    Returns
    -------
    tuple of Field
        What the page asks for.
    dict
        "verdicts", pairs of status and text; "open", the verdict on each answer that is missing;
        and either "cells" and "block" as an `Atlas` has them, or "known", the verdict for the
        `key` of each recorded text, with "names" that mean something in it and "keywords".
    """
    sources = [exercise.solution, *(slip.source for slip in exercise.slips)]
    given = [answers(sheet, exercise, source) for source in sources]
    asked, told = fields(exercise, given[0]), _Told(exercise)
    missing = [
        told.place(*(None if j == k else a for j, a in enumerate(given[0])))
        for k in range(len(asked))
    ]
    if asked[0].kind == "code":
        found = {"known": _functions(sheet, exercise, told)}
    elif asked[0].kind == "matrix":
        found = {"known": _matrices(sheet, exercise, told, sources, given)}
    else:
        found = _atlas(asked, given, told)
    if "known" in found:
        found |= {"names": [*known_names(sheet, exercise), *KNOWN], "keywords": WORDS}
    verdicts = [[verdict.status, verdict.text] for verdict in told.verdicts]
    return asked, {"verdicts": verdicts, "open": missing} | found


class _Told:
    """What the judge has said of an exercise's answers, each verdict once."""

    def __init__(self, exercise):
        self.check, self.verdicts = exercise.check, []

    def place(self, *given):
        """Place of the verdict on some answers."""
        return self.keep(self.check(*given))

    def keep(self, verdict):
        """Place of a verdict."""
        if verdict not in self.verdicts:
            self.verdicts.append(verdict)
        return self.verdicts.index(verdict)


@cache
def known_names(sheet, exercise):
    """Names that mean something in an exercise's cell before the student writes.

    Parameters
    ----------
    sheet : Sheet
    exercise : Exercise

    Returns
    -------
    list of str
    """
    found = names_after(sheet, exercise, "")
    return sorted({*found, *exercise.answers} - {"__builtins__"})


def _functions(sheet, exercise, told):
    """The verdict on each recorded function."""
    sources = [exercise.stub, exercise.solution, *(slip.source for slip in exercise.slips)]
    sources += [source for text in FUNCTIONS[exercise.name] for source in forms(text)]
    names = known_names(sheet, exercise)
    return {
        key(normal(source, names)): told.place(*answers(sheet, exercise, source))
        for source in sources
    }


def _matrices(sheet, exercise, told, sources, given):
    """The verdict on each recorded matrix, as numbers and as the code that likely makes it."""
    (name,), names = exercise.answers, known_names(sheet, exercise)
    matrices = [*(A for (A,) in given), *MATRICES[exercise.name]()]
    known = {key(written(A)): told.place(A) for A in matrices}
    for source, (A,) in zip(sources, given, strict=True):
        known[key(normal(assigned(source, name), names))] = told.place(A)
    return known


def written(A):
    """A matrix as the page's script writes it down.

    Examples
    --------
    >>> written(np.array([[1, 0.5], [-0.0, 2]]))
    '1 0.5;0 2'
    """
    rows = np.asarray(A, dtype=float) + 0.0
    return ";".join(" ".join(repr(a).removesuffix(".0") for a in row) for row in rows.tolist())


def _atlas(asked, given, told):
    """The verdicts on words and numbers."""
    axes = [_axis(field, [row[k] for row in given]) for k, field in enumerate(asked)]
    atlas = numbers.Atlas(told.check, axes, [tuple(row) for row in given])

    def placed(block):
        if isinstance(block, list):
            return [placed(part) for part in block]
        return told.keep(atlas.verdicts[block]) if block >= 0 else -1

    return {"cells": atlas.cells, "block": placed(atlas.block)}


def _axis(field, told):
    if field.kind == "word":
        return numbers.Axis(words=field.options)
    if field.name in STOPS:
        return numbers.Axis(points=tuple(sorted({*STOPS[field.name], *told})), between=False)
    return numbers.Axis(points=numbers.points(told))


def packed(recorded):
    """A record as text that tells nobody a solution by accident.

    Parameters
    ----------
    recorded : dict

    Returns
    -------
    str
        JSON in base64.
    """
    text = json.dumps(recorded, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(text.encode()).decode()
