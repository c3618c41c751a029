"""Song, Smola, Gretton, Borgwardt: a dependence maximization view of clustering. ICML 2007.

CLUHSIC, its special case kernel k-means, and Theorem 1: how far a perturbation of K can move
the partition. Imports `search` and below, and what the papers share.
"""

from .cluhsic import CLUHSIC, cluhsic, cluhsic_objective
from .kernel_kmeans import KernelKMeans
from .perturbation import PerturbationBound, partition_distance, perturbation_bound
from .stability import StabilityCurve, stability_curve

__all__ = [
    "CLUHSIC",
    "KernelKMeans",
    "PerturbationBound",
    "StabilityCurve",
    "cluhsic",
    "cluhsic_objective",
    "partition_distance",
    "perturbation_bound",
    "stability_curve",
]
