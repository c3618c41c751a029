"""The loss explorer's picture for pages that run no widgets."""

from __future__ import annotations

import numpy as np

from ...kernels.gram import centre
from ...labels.losses import loss_rows
from ...plotting.basics import plot_partition
from ...plotting.labels import plot_levels, short
from ..base.sheet import CAPTION, HEADS, MARGIN, WIDTH, Sheet
from .reading import raised, readable

_TOP = 60
_GAP = 20
_LEVELS = 104
_ALONE = 300
_FEW = 5  # labels whose cells have room for four digits
_PLACES = {"loss": (0, 0), "rows": (1, 0), "label_kernel": (0, 1), "effective": (1, 1)}


def loss_still(points, read, panels):
    """LossExplorer as a figure: its pictures, read-outs and controls' values.

    Parameters
    ----------
    points : ndarray of shape (m, 2)
    read : Reading
    panels : collection of str

    Returns
    -------
    Figure
    """
    c = len(read.question.loss)
    side = min(max(44 * c, 200), 260)
    columns, rows = (sorted({_PLACES[p][k] for p in panels if p in _PLACES}) for k in (0, 1))
    left = len(columns) * (HEADS + side + _GAP)
    below = CAPTION + HEADS + side + 16
    legend = 24 * -(-c // ((WIDTH - left) // 66)) if "points" in panels else 0
    levels = _LEVELS + CAPTION + 12 if "levels" in panels else 0
    around = (CAPTION + legend if "points" in panels else 0) + levels
    free = max(len(rows) * below - around, 220) if rows else _ALONE
    height = free if "points" in panels else 0
    sheet = Sheet(_TOP + max(len(rows) * below, height + around) + 24)
    sheet.readouts(0, 0, _readouts(read, panels))
    for name in panels:
        if name in _PLACES:
            across, down = columns.index(_PLACES[name][0]), rows.index(_PLACES[name][1])
            at = across * (HEADS + side + _GAP), _TOP + down * below, side
            _draw_matrix(sheet, at, name, read.question)
    if "points" in panels:
        _draw_points(sheet, (left, _TOP, WIDTH - left, height), points, read)
    if "levels" in panels:
        top = _TOP + height + (CAPTION + legend + 12 if "points" in panels else 0)
        _draw_levels(sheet, (left, top, WIDTH - left, _LEVELS), read.question)
    sheet.foot(sheet.size[1] - 2 * MARGIN - 16, read.foot)
    return sheet.figure


def _draw_matrix(sheet, at, name, question):
    R = loss_rows(question.loss)
    matrix, title, note = {
        "loss": (question.loss, "Loss Δ", question.loss_preset),
        "rows": (R, "Partition rows R", "diag(Δ1) \u2212 Δ"),
        "label_kernel": (question.label_kernel, "Label kernel A", question.preset),
        "effective": (R @ question.label_kernel @ R.T, "Effective kernel", "R A Rᵀ"),
    }[name]
    power = int(np.floor(np.log10(np.abs(matrix).max() or 1.0)))
    if -3 < power < (4 if len(matrix) <= _FEW else 3):
        unit = 1.0
    else:
        power = 3 * (power // 3)
        unit, note = 10.0**power, f"{note} in {raised(power)}"
    sheet.label_kernel(*at, matrix, title, note, number=lambda x: short(x / unit))


def _draw_points(sheet, box, points, read):
    left, top, width, height = box
    ax = sheet.panel(left + 1, top, width - 2, height, "Partition", read.note)
    moved = np.flatnonzero(read.ringed)
    plot_partition(points, read.labels, ax, moved=moved)
    at = left, top + CAPTION + height + 2
    sheet.legend(*at, read.sizes, left + width)


def _draw_levels(sheet, box, question):
    A, R = question.label_kernel, loss_rows(question.loss)
    spectra = {"A": levels_of(A), "R A Rᵀ": levels_of(R @ A @ R.T)}
    before, after = map(_spread, spectra.values())
    words = f"stays {before}" if before == after else f"{before} → {after}"
    plot_levels(spectra, sheet.panel(*box, "Levels", f"coarse : fine {words}"))


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


def _readouts(read, panels):
    question, m = read.question, len(read.labels)
    l1, whole = question.normalization == "l1", {"rows", "effective"} & set(panels)
    moved = ("moved by the loss", str(read.ringed.sum()), f"of {m}", 140)
    clusters = ("clusters", str(len(question.loss)), "", 70)
    if not whole:
        return [clusters, moved]
    penalty = "no effect with l1" if l1 else f"{question.penalty:g}"
    return [
        clusters,
        ("normalization", question.normalization or "none", "", 110),
        ("penalty", penalty, "", 170),
        ("objective J", readable(read.objective), read.share, 230),
        moved,
        ("unlike CLUHSIC", str(read.n_unlike_cluhsic), f"of {m}", 130),
    ]


def _spread(levels):
    seen = levels[levels > 1e-9 * levels[0]]
    return f"{round(seen[0] / seen[-1], 2):g}" if len(seen) else "\u2013"
