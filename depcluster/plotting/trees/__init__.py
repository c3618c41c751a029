"""Trees drawn: rooted ones that are given (`rooted`), those that were found (`unrooted`, with the
places of pictures at their leaves in `cards`), and what a taxonomy rests on (`taxonomy`).

Imports what `plotting` imports, and from it colours and letters.
"""

from .rooted import plot_dendrogram, plot_tree_assignments, plot_tree_confusion
from .taxonomy import plot_structure, plot_taxonomy_path
from .unrooted import plot_unrooted_tree
