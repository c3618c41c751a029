"""A question to answer with one click before the page tells."""

from __future__ import annotations

from dataclasses import dataclass

from .._validation import NAME, check_parameters, several
from ._templates import group_of, render


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

    def _repr_html_(self):
        return render("guess.html", asked=self, group=group_of(self.question))

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
