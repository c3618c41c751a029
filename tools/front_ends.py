"""What widgets share, scripts and style sheets: left out of stored notebooks, and given to pages.

Every stored widget would repeat them, and they are those of the installed package anyway.
"""

from __future__ import annotations

from depcluster.widgets.base.saved import skeleton
from depcluster.widgets.base.stored import LINE
from depcluster.widgets.base.widget import Widget

STATE = "application/vnd.jupyter.widget-state+json"
# What is stored instead: a page that restores models and has no picture of them says this.
IN_PLACE = {
    "_esm": f'export default {{ render({{ el }}) {{ el.textContent = "{LINE}"; }} }};',
    "_css": "",
    "_page": {},
}


def models_of(notebook):
    """The states of a notebook's models that are widgets of ours, each with its class.

    Parameters
    ----------
    notebook : nbformat.NotebookNode

    Yields
    ------
    state : dict
    kind : type
    """
    classes = {f"{kind.__module__}.{kind.__name__}": kind for kind in _below(Widget)}
    stored = notebook.metadata.get("widgets", {}).get(STATE, {}).get("state", {})
    for model in stored.values():
        if kind := classes.get(model["state"].get("_anywidget_id")):
            yield model["state"], kind


def _below(kind):
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)


def needed(name, models, seen=()):
    """Names of a stored model and of those it is made of."""
    if name in seen:
        return list(seen)
    seen = [*seen, name]
    for value in models[name]["state"].values():
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, str) and each.startswith("IPY_MODEL_"):
                seen = needed(each.removeprefix("IPY_MODEL_"), models, seen)
    return seen


def whole(model):
    """A stored state with its bytes in it, for a page without Python."""
    state = {**model["state"], "_python": False}
    for buffer in model.get("buffers", ()):
        *way, last = buffer["path"]
        place = state
        for key in way:
            place[key] = place[key].copy()
            place = place[key]
        place[last] = {"$bytes": buffer["data"]}
    return state


def leave_out(notebook):
    """Take the front ends out of the stored states of a notebook, in place."""
    for state, _ in models_of(notebook):
        state.update(IN_PLACE)


def front_end(kind):
    """What all widgets of a class share: script, style, and the page to save."""
    texts = {name: getattr(kind, name) for name in ("_esm", "_css")}
    # Traits from the class's first widget on.
    texts = {name: getattr(text, "default_value", str(text)) for name, text in texts.items()}
    return texts | {"_page": skeleton(kind)}
