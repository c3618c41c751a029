"""The page on front ends, from the record in benchmarks."""

from __future__ import annotations

from .records import read
from .templates import render

BROWSERS = ("Chromium", "Firefox", "WebKitGTK")
PARTS = {"explorer": "explorer", "pad": "pad", "interactive_figure": "`interactive_figure`"}
# All that somebody may ask for; without a row in the record one is untried.
FRONT_ENDS = ("JupyterLab", "Notebook", "Voila", "marimo", "Google Colab", "VS Code")
FRONT_ENDS += ("saved page", "site", "exported HTML")


def write(source):
    """Write ``pages/front_ends.md``."""
    rows = read("front_ends")
    found = {(name, version): {} for name in FRONT_ENDS for version in _versions(rows, name)}
    for row in rows:
        found[row["front_end"], row["version"]][row["browser"]] = row
    page = render(
        "front_ends.md",
        browsers=BROWSERS,
        tried=[(*of, [_told(by.get(each)) for each in BROWSERS]) for of, by in found.items()],
        versions=sorted({f"{row['browser']} {row['browser_version']}" for row in rows}),
        recorded=sorted({f"{row['recorded']}, anywidget {row['anywidget']}" for row in rows}),
    )
    (source / "pages" / "front_ends.md").write_text(page, encoding="utf-8")


def _versions(rows, name):
    return sorted({row["version"] for row in rows if row["front_end"] == name}) or [""]


def _told(row):
    """What a cell of the table says of a row of the record."""
    if row is None:
        return "untried"
    failed = [f"{PARTS[part]} {row[part]}" for part in PARTS if row[part] not in ("yes", "")]
    return "; ".join(failed) or "works"
