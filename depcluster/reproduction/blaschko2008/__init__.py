"""Blaschko 2008 again: the taxonomy of the clusters, learned with them."""

from ..paper import paper
from . import figures as _figures
from . import tables as _tables
from .claims import faces as _faces
from .claims import number as _number
from .claims import objective as _objective
from .claims import structure as _structure
from .claims import trees as _trees
from .claims import words as _words
from .figures import figure_1, figure_2, figure_3
from .tables import table_1, table_2

ITEMS = ("Fig. 1", "Fig. 2", "Fig. 3", "Table 1", "Table 2")
LEARNED = """The derivations hold: for a given partition the best structure is the set kernel of \
its clusters, and with it the objective becomes a norm. But that trace and norm agree when \
relaxed does not make them agree on partitions, and a tree metric need not give a kernel: the more \
leaves, the more seldom it does. The learned tree is a true picture of who is related to whom on \
faces, which are made as a tree, and nearly a star on texts. It does not make the clusters better: \
a free structure and kernel k-means do as well or better, and with Song's own P the best of the \
fixed structures stays ahead of the taxonomy. The gap of Table 1 opens where the rival is not \
normalized and collapses: then the normalization does what the tree gets credit for. Nor do \
elbow and eigengap find the number of clusters where these form a tree."""

PAPER = paper(
    "Blaschko 2008",
    ITEMS,
    LEARNED,
    [_figures, _tables],
    [_objective, _trees, _faces, _structure, _words, _number],
)
claims = PAPER.claims
