"""REPRODUCTION.md: what of the papers can be relied on, on one page, made from the claims."""

from __future__ import annotations

from collections import Counter
from html import escape

from .claim import FINDING, KINDS, MARKS, STRENGTHS

_NOTEBOOK = "notebooks/reproduction/{}.ipynb"
_HELD, _PARTLY, _OPEN, _FAILED, _UNTESTABLE = MARKS


def summary(papers, found):
    """The whole page, in Markdown.

    Parameters
    ----------
    papers : list of Paper
    found : dict of str to (str, Claims)
        By module: date and versions, and the claims.
    """
    rows = [(paper, of) for paper in papers for of in found[paper.module][1] if of.kind != FINDING]

    def of_verdict(*verdicts):
        return [(paper, of) for verdict in verdicts for paper, of in rows if of.verdict == verdict]

    lines = ["# What of these papers can be relied on", "", *_answers(papers), "", *_counts(rows)]
    lines += ["", "## What did not hold", "", *_failed(of_verdict(_FAILED, _PARTLY))]
    lines += ["", "## What is undecided", "", *_failed(of_verdict(_OPEN))]
    lines += ["", "## What held", "", *_held(papers, of_verdict(_HELD))]
    lines += ["", "## What cannot be tested here", "", *_untestable(of_verdict(_UNTESTABLE))]
    lines += ["", "## How a verdict is made", "", *_rules()]
    return "\n".join(lines) + "\n"


def _answers(papers):
    for paper in papers:
        yield f"- **[{paper.name}]({_NOTEBOOK.format(paper.module)}).** {paper.answer}"


def _counts(rows):
    """Verdicts by what they rest on."""
    yield from _head("Rests on", *(f"{mark} {verdict}" for verdict, mark in MARKS.items()), "all")
    kinds = [kind for kind in KINDS if kind != FINDING]
    for name, some in [*((kind, (kind,)) for kind in kinds), ("all", kinds)]:
        counts = Counter(of.verdict for _, of in rows if of.kind in some)
        yield _row(name, *(str(counts[verdict]) for verdict in MARKS), str(counts.total()))


def _failed(rows):
    yield from _head("Where", "What the paper says", "In the paper", "Here", "Why, as we think")
    for paper, of in rows:
        here = of.held or of.measured
        why = of.why or f"({of.kind})"
        yield _row(_where(paper, of), of.claim, of.reported, f"{of.shown}: {here} ({of.kind})", why)


def _held(papers, rows):
    """How many held, by paper and kind, then the papers' main claims among them."""
    kinds = [kind for kind in KINDS if any(of.kind == kind for _, of in rows)]
    yield from _head("Paper", *kinds)
    for paper in papers:
        counts = Counter(of.kind for one, of in rows if one is paper)
        yield _row(paper.name, *(str(counts[kind]) for kind in kinds))
    for kind in kinds:
        yield from ("", f"**{kind[0].upper()}{kind[1:]}**: {KINDS[kind]}.", "")
        for paper in papers:
            main = (of for one, of in rows if one is paper and of.kind == kind and of.headline)
            if texts := [f"{of.item}: {_short(of)}" for of in main]:
                yield f"- {paper.name}. {'; '.join(texts)}."


def _short(of):
    text = of.headline or of.claim
    return escape(" ".join(text.split()).rstrip("."), quote=False)


def _untestable(rows):
    for paper, of in rows:
        yield f"- {_where(paper, of)}: {_short(of)}: {escape(of.untestable, quote=False)}."


def _rules():
    shares = ", ".join(
        f"*{word}* in {'all' if share == 1 else f'{100 * share:g} % of' if share else 'one of'}"
        for word, share in STRENGTHS.items()
    )
    return [
        f"The paper's own word sets how often a claim must hold: {shares} the cases; one picture "
        f"is read as *usually*. It is *{_PARTLY}* reproduced if it holds at least half as often as "
        "its word asks for; a theorem never partly. Methods are compared by the mean difference "
        "over paired draws and its 95 % interval: ahead where all of it is on one side. Where "
        f"intervals touch 0 and could turn the verdict, it is *{_OPEN}*: lack of evidence is no "
        f"evidence. *{_UNTESTABLE}* stands where no answer could count. A formula that is wrong as "
        "printed is a misprint, and stands among what did not hold.",
        "",
        "Each figure, table and claim is a function of `depcluster.reproduction`; each paper's "
        "notebook has them all, with numbers, protocols, what has no row, and findings of our "
        "own. This page is made from the recorded claims by `depcluster reproduction`.",
    ]


def _where(paper, of):
    return f"[{paper.name}, {of.item}]({_NOTEBOOK.format(paper.module)})"


def _head(*texts):
    return [_row(*texts), "|---" * len(texts) + "|"]


def _row(*texts):
    told = (escape(" ".join(text.split()), quote=False).replace("|", "\\|") for text in texts)
    return "| " + " | ".join(told) + " |"
