"""The start page and the page of the notebooks: cards, and the first widget alive."""

from __future__ import annotations

import nbformat

from depcluster.widgets.base.widget import VIEW

from .alive import shown
from .templates import render

FIRST = "00_start_here"


def write(source, told):
    """Write both pages, from what `lessons.write` gives."""
    entries = [card for card, _ in told]
    listed = render("notebooks.md", entries=entries)
    (source / "notebooks" / "index.md").write_text(listed, encoding="utf-8")
    first = next(notebook for card, notebook in told if card.stem == FIRST)
    nbformat.write(shown(start_page(first, entries), ""), source / "index.ipynb")


def start_page(notebook, entries):
    """The start page as a notebook: the first widget of a prepared lesson between its words."""
    words = render("start.md", entries=entries).split("<!-- live -->")
    cell = next(cell for cell in notebook.cells if _has_widget(cell))
    live = nbformat.v4.new_code_cell(cell.source, outputs=cell.outputs)
    live.metadata.tags = ["remove-input"]
    top, rest = map(nbformat.v4.new_markdown_cell, words)
    page = nbformat.v4.new_notebook(cells=[top, live, rest])
    page.metadata.kernelspec = notebook.metadata.kernelspec
    page.metadata.widgets = notebook.metadata.widgets
    return page


def _has_widget(cell):
    return any(VIEW in output.get("data", {}) for output in cell.get("outputs", ()))
