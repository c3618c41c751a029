"""Exhibits: a paper's figures and tables as functions, each with its name inside the picture."""

from __future__ import annotations

import functools

from ..checks.rules import checked
from ..kernels import one_blas_thread
from ..plotting.alt_text import FigureWithAlt
from ..plotting.palette import INK_2
from .table import Table

_STRIP = 0.3  # inches below a figure, for its name
_RIM = 0.06  # inches around it


def exhibit(item, data="", **rules):
    """A decorator: a function that draws one exhibit of a paper.

    Parameters
    ----------
    item : str
        Its name in the paper: "Fig. 5", "Table VI".
    data : str
        On which data, where they are not the paper's: "stand-in data".
    **rules : Rule
        What its parameters may be, beyond the table of `checks`.

    Returns
    -------
    callable
        From a function ``draw(...) -> (Figure, alt)``, the figure laid out "constrained", to one
        that returns a `FigureWithAlt`; or from one that returns a `Table` to the same with the
        name before the caption.
    """

    def decorate(draw):
        @functools.wraps(draw)
        def named(*args, **kwargs):
            with one_blas_thread():
                drawn = checked(**rules)(draw)(*args, **kwargs)
            paper = draw.__module__.removeprefix("depcluster.reproduction.").split(".")[0]
            name = f"{paper_name(paper)}, {long_name(item)}" + f"; {data}" * bool(data)
            if isinstance(drawn, Table):
                return Table(f"{name}. {drawn.caption}", drawn.columns, drawn.rows, drawn.note)
            figure, alt = drawn
            return FigureWithAlt(_stamped(figure, name), f"{name}. {alt}")

        named.item = item
        return named

    return decorate


def paper_name(module):
    """As "Song 2007", from "song2007".

    Parameters
    ----------
    module : str

    Returns
    -------
    str
    """
    return f"{module[:-4].capitalize()} {module[-4:]}"


def long_name(item):
    """As "Figure 5", from "Fig. 5".

    Parameters
    ----------
    item : str

    Returns
    -------
    str
    """
    return item.replace("Fig.", "Figure")


def _stamped(figure, name):
    """The figure on a sheet that is a strip taller, with its name in the strip."""
    width, height = figure.get_size_inches()
    figure.set_size_inches(width, height + _STRIP)
    share, rim = _STRIP / (height + _STRIP), _RIM / (height + _STRIP)
    side = _RIM / width
    figure.get_layout_engine().set(rect=(side, share, 1 - 2 * side, 1 - share - rim))
    figure.text(0.1 / width, share / 2, name, fontsize=9, color=INK_2, va="center")
    return figure
