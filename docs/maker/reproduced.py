"""The record of the papers as pages: their notebooks as stored, and all claims with a filter."""

from __future__ import annotations

import nbformat

from depcluster.papers import PAPERS
from depcluster.reproduction.claim import FINDING, MARKS
from depcluster.reproduction.command import papers

from .lessons import NOTEBOOKS
from .links import linked
from .templates import render

ALL_ROWS = "All rows of all papers stand [on one page](/pages/reproduction.md), with a filter."


def write(source):
    """Write the notebooks, and the claims below ``pages/reproduction.md``, which `links` wrote."""
    for name in PAPERS:
        path = NOTEBOOKS / "reproduction" / f"{name}.ipynb"
        notebook = prepared(nbformat.read(path, as_version=4))
        nbformat.write(notebook, source / "reproduction" / f"{name}.ipynb")
    page = source / "pages" / "reproduction.md"
    claims = render(
        "claims.md",
        rows=[(paper, made) for paper in papers() for made in paper.recorded()[1]],
        papers=PAPERS,
        marks=MARKS.values(),
        finding=FINDING,
    )
    page.write_text(f"{page.read_text(encoding='utf-8')}\n{claims}", encoding="utf-8")


def prepared(notebook):
    """A notebook for its page, in place: no calls of verdicts, all rows where the filter is."""
    *cells, last = notebook.cells
    while ".claims()" not in last.source:
        *cells, last = cells
    for cell in cells:
        if cell.cell_type == "markdown":
            cell.source = linked(cell.source, "notebooks/reproduction")
        elif ".claims(" in cell.source:
            cell.metadata["tags"] = ["remove-input"]
    notebook.cells = [*cells, nbformat.v4.new_markdown_cell(ALL_ROWS)]
    return notebook
