"""Exhibits of a paper in one place, a button each."""

from __future__ import annotations

from ..widgets import choice, redrawn


def exhibits(*figures):
    """Figures of a paper, one at a time.

    Parameters
    ----------
    *figures : callable
        Such as `depcluster.reproduction.zhong2010.figure_2`; the first is shown first.

    Returns
    -------
    Redrawn

    Examples
    --------
    >>> from depcluster.reproduction import zhong2010
    >>> exhibits(zhong2010.figure_2, zhong2010.figure_3)  # doctest: +ELLIPSIS
    Redrawn: Zhong 2010, Figure 2...
    """
    options = {f"Fig. {figure.__name__.rpartition('_')[2]}": figure for figure in figures}
    return redrawn(lambda show: show(), show=choice(options))
