"""The kernel explorer's picture under the angle method, for pages that run no widgets."""

from __future__ import annotations

import numpy as np
from matplotlib.patches import Arc, Circle
from matplotlib.patheffects import withStroke

from ....plotting.basics import plot_eigenvectors
from ....plotting.palette import ACCENT, INK, INK_2, RULE, RULE_2, colour, edge_colour, mark
from ...base.sheet import CAPTION, POINTS, WIDTH, Sheet
from .answer import cut, numbers

_TOP = 60
_SCATTER = 368
_MIDDLE = 392
_SIDE = 210
_RIGHT = _MIDDLE + 252
_EMPTY = "#c62828"
_LEAST, _MOST = 0.45, 2.6
_SMALL = 11 * POINTS
_TURN = np.array([[0.82, 0.57, 0.0], [-0.2, 0.28, 0.94]])


def angle_still(*, samples, seen, answer, sigmas, curve):
    """KernelExplorer under the angle method as a figure.

    Parameters
    ----------
    samples : Samples
    seen : Seen
    answer : dict
        What is on screen.
    sigmas : list of float
        Widths of the curve.
    curve : dict
        "rules" and "error", as far as they are known.

    Returns
    -------
    Figure
    """
    labels = seen.result.labels
    low = _TOP + CAPTION + _SIDE + 20 + 20
    sheet = Sheet(low + CAPTION + 150 + 34)
    sheet.readouts(0, 0, _readouts(answer))
    height = low + 150 - _TOP - 26
    note = ", ".join(filter(None, [f"{len(labels)} points, area: weight u", samples.plane]))
    _scatter(sheet.panel(1, _TOP, _SCATTER, height, "Partition", note), samples, seen, answer)
    sheet.legend(0, _TOP + CAPTION + height + 2, np.bincount(labels), right=_SCATTER)
    picture = sheet.panel(_MIDDLE, _TOP, 234, _SIDE + 20, "Embedding", "lengths as roots")
    _embedding(picture, seen)
    sheet.gram(_RIGHT, _TOP, _SIDE - 4, cut(seen.K_u), labels, "Weighted kernel")
    if seen.error is not None:
        _curve(sheet, low, seen, sigmas, curve)
    sheet.caption(_RIGHT, low, WIDTH - _RIGHT, "Eigenvectors", "right: λ/m")
    values, V = seen.spectrum
    axes = sheet.axes(_RIGHT + 20, low + CAPTION, WIDTH - _RIGHT - 62, 118)
    plot_eigenvectors(V, values / len(V), labels, axes)
    for text, value in zip(axes.texts[1::2], values / len(V), strict=True):
        text.set_text(f"{value:.5f}")
    sheet.foot(low + CAPTION + 150 + 10, answer["foot"])
    return sheet.figure


def _readouts(answer):
    shown = [("method", "angle", 80), ("weighting", answer["weighting"], 110)]
    shown += [("clusters", str(len(answer["sizes"])), 80), ("width", answer["width_text"], 170)]
    shown += [(*pair, 112) for pair in numbers(answer)]
    return [(label, value, "", width) for label, value, width in shown]


def _scatter(ax, samples, seen, answer):
    points, labels = samples.points, seen.result.labels
    base = 1.5 * float(np.clip(72 / np.sqrt(len(points)), 2.2, 5))
    u = seen.result.weights
    size = base * np.clip(0.88 * np.sqrt(u / np.median(u)), _LEAST, _MOST)
    if seen.weighting == "outlier" and samples.X.shape[1] == 2:
        for i, empty in zip(answer["alone"], answer["empty"], strict=True):
            style = {"ec": _EMPTY, "ls": "-"} if empty else {"ec": RULE_2, "ls": "--"}
            ax.add_patch(Circle(points[i], 3 * answer["sigma"], fill=False, lw=1, **style))
    _marks(ax, points, labels, size)
    ax.set_aspect("equal", adjustable="datalim")
    _bare(ax)


def _marks(ax, points, labels, size):
    for k in np.unique(labels):
        of, (marker, area) = labels == k, mark(k)
        ax.scatter(
            *points[of].T,
            s=np.broadcast_to(size, labels.shape)[of] ** 2 * area,
            color=colour(k),
            marker=marker,
            edgecolor=edge_colour(k),
            linewidth=0.6,
        )


def _rooted(vectors):
    """The same directions, lengths replaced by their square roots."""
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.sqrt(np.where(length > 0, length, 1))


def _embedding(ax, seen):
    """Points and mean vectors; three coordinates are seen from above the first corner."""
    p = min(seen.result.embedding.shape[1], 3)
    view = np.eye(2) if p == 2 else _TURN
    Phi = _rooted(seen.result.embedding[:, :p]) @ view.T
    means = _rooted(seen.result.means[:, :p]) @ view.T
    reach = np.abs(Phi).max()
    for axis in view.T:
        ax.plot(*np.outer(axis, [-reach, reach]), color=RULE, lw=0.8, zorder=0)
    _marks(ax, Phi, seen.result.labels, 4.2)
    for k, tip in enumerate(means):
        style = {"arrowstyle": "-|>", "color": edge_colour(k), "lw": 2, "shrinkA": 0, "shrinkB": 0}
        ax.annotate("", tip, (0, 0), arrowprops=style)
        _word(ax, *(1.12 * tip), f"m{k}")
    if p == 2:
        _arc(ax, means, seen.angles[0, 1], 0.3 * reach)
    ax.set_aspect("equal", adjustable="datalim")
    ax.margins(0.12)
    _bare(ax)


def _arc(ax, means, angle, radius):
    first, second = np.degrees(np.arctan2(means[:, 1], means[:, 0]))
    start = first if (second - first) % 360 <= 180 else second
    ax.add_patch(Arc((0, 0), 2 * radius, 2 * radius, theta1=start, theta2=start + angle, ec=INK))
    middle = np.radians(start + angle / 2)
    _word(ax, 1.5 * radius * np.cos(middle), 1.5 * radius * np.sin(middle), f"{angle:.1f}°")


def _word(ax, x, y, words):
    halo = [withStroke(linewidth=3, foreground="white")]
    style = {"ha": "center", "va": "center", "weight": "bold", "path_effects": halo}
    ax.text(x, y, words, fontsize=_SMALL * 1.1, color=INK, zorder=5, **style)


def _curve(sheet, top, seen, sigmas, curve):
    note = f"{seen.error:.3f} at σ {seen.result.sigma:.3g}"
    ax = sheet.panel(_MIDDLE + 28, top, 200, 118, "Error over σ", note)
    top_of_axis = max(0.5, seen.error, *(e or 0 for e in curve["error"]))
    names = {"lscv": "LSCV", "mean": "mean", "amise": "AMISE"}
    known = [(s, e) for s, e in zip(sigmas, curve["error"], strict=True) if e is not None]
    if known:
        ax.plot(*zip(*known, strict=True), color=INK, lw=1.2)
    for name, width in curve["rules"].items():
        if width is not None:
            ax.axvline(width, color=RULE_2, lw=0.8, ls="--")
            style = {"rotation": 90, "ha": "right", "va": "top", "color": INK_2}
            ax.text(width, top_of_axis, names[name], fontsize=_SMALL * 0.8, **style)
    ax.plot([seen.result.sigma], [seen.error], "o", color=ACCENT, ms=7, mec="white", clip_on=False)
    ax.set(xscale="log", ylim=(-0.02, 1.05 * top_of_axis))
    ax.tick_params(labelsize=_SMALL, colors=INK_2)
    widths = [*sigmas, seen.result.sigma]
    ax.set_xlim(0.9 * min(widths), 1.1 * max(widths))
    ax.minorticks_off()
    ticks = [s for s in sigmas if f"{s:e}"[:3] in ("1.0", "2.0", "5.0")]
    ax.set_xticks(ticks, [f"{s:g}" for s in ticks])
    ax.spines[["top", "right"]].set_visible(False)


def _bare(ax):
    ax.set(xticks=[], yticks=[])
    for spine in ax.spines.values():
        spine.set(color=RULE, linewidth=0.8)
