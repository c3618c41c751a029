"""Jenssen 2006 again: clusters by angle in kernel space."""

from ..paper import paper
from . import figures as _figures
from .claims import crescents, outliers, real, theory, toys, widths
from .figures import figure_1, figure_2, figure_3, figure_4, figure_5, figure_6

ITEMS = ("Fig. 1", "Fig. 2", "Fig. 3", "Fig. 4", "Fig. 5", "Fig. 6")
LEARNED = ""

PAPER = paper(
    "Jenssen 2006", ITEMS, LEARNED, [_figures], [theory, widths, crescents, toys, real, outliers]
)
claims = PAPER.claims
