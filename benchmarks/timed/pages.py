"""How long the page of an explorer takes to answer a hand where it computes itself.

    python benchmarks/timings.py pages [--moves 60] [--points 200 500 1000 1500] [--only Kernel]

A slider of every explorer, with all panels, is moved one step at a time in a headless browser, with
Python behind the page; on a pad a dab of points is drawn or taken back. *Own work* counts from the
event to the end of all that the page does for it before it can paint: kernel, climb, pictures.
*Painted* counts to the second frame after the event, and beside it stands what two
empty frames take. *Settled* is from a move to the end of the searches behind it, the wait for the
hand to rest included. *Slices* are the pieces in which that work is done, between which a hand is
heard. What a page has answered before it may keep.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import numpy as np
from playwright.sync_api import sync_playwright

from depcluster.reproduction import header

sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "support"))

from browser.lab import INSTALL_HINT, find_browser, launch
from browser.plain import PlainPage, PlainServer

CELL = """from depcluster.datasets import make_blobs4, make_circle
from depcluster.widgets import *
ring, (blobs, y) = make_circle({points})[0], make_blobs4({points})
{explorer}"""
# An explorer and what is moved.
EXPLORERS = {
    'KernelExplorer(ring, 8, label_kernel="ring")': "width",
    'KernelExplorer(blobs, 4, method="angle", y=y)': "window width",
    'LossExplorer(ring, 8, label_kernel="ring", normalization="l2")': "penalty",
    "PerturbationExplorer(blobs, 4)": "sd of the input noise",
    "TaxonomyExplorer(blobs)": "clusters c",
    "ModelSelectionExplorer(blobs, 4)": "neighbours t",
    "PadExplorer(blobs, 4)": "Drawing pad",
}
MOST_DRAWN = 900  # points on a pad, which has room for some more
GOALS = {200: (8, 200), 500: (12, 400), 1500: (35, 800)}  # own work at p95, settled; milliseconds

# Slices come by messages that a page sends itself.
LISTEN = """(() => {
  window.slices = [];
  const channel = window.MessageChannel;
  window.MessageChannel = function () {
    const { port1, port2 } = new channel();
    return { port2, port1: {
      set onmessage(fn) {
        port1.onmessage = (event) => {
          const start = performance.now();
          fn(event);
          window.slices.push(performance.now() - start);
        };
      },
      close() { port1.close(); },
    } };
  };
})();"""
MOVES = """async ([moves, name]) => {
  const slider = document.querySelector(`.dc [aria-label^="${name}"]`);
  const status = document.querySelector(".dc > .statusbar");
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const rest = (time) => new Promise((resolve) => setTimeout(resolve, time));
  const pictures = ["Partition", "Perturbed", "Map"].map((each) => `[aria-label="${each}"] canvas`);
  const picture = `.dc :is(${pictures}, .picture)[data-draws]`;
  const drawn = () => document.querySelector(picture).dataset.draws;
  // In the task of the answer, when its work is done: a timer would come up to 4 ms later.
  const isDrawn = (before) => new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (drawn() === before) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document.body, { attributeFilter: ["data-draws"], subtree: true });
  });
  const own = [], painted = [], empty = [], settled = [], last = Number(slider.max);
  const press = (key, ctrlKey) => ["keydown", "keyup"].forEach((kind) => slider.dispatchEvent(
    new KeyboardEvent(kind, { key, ctrlKey, bubbles: true })));
  const go = (i) => {
    if (name === "Drawing pad") return i % 2 ? press(" ", false) : press("z", true);
    const at = i % (2 * last);
    slider.value = String(at < last ? at : 2 * last - at);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  };
  for (let i = 1; i <= moves; i++) {
    await rest(20);
    const answered = isDrawn(drawn()), start = performance.now();
    go(i);
    await answered;
    own.push(performance.now() - start);
    await frame();
    await frame();
    painted.push(performance.now() - start);
    const next = performance.now();
    await frame();
    await frame();
    empty.push(performance.now() - next);
  }
  window.slices.length = 0;
  for (let i = moves + 1; i <= moves + 12; i++) {
    const answered = isDrawn(drawn()), start = performance.now();
    go(3 * i);
    await answered; // until then it says settled of the answer before
    do await rest(1); while (status.dataset.state !== "settled");
    settled.push(performance.now() - start);
  }
  return { own, painted, empty, settled, slices: [...window.slices] };
}"""


def line(points, times):
    """One row of the table."""

    def two(name, share=95):
        return f"{np.median(times[name]):9.1f}{np.percentile(times[name], share):7.1f}"

    own, settled = np.percentile(times["own"], 95), np.percentile(times["settled"], 100)
    met = ""
    if points in GOALS:
        goals = zip((own, settled), GOALS[points], strict=True)
        met = "  " + ", ".join(f"{'within' if t <= g else 'over'} {g}" for t, g in goals)
    rest = two("painted") + two("empty") + two("settled", 100) + two("slices")
    return f"{points:8}{two('own')}{rest}{met}"


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--moves", type=int, default=60)
    parser.add_argument("--points", type=int, nargs="+", default=[200, 500, 1000, 1500])
    parser.add_argument("--only", nargs="+", default=[""], help="parts of the calls of explorers")
    options = parser.parse_args(arguments)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        path = find_browser(playwright)
        if path is None:
            sys.exit(f"no browser found; {INSTALL_HINT}")
        server = PlainServer(Path(folder))
        try:
            page = PlainPage(server, launch(playwright, path))
            page.page.add_init_script(LISTEN)
            print(f"{header()}; {options.moves} moves each, milliseconds, median and p95 (settled:")
            print("median and largest)")
            names = ("own work", "painted", "empty frames", "settled", "slices")
            print(" points" + "".join(f"{name:>16}" for name in names))
            for explorer, moved in EXPLORERS.items():
                if not any(part in explorer for part in options.only):
                    continue
                print(explorer)
                most = MOST_DRAWN if "Pad" in explorer else np.inf
                for points in (points for points in options.points if points <= most):
                    page.show([CELL.format(points=points, explorer=explorer)], height=1400)
                    settled = ".dc > .statusbar[data-state=settled]"
                    page.page.wait_for_selector(settled, timeout=600_000)
                    page.page.wait_for_timeout(1500)
                    times = page.page.evaluate(MOVES, [options.moves, moved])
                    print(line(points, times), flush=True)
        finally:
            server.stop()
