"""What a notebook keeps of a widget for pages that run none: a picture that says how to wake it."""

from __future__ import annotations

import base64
import os

import numpy as np
from matplotlib.figure import Figure

from ...plotting.alt_text import packed, pixels
from ...plotting.palette import INK_2

FOOT = 20
LINE = "Run the cell to make it live."


def are_kept():
    """Whether pictures are stored: DEPCLUSTER_STILLS=0 spares a server of many kernels the work."""
    return os.environ.get("DEPCLUSTER_STILLS") != "0"


def stored_picture(figure, width, alt):
    """A figure over one line, as a notebook stores it.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
    width : int
        Width in pixels at which it is shown.
    alt : str

    Returns
    -------
    text : str
        The PNG in base64.
    metadata : dict
        Alternative text, width, and the height of the line. A page that says it itself leaves
        the line away (`share/jupyter/labextensions`).
    """
    inches = figure.get_figwidth()
    foot = Figure(figsize=(inches, FOOT * inches / width), facecolor="white")
    foot.text(8 / width, 0.5, LINE, va="center", color=INK_2, fontsize=11 * 72 * inches / width)
    rows = np.vstack([pixels(figure, width), pixels(foot, width)])
    text = base64.b64encode(packed(rows)).decode("ascii")
    return text, {"alt": alt, "width": width, "foot": FOOT}
