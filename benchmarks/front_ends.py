"""Record in which front ends and browsers the widgets live, for the page on front ends.

    python benchmarks/front_ends.py [FRONT_END ...] [--browsers BROWSER ...] [--try]

A small notebook with a `KernelExplorer`, a `PadExplorer` and an `interactive_figure` is opened and
run. Then a key is pressed on each, and its answer must change in the page and, where Python is
behind it, in Python. Each front end is that of the Python that runs this script; what is not
installed there is left out, as are browsers that are missing, and two versions are recorded from
two environments. The site is looked for in build/site. With --try nothing is recorded.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import tempfile
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from depcluster.reproduction import header

ROOT = Path(__file__).parents[1]
RECORD = ROOT / "benchmarks" / "records" / "front_ends.csv"
sys.path.insert(0, str(ROOT / "tests" / "support"))

from tried.browsers import BROWSERS, MissingBrowser  # noqa: E402
from tried.front_ends import FRONT_ENDS, IS_READY, RUN_ALL  # noqa: E402

PATIENCE = 90  # seconds
# A widget's root by what it holds, the shadow roots that marimo makes included.
FIND = """const all = (root) => [...root.querySelectorAll("*")].flatMap(
    (node) => (node.shadowRoot ? [node, ...all(node.shadowRoot)] : [node]));
  const roots = all(document).filter((node) => node.matches(".dc-host"));
  const has = (root, selector) => root?.querySelector(selector);
  const widgets = {
    explorer: roots.find((root) => has(root, "[aria-label=width]") && !has(root, ".board")),
    pad: roots.find((root) => has(root, ".board") && has(root, ".statusbar[data-state]")),
    interactive_figure: roots.find((root) => has(root, ".interactive-picture")),
  };"""
# What each shows once it is settled.
SHOWN = f"""() => {{
  {FIND}
  const settled = (root) => has(root, ".statusbar[data-state]")?.dataset.state === "settled";
  return {{
    explorer: settled(widgets.explorer) ? has(widgets.explorer, ".read .v").textContent : null,
    pad: settled(widgets.pad) ? has(widgets.pad, ".board canvas").getAttribute("aria-label") : null,
    interactive_figure:
      has(widgets.interactive_figure, ".interactive-picture .pic")?.getAttribute("aria-label")
      ?? null,
  }};
}}"""
FOCUS = f"""([name, selector]) => {{
  {FIND}
  const node = widgets[name].querySelector(selector);
  node.scrollIntoView({{ block: "center" }});
  node.focus();
}}"""
# What is pressed, and whether Python says that it heard.
HAND = {
    "explorer": ("[aria-label=width]", "ArrowLeft", lambda told: told["width"] == -0.125),
    "pad": (".board", " ", lambda told: 5 < told["points"] == told["labels"]),
    "interactive_figure": (
        "[role=slider], input[type=range]",
        "ArrowRight",
        lambda told: told["bars"] == 4,
    ),
}
ALONE = {"saved page", "site", "exported HTML"}  # without Python


def wait(what, seconds=PATIENCE):
    """Wait until `what` returns something true, and return it; None if it never does."""
    end = time.monotonic() + seconds
    while not (found := what()):
        if time.monotonic() > end:
            return None
        time.sleep(0.1)
    return found


def moved(page, name, place):
    """How a widget answers a key: "yes", or what it did not do."""
    selector, key, is_told = HAND[name]
    before = wait(lambda: page.evaluate(SHOWN)[name])
    if before is None:
        return "is not drawn"
    page.evaluate(FOCUS, [name, selector])
    page.key(key)
    if not wait(lambda: page.evaluate(SHOWN)[name] not in (None, before), 30):
        return "page does not change"
    if place and not wait(lambda: is_told(json.loads(place.read_text())), 30):
        return "Python is not told"
    return "yes"


def tried(front_end, browser):
    """A row of the record."""
    enter, package, waits = FRONT_ENDS[front_end]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with BROWSERS[browser](folder) as (page, number), enter(folder) as address:
            page.goto(address)
            if waits:
                wait(lambda: page.evaluate(IS_READY))
                page.evaluate(RUN_ALL)
            place = None if front_end in ALONE else folder / "told.json"
            if place:
                wait(place.exists)
            parts = ["explorer"] if place is None else HAND
            row = {part: moved(page, part, place) for part in parts}
            errors = page.errors
            errors = "not heard" if errors is None else " / ".join(dict.fromkeys(errors))
    return {
        "front_end": front_end,
        "version": version(package),
        "browser": browser,
        "browser_version": number,
        **{part: row.get(part, "") for part in HAND},
        "errors": errors,
        "anywidget": version("anywidget"),
        "recorded": header(),
    }


def record(row):
    """Put a row into the table, in place of an older one of the same versions."""
    keys = ("front_end", "version", "browser")
    rows = []
    if RECORD.exists():
        with RECORD.open(encoding="utf-8", newline="") as file:
            rows = [old for old in csv.DictReader(file) if any(old[k] != row[k] for k in keys)]
    order = [*FRONT_ENDS]
    rows = sorted([*rows, row], key=lambda each: order.index(each["front_end"]))
    with RECORD.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, row, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def is_there(front_end):
    try:
        return version(FRONT_ENDS[front_end][1])
    except PackageNotFoundError:
        return None


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("front_ends", nargs="*", metavar="FRONT_END", help=", ".join(FRONT_ENDS))
    parser.add_argument("--browsers", nargs="+", choices=BROWSERS, default=[*BROWSERS])
    parser.add_argument("--try", dest="only", action="store_true", help="record nothing")
    options = parser.parse_args()
    if wrong := set(options.front_ends) - set(FRONT_ENDS):
        parser.error(f"no front end {', '.join(wrong)}; there are {', '.join(FRONT_ENDS)}")
    for front_end in filter(is_there, options.front_ends or FRONT_ENDS):
        for browser in options.browsers:
            try:
                row = tried(front_end, browser)
            except MissingBrowser as error:
                print(f"{front_end} in {browser} is left out: {error}")
                continue
            print(row, flush=True)
            if not options.only:
                record(row)


if __name__ == "__main__":
    main()
