"""Zhong 2010 again: structured losses folded into the label kernel."""

from ..paper import paper
from . import claims as _claims
from . import experiments, figures
from .figures import (
    figure_1,
    figure_2,
    figure_3,
    figure_4,
    figure_5,
    figure_6,
    figure_7,
    table_1,
    table_2,
    table_3,
    table_4,
    table_5,
    table_6,
)

__all__ = [
    "claims",
    "figure_1",
    "figure_2",
    "figure_3",
    "figure_4",
    "figure_5",
    "figure_6",
    "figure_7",
    "table_1",
    "table_2",
    "table_3",
    "table_4",
    "table_5",
    "table_6",
]

_TABLES = ("I", "II", "III", "IV", "V", "VI")
ITEMS = (*(f"Fig. {k}" for k in range(1, 8)), *(f"Table {k}" for k in _TABLES))

PAPER = paper("Zhong 2010", ITEMS, [figures], [_claims], experiments.STUDIES)
claims = PAPER.claims
