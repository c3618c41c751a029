"""Blaschko 2008 again: the taxonomy of the clusters, learned with them."""

from ..paper import paper
from . import claims as _claims
from . import experiments
from . import figures as _figures
from .figures import figure_1, figure_2, figure_3, table_1, table_2

__all__ = ["claims", "figure_1", "figure_2", "figure_3", "table_1", "table_2"]

ITEMS = ("Fig. 1", "Fig. 2", "Fig. 3", "Table 1", "Table 2")
PAPER = paper(
    "Blaschko 2008",
    ITEMS,
    [_figures],
    [_claims],
    experiments.STUDIES,
    "Rely on the closed form of the best structure, and on the learned tree where a tree is there. "
    "Do not rely on what is concluded from it: the best partition is another without a structure, "
    "not every tree gives a kernel, and k-means or the right fixed structure make better clusters "
    "than a learned one. Whether the taxonomy is ahead of spectral clustering hangs on the kernel.",
)
claims = PAPER.claims
