"""What a reader should look at before anything is clustered, each with a way to settle it."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._validation import counted
from .prepared import Prepared
from .words import clipped, several

MOST = 5  # of a kind that are told one by one
_FEW = 10  # different rows
_LOUD = 0.2  # of the rows, or of a column's values, that are lost or filled
_COPY = 0.99
_MOST_COMPARED = 1000  # columns


def findings(prepared: Prepared) -> list[dict[str, Any]]:
    """What to look at in a table and its choices, the gravest first, as the page gets it.

    Each is a sentence, whether it is loud, and buttons: what they say, what a screen reader calls
    them, and the traits they set.
    """
    kinds = (_too_few, _questions, _lost, _filled, _far, _dates, _ids, _few, _copies)
    return [finding for kind in kinds for finding in kind(prepared)]


def _finding(words, *buttons, loud=True):
    return {"words": words, "loud": loud, "buttons": list(buttons)}


def _too_few(prepared):
    n = len(np.unique(prepared.X, axis=0)) if prepared.X.size else _FEW
    if n < _FEW:
        yield _finding(
            f"Only {counted(n, 'different row')} left: too few to tell clusters from chance."
        )


def _lost(prepared):
    n, kept, lost = len(prepared.whole), int(prepared.whole.sum()), len(prepared.lacking)
    if lost <= _LOUD * n:
        return
    gaps = prepared.gaps()
    most = max(gaps, key=gaps.get, default=None)
    words, buttons = f"Only {kept} of {counted(n, 'row')} are used", []
    if most is not None and gaps[most]:
        words += f": {lost} lack a value, most of them in {clipped(most)} ({gaps[most]})"
        buttons = [
            _button("Fill in medians", "fill missing values with medians", missing="median"),
            _leaving_out(prepared, most),
        ]
    elif prepared.choice.label is not None:
        words += f": {lost} have no {clipped(prepared.choice.label)}"
        buttons = [_button("No label", "take no label", label=None)]
    yield _finding(f"{words}.", *buttons)


def _filled(prepared):
    if prepared.choice.missing == "drop" or not len(prepared.whole):
        return
    n = len(prepared.whole)
    for name, lacks in prepared.gaps().items():
        if lacks > _LOUD * n:
            words = f"{lacks} of {n} values of {clipped(name)} are filled in, with one median."
            yield _finding(words, _leaving_out(prepared, name))


def _questions(prepared):
    """What can be read in two ways, each reading with a button."""
    table, read_as = prepared.table, prepared.choice.read_as
    asks = table.unsettled
    for ask in asks[:MOST]:
        buttons = []
        for each in ask.readings:
            button = _button(each.means[0].upper() + each.means[1:], f"{ask.about}: {each.means}")
            if "read_as" in each.told:
                button["set"] = {"read_as": read_as | each.told["read_as"]}
            else:
                button["told"] = each.told
            buttons.append(button)
        yield _finding(f"{ask.words} Taken: {ask.readings[0].means}.", *buttons)
    if asks[MOST:]:
        yield _finding(f"To be settled as well: {several([ask.about for ask in asks[MOST:]])}.")


def _far(prepared):
    table, far = prepared.table, prepared.far
    for row in [*far][:MOST]:
        values = {
            name: table.columns[name].shown(table.columns[name].values[row]) for name in far[row]
        }
        told = ", ".join(f"{clipped(name)} {value}" for name, value in values.items())
        name, out = table.row_name(row), sorted({*prepared.choice.left_out, row})
        words = f"{name} is far from all others: {told}. A slip, or a case of its own?"
        button = _button("Leave row out", f"leave {name} out", left_out=out)
        yield _finding(words[0].upper() + words[1:], button)
    if len(far) > MOST:
        rows = [table.row_name(row) for row in [*far][MOST:]]
        yield _finding(f"Far from all others too: {several(rows)}.")


def _dates(prepared):
    table = prepared.table
    for name in prepared.choice.features:
        if dates := table.columns[name].dates:
            words = (
                f"{clipped(name)}: dates, taken as days since {dates.first}. Should rows be alike "
                "because they are of the same time?"
            )
            yield _finding(words, _leaving_out(prepared, name), loud=False)


def _ids(prepared):
    table, choice = prepared.table, prepared.choice
    ids = [c.name for c in table.columns.values() if c.is_id and c.name not in choice.features]
    ids = [name for name in ids if name != choice.label]
    if ids:
        words = (
            f"{several(ids)}: {_each_once(table, ids)}, each once, like the names of rows, so no "
            f"{'feature' if len(ids) == 1 else 'features'}."
        )
        using = _in_order(prepared, {*choice.features, *ids})
        yield _finding(words, _button("Use", f"use {several(ids)}", features=using), loud=False)
    used = [name for name in choice.features if table.columns[name].is_id]
    if used:
        kind = _each_once(table, used)
        words = f"{several(used)}: {kind}, each once, like the names of rows. A measurement?"
        yield _finding(words, _leaving_out(prepared, *used))


def _each_once(table, names):
    kinds = {"dates" if table.columns[name].dates else "whole numbers" for name in names}
    return " or ".join(sorted(kinds, reverse=True))


def _few(prepared):
    few = [name for name in prepared.choice.features if prepared.table.columns[name].is_few]
    if not few or len(few) == len(prepared.choice.features):
        return
    buttons = [_leaving_out(prepared, *few)]
    if len(few) == 1 and prepared.choice.label is None:
        buttons.append(_button("It is the label", f"take {few[0]} as label", label=few[0]))
    words = f"{several(few)}: a few whole numbers only. Measured, or classes written as numbers?"
    yield _finding(words, *buttons, loud=False)


def _copies(prepared):
    """Later features that a line through an earlier one tells nearly all of."""
    X, names = prepared.X, prepared.choice.features
    if len(X) < 3 or not 1 < X.shape[1] <= _MOST_COMPARED:
        return
    Z = X - X.mean(axis=0)
    spread = np.sqrt((Z**2).sum(axis=0))
    Z = Z / np.where(spread > 0, spread, 1)
    alike = np.triu(np.abs(Z.T @ Z) > _COPY, 1)
    copies = {}
    for j in range(len(names)):
        first = next((i for i in np.flatnonzero(alike[:, j]) if i not in copies), None)
        if first is not None:
            copies[j] = int(first)
    if copies:
        told = [f"{clipped(names[j])} of {clipped(names[i])}" for j, i in copies.items()]
        words = (
            f"Nearly copies (correlation above {_COPY:g}): {several(told, 4, 60)}. What they say "
            "counts twice."
        )
        yield _finding(words, _leaving_out(prepared, *(names[j] for j in copies)), loud=False)


def _button(text, name, **traits):
    return {"text": text, "name": name, "set": traits}


def _leaving_out(prepared, *names):
    kept = [name for name in prepared.choice.features if name not in names]
    text = f"Leave {clipped(names[0])} out" if len(names) == 1 else "Leave them out"
    return _button(text, f"leave out {several(names)}", features=kept)


def _in_order(prepared, names):
    return [name for name in prepared.table.columns if name in names]
