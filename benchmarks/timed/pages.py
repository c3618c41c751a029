"""How long the page of an explorer takes to answer a hand where it computes itself.

    python benchmarks/timings.py pages [--moves 60] [--points 200 500 1000 1500]

The width of a `KernelExplorer` with eight clusters and all panels is moved one step at a time in a
headless browser, with Python behind the page. *Own work* counts from the event to the end of all
that the page does for it before it can paint: kernel, climb, pictures. *Painted* counts to the
second frame after the event, and beside it stands what two empty frames take. *Settled* is from a
move to the end of the searches behind it, the wait for the hand to rest included. *Slices* are the
pieces in which that work is done, between which a hand is heard.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import numpy as np
from playwright.sync_api import sync_playwright

from depcluster.reproduction import header

sys.path.insert(0, str(Path(__file__).parents[2] / "tests"))

from browser.lab import INSTALL_HINT, find_browser, launch
from browser.plain import PlainPage, PlainServer

CELL = """from depcluster.datasets import make_circle
from depcluster.widgets import KernelExplorer
X, _ = make_circle(n_samples={points})
KernelExplorer(X, n_clusters=8, label_kernel="ring")"""
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
MOVES = """async (moves) => {
  const slider = document.querySelector('.dc input[aria-label="width"]');
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const rest = (time) => new Promise((resolve) => setTimeout(resolve, time));
  const drawn = () => document.querySelector('.dc [aria-label="Partition"] canvas').dataset.draws;
  const own = [], painted = [], empty = [], settled = [], last = Number(slider.max);
  const go = (i) => {
    const at = i % (2 * last);
    slider.value = String(at < last ? at : 2 * last - at);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  };
  for (let i = 1; i <= moves; i++) {
    await rest(20);
    const before = drawn(), start = performance.now();
    go(i);
    await null; // the answer comes in a task of the event's, or where it takes long in later ones
    await null;
    while (drawn() === before) await rest(0);
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
    const start = performance.now();
    go(3 * i);
    do await rest(1); while (document.querySelector(".dc .foot").dataset.state !== "settled");
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
            for points in options.points:
                page.show([CELL.format(points=points)], height=1400)
                page.page.wait_for_selector(".dc .foot[data-state=settled]")
                page.page.wait_for_timeout(1500)
                print(line(points, page.page.evaluate(MOVES, options.moves)), flush=True)
        finally:
            server.stop()
