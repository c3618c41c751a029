"""The perturbation explorer's picture for pages that run no widgets."""

from __future__ import annotations

import numpy as np

from ...plotting.basics import plot_partition
from ...plotting.palette import ACCENT, INK, INK_2, MATRIX_POSITIVE, RULE_2
from ..base.sheet import CAPTION, POINTS, WIDTH, Sheet

_GAP = 24
_COLUMN = (WIDTH - 2 * _GAP) / 3
_PICTURE = 178
_TOP = 60
_REACH = 2.25
_BLUE = MATRIX_POSITIVE(0.66)
_WASH = "#f6f6f6"
_SMALL = 11 * POINTS
_TERMS = (
    ("√δ", "rounding, given", 0.78),
    ("√δ\u0303", "rounding, perturbed", 0.55),
    ("√γ", "shaking", 0.32),
)


def perturbation_still(*, points, plane, extent, given, shaken, mode, answer, curve):
    """PerturbationExplorer as a figure: its pictures, read-outs and controls' values.

    Parameters
    ----------
    points : ndarray of shape (m, 2)
    plane : str
        Caption of the plane.
    extent : sequence of 4 floats
        Corners of both scatters.
    given : Given
    shaken : Shaken
    mode : Mode
    answer, curve : dict
        What is on screen.

    Returns
    -------
    Figure
    """
    sheet = Sheet(_low(answer) + CAPTION + 190)
    sheet.readouts(0, 0, _readouts(answer, len(points)))
    moved = np.flatnonzero(given.labels != shaken.labels)
    note = ", ".join(filter(None, [f"{len(points)} points", plane]))
    ringed = f"{len(moved)} moved, ringed" if len(moved) else "none moved"
    for column, title, words, at, labels in (
        (0, "As given", note, points, given.labels),
        (1, "Perturbed", ringed, shaken.points, shaken.labels),
    ):
        left = column * (_COLUMN + _GAP)
        axes = sheet.panel(left + 1, _TOP, _COLUMN - 2, _PICTURE, title, words)
        plot_partition(at, labels, axes, moved=moved)
        xlim, ylim = _window(extent, _COLUMN / _PICTURE)
        axes.set(xlim=xlim, ylim=ylim, aspect="auto")
        sheet.legend(left, _TOP + CAPTION + _PICTURE + 2, np.bincount(labels), right=left + _COLUMN)
    _spectrum(sheet, answer)
    _bound(sheet, answer)
    _curve(sheet, mode, answer, curve)
    sheet.foot(_low(answer) + CAPTION + 172, answer["foot"].split("; perturbed")[0])
    return sheet.figure


def _low(answer):
    """Top of the lower row: the legends above it take a line for three or four clusters."""
    c = answer["n_clusters"]
    return _TOP + CAPTION + _PICTURE + 44 + (24 * (-(-c // 3) - 1) if c > 4 else 0)


def _readouts(answer, m):
    bound = "∞" if answer["bound"] is None else f"{answer['bound']:.2f}"
    return [
        ("kernel", answer["kernel"], "", 190),
        (answer["label"], answer["amount_text"], "", 230),
        ("observed ε", f"{answer['epsilon']:.2f}", "", 110),
        ("bound", bound, "vacuous" if answer["verdict"]["vacuous"] else "", 140),
        ("points moved", str(answer["moved"]), f"of {m}", 100),
    ]


def _window(extent, ratio):
    """Limits of a picture of a given ratio that shows the extent, one scale for both axes."""
    low, high = np.array(extent[:2]), np.array(extent[2:])
    width, height = 1.12 * (high - low)
    height = max(height, width / ratio) or 1.0
    half = np.array([height * ratio, height]) / 2
    return np.column_stack([(low + high) / 2 - half, (low + high) / 2 + half])


def _bare(axes, *kept):
    for side, spine in axes.spines.items():
        spine.set(visible=side in kept, edgecolor=RULE_2)
    axes.tick_params(labelsize=_SMALL, labelcolor=INK_2, color=RULE_2, length=3)
    return axes


def _spectrum(sheet, answer):
    left = 2 * (_COLUMN + _GAP)
    sheet.caption(left, _TOP, _COLUMN, "Spectrum", "grey given, blue perturbed")
    axes = _bare(sheet.axes(left + 30, _TOP + CAPTION + 14, _COLUMN - 34, _PICTURE - 14), "bottom")
    values, perturbed = np.array(answer["values"]), np.array(answer["perturbed_values"])
    n, c = len(values), answer["n_clusters"]
    k, top = np.arange(1, n + 1), np.arange(n) < c - 1
    axes.bar(k - 0.17, values, 0.32, color=RULE_2)
    axes.bar(k[top] + 0.17, perturbed[top], 0.32, color=ACCENT)
    axes.bar(k[~top] + 0.17, perturbed[~top], 0.3, facecolor="white", edgecolor=ACCENT)
    axes.set(xticks=k, yticks=[0, max(values.max(), perturbed.max())], xlim=(0.3, n + 0.8))
    axes.yaxis.set_major_formatter(lambda v, _: f"{v:.3g}")
    if c <= n:
        high, low = perturbed[c - 2], perturbed[c - 1]
        axes.plot([c - 0.6, n + 0.7], [high, high], ":", color=INK_2, linewidth=0.8)
        axes.plot([c + 0.4, n + 0.7], [low, low], ":", color=INK_2, linewidth=0.8)
        axes.plot([n - 0.4, n - 0.4], [low, high], color=INK, linewidth=0.9)
        words = f"eigengap {answer['perturbed_eigengap']:.3g}, was {answer['eigengap']:.3g}"
        place = {"xytext": (0, 3), "textcoords": "offset points", "ha": "right"}
        covered = max(high, values[n // 3 :].max(), perturbed[n // 3 :].max())
        axes.annotate(words, (n + 0.7, covered), fontsize=_SMALL, color=INK, **place)


def _bound(sheet, answer):
    """Bars end to end on an axis of roots; what leaves the axis is cut."""
    cap, wide = answer["trivial"], 2 * _COLUMN + _GAP
    vacuous = answer["verdict"]["vacuous"]
    formula = "2(√δ + √δ\u0303 + √γ)²"
    sheet.caption(0, _low(answer), wide, "Bound on ε, root scale: the terms add", formula)
    axes = _bare(sheet.axes(8, _low(answer) + CAPTION + 22, wide - 16, 36), "bottom")
    reach, reached = np.sqrt(_REACH * cap / 2), 0.0
    for term, (_, _, ink) in zip(answer["terms"], _TERMS, strict=True):
        root = np.sqrt(np.inf if term is None else term)
        width = max(0.0, min(root, reach - reached))
        fill = _fill(ink, vacuous)
        axes.barh(0.6, width, 0.78, left=reached, color=fill, edgecolor="white")
        reached = min(reach, reached + root)
    ticks = cap * np.array([0, 1 / 8, 1 / 4, 1 / 2, 1, 1.5, 2])
    axes.set(xlim=(0, reach), ylim=(0, 1), yticks=[], xticks=np.sqrt(ticks / 2))
    axes.set_xticklabels([f"{v:g}" for v in ticks])
    observed, trivial = np.sqrt(answer["epsilon"] / 2), np.sqrt(cap / 2)
    span = {"ymin": 0, "ymax": 1.15, "clip_on": False}
    axes.axvline(trivial, color=INK_2, linestyle="--", linewidth=1.1, **span)
    axes.axvline(observed, color=INK, linewidth=2, **span)
    words = f"observed ε {answer['epsilon']:.2f}"
    style = {"fontsize": _SMALL, "color": INK}
    axes.text(trivial, 1.25, f"trivial cap {cap:g}", **style)
    side = "left" if observed < 0.1 * reach else "right" if observed > 0.75 * trivial else "center"
    axes.text(observed, 1.25, words, ha=side, weight="bold", **style)
    _words(sheet, answer)


def _fill(ink, vacuous):
    return str(round(0.62 + 0.5 * (0.78 - ink), 3)) if vacuous else MATRIX_POSITIVE(ink)


def _words(sheet, answer):
    """The values of the terms, and the verdict."""
    top, left = _low(answer) + CAPTION + 92, 0
    for term, (name, meaning, ink) in zip(answer["terms"], _TERMS, strict=True):
        value = "∞" if term is None else f"{np.sqrt(term):.2f}"
        left += 3 + sheet.text(left, top, "■", colour=_fill(ink, answer["verdict"]["vacuous"]))
        left += 14 + sheet.text(left, top, f"{name} {value} {meaning}")
    verdict = answer["verdict"]
    sheet.text(0, top + 26, verdict["title"], size=13, colour=INK, weight="bold")
    sheet.text(0, top + 44, verdict["reason"])


def _curve(sheet, mode, answer, curve):
    left, cap = 2 * (_COLUMN + _GAP), answer["trivial"]
    done, n = len(curve["bound"]), len(mode.stops)
    note = f"{done} of {n} computed" if done < n else "blue bound, black observed"
    sheet.caption(left, _low(answer), _COLUMN, mode.curve, note)
    axes = _bare(sheet.axes(left + 30, _low(answer) + CAPTION + 2, _COLUMN - 34, 164), "bottom")
    at = mode.place(answer["amount"]) / mode.fine
    bounds = np.array([np.inf if b is None else b for b in (*curve["bound"], answer["bound"])])
    lines = ((bounds[:-1], bounds[-1], _BLUE), (curve["epsilon"], answer["epsilon"], INK))
    axes.axhspan(cap, _REACH * cap, color=_WASH, zorder=0)
    axes.axhline(cap, color=INK_2, linestyle="--", linewidth=0.8)
    axes.axvline(at, color=ACCENT, linewidth=0.8)
    for values, now, hue in lines:
        axes.plot(np.arange(done), np.where(np.isfinite(values), values, np.nan), color=hue)
        shown = now if now <= _REACH * cap else np.nan
        axes.plot([at], [shown], "o", color=hue, markersize=5, clip_on=False)
    named = np.unique(np.linspace(0, n - 1, 5).round().astype(int))
    axes.set(xlim=(0, n - 1), ylim=(0, _REACH * cap), xticks=named, yticks=[0, cap, 2 * cap])
    axes.set_xticklabels([mode.ends[k] for k in named])
    style = {"transform": axes.get_yaxis_transform(), "fontsize": _SMALL, "color": INK_2}
    axes.text(0.02, 0.97 * _REACH * cap, "vacuous", va="top", **style)
    axes.text(0.02, 0.97 * cap, f"trivial cap {cap:g}", va="top", **style)
