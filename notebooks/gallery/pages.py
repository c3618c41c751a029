"""A notebook as a page: stored outputs, live front ends, formulas, two themes."""

from __future__ import annotations

import re
from pathlib import Path

import jinja2
from nbconvert import HTMLExporter

HERE = Path(__file__).parent
STATE = "application/vnd.jupyter.widget-state+json"
LAB = ("index.css", "theme-light.css", "theme-dark.css")
LINK = re.compile(r"\[([^\]]*)\]\(([\w./-]+)\)")


def put_styles(folder):
    """Put the style sheets and our own scripts into `folder`.

    Parameters
    ----------
    folder : Path
    """
    folder.mkdir(parents=True, exist_ok=True)
    for base in HTMLExporter(template_name="lab").template_paths:
        for name in LAB:
            source = Path(base, "static", name)
            if source.exists() and not (folder / name).exists():
                (folder / name).write_bytes(source.read_bytes())
    for source in (HERE / "gallery.css", HERE / "theme.js", HERE / "formulas.js"):
        (folder / source.name).write_bytes(source.read_bytes())


def page(notebook, title):
    """The page of a notebook.

    Parameters
    ----------
    notebook : nbformat.NotebookNode
        With its outputs; nothing is run. Controls that only Python could answer are switched
        off in it, links to other notebooks lead to their pages, and those to other files go.
    title : str

    Returns
    -------
    str
        HTML that loads what `put_styles` and `third_party.put_scripts` leave in ``assets/``.
    """
    _rest(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = LINK.sub(_link, cell.source)
    exporter = HTMLExporter(
        template_name="lab",
        template_file=str(HERE / "page.html.j2"),
        exclude_anchor_links=True,
        exclude_input_prompt=True,
        exclude_output_prompt=True,
    )
    text, _ = exporter.from_notebook_node(notebook, {"metadata": {"name": title}})
    return text


def _link(found):
    """A link to another notebook leads to its page; other files are not in the gallery."""
    stem, _, ending = found[2].rpartition(".")
    return f"[{found[1]}]({stem}.html)" if ending == "ipynb" and "/" not in stem else found[1]


def _rest(notebook):
    """Switch off the controls of `redrawn`: they ask Python to draw."""
    states = notebook.metadata.get("widgets", {}).get(STATE, {}).get("state", {})
    for model in states.values():
        if "_resting" in model["state"]:
            model["state"]["_resting"] = True


def index(entries):
    """The page that lists the notebooks.

    Parameters
    ----------
    entries : list of front_matter.Entry

    Returns
    -------
    str
    """
    loader = jinja2.FileSystemLoader(HERE)
    environment = jinja2.Environment(
        loader=loader, autoescape=True, undefined=jinja2.StrictUndefined
    )
    return environment.get_template("index.html.j2").render(entries=entries)
