"""A JupyterLab server and a browser on it, for the browser tests and the latency benchmark."""

import ast
import io
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import nbformat
from matplotlib.image import imread

TOKEN = "browser-tests"
PATIENCE = 90_000  # ms
SHARE = Path(__file__).parents[3] / "share" / "jupyter"  # this checkout's, whatever is installed
INSTALL_HINT = "install one with 'apt-get install chromium' or 'playwright install chromium'"
BROWSER_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
FORGET = """
from ipywidgets import Widget
Widget.close_all()
get_ipython().reset(new_session=False)
"""
BETWEEN = """
from depcluster.widgets.base.widget import ONE_AT_A_TIME as _one_at_a_time
with _one_at_a_time:
    _told = repr({value})
"""
SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "notebook-extension/tracker": {"windowingMode": "none"},
}


def find_browser(playwright):
    """Path of a Chromium-like browser, or None."""
    for name in ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"):
        if path := shutil.which(name):
            return path
    own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


def launch(playwright, path):
    """A browser whose pages wait for at least a minute, whatever else the machine does."""
    browser = playwright.chromium.launch(executable_path=path, args=BROWSER_FLAGS)
    for name in ("new_context", "new_page"):
        setattr(browser, name, _patient(getattr(browser, name)))
    return browser


def _patient(make):
    def made(**options):
        given = make(**options)
        given.set_default_timeout(PATIENCE)
        return given

    return made


def wait_painted(page):
    """Wait until transitions have ended and what they lead to is on screen."""
    script = """async () => {
      const frame = () => new Promise(requestAnimationFrame);
      await frame();
      const ending = document.getAnimations().filter(
        (animation) => Number.isFinite(animation.effect.getComputedTiming().endTime));
      await Promise.allSettled(ending.map((animation) => animation.finished));
      await frame();
      await frame();
    }"""
    page.evaluate(script)


def free_port():
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


# What ipykernel says of a task of its own that is collected while it waits, on a busy machine.
OF_IPYKERNEL = re.compile(r"Task was destroyed but it is pending!\s+task: <Task .*ipykernel/kern")


class LabServer:
    """JupyterLab on `folder`, with settings and state of its own beside it.

    Notebook 7 is another `app`, of the package `module`.
    """

    def __init__(self, folder, module="jupyterlab", app="LabApp"):
        self.root = Path(folder) / "notebooks"
        self.root.mkdir(parents=True)
        self.origin = f"http://127.0.0.1:{free_port()}"
        self._log = Path(folder) / f"{module}.log"
        self._process = self._start(Path(folder), module, app)
        self._wait_until_up()

    def _start(self, folder, module, app):
        state = {
            name: str(folder / name.lower())
            for name in (
                "JUPYTER_CONFIG_DIR",
                "JUPYTER_DATA_DIR",
                "JUPYTER_RUNTIME_DIR",
                "IPYTHONDIR",
                "JUPYTERLAB_SETTINGS_DIR",
                "JUPYTERLAB_WORKSPACES_DIR",
            )
        }
        for plugin, values in SETTINGS.items():
            file = f"@jupyterlab/{plugin}.jupyterlab-settings"
            path = Path(state["JUPYTERLAB_SETTINGS_DIR"], file)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(values))
        state["JUPYTER_PATH"] = os.pathsep.join([str(SHARE), os.environ.get("JUPYTER_PATH", "")])
        command = [sys.executable, "-m", module, "--no-browser", "--allow-root"]
        command += ["--ip", "127.0.0.1", "--port", str(urlsplit(self.origin).port)]
        command += ["--ServerApp.port_retries=0", f"--IdentityProvider.token={TOKEN}"]
        command += [f"--ServerApp.root_dir={self.root}", f"--{app}.expose_app_in_browser=True"]
        with self._log.open("w") as log:
            return subprocess.Popen(
                command, env=os.environ | state, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )

    def request(self, path, method="GET"):
        request = urllib.request.Request(f"{self.origin}{path}", method=method)
        request.add_header("Authorization", f"token {TOKEN}")
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.read()

    def _wait_until_up(self, seconds=180):
        end = time.monotonic() + seconds
        while time.monotonic() < end and self._process.poll() is None:
            try:
                self.request("/api/status")
                return
            except (urllib.error.URLError, OSError):
                time.sleep(0.2)
        self.stop()
        raise RuntimeError(f"the server did not start:\n{self._log.read_text()[-3000:]}")

    def stop(self):
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(15)
            except subprocess.TimeoutExpired:
                self._process.kill()

    def end_sessions(self):
        for session in json.loads(self.request("/api/sessions")):
            self.request(f"/api/sessions/{session['id']}", method="DELETE")

    def write(self, name, cells):
        """Write a notebook of code cells into the server's folder."""
        notebook = nbformat.v4.new_notebook(
            cells=[nbformat.v4.new_code_cell(source) for source in cells],
            metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}},
        )
        nbformat.write(notebook, self.root / name)
        return name

    def copy(self, path):
        """Copy a notebook into the server's folder, its outputs and counts removed."""
        notebook = nbformat.read(path, as_version=4)
        for cell in notebook.cells:
            if cell.cell_type == "code":
                cell.outputs, cell.execution_count = [], None
        notebook.metadata.pop("widgets", None)
        nbformat.write(notebook, self.root / Path(path).name)
        return Path(path).name


class HasPython:
    """A page with a Python behind it."""

    def python(self, code, value="None", seconds=120):
        """Run `code` in the kernel, then return `value` (a literal) from it."""
        raise NotImplementedError

    def wait_python(self, expression, seconds=90):
        """Wait until `expression` is true in the kernel."""
        end = time.monotonic() + seconds
        while not self.python("", f"bool({expression})"):
            if time.monotonic() > end:
                raise AssertionError(f"after {seconds} s still false in Python: {expression}")
            time.sleep(0.02)


class BrowserPage(HasPython):
    """A page in a browser window of its own, and what a hand does there."""

    def __init__(self, browser):
        self.requests = []
        self.errors = []
        self.context = browser.new_context(viewport={"width": 1200, "height": 1000})
        self.page = self.context.new_page()
        self._devtools = self.context.new_cdp_session(self.page)
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("websocket", lambda socket: self.requests.append(socket.url))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _resize(self, width, height, touch):
        self.page.mouse.up()
        self.page.set_viewport_size({"width": width, "height": height})
        self._devtools.send("Emulation.setTouchEmulationEnabled", {"enabled": touch})

    def middle(self, locator):
        """Where the middle of an element is once it is in view."""
        locator.scroll_into_view_if_needed()
        box = locator.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag(self, locator, up, step=6):
        """Drag from the middle of an element, upwards by `up` pixels."""
        x, y = self.middle(locator)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        for climbed in range(step, up + 1, step):
            self.page.mouse.move(x, y - climbed)
        self.page.mouse.up()

    def finger(self, *places):
        """A finger that presses at the first place, moves along the others and lets go."""
        kinds = ["touchStart", *["touchMove"] * (len(places) - 1)]
        for kind, (x, y) in zip(kinds, places, strict=True):
            self._touch(kind, [{"x": x, "y": y}])
        self._touch("touchEnd", [])

    def _touch(self, kind, points):
        self._devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def outside_requests(self):
        """Addresses asked for that are not on this machine."""
        local = {"127.0.0.1", "localhost", None}
        asked = [(urlsplit(url), url) for url in self.requests]
        return [
            url
            for parts, url in asked
            if parts.scheme not in ("data", "blob", "about") and parts.hostname not in local
        ]

    def close(self):
        self.context.close()


class NotebookPage(BrowserPage):
    """One notebook open in JupyterLab."""

    def __init__(self, server, browser, name):
        self.server = server
        super().__init__(browser)
        self.page.on("console", self._on_console)
        self.open(name)
        self._execute("application:toggle-left-area")

    def open(self, name):
        """Open a notebook as it is stored."""
        self.page.goto(f"{self.server.origin}/lab/tree/{name}?reset&token={TOKEN}")
        self.page.wait_for_selector(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-Cell")
        self.wait_idle()

    def _on_console(self, message):
        """What a widget's page throws as it takes a message is caught, and only told there."""
        if message.type == "error" and message.text.startswith("Error setting state"):
            self.errors.append(message.text)

    def _execute(self, command, **args):
        call = "([name, args]) => { void window.jupyterapp.commands.execute(name, args); }"
        self.page.evaluate(call, [command, args])

    def wait_idle(self, seconds=120):
        script = "document.querySelector('#jp-main-statusbar')?.textContent.includes('| Idle')"
        self.page.wait_for_function(script, timeout=1000 * seconds)

    def show(self, cells, *, width=1200, height=1000, touch=False):
        """Begin again with other cells: no widget, no name and no theme of before is left."""
        self.python(FORGET)
        self._resize(width, height, touch)
        self.use_theme("JupyterLab Light")
        script = """(sources) => {
          const { sharedModel } = window.jupyterapp.shell.currentWidget.content.model;
          const cells = sources.map((source) => ({ cell_type: "code", source, metadata: {} }));
          sharedModel.transact(() => {
            sharedModel.deleteCellRange(0, sharedModel.cells.length);
            sharedModel.insertCells(0, cells);
          });
        }"""
        self.page.evaluate(script, cells)
        self.errors.clear()

    def run_all(self, seconds=240):
        """Run every cell, wait for the last one, and return the errors shown."""
        self._execute("notebook:run-all-cells")
        done = """() => {
          const { model } = window.jupyterapp.shell.currentWidget.content;
          const cells = [...model.cells].filter(
            (cell) => cell.type === "code" && cell.sharedModel.source.trim());
          const failed = cells.some((cell) => [...Array(cell.outputs.length).keys()]
            .some((i) => cell.outputs.get(i).type === "error"));
          return failed || cells.every((cell) => cell.executionCount);
        }"""
        self.page.wait_for_function(done, timeout=1000 * seconds)
        self.wait_idle(seconds)
        told = self.page.locator('[data-mime-type*="stderr"], .jp-mod-error').all_text_contents()
        return [text for text in told if not OF_IPYKERNEL.match(text)]

    def python(self, code, value="None", seconds=120):
        """Run `code` in the notebook's kernel, then return `value` (a literal) from it.

        The value is taken between two messages of the page, which come in a thread of their own.
        """
        code = f"{code}\n{BETWEEN.format(value=value)}"
        script = """async ([code, seconds]) => {
          const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
          const user_expressions = { value: "_told" };
          const run = kernel.requestExecute({ code, user_expressions, store_history: false });
          const late = new Promise((resolve, reject) =>
            setTimeout(() => reject(new Error("the kernel did not answer")), 1000 * seconds));
          return (await Promise.race([run.done, late])).content;
        }"""
        answer = self.page.evaluate(script, [code, seconds])
        if answer["status"] != "ok":
            raise RuntimeError("\n".join(answer["traceback"]))
        shown = answer["user_expressions"]["value"]
        if shown["status"] != "ok":
            raise RuntimeError("\n".join(shown["traceback"]))
        return ast.literal_eval(ast.literal_eval(shown["data"]["text/plain"]))

    def use_theme(self, name):
        self._execute("apputils:change-theme", theme=name)
        light = str(name.endswith("Light")).lower()
        self.page.wait_for_selector(f'body[data-jp-theme-light="{light}"]', state="attached")

    def close(self):
        super().close()
        self.server.end_sessions()


def picture(locator):
    """What is seen of an element, as an array of colours."""
    pixels = imread(io.BytesIO(locator.screenshot()), format="png")
    return pixels[..., :3]
