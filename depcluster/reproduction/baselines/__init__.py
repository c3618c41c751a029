"""What the papers compare with and scikit-learn lacks, one file each.

Imports what the papers import, and no paper but for what it competes with there.
"""

from .hierarchical_kernel_kmeans import hierarchical_kernel_kmeans
from .mean_nn import MeanNN, mean_nn
from .mic import MIC, mic
from .njw import NjwResult, njw
from .self_tuning import SelfTuningSpectral, self_tuning_spectral
from .tree_cut import TreeCut, linkage_along_tree
from .xwss import XwssResult, xwss

__all__ = [
    "MIC",
    "MeanNN",
    "NjwResult",
    "SelfTuningSpectral",
    "TreeCut",
    "XwssResult",
    "hierarchical_kernel_kmeans",
    "linkage_along_tree",
    "mean_nn",
    "mic",
    "njw",
    "self_tuning_spectral",
    "xwss",
]
