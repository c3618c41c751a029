"""The kernel explorer's picture under the angle method, for pages that run no widgets."""

from __future__ import annotations

import numpy as np
from matplotlib.patches import Circle

from ...._validation import counted
from ....plotting.basics import plot_eigenvectors
from ....plotting.images import plot_mean_vectors
from ....plotting.palette import ACCENT, INK_2, RULE_2
from ....plotting.selection import plot_width_curve
from ...base.sheet import CAPTION, WIDTH, Sheet
from .answer import cut, numbers

_TOP = 60
_SCATTER = 370
_MIDDLE = 392
_SIDE = 210
_RIGHT = _MIDDLE + 252
_EMPTY = "#c62828"
_LEAST, _MOST = 0.45, 2.6
_RULES = {"lscv": "LSCV", "mean": "mean", "amise": "AMISE"}


def angle_still(*, samples, seen, answer, sigmas, curve, panels):
    """KernelExplorer under the angle method as a figure.

    ``curve`` holds "rules" and the "error" at the ``sigmas``, as far as they are known, ``panels``
    the names of those to draw.
    """
    labels = seen.result.labels
    low = _TOP + CAPTION + _SIDE + 20 + 20
    sheet = Sheet(low + CAPTION + 150 + 34)
    shown = [("method", "angle", 80), ("weighting", answer["weighting"], 110)]
    shown += [("clusters", str(len(answer["sizes"])), 80), ("width", answer["width_text"], 170)]
    shown += [(*pair, 112) for pair in numbers(answer)]
    sheet.readouts(0, 0, [(label, value, "", width) for label, value, width in shown])
    _scatter(sheet, (0, _TOP, _SCATTER, low + 124 - _TOP), samples, seen, answer)
    if "embedding" in panels:
        title, note = "Embedding", "lengths as roots"
        picture = sheet.panel(_MIDDLE, _TOP, 234, _SIDE + 20, title, note)
        vectors = (seen.result.embedding[:, :3], seen.result.means[:, :3])
        plot_mean_vectors(*map(_rooted, vectors), labels, picture)
    if "gram" in panels:
        sheet.gram(_RIGHT, _TOP, _SIDE - 4, cut(seen.K_u), labels, "Weighted kernel")
    if seen.error is not None and "error" in panels:
        _curve(sheet, low, seen, sigmas, curve)
    if "eigenvectors" in panels:
        values, V = seen.spectrum
        title, note = "Eigenvectors", "right: λ/m"
        axes = sheet.panel(_RIGHT, low, WIDTH - _RIGHT, 118, title, note, 20, 42)
        plot_eigenvectors(V, values / len(V), labels, axes, digits=5)
    sheet.foot(low + CAPTION + 150 + 10, answer["foot"])
    return sheet.figure


def _scatter(sheet, box, samples, seen, answer):
    """Areas by the weights; a circle of three widths around samples that are alone."""
    points, u = samples.points, seen.result.weights
    area = np.clip(0.88 * np.sqrt(u / np.median(u)), _LEAST, _MOST) ** 2
    note = ", ".join(
        filter(None, [f"{counted(len(points), 'point')}, area: weight u", samples.plane])
    )
    ax = sheet.partition(box, points, seen.result.labels, note, weights=area)
    if seen.weighting == "outlier" and not samples.plane:
        for i, empty in zip(answer["alone"], answer["empty"], strict=True):
            style = {"ec": _EMPTY, "ls": "-"} if empty else {"ec": RULE_2, "ls": "--"}
            ax.add_patch(Circle(points[i], 3 * answer["sigma"], fill=False, lw=1, **style))
    if samples.awaits_target:
        x, y = samples.target
        ax.plot([x], [y], "+", color=ACCENT, ms=14, mew=1.5)
        style = {"textcoords": "offset points", "va": "center", "color": INK_2, "size": 8}
        ax.annotate(f"add ({x:g}, {y:g})", (x, y), (9, 0), **style)


def _rooted(vectors):
    """The same directions, lengths replaced by their square roots."""
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.sqrt(np.where(length > 0, length, 1))


def _curve(sheet, top, seen, sigmas, curve):
    sigma, errors = seen.result.sigma, [np.nan if e is None else e for e in curve["error"]]
    note = f"{seen.error:.3f} at σ {sigma:.3g}"
    ax = sheet.panel(_MIDDLE, top, 228, 118, "Error over σ", note, before=28)
    named = {_RULES[name]: s for name, s in curve["rules"].items() if s is not None}
    plot_width_curve(sigmas, errors, ax, at=sigma, higher=None, named=named)
    ax.plot([sigma], [seen.error], "o", color=ACCENT, ms=7, mec="white", clip_on=False, zorder=4)
    widths = [*sigmas, sigma]
    ax.set(ylim=(-0.02, 1.05 * np.nanmax([0.5, seen.error, *errors])))
    ax.set_xlim(0.9 * min(widths), 1.1 * max(widths))
    ax.minorticks_off()
    ticks = [s for s in sigmas if f"{s:e}"[:3] in ("1.0", "2.0", "5.0")]
    ax.set_xticks(ticks, [f"{s:g}" for s in ticks])
