"""Exhibits of a paper in one place: figures a button each, tables that unfold one at a time."""

from __future__ import annotations

import hashlib
from html import escape

from ..widgets import Dropdown, interact


def exhibits(*figures):
    """Figures of a paper, one at a time.

    Parameters
    ----------
    *figures : callable
        Such as `depcluster.reproduction.zhong2010.figure_2`; the first is shown first.

    Returns
    -------
    Interactive

    Examples
    --------
    >>> from depcluster.reproduction import zhong2010
    >>> exhibits(zhong2010.figure_2, zhong2010.figure_3)  # doctest: +ELLIPSIS
    Interactive: Zhong 2010, Figure 2...
    """
    options = {f"Fig. {figure.__name__.rpartition('_')[2]}": figure for figure in figures}
    return interact(lambda show: show(), show=Dropdown(options))


class UnfoldingTables:
    """Tables below each other, of which one is unfolded.

    Parameters
    ----------
    *tables : Table

    Examples
    --------
    >>> from depcluster.reproduction import zhong2010
    >>> print(repr(UnfoldingTables(zhong2010.table_2(), zhong2010.table_3()))[:20])
    Zhong 2010, Table II
    """

    def __init__(self, *tables):
        self.tables = tables

    def _repr_html_(self):
        group = hashlib.sha256(repr(self).encode()).hexdigest()[:8]
        folds = (
            f'<details name="tables-{group}"{" open" * (k == 0)}>'
            f'<summary style="cursor:pointer">{escape(table.caption.partition(";")[0])}</summary>'
            f"{table._repr_html_()}</details>"
            for k, table in enumerate(self.tables)
        )
        return "".join(folds)

    def __repr__(self):
        return "\n\n".join(map(repr, self.tables))
