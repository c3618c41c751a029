"""Firefox, driven through WebDriver BiDi: Playwright drives one only in a build of its own."""

import json
import re
import shutil
import subprocess
import time

import websocket

FIREFOX_HINT = "install one with 'apt-get install firefox-esr'"
PATIENCE = 90  # seconds
ADDRESS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
KEYS = {"Enter": "\ue007", "ArrowLeft": "\ue012", "ArrowRight": "\ue014", "Home": "\ue011"}


def find_firefox():
    """Path of a Firefox, or None."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


class Firefox:
    """A browser with one page: what it shows, and what a hand does there.

    Parameters
    ----------
    path : str
        Of the program.
    folder : Path
        Of a profile of its own.

    Attributes
    ----------
    errors : list of str
        What the scripts of the page did not catch, since it was opened.
    """

    def __init__(self, path, folder):
        command = [path, "--headless", "--no-remote", "--profile", str(folder)]
        command += ["--remote-debugging-port", "0", "about:blank"]
        self._log, self.errors, self._sent = folder / "firefox.log", [], 0
        with self._log.open("w") as log:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        try:
            self._socket = websocket.create_connection(
                f"{self._address()}/session", timeout=PATIENCE, suppress_origin=True
            )
            self._send("session.new", capabilities={})
            self._send("session.subscribe", events=["log.entryAdded"])
            self._page = self._send("browsingContext.create", type="tab")["context"]
            self._send("browsingContext.activate", context=self._page)  # it has the focus
            self.resize(1200, 1000)
        except BaseException:
            self.stop()
            raise

    def _address(self):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self._process.poll() is None:
            if found := ADDRESS.search(self._log.read_text()):
                return found[1]
            time.sleep(0.05)
        raise RuntimeError(f"Firefox did not start:\n{self._log.read_text()[-3000:]}")

    def stop(self):
        self._process.terminate()
        try:
            self._process.wait(15)
        except subprocess.TimeoutExpired:
            self._process.kill()

    def _send(self, method, **params):
        self._sent += 1
        self._socket.send(json.dumps({"id": self._sent, "method": method, "params": params}))
        while True:
            told = json.loads(self._socket.recv())
            if told.get("id") == self._sent:
                break
            self._listen(told)
        if told["type"] == "error":
            raise RuntimeError(f"{method}: {told['message']}")
        return told["result"]

    def _listen(self, event):
        about = event.get("params", {})
        if about.get("type") == "javascript" and about["level"] == "error":
            self.errors.append(about["text"])

    def resize(self, width, height):
        size = {"width": width, "height": height}
        self._send("browsingContext.setViewport", context=self._page, viewport=size)

    def goto(self, url):
        self._send("browsingContext.navigate", context=self._page, url=url, wait="complete")
        self.errors.clear()

    def evaluate(self, function, arg=None):
        """What a function of JavaScript returns, of values that JSON holds."""
        text = f"JSON.stringify(await ({function})(JSON.parse(given)) ?? null)"
        return json.loads(self._call(f"async (given) => {text}", json.dumps(arg))["value"])

    def _call(self, function, text):
        told = self._send(
            "script.callFunction",
            functionDeclaration=function,
            arguments=[{"type": "string", "value": text}],
            target={"context": self._page},
            awaitPromise=True,
        )
        if told["type"] == "exception":
            raise RuntimeError(told["exceptionDetails"]["text"])
        return told["result"]

    def wait_for(self, expression, arg=None, seconds=PATIENCE):
        """Wait until an expression of JavaScript is true; `given` in it is `arg`."""
        end = time.monotonic() + seconds
        while not self.evaluate(f"(given) => Boolean({expression})", arg):
            if time.monotonic() > end:
                raise AssertionError(f"after {seconds} s still false in the page: {expression}")
            time.sleep(0.02)

    def press(self, selector, key):
        """A key on an element, which gets the focus."""
        self.wait_for("document.querySelector(given)", selector)
        self.evaluate("(selector) => document.querySelector(selector).focus()", selector)
        self.key(key)

    def key(self, key):
        """A key on what has the focus."""
        key = KEYS.get(key, key)
        self._act("key", [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")])

    def middle(self, selector):
        """Where the middle of an element is once it is in view."""
        script = """(selector) => {
          const node = document.querySelector(selector);
          node.scrollIntoView({ block: "center", behavior: "instant" });
          const { x, y, width, height } = node.getBoundingClientRect();
          return [Math.round(x + width / 2), Math.round(y + height / 2)];
        }"""
        self.wait_for("document.querySelector(given)", selector)
        return self.evaluate(script, selector)

    def drag(self, *places):
        """Press the pointer at the first place, move along the others and let go."""
        first, *others = [{"type": "pointerMove", "x": x, "y": y} for x, y in places]
        down, up = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
        self._act("pointer", [first, down, *others, up], parameters={"pointerType": "mouse"})

    def choose(self, selector, path):
        """A file for an input of files."""
        node = self._call("(selector) => document.querySelector(selector)", selector)
        element = {"sharedId": node["sharedId"]}
        self._send("input.setFiles", context=self._page, element=element, files=[str(path)])

    def _act(self, kind, actions, **options):
        source = {"type": kind, "id": kind, "actions": actions, **options}
        self._send("input.performActions", context=self._page, actions=[source])
