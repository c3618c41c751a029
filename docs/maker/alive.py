"""Widgets of notebooks as pages show them: the stored picture, which `widgets.js` brings to life.

A page holds the states of its widgets. What all widgets of a class share, script, style and page to
save, is one file beside the pages, and the style sheets of all are another.
"""

from __future__ import annotations

import base64
import html
import json
import shutil
import zlib
from copy import deepcopy
from functools import cache

import nbformat
from front_ends import STATE, front_end, models_of, needed, whole

from depcluster.widgets.base.bundle import every_style
from depcluster.widgets.base.saved import ALONE, skeleton
from depcluster.widgets.base.widget import VIEW

from .cards import shrunk
from .links import ROOT

MADE = ROOT / "build" / "made"  # what is made of the static files


def begin():
    """Make the folder of static files anew."""
    shutil.rmtree(MADE, ignore_errors=True)
    _front_end.cache_clear()
    for name in ("pictures", "widgets"):
        (MADE / name).mkdir(parents=True)
    (MADE / "widgets.css").write_text(every_style() + "\n", encoding="utf-8")
    (MADE / "alone.js").write_text(ALONE, encoding="utf-8")


def shown(notebook, root):
    """A copy of a notebook whose outputs hold what a page needs of their widgets.

    Parameters
    ----------
    notebook : nbformat.NotebookNode
        As `lessons.prepared` gives it.
    root : str
        From the folder of the page to the top of the site: "../".

    Returns
    -------
    nbformat.NotebookNode
    """
    notebook = deepcopy(notebook)
    kinds = {state["_anywidget_id"]: kind for state, kind in models_of(notebook)}
    models = notebook.metadata.pop("widgets", {}).get(STATE, {}).get("state", {})
    there = set()
    for cell in notebook.cells:
        for k, output in enumerate(cell.get("outputs", ())):
            if VIEW in output.get("data", {}):
                name = output.data[VIEW]["model_id"]
                parts = [part for part in needed(name, models) if part not in there]
                text = _picture(output, name, models[name]["state"], root, not there)
                for part in parts:
                    kind = kinds.get(models[part]["state"].get("_anywidget_id"))
                    text += f"\n{_state(part, models[part], kind)}" if kind else ""
                there.update(parts)
                cell.outputs[k] = nbformat.v4.new_output("display_data", {"text/html": text})
    return notebook


def load(app, pagename, templatename, context, doctree):
    """Load what brings widgets to life on a page that has some."""
    if '<div class="widget"' in context.get("body", ""):
        app.add_css_file("widgets.css")
        for name in ("alone.js", "widgets.js"):
            app.add_js_file(name, loading_method="defer")


@cache
def _front_end(kind):
    """Write what all widgets of a class share; its address, which changes with what it holds."""
    script = f"document.currentScript.frontEnd = {json.dumps(front_end(kind))};\n"
    (MADE / "widgets" / f"{kind.__name__}.js").write_text(script, encoding="utf-8")
    return f"widgets/{kind.__name__}.js?v={zlib.crc32(script.encode()):08x}"


def _picture(output, name, state, root, is_first):
    """The place of a widget with its picture, which a page loads when it comes near."""
    about = output.metadata["image/png"]
    png, (width, height) = shrunk(base64.b64decode(output.data["image/png"]), about.get("foot", 0))
    (MADE / "pictures" / f"{name}.png").write_bytes(png)
    loading = "eager" if is_first else "lazy"
    called = state["_page"].get("called", "")
    return (
        f'<div class="widget" data-model="{name}" data-called="{called}">'
        f'<img src="{root}_static/pictures/{name}.png" alt="{html.escape(about["alt"])}"'
        f' width="{about["width"]}" height="{round(about["width"] * height / width)}"'
        f' loading="{loading}"></div>'
    )


def _state(name, model, kind):
    """What a model has that others of its class have not; bytes as a saved page holds them."""
    state = whole(model)
    names = {*skeleton(kind)["names"]} - {*front_end(kind)} | {"_page"}
    state = {name: value for name, value in state.items() if name in names}
    text = json.dumps(state, allow_nan=False, separators=(",", ":")).replace("<", "\\u003c")
    about = f'type="application/json" id="state-{name}" data-front="{_front_end(kind)}"'
    return f"<script {about}>{text}</script>"
