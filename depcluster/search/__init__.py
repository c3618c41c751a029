"""The one search over partitions, for every objective of the papers.

`objectives` is the table of W(n) and b(n); `starts` says where a search begins, `local_search`
climbs with the `state` of a partition, or with one of rows that are seen in `blocks`;
`quadratic_assignment` matches the labels' order, `perturbation_moves` leads out of local optima,
`restarts` iterates the local search and keeps the best, `together` makes one of samples that must
share a label. Imports `kernels` and `labels`.
"""

from .local_search import Problem, Step, climb
from .objectives import (
    MeanPairs,
    Normalized,
    NormalizedWithLoss,
    Taxonomic,
    Unnormalized,
    WithLoss,
    structure_of,
    value,
)
from .quadratic_assignment import match_order
from .restarts import SearchResult, best_runs, polish, solve
from .starts import kmeans_plus_plus, random_labels, spectral_labels

__all__ = [
    "MeanPairs",
    "Normalized",
    "NormalizedWithLoss",
    "Problem",
    "SearchResult",
    "Step",
    "Taxonomic",
    "Unnormalized",
    "WithLoss",
    "best_runs",
    "climb",
    "kmeans_plus_plus",
    "match_order",
    "polish",
    "random_labels",
    "solve",
    "spectral_labels",
    "structure_of",
    "value",
]
