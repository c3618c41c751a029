"""What a notebook keeps of a widget for pages that run none: a picture that says how to wake it."""

from __future__ import annotations

import base64

import numpy as np
from matplotlib.figure import Figure

from ...plotting.alt_text import packed, pixels
from ...plotting.palette import INK_2

FOOT = 20
LINE = "Run the cell to make it live."


def stored_picture(picture, width, alt):
    """A picture over one line, as a notebook stores it.

    Parameters
    ----------
    picture : ndarray of uint8 of shape (rows, columns, 4)
        With `plotting.alt_text.RATIO` pixels for each that is shown.
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
    inches = width / 100
    foot = Figure(figsize=(inches, FOOT / 100), facecolor="white")
    foot.text(8 / width, 0.5, LINE, va="center", color=INK_2, fontsize=0.72 * 11)
    text = base64.b64encode(packed(np.vstack([picture, pixels(foot, width)]))).decode("ascii")
    return text, {"alt": alt, "width": width, "foot": FOOT}
