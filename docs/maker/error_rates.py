"""The page on error rates, from the records in benchmarks."""

from __future__ import annotations

import sys
from importlib import import_module

from .links import ROOT
from .records import read
from .templates import render

TITLES = {"False": "Samples without clusters", "True": "Samples with clusters"}
SHARES = ("n_clusters", "silhouette", "stability", "prediction_strength", "log_eigengap")


def write(source):
    """Write ``pages/error_rates.md``."""
    tests, numbers = read("cluster_test"), read("compare_n_clusters")
    found = {title: {} for title in TITLES.values()}
    for row in tests:
        cell = found[TITLES[row["clusters"]]].setdefault((row["set"], row["n_clusters"]), {})
        cell[row["setting"]] = f"{float(row['found']):.2f}"
    runs = {row["setting"]: row["draws"] for row in tests}
    asked, known = _sets("compare_n_clusters"), {row["set"] for row in numbers}
    page = render(
        "error_rates.md",
        tests=[(title, list(rows.items())) for title, rows in found.items()],
        settings=list(runs),
        runs=", ".join(f"{setting} {n}" for setting, n in runs.items()),
        numbers=[row | {key: f"{float(row[key]):.2f}" for key in SHARES} for row in numbers],
        missing="; ".join(name for name in asked if name not in known),
        recorded=sorted({row["recorded"] for row in tests + numbers}),
    )
    (source / "pages" / "error_rates.md").write_text(page, encoding="utf-8")


def _sets(name):
    """The names of the sets that the runner of a page measures."""
    folder = str(ROOT / "benchmarks")
    sys.path.insert(0, folder)
    try:
        return list(import_module(f"recorded.{name}").SETS)
    finally:
        sys.path.remove(folder)

