"""Jenssen 2006 again: clusters by angle in kernel space."""

from ..paper import paper
from . import claims as _claims
from . import figures as _figures
from .experiments import STUDIES as _STUDIES
from .figures import figure_1, figure_2, figure_3, figure_4, figure_5, figure_6, right_widths

__all__ = [
    "claims",
    "figure_1",
    "figure_2",
    "figure_3",
    "figure_4",
    "figure_5",
    "figure_6",
    "right_widths",
]

ITEMS = ("Fig. 1", "Fig. 2", "Fig. 3", "Fig. 4", "Fig. 5", "Fig. 6")
PAPER = paper(
    "Jenssen 2006",
    ITEMS,
    [_figures],
    [_claims],
    _STUDIES,
    "Rely on the angle, on 1/f as the Laplacian matrix, and on what the weights do: 1/f finds a "
    "sparse cluster that u = 1 does not, and a few outliers break it. Do not rely on the printed "
    "ranges of widths, which are those of one set of points, on the printed AMISE width (a "
    "misprint), on the mean of the two rules, or on a cost that falls from pass to pass.",
)
claims = PAPER.claims
