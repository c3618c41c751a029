"""The kernel explorer under the angle method as a figure."""

from __future__ import annotations

import numpy as np
from matplotlib.patches import Circle

from ...._validation import counted
from ....plotting.basics import plot_eigenvectors, plot_partition
from ....plotting.images import plot_mean_vectors
from ....plotting.palette import ACCENT, INK_2, RULE_2
from ....plotting.selection import plot_width_curve
from ...base.mosaic import Panel, gram, mosaic

_EMPTY = "#c62828"
_LEAST, _MOST, _MEDIAN = 0.45, 2.6, 0.88  # sizes of marks, the last that of the median weight
_RULES = {"lscv": "LSCV", "mean": "mean", "amise": "AMISE"}


def angle_figure(widget, found):
    """What is open of it."""
    samples, seen = found.samples, found.seen
    result, undecided = seen.result, int(found.result.undecided.sum())
    labels, (values, V) = result.labels, seen.spectrum
    weights = result.weights / np.median(result.weights)
    ends = (_LEAST / _MEDIAN) ** 2, (_MOST / _MEDIAN) ** 2
    is_cut = bool(weights.min() < ends[0] or weights.max() > ends[1])
    area = "area: weight" + " from {:.1f} to {:.1f} × median".format(*ends) * is_cut
    note = ", ".join(filter(None, [counted(len(labels), "point"), area, samples.plane]))
    sizes = np.bincount(labels, minlength=len(result.means))
    vectors = [_rooted(each[:, :3]) for each in (result.embedding, result.means)]
    panels = {
        "points": Panel(
            "Partition", lambda ax: _scatter(samples, seen, weights, ax), note, sizes, 370, 400
        ),
        "embedding": Panel(
            "Embedding",
            lambda ax: plot_mean_vectors(*vectors, labels, ax),
            "lengths as roots", (), 230, 220,
        ),
        "gram": gram(cut(seen.K_u), labels, "Weighted kernel", 230),
        "eigenvectors": Panel(
            "Eigenvectors",
            lambda ax: plot_eigenvectors(V, values / len(V), labels, ax, digits=5),
            "right: λ/m", (), 230, 118,
        ),
    }  # fmt: skip
    if seen.error is not None:
        at = f"{seen.error:.3f} at σ {result.sigma:.3g}"
        draw = lambda ax: _curve(found, ax)  # noqa: E731
        panels["error"] = Panel("Error over σ", draw, at, (), 230, 118)
    foot = f"{undecided} undecided" if undecided else ""
    return mosaic(
        widget, "points | embedding gram; error eigenvectors", widget._opened(panels), foot
    )


def cut(K_u):
    """K_u up to its largest entry off the diagonal: that of a lonely sample is far above."""
    off = K_u - np.diag(K_u.diagonal())
    return np.minimum(K_u, off.max() or K_u.max())


def _scatter(samples, seen, weights, ax):
    """Areas by the weights; a circle of three widths around samples that are alone."""
    points = samples.points
    area = np.clip(_MEDIAN * np.sqrt(weights), _LEAST, _MOST) ** 2
    plot_partition(points, seen.result.labels, ax, weights=area)
    if seen.weighting == "outlier" and not samples.plane:
        for i in np.flatnonzero(samples.alone | seen.alone):
            style = {"ec": _EMPTY, "ls": "-"} if seen.alone[i] else {"ec": RULE_2, "ls": "--"}
            ax.add_patch(Circle(points[i], 3 * seen.result.sigma, fill=False, lw=1, **style))
    if samples.awaits_target:
        x, y = samples.target
        ax.plot([x], [y], "+", color=ACCENT, ms=14, mew=1.5)
        style = {"textcoords": "offset points", "va": "center", "color": INK_2, "size": 8}
        ax.annotate(f"add ({x:g}, {y:g})", (x, y), (9, 0), **style)


def _rooted(vectors):
    """The same directions, lengths replaced by their square roots."""
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.sqrt(np.where(length > 0, length, 1))


def _curve(found, ax):
    engine, sigmas = found.samples.angle, found.samples.given.sigmas
    sigma, error = found.seen.result.sigma, found.seen.error
    rules = engine.known_rules
    errors = [np.nan if e is None else e for e in engine.errors(found.asked, sigmas)]
    named = {_RULES[name]: s for name, s in rules.items() if s is not None}
    plot_width_curve(sigmas, errors, ax, at=sigma, higher=None, named=named)
    ax.plot([sigma], [error], "o", color=ACCENT, ms=7, mec="white", clip_on=False, zorder=4)
    widths = [*sigmas, sigma]
    ax.set(ylim=(-0.02, 1.05 * np.nanmax([0.5, error, *errors])))
    ax.set_xlim(0.9 * min(widths), 1.1 * max(widths))
    ax.minorticks_off()
    ticks = [s for s in sigmas if f"{s:e}"[:3] in ("1.0", "2.0", "5.0")]
    ax.set_xticks(ticks, [f"{s:g}" for s in ticks])
