"""What an exercise is, and what a check answers.

A grader is a function of the student's answers, which are called like its parameters. It returns
why a right answer is right, and raises `Wrong` with what is wrong with this one, or `Unanswered`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape
from typing import Any, Literal

from .._validation import short_repr
from .limit import one_limit

_HEADS = {"right": ("✓", "Right"), "wrong": ("✗", "Not yet"), "open": ("○", "Not answered yet")}
_EDGES = {
    "right": "var(--jp-success-color1, currentColor)",
    "wrong": "var(--jp-error-color1, currentColor)",
    "open": "var(--jp-border-color1, currentColor)",
}

# Every `Exercise` by its name, "L1".
EXERCISES: dict[str, Exercise] = {}


class Wrong(Exception):
    """An answer that is not right: what is wrong with it, and for a likely mistake a hint.

    A hint is a question or remark that leads on, without giving the answer away.
    """

    def __init__(self, text, hint=""):
        super().__init__(f"{text} {hint}".rstrip())


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
    status: Literal["right", "wrong", "open"]
    text: str

    @property
    def passed(self) -> bool:
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
class Exercise:
    """An exercise and its grader.

    Attributes
    ----------
    name : str
        A letter and a number, "L1".
    expects : str
        What the answers are, for a message about something else.
    grader : callable
        Of the answers; returns why they are right, and raises where they are not.
    """

    name: str
    expects: str
    grader: Callable[..., Any]

    @property
    def answers(self) -> tuple[str, ...]:
        """tuple of str: names that the student's cell gives to its answers."""
        return tuple(inspect.signature(self.grader).parameters)

    def check(self, *answers: Any) -> Verdict:
        """Grade answers, whatever they are.

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
            self._require(answers)
            with one_limit():
                return Verdict(self.name, "right", self.grader(*answers))
        except Unanswered as missing:
            return Verdict(self.name, "open", str(missing))
        except Wrong as wrong:
            return Verdict(self.name, "wrong", str(wrong))
        except Exception as error:  # a student's mistake must not end in our traceback
            told = f"This could not be read ({type(error).__name__}: {error})."
            return Verdict(self.name, "wrong", f"{told} Expected: {self.expects}.")

    def _require(self, answers):
        names = self.answers
        if len(answers) != len(names):
            raise Wrong(
                f"The check takes {len(names)} answer{'s' * (len(names) > 1)}, "
                f'`check("{self.name}", {", ".join(names)})`; got {len(answers)}.'
            )
        for name, answer in zip(names, answers, strict=True):
            if answer is None or answer is ...:
                raise Unanswered(f"`{name}` is still empty. Expected: {self.expects}.")


def exercise(name, expects):
    """Decorator that makes a grader that of an exercise."""

    def register(grader):
        EXERCISES[name] = Exercise(name, expects, grader)
        return grader

    return register


def check(name: str, *answers: Any) -> Verdict:
    """Check the answers to an exercise.

    Parameters
    ----------
    name : str
        Of the exercise, such as "L1".
    *answers : object
        What the exercise asks for. None and ``...`` stand for no answer. A function is stopped
        after 20 seconds, all its calls together, and the verdict says so.

    Returns
    -------
    Verdict
        It says why the answer is right, or what is wrong with it; ``passed`` is True only for
        a right one.

    Raises
    ------
    ValueError
        For a name that no exercise has.

    Examples
    --------
    >>> check("S1", 0.25, 1.5).passed
    False
    >>> check("S1", 0.125, 1.5).passed
    True
    """
    if not isinstance(name, str) or name not in EXERCISES:
        raise ValueError(f"name must be one of {', '.join(EXERCISES)}; got {short_repr(name)}.")
    return EXERCISES[name].check(*answers)
