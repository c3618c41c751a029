"""Dependence-maximization clustering: labels that depend on the data as strongly as they can.

    X --kernels--> K --gram--> Gram --initialize--> labels --local_search--> labels --> metrics
                                 A --labels, objectives--> W        --^         \\--> widgets

K is a table of similarities of the samples, A one of the labels. Each method maximises
``<W(n), S> + b(n)``, with the block sums S of K and the cluster sizes n, through one local
search; what differs is the weight function W. `depcluster.widgets` is imported only on demand.
"""

from . import datasets, kernels, labels, metrics, plotting, trees
from .alt_text import FigureWithAlt
from .angle import AngleResult, angle_clustering
from .angle_estimator import AngleSpectralClustering
from .bandwidth import amise, lscv
from .cluhsic import CLUHSIC, CluhsicResult, cluhsic
from .cluhsical import CLUHSICAL, CluhsicalResult, cluhsical
from .kernel_kmeans import KernelKMeans
from .kernels import LowRank, graph_kernel, incomplete_cholesky, kernel_matrix, median_rule
from .lsmi import LsmiPlan, LsmiResult, lsmi
from .metrics import (
    conditional_entropy,
    hsic,
    structured_accuracy,
    structured_loss,
    tree_accuracies,
)
from .mlmi import MlmiPlan, MlmiResult, mlmi
from .perturbation import PerturbationBound, partition_distance, perturbation_bound
from .ridge import RegressionObjective, regression_objective
from .search import objectives
from .selection import (
    KernelComparison,
    KernelRow,
    compare_kernels,
    default_kernels,
    diffusion_kernels,
    kernel_rows,
    rbf_kernels,
)
from .smic import SmicResult, smic
from .smic_estimator import SMIC
from .stability import StabilityCurve, stability_curve
from .taxonomy import TaxonomyResult, numerical_taxonomy
from .taxonomy_estimator import NumericalTaxonomy
from .taxonomy_objective import optimal_structure, taxonomy_cosine, taxonomy_value
from .taxonomy_path import TaxonomyPath, taxonomy_path

__version__ = "0.1.0"

__all__ = [
    "CLUHSIC",
    "CLUHSICAL",
    "SMIC",
    "AngleResult",
    "AngleSpectralClustering",
    "CluhsicResult",
    "CluhsicalResult",
    "FigureWithAlt",
    "KernelComparison",
    "KernelKMeans",
    "KernelRow",
    "LowRank",
    "LsmiPlan",
    "LsmiResult",
    "MlmiPlan",
    "MlmiResult",
    "NumericalTaxonomy",
    "PerturbationBound",
    "RegressionObjective",
    "SmicResult",
    "StabilityCurve",
    "TaxonomyPath",
    "TaxonomyResult",
    "amise",
    "angle_clustering",
    "cluhsic",
    "cluhsical",
    "compare_kernels",
    "conditional_entropy",
    "datasets",
    "default_kernels",
    "diffusion_kernels",
    "graph_kernel",
    "hsic",
    "incomplete_cholesky",
    "kernel_matrix",
    "kernel_rows",
    "kernels",
    "labels",
    "lscv",
    "lsmi",
    "median_rule",
    "metrics",
    "mlmi",
    "numerical_taxonomy",
    "objectives",
    "optimal_structure",
    "partition_distance",
    "perturbation_bound",
    "plotting",
    "rbf_kernels",
    "regression_objective",
    "smic",
    "stability_curve",
    "structured_accuracy",
    "structured_loss",
    "taxonomy_cosine",
    "taxonomy_path",
    "taxonomy_value",
    "tree_accuracies",
    "trees",
]
