"""Is there anything, how many, how sure, how related: questions asked of clusters.

    X --null--> reference samples --share--> cluster_test, compare_n_clusters
    estimator, X --consensus--> how often two samples meet

`null` draws samples without clusters, `share` says how much of a kernel clusters explain. Imports
`kernels` and what lies below; `consensus` takes any estimator.
"""

from .cluster_test import ClusterTest, cluster_test
from .compare_designs import DesignComparison, compare_designs
from .consensus import Consensus, consensus
from .design_test import DesignTest, design_test
from .n_clusters import NClustersComparison, compare_n_clusters
from .order_labels import order_labels
from .scorer import prediction_strength_scorer

__all__ = [
    "ClusterTest",
    "Consensus",
    "DesignComparison",
    "DesignTest",
    "NClustersComparison",
    "cluster_test",
    "compare_designs",
    "compare_n_clusters",
    "consensus",
    "design_test",
    "order_labels",
    "prediction_strength_scorer",
]
