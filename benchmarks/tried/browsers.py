"""Browsers that front ends are tried in, alike in use: each has one page."""

import json
import os
import re
import shutil
import signal
import subprocess
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

from browser.firefox import KEYS, Firefox, find_firefox
from browser.lab import BrowserPage, find_browser, free_port, launch

MINI_BROWSERS = ("/usr/lib/*/webkit2gtk-4.*/MiniBrowser", "/usr/libexec/webkit2gtk-4.*/MiniBrowser")


class MissingBrowser(Exception):
    """What is not installed, and how it is."""


class Chromium(BrowserPage):
    """A page of Chromium, used as one of `Firefox`."""

    def goto(self, url):
        self.page.goto(url)

    def evaluate(self, function, arg=None):
        return self.page.evaluate(function, arg)

    def key(self, key):
        self.page.keyboard.press(key)


class WebKit:
    """MiniBrowser, WebKitGTK's own, driven through WebDriver on a display that nobody sees.

    WebDriver does not tell what a page's scripts did not catch: `errors` is None.
    """

    errors = None

    def __init__(self, program):
        port = free_port()
        self._origin = f"http://127.0.0.1:{port}"
        command = ["xvfb-run", "-a", "WebKitWebDriver", f"--port={port}"]
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
        self._process = subprocess.Popen(
            command, stderr=subprocess.DEVNULL, start_new_session=True, **quiet
        )
        options = {"binary": str(program), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        try:
            self._wait_until_up()
            begun = self._send("/session", capabilities=wanted)
            self._session, self.version = (
                begun["sessionId"],
                begun["capabilities"]["browserVersion"],
            )
            self._send(f"/session/{self._session}/timeouts", script=60_000, pageLoad=120_000)
        except BaseException:
            self._end()
            raise

    def _wait_until_up(self, seconds=60):
        end = time.monotonic() + seconds
        while True:
            try:
                return urllib.request.urlopen(f"{self._origin}/status", timeout=10).read()
            except OSError:
                if time.monotonic() > end or self._process.poll() is not None:
                    raise
            time.sleep(0.1)

    def _send(self, path, method="POST", **params):
        data = json.dumps(params).encode() if method == "POST" else None
        request = urllib.request.Request(self._origin + path, data, method=method)
        with urllib.request.urlopen(request, timeout=180) as answer:
            return json.loads(answer.read())["value"]

    def goto(self, url):
        self._send(f"/session/{self._session}/url", url=url)

    def evaluate(self, function, arg=None):
        script = f"return ({function})(arguments[0])"
        return self._send(f"/session/{self._session}/execute/sync", script=script, args=[arg])

    def key(self, key):
        key = KEYS.get(key, key)
        strokes = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
        source = {"type": "key", "id": "keys", "actions": strokes}
        self._send(f"/session/{self._session}/actions", actions=[source])

    def stop(self):
        self._send(f"/session/{self._session}", method="DELETE")
        self._end()

    def _end(self):
        os.killpg(self._process.pid, signal.SIGTERM)  # the display and the driver are its children
        self._process.wait(15)


def there(found, packages):
    """What was found, or an error that names the packages it comes in."""
    if not found:
        raise MissingBrowser(f"not installed; try apt-get install {packages}")
    return found


@contextmanager
def chromium(folder):
    """A Chromium and its version."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = launch(playwright, there(find_browser(playwright), "chromium"))
        yield Chromium(browser), browser.version
        browser.close()


@contextmanager
def firefox(folder):
    """A Firefox and its version."""
    program, profile = there(find_firefox(), "firefox-esr"), folder / "firefox"
    profile.mkdir()
    said = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
    page = Firefox(program, profile)
    yield page, re.search(r"\d+(\.\d+)+", said)[0]
    page.stop()


@contextmanager
def webkit(folder):
    """A WebKitGTK and its version."""
    found = [path for pattern in MINI_BROWSERS for path in Path("/").glob(pattern[1:])]
    driven = shutil.which("WebKitWebDriver") and shutil.which("xvfb-run")
    page = WebKit(there(driven and found, "webkit2gtk-driver xvfb")[-1])
    yield page, page.version
    page.stop()


BROWSERS = {"Chromium": chromium, "Firefox": firefox, "WebKitGTK": webkit}
