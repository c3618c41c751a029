"""The picture of a label kernel for pages that run no widgets."""

from __future__ import annotations

from ...plotting.labels import plot_levels, plot_relations, short
from ...plotting.palette import INK
from ..base.sheet import CAPTION, HEADS, WIDTH, Sheet

_SIDE = 170
_SQUARE = 352
_CELLS = (35, 64)


def editor_still(A, preset, eigenvalues, is_psd):
    """LabelKernelEditor as a figure; the eigenvalues ascend."""
    least, most = (size * len(A) for size in _CELLS)
    side = min(most, max(least, _SQUARE), WIDTH - HEADS - _SIDE - 24)
    sheet = Sheet(CAPTION + HEADS + max(side, 222) + 4)
    sheet.label_kernel(0, 0, side, A, "Label kernel", preset)
    left, verdict = HEADS + side + 24, "PSD" if is_psd else "indefinite"
    sheet.text(left, CAPTION + 10, verdict, size=13, colour=INK, weight="bold")
    sheet.text(left, CAPTION + 28, f"smallest λ {short(eigenvalues[0])}")
    plot_levels({"λ": eigenvalues[::-1]}, sheet.axes(left, CAPTION + 42, _SIDE, 48))
    plot_relations(A, sheet.axes(left + 10, CAPTION + 100, 140, 140))
    return sheet.figure
