"""The command ``depcluster``: notebooks onto a disk and open, a report of a table, a figure."""

from __future__ import annotations

import importlib.util
import re
import shlex
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
@click.argument("table", type=_OUT)
@click.option("-c", "--clusters", type=click.IntRange(2), help="How many clusters; else asked.")
@click.option("--label", help="A column of known classes; it is then no feature.")
@click.option("--index", help="A column that names the rows.")
@click.option("--columns", help="The features, with commas between; else all of numbers.")
@click.option("--missing", multiple=True, help="A word or number that stands for nothing.")
@click.option("--header/--no-header", default=None, help="Whether the first line names columns.")
@click.option("--sheet", help="Of a workbook; else the first.")
@click.option("--decimal", type=click.Choice([".", ","]), help="What stands before decimals.")
@click.option("--read-as", multiple=True, metavar="COLUMN=READING", help="As read_table has it.")
@click.option("--categories", type=click.Choice(["left-out", "one-hot"]), help="Columns of names.")
@click.option("--yes", is_flag=True, help="Take what is safer wherever the table leaves it open.")
@click.option("--out", type=_OUT, default="report.html", show_default=True, help="Where to write.")
def report(table, clusters, out, yes, columns, missing, header, read_as, categories, **told):
    """Cluster the rows of TABLE, and write what they are and how sure that is on one page.

    TABLE is a file of CSV, TSV, Excel, Parquet or npz. What can be read in two ways is asked, with
    the option that settles it. Ten kernels are compared, and the one that least-squares mutual
    information (LSMI) prefers is taken.

    \b
    depcluster report customers.csv
    depcluster report cells.xlsx --clusters 2 --label diagnosis --out cells.html
    depcluster report stations.csv --missing -999 --read-as "day=day first"
    """
    from .report import report as write_report
    from .tables import read_table

    try:
        told |= {
            "columns": columns and [name.strip() for name in columns.split(",")],
            "missing": [_number_or_word(each) for each in missing],
            "header": "auto" if header is None else header,
            "read_as": dict(_pair(each) for each in read_as),
            "categories": categories or "left-out",
        }
        read = read_table(table, **told)
        if read.unsettled and not yes:
            asks = [
                f"{ask.words}\n" + "\n".join(map(_option, ask.readings)) for ask in read.unsettled
            ]
            words = "\n".join([f"{table.name} can be read in two ways.", *asks])
            raise ValueError(f"{words}\nOr --yes takes the first of each.")
        for ask in read.unsettled:
            click.echo(f"Taken: {ask.about}, {ask.readings[0].means}.", err=True)
        click.echo(write_report(read, clusters, out=out).path)
    except (ImportError, OSError, ValueError, MemoryError) as error:
        failure = click.ClickException(str(error) or "The table is too large for this memory.")
        failure.exit_code = 2
        raise failure from error


def _number_or_word(text):
    try:
        return float(text)
    except ValueError:
        return text


def _pair(text):
    column, between, reading = text.rpartition("=")
    if not between:
        raise ValueError(f"--read-as must be COLUMN=READING; got {text!r}.")
    return column, reading


def _option(reading):
    """The option that chooses a reading, and what it means."""
    ((name, value),) = reading.told.items()
    if name == "header":
        option = "--header" if value else "--no-header"
    elif name == "missing":
        option = " ".join(f"--missing {shlex.quote(f'{each}')}" for each in value)
    else:
        ((column, how),) = value.items()
        option = f"--read-as {shlex.quote(f'{column}={how}')}"
    return f"  {option}: {reading.means}"


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
