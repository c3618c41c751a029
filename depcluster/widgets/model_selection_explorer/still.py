"""The model-selection explorer's picture for pages that run no widgets."""

from __future__ import annotations

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.colors import to_rgb

from ...plotting.palette import INK, INK_2, RULE
from ...plotting.smi import plot_painted, plot_posterior, plot_selection, plot_with_hollow
from ..base.sheet import CAPTION, WIDTH, Sheet
from .answer import KERNEL_NAMES
from .engine import LEVELS, N_VECTORS

_TOP = 60
_MAP = 410
_RIGHT = _MAP + 30
_WIDE = WIDTH - _RIGHT
_CELL = (_WIDE - 8 * (N_VECTORS - 1)) / N_VECTORS
_TITLES = {"lsmi": "LSMI of each t", "smi": "Estimate (8) of each t, LSMI dotted"}
_BOUNDS = {"lsmi": "dashed: bound", "smi": "shaded: impossible, SMI is at most"}


def selection_still(*, engine, tried, shown, curve, posterior, foot):
    """ModelSelectionExplorer as a figure: its pictures, read-outs and controls' values.

    ``tried`` is the candidate on screen; ``shown`` its t, the kernel normalization and the judge.
    """
    t, normalization, _ = shown
    sizes = np.bincount(tried.result.labels, minlength=engine.n_clusters)
    vectors = -(-len(tried.values) // N_VECTORS) * (_CELL + CAPTION)
    height = max(150, _MAP - 30 - CAPTION - vectors)
    low = _TOP + CAPTION + height + 30
    bottom = max(_TOP + _MAP + 24 * -(-len(sizes) // 6), low + vectors) + CAPTION + 12
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
    if codes is not None:
        x0, y0, x1, y1 = engine.grid_extent
        half = (x1 - x0) / len(codes) / 2
        across, up = (np.linspace(a + half, b - half, len(codes)) for a, b in ((x0, x1), (y0, y1)))
        codes = codes[::-1].ravel()
        P = _decoded(codes, engine.n_clusters)
        plot_posterior(P, across, up, axes, reached=codes > 0)
    shade = tried.weights / (tried.weights.max(initial=0) or 1.0)
    ink = np.column_stack([np.tile(to_rgb(INK), (len(shade), 1)), 0.2 + 0.7 * shade])
    lines = LineCollection(engine.points[tried.edges], colors=ink, linewidths=0.7, zorder=0.5)
    axes.add_collection(lines)
    plot_with_hollow(engine.points, tried.result.labels, tried.result.undecided, axes)
    (x0, y0, x1, y1), edge = engine.extent, 0.035 * np.ptp(engine.extent[::2])
    axes.set(xlim=(x0 - edge, x1 + edge), ylim=(y0 - edge, y1 + edge))


def _decoded(codes, n_clusters):
    """Posteriors of the winning class, the others sharing the rest alike."""
    k, level = np.divmod(codes.astype(int) - 1, LEVELS + 1)
    top = (1 + (n_clusters - 1) * level / LEVELS) / n_clusters
    P = np.tile((1 - top)[:, None] / (n_clusters - 1), n_clusters)
    P[np.arange(len(codes)), k] = top
    return P


def _curve(sheet, engine, shown, curve, height):
    """What the judge says of every candidate, and what it may say at most."""
    (t, _, judge), bound, waiting = shown, engine.bound, curve["lsmi"].count(None)
    done = f"{len(engine.candidates) - waiting} judged"
    note = done if waiting else "ring: chosen; hollow: undecided"
    sheet.caption(_RIGHT, _TOP, _WIDE, _TITLES[judge], note)
    words = f"{_BOUNDS[judge]} (c \u2212 1)/2 = {bound:g}"
    sheet.text(WIDTH, _TOP + CAPTION + 8, words, ha="right")
    axes = sheet.axes(_RIGHT + 34, _TOP + CAPTION + 18, _WIDE - 40, height - 18)
    values, lsmi, undecided = (
        np.array([np.nan if v is None else v for v in curve[name]], dtype=float)
        for name in (judge, "lsmi", "undecided")
    )
    if judge == "smi":
        axes.plot(engine.candidates, lsmi, ":", color=INK_2, linewidth=1.1)
    marked = {"chosen": curve["choice"][judge], "at": t, "undecided": undecided}
    plot_selection(engine.candidates, values, axes, bound=bound, **marked)
    seen = np.concatenate([values, lsmi if judge == "smi" else [0.9 * bound], [bound]])
    low, high = np.nanmin(seen), np.nanmax(seen)
    axes.set_ylim(low - 0.08 * (high - low), high + 0.08 * (high - low))
    if judge == "smi":
        axes.axhspan(bound, 2 * high, color="#f6f6f6", zorder=0)
    axes.grid(axis="y", color=RULE, linewidth=0.6)


def _vectors(sheet, engine, tried, top):
    """The eigenvectors painted on the points; those of the classes bear their marks."""
    note = "blue: positive; orange: negative, cut off"
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
        plot_painted(engine.points, v, axes, area=8)
        axes.spines[:].set_linestyle("-" if used else "--")
        axes.margins(0.07)
