"""What ``depcluster reproduction`` does: draw, compute, record or check."""

from __future__ import annotations

import importlib
from pathlib import Path

from .._utils.html_table import Table
from .._utils.progress import progress, say
from .._utils.versions import header
from ..papers import PAPERS
from .paper import is_of
from .records import write_claims
from .summary import summary
from .tables import Claims, tally

REPORT = "REPRODUCTION.md"


def papers(modules=PAPERS):
    """The papers, each gathered from its folder: a list of `Paper`."""
    return [importlib.import_module(f"{__package__}.{name}").PAPER for name in modules]


def chosen_papers(paper, item, check, record):
    """Those that are asked for and have the item; a ValueError says what is to be asked instead."""
    asked = papers((paper,) if paper else PAPERS)
    chosen = [paper for paper in asked if any(is_of(item, one) for one in paper.items)]
    if not chosen:
        known = ", ".join(dict.fromkeys(one for paper in asked for one in paper.items))
        raise ValueError(f"--item must be one of {known}; got {item!r}.")
    if record and (item or check):
        raise ValueError("--record keeps all verdicts of a paper; leave out --item and --check.")
    return chosen


def reproduce(chosen, item, out, check, record):
    """Draw, compute, and record or check; returns the exit status of the command."""
    if check:
        return _check(chosen, item)
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    for paper in chosen:
        draw(paper, item, folder)
    computed = {paper.module: _compute(paper, item) for paper in chosen}
    if item:
        return 0
    if record:
        for module, claims in computed.items():
            write_claims(module, claims)
    found = {paper.module: paper.recorded() for paper in papers()}
    found |= {module: (header(), claims) for module, claims in computed.items()}
    Path(REPORT).write_text(summary(papers(), found), encoding="utf-8")
    say(f"{REPORT} is written, the figures and tables are in {folder}.")
    return 0


def draw(paper, item, folder):
    """Draw the figures and tables of an item into a folder."""
    wanted = {of: draw for of, draw in paper.figures.items() if is_of(item, of)}
    for draw in progress(wanted.values(), f"{paper.name}, figures and tables", verbose=1):
        drawn = draw()
        file = folder / f"{paper.module}_{draw.__name__}"
        if isinstance(drawn, Table):
            page = f'<!doctype html><meta charset="utf-8">\n{drawn._repr_html_()}\n'
            file.with_suffix(".html").write_text(page, encoding="utf-8")
        else:
            drawn.figure.savefig(file.with_suffix(".png"), dpi=150, metadata={"Title": drawn.alt})


def _compute(paper, item):
    """The claims, with progress and a line an item."""
    wanted = [of for of in paper.statements if is_of(item, of.item)]
    made = Claims(map(paper.claim, progress(wanted, f"{paper.name}, claims", verbose=1)))
    for one in dict.fromkeys(of.item for of in made):
        say(f"{paper.name}, {one}: {tally([of for of in made if of.item == one])}")
    return made


def _check(chosen, item):
    """1 where a verdict is another than the recorded one, or a record is of another protocol."""
    other = [why for paper in chosen for study in paper.studies if (why := study.stale())]
    if other:  # numbers of another protocol, or none, are not worth comparing
        say("\n".join(other))
        return 1
    missing = 0
    for paper in chosen:
        computed = _compute(paper, item)
        missing += sum(not made.is_anew for made in computed)
        other += paper.changed(computed, item)
    kept = {paper.module: paper.recorded() for paper in papers()}
    page = Path(REPORT)
    if page.exists() and page.read_text(encoding="utf-8") != summary(papers(), kept):
        other.append(f"{REPORT} is not what the recorded claims give: write it anew, see --help.")
    if missing:
        say(f"{missing} claims were not computed: files of their data are missing.")
    say("\n".join(other) or "All verdicts are as recorded, all records of their protocols.")
    return int(bool(other))
