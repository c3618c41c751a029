"""Unrooted trees with edge lengths: fitted to distances, laid out, written and read.

    D --neighbour_joining--> topology --fit (exchanges)--> Tree --layout, newick--> ...

`distances` says whether there is a tree at all. Imports nothing of the package but `_utils` and
`_validation`; `plotting` draws.
"""

from .distances import four_point_violation, neighbour_joining
from .fit import fit_tree_metric, least_squares
from .layout import Layout, equal_angle
from .tree import Tree
from .walk import splits

__all__ = [
    "Layout",
    "Tree",
    "equal_angle",
    "fit_tree_metric",
    "four_point_violation",
    "least_squares",
    "neighbour_joining",
    "splits",
]
