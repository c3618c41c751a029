"""The notebooks as pages: outputs as stored, widgets alive without Python."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import nbformat

from .alive import shown
from .cards import entry
from .links import linked
from .resting import rest

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
# No title of its own: it would stand among the headings below which a name is used.
NOTE = """:::{note}
:class: without-python

**This page runs without Python**, and its widgets are alive. What only Python can do is not shown
here: to have it too, [run the notebook yourself](/install.md).
:::"""
# What a folded cell says before and after it is opened, by its tag.
FOLDED = {
    "hide-input": ("Show the code", "Hide the code"),
    "hide-cell": ("{}", "Hide {}"),  # what it checks: a beat, a section
}


def reading_order():
    """Paths of the notebooks, in the order `README.md` beside them first names them."""
    named = re.findall(r"\((\w+)\.ipynb\)", (NOTEBOOKS / "README.md").read_text(encoding="utf-8"))
    stems = dict.fromkeys([*named, *sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb"))])
    return [path for stem in stems if (path := NOTEBOOKS / f"{stem}.ipynb").exists()]


def write(folder):
    """Write the notebooks; return pairs of a `cards.Entry` and the prepared notebook."""
    told = []
    for path in reading_order():
        notebook = nbformat.read(path, as_version=4)
        card = entry(path.stem, notebook)
        notebook = prepared(path.stem, notebook)
        nbformat.write(shown(notebook, "../"), folder / path.name)
        (folder / f"{path.stem}.png").write_bytes(card.png)
        told.append((card, notebook))
    return told


def prepared(stem, notebook):
    """A notebook for a page, in place: code that only draws is folded, links lead on."""
    rest(stem, notebook)
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = linked(cell.source, "notebooks")
        elif (hidden := cell.metadata.get("jupyter", {})).get("source_hidden"):
            if _is_one_call(cell.source):  # of a guess or a score: the page shows what it says
                cell.metadata["tags"] = [*cell.metadata.get("tags", ()), "remove-input"]
                continue
            fold = "hide-cell" if hidden.get("outputs_hidden") else "hide-input"
            cell.metadata["tags"] = [*cell.metadata.get("tags", ()), fold]
            show, hide = FOLDED[fold]
            of = cell.source.partition(":")[0].removeprefix("# ")
            prompts = {"code_prompt_show": show.format(of), "code_prompt_hide": hide.format(of)}
            cell.metadata["mystnb"] = prompts
    show = f'<p><a href="../show.html?page=notebooks/{stem}">Show this lesson, full screen</a></p>'
    notebook.cells.insert(1, nbformat.v4.new_markdown_cell(f"{NOTE}\n\n{show}"))
    return notebook


def _is_one_call(code):
    """Whether a cell does nothing but show what one call gives."""
    body = ast.parse(code).body
    return len(body) == 1 and isinstance(body[0], ast.Expr)
