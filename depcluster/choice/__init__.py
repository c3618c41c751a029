"""Which kernel, how many clusters, how sure, how related: questions around a clustering.

    X --default_kernels--> K --criteria--> KernelComparison --> which kernel
    X --null--> reference samples --explained_fraction--> cluster_test, compare_n_clusters
    estimator, X --consensus--> how often two samples meet
    K, labels --compare_designs, design_test, order_labels--> which label kernel clusters lie on

`kernel_study` reads the recorded study of the criteria. Imports the `papers` and what lies below
them; `consensus` takes any estimator.
"""

from .cluster_test import ClusterTest, cluster_test
from .compare_designs import DesignComparison, compare_designs
from .compare_kernels import compare_kernels, kernel_rows
from .compare_n_clusters import NClustersComparison, compare_n_clusters
from .consensus import Consensus, consensus
from .criteria import BLIND, CRITERIA
from .default_kernels import default_kernels, diffusion_kernels, rbf_kernels
from .design_test import DesignTest, design_test
from .kernel_study import KernelStudy, read_kernel_study
from .kernel_table import KernelComparison, KernelRow, winners
from .order_labels import order_labels
from .prediction_strength import prediction_strength_scorer
from .recommend_kernel import KernelRecommendation, recommend_kernel

__all__ = [
    "BLIND",
    "CRITERIA",
    "ClusterTest",
    "Consensus",
    "DesignComparison",
    "DesignTest",
    "KernelComparison",
    "KernelRecommendation",
    "KernelRow",
    "KernelStudy",
    "NClustersComparison",
    "cluster_test",
    "compare_designs",
    "compare_kernels",
    "compare_n_clusters",
    "consensus",
    "default_kernels",
    "design_test",
    "diffusion_kernels",
    "kernel_rows",
    "order_labels",
    "prediction_strength_scorer",
    "rbf_kernels",
    "read_kernel_study",
    "recommend_kernel",
    "winners",
]
