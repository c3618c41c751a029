"""The page on error rates, from the records in benchmarks."""

from __future__ import annotations

from .records import read
from .templates import render

TITLES = {"False": "Samples without clusters", "True": "Samples with clusters"}
VERDICTS = ("right", "undecided", "wrong", "found")
SHARES = (
    "n_clusters",
    "silhouette",
    "stability",
    "prediction_strength",
    "log_eigengap",
    "gap_statistic",
)


def write(source):
    """Write ``pages/error_rates.md``."""
    tests, numbers, designs = map(read, ("cluster_test", "compare_n_clusters", "designs"))
    found = {title: {} for title in TITLES.values()}
    for row in tests:
        cell = found[TITLES[row["clusters"]]].setdefault((row["set"], row["n_clusters"]), {})
        cell[row["setting"]] = f"{float(row['found']):.2f}"
    anywhere = {}
    for row in designs:
        if not row["right"]:
            cell = anywhere.setdefault((row["set"], row["n_clusters"]), {})
            cell[row["columns"]] = f"{float(row['found']):.2f}"
    runs = {row["setting"]: row["draws"] for row in tests}
    page = render(
        "error_rates.md",
        tests=[(title, list(rows.items())) for title, rows in found.items()],
        settings=list(runs),
        runs=", ".join(f"{setting} {n}" for setting, n in runs.items()),
        numbers=[row | {key: f"{float(row[key]):.2f}" for key in SHARES} for row in numbers],
        designs=[
            row | {key: f"{float(row[key]):.2f}" for key in VERDICTS}
            for row in designs
            if row["right"]
        ],
        anywhere=list(anywhere.items()),
        recorded=sorted({row["recorded"] for row in tests + numbers + designs}),
    )
    (source / "pages" / "error_rates.md").write_text(page, encoding="utf-8")
