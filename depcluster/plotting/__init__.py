"""Figures: a function each, which takes arrays and an Axes and returns the Axes.

`style` has the sheet by which all are drawn, `palette` the colours and marks of clusters and
matrices, for widgets too; `alt_text` gives a figure its description, `inline` makes it SVG in the
colours of a page. Imports `kernels` and `labels`; takes trees, never an estimator.
"""

from .alt_text import FigureWithAlt, png
from .basics import (
    gram_pixels,
    plot_eigenvectors,
    plot_gram,
    plot_label_kernel,
    plot_partition,
    plot_trace,
)
from .dendrograms import plot_dendrogram, plot_tree, plot_tree_assignments, plot_tree_confusion
from .evaluation import plot_difference, plot_share
from .images import plot_embedding, plot_mean_vectors, plot_strip
from .labels import plot_labels, plot_levels, plot_relations, plot_turn
from .palette import (
    ACCENT,
    COLOURS,
    INK,
    INK_2,
    MARKS,
    MATRIX,
    RULE,
    RULE_2,
    colour,
    edge_colour,
    ink_on,
    mark,
    painting,
)
from .perturbation import plot_bound, plot_spectra, plot_stability
from .plane import as_plane
from .schemes import scheme
from .selection import plot_comparison, plot_lost, plot_width_curve
from .smi import plot_painted, plot_posterior, plot_selection, plot_small_graph, plot_with_hollow
from .taxonomies import plot_structure, plot_taxonomy_path, plot_unrooted_tree

__all__ = [
    "ACCENT",
    "COLOURS",
    "INK",
    "INK_2",
    "MARKS",
    "MATRIX",
    "RULE",
    "RULE_2",
    "FigureWithAlt",
    "as_plane",
    "colour",
    "edge_colour",
    "gram_pixels",
    "ink_on",
    "mark",
    "painting",
    "plot_bound",
    "plot_comparison",
    "plot_dendrogram",
    "plot_difference",
    "plot_eigenvectors",
    "plot_embedding",
    "plot_gram",
    "plot_label_kernel",
    "plot_labels",
    "plot_levels",
    "plot_lost",
    "plot_mean_vectors",
    "plot_painted",
    "plot_partition",
    "plot_posterior",
    "plot_relations",
    "plot_selection",
    "plot_share",
    "plot_small_graph",
    "plot_spectra",
    "plot_stability",
    "plot_strip",
    "plot_structure",
    "plot_taxonomy_path",
    "plot_trace",
    "plot_tree",
    "plot_tree_assignments",
    "plot_tree_confusion",
    "plot_turn",
    "plot_unrooted_tree",
    "plot_width_curve",
    "plot_with_hollow",
    "png",
    "scheme",
]
