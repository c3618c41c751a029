"""What an exercise is, and what a check answers.

A judge is a function of the student's answers. It returns why a right answer is right, and
raises `Wrong` with what is wrong with this one, or `Unanswered`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from textwrap import dedent

from .limit import one_limit

KINDS = ("predict, then run", "by hand", "code", "widget", "explain")
_HEADS = {"right": ("✓", "Right"), "wrong": ("✗", "Not yet"), "open": ("○", "Not answered yet")}
_EDGES = {
    "right": "var(--jp-success-color1, currentColor)",
    "wrong": "var(--jp-error-color1, currentColor)",
    "open": "var(--jp-border-color1, currentColor)",
}


class Wrong(Exception):
    """An answer that is not right; the message says what is wrong with it."""


class Unanswered(Exception):
    """A cell that nobody has filled in; the message says what is missing."""


@dataclass(frozen=True)
class Verdict:
    """What `check` answers. As the last line of a cell it shows as a note.

    Attributes
    ----------
    name : str
        Of the exercise.
    status : {"right", "wrong", "open"}
    text : str
        Why it is right, what is wrong with it, or what is missing; code stands in backticks.
    """

    name: str
    status: str
    text: str

    @property
    def passed(self):
        """bool: whether the answer is right."""
        return self.status == "right"

    def __repr__(self):
        mark, head = _HEADS[self.status]
        return f"{mark} {self.name}. {head}: {self.text}"

    def _repr_html_(self):
        """A note in the colours of the page; the mark and the words carry the verdict too."""
        mark, head = _HEADS[self.status]
        text = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(self.text, quote=False))
        style = f"border-left:3px solid {_EDGES[self.status]};padding:4px 12px;max-width:46em"
        return (
            f'<div role="status" style="{style}"><strong>{mark} {escape(self.name)}. {head}:'
            f"</strong> {text}</div>"
        )


@dataclass(frozen=True)
class Slip:
    """A likely wrong answer, and the hint it must get.

    Attributes
    ----------
    source : str
        Python that stands in the student's cell.
    hint : str
        A question or remark that leads on, without giving the answer away.
    """

    source: str
    hint: str

    def __post_init__(self):
        object.__setattr__(self, "source", dedent(self.source).strip("\n"))

    def found(self, text):
        """`Wrong` for an answer with this slip.

        Parameters
        ----------
        text : str
            What is wrong with the answer at hand.

        Returns
        -------
        Wrong
        """
        return Wrong(f"{text} {self.hint}")


@dataclass(frozen=True)
class Exercise:
    """A task, its solution, what usually goes wrong, and the judge of answers.

    Attributes
    ----------
    name : str
        A letter and a number, "L1".
    title : str
    kind : str
        One of `KINDS`.
    stars : int
        Difficulty from 1 to 3.
    minutes : int
    task : str
        Markdown.
    answers : tuple of str
        Names that the student's cell gives to its answers.
    stub, solution : str
        Python of that cell before and after.
    hints : tuple of str
        Markdown, folded in the notebook.
    slips : tuple of Slip
    judge : callable
        Of the answers; see the module's docstring.
    expects : str
        What the answers are, for a message about something else.
    setup : str
        Python of a cell before the student's, if there is one.
    """

    name: str
    title: str
    kind: str
    stars: int
    minutes: int
    task: str
    answers: tuple[str, ...]
    stub: str
    solution: str
    hints: tuple[str, ...]
    slips: tuple[Slip, ...]
    judge: Callable[..., str]
    expects: str
    setup: str = ""

    def __post_init__(self):
        for name in ("task", "stub", "solution", "setup"):
            object.__setattr__(self, name, dedent(getattr(self, name)).strip("\n"))

    def check(self, *answers):
        """Judge answers, whatever they are.

        A function that runs for too long is stopped, all its calls together: see `limit`.

        Parameters
        ----------
        *answers : object
            As many as the exercise asks for.

        Returns
        -------
        Verdict
        """
        try:
            self._look(answers)
            with one_limit():
                return Verdict(self.name, "right", self.judge(*answers))
        except Unanswered as missing:
            return Verdict(self.name, "open", str(missing))
        except Wrong as wrong:
            return Verdict(self.name, "wrong", str(wrong))
        except Exception as error:  # a student's mistake must not end in our traceback
            told = f"This could not be read ({type(error).__name__}: {error})."
            return Verdict(self.name, "wrong", f"{told} Expected: {self.expects}.")

    def _look(self, answers):
        if len(answers) != len(self.answers):
            wanted = ", ".join(self.answers)
            raise Wrong(
                f"The check takes {len(self.answers)} answer{'s' * (len(self.answers) > 1)}, "
                f'`check("{self.name}", {wanted})`; got {len(answers)}.'
            )
        for name, answer in zip(self.answers, answers, strict=True):
            if answer is None or answer is ...:
                raise Unanswered(f"`{name}` is still empty. Expected: {self.expects}.")


@dataclass(frozen=True)
class Sheet:
    """The exercises to one notebook.

    Attributes
    ----------
    notebook : str
        Name of the notebook they go with, without its ending.
    title : str
        Of the paper, or the part of it.
    imports : str
        Python of the first cell.
    exercises : tuple of Exercise
    """

    notebook: str
    title: str
    imports: str
    exercises: tuple[Exercise, ...]

    def __post_init__(self):
        object.__setattr__(self, "imports", dedent(self.imports).strip("\n"))

    @property
    def minutes(self):
        """int: what all exercises together take."""
        return sum(exercise.minutes for exercise in self.exercises)
