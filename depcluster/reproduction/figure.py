"""A paper's figures and tables as functions, each with its name inside what it shows."""

from __future__ import annotations

import functools
from dataclasses import replace

from .._utils.blas import one_blas_thread
from .._validation import checked
from ..plotting.alt_text import FigureWithAlt
from ..plotting.palette import INK_2

_STRIP = 0.3  # inches below a figure, for its name
_RIM = 0.06  # inches around it


def figure(item, data="", **rules):
    """A decorator: a function that draws a figure of a paper.

    Parameters
    ----------
    item : str
        Its name in the paper: "Fig. 5".
    data : str
        On which data, where they are not the paper's: "stand-in data".
    **rules : Rule
        What its parameters may be, beyond the table of `_validation`.

    Returns
    -------
    callable
        From a function ``draw(...) -> (Figure, alt)``, the figure laid out "constrained", to one
        that returns a `FigureWithAlt` with the figure's name in it.
    """

    def finish(drawn, name):
        picture, alt = drawn
        return FigureWithAlt(_stamped(picture, name), f"{name}. {alt}")

    return _named(item, data, rules, finish)


def table(item, data="", **rules):
    """A decorator: a function that makes a `Table` of a paper gets its name before the caption.

    Parameters
    ----------
    item, data, **rules
        As for `figure`.

    Returns
    -------
    callable
    """

    def finish(made, name):
        return replace(made, caption=f"{name}. {made.caption}")

    return _named(item, data, rules, finish)


def _named(item, data, rules, finish):
    def decorate(draw):
        paper = draw.__module__.removeprefix("depcluster.reproduction.").split(".")[0]
        name = f"{paper_name(paper)}, {long_name(item)}" + f"; {data}" * bool(data)

        @functools.wraps(draw)
        def named(*args, **kwargs):
            with one_blas_thread():
                return finish(checked(**rules)(draw)(*args, **kwargs), name)

        named.item = item
        return named

    return decorate


def paper_name(module):
    """As "Song 2007", from "song2007"."""
    return f"{module[:-4].capitalize()} {module[-4:]}"


def long_name(item):
    """As "Figure 5", from "Fig. 5"."""
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
