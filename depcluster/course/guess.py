"""A question to answer, or a bet to place, with one click before the page tells."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from .._utils.html import Html
from .._validation import NAME, Rule, check_parameters, several, short_repr

_STYLE = Path(__file__).with_name("guess.css")
_PAGE = Html(
    """<style>
{style}</style>
<div class="dc-guess" role="group" aria-label="{label}">
<p><b>{lead}</b> {question}</p>
{folds}
</div>"""
)
_FOLD = Html(
    '<details name="guess-{0[0]}"><summary>{0[1]}</summary><p><b>{0[2]}</b> {0[3]}</p></details>'
)
_OPTIONS = Rule(
    "a dict of at least two texts by name",
    lambda v: (
        isinstance(v, dict)
        and len(v) > 1
        and all(isinstance(word, str) for pair in v.items() for word in pair)
    ),
)


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
    options: tuple[str, ...]
    right: str
    answer: str

    def _repr_html_(self):
        told = {
            option: ("Yes." if option == self.right else f"Not so: {self.right}.", self.answer)
            for option in self.options
        }
        return _page("Guess first.", "A guess before you read on", self.question, told)

    def __repr__(self):
        return f"Guess first. {self.question} ({' / '.join(self.options)})"


@dataclass(frozen=True)
class Bet:
    """A question whose answer the page gives little by little.

    Attributes
    ----------
    question : str
    options : dict of str to str
        What to bet on, and what that asks or believes.
    """

    question: str
    options: Mapping[str, str]

    def _repr_html_(self):
        told = {option: (f"Your bet: {option}.", text) for option, text in self.options.items()}
        return _page("Place your bet.", "A bet", self.question, told)

    def __repr__(self):
        return f"Place your bet. {self.question} ({' / '.join(self.options)})"


def _page(lead, label, question, told):
    """Options that unfold, of which one is open at a time: their folds share a name."""
    name = hashlib.sha256(question.encode()).hexdigest()[:8]
    folds = _FOLD.each((name, option, *words) for option, words in told.items())
    style = Html(_STYLE.read_text(encoding="utf-8"))
    return _PAGE.format(style=style, lead=lead, label=label, question=question, folds=folds)


def guess(question: str, options: list[str], right: str, answer: str) -> Guess:
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
        What unfolds behind each, after "Yes." or "Not so:" and the right one. Formulas may stand
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
            "right must be one of the options, which differ; got "
            f"{short_repr(right)} and {list(options)}."
        )
    return Guess(question, tuple(options), right, answer)


def bet(question: str, options: Mapping[str, str]) -> Bet:
    """Let a reader bet; a click, or Enter, on an option marks it and says what was bet on.

    Nothing is remembered: the page opens with all of them folded.

    Parameters
    ----------
    question : str
    options : dict of str to str
        At least two, each with the text that unfolds. Formulas may stand between dollars.

    Returns
    -------
    Bet

    Raises
    ------
    ValueError
        If there are fewer than two options.

    Examples
    --------
    >>> bet("Which is safer?", {"rows": "They stay.", "columns": "They go."})
    Place your bet. Which is safer? (rows / columns)
    """
    check_parameters({"question": question, "options": options}, question=NAME, options=_OPTIONS)
    return Bet(question, dict(options))
