"""Figures that carry alternative text into a notebook."""

from __future__ import annotations

import base64
import html
from io import BytesIO

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from PIL import Image

from ..checks.arguments import having, takes
from ..checks.rules import NAME, whole

_FIGURE = having("a matplotlib Figure", "set_dpi", "get_figwidth")


@takes(figure=_FIGURE, width=whole(1, 10_000))
def png(figure, width):
    """A figure as PNG on white, twice as many pixels as shown, in 256 colours to stay small.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    width : int
        Width in pixels at which it is shown.

    Returns
    -------
    bytes
    """
    return packed(pixels(figure, width))


def pixels(figure, width):
    """A figure as an array of shape (rows, columns, 4), twice as many pixels as shown."""
    canvas = FigureCanvasAgg(figure)
    figure.set_dpi(2 * width / figure.get_figwidth())
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())


def packed(pixels):
    """Such an array as PNG, opaque and in 256 colours."""
    picture = Image.fromarray(pixels).convert("RGB")
    few = picture.quantize(256, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    out = BytesIO()
    few.save(out, format="PNG", optimize=True)
    return out.getvalue()


def image_tag(png_text, alt, width):
    """An HTML image of base64 PNG text on an opaque card, so that dark pages can show it.

    Parameters
    ----------
    png_text : str
    alt : str
    width : int

    Returns
    -------
    str
    """
    style = f"display:block;width:{width}px;max-width:100%;background:#fff;border-radius:4px"
    source = f"data:image/png;base64,{png_text}"
    return f'<img alt="{html.escape(alt)}" style="{style}" src="{source}">'


def as_card(figure, alt):
    """A figure as base64 PNG text and as an HTML image, 100 pixels to the inch.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    alt : str

    Returns
    -------
    png_text, tag : str
    width : int
        In pixels.
    """
    width = round(100 * figure.get_figwidth())
    text = base64.b64encode(png(figure, width)).decode("ascii")
    return text, image_tag(text, alt, width), width


class FigureWithAlt:
    """A figure that shows itself as a picture with alternative text.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    alt : str
        What the picture shows, in a sentence, for readers who cannot see it.
    """

    @takes(figure=_FIGURE, alt=NAME)
    def __init__(self, figure, alt):
        self.figure, self.alt = figure, alt

    def __repr__(self):
        return f"Figure: {self.alt}"

    def _repr_html_(self):
        return as_card(self.figure, self.alt)[1]
