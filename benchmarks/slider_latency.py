"""How long a key press on the explorer's width slider takes to redraw the scatter.

    python benchmarks/slider_latency.py [--presses 30] [--points 500]

JupyterLab in a headless browser, so the time holds the page, the kernel and all between them.
The clock runs in the page, from the key's event to the scatter's next drawing. Each press waits
until the background search for the one before it has settled.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import numpy as np
from playwright.sync_api import sync_playwright

from depcluster.reproduction import header

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from browser.lab import INSTALL_HINT, LabServer, NotebookPage, find_browser, launch

CELL = """
from sklearn.datasets import load_digits
from depcluster.widgets import KernelExplorer
explorer = KernelExplorer(load_digits().data[:{points}], n_clusters=10)
explorer
"""

# Milliseconds from each press, by the event's own time stamp, to the scatter's next drawing.
WATCH = """() => {
  const canvas = document.querySelector(".dc canvas[data-draws]");
  const slider = document.querySelector(".dc input[type=range]");
  window.latencies = [];
  let pressed = null;
  slider.addEventListener("keydown", (event) => { pressed = event.timeStamp; }, true);
  new MutationObserver(() => {
    if (pressed !== null) window.latencies.push(performance.now() - pressed);
    pressed = null;
  }).observe(canvas, { attributes: true, attributeFilter: ["data-draws"] });
  slider.focus();
}"""


def measure(notebook, presses):
    """Milliseconds of each press of an arrow key, eight to the right, eight to the left."""
    page = notebook.page
    page.wait_for_selector(".dc canvas[data-draws]")
    page.evaluate(WATCH)
    for press in range(presses):
        notebook.wait_python("explorer.state == 'settled'", seconds=60)
        page.wait_for_timeout(100)
        page.keyboard.press("ArrowRight" if press // 8 % 2 == 0 else "ArrowLeft")
        page.wait_for_function(f"window.latencies.length === {press + 1}")
    return np.array(page.evaluate("window.latencies"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--presses", type=int, default=30)
    parser.add_argument("--points", type=int, default=500)
    options = parser.parse_args()
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        path = find_browser(playwright)
        if path is None:
            sys.exit(f"no browser found; {INSTALL_HINT}")
        server = LabServer(folder)
        try:
            browser = launch(playwright, path)
            name = server.write("slider.ipynb", [CELL.format(points=options.points)])
            notebook = NotebookPage(server, browser, name)
            notebook.run_all()
            times = measure(notebook, options.presses)
            notebook.close()
            browser.close()
        finally:
            server.stop()
    print(header())
    print(f"digits, n = {options.points}, {options.presses} presses")
    print(f"median {np.median(times):.0f} ms, p95 {np.percentile(times, 95):.0f} ms")
    print(f"fastest {times.min():.0f} ms, slowest {times.max():.0f} ms")


if __name__ == "__main__":
    main()
