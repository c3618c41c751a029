"""From samples to K: kernels by name, on graphs, on strings, with local widths.

    X --matrix, graph, strings, local_scaling--> K --gram--> Dense, Sparse, Factor

`cache` makes many K of the same samples, `precision` keeps the digits of what lies far from 0,
`gram` puts K behind one small interface, `low_rank` has it without ever forming it, `eigenvectors`
finds its leading eigenvectors. Imports nothing of the package but `_utils` and
`_validation`.
"""

from .cache import KernelMaker
from .eigenvectors import component_eigenvectors, leading_eigenvectors, leading_subspace
from .gram import Dense, Factor, Sparse, as_centred_gram, as_gram, centre
from .graph import graph_kernel
from .local_scaling import LocalScaling, local_scaling, nearest_neighbours
from .low_rank import LowRank, incomplete_cholesky
from .matrix import kernel_matrix, kernel_names, median_rule, resolve_gamma
from .strings import mismatch_kernel, spectrum_kernel

__all__ = [
    "Dense",
    "Factor",
    "KernelMaker",
    "LocalScaling",
    "LowRank",
    "Sparse",
    "as_centred_gram",
    "as_gram",
    "centre",
    "component_eigenvectors",
    "graph_kernel",
    "incomplete_cholesky",
    "kernel_matrix",
    "kernel_names",
    "leading_eigenvectors",
    "leading_subspace",
    "local_scaling",
    "median_rule",
    "mismatch_kernel",
    "nearest_neighbours",
    "resolve_gamma",
    "spectrum_kernel",
]
