"""Run notebooks from top to bottom and store them: ``python tools/execute.py [NAME ...]``.

As ``jupyter nbconvert --execute --inplace`` does, but three things are left out: the widgets'
scripts and style sheets, which would be stored again with every widget, the plain text of what is
stored as HTML, and the times at which cells ran. Two things are added: all pictures of every
`interactive_figure` are drawn, so that they move where no Python runs, and every other widget is
opened in Chromium, whose picture of it is stored for pages that run no widgets. Without names, all
lessons and all notebooks of `reproduction` are run. One that fails stays as it was. Needs the extra
``test``.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from playwright.sync_api import Error as PageError

NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
sys.path.insert(0, str(Path(__file__).parent))

from front_ends import leave_out  # noqa: E402
from view_pictures import add_pictures  # noqa: E402

DRAW_ALL = "from depcluster.widgets.interactive_figure import draw_all\ndraw_all()"


def execute(path):
    """Run a notebook in its folder and store it with its outputs.

    Parameters
    ----------
    path : Path

    Raises
    ------
    nbclient.exceptions.CellExecutionError
        If a cell fails; the file is then as before.
    playwright.sync_api.Error
        If the page of a widget fails; the file is then as before.
    """
    notebook = nbformat.read(path, as_version=4)
    notebook.metadata.pop("widgets", None)
    options = {"kernel_name": "python3", "timeout": None, "record_timing": False}
    options["coalesce_streams"] = True  # lines printed one by one are one output
    where = {"metadata": {"path": str(path.parent)}}
    notebook.cells.append(nbformat.v4.new_code_cell(DRAW_ALL))
    NotebookClient(notebook, resources=where, **options).execute()
    notebook.cells.pop()
    add_pictures(notebook)
    leave_out(notebook)
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # when it ran
        for output in cell.get("outputs", ()):
            if "text/html" in output.get("data", {}):
                output.data.pop("text/plain", None)
    nbformat.write(notebook, path)


def main(arguments=None):
    """The command; returns its exit status."""
    found = [*sorted(NOTEBOOKS.glob("*.ipynb")), *sorted(NOTEBOOKS.glob("reproduction/*.ipynb"))]
    stems = [path.relative_to(NOTEBOOKS).with_suffix("").as_posix() for path in found]
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(stems)}")
    names = parser.parse_args(arguments).names
    if unknown := [name for name in names if name not in stems]:
        parser.error(f"there is no notebook {unknown[0]}; NAME is one of {', '.join(stems)}")
    failed = 0
    for name in names or stems:
        path, start = NOTEBOOKS / f"{name}.ipynb", time.monotonic()
        try:
            execute(path)
        except (CellExecutionError, PageError) as error:
            failed += 1
            print(f"{name} stays as it was.\n{error}", file=sys.stderr)
        else:
            took, size = time.monotonic() - start, path.stat().st_size
            print(f"{name}: {took:.0f} s, {size / 1e6:.2f} MB")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
