"""The command ``depcluster``: notebooks onto a disk and open, a report of a table, a figure."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from functools import partial
from importlib.metadata import metadata
from pathlib import Path

import click

from .reproduction.command import PAPERS, draw, papers

_START = "00_start_here.ipynb"
_OUT = click.Path(path_type=Path)


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="`depcluster COMMAND --help` has an example of each.",
)
@click.version_option(package_name="depcluster")
def main():
    """Dependence-maximization clustering, to learn from and to teach with."""


@main.command()
@click.argument("folder", type=_OUT, default="depcluster-notebooks")
@click.argument("options", nargs=-1)
def lab(folder, options):
    """Copy the notebooks into FOLDER, and open JupyterLab on the first one.

    A notebook that is there already is left as it is. What follows -- goes to JupyterLab.

    \b
    depcluster lab
    depcluster lab course -- --no-browser --port 8890
    """
    if importlib.util.find_spec("jupyterlab") is None:
        raise click.ClickException(
            'JupyterLab is not installed; pip install "depcluster[lab]" brings it.'
        )
    source = _notebooks()
    _copy(source, source.rglob("*.ipynb"), folder)
    command = [sys.executable, "-m", "jupyterlab", str(folder / _START), *options]
    sys.exit(subprocess.run(command, check=False).returncode)


@main.command()
@click.argument("folder", type=_OUT)
def exercises(folder):
    """Copy the exercises into FOLDER, four to each notebook of a paper, with the solved ones.

    Their links lead to the lessons on the site. A notebook that is there already is left as it is.

    \b
    depcluster exercises homework
    """
    told = [line.split(", ") for line in metadata("depcluster").get_all("Project-URL")]
    lesson = f"]({dict(told)['Documentation']}notebooks/\\1.html)"
    source = _notebooks() / "exercises"
    linked = partial(re.sub, r"\]\((?:\.\./)+(\w+)\.ipynb\)", lesson)
    _copy(source, source.rglob("*.ipynb"), folder, linked)


@main.command()
@click.argument("table", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("-c", "--clusters", type=click.IntRange(2), required=True, help="How many clusters.")
@click.option("--label", help="A column of known classes; it is then no feature.")
@click.option("--out", type=_OUT, default="report.html", show_default=True, help="Where to write.")
def report(table, clusters, label, out):
    """Cluster the rows of TABLE, and write what they are and how sure that is on one page.

    TABLE is a file of CSV, TSV, Excel, Parquet or npz. Ten kernels are compared, and the one that
    least-squares mutual information (LSMI) prefers is taken, as in the notebook your_data.

    \b
    depcluster report customers.csv --clusters 3
    depcluster report cells.xlsx --clusters 2 --label diagnosis --out cells.html
    """
    from .lessons import your_data
    from .widgets import DataFile

    try:
        file = DataFile(table, label=label)
        found = your_data.judged(file, clusters)
        your_data.report(file, found[found.best("lsmi")], found, out)
    except (ImportError, OSError, ValueError) as error:
        raise click.ClickException(str(error)) from error
    for words in file.unsettled:
        click.echo(f"Not settled: {words}", err=True)
    if file.unsettled:
        click.echo("The notebook your_data (depcluster lab) has a button for each.", err=True)
    click.echo(out)


@main.command()
@click.argument("paper", type=click.Choice(PAPERS))
@click.argument("number")
@click.option("--out", type=_OUT, default=".", help="Folder of the picture; this one if left out.")
def figure(paper, number, out):
    """Draw figure NUMBER of PAPER, computed here.

    \b
    depcluster figure song2007 2
    depcluster figure zhong2010 5 --out pictures
    """
    (of,) = papers((paper,))
    item = f"Fig. {number}"
    if item not in of.figures:
        known = [one.removeprefix("Fig. ") for one in of.figures if one.startswith("Fig. ")]
        raise click.ClickException(f"NUMBER must be one of {', '.join(known)}; got {number!r}.")
    out.mkdir(parents=True, exist_ok=True)
    draw(of, item, out)


def _notebooks():
    """Of the wheel; of the repository, where it is installed as editable."""
    package = Path(__file__).parent
    inside = package / "notebooks"
    return inside if inside.exists() else package.parent / "notebooks"


def _copy(source, paths, folder, changed=str):
    """Copy notebooks with their texts changed, but none over another."""
    if folder.exists() and not folder.is_dir():
        raise click.ClickException(f"FOLDER must be a folder or a new one; got the file {folder}.")
    kept = 0
    for path in sorted(one for one in paths if ".ipynb_checkpoints" not in one.parts):
        copy = folder / path.relative_to(source)
        kept += copy.exists()
        if not copy.exists():
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(changed(path.read_text("utf-8")), "utf-8")
    click.echo(f"The notebooks are in {folder}" + f"; {kept} were there already." * bool(kept))
