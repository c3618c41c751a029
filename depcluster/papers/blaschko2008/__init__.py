"""Blaschko, Gretton: learning taxonomies by dependence maximization. NIPS 2008.

Clusters and the tree that relates them, in turns: `taxonomy` has the loop, `objective` its two
values, `structure` the best label kernel for a partition, `path` the number of clusters,
`words` what clusters of texts are about. Imports `search`, `trees` and below, and what the papers
share.
"""

from .objective import as_similarity, taxonomy_cosine, taxonomy_value
from .path import TaxonomyPath, log_eigengap, taxonomy_path
from .structure import (
    best_structure,
    best_value,
    cluster_distances,
    eigenvalue_ratio,
    optimal_structure,
    set_kernel,
    structure_of_distances,
)
from .taxonomy import (
    NumericalTaxonomy,
    TaxonomyResult,
    distances_between,
    first_labels,
    numerical_taxonomy,
    scaled_eigenvectors,
    split,
)
from .words import cluster_words, word_scores

__all__ = [
    "NumericalTaxonomy",
    "TaxonomyPath",
    "TaxonomyResult",
    "as_similarity",
    "best_structure",
    "best_value",
    "cluster_distances",
    "cluster_words",
    "distances_between",
    "eigenvalue_ratio",
    "first_labels",
    "log_eigengap",
    "numerical_taxonomy",
    "optimal_structure",
    "scaled_eigenvectors",
    "set_kernel",
    "split",
    "structure_of_distances",
    "taxonomy_cosine",
    "taxonomy_path",
    "taxonomy_value",
    "word_scores",
]
