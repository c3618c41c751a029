"""The loss explorer's picture for pages that run no widgets."""

from __future__ import annotations

import numpy as np

from ...kernels.gram import centre
from ...labels.losses import loss_rows
from ...plotting.labels import plot_levels, short
from ..base.sheet import CAPTION, HEADS, WIDTH, Sheet
from .engine import LOSS, ZERO_ONE

_TOP = 60
_GAP = 20
_LEVELS = 104


def loss_still(points, fits, answer):
    """LossExplorer as a figure: its pictures, read-outs and controls' values."""
    question, labels = fits.question, fits.found[LOSS][0]
    A, Delta, c = question.label_kernel, question.loss, len(question.loss)
    R = loss_rows(Delta)
    effective = R @ A @ R.T
    side = min(max(44 * c, 200), 260)
    across, below = HEADS + side + _GAP, CAPTION + HEADS + side + 16
    left = 2 * across
    legend = 24 * -(-c // ((WIDTH - left) // 66))
    height = max(2 * below - _LEVELS - 2 * CAPTION - 26 - legend, 220)
    levels = _TOP + CAPTION + height + 12 + legend
    sheet = Sheet(levels + CAPTION + _LEVELS + 24)
    spectra = {"A": levels_of(A), "R A Rᵀ": levels_of(effective)}
    spread = " → ".join(map(_spread, spectra.values()))
    reads = [*_readouts(question, answer, len(points)), ("top : lowest level", spread, "", 120)]
    sheet.readouts(0, 0, reads)
    for x, y, matrix, title, note in (
        (0, 0, Delta, "Loss Δ", question.loss_preset),
        (across, 0, R, "Partition rows R", "R = diag(Δ1) \u2212 Δ"),
        (0, below, A, "Label kernel A", question.preset),
        (across, below, effective, "Effective label kernel", "R A Rᵀ"),
    ):
        sheet.label_kernel(x, _TOP + y, side, matrix, title, note, number=short)
    note, _, ringed = answer["note"].partition("; ")
    moved, box = np.flatnonzero(fits.unlike(ZERO_ONE)), (left, _TOP, WIDTH - left, height)
    sheet.partition(box, points, labels, note, answer["sizes"], moved=moved)
    box = (left, levels, WIDTH - left, _LEVELS)
    plot_levels(spectra, sheet.panel(*box, "Levels (eigenvalues)", "upright: no tilt"))
    foot = "; ".join(filter(None, [answer["foot"], ringed]))
    sheet.foot(levels + CAPTION + _LEVELS + 8, foot)
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
