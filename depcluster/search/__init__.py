"""The one search over partitions, for every objective of the papers.

`objectives` is the table of W(n) and b(n); `starts` says where a search begins, `local_search`
climbs, `restarts` keeps the best of several. Imports `kernels` and `labels`.
"""

from .local_search import Problem, Step, climb
from .objectives import (
    MeanPairs,
    Normalized,
    NormalizedWithLoss,
    Taxonomic,
    Unnormalized,
    WithLoss,
    value,
)
from .restarts import SearchResult, best_runs, polish, solve
from .starts import kmeans_plus_plus, match_order, random_labels, spectral_labels
