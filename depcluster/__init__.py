"""Dependence-maximization clustering: labels that depend on the data as strongly as they can.

    X --kernels--> K --gram--> Gram --initialize--> labels --local_search--> labels --> metrics
                                 A --label_kernels, objectives--> W --^         \\--> widgets

K is a table of similarities of the samples, A one of the labels. Each method maximises
``<W(n), S> + b(n)``, with the block sums S of K and the cluster sizes n, through one local
search; what differs is the weight function W. `depcluster.widgets` is imported only on demand.
"""

from . import datasets, gram, kernels, label_kernels, metrics, objectives, partition, plotting
from .alt_text import FigureWithAlt
from .cluhsic import CLUHSIC, CluhsicResult, cluhsic
from .incomplete_cholesky import LowRank, incomplete_cholesky
from .kernel_kmeans import KernelKMeans
from .kernels import graph_kernel, kernel_matrix, median_rule
from .metrics import hsic
from .perturbation import PerturbationBound, partition_distance, perturbation_bound
from .stability import StabilityCurve, stability_curve

__version__ = "0.1.0"

__all__ = [
    "CLUHSIC",
    "CluhsicResult",
    "FigureWithAlt",
    "KernelKMeans",
    "LowRank",
    "PerturbationBound",
    "StabilityCurve",
    "cluhsic",
    "datasets",
    "gram",
    "graph_kernel",
    "hsic",
    "incomplete_cholesky",
    "kernel_matrix",
    "kernels",
    "label_kernels",
    "median_rule",
    "metrics",
    "objectives",
    "partition",
    "partition_distance",
    "perturbation_bound",
    "plotting",
    "stability_curve",
]
