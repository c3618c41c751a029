"""Zhong 2010 again: structured losses folded into the label kernel."""

from ..paper import paper
from . import claims as _claims
from . import figures as _figures

ITEMS = (
    "Fig. 1",
    "Fig. 2",
    "Fig. 3",
    "Fig. 4",
    "Fig. 5",
    "Fig. 6",
    "Fig. 7",
    "Table I",
    "Table II",
    "Table III",
    "Table IV",
    "Table V",
    "Table VI",
)
LEARNED = ""

PAPER = paper("Zhong 2010", ITEMS, LEARNED, [_figures], [_claims])
claims = PAPER.claims
