"""The ledger of claims: what a paper says, what was measured here, and a verdict.

A notebook keeps a `Ledger` and shows it last; its output carries the claims as JSON.
``python -m depcluster.reproduction``, run at the root of the repository, gathers the outputs of all
notebooks into REPRODUCTION.md. With ``--check`` it compares instead of writing.
"""

from __future__ import annotations

import argparse
import json
import platform
from collections import Counter
from dataclasses import asdict, dataclass
from datetime import date
from html import escape
from importlib.metadata import version
from numbers import Real
from pathlib import Path

import numpy as np

MIMETYPE = "application/vnd.depcluster.claims+json"
REPORT = "REPRODUCTION.md"
MARKS = {"reproduced": "✓", "partly": "◐", "not reproduced": "✗"}
_COLUMNS = ("Item", "Claim", "Measured here", "In the paper", "Verdict", "Note")
_PACKAGES = ("depcluster", "numpy", "scipy", "scikit-learn")


@dataclass(frozen=True)
class Claim:
    """One claim of a paper beside what was measured.

    Attributes
    ----------
    item : str
        Where the paper makes it: "Fig. 1", "Table 1", "Theorem 1", "Section 6".
    claim : str
        The claim, in our words.
    measured : str
        What came out here, with the count of runs and their seeds.
    theirs : str
        The paper's own figure.
    holds : bool or float
        Whether it holds, or the fraction of runs in which it did.
    note : str
        What was done differently, and why it differs.

    Raises
    ------
    ValueError
        If a text is missing or `holds` is neither a bool nor a fraction.
    """

    item: str
    claim: str
    measured: str
    theirs: str
    holds: bool | float
    note: str = ""

    def __post_init__(self):
        for name in ("item", "claim", "measured", "theirs", "note"):
            text = getattr(self, name)
            if not isinstance(text, str) or not (text.strip() or name == "note"):
                raise ValueError(
                    f"{name} must be a text; got {text!r}. Format numbers first, with the count "
                    "of runs."
                )
        holds = self.holds
        if isinstance(holds, (bool, np.bool_)):
            holds = bool(holds)
        elif isinstance(holds, Real) and 0 <= holds <= 1:
            holds = float(holds)
        else:
            raise ValueError(
                f"holds must be a bool or a fraction of runs from 0 to 1; got {holds!r}."
            )
        object.__setattr__(self, "holds", holds)

    @property
    def verdict(self):
        """str: "reproduced" from 0.9 on, "not reproduced" below 0.5, else "partly"."""
        if self.holds >= 0.9:
            return "reproduced"
        return "not reproduced" if self.holds < 0.5 else "partly"

    def _row(self):
        shown = f"{MARKS[self.verdict]} {self.verdict}"
        if not isinstance(self.holds, bool):
            shown += f" (in {100 * self.holds:.3g} % of runs)"
        return self.item, self.claim, self.measured, self.theirs, shown, self.note


class Ledger:
    """The claims of one paper, in the order in which a notebook makes them.

    As the last line of a cell it shows a table.

    Parameters
    ----------
    paper : str
        Author and year, such as "Song 2007".

    Examples
    --------
    >>> ledger = Ledger("Song 2007")
    >>> made = ledger.claim(
    ...     "Fig. 1",
    ...     "The second eigenvector tells the rings apart.",
    ...     measured="19 of 20 seeds",
    ...     theirs="one picture",
    ...     holds=19 / 20,
    ... )
    >>> made.verdict
    'reproduced'
    >>> ledger.verdicts()
    Fig. 1: reproduced
    """

    def __init__(self, paper):
        if not isinstance(paper, str) or not paper.strip():
            raise ValueError(f"paper must be a text such as 'Song 2007'; got {paper!r}.")
        self.paper = paper
        self._claims = {}

    @property
    def claims(self):
        """tuple of Claim"""
        return tuple(self._claims.values())

    def claim(self, item, claim, *, measured, theirs, holds, note=""):
        """Add a claim. The same item and claim again, as when a cell runs twice, replaces it.

        Parameters
        ----------
        item, claim, measured, theirs, holds, note
            As in `Claim`.

        Returns
        -------
        Claim

        Raises
        ------
        ValueError
            As `Claim` does.
        """
        made = Claim(item, claim, measured, theirs, holds, note)
        self._claims[item, claim] = made
        return made

    def verdicts(self):
        """Print one line a claim, the item and its verdict."""
        for made in self.claims:
            print(f"{made.item}: {made.verdict}")

    def __repr__(self):
        lines = [f"{self.paper}: {_tally(self.claims)}"]
        for made in self.claims:
            item, claim, measured, theirs, shown, note = made._row()
            lines += [f"{item}  {shown}", f"    {claim}"]
            lines += [f"    here: {measured}", f"    paper: {theirs}"]
            lines += [f"    note: {note}"] if note else []
        return "\n".join(lines)

    def _repr_mimebundle_(self, include=None, exclude=None):
        record = {
            "paper": self.paper,
            "date": date.today().isoformat(),
            "versions": {"python": platform.python_version()}
            | {package: version(package) for package in _PACKAGES},
            "claims": [asdict(made) for made in self.claims],
        }
        return {"text/html": self._html(), "text/plain": repr(self), MIMETYPE: record}

    def _html(self):
        """A table in the colours of the page, so that it reads in light and dark."""
        cell = "text-align:left;vertical-align:top;white-space:normal"
        head = "".join(f'<th scope="col" style="{cell}">{name}</th>' for name in _COLUMNS)
        body = ""
        for made in self.claims:
            item, *middle, shown, note = map(escape, made._row())
            body += f'<tr><th scope="row" style="{cell};white-space:nowrap">{item}</th>'
            body += "".join(f'<td style="{cell}">{text}</td>' for text in middle)
            body += f'<td style="{cell}"><strong>{shown}</strong></td>'
            body += f'<td style="{cell}">{note}</td></tr>'
        caption = f"<caption>{escape(self.paper)}: {_tally(self.claims)}</caption>"
        return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _tally(claims):
    counts = Counter(made.verdict for made in claims)
    parts = [f"{counts[verdict]} {verdict}" for verdict in MARKS if counts[verdict]]
    return f"{len(claims)} claim{'s' * (len(claims) != 1)}" + ": " * bool(parts) + ", ".join(parts)


def read_ledgers(folder):
    """Ledgers in the stored outputs of notebooks.

    A notebook that shows a paper's ledger more than once counts with the last.

    Parameters
    ----------
    folder : path
        Where the notebooks are.

    Returns
    -------
    list of (str, dict)
        Name of the notebook and its record with the keys paper, date, versions (a dict) and
        claims (a list of Claim), by paper, then by notebook.
    """
    found = {}
    for path in sorted(Path(folder).glob("*.ipynb")):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            for output in cell.get("outputs", ()):
                record = output.get("data", {}).get(MIMETYPE)
                if record:
                    claims = [Claim(**made) for made in record["claims"]]
                    found[record["paper"], path.name] = record | {"claims": claims}
    return [(name, found[paper, name]) for paper, name in sorted(found)]


def report(folder):
    """All claims in the stored outputs of notebooks, as Markdown.

    Parameters
    ----------
    folder : path
        Where the notebooks are; links begin with its name.

    Returns
    -------
    str
    """
    folder = Path(folder).resolve()
    lines = [
        "# What was reproduced",
        "",
        "Gathered from the stored outputs of the notebooks by `python -m depcluster.reproduction`; "
        "change a notebook, not this file. A claim counts as reproduced if it held in at least "
        "90 % of the runs, as not reproduced if it held in fewer than half, else as partly.",
    ]
    paper = None
    for notebook, record in read_ledgers(folder):
        if record["paper"] != paper:
            paper = record["paper"]
            lines += ["", f"## {paper}"]
        versions = ", ".join(f"{name} {number}" for name, number in record["versions"].items())
        lines += [
            "",
            f"[{notebook}]({folder.name}/{notebook}), run on {record['date']} with {versions}. "
            f"{_tally(record['claims'])}.",
            "",
            _markdown_row(_COLUMNS),
            "|---" * len(_COLUMNS) + "|",
        ]
        lines += [_markdown_row(made._row()) for made in record["claims"]]
    return "\n".join(lines) + "\n"


def _markdown_row(texts):
    safe = (escape(" ".join(text.split()), quote=False).replace("|", "\\|") for text in texts)
    return "| " + " | ".join(safe) + " |"


def main(arguments=None):
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m depcluster.reproduction", description=f"Gather the claims into {REPORT}."
    )
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    check = parser.parse_args(arguments).check
    if not Path("notebooks").is_dir():
        parser.error("there is no folder notebooks here; run it at the root of the repository")
    text, file = report("notebooks"), Path(REPORT)
    if not check:
        file.write_text(text, encoding="utf-8")
    elif not file.exists() or file.read_text(encoding="utf-8") != text:
        print(f"{REPORT} is not what the notebooks say; run python -m depcluster.reproduction")
        return 1
    return 0
