"""A question to answer with one click before the page tells."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from html import escape

from .._validation import NAME, check_parameters, several

_STYLE = """
.dc-guess{max-width:660px;margin:4px 0;padding:8px 12px;border-radius:4px;
border:1px solid var(--jp-border-color1,#8d8e8f);font-family:var(--jp-ui-font-family,sans-serif);
font-size:14px;line-height:1.5}
.dc-guess p{margin:0 0 6px}.dc-guess details{margin:0 0 4px}
.dc-guess summary{cursor:pointer;padding:3px 8px;border-radius:4px;list-style:none;
border:1px solid var(--jp-border-color2,#dfdfe0)}
.dc-guess summary::-webkit-details-marker{display:none}
.dc-guess summary::before{content:"\\25CB\\00a0\\00a0"}
.dc-guess details[open]>summary::before{content:"\\25CF\\00a0\\00a0"}
.dc-guess summary:hover{background:var(--jp-layout-color2,rgba(128,128,128,.15))}
.dc-guess summary:focus-visible{outline:2px solid var(--jp-brand-color1,#1976d2)}
.dc-guess details>p{margin:6px 8px 8px 26px}
"""


@dataclass(frozen=True)
class Guess:
    """A question with options, each of which unfolds to the answer.

    Attributes
    ----------
    question : str
    options : tuple of str
    right : str
    answer : str
    """

    question: str
    options: tuple
    right: str
    answer: str

    def _reply(self, option):
        return "Yes." if option == self.right else f"No: {self.right}."

    def _repr_html_(self):
        group = hashlib.sha256(self.question.encode()).hexdigest()[:8]
        options = "".join(
            f'<details name="guess-{group}"><summary>{escape(option)}</summary>'
            f"<p><b>{escape(self._reply(option))}</b> {escape(self.answer)}</p></details>"
            for option in self.options
        )
        return (
            f"<style>{_STYLE}</style>"
            f'<div class="dc-guess" role="group" aria-label="A guess before you read on">'
            f"<p><b>Guess first.</b> {escape(self.question)}</p>{options}</div>"
        )

    def __repr__(self):
        return f"Guess first. {self.question} ({' / '.join(self.options)})"


def guess(question, options, right, answer):
    """Ask a reader first; a click, or Enter, on an option unfolds the answer.

    Nothing is remembered: the page opens with all of them folded.

    Parameters
    ----------
    question : str
    options : list of str
        At least two.
    right : str
        One of them.
    answer : str
        What unfolds behind each, after "Yes." or "No:" and the right one. Formulas may stand
        between dollars.

    Returns
    -------
    Guess

    Raises
    ------
    ValueError
        If ``right`` is none of the options, or an option stands twice.

    Examples
    --------
    >>> guess("Is 0.04 much?", ["yes", "no"], "yes", "It is above all 999 shuffles.")
    Guess first. Is 0.04 much? (yes / no)
    """
    check_parameters(
        {"question": question, "options": options, "right": right, "answer": answer},
        question=NAME,
        options=several(NAME, 2),
        right=NAME,
        answer=NAME,
    )
    if right not in options or len(set(options)) < len(options):
        raise ValueError(
            f"right must be one of the options, which differ; got {right!r} and {list(options)}."
        )
    return Guess(question, tuple(options), right, answer)
