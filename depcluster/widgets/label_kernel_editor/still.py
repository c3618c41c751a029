"""The picture of a label kernel for pages that run no widgets."""

from __future__ import annotations

import numpy as np

from ...plotting.basics import plot_label_kernel
from ...plotting.palette import INK, INK_2, MATRIX, RULE_2
from ..base.sheet import CAPTION, WIDTH, Sheet

HEADS = 40
SIDE = 150
CELL = 44
WARN = "#9a5b00"


def editor_still(A, preset, eigenvalues, is_psd):
    """LabelKernelEditor as a figure.

    Parameters
    ----------
    A : ndarray of shape (c, c)
    preset : str
    eigenvalues : ndarray of shape (c,)
        Ascending.
    is_psd : bool

    Returns
    -------
    Figure
    """
    c = len(A)
    cell = min(CELL, (WIDTH - HEADS - SIDE - 24) / c)
    size = c * cell
    sheet = Sheet(CAPTION + HEADS + max(size, 210) + 4)
    sheet.caption(0, 0, HEADS + size, "Label kernel", preset)
    plot_label_kernel(A, sheet.axes(HEADS, CAPTION + HEADS, size, size))
    left = HEADS + size + 24
    verdict = "PSD" if is_psd else "indefinite"
    low = f"smallest λ {eigenvalues[0]:.2f}".replace("-", "\u2212")
    sheet.text(left, CAPTION + 10, verdict, size=13, colour=INK, weight="bold")
    sheet.text(left, CAPTION + 28, low)
    _eigenvalue_line(sheet.axes(left, CAPTION + 40, SIDE, 26), eigenvalues)
    _relations(sheet, left, CAPTION + 84, A)
    return sheet.figure


def _eigenvalue_line(axes, eigenvalues):
    low, high = min(0, eigenvalues[0]), max(0, eigenvalues[-1])
    margin = 0.06 * ((high - low) or 1)
    axes.set_xlim(low - margin, high + margin)
    axes.set_ylim(-1, 1)
    axes.axhline(0, color=RULE_2, linewidth=0.8)
    axes.plot([0, 0], [-0.7, 0.7], color=INK_2, linewidth=0.8)
    for w in eigenvalues:
        negative = w < -1e-8 * high
        style = {"mfc": "white", "mec": WARN, "mew": 1.4} if negative else {"color": INK}
        axes.plot([w], [0], "o", markersize=4.5, **style)
    for at in {0.0, float(high)}:
        axes.text(at, -1.1, f"{at:.1f}" if at else "0", ha="center", va="top", fontsize=8)
    axes.axis("off")


def _relations(sheet, left, top, A):
    """The clusters on a circle, joined where their entry is not zero."""
    side = 132
    axes = sheet.axes(left, top, side, side)
    axes.set_xlim(0, side)
    axes.set_ylim(side, 0)
    axes.axis("off")
    angle = 2 * np.pi * np.arange(len(A)) / len(A)
    x, y = side / 2 + 52 * np.sin(angle), side / 2 - 52 * np.cos(angle)
    largest = np.abs(A).max() or 1.0
    for i, j in zip(*np.nonzero(np.abs(np.triu(A, 1)) > 1e-9), strict=True):
        axes.plot(
            x[[i, j]],
            y[[i, j]],
            color=MATRIX(0.81 if A[i, j] > 0 else 0.19),
            linewidth=0.72 * (1 + 3.5 * abs(A[i, j]) / largest),
            linestyle="-" if A[i, j] > 0 else (0, (2, 2)),
        )
    for k in range(len(A)):
        sheet.cluster_mark(left + x[k], top + y[k], k, 11)
