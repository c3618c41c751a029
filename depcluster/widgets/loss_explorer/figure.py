"""The loss explorer as a figure."""

from __future__ import annotations

import numpy as np

from ...kernels.gram import centre
from ...labels.losses import loss_rows
from ...plotting.labels import plot_levels, short
from ..base.mosaic import Panel, matrix, mosaic, partition
from .reading import raised

_FEW = 5  # labels whose cells have room for four digits
_SIDE = 260
_MATRICES = "loss rows label_kernel effective"
_FEWER = f"{_MATRICES} | points; levels"
_LAYOUTS = {  # by the number of matrices that are open
    3: f"{_MATRICES} / points levels",
    4: "loss rows; label_kernel effective | points; levels",
}


def loss_figure(widget, points, read):
    """What is open of it."""
    question, moved = read.question, np.flatnonzero(read.ringed)
    A, loss = question.label_kernel, question.loss
    R = loss_rows(loss)
    whole = R @ A @ R.T
    levels = {"A": levels_of(A), "R A Rᵀ": levels_of(whole)}
    before, after = map(_spread, levels.values())
    change = f"stays {before}" if before == after else f"{before} → {after}"
    n_matrices = sum(map(widget._is_open, _MATRICES.split()))
    side = min(max(44 * len(A), 200), _SIDE) if n_matrices == 4 else _SIDE
    panels = {
        "loss": _matrix(loss, "Loss Δ", question.loss_preset, side),
        "rows": _matrix(R, "Partition rows R", "diag(Δ1) \u2212 Δ", side),
        "label_kernel": _matrix(A, "Label kernel A", question.preset, side),
        "effective": _matrix(whole, "Effective kernel", "R A Rᵀ", side),
        "points": partition(
            points, read.labels, read.note, read.sizes, size=(280, 300), moved=moved
        ),
        "levels": Panel(
            "Levels", lambda ax: plot_levels(levels, ax), f"coarse : fine {change}", (), 280, 104
        ),
    }
    return mosaic(widget, _LAYOUTS.get(n_matrices, _FEWER), widget._opened(panels))


def _matrix(M, title, note, side):
    power = int(np.floor(np.log10(np.abs(M).max() or 1.0)))
    if -3 < power < (4 if len(M) <= _FEW else 3):
        unit = 1.0
    else:
        power = 3 * (power // 3)
        unit, note = 10.0**power, f"{note} in {raised(power)}"
    return matrix(M, title, note, side, number=lambda x: short(x / unit))


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


def _spread(levels):
    seen = levels[levels > 1e-9 * levels[0]]
    return f"{round(seen[0] / seen[-1], 2):g}" if len(seen) else "\u2013"
