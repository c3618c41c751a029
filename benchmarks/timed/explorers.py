"""How long a key press in an explorer takes to redraw its picture, beside an empty round trip.

    python benchmarks/timings.py explorers [--presses 45] [--points 120 500] [--only "label kernel"]

JupyterLab in a headless browser, so the times hold the page, the kernel and all between them. The
clock runs in the page, from the key's own time stamp to the next drawing of what answers it. Where
a page answers by itself, it tells Python what it has found. The round trip is
that of a number which the page sends and Python sends back; a press for it comes right before each
press in an explorer, so that what else the machine does meets both.

Of three presses one follows the last drawing closely, as while a hand holds the key, one comes
while the background search runs, and one once it has ended. The first and the last make the time
of the first answer; the second is told by itself, with the time of a round trip just then. The
goals are for a quiet machine, and for the slowest twentieth of the first answers beside the
median round trip. A search counts from the press, so a quarter of a second of it is the wait for
the hand to rest.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from playwright.sync_api import sync_playwright

from depcluster.reproduction import header

sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "support"))

from browser.lab import INSTALL_HINT, LabServer, NotebookPage, find_browser, launch

DIGITS = "from sklearn.datasets import load_digits\nX = load_digits().data[:{points}]\n"
BLOBS = "from depcluster.datasets import make_blobs4\nX = make_blobs4({points})[0]\n"

# A widget that does nothing but ask Python and draw when the answer is there. `settled` counts
# the answers of the explorer that are final, so that the page need not ask for it.
CELL = """
import asyncio, anywidget, traitlets
from depcluster.widgets import *

class Echo(anywidget.AnyWidget):
    _esm = '''export default {{ render({{ model, el }}) {{
      const button = document.createElement("button"), canvas = document.createElement("canvas");
      button.className = "echo";
      button.onkeydown = () => {{
        model.set("asked", model.get("asked") + 1);
        model.save_changes();
      }};
      model.on("change:answered", () => {{
        canvas.getContext("2d").fillRect(0, 0, 9, 9);
        canvas.dataset.draws = model.get("answered");
      }});
      model.on("change:settled", () => {{ button.dataset.settled = model.get("settled"); }});
      button.append("echo", canvas);
      el.append(button);
    }} }};'''
    asked = traitlets.Int(0).tag(sync=True)
    answered = traitlets.Int(0).tag(sync=True)
    settled = traitlets.Int(0).tag(sync=True)

    @traitlets.observe("asked")
    def _on_asked(self, change):
        self.answered = change.new

def count_settled():
    if explorer._fit and explorer._fit["settled"]:
        echo.settled += 1

echo = Echo()
{data}{maker}
explorer.observe(lambda change: asyncio.get_running_loop().call_soon(count_settled),
                 [name for name in ("_fit", "_perturbed") if explorer.has_trait(name)])
echo
"""


@dataclass(frozen=True)
class Case:
    """An explorer and the keys to press in it."""

    name: str
    data: str  # Python that makes X
    maker: str  # and `explorer`
    focus: str  # selector of what the keys are pressed in
    drawn: str  # of the pictures that change with the answer, and with nothing else
    keys: tuple  # pressed one after the other, again and again
    goals: dict  # by number of points, how often the time of a round trip the first answer may take

    def cells(self, points):
        """Source of the notebook's cells for so many points."""
        first = CELL.format(data=self.data.format(points=points), maker=self.maker)
        return [first, *(["pad"] if "pad" in self.maker else []), "explorer"]


SCATTER = '.dc [aria-label="Partition"] canvas[data-draws]'
TO_AND_FRO = ("ArrowRight",) * 8 + ("ArrowLeft",) * 8
GOALS = {120: 2.0, 500: 4.0}
SLIDER = '.dc input[type="range"]'
CASES = (
    Case(
        "label kernel",
        DIGITS,
        "explorer = KernelExplorer(X, 10)",
        '.dc input[aria-label="width"]',
        SCATTER,
        TO_AND_FRO,
        GOALS,
    ),
    Case(
        "angle",
        BLOBS,
        'explorer = KernelExplorer(X, 4, method="angle")',
        '.dc input[aria-label="window width"]',
        SCATTER,
        TO_AND_FRO,
        GOALS,
    ),
    Case(
        "loss",
        DIGITS,
        "explorer = LossExplorer(X, 4)",
        '.dc .panel[data-panel="loss"] [data-cell="0,1"]',
        SCATTER,
        ("+",) * 8 + ("-",) * 8,
        GOALS,
    ),
    Case(
        "perturbation",
        DIGITS,
        "explorer = PerturbationExplorer(X, 10)",
        SLIDER,
        '.dc [aria-label="Perturbed"] canvas[data-draws]',
        ("ArrowRight",),
        dict.fromkeys(GOALS, 3.0),
    ),
    Case(
        "model selection",
        BLOBS,
        "explorer = ModelSelectionExplorer(X, 4)",
        SLIDER,
        '.dc [aria-label="Map"] canvas[data-draws]',
        TO_AND_FRO,
        GOALS,
    ),
    Case(
        "taxonomy",
        DIGITS,
        "explorer = TaxonomyExplorer(X)",
        SLIDER,
        ".dc .picture[data-draws]",
        (*("ArrowRight",) * 3, *("ArrowLeft",) * 10, *("ArrowRight",) * 7),
        GOALS,
    ),
    Case(
        "pad",
        BLOBS,
        "pad = DataPad(DataPad.fitted(X)); explorer = KernelExplorer(pad, 4)",
        '.dc [role="application"]',
        SCATTER,
        (" ", "Control+z"),
        GOALS,
    ),
)

KINDS = ("moving", "searching", "settled")
WHILE_SEARCHING = 0.4  # seconds after the last drawing: the search begins after 0.25
ECHO, ECHO_DRAWN = ".echo", ".echo canvas"
HEAD = (
    f"{'':24}{'first answer':>16}{'round trip':>16}{'ratio':>16}{'p95 of answers':>18}\n"
    f"{'':24}{'median':>9}{'p95':>7}{'median':>9}{'p95':>7}{'median':>9}{'p95':>7}"
    f"{'to median trip':>18}"
)

# Two clocks that begin with the next key: to a drawing, and to the end of the search.
ARM = """async ([focus, drawn]) => {
  const at = [...document.querySelectorAll(focus)].find((node) => node.offsetParent);
  at.focus();
  let pressed = null;
  window.addEventListener("keydown", (event) => { pressed ??= event.timeStamp; },
    { capture: true, once: true });
  const clock = (nodes, attribute) => new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`no change of ${attribute} in a minute`)), 60000);
    const observer = new MutationObserver(() => {
      if (pressed === null) return;
      observer.disconnect();
      resolve(performance.now() - pressed);
    });
    nodes.forEach((node) => observer.observe(node, { attributeFilter: [attribute] }));
  });
  window.untilDrawn = clock(document.querySelectorAll(drawn), "data-draws");
  window.untilSettled = clock(document.querySelectorAll(".echo"), "data-settled");
  window.untilDrawn.catch(() => {});
  window.untilSettled.catch(() => {});
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 30)));
  return at.type === "range" ? at.value : null;
}"""


def pressed(page, focus, drawn, key):
    """Milliseconds from a key press to the next drawing of what a selector finds.

    None where the key moved nothing, as at the end of a slider.
    """
    before = page.evaluate(ARM, [focus, drawn])
    page.keyboard.press(key)
    if before is not None and page.evaluate("document.activeElement.value") == before:
        return None
    return page.evaluate("window.untilDrawn")


def measure(notebook, case, presses):
    """Milliseconds by what was timed and the kind of press, one list each."""
    page = notebook.page
    page.wait_for_selector(case.drawn.split(",")[0])
    page.wait_for_timeout(1000)
    times = {(what, kind): [] for what in ("trip", "answer", "settling") for kind in KINDS}
    for press in range(presses + 1):
        kind = KINDS[press % len(KINDS)]
        trip = pressed(page, ECHO, ECHO_DRAWN, "Enter")
        answer = pressed(page, case.focus, case.drawn, case.keys[press % len(case.keys)])
        if answer is None:
            continue
        if press:  # the first one finds the page not yet warm
            times["trip", kind].append(trip)
            times["answer", kind].append(answer)
        next_kind = KINDS[(press + 1) % len(KINDS)]
        if next_kind == "settled":
            settled = page.evaluate("window.untilSettled")
            times["settling", kind].append(settled)
            page.wait_for_timeout(100)
        elif next_kind == "searching":
            page.wait_for_timeout(1000 * WHILE_SEARCHING)
    return times


def line(name, answers, trips, goal=None):
    """One row of the table."""
    a, t = ([np.median(x), np.percentile(x, 95)] for x in (answers, trips))
    ratio = a[1] / t[0]
    met = "" if goal is None else f"  {'within' if ratio <= goal else 'over'} {goal:g}"
    return (
        f"{name:24}{a[0]:9.0f}{a[1]:7.0f}{t[0]:9.1f}{t[1]:7.1f}"
        f"{a[0] / t[0]:9.1f}{a[1] / t[1]:7.1f}{ratio:18.1f}{met}"
    )


def report(case, points, times):
    """Print what was measured of one explorer."""
    first = [[*times[what, "moving"], *times[what, "settled"]] for what in ("answer", "trip")]
    print(line(f"{case.name}, {points}", *first, case.goals.get(points)))
    during = [times[what, "searching"] for what in ("answer", "trip")]
    print(line("  while it searches", *during))
    ends = [time for kind in KINDS for time in times["settling", kind]]
    print(f"  settled after {np.median(ends):.0f} ms, at most {max(ends):.0f} ms", flush=True)


def main(arguments):
    names = [case.name for case in CASES]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--presses", type=int, default=45)
    parser.add_argument("--points", type=int, nargs="+", default=[120, 500])
    parser.add_argument("--only", nargs="+", choices=names, default=names)
    options = parser.parse_args(arguments)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        path = find_browser(playwright)
        if path is None:
            sys.exit(f"no browser found; {INSTALL_HINT}")
        server = LabServer(folder)
        try:
            browser = launch(playwright, path)
            notebook = NotebookPage(server, browser, server.write("slider.ipynb", [""]))
            print(f"{header()}; {options.presses} presses each, milliseconds")
            print(HEAD)
            for points in options.points:
                for case in (case for case in CASES if case.name in options.only):
                    notebook.show(case.cells(points))
                    if errors := notebook.run_all():
                        sys.exit("\n".join(errors))
                    report(case, points, measure(notebook, case, options.presses))
            notebook.close()
            browser.close()
        finally:
            server.stop()
