"""Widgets in a plain page with Python behind it, for what they do without help of JupyterLab."""

import ast
import subprocess
import sys
from pathlib import Path

from browser.lab import BrowserPage

BUSY = "(code) => { void run(code); }"


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
        self._process.communicate()


class PlainPage(BrowserPage):
    """A page with the widgets of a few cells, and the Python behind it."""

    def __init__(self, server, browser):
        super().__init__(browser)
        self.server = server

    def show(self, cells, *, width=1200, height=1000, touch=False):
        """Begin again with other cells: no widget, no name and no theme of before is left."""
        self._resize(width, height, touch)
        self.page.goto(self.server.origin)
        self.errors.clear()
        for code in cells:
            self._run(code, "None", True)

    def python(self, code, value="None", seconds=60):
        return self._run(code, value, False)

    def _run(self, *asked):
        told = self.page.evaluate("(asked) => run(...asked)", asked)
        if "error" in told:
            raise RuntimeError(told["error"])
        return ast.literal_eval(told["value"])

    def keep_busy(self, seconds):
        """Let Python do something else for a while; nothing waits for it here."""
        self.page.evaluate(BUSY, f"import time; time.sleep({seconds})")

    def use_theme(self, name):
        light = str(name.endswith("Light")).lower()
        self.page.evaluate("(light) => { document.body.dataset.jpThemeLight = light; }", light)
