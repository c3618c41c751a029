"""Sugiyama 2011 again: squared-loss mutual information in closed form."""

from ..paper import paper
from . import claims as _claims
from . import figures as _figures

ITEMS = ("Fig. 4", "Fig. 5", "Fig. 6", "Fig. 7", "Fig. 8", "Table 1", "Table 2")
LEARNED = ""

PAPER = paper("Sugiyama 2011", ITEMS, LEARNED, [_figures], [_claims])
claims = PAPER.claims
