"""What held of a paper, from its record: shown at once, computed elsewhere."""

from __future__ import annotations

from ..reproduction import Table
from ..reproduction.records import read_claims


def what_held(paper, *items):
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
            raise ValueError(f"item must be one of {', '.join(known)}; got {item!r}.")
    rows = [
        (made.item, made.headline, made.outcome) for made in main if not items or made.item in items
    ]
    columns = "Where", "What the paper says", "Here"
    return Table(f"{paper.PAPER.name}: what held", columns, rows, f"Recorded {header}.")
