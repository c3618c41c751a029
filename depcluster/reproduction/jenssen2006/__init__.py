"""Jenssen 2006 again: clusters by angle in kernel space."""

from ..paper import paper
from . import claims as _claims
from . import figures as _figures

ITEMS = ("Fig. 1", "Fig. 2", "Fig. 3", "Fig. 4", "Fig. 5", "Fig. 6")
LEARNED = ""

PAPER = paper("Jenssen 2006", ITEMS, LEARNED, [_figures], [_claims])
claims = PAPER.claims
