"""The start page and the page of the notebooks: cards, and the first picture alive."""

from __future__ import annotations

from pathlib import Path

import nbformat
from front_ends import STATE

from .cards import VIEW

TEMPLATE = Path(__file__).parents[1] / "start.md"
FIRST = "00_start_here"
LIST = """# Notebooks

Eight lessons from one idea, and one for a table of your own. Begin with the first two; the papers
after them can be read in any order. *Choosing a kernel* and *Your data tonight* need only the
first.

"""


def write(source, told):
    """Write the start page and the page that lists the notebooks.

    Parameters
    ----------
    source : Path
        Folder of the site's sources.
    told : list of (cards.Entry, nbformat.NotebookNode)
        As `lessons.write` gives them.
    """
    entries = [card for card, _ in told]
    names = "\n".join(card.stem for card in entries)
    listed = f"{LIST}{grid(entries)}\n\n```{{toctree}}\n:hidden:\n\n{names}\n```\n"
    (source / "notebooks" / "index.md").write_text(listed, encoding="utf-8")
    first = next(notebook for card, notebook in told if card.stem == FIRST)
    nbformat.write(start_page(first, entries), source / "index.ipynb")


def grid(entries):
    """Cards of the notebooks.

    Parameters
    ----------
    entries : list of cards.Entry

    Returns
    -------
    str
        Markdown for sphinx-design.
    """
    cards = "\n\n".join(
        f"""\
:::{{grid-item-card}} {card.title}
:link: /notebooks/{card.stem}
:link-type: doc
:img-top: /notebooks/{card.stem}.png
:img-alt: {" ".join(card.alt.split())}
:class-card: notebook-card

{card.sentence}

**{card.minutes} minutes**
:::"""
        for card in entries
    )
    return f"::::{{grid}} 1 2 2 3\n:gutter: 3\n\n{cards}\n::::"


def start_page(notebook, entries):
    """The start page as a notebook: the first widget of a lesson between its words.

    Parameters
    ----------
    notebook : nbformat.NotebookNode
        As prepared for its page.
    entries : list of cards.Entry

    Returns
    -------
    nbformat.NotebookNode
    """
    before, after = TEMPLATE.read_text(encoding="utf-8").split("<!-- live -->")
    cell, shown = next((cell, name) for cell in notebook.cells for name in _views(cell))
    live = nbformat.v4.new_code_cell(cell.source, outputs=cell.outputs)
    live.metadata.tags = ["remove-input"]
    words = [before, after.replace("<!-- cards -->", grid(entries))]
    top, rest = map(nbformat.v4.new_markdown_cell, words)
    models = notebook.metadata.widgets[STATE]["state"]
    page = nbformat.v4.new_notebook(cells=[top, live, rest])
    page.metadata.kernelspec = notebook.metadata.kernelspec
    page.metadata.widgets = {
        STATE: {
            "state": {name: models[name] for name in _needed(shown, models)},
            "version_major": 2,
            "version_minor": 0,
        }
    }
    return page


def _views(cell):
    """Names of the models that a cell shows."""
    shown = (output.get("data", {}).get(VIEW) for output in cell.get("outputs", ()))
    return [view["model_id"] for view in shown if view]


def _needed(name, models, seen=()):
    """A model and those it is made of."""
    if name in seen:
        return list(seen)
    seen = [*seen, name]
    for value in models[name]["state"].values():
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, str) and each.startswith("IPY_MODEL_"):
                seen = _needed(each.removeprefix("IPY_MODEL_"), models, seen)
    return seen
