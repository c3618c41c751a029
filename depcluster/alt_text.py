"""Figures that carry alternative text into a notebook."""

from __future__ import annotations

import base64
import html
from io import BytesIO


class FigureWithAlt:
    """A figure that shows itself as a picture with alternative text.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    alt : str
        What the picture shows, in a sentence, for readers who cannot see it.
    """

    def __init__(self, figure, alt):
        self.figure, self.alt = figure, alt

    def __repr__(self):
        return f"Figure: {self.alt}"

    def _repr_html_(self):
        buffer = BytesIO()
        self.figure.savefig(buffer, format="png", dpi=160, facecolor="white", bbox_inches="tight")
        data = base64.b64encode(buffer.getvalue()).decode()
        width = round(self.figure.get_figwidth() * 100)
        return (
            f'<img alt="{html.escape(self.alt)}" style="max-width:100%;width:{width}px" '
            f'src="data:image/png;base64,{data}">'
        )
