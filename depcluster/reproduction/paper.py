"""A paper: its figures and tables, its claims by item, its studies, and the recorded verdicts."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass

from .._validation import short_repr
from .claim import STATEMENTS
from .records import read_claims
from .tables import Claims


@dataclass(frozen=True)
class Paper:
    """What a paper shows and says.

    Attributes
    ----------
    name : str
        Author and year: "Song 2007".
    figures : dict of str to callable
        Its figures and tables by item, in the paper's order.
    statements : list of Statement
        Its claims, in the paper's order.
    studies : tuple of Study
        What was recorded.
    answer : str
        What of it can be relied on, in words.
    """

    name: str
    figures: dict
    statements: list
    studies: tuple = ()
    answer: str = ""

    @property
    def module(self):
        """str: its folder, "song2007"."""
        return self.name.lower().replace(" ", "")

    @property
    def items(self):
        """list of str: its figures, tables, and the other places it makes claims in."""
        return list(dict.fromkeys([*self.figures, *(of.item for of in self.statements)]))

    def claims(self, *items):
        """The claims of some items, or all, computed now.

        Parameters
        ----------
        *items : str
            "Fig. 3" also gives those of "Fig. 3 (a)".

        Returns
        -------
        Claims
            In the paper's order; all of them show as an open table. Where a file of data is
            missing, the recorded claim stands in, and says so.

        Raises
        ------
        ValueError
            If there is no claim of one of the items.
        """
        for item in items:
            if item is None or not any(is_of(item, of.item) for of in self.statements):
                known = ", ".join(dict.fromkeys(of.item for of in self.statements))
                raise ValueError(f"item must be one of {known}; got {short_repr(item)}.")
        found = Claims(
            self.claim(of)
            for of in self.statements
            if not items or any(is_of(item, of.item) for item in items)
        )
        found.is_all = not items
        return found

    def claim(self, statement):
        """One claim computed now, or as recorded where a file of its data is missing."""
        try:
            return statement()
        except FileNotFoundError as missing:
            for made in self.recorded()[1]:
                if (made.item, made.claim) == (statement.item, statement.text):
                    return made.without_data(missing)
            raise

    def recorded(self):
        """The claims as they came out when they were last recorded.

        Returns
        -------
        header : str
            Date and versions.
        claims : Claims
        """
        header, made = read_claims(self.module)
        return header, Claims(made)

    def changed(self, claims, item=None):
        """Verdicts that are not as they were recorded, each in words; also claims lost or new.

        Parameters
        ----------
        claims : iterable of Claim
            As `claims` computes them.
        item : str, optional
            The item that they are of; all if left out.

        Returns
        -------
        list of str
        """
        kept = [made for made in self.recorded()[1] if is_of(item, made.item)]
        before, after = (
            {(made.item, made.claim): made.verdict for made in some} for some in (kept, claims)
        )
        return [
            f"{self.name}, {key[0]}: {key[1]} recorded: {before.get(key, 'nothing')}, now: "
            f"{after.get(key, 'nothing')}"
            for key in dict.fromkeys([*before, *after])
            if before.get(key) != after.get(key)
        ]


def paper(name, items, figures, claims, studies, answer):
    """Gather a paper from its modules.

    Parameters
    ----------
    name : str
        "Song 2007".
    items : tuple of str
        Its figures and tables, in the paper's order.
    figures, claims : list of module
    studies : tuple of Study
    answer : str
        What of it can be relied on.

    Returns
    -------
    Paper
    """
    drawn = {
        of.item: of
        for module in figures
        for of in vars(module).values()
        if isinstance(getattr(of, "item", None), str)
        and inspect.unwrap(of).__module__ == module.__name__
    }
    statements = [of for module in claims for of in STATEMENTS[module.__name__]]
    return Paper(name, {item: drawn[item] for item in items}, statements, tuple(studies), answer)


def is_of(thing, item):
    """Whether an item such as "Fig. 2 III" is of a thing such as "Fig. 2"; all are of None."""
    if thing is None:
        return True
    return isinstance(thing, str) and re.match(rf"{re.escape(thing)}(?![\w.-])", item) is not None
