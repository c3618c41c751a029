"""A label kernel, its eigenvalues and its graph as a figure."""

from __future__ import annotations

import numpy as np

from ...plotting.labels import plot_levels, plot_relations, short
from ..base.mosaic import Panel, matrix, mosaic


def editor_figure(shown):
    A, side = shown.value, min(max(64 * len(shown.value), 240), 352)
    levels = {"λ": np.linalg.eigvalsh(A)[::-1]}
    verdict = "PSD" if shown.is_psd else "indefinite"
    smallest = f"smallest λ {short(levels['λ'][-1])}"
    relations = lambda ax: plot_relations(A, ax)  # noqa: E731
    panels = {
        "kernel": matrix(A, "Label kernel", shown.preset, side),
        "levels": Panel(verdict, lambda ax: plot_levels(levels, ax), smallest, (), 240, 48),
        "relations": Panel("", relations, width=240, height=side - 82, square=True),
    }
    return mosaic(shown, "kernel | levels; relations", panels)
