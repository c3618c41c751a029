"""Filed texts as a figure."""

from __future__ import annotations

import numpy as np

from ....plotting.dendrograms import plot_tree_assignments
from ...base.mosaic import Panel, mosaic


def filing_figure(shown, items):
    """Where the texts of the most common leaf are filed; the leaves have the names ``items``."""
    leaf = int(np.bincount(shown.truth).argmax())
    draw = lambda ax: plot_tree_assignments(  # noqa: E731
        shown.truth, np.array(shown.filed), shown.spec, leaf, ax
    )
    note = "dots: at their own leaf, crosses: at another"
    panel = Panel(f"Texts on leaf {leaf}, {items[leaf]}", draw, note, height=250)
    names = ", ".join(f"{j} {name}" for j, name in enumerate(items))
    return mosaic(shown, "texts", {"texts": panel}, f"leaves: {names}")
