"""A widget as one file that lives: without Python and without a network."""

from __future__ import annotations

import base64
import html
import json
import os
import re
from pathlib import Path

import ipywidgets

from ..._utils.files import not_written
from ..._validation import short_repr

_HERE = Path(__file__).parent
ALONE = (_HERE / "alone.js").read_text(encoding="utf-8")
_TEXT = (_HERE / "saved.html").read_text(encoding="utf-8").replace("{{alone}}", ALONE.rstrip())


def skeleton(kind):
    """What a page needs to save a widget itself and to make links to it.

    Parameters
    ----------
    kind : type
        Class of the widget.

    Returns
    -------
    dict of str to object
        "text" of the file, with places for a title and what is saved, "names" of traits that are
        saved, what the widget is "called" in links, and "all" that the page has.
    """
    own = {*kind.class_trait_names(sync=True), "_esm", "_css", "_page"}
    names = own - {*ipywidgets.DOMWidget.class_trait_names(sync=True), "_anywidget_id"}
    called = name_in_links(kind.__name__)
    return {"text": _TEXT, "names": sorted(names), "called": called, "all": [called]}


def name_in_links(kind):
    """What the first widget of a class is called in links to a page: kernel-explorer."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind).lower()


def page_of(widget):
    """The file, whole."""
    states = {}
    _keep(widget, states)
    return page_with(type(widget).__name__, widget.model_id, states)


def page_with(title, first, states):
    """The file of the model named first, with the states of all that it is made of by their names.

    Bytes in them are as ``{"$bytes": text in base64}``.
    """
    saved = json.dumps({"first": first, "states": states}, allow_nan=False)
    parts = {"title": html.escape(title), "saved": saved.replace("<", "\\u003c")}
    text = _TEXT
    for name, part in parts.items():
        text = text.replace(f"{{{{{name}}}}}", part)
    return text


def _keep(widget, states):
    """Add the state of a widget, and of those it is made of, by the names of their models."""
    names = skeleton(type(widget))["names"]
    states[widget.model_id] = {**_plain(widget.get_state(names)), "_python": False}
    for value in (getattr(widget, name) for name in names):
        if isinstance(value, ipywidgets.Widget):
            _keep(value, states)


def _plain(value):
    """A value as JSON can hold it; bytes are marked as such."""
    if isinstance(value, bytes | bytearray | memoryview):
        return {"$bytes": base64.b64encode(value).decode("ascii")}
    if isinstance(value, dict):
        return {name: _plain(each) for name, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value


def place_of(path):
    """The path, if a page may stand there."""
    try:
        place = Path(os.path.abspath(os.fspath(path)))
        if place.suffix.lower() != ".html" or "\0" in str(place):
            raise ValueError(f"path must end in .html; got {short_repr(path)}. Try 'ring.html'.")
        if not place.parent.is_dir():
            raise ValueError(f"path must be in a folder that is there; got {short_repr(path)}.")
        if place.is_dir():
            raise ValueError(f"path must be that of a file; got the folder {short_repr(path)}.")
    except TypeError:
        raise ValueError(f"path must be a path; got {short_repr(path)}. Try 'ring.html'.") from None
    except OSError as error:
        raise ValueError(not_written(path, error, "path")) from None
    return place
