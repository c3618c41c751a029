"""Open a built JupyterLite in Chromium and see whether Python answers there.

``python binder/jupyterlite/check_start.py DIR`` serves DIR on this machine, opens the start
notebook, computes, installs anywidget from the site and draws with it. It fails if the page asks
anything of another machine.
"""

from __future__ import annotations

import functools
import http.server
import shutil
import sys
import threading
import time
from urllib.parse import urlsplit

from playwright.sync_api import sync_playwright

IDLE = "document.querySelector('#jp-main-statusbar')?.textContent.includes('| Idle')"
WIDGET = """\
import anywidget, traitlets
class Seven(anywidget.AnyWidget):
    _esm = "export default { render({ model, el }) { el.textContent = 'n is ' + model.get('n') } }"
    n = traitlets.Int(7).tag(sync=True)
Seven()"""
STEPS = (
    ("import sys; print(6 * 7, sys.platform)", "42 emscripten"),
    ("%pip install -q ipywidgets anywidget\nprint('wheels', 'found')", "wheels found"),
    (WIDGET, "n is 7"),
)


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass


def check(page, origin):
    began = time.monotonic()
    page.goto(f"{origin}/lab/index.html?path=00_start_here.ipynb")
    page.wait_for_selector(".jp-NotebookPanel .jp-CodeCell")
    page.wait_for_function(IDLE)
    print(f"the kernel is idle after {time.monotonic() - began:.0f} s")
    cell = page.locator(".jp-CodeCell").first
    for source, expected in STEPS:
        cell.locator(".cm-content").click()
        page.keyboard.press("Control+A")
        page.keyboard.insert_text(source)
        page.keyboard.press("Control+Enter")
        cell.locator(".jp-OutputArea", has_text=expected).first.wait_for()
        print(f"shown: {expected}")


def main():
    handler = functools.partial(Quiet, directory=sys.argv[1])
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    asked = set()
    with sync_playwright() as playwright:
        path = shutil.which("chromium") or shutil.which("google-chrome")
        flags = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]
        browser = playwright.chromium.launch(executable_path=path, args=flags)
        page = browser.new_page()
        page.set_default_timeout(180_000)
        page.context.on("request", lambda request: asked.add(urlsplit(request.url).hostname))
        check(page, f"http://127.0.0.1:{server.server_port}")
        browser.close()
    server.shutdown()
    elsewhere = asked - {"127.0.0.1", None}
    if elsewhere:
        sys.exit(f"asked other machines: {', '.join(sorted(elsewhere))}")
    print("asked no other machine")


if __name__ == "__main__":
    main()
