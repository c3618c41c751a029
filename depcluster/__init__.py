"""Dependence-maximization clustering: labels that depend on the data as strongly as they can.

    X --kernels--> K --+
                       +--search--> labels --> metrics, plotting, widgets
    labels --> A ------+

K is a table of similarities of the samples, A one of the labels. Methods that
search maximise ``<W(n), S> + b(n)``, with the block sums S of K and the cluster sizes n, through
one local search; what differs is the weight function W. `choice` is about which K to take, and how
sure one may be. What stands here is imported when it is first used, `reproduction`, `widgets`,
`report`, `tables` and `course` only on demand.
"""

import importlib
import typing

if typing.TYPE_CHECKING:  # and for editors; `__getattr__` finds them in the same places
    from . import (
        choice,
        datasets,
        kernels,
        labels,
        metrics,
        papers,
        plotting,
        search,
        trees,
    )
    from .choice import (
        ClusterTest,
        Consensus,
        DesignComparison,
        DesignTest,
        KernelComparison,
        KernelRecommendation,
        KernelRow,
        NClustersComparison,
        cluster_test,
        compare_designs,
        compare_kernels,
        compare_n_clusters,
        consensus,
        default_kernels,
        design_test,
        diffusion_kernels,
        kernel_rows,
        order_labels,
        rbf_kernels,
        recommend_kernel,
    )
    from .kernels import LowRank, graph_kernel, incomplete_cholesky, kernel_matrix, median_rule
    from .metrics import (
        HsicTest,
        cka,
        conditional_entropy,
        hsic,
        hsic_test,
        structured_accuracy,
        structured_loss,
        tree_accuracies,
    )
    from .papers.blaschko2008 import (
        NumericalTaxonomy,
        TaxonomyPath,
        TaxonomyResult,
        numerical_taxonomy,
        optimal_structure,
        taxonomy_cosine,
        taxonomy_path,
        taxonomy_value,
    )
    from .papers.jenssen2006 import (
        AngleResult,
        AngleSpectralClustering,
        amise,
        angle_clustering,
        lscv,
        nearest_neighbour_bandwidth,
    )
    from .papers.song2007 import (
        CLUHSIC,
        KernelKMeans,
        PerturbationBound,
        StabilityCurve,
        cluhsic,
        partition_distance,
        perturbation_bound,
        stability_curve,
    )
    from .papers.sugiyama2011 import (
        SMIC,
        LsmiPlan,
        LsmiResult,
        MlmiPlan,
        MlmiResult,
        SmicResult,
        lsmi,
        mlmi,
        smic,
    )
    from .papers.zhong2010 import (
        CLUHSICAL,
        RegressionObjective,
        cluhsical,
        regression_objective,
    )
    from .plotting import FigureWithAlt
    from .search import SearchResult

__all__ = [
    "CLUHSIC",
    "CLUHSICAL",
    "SMIC",
    "AngleResult",
    "AngleSpectralClustering",
    "ClusterTest",
    "Consensus",
    "DesignComparison",
    "DesignTest",
    "FigureWithAlt",
    "HsicTest",
    "KernelComparison",
    "KernelKMeans",
    "KernelRecommendation",
    "KernelRow",
    "LowRank",
    "LsmiPlan",
    "LsmiResult",
    "MlmiPlan",
    "MlmiResult",
    "NClustersComparison",
    "NumericalTaxonomy",
    "PerturbationBound",
    "RegressionObjective",
    "SearchResult",
    "SmicResult",
    "StabilityCurve",
    "TaxonomyPath",
    "TaxonomyResult",
    "amise",
    "angle_clustering",
    "cka",
    "cluhsic",
    "cluhsical",
    "cluster_test",
    "compare_designs",
    "compare_kernels",
    "compare_n_clusters",
    "conditional_entropy",
    "consensus",
    "default_kernels",
    "design_test",
    "diffusion_kernels",
    "graph_kernel",
    "hsic",
    "hsic_test",
    "incomplete_cholesky",
    "kernel_matrix",
    "kernel_rows",
    "lscv",
    "lsmi",
    "median_rule",
    "mlmi",
    "nearest_neighbour_bandwidth",
    "numerical_taxonomy",
    "optimal_structure",
    "order_labels",
    "partition_distance",
    "perturbation_bound",
    "rbf_kernels",
    "recommend_kernel",
    "regression_objective",
    "smic",
    "stability_curve",
    "structured_accuracy",
    "structured_loss",
    "taxonomy_cosine",
    "taxonomy_path",
    "taxonomy_value",
    "tree_accuracies",
]

__version__ = "0.1.0"

_ROOMS = (
    "choice", "datasets", "kernels", "labels", "metrics", "papers", "plotting", "search", "trees",
)  # fmt: skip
_HOMES = (
    "kernels", "metrics", "search", "papers.song2007", "papers.zhong2010", "papers.blaschko2008",
    "papers.jenssen2006", "papers.sugiyama2011", "choice", "plotting",
)  # fmt: skip


def __getattr__(name):
    if name in _ROOMS:
        return importlib.import_module(f".{name}", __name__)
    for home in _HOMES if name in __all__ else ():
        module = importlib.import_module(f".{home}", __name__)
        if name in module.__all__:
            return globals().setdefault(name, getattr(module, name))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted({*__all__, *_ROOMS, "__version__"})
