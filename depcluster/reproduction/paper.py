"""A paper: its exhibits, its claims by item, and the verdicts that were recorded."""

from __future__ import annotations

import functools
import inspect
import re
from dataclasses import dataclass, replace

from ..checks.told import told
from ..kernels import one_blas_thread
from .records import read_claims
from .table import Claims


def claims_of(item):
    """A decorator: a function that computes the claims of one item of a paper.

    Parameters
    ----------
    item : str
        "Fig. 5", "Table VI", "Theorem 1", "Section 3.3".

    Returns
    -------
    callable
        From a function that yields them (`Claim`) to one that returns a tuple, with the item
        filled in, computed once.
    """

    def decorate(function):
        @functools.cache
        @functools.wraps(function)
        def computed():
            with one_blas_thread():
                return tuple(replace(made, item=item) for made in function())

        computed.item = item
        return computed

    return decorate


@dataclass(frozen=True)
class Paper:
    """What a paper shows and says.

    Attributes
    ----------
    name : str
        Author and year: "Song 2007".
    module : str
        Its folder: "song2007".
    items : tuple of str
        Its figures and tables.
    learned : str
        What reproducing it has taught, a paragraph.
    exhibits : dict of str to callable
        By item, in the paper's order.
    claimed : list of callable
        Functions by `claims_of`, in the paper's order.
    """

    name: str
    module: str
    items: tuple
    learned: str
    exhibits: dict
    claimed: list

    def claims(self, *items):
        """The claims of some items, or all, computed now.

        Parameters
        ----------
        *items : str
            "Fig. 3" also gives those of "Fig. 3 (a)".

        Returns
        -------
        Claims
            In the paper's order; all of them show as an open table.

        Raises
        ------
        ValueError
            If there is no claim of one of the items.
        """
        for item in items:
            if item is None or not any(is_of(item, of.item) for of in self.claimed):
                known = ", ".join(dict.fromkeys(of.item for of in self.claimed))
                raise ValueError(f"item must be one of {known}; got {told(item)}.")
        wanted = [
            of for of in self.claimed if not items or any(is_of(item, of.item) for item in items)
        ]
        found = Claims(made for of in wanted for made in of())
        found.is_all = not items
        return found

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


def paper(name, items, learned, figures, claims):
    """Gather a paper from its modules.

    Parameters
    ----------
    name : str
        "Song 2007".
    items : tuple of str
        Its figures and tables, in the paper's order.
    learned : str
    figures, claims : list of module
        Where its exhibits and its functions of claims are, in the paper's order.

    Returns
    -------
    Paper
    """
    drawn = {of.item: of for of in _with_item(figures)}
    claimed = _with_item(claims)
    exhibits = {item: drawn[item] for item in items}
    return Paper(name, name.lower().replace(" ", ""), items, learned, exhibits, claimed)


def _with_item(modules):
    """Functions of an item that were written in a module, in the order of the source."""
    return [
        of
        for module in modules
        for of in vars(module).values()
        if isinstance(getattr(of, "item", None), str)
        and inspect.unwrap(of).__module__ == module.__name__
    ]


def is_of(thing, item):
    """Whether an item such as "Fig. 2 III" is of a thing such as "Fig. 2".

    Parameters
    ----------
    thing : str or None
        All items are of None.
    item : str

    Returns
    -------
    bool
    """
    if thing is None:
        return True
    return isinstance(thing, str) and re.match(rf"{re.escape(thing)}(?![\w.-])", item) is not None
