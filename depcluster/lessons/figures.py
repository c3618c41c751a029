"""Figures and tables of a paper one at a time, and widgets that no page shows."""

from __future__ import annotations

from contextlib import contextmanager

import comm

from ..widgets import Dropdown, interact
from ._templates import group_of, render


def figures(*draw):
    """Figures of a paper, a button each.

    Parameters
    ----------
    *draw : callable
        Such as `depcluster.reproduction.zhong2010.figure_2`; the first is shown first.

    Returns
    -------
    Interactive

    Examples
    --------
    >>> from depcluster.reproduction import zhong2010
    >>> figures(zhong2010.figure_2, zhong2010.figure_3)  # doctest: +ELLIPSIS
    Interactive: Zhong 2010, Figure 2...
    """
    options = {f"Fig. {figure.__name__.rpartition('_')[2]}": figure for figure in draw}
    return interact(lambda show: show(), show=Dropdown(options))


class UnfoldingTables:
    """Tables below each other, of which one is unfolded.

    Parameters
    ----------
    *tables : depcluster.reproduction.Table

    Examples
    --------
    >>> from depcluster.reproduction import zhong2010
    >>> print(repr(UnfoldingTables(zhong2010.table_2(), zhong2010.table_3()))[:20])
    Zhong 2010, Table II
    """

    def __init__(self, *tables):
        self.tables = tables

    def _repr_html_(self):
        return render("tables.html", tables=self.tables, group=group_of(repr(self)))

    def __repr__(self):
        return "\n\n".join(map(repr, self.tables))


@contextmanager
def without_display():
    """Widgets made within it tell Python their numbers and are never sent to the page.

    Examples
    --------
    >>> from depcluster.widgets import CoinMosaic
    >>> with without_display():
    ...     smi = CoinMosaic(0.75).smi
    >>> smi
    0.125
    """
    before, comm.create_comm = comm.create_comm, comm.DummyComm
    try:
        yield
    finally:
        comm.create_comm = before
