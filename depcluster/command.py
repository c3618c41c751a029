"""The command ``depcluster``: what each of its commands does, and what it takes.

What is heavy is imported by the command that needs it, so that help comes at once.
"""

from __future__ import annotations

import argparse
import importlib.util
import inspect
import re
import shlex
import subprocess
import sys
from functools import partial
from importlib.metadata import metadata, version
from pathlib import Path

from .papers import PAPERS

_FOLDER = "depcluster-notebooks"
_START = "00_start_here.ipynb"


def main(arguments=None):
    """The command; returns its exit status."""
    words = iter(sys.argv[1:] if arguments is None else arguments)
    given = [  # what follows --missing may begin with a minus, and is no option
        f"{word}={value}"
        if word == "--missing" and (value := next(words, None)) is not None
        else word
        for word in words
    ]
    options = vars(_parser().parse_args(given or ["--help"]))
    try:
        return options.pop("run")(**options) or 0
    except OSError as error:
        return _refuse(error, 2)
    except KeyboardInterrupt:
        return _refuse("stopped by an interrupt.", 1)


def _parser():
    parser = argparse.ArgumentParser(
        prog="depcluster",
        description="Dependence-maximization clustering, to learn from and to teach with.",
        epilog="`depcluster COMMAND --help` has examples of each.",
    )
    told = f"%(prog)s {version('depcluster')}"
    parser.add_argument("--version", action="version", version=told)
    commands = parser.add_subparsers(required=True, metavar="COMMAND", title="commands")
    for run, takes in (
        (lab, _lab_takes),
        (exercises, _exercises_takes),
        (report, _report_takes),
        (figure, _figure_takes),
        (reproduction, _reproduction_takes),
    ):
        doc = inspect.getdoc(run)
        command = commands.add_parser(
            run.__name__,
            help=doc.partition("\n\n")[0],
            description=doc,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        command.set_defaults(run=run)
        takes(command.add_argument)
    return parser


def _refuse(why, status):
    print(f"Error: {why}", file=sys.stderr)
    return status


def lab(folder, options):
    """Copy the notebooks into FOLDER, and open JupyterLab on the first one.

    A notebook that is there already is left as it is. What follows -- goes to
    JupyterLab.

    $ depcluster lab
    $ depcluster lab course -- --no-browser --port 8890
    """
    if folder.name.startswith("-"):  # FOLDER is left out, and this follows --
        folder, options = Path(_FOLDER), [folder.name, *options]
    if importlib.util.find_spec("jupyterlab") is None:
        return _refuse('JupyterLab is not installed; pip install "depcluster[lab]" brings it.', 1)
    source = _notebooks()
    _copy(source, source.rglob("*.ipynb"), folder)
    command = [sys.executable, "-m", "jupyterlab", str(folder / _START), *options]
    return subprocess.run(command, check=False).returncode


def _lab_takes(add):
    add("folder", metavar="FOLDER", nargs="?", type=_folder, default=_FOLDER)
    add("options", metavar="-- OPTION", nargs="*", help="of JupyterLab")


def exercises(folder):
    """Copy the exercises into FOLDER, four to each notebook of a paper, and the solved ones.

    Their links lead to the lessons on the site. A notebook that is there already is
    left as it is.

    $ depcluster exercises homework
    """
    told = [line.split(", ") for line in metadata("depcluster").get_all("Project-URL")]
    lesson = f"]({dict(told)['Documentation']}notebooks/\\1.html)"
    source = _notebooks() / "exercises"
    linked = partial(re.sub, r"\]\((?:\.\./)+(\w+)\.ipynb\)", lesson)
    _copy(source, source.rglob("*.ipynb"), folder, linked)


def _exercises_takes(add):
    add("folder", metavar="FOLDER", type=_folder)


def report(table, clusters, out, yes, **told):
    """Cluster the rows of TABLE, and write what they are and how sure that is on one page.

    TABLE is a file of CSV, TSV, Excel, Parquet or npz. What can be read in two ways
    is asked, with the option that settles it. Ten kernels are compared, and the one
    that least-squares mutual information (LSMI) prefers is taken.

    $ depcluster report customers.csv
    $ depcluster report cells.xlsx --clusters 2 --label diagnosis --out cells.html
    $ depcluster report stations.csv --missing -999 --read-as "day=day first"
    """
    from .report import report as write_report
    from .tables import read_table

    try:
        read = read_table(table, **told | {"read_as": dict(told["read_as"])})
        if read.unsettled and not yes:
            asks = [
                f"{ask.words}\n" + "\n".join(map(_option, ask.readings)) for ask in read.unsettled
            ]
            words = "\n".join([f"{table.name} can be read in two ways.", *asks])
            raise ValueError(f"{words}\nOr --yes takes the first of each.")
        for ask in read.unsettled:
            print(f"Taken: {ask.about}, {ask.readings[0].means}.", file=sys.stderr)
        print(write_report(read, clusters, out=out).path)
    except (ImportError, MemoryError, ValueError) as error:
        return _refuse(str(error) or "The table is too large for this memory.", 2)


def _report_takes(add):
    add("table", metavar="TABLE", type=Path)
    add("-c", "--clusters", type=_clusters, metavar="NUMBER", help="how many; else it is found")
    add("--label", metavar="COLUMN", help="of known classes; it is then no feature")
    add("--index", metavar="COLUMN", help="that names the rows")
    add(
        "--columns",
        type=lambda text: [name.strip() for name in text.split(",")],
        metavar="A,B,...",
        help="the features; else all columns of numbers",
    )
    add(
        "--missing",
        action="append",
        type=_number_or_word,
        default=[],
        metavar="VALUE",
        help="a word or number that stands for nothing; once for each",
    )
    add(
        "--header",
        action=argparse.BooleanOptionalAction,
        default="auto",
        help="whether the first line names the columns; else as it looks",
    )
    add("--sheet", metavar="NAME", help="of a workbook; else the first")
    add("--decimal", choices=[".", ","], help="what stands before decimals; else as it looks")
    add(
        "--read-as",
        action="append",
        type=_pair,
        default=[],
        metavar="COLUMN=READING",
        help="how to read a column, in the words of read_table",
    )
    add(
        "--categories",
        choices=["left-out", "one-hot"],
        default="left-out",
        help="what becomes of columns of names (left-out)",
    )
    add("--yes", action="store_true", help="take what is safer wherever the table leaves it open")
    add(
        "--out",
        type=Path,
        default="report.html",
        metavar="FILE",
        help="where to write (report.html)",
    )


def _folder(text):
    if Path(text).exists() and not Path(text).is_dir():
        raise argparse.ArgumentTypeError(f"it must be a folder or a new one; got the file {text}")
    return Path(text)


def _clusters(text):
    if not text.isdecimal() or int(text) < 2:
        raise argparse.ArgumentTypeError(f"it must be a whole number from 2 on; got {text!r}")
    return int(text)


def _number_or_word(text):
    try:
        return float(text)
    except ValueError:
        return text


def _pair(text):
    column, between, reading = text.rpartition("=")
    if not between:
        raise argparse.ArgumentTypeError(f"it must be COLUMN=READING; got {text!r}")
    return column, reading


def _option(reading):
    """The option that chooses a reading, and what it means."""
    ((name, value),) = reading.told.items()
    if name == "header":
        option = "--header" if value else "--no-header"
    elif name == "missing":
        option = " ".join(f"--missing={shlex.quote(f'{each}')}" for each in value)
    else:
        ((column, how),) = value.items()
        option = f"--read-as={shlex.quote(f'{column}={how}')}"
    return f"  {option}: {reading.means}"


def figure(paper, number, out):
    """Draw figure NUMBER of PAPER, computed here.

    $ depcluster figure song2007 2
    $ depcluster figure zhong2010 5 --out pictures
    """
    from .reproduction.command import draw, papers

    (of,) = papers((paper,))
    item = f"Fig. {number}"
    if item not in of.figures:
        known = [one.removeprefix("Fig. ") for one in of.figures if one.startswith("Fig. ")]
        return _refuse(f"NUMBER must be one of {', '.join(known)}; got {number!r}.", 2)
    out.mkdir(parents=True, exist_ok=True)
    draw(of, item, out)


def _figure_takes(add):
    add("paper", metavar="PAPER", choices=PAPERS, help=", ".join(PAPERS))
    add("number", metavar="NUMBER")
    add("--out", type=_folder, default=".", metavar="FOLDER", help="of the picture (this one)")


def reproduction(paper, item, out, check, record):
    """Draw the papers' figures and tables, compute their claims, write REPRODUCTION.md.

    $ depcluster reproduction                           all papers, some minutes
    $ depcluster reproduction zhong2010 --item "Fig. 5" --out pictures
    $ depcluster reproduction --check                   against what is recorded
    """
    from .reproduction.command import chosen_papers, reproduce

    try:
        chosen = chosen_papers(paper, item, check, record)
    except ValueError as error:
        return _refuse(error, 2)
    return reproduce(chosen, item, out, check, record)


def _reproduction_takes(add):
    papers = ", ".join(PAPERS)
    add("paper", metavar="PAPER", nargs="?", choices=PAPERS, help=f"{papers}; else all")
    add("--item", help='one figure, table or other item, as "Fig. 5"; else all')
    add(
        "--out", type=_folder, default="figures", metavar="FOLDER", help="of the pictures (figures)"
    )
    add(
        "--check",
        action="store_true",
        help="compare verdicts with those recorded, and records with their protocols",
    )
    add("--record", action="store_true", help="keep the verdicts, for who changes the package")


def _notebooks():
    """Of the wheel; of the repository, where it is installed as editable."""
    package = Path(__file__).parent
    inside = package / "notebooks"
    return inside if inside.exists() else package.parent / "notebooks"


def _copy(source, paths, folder, changed=str):
    """Copy notebooks with their texts changed, but none over another."""
    kept = 0
    for path in sorted(one for one in paths if ".ipynb_checkpoints" not in one.parts):
        copy = folder / path.relative_to(source)
        kept += copy.exists()
        if not copy.exists():
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(changed(path.read_text("utf-8")), "utf-8")
    print(f"The notebooks are in {folder}" + f"; {kept} were there already." * bool(kept))
