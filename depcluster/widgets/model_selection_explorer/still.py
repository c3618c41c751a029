"""The model-selection explorer's picture for pages that run no widgets."""

from __future__ import annotations

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.colors import to_rgb
from matplotlib.patheffects import withStroke

from ...plotting.basics import plot_partition
from ...plotting.palette import ACCENT, INK, INK_2, RULE, RULE_2, colour, mark
from ..base.sheet import CAPTION, POINTS, WIDTH, Sheet
from .answer import KERNEL_NAMES
from .engine import LEVELS, N_VECTORS

_TOP = 60
_MAP = 410
_RIGHT = _MAP + 30
_WIDE = WIDTH - _RIGHT
_CELL = (_WIDE - 8 * (N_VECTORS - 1)) / N_VECTORS
_PAPER = 1.07
_WASH = "#f6f6f6"
_SMALL = 11 * POINTS
_TITLES = {"lsmi": "LSMI of each t", "smi": "Estimate (8) of each t, LSMI dotted"}


def selection_still(*, engine, tried, shown, curve, posterior, foot):
    """ModelSelectionExplorer as a figure: its pictures, read-outs and controls' values.

    Parameters
    ----------
    engine : Engine
    tried : Tried
        The candidate on screen.
    shown : tuple
        Its t, the kernel normalization and the judge.
    curve : dict
        What the judges say.
    posterior : bool
    foot : str

    Returns
    -------
    Figure
    """
    t, normalization, _ = shown
    sizes = np.bincount(tried.result.labels, minlength=engine.n_clusters)
    rows = -(-len(tried.values) // N_VECTORS)
    legend = 24 * (-(-len(sizes) // 6))
    height = max(150, _MAP - 30 - CAPTION - rows * (_CELL + CAPTION))
    low = _TOP + CAPTION + height + 30
    bottom = max(_TOP + _MAP + legend, low + rows * (_CELL + CAPTION)) + CAPTION + 12
    sheet = Sheet(bottom + 20)
    sheet.readouts(0, 0, _readouts(engine, tried, shown, curve))
    note = ", ".join(filter(None, [f"{len(tried.edges)} edges", engine.plane]))
    axes = sheet.panel(1, _TOP, _MAP - 2, _MAP - 2, "Graph and clusters", note)
    _map(axes, engine, tried, engine.posterior(normalization, t) if posterior else None)
    sheet.legend(0, _TOP + CAPTION + _MAP + 2, sizes, right=_MAP)
    _curve(sheet, engine, shown, curve, height)
    _vectors(sheet, engine, tried, low)
    sheet.foot(bottom + 4, foot)
    return sheet.figure


def _readouts(engine, tried, shown, curve):
    t, normalization, judge = shown
    value = curve[judge][engine.candidates.index(t)]
    name = "LSMI" if judge == "lsmi" else "SMI (8)"
    text = "\u2013" if value is None else f"{value:.3f}".replace("-", "\u2212")
    return [
        ("neighbours t", str(t), "", 120),
        ("kernel", KERNEL_NAMES[normalization], "", 140),
        ("who judges", name, "", 130),
        (name, text, f"bound {engine.bound:g}", 190),
        ("undecided", str(tried.undecided), f"of {len(tried.result.labels)}", 130),
        ("pieces", str(tried.pieces), "", 80),
    ]


def _map(axes, engine, tried, codes):
    """Posterior, edges, points; undecided ones hollow."""
    labels, hollow = tried.result.labels, tried.result.undecided
    if codes is not None:
        x0, y0, x1, y1 = engine.grid_extent
        axes.imshow(
            _posterior(codes, engine.n_clusters),
            extent=(x0, x1, y0, y1),
            interpolation="bilinear",
            zorder=0,
        )
    shade = tried.weights / (tried.weights.max(initial=0) or 1.0)
    ink = np.column_stack([np.tile(to_rgb(INK), (len(shade), 1)), 0.2 + 0.7 * shade])
    lines = LineCollection(engine.points[tried.edges], colors=ink, linewidths=0.7, zorder=0.5)
    axes.add_collection(lines)
    plot_partition(engine.points, labels, axes)
    size = 1.5 * float(np.clip(72 / np.sqrt(len(labels)), 2.2, 5))
    for k in np.unique(labels[hollow]):
        marker, area = mark(k)
        at = engine.points[hollow & (labels == k)].T
        axes.scatter(*at, s=size**2 * area, marker=marker, facecolor="white", edgecolor=colour(k))
    _square(axes, engine, _PAPER)


def _posterior(codes, n_clusters):
    """Codes as colours, more opaque where the class is surer."""
    k, level = np.divmod(codes.astype(int) - 1, LEVELS + 1)
    hues = np.array([to_rgb(colour(y)) for y in range(n_clusters)])
    sure = np.where(codes > 0, 0.4 * (0.3 + 0.7 * level / LEVELS), 0)
    return np.dstack([hues[np.maximum(k, 0)], sure])


def _square(axes, engine, factor):
    x0, y0, x1, y1 = engine.extent
    middle, half = np.array([x0 + x1, y0 + y1]) / 2, factor * (x1 - x0) / 2
    axes.set_aspect("equal", adjustable="box")
    axes.set(xlim=middle[0] + [-half, half], ylim=middle[1] + [-half, half])


def _curve(sheet, engine, shown, curve, height):
    """What the judge says of every candidate; the choice named, the t on screen a large dot."""
    t, _, judge = shown
    done = len(engine.candidates) - curve["lsmi"].count(None)
    finished = done == len(engine.candidates)
    note = "hollow: some points undecided" if finished else f"{done} judged"
    sheet.caption(_RIGHT, _TOP, _WIDE, _TITLES[judge], note)
    axes = sheet.axes(_RIGHT + 34, _TOP + CAPTION + 2, _WIDE - 40, height)
    values, lsmi, undecided = (
        np.array([np.nan if v is None else v for v in curve[name]], dtype=float)
        for name in (judge, "lsmi", "undecided")
    )
    at, place = engine.candidates.index(t), np.arange(len(values))
    if judge == "smi":
        axes.plot(place, lsmi, ":", color=INK_2, linewidth=1.1)
    axes.axhline(engine.bound, color=INK_2, linestyle="--", linewidth=0.8)
    axes.axvline(at, color=ACCENT, linewidth=0.8)
    axes.plot(place, values, color=INK, linewidth=1.1)
    for hollow, fill in ((False, INK), (True, "white")):
        chosen = (undecided > 0) == hollow
        axes.plot(place[chosen], values[chosen], "o", mfc=fill, mec=INK, markersize=5)
    axes.plot([at], [values[at]], "o", color=ACCENT, markersize=8, mec="white")
    _curve_words(axes, engine, judge, values, lsmi, curve["choice"][judge])


def _curve_words(axes, engine, judge, values, lsmi, choice):
    """Axis, bound and choice, in words."""
    bound, seen = engine.bound, np.append(values, engine.bound)
    low, high = np.nanmin(np.append(seen, 0.9 * bound)), np.nanmax(seen)
    if judge == "smi":
        low = np.nanmin(np.append(lsmi, 0.0))
        axes.axhspan(bound, 2 * high, color=_WASH, zorder=0)
    high += 0.16 * (high - low)
    floor = low - (0.04 if judge == "smi" else 0.14) * (high - low)
    axes.set(xlim=(-0.4, len(values) - 0.6), ylim=(floor, high))
    axes.set_xticks(np.arange(len(values)), engine.candidates)
    axes.tick_params(length=0, labelsize=_SMALL, labelcolor=INK_2)
    axes.grid(axis="y", color=RULE, linewidth=0.6)
    axes.set_axisbelow(True)
    for side in axes.spines.values():
        side.set_visible(False)
    words = "shaded: impossible, SMI is at most" if judge == "smi" else "bound"
    top = high if judge == "smi" else bound + 0.03 * (high - low)
    axes.text(
        len(values) - 0.6,
        top,
        f"{words} (c \u2212 1)/2 = {bound:g}",
        ha="right",
        va="top" if judge == "smi" else "bottom",
        fontsize=_SMALL,
        color=INK_2,
    )
    if choice is not None:
        i = engine.candidates.index(choice)
        below = values[i] - low > 0.3 * (high - low)
        axes.annotate(
            "chosen",
            (i, values[i]),
            xytext=(0, -20 if below else 14),
            textcoords="offset points",
            ha="center",
            fontsize=_SMALL,
            color=INK,
            weight="bold",
            path_effects=[withStroke(linewidth=2.5, foreground="white")],
            arrowprops={"arrowstyle": "-", "color": INK, "shrinkB": 5, "shrinkA": 0},
        )


def _vectors(sheet, engine, tried, top):
    """The eigenvectors painted on the points, negative parts grey."""
    note = "coloured: positive; grey: negative, cut off"
    sheet.caption(_RIGHT, top, _WIDE, "Leading eigenvectors", note)
    for q, v in enumerate(tried.vectors.T):
        row, column = divmod(q, N_VECTORS)
        left, head = _RIGHT + column * (_CELL + 8), top + CAPTION + row * (_CELL + CAPTION)
        used = q < engine.n_clusters
        if used:
            sheet.cluster_mark(left + 6, head + 9, q, 8)
        words = f"λ {tried.values[q]:.2f}".replace("-", "\u2212")
        sheet.text(left + (16 if used else 0), head + 9, words, colour=INK if used else INK_2)
        axes = sheet.axes(left, head + CAPTION, _CELL, _CELL)
        share = v / (np.abs(v).max() or 1.0)
        rgb = np.where((share > 0)[:, None], to_rgb(colour(q) if used else INK), to_rgb(INK))
        rgb[share == 0] = to_rgb(RULE_2)
        alpha = np.where(share > 0, 0.3 + 0.7 * share, 0.15 - 0.45 * share)
        rgba = np.column_stack([rgb, np.where(share == 0, 0.6, alpha)])
        order = np.argsort(np.abs(share))
        size = np.where(share == 0, 1.2, 3.2)[order]
        axes.scatter(*engine.points[order].T, s=size, color=rgba[order], linewidths=0)
        axes.set(xticks=[], yticks=[])
        for side in axes.spines.values():
            side.set(color=RULE, linestyle="-" if used else "--")
        _square(axes, engine, 1.14)
