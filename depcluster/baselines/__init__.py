"""What the papers compare with and scikit-learn lacks, one file each."""

from .hierarchical_kernel_kmeans import hierarchical_kernel_kmeans
from .mean_nn import MeanNN
from .mic import MIC
from .njw import NjwResult, njw
from .self_tuning import SelfTuningSpectral
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
    "njw",
    "xwss",
]
