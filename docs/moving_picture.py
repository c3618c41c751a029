"""Film the moving picture of the README: ``python docs/moving_picture.py``.

An explorer of points along a fork runs in JupyterLab in a browser. A pointer chooses the chain,
turns the label kernel into its graph, and draws a fork: it joins two clusters and parts two. Each
frame is a screenshot of the widget after it has answered; how long a frame stands is set here, and
the pointer is drawn over the page. Written are
``docs/static/moving.gif`` and its last frame, ``docs/static/moving.png``, for readers who would
rather have nothing move. Needs the extra ``test`` and a Chromium.
"""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

import numpy as np
from PIL import Image
from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "tests" / "support"))

from browser.lab import (  # noqa: E402
    INSTALL_HINT,
    LabServer,
    NotebookPage,
    find_browser,
    launch,
    wait_painted,
)

CELL = """\
from depcluster.datasets import make_fork
from depcluster.widgets import KernelExplorer
fork, _ = make_fork()
explorer = KernelExplorer(fork, 7, panels=("points", "label_kernel"))
explorer"""
GLIDE = 7  # frames of a way of the pointer
MOVING, DRAGGED, READ = 70, 90, 2200  # milliseconds that a frame stands
POINTER = """([x, y, pressed]) => {
  let arrow = document.getElementById("pointer");
  if (!arrow) {
    arrow = document.createElement("div");
    arrow.id = "pointer";
    arrow.innerHTML = `<svg width="44" height="44" viewBox="-16 -16 44 44">
      <circle r="14" fill="#0b5cad" fill-opacity=".22" stroke="#0b5cad" stroke-width="1.5"/>
      <path d="M0 0V18L4.4 14.2 7.2 20.6 10 19.4 7.3 13.2H13Z" fill="#111" stroke="#fff"
        stroke-width="1.6" stroke-linejoin="round"/></svg>`;
    Object.assign(arrow.style, { position: "fixed", zIndex: 9999, pointerEvents: "none" });
    document.body.append(arrow);
  }
  Object.assign(arrow.style, { left: `${x - 16}px`, top: `${y - 16}px` });
  arrow.querySelector("circle").style.visibility = pressed ? "visible" : "hidden";
}"""


class Film:
    """Frames of a widget under a pointer."""

    def __init__(self, notebook):
        self.notebook = notebook
        self.page = notebook.page
        self.widget = self.page.locator(".dc").first
        self.frames = []
        self.times = []
        self.at = (0.0, 0.0)

    def settled(self):
        """Wait until the whole search behind an answer is done and on the page."""
        self.page.locator(".statusbar[data-state=settled]").wait_for()
        wait_painted(self.page)

    def frame(self, milliseconds, pressed=False):
        """Take the widget as it is now, for so long."""
        self.page.evaluate(POINTER, [*self.at, pressed])
        picture = Image.open(io.BytesIO(self.widget.screenshot(animations="disabled")))
        self.frames.append(picture.convert("RGB"))
        self.times.append(milliseconds)

    def point(self, locator):
        """Put the pointer on an element, without a frame."""
        self.at = self.notebook.middle(locator)
        self.page.mouse.move(*self.at)

    def glide(self, locator, milliseconds=MOVING, pressed=False):
        """Lead the pointer to the middle of an element."""
        begin, end = np.array(self.at), np.array(self.notebook.middle(locator))
        for share in np.linspace(0, 1, GLIDE + 1)[1:]:
            eased = share**2 * (3 - 2 * share)
            self.at = tuple(float(x) for x in begin + eased * (end - begin))
            self.page.mouse.move(*self.at)
            self.frame(milliseconds, pressed)

    def drag(self, start, end):
        """Lead the pointer to an element, and drag it onto another."""
        self.glide(start)
        self.page.mouse.down()
        self.frame(300, pressed=True)
        self.glide(end, DRAGGED, pressed=True)
        self.frame(500, pressed=True)
        self.page.mouse.up()

    def write(self, folder):
        """Write the film and its last frame.

        Parameters
        ----------
        folder : Path
        """
        shared = self.frames[-1].quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
        small = [frame.quantize(palette=shared, dither=Image.Dither.NONE) for frame in self.frames]
        rest = {"save_all": True, "append_images": small[1:], "duration": self.times, "loop": 0}
        small[0].save(folder / "moving.gif", optimize=True, **rest)
        small[-1].save(folder / "moving.png", optimize=True)


def relatives(film):
    """The two labels that are relatives and lie farthest apart, and the end beside the middle."""
    return film.notebook.python(
        "import numpy as np\n"
        "z = explorer.labels_\n"
        "at = np.array([fork[z == k].mean(axis=0) for k in range(7)])\n"
        "steps = np.linalg.norm(np.diff(at, axis=0), axis=1)\n"
        "j, middle = int(steps.argmax()), int(np.linalg.norm(at, axis=1).argmin())\n",
        "(j, 0 if np.linalg.norm(at[0]) < np.linalg.norm(at[6]) else 6, middle)",
    )


def play(film):
    """From strangers to a chain, and from the chain to a fork."""
    preset = film.page.get_by_label("preset")
    turn = film.page.get_by_role("button", name="As a graph")
    film.settled()
    film.point(turn)
    film.frame(1200)
    film.glide(preset)
    film.frame(300, pressed=True)
    preset.select_option("chain")
    film.notebook.wait_python("explorer.preset == 'chain'")
    film.settled()
    film.frame(READ)
    film.glide(turn)
    turn.click()
    film.settled()
    film.frame(READ // 2)
    long, free, middle = relatives(film)
    node = [film.page.locator(f".dc .graph [data-node='{k}'] circle") for k in range(7)]
    film.drag(node[free], node[middle])
    film.settled()
    film.frame(READ)
    film.drag(node[long], node[long + 1])
    film.settled()
    film.frame(READ + 600)


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        if (path := find_browser(playwright)) is None:
            sys.exit(f"no browser found; {INSTALL_HINT}")
        server, browser = LabServer(folder), launch(playwright, path)
        try:
            notebook = NotebookPage(server, browser, server.write("moving.ipynb", [""]))
            notebook.show([CELL], width=960, height=900)
            if errors := notebook.run_all():
                sys.exit("\n".join(errors))
            film = Film(notebook)
            play(film)
        finally:
            browser.close()
            server.stop()
    film.write(HERE / "static")
    print(f"{len(film.frames)} frames, {sum(film.times) / 1000:.1f} s")


if __name__ == "__main__":
    main()
