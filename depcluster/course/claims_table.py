"""What held of a paper, from its record: shown at once, computed elsewhere."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from .._validation import short_repr
from ..reproduction import Table
from ..reproduction.records import read_claims


def recorded_claim(paper: ModuleType, item: str, words: str) -> Any:
    """A claim of a paper as recorded, with its counts.

    Parameters
    ----------
    paper : module
        Of `depcluster.reproduction`.
    item : str
        Where the paper makes it.
    words : str
        Some of its text.

    Returns
    -------
    depcluster.reproduction.Claim

    Raises
    ------
    ValueError
        If there is no such claim, or several.

    Examples
    --------
    >>> from depcluster.reproduction import sugiyama2011
    >>> found = recorded_claim(sugiyama2011, "Section 2.4", "accurate estimator")
    >>> found.passed, found.cases
    (30, 30)
    """
    claims = read_claims(paper.PAPER.module)[1]
    found = [made for made in claims if made.item == item and words in made.claim]
    if len(found) != 1:
        raise ValueError(
            f"item and words must be those of one claim; got {short_repr(item)} and {words!r}, "
            f"those of {len(found)}."
        )
    return found[0]


def what_held(paper: ModuleType, *items: str) -> Any:
    """The main claims of a paper with their verdicts, as recorded.

    Parameters
    ----------
    paper : module
        Of `depcluster.reproduction`.
    *items : str
        Its figures, tables and sections; all main claims if left out.

    Returns
    -------
    depcluster.reproduction.Table

    Raises
    ------
    ValueError
        If there is no main claim of one of the items.

    Examples
    --------
    >>> from depcluster.reproduction import zhong2010
    >>> what_held(zhong2010, "Table V").rows[0][0]
    'Table V'
    """
    header, claims = read_claims(paper.PAPER.module)
    main = [made for made in claims if made.headline]
    known = dict.fromkeys(made.item for made in main)
    for item in items:
        if item not in known:
            raise ValueError(f"item must be one of {', '.join(known)}; got {short_repr(item)}.")
    rows = [
        (made.item, made.headline, made.outcome) for made in main if not items or made.item in items
    ]
    columns = "Where", "What the paper says", "Here"
    return Table(f"{paper.PAPER.name}: what held", columns, rows, f"Recorded {header}.")
