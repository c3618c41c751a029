"""REPRODUCTION.md: what came out of each paper, and what that is worth."""

from __future__ import annotations

import json
import re
from collections import Counter
from html import escape
from pathlib import Path

from .claim import KINDS, MARKS, WORDS
from .exhibit import long_name
from .paper import is_of
from .table import shared_notes, tally

_COLUMNS = ("Item", "Claim", "Here", "In the paper", "Verdict", "Note")


def report(papers, found, notebooks=None):
    """The whole page.

    Parameters
    ----------
    papers : list of Paper
    found : dict of str to (str, Claims)
        By module: date and versions, and the claims.
    notebooks : path, optional
        The folder of the notebooks, for links to the sections that show an exhibit.

    Returns
    -------
    str
        Markdown.
    """
    lines = ["# What was reproduced", "", *_intro(papers), "", *_totals(papers, found), ""]
    lines += ["## The exhibits", "", *_index(papers, found, notebooks)]
    for paper in papers:
        lines += ["", *_paper_rows(paper, *found[paper.module])]
    return "\n".join(lines) + "\n"


def _intro(papers):
    shares = ", ".join(
        f"*{word}* in {'all' if share == 1 else f'{100 * share:g} % of' if share else 'one of'}"
        for word, share in WORDS.items()
    )
    n = sum(len(paper.items) for paper in papers)
    return [
        f"Every figure and table of five papers, {n} in all, is a function of "
        "`depcluster.reproduction`, and so is every claim below. Written by "
        "`python -m depcluster.reproduction`; change a claim's function, not this page.",
        "",
        "**How a verdict is made.** The paper's own word sets how often a claim must hold: "
        f"{shares} the cases. One picture is read as *usually*. A claim is *partly* reproduced "
        "if it holds at least half as often as its word asks for; a theorem never partly. *Not "
        "testable here* stands where no answer could count: all methods are right, none is above "
        "chance, or our stand-in was fitted to the numbers that the paper prints. Comparisons of "
        "methods give the mean difference over paired draws and its 95 % interval, and count as "
        "ahead where all of the interval is on one side.",
        "",
        f"**What a claim rests on** stands in brackets: {', '.join(KINDS)}.",
    ]


def _totals(papers, found):
    lines = [_row(("Paper", *(f"{mark} {verdict}" for verdict, mark in MARKS.items()), "all"))]
    lines.append("|---" * (len(MARKS) + 2) + "|")
    total = Counter()
    for paper in papers:
        counts = Counter(made.verdict for made in found[paper.module][1])
        total += counts
        numbers = [str(counts[verdict]) for verdict in MARKS]
        link = f"[{paper.name}](#{paper.name.lower().replace(' ', '-')})"
        lines.append(_row((link, *numbers, str(counts.total()))))
    numbers = [str(total[verdict]) for verdict in MARKS]
    return [*lines, _row(("all", *numbers, str(total.total())))]


def _index(papers, found, notebooks):
    lines = [_row(("Exhibit", "Function", "Notebook", "Verdicts")), "|---|---|---|---|"]
    for paper in papers:
        sections = sections_of(paper, notebooks) if notebooks else {}
        for item, draw in paper.exhibits.items():
            made = [m for m in found[paper.module][1] if is_of(item, m.item)]
            name = draw.__name__
            where = draw.__module__.replace(".", "/") + ".py"
            link = f"[`{paper.module}.{name}()`]({where})"
            counts = Counter(m.verdict for m in made)
            marks = " ".join(f"{counts[v]} {mark}" for v, mark in MARKS.items() if counts[v])
            shown = f"{paper.name}, {long_name(item)}"
            lines.append(_row((shown, link, sections.get(name, ""), marks)))
    return lines


def sections_of(paper, notebooks):
    """Where each exhibit is called: links to the headings above, by the name of the function.

    Parameters
    ----------
    paper : Paper
    notebooks : path

    Returns
    -------
    dict of str to str
        Markdown, from the folder above `notebooks`.
    """
    links = {}
    for path in sorted(Path(notebooks).glob("*.ipynb")):
        heading = ""
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            text = "".join(cell["source"])
            if cell["cell_type"] == "markdown":
                heading = (re.findall(r"^#+ (.+)$", text, re.MULTILINE) or [heading])[-1]
                continue
            for name in re.findall(rf"\b{paper.module}\.(\w+)", text):
                anchor = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
                target = f"{path.parent.name}/{path.name}#{anchor}"
                links.setdefault(name, f"[{heading}]({target})")
    return links


def _paper_rows(paper, header, claims):
    lines = [f"## {paper.name}", "", paper.learned, "", f"{tally(claims)}. Computed {header}.", ""]
    lines += [_row(_COLUMNS), "|---" * len(_COLUMNS) + "|"]
    marks = shared_notes(claims)
    for made in claims:
        verdict = f"{made.shown} ({made.why_not or made.criterion}) [{made.kind}]"
        age = f"Recorded {made.recorded.split(',')[0]}." if made.recorded else "Live."
        note = f"Note {marks[made.note]}." if made.note in marks else made.note
        told = f"{note} {age}".strip()
        lines.append(
            _row((made.item, made.claim, made.here, made.theirs, verdict, told), safe=True)
        )
    return [*lines, *_notes(marks)]


def _notes(marks):
    if not marks:
        return []
    return ["", "Notes:", "", *(f"{mark}. {escape(n, quote=False)}" for n, mark in marks.items())]


def _row(texts, safe=False):
    if safe:
        texts = (escape(" ".join(text.split()), quote=False).replace("|", "\\|") for text in texts)
    return "| " + " | ".join(texts) + " |"
