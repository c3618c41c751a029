"""The tables of benchmarks/records."""

from __future__ import annotations

import csv

from .links import ROOT


def read(name):
    """The rows of a table, as dicts of text."""
    with (ROOT / "benchmarks" / "records" / f"{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))
