"""The record of the papers as pages: their notebooks as stored, and all claims with a filter."""

from __future__ import annotations

from html import escape

import nbformat
from front_ends import read

from depcluster.reproduction.claim import FINDING, MARKS
from depcluster.reproduction.command import PAPERS, papers

from .lessons import NOTEBOOKS
from .links import linked

_TREE = "\n\n```{{toctree}}\n:hidden:\n\n{}\n```\n"
ALL_ROWS = "All rows of all papers stand [on one page](/pages/reproduction.md), with a filter."
_COLUMNS = ("Where", "The paper says", "Here", "Verdict")


def write(source):
    """Write the notebooks, and the claims below the page of REPRODUCTION.md.

    Parameters
    ----------
    source : Path
        Folder of the site's sources, with `pages/reproduction.md` in it.
    """
    for name in PAPERS:
        notebook = prepared(read(NOTEBOOKS / "reproduction" / f"{name}.ipynb"))
        nbformat.write(notebook, source / "reproduction" / f"{name}.ipynb")
    page = source / "pages" / "reproduction.md"
    rows = [(paper, made) for paper in papers() for made in paper.recorded()[1]]
    tree = _TREE.format("\n".join(f"/reproduction/{name}" for name in PAPERS))
    text = f"{page.read_text(encoding='utf-8')}\n## All claims\n\n{table(rows)}{tree}"
    page.write_text(text, encoding="utf-8")


def prepared(notebook):
    """A notebook for its page, in place: no calls of verdicts, all rows where the filter is."""
    *cells, last = notebook.cells
    while not last.source.strip().endswith(".claims()"):
        *cells, last = cells
    for cell in cells:
        if cell.cell_type == "markdown":
            cell.source = linked(cell.source, "notebooks/reproduction")
        elif ".claims(" in cell.source:
            cell.metadata["tags"] = ["remove-input"]
    notebook.cells = [*cells, nbformat.v4.new_markdown_cell(ALL_ROWS)]
    return notebook


def table(rows):
    """All claims in HTML; `verdicts.js` puts a filter by paper and verdict above.

    Parameters
    ----------
    rows : list of (Paper, Claim)

    Returns
    -------
    str
    """
    head = "".join(f'<th scope="col">{column}</th>' for column in _COLUMNS)
    body = "".join(_row(paper, made) for paper, made in rows)
    return (
        f'<div class="verdicts" role="region" tabindex="0" aria-label="{len(rows)} claims" '
        f'data-marks="{" ".join(MARKS.values())}"><table>'
        f"<caption>{len(rows)} claims of {len(PAPERS)} papers</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _row(paper, made):
    small = filter(None, (made.how, made.note))
    said = made.reported + " (our finding)" * (made.kind == FINDING)
    cells = (
        f"{escape(made.claim)}<br><small>Paper: {escape(said)}</small>",
        f"{escape(made.here)}<br><small>{escape(' '.join(small))}</small>",
        f"{escape(made.shown)}<br><small>{escape(made.reason)}; "
        f"{escape(made.kind)}</small>",
    )
    link = f'<a href="../reproduction/{paper.module}.html">{paper.name}</a>, {escape(made.item)}'
    told = "".join(f"<td>{' '.join(cell.split())}</td>" for cell in cells)
    return (
        f'<tr data-paper="{paper.name}" data-verdict="{made.verdict}">'
        f'<th scope="row">{link}</th>{told}</tr>'
    )
