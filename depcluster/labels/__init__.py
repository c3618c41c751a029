"""Everything about labels: how they are related, what a wrong one costs, how they count.

A, the label kernel (`kernels`, `graph`); Delta, the loss (`losses`); Pi, n and S, the partition
and its block sums (`partition`); permutations of the labels that leave A alone (`symmetries`);
labels from the nearest sample (`nearest`). Imports nothing of the package but `_validation`.
"""

from .graph import graph
from .kernels import chain, grid, is_psd, nearest_psd, plain, preset, ring, tree, tree_paths
from .losses import as_loss, label_kernel_loss, loss_rows, ring_loss, tree_loss, zero_one_loss
from .nearest import label_by_nearest, nearest
from .partition import block_sums, block_sums_of, cluster_sizes, one_hot
from .symmetries import align_labels, best_automorphism, canonical_labels

__all__ = [
    "align_labels",
    "as_loss",
    "best_automorphism",
    "block_sums",
    "block_sums_of",
    "canonical_labels",
    "chain",
    "cluster_sizes",
    "graph",
    "grid",
    "is_psd",
    "label_by_nearest",
    "label_kernel_loss",
    "loss_rows",
    "nearest",
    "nearest_psd",
    "one_hot",
    "plain",
    "preset",
    "ring",
    "ring_loss",
    "tree",
    "tree_loss",
    "tree_paths",
    "zero_one_loss",
]
