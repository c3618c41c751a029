"""The loss explorer's picture for pages that run no widgets."""

from __future__ import annotations

import numpy as np

from ...kernels.gram import centre
from ...labels.losses import loss_rows
from ...plotting.basics import plot_label_kernel, plot_partition
from ...plotting.palette import ACCENT, INK, INK_2, RULE_2
from ..base.sheet import CAPTION, POINTS, WIDTH, Sheet
from .engine import LOSS, ZERO_ONE

_TOP = 60
_HEADS = 34
_GAP = 24
_LEVELS = 104


def loss_still(points, fits, answer):
    """LossExplorer as a figure: its pictures, read-outs and controls' values.

    Parameters
    ----------
    points : ndarray of shape (m, 2)
    fits : Fits
        What is on screen.
    answer : dict
        "note" and "foot" of the answer on screen.

    Returns
    -------
    Figure
    """
    question, labels = fits.question, fits.found[LOSS][0]
    A, Delta, c = question.label_kernel, question.loss, len(question.loss)
    R = loss_rows(Delta)
    effective = R @ A @ R.T
    side = min(44 * c, 244)
    row = 2 * CAPTION + side + 22
    left = 2 * (_HEADS + side + _GAP)
    legend = -(-c // ((WIDTH - left) // 66))
    height = max(2 * row - _LEVELS - 2 * CAPTION - 34 - 24 * legend, 220)
    levels = _TOP + CAPTION + height + 12 + 24 * legend
    sheet = Sheet(levels + CAPTION + _LEVELS + 24)
    before, after = levels_of(A), levels_of(effective)
    spread = f"{_spread(before)} → {_spread(after)}"
    sheet.readouts(
        0, 0, [*_readouts(question, answer, len(points)), ("top : lowest level", spread, "", 120)]
    )
    across, below = _HEADS + side + _GAP, row
    for x, y, matrix, title, note in (
        (0, 0, Delta, "Loss Δ", question.loss_preset),
        (across, 0, R, "Partition rows R", "R = diag(Δ1) \u2212 Δ"),
        (0, below, A, "Label kernel A", question.preset),
        (across, below, effective, "Effective label kernel", "R A Rᵀ"),
    ):
        sheet.caption(x, _TOP + y, _HEADS + side, title, note)
        axes = sheet.axes(x + _HEADS, _TOP + y + 2 * CAPTION, side, side)
        _numbers(plot_label_kernel(matrix, axes), matrix, side / c)
    scatter = sheet.panel(left, _TOP, WIDTH - left, height, "Partition", answer["note"])
    plot_partition(points, labels, scatter, moved=np.flatnonzero(fits.unlike(ZERO_ONE)))
    sheet.legend(left, _TOP + CAPTION + height + 2, answer["sizes"])
    note = "upright: no tilt"
    sheet.caption(left, levels, WIDTH - left, "Levels (eigenvalues)", note)
    _levels(sheet.axes(left, levels + CAPTION, WIDTH - left, _LEVELS), before, after)
    sheet.foot(levels + CAPTION + _LEVELS + 8, answer["foot"])
    return sheet.figure


def levels_of(A):
    """The c - 1 eigenvalues of the centred matrix, falling, without the constant vector's 0.

    Parameters
    ----------
    A : ndarray of shape (c, c)

    Returns
    -------
    ndarray of shape (c - 1,)
    """
    values = np.linalg.eigvalsh(centre(A))
    return np.delete(values, np.abs(values).argmin())[::-1]


def short(x):
    """A number of about three digits, with a true minus sign."""
    size = abs(x)
    if size >= 9999.5:
        return f"{x:.1e}".replace("-", "\u2212")
    text = f"{x:.{2 if size < 10 else 1 if size < 100 else 0}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text.replace("-", "\u2212")


def _numbers(axes, matrix, cell):
    """Rewrite the numbers of a small matrix so that they fit its cells."""
    for text, entry in zip(axes.texts, matrix.ravel(), strict=True):
        text.set_text(short(entry))
        text.set_fontsize(min(8, POINTS * cell * 1.3 / max(len(text.get_text()), 2)))


def _readouts(question, answer, m):
    l1 = question.normalization == "l1"
    return [
        ("clusters", str(len(question.loss)), "", 70),
        ("normalization", question.normalization or "none", "", 110),
        ("penalty", "constant under l1" if l1 else f"{question.penalty:g}", "", 180),
        ("objective J", f"{answer['objective']:.4g}".replace("-", "\u2212"), "", 130),
        ("unlike zero-one", str(answer["unlike_zero_one"]), f"of {m}", 130),
        ("unlike CLUHSIC", str(answer["unlike_cluhsic"]), f"of {m}", 130),
    ]


def _spread(levels):
    seen = levels[levels > 1e-9 * levels[0]]
    return f"{seen[0] / seen[-1]:.2f}" if len(seen) else "\u2013"


def _levels(axes, before, after):
    """The two lines of eigenvalues, each ending at its largest, joined in their order."""
    width = 100 * axes.figure.get_figwidth() * axes.get_position().width
    axes.set(xlim=(0, width), ylim=(_LEVELS, 0))
    axes.axis("off")
    start, end = 46, width - 22
    lines = []
    for values, y, name, words in ((before, 30, "A", 12), (after, 78, "R A Rᵀ", 97)):
        x = start + np.maximum(values / max(values[0], 1e-12), 0) * (end - start)
        axes.text(0, y, name, va="center", color=INK, weight="bold", fontsize=11 * POINTS)
        axes.plot([start, end], [y, y], color=RULE_2, linewidth=0.7)
        axes.plot([start, start], [y - 4, y + 4], color=INK_2, linewidth=0.7)
        axes.plot(x, np.full_like(x, y), "o", color=INK, markersize=5, zorder=3)
        _names(axes, values, x, words)
        lines.append(x)
    for ends in zip(*lines, strict=True):
        axes.plot(ends, [30, 78], color=ACCENT, linewidth=1.1)


def _names(axes, values, x, y):
    """Names of levels from the right, each only where it does not run into the one before."""
    free, k = axes.get_xlim()[1], 0
    while k < len(values):
        count = int((np.abs(values[k:] - values[k]) < 2e-3 * max(values[0], 1e-12)).sum())
        text = short(values[k]) + (f" ×{count}" if count > 1 else "")
        half = 3.4 * len(text)
        at = min(x[k], axes.get_xlim()[1] - half)
        if at + half <= free:
            axes.text(at, y, text, ha="center", va="center", color=INK, fontsize=11 * POINTS)
            free = at - half - 6
        k += count
