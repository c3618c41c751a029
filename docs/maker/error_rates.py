"""The page on error rates, from the records in benchmarks."""

from __future__ import annotations

from .records import read
from .templates import render

TITLES = {"False": "Samples without clusters", "True": "Samples with clusters"}
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
    tests, numbers = read("cluster_test"), read("compare_n_clusters")
    found = {title: {} for title in TITLES.values()}
    for row in tests:
        cell = found[TITLES[row["clusters"]]].setdefault((row["set"], row["n_clusters"]), {})
        cell[row["setting"]] = f"{float(row['found']):.2f}"
    runs = {row["setting"]: row["draws"] for row in tests}
    page = render(
        "error_rates.md",
        tests=[(title, list(rows.items())) for title, rows in found.items()],
        settings=list(runs),
        runs=", ".join(f"{setting} {n}" for setting, n in runs.items()),
        numbers=[row | {key: f"{float(row[key]):.2f}" for key in SHARES} for row in numbers],
        recorded=sorted({row["recorded"] for row in tests + numbers}),
    )
    (source / "pages" / "error_rates.md").write_text(page, encoding="utf-8")
