"""A picture that is drawn again when a control moves, for the small steps of a notebook."""

from __future__ import annotations

import html

import ipywidgets

from ..plotting.alt_text import FigureWithAlt, as_card
from .base.stored import stored_picture


class Redrawn(ipywidgets.VBox):
    """What `redrawn` returns: controls above a picture.

    Like the other widgets it carries a PNG with alt text and one line of text, for pages that
    run no widgets.

    Attributes
    ----------
    controls : dict of str to Widget
    alt : str
        What the picture on screen shows.
    """

    def __init__(self, draw, controls):
        self._draw = draw
        self.controls = controls
        self._at_first = {name: control.value for name, control in controls.items()}
        self._picture, self._message = ipywidgets.HTML(), ipywidgets.HTML()
        again = ipywidgets.Button(description="Set up this move", tooltip="Back to the start")
        again.on_click(self._set_up)
        layout = {"flex_flow": "row wrap", "grid_gap": "4px 16px"}
        row = ipywidgets.HBox([*controls.values(), again], layout=layout)
        super().__init__([row, self._message, self._picture])
        for control in controls.values():
            control.observe(self._on_control, "value")
        self._redraw()

    def _on_control(self, change):
        try:
            self._redraw()
            self._message.value = ""
        except Exception as error:
            text = html.escape(f"{type(error).__name__}: {error}")
            self._message.value = f'<div role="alert">{text} The last picture stays.</div>'

    def _redraw(self):
        values = {name: control.value for name, control in self.controls.items()}
        drawn = self._draw(**values)
        if not isinstance(drawn, FigureWithAlt):
            drawn = FigureWithAlt(*drawn)
        self.alt = drawn.alt
        self._figure = drawn.figure
        self._picture.value = as_card(drawn.figure, self.alt)
        self._width = round(100 * drawn.figure.get_figwidth())

    def _set_up(self, button):
        for name, value in self._at_first.items():
            self.controls[name].value = value

    def __repr__(self):
        return f"Redrawn: {self.alt}"

    def _repr_mimebundle_(self, **kwargs):
        data = super()._repr_mimebundle_(**kwargs)
        picture, metadata = stored_picture(self._figure, self._width, self.alt)
        data |= {"text/plain": repr(self), "image/png": picture}
        return data, {"image/png": metadata}


def redrawn(draw, **controls):
    """Show a figure under controls, and draw it again whenever one of them changes.

    A button leads back to the values of the start. A redraw takes a sixth of a second or so:
    good for a switch or a slider with a few stops. What must follow a hand at once is a widget
    of its own.

    Parameters
    ----------
    draw : callable
        ``draw(**values) -> (Figure, alt)``: a matplotlib figure, not one of pyplot's, and a
        sentence that says what it shows; or a `FigureWithAlt`, as the exhibits of
        `depcluster.reproduction` return. It is called with the controls' values.
    **controls : ipywidgets with a ``value``
        Named like the parameters of ``draw``.

    Returns
    -------
    Redrawn

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> from ipywidgets import IntSlider
    >>> def draw(n):
    ...     figure = Figure(figsize=(4, 2))
    ...     figure.add_subplot().bar(range(n), 1)
    ...     return figure, f"{n} bars."
    >>> bars = redrawn(draw, n=IntSlider(value=3))
    >>> bars.controls["n"].value = 5
    >>> bars
    Redrawn: 5 bars.
    """
    return Redrawn(draw, controls)
