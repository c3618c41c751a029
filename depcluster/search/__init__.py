"""The one search over partitions, for every objective of the papers.

`objectives` is the table of W(n) and b(n); `starts` says where a search begins, `local_search`
climbs, `restarts` keeps the best of several. Imports `kernels` and `labels`.
"""

from .local_search import Step, search
from .objectives import (
    Normalized,
    NormalizedWithLoss,
    Unnormalized,
    WithLoss,
    cluhsic_objective,
    cluhsical_objective,
    value,
)
from .restarts import (
    Problem,
    Run,
    best_runs,
    climb,
    order_matters,
    polish,
    solve,
)
from .starts import kmeans_plus_plus, match_order, random_labels, spectral_labels

__all__ = [
    "Normalized",
    "NormalizedWithLoss",
    "Problem",
    "Run",
    "Step",
    "Unnormalized",
    "WithLoss",
    "best_runs",
    "climb",
    "cluhsic_objective",
    "cluhsical_objective",
    "kmeans_plus_plus",
    "match_order",
    "order_matters",
    "polish",
    "random_labels",
    "search",
    "solve",
    "spectral_labels",
    "value",
]
