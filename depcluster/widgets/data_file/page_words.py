"""What the page shows of a table: its first rows, and what became of it."""

from __future__ import annotations

from ..._validation import counted
from ...tables.findings import findings
from ...tables.words import clipped

N_ROWS = 6
MOST_COLUMNS = 60


def first_rows(table):
    """The first rows of a table as texts, and what its columns are, a dict for the page."""
    frame = table.file.frame
    names = list(frame.columns)[:MOST_COLUMNS]
    head = frame[names].iloc[:N_ROWS]
    columns = list(table.columns.values())
    return {
        "file": table.name,
        "rows": len(frame),
        "more": len(frame.columns) - len(names),
        "rest": [c.name for c in columns[MOST_COLUMNS:] if c.kind == "number"],
        "heads": [_head(table, row) for row in range(len(head))],
        "cells": [[_cell(value) for value in row] for row in head.itertuples(index=False)],
        "columns": [
            {"name": c.name, "kind": c.kind, "note": c.note(), "classes": c.classes}
            for c in columns[:MOST_COLUMNS]
        ],
        "labels": [c.name for c in columns if 0 < c.classes < len(frame)],
    }


def about(prepared, problem):
    """What the page says of X and of what is not in it; ``problem`` is why there is no X."""
    if prepared is None:
        return {"problem": problem, "notes": [], "findings": [], "shape": ""}
    table, choice = prepared.table, prepared.choice
    shape = f"X {prepared.X.shape}"
    if choice.label is not None:
        shape += f", y in {counted(len(prepared.classes[1]), 'class', 'classes')}"
    return {
        "problem": problem,
        "shape": "" if problem else shape,
        "notes": [*prepared.notes(), *table.findings],
        "findings": findings(prepared),
        "python": "" if problem else prepared.python(),
    }


def _head(table, row):
    """Number of a row, and its name where no column shows that."""
    return f"{row} {clipped(table.names[row])}" if table.names and not table.named_by else str(row)


def _cell(value):
    """A value as a cell shows it; nothing where it is missing."""
    if isinstance(value, str):
        return clipped(value)
    try:
        if value is None or value != value:
            return ""
        return f"{value:.6g}" if isinstance(value, float) else clipped(str(value))
    except Exception:  # a missing value of pandas has no truth, another object may do anything
        return ""
