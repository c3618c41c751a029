"""``python -m depcluster.reproduction``: draw the exhibits, compute the claims, write the page."""

from __future__ import annotations

import argparse
import importlib
from pathlib import Path

from ..search.progress import progress, say
from .paper import is_of
from .records import header, write_claims
from .report import report
from .table import Claims, Table, tally

PAPERS = ("song2007", "zhong2010", "blaschko2008", "jenssen2006", "sugiyama2011")
REPORT = "REPRODUCTION.md"


def papers(modules=PAPERS):
    """The papers, each gathered from its folder.

    Parameters
    ----------
    modules : tuple of str

    Returns
    -------
    list of Paper
    """
    return [importlib.import_module(f"{__package__}.{name}").PAPER for name in modules]


def main(arguments=None):
    """The command; returns its exit status."""
    options = _parser().parse_args(arguments)
    chosen = papers((options.paper,) if options.paper else PAPERS)
    chosen = [paper for paper in chosen if _has(paper, options.item)]
    if not chosen:
        say(f"--item must be a figure, a table or an item with claims; got {options.item!r}.")
        return 2
    if options.check:
        return _check(chosen, options.item)
    folder = Path(options.out)
    folder.mkdir(parents=True, exist_ok=True)
    for paper in chosen:
        _draw(paper, options.item, folder)
    computed = {paper.module: _compute(paper, options.item) for paper in chosen}
    if options.item:
        return 0
    if options.record:
        for module, claims in computed.items():
            write_claims(module, claims)
    found = {paper.module: paper.recorded() for paper in papers()}
    found |= {module: (header(), claims) for module, claims in computed.items()}
    notebooks = Path("notebooks")
    text = report(papers(), found, notebooks if notebooks.is_dir() else None)
    Path(REPORT).write_text(text, encoding="utf-8")
    say(f"{REPORT} is written, the exhibits are in {folder}.")
    return 0


def _parser():
    parser = argparse.ArgumentParser(
        prog="python -m depcluster.reproduction",
        description=f"Draw the papers' exhibits, compute their claims and write {REPORT}.",
    )
    parser.add_argument("paper", nargs="?", choices=PAPERS, help="one paper; all if left out")
    parser.add_argument("--item", help='one figure, table or item, as "Fig. 5"')
    parser.add_argument("--out", default="exhibits", help="folder of the pictures (exhibits)")
    does = parser.add_mutually_exclusive_group()
    does.add_argument(
        "--check", action="store_true", help="compare the recorded verdicts with computed ones"
    )
    does.add_argument(
        "--record", action="store_true", help="keep the verdicts, for who changes the package"
    )
    return parser


def _has(paper, item):
    """Whether a paper has an exhibit or a claim of an item."""
    return any(is_of(item, one) for one in (*paper.exhibits, *(of.item for of in paper.claimed)))


def _draw(paper, item, folder):
    wanted = {of: draw for of, draw in paper.exhibits.items() if is_of(item, of)}
    for draw in progress(wanted.values(), f"{paper.name}, exhibits", verbose=1):
        drawn = draw()
        file = folder / f"{paper.module}_{draw.__name__}"
        if isinstance(drawn, Table):
            page = f'<!doctype html><meta charset="utf-8">\n{drawn._repr_html_()}\n'
            file.with_suffix(".html").write_text(page, encoding="utf-8")
        else:
            drawn.figure.savefig(file.with_suffix(".png"), dpi=150, metadata={"Title": drawn.alt})


def _compute(paper, item):
    """The claims, a line of progress an item."""
    made = []
    wanted = [of for of in paper.claimed if is_of(item, of.item)]
    for of in progress(wanted, f"{paper.name}, claims", verbose=1):
        made += of()
        say(f"{paper.name}, {of.item}: {tally(of())}")
    return Claims(made)


def _check(chosen, item):
    """1 where a verdict is another than the recorded one."""
    other = []
    for paper in chosen:
        kept = [m for m in paper.recorded()[1] if is_of(item, m.item)]
        before = {(made.item, made.claim): made.verdict for made in kept}
        after = {(made.item, made.claim): made.verdict for made in _compute(paper, item)}
        other += [
            f"{paper.name}, {key[0]}: {key[1]} recorded: {before.get(key, 'nothing')}, now: "
            f"{after.get(key, 'nothing')}"
            for key in dict.fromkeys([*before, *after])
            if before.get(key) != after.get(key)
        ]
    say("\n".join(other) or "All verdicts are as recorded.")
    return int(bool(other))
