"""Widgets in a plain page with Python behind it, for what they do without help of JupyterLab."""

import ast
import subprocess
import sys
from pathlib import Path

from browser.lab import BrowserPage, HasPython

RUN = """([asked, seconds]) => Promise.race([run(...asked), new Promise((resolve, reject) =>
  setTimeout(() => reject(new Error("Python did not answer")), 1000 * seconds))])"""


class PlainServer:
    """A process with the Python of plain pages, one after the other; files are in `folder`."""

    def __init__(self, folder):
        command = [sys.executable, str(Path(__file__).with_name("plain_kernel.py"))]
        self._process = subprocess.Popen(
            command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.origin = self._process.stdout.readline().strip()
        assert self.origin, "the process behind the plain pages did not start"

    def stop(self):
        try:
            self._process.communicate(timeout=15)
        except subprocess.TimeoutExpired:
            self._process.kill()


class PlainCells(HasPython):
    """The cells of a plain page in any browser, whose `page` has goto and evaluate."""

    def __init__(self, server, page):
        self.server, self.page, self.errors = server, page, page.errors

    def show(self, cells):
        """Begin again with other cells: no widget and no name of before is left."""
        self.page.goto(self.server.origin)
        self.errors.clear()
        for code in cells:
            self._run(240, code, "None", True)

    def python(self, code, value="None", seconds=120):
        return self._run(seconds, code, value, False)

    def _run(self, seconds, *asked):
        told = self.page.evaluate(RUN, [asked, seconds])
        if "error" in told:
            raise RuntimeError(told["error"])
        return ast.literal_eval(told["value"])


class PlainPage(PlainCells, BrowserPage):
    """A page with the widgets of a few cells, and the Python behind it."""

    def __init__(self, server, browser):
        BrowserPage.__init__(self, browser)
        self.server = server

    def show(self, cells, *, width=1200, height=1000, touch=False):
        self._resize(width, height, touch)
        super().show(cells)

    def use_theme(self, name):
        light = str(name.endswith("Light")).lower()
        self.page.evaluate("(light) => { document.body.dataset.jpThemeLight = light; }", light)
