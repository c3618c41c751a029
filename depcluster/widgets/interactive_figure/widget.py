"""A picture that is drawn again when a control moves, for the small steps of a notebook."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import prod
from typing import Any
from weakref import WeakSet

import traitlets

from ..._validation import check_whole, short_repr
from ...plotting.alt_text import FigureWithAlt, as_drawing, pixels
from ..base.bundle import bundle
from ..base.stored import stored_picture
from ..base.widget import ONE_AT_A_TIME, Widget
from .controls import Control
from .pictures import packed

STAYS = "The last picture stays."
MOST_STORED = 100  # pictures of one widget; a page without Python has all of them or the first
ALIVE = WeakSet()


def draw_all():
    """Draw every picture of all that `interactive_figure` has made, for pages without Python.

    `tools/execute.py` calls it before a notebook is stored. It takes as long as moving every
    control of the notebook everywhere.
    """
    for widget in list(ALIVE):
        if widget._lives_alone:
            widget._complete()


class Positions(traitlets.TraitType):
    """Where each control of the owner stands, counted from 0."""

    def validate(self, obj, value):
        counts = [len(control["shown"]) for control in obj._controls]
        if not isinstance(value, list | tuple) or len(value) != len(counts):
            raise ValueError(
                f"{self.name} must be a list with a place for each of {len(counts)} controls; got "
                f"{short_repr(value)}."
            )
        return [
            check_whole(at, f"{self.name}[{k}]", 0, count - 1)
            for k, (at, count) in enumerate(zip(value, counts, strict=True))
        ]


class InteractiveFigure(Widget):
    """What `interactive_figure` returns: controls above a picture.

    Every picture is drawn once and kept. While the page is at rest it asks for those that are one
    move away, which come as messages of their own: only the one on screen is state. A page
    without Python is stored with all of them.

    Attributes
    ----------
    values : dict of str to object
        What the controls stand at.
    alt : str
        What the picture on screen shows.
    """

    _esm, _css = bundle("interactive_figure/widget.js")
    _controls = traitlets.List().tag(sync=True)
    _start = traitlets.List().tag(sync=True)
    _at = Positions().tag(sync=True, control=True)
    _frame = traitlets.Dict().tag(sync=True)
    _error = traitlets.Unicode().tag(sync=True)
    _pictures = traitlets.Bytes().tag(sync=True)  # all, as `pictures` packs them

    def __init__(self, draw, controls):
        self._draw, self._of, self._frames = draw, controls, {}
        start = [control.start for control in controls.values()]
        told_to_page = [
            {"kind": of.kind, "label": of.label or name.replace("_", " "), "shown": list(of.shown)}
            for name, of in controls.items()
        ]
        super().__init__(_controls=told_to_page)
        self._at = self._start = start
        self._frame = self._drawn(start)
        self.observe(self._follow, "_at")
        self.on_msg(self._answer)
        ALIVE.add(self)

    @traitlets.default("_at")
    def _at_first(self):
        return [0] * len(self._controls)

    @property
    def values(self):
        """What the controls stand at, by name."""
        return self._values(self._at)

    @property
    def alt(self):
        """What the picture on screen shows."""
        return self._frame["alt"]

    def move(self, **values):
        """Move controls as a hand does.

        Parameters
        ----------
        **values : object
            By name; each one of the control's values.
        """
        at = list(self._at)
        for name, value in values.items():
            if name not in self._of:
                known = ", ".join(self._of)
                raise ValueError(f"{name} is no control; the controls are {known}.")
            at[list(self._of).index(name)] = self._of[name].place(value, name)
        self._at = at

    def _values(self, at):
        return {name: of.values[k] for (name, of), k in zip(self._of.items(), at, strict=True)}

    def _made(self, at):
        drawn = self._draw(**self._values(at))
        return drawn if isinstance(drawn, FigureWithAlt) else FigureWithAlt(*drawn)

    def _drawn(self, at):
        """The picture at some places of the controls."""
        key = tuple(at)
        if key not in self._frames:
            made = self._made(at)
            html = as_drawing(made.figure, made.alt)
            self._frames[key] = {"at": list(at), "html": html, "alt": made.alt}
        return self._frames[key]

    @property
    def _lives_alone(self):
        return prod(len(of.values) for of in self._of.values()) <= MOST_STORED

    def _complete(self):
        places = product(*(range(len(of.values)) for of in self._of.values()))
        self._pictures = packed(map(self._told, places), self._frame["html"])

    def _told(self, at):
        """The picture at some places of the controls, or why there is none."""
        try:
            return self._drawn(at)
        except Exception as reason:
            return {"at": list(at), "error": f"{type(reason).__name__}: {reason} {STAYS}"}

    def _follow(self, change):
        told = self._told(self._at)
        error = told.get("error", "")
        with self.hold_sync():
            self._frame, self._error = self._frame if error else told, error
            self._pictures = b""  # they lean on the one that was shown

    def _answer(self, widget, content, buffers):
        """Draw ahead what the page asks for; what cannot be drawn is told when it is moved to."""
        at = content.get("want") if isinstance(content, dict) else None
        try:
            self.send({"frame": self._drawn(type(self)._at.validate(self, at))})
        except Exception:
            self.send({"frame": None})

    def summary(self) -> str:
        return f"InteractiveFigure: {self.alt}"

    def _repr_mimebundle_(self, **kwargs):
        with ONE_AT_A_TIME:
            data, metadata = super()._repr_mimebundle_(**kwargs)
            figure = self._made(self._frame["at"]).figure
            width = round(100 * figure.get_figwidth())
            picture = stored_picture(pixels(figure, width), width, self.alt)
            data["image/png"], metadata["image/png"] = picture
        return data, metadata


def interactive_figure(draw: Callable[..., Any], **controls: Any) -> InteractiveFigure:
    """Show a figure under controls, and draw it again whenever one of them moves.

    Each picture is drawn once; those one move away are drawn ahead while nothing else is to do.
    A button leads back to the start. Drawing should take less than 150 ms: compute outside. Where
    no Python runs, as in a page that ``save_html`` writes, all pictures are there, of at most 100.

    Parameters
    ----------
    draw : callable
        ``draw(**values) -> (Figure, alt)``: a matplotlib figure, not one of pyplot's, and a
        sentence that says what it shows; or a `FigureWithAlt`, as the figures of
        `depcluster.reproduction` are. It is called with the controls' values.
    **controls : Control
        `Dropdown` or `SelectionSlider`, named like the parameters of ``draw``.

    Returns
    -------
    InteractiveFigure

    Raises
    ------
    ValueError
        If there is no control, or one is no Dropdown and no SelectionSlider.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from depcluster.widgets import SelectionSlider
    >>> def draw(n):
    ...     figure = Figure(figsize=(4, 2))
    ...     figure.add_subplot().bar(range(n), 1)
    ...     return figure, f"{n} bars."
    >>> bars = interactive_figure(draw, n=SelectionSlider([1, 3, 5], value=3))
    >>> bars.move(n=5)
    >>> bars
    InteractiveFigure: 5 bars.
    """
    if not callable(draw):
        raise ValueError(
            f"draw must be a function of the controls' values; got {short_repr(draw)}."
        )
    if not controls:
        raise ValueError(
            "interactive_figure needs a control; got none. Try n=SelectionSlider([1, 2, 3])."
        )
    for name, control in controls.items():
        if not isinstance(control, Control):
            raise ValueError(
                f"{name} must be a Dropdown(...) or SelectionSlider(...); got "
                f"{short_repr(control)}. Try {name}=SelectionSlider([1, 2, 3])."
            )
    return InteractiveFigure(draw, controls)
