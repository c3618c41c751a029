"""Pictures of a notebook's widgets as a browser shows them, for pages that run none."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import numpy as np
from front_ends import STATE, needed, whole
from PIL import Image
from playwright.sync_api import sync_playwright

from depcluster.plotting.alt_text import RATIO
from depcluster.widgets.base.saved import page_with
from depcluster.widgets.base.stored import stored_picture
from depcluster.widgets.base.widget import VIEW

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from browser.lab import INSTALL_HINT, find_browser, launch

WIDTH = 900
# Until the page has shown its whole answer and computes nothing more, for two minutes at most.
SETTLE = """async () => {
  const wrong = () => document.querySelector("#wrong").textContent;
  const isBusy = () => !document.querySelector("#widget .dc") || document.querySelector(
    ".dc[aria-busy=true], .dc:has(> .statusbar[data-state]):not([data-whole])");
  const idle = () => new Promise((done) => requestIdleCallback(done));
  const rest = () => new Promise((done) => setTimeout(done, 100));
  for (let calm = 0; calm < 4; calm = isBusy() ? 0 : calm + 1) {
    await idle();
    await rest();
    if (wrong()) throw new Error(wrong());
    if (performance.now() > 120_000) throw new Error("The page does not settle.");
  }
}"""
# What the page says of its answer: numbers, sentences, names of pictures.
TOLD = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)].filter(
    (node) => node.getClientRects().length);
  const words = (node) => [...node.children].map(
    (each) => (each.querySelector(".hint > span") ?? each).textContent).filter(Boolean).join(" ");
  return [
    ...all(".dc .read > div").map(words),
    ...all(".dc .told, .statusbar:not(.notice) .said").map((node) => node.textContent),
    ...all(".dc [role=img], .dc svg.picture").map((node) => node.getAttribute("aria-label")),
  ].filter(Boolean);
}"""


def add_pictures(notebook):
    """Put a picture of each of our widgets that has none into its output, in place.

    Parameters
    ----------
    notebook : nbformat.NotebookNode
        With the states of its models and their front ends.

    Raises
    ------
    playwright.sync_api.Error
        If there is no Chromium, or a page shows an error or does not settle.
    """
    outputs = [each for cell in notebook.cells for each in cell.get("outputs", ())]
    ours = [each for each in outputs if VIEW in each.get("metadata", {})]
    bare = [each for each in ours if "image/png" not in each.data]
    if not bare:
        return
    models = notebook.metadata.widgets[STATE]["state"]
    with sync_playwright() as playwright:
        if (path := find_browser(playwright)) is None:
            sys.exit(f"no browser found; {INSTALL_HINT}")
        look = {"color_scheme": "light", "reduced_motion": "reduce", "device_scale_factor": RATIO}
        size = {"width": WIDTH, "height": 1000}
        page = launch(playwright, path).new_context(viewport=size, **look).new_page()
        for output in bare:
            name, summary = output.data[VIEW]["model_id"], output.data["text/plain"]
            page.goto("about:blank")
            page.set_content(page_with(summary, name, _states(name, models)))
            page.evaluate(SETTLE)
            alt = "; ".join(dict.fromkeys([summary, *page.evaluate(TOLD)]))
            picture = stored_picture(_pixels(page), WIDTH, alt)
            output.data["image/png"], output.metadata["image/png"] = picture


def _states(name, models):
    """States of a model and of those it is made of, as a page without Python keeps them."""
    ours = [each for each in needed(name, models) if "_anywidget_id" in models[each]["state"]]
    return {each: whole(models[each]) for each in ours}


def _pixels(page):
    """A page as far as its widget reaches, as pixels."""
    box = page.locator("#widget").bounding_box()
    clip = {"x": 0, "y": 0, "width": WIDTH, "height": box["y"] + box["height"]}
    shot = page.screenshot(full_page=True, clip=clip, animations="disabled")
    return np.asarray(Image.open(io.BytesIO(shot)).convert("RGBA"))
