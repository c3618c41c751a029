"""REPRODUCTION.md: one page on what came out of the papers, a headline row a claim that matters."""

from __future__ import annotations

from collections import Counter
from html import escape

from .claim import FINDING, KINDS, MARKS, STRENGTHS

_NOTEBOOK = "notebooks/reproduction/{}.ipynb"


def summary(papers, found):
    """The whole page, in Markdown.

    Parameters
    ----------
    papers : list of Paper
    found : dict of str to (str, Claims)
        By module: date and versions, and the claims.
    """
    lines = ["# What was reproduced", "", *_intro(papers), "", *_totals(papers, found), ""]
    lines += ["## The papers' main claims", "", _row(("Where", "What the paper says", "Here"))]
    lines += ["|---|---|---|"]
    for paper in papers:
        lines += [_headline(paper, made) for made in found[paper.module][1] if made.headline]
    lines += ["", "## Our own findings", *_findings(papers, found)]
    return "\n".join(lines) + "\n"


def _intro(papers):
    shares = ", ".join(
        f"*{word}* in {'all' if share == 1 else f'{100 * share:g} % of' if share else 'one of'}"
        for word, share in STRENGTHS.items()
    )
    n = sum(len(paper.figures) for paper in papers)
    return [
        f"{n} figures and tables of five papers, and every claim counted below, are functions of "
        "`depcluster.reproduction`. Each paper has a notebook, its record; this page is the "
        "summary. Both are made from the same functions: change one of them, not this page.",
        "",
        "**How a verdict is made.** The paper's own word sets how often a claim must hold: "
        f"{shares} the cases. One picture is read as *usually*. A claim is *partly* reproduced "
        "if it holds at least half as often as its word asks for; a theorem never partly. Methods "
        "are compared by the mean difference over paired draws and its 95 % interval: ahead where "
        "all of it is on one side. Where intervals touch 0 and could turn the verdict, it is "
        "*undecided*: lack of evidence is no evidence. *Not testable here* stands where no answer "
        "could count: all methods are right, none is above chance, or our stand-in was fitted to "
        "the numbers that the paper prints. "
        f"A claim rests on one of these: {', '.join(KINDS[:-1])}.",
    ]


def _totals(papers, found):
    lines = [_row(("Paper", *(f"{mark} {verdict}" for verdict, mark in MARKS.items()), "all"))]
    lines.append("|---" * (len(MARKS) + 2) + "|")
    total = Counter()
    for paper in papers:
        counts = Counter(made.verdict for made in found[paper.module][1] if made.kind != FINDING)
        total += counts
        link = f"[{paper.name}]({_NOTEBOOK.format(paper.module)})"
        lines.append(_row((link, *_numbers(counts))))
    return [*lines, _row(("all", *_numbers(total)))]


def _numbers(counts):
    return [*(str(counts[verdict]) for verdict in MARKS), str(counts.total())]


def _headline(paper, made):
    where = f"[{paper.name}, {made.item}]({_NOTEBOOK.format(paper.module)})"
    return _row((where, made.headline, made.outcome))


def _findings(papers, found):
    for paper in papers:
        yield from ("", f"**{paper.name}**", "")
        for made in found[paper.module][1]:
            if made.kind == FINDING:
                text = escape(made.claim, quote=False)
                doubt = "" if made.verdict == "reproduced" else f" ({made.verdict})"
                yield f"- {text.rstrip('.')}{doubt}."


def _row(texts):
    told = (escape(" ".join(text.split()), quote=False).replace("|", "\\|") for text in texts)
    return "| " + " | ".join(told) + " |"
