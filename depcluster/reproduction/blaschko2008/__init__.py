"""Blaschko 2008 again: the taxonomy of the clusters, learned with them."""

from ..paper import paper
from . import claims as _claims
from . import figures as _figures

ITEMS = ("Fig. 1", "Fig. 2", "Fig. 3", "Table 1", "Table 2")
LEARNED = ""

PAPER = paper("Blaschko 2008", ITEMS, LEARNED, [_figures], [_claims])
claims = PAPER.claims
