"""The picture of filed texts for pages that run no widgets."""

from __future__ import annotations

import numpy as np

from ....plotting.dendrograms import plot_tree_assignments
from ....plotting.palette import INK
from ...base.sheet import CAPTION, WIDTH, Sheet

_HIGH = 250


def filing_still(truth, filed, spec, items, losses):
    """FilingTree as a figure: where the texts of the most common leaf are filed, and the losses."""
    leaf = int(np.bincount(truth).argmax())
    k, wrong = len(truth), int((truth != filed).sum())
    sheet = Sheet(CAPTION + _HIGH + 64)
    reads = [
        ("tree loss", f"{losses.sum():g}", f"{losses.mean():.2f} per text", 190),
        ("0-1 loss", f"{wrong}", f"{wrong / k:.2f} per text", 190),
    ]
    sheet.readouts(0, 0, reads)
    note = "dots: at their own leaf, crosses: at another"
    axes = sheet.panel(0, 52, WIDTH, _HIGH, f"Texts on leaf {leaf}, {items[leaf]}", note)
    plot_tree_assignments(truth, filed, spec, leaf, axes)
    names = ", ".join(f"{j} {name}" for j, name in enumerate(items))
    sheet.text(0, CAPTION + _HIGH + 56, f"leaves: {names}", colour=INK)
    return sheet.figure
