"""Zhong 2010 again: structured losses folded into the label kernel."""

from ..paper import paper
from .claims import approximation as _approximation
from .claims import headline as _headline
from .claims import pictures as _pictures
from .claims import tables as _tables
from .claims import theory as _theory
from .figures import accuracies as _accuracies
from .figures import mistakes as _mistakes
from .figures import special_cases as _special_cases
from .figures import structures as _structures
from .figures.accuracies import table_1, table_2, table_3, table_4
from .figures.mistakes import figure_1, figure_5, figure_6, figure_7
from .figures.special_cases import table_5, table_6
from .figures.structures import figure_2, figure_3, figure_4

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
LEARNED = "TODO"

PAPER = paper(
    "Zhong 2010",
    ITEMS,
    LEARNED,
    [_structures, _mistakes, _accuracies, _special_cases],
    [_theory, _approximation, _pictures, _tables, _headline],
)
claims = PAPER.claims
