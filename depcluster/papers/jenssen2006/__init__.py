"""Jenssen, Erdogmus, Principe, Eltoft: information theoretic angle-based spectral clustering.
IJCNN 2006.

`angle` has the algorithm, `weightings` and `bandwidth` the kernel it works on. Imports `search`
and below, and what the papers share.
"""

from .angle import (
    AngleResult,
    AngleSpectralClustering,
    angle_clustering,
    angle_steps,
    axis_means,
    cauchy_schwarz_divergence,
    leading_pairs,
    mean_cosine,
)
from .bandwidth import amise, lscv, lscv_score, nearest_neighbour_bandwidth, resolve_sigma
from .weightings import (
    affinity_weights,
    is_outlier,
    laplacian_weights,
    outlier_weights,
    scale_free_outlier_weights,
    weighted_kernel,
    window_kernel,
)

__all__ = [
    "AngleResult",
    "AngleSpectralClustering",
    "affinity_weights",
    "amise",
    "angle_clustering",
    "angle_steps",
    "axis_means",
    "cauchy_schwarz_divergence",
    "is_outlier",
    "laplacian_weights",
    "leading_pairs",
    "lscv",
    "lscv_score",
    "mean_cosine",
    "nearest_neighbour_bandwidth",
    "outlier_weights",
    "resolve_sigma",
    "scale_free_outlier_weights",
    "weighted_kernel",
    "window_kernel",
]
