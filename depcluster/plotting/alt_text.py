"""Figures that carry alternative text into a notebook."""

from __future__ import annotations

import base64
import html
from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.backend_bases import FigureCanvasBase
from matplotlib.backends.backend_agg import FigureCanvasAgg
from PIL import Image

from .._validation import NAME, having, takes, whole
from .inline import inline

if TYPE_CHECKING:
    from matplotlib.figure import Figure

RATIO = 1.5  # pixels that are stored for each that is shown
_FIGURE = having("a matplotlib Figure", "set_dpi", "get_figwidth")


@takes(figure=_FIGURE, width=whole(1, 10_000))
def png(figure: Figure, width: int) -> bytes:
    """A figure as PNG on white, three pixels for two that are shown, in 128 colours to stay small.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    width : int
        Width in pixels at which it is shown.

    Returns
    -------
    bytes

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> png(Figure(figsize=(1, 1)), 40)[1:4]
    b'PNG'
    """
    return packed(pixels(figure, width))


def pixels(figure, width, ratio=RATIO):
    """A figure as an array of shape (rows, columns, 4), so many pixels for each that is shown."""
    canvas = FigureCanvasAgg(figure)
    figure.set_dpi(ratio * width / figure.get_figwidth())
    canvas.draw()
    FigureCanvasBase(figure)  # in its place, so that its pixels are kept no longer than these
    return np.asarray(canvas.buffer_rgba())


def packed(pixels):
    """Such an array as PNG, opaque and in 128 colours."""
    picture = Image.fromarray(pixels).convert("RGB")
    # Colours far apart, so that rare ones stay, then one round of k-means for the common ones.
    spread, all_pixels = Image.Quantize.MAXCOVERAGE, picture.width * picture.height
    few = picture.quantize(128, method=spread, kmeans=all_pixels, dither=Image.Dither.NONE)
    out = BytesIO()
    few.save(out, format="PNG", optimize=True)
    return out.getvalue()


def as_card(figure, alt):
    """A figure as an image on an opaque white card, 100 pixels to the inch, in HTML."""
    width = round(100 * figure.get_figwidth())
    text = base64.b64encode(packed(pixels(figure, width, ratio=1))).decode("ascii")
    style = f"width:{width}px;max-width:100%;background:#fff;border-radius:4px"
    source = f"data:image/png;base64,{text}"
    return f'<img alt="{html.escape(alt)}" class="card" style="{style}" src="{source}">'


def as_drawing(figure, alt, card=""):
    """A figure in the colours of its page, below a card for pages that take styles away."""
    drawing, name = inline(figure, alt)
    return f'<div class="{name}">{card}{drawing}</div>'


class FigureWithAlt:
    """A figure that shows itself as a picture with alternative text.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    alt : str
        What the picture shows, in a sentence, for readers who cannot see it.

    Examples
    --------
    >>> from matplotlib.figure import Figure
    >>> shown = FigureWithAlt(Figure(figsize=(1, 1)), "An empty square.")
    >>> shown.alt
    'An empty square.'
    """

    @takes(figure=_FIGURE, alt=NAME)
    def __init__(self, figure: Figure, alt: str) -> None:
        self.figure, self.alt = figure, alt

    def __repr__(self):
        return f"Figure: {self.alt}"

    def _repr_html_(self):
        return as_drawing(self.figure, self.alt, as_card(self.figure, self.alt))
