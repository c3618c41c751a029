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
_TITLES = {"lsmi": "LSMI of each t", "smi": "Estimate (8) of each t, LSMI dotted"}
_BOUNDS = {"lsmi": "dashed: bound", "smi": "shaded: impossible, SMI is at most"}


def selection_still(*, seen, shown, curve, posterior, foot, panels):
    """ModelSelectionExplorer as a figure: its pictures, read-outs and controls' values.

    ``seen`` is the candidate on screen; ``shown`` its t, the kernel normalization and the judge;
    only ``panels`` are drawn.
    """
    has_map, has_curve, has_vectors = (
        name in panels for name in ("points", "curve", "eigenvectors")
    )
    left = _MAP + 30 if has_map else 0
    cell = min(_MAP / 4, (WIDTH - left - 8 * (N_VECTORS - 1)) / N_VECTORS)
    n, c = len(seen.tried.values), len(seen.names)
    vectors = CAPTION + -(-n // N_VECTORS) * (cell + CAPTION) if has_vectors else 0
    height = max(150, _MAP - 30 - vectors) if has_curve else 0
    low = _TOP + (CAPTION + height + 30 if has_curve else 0)
    bottom = max(_TOP + has_map * (_MAP + CAPTION + 24 * -(-c // 6)), low + vectors) + 12
    sheet = Sheet(bottom + 20)
    sheet.readouts(0, 0, _readouts(seen, shown, curve))
    if has_map:
        codes = seen.engine.posterior(shown[1], shown[0]) if posterior else None
        _partition(sheet, seen, seen.renamed(codes))
    if has_curve:
        _curve(sheet, (left, _TOP, WIDTH - left, height), seen.engine, shown, curve)
    if has_vectors:
        _vectors(sheet, seen, left, low, cell)
    sheet.foot(bottom + 4, foot)
    return sheet.figure


def _readouts(seen, shown, curve):
    (t, normalization, judge), engine, tried = shown, seen.engine, seen.tried
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


def _partition(sheet, seen, codes):
    """The map with its legend."""
    engine = seen.engine
    note = ", ".join(filter(None, [f"{len(seen.tried.edges)} edges", engine.plane]))
    axes = sheet.panel(1, _TOP, _MAP - 2, _MAP - 2, "Graph and clusters", note)
    _map(axes, seen, codes)
    sizes = np.bincount(seen.labels, minlength=len(seen.names))
    sheet.legend(0, _TOP + CAPTION + _MAP + 2, sizes, right=_MAP)


def _map(axes, seen, codes):
    """Posterior, edges, points; undecided ones hollow."""
    engine, tried = seen.engine, seen.tried
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
    plot_with_hollow(engine.points, seen.labels, tried.result.undecided, axes)
    (x0, y0, x1, y1), edge = engine.extent, 0.035 * np.ptp(engine.extent[::2])
    axes.set(xlim=(x0 - edge, x1 + edge), ylim=(y0 - edge, y1 + edge))


def _decoded(codes, n_clusters):
    """Posteriors of the winning class, the others sharing the rest alike."""
    k, level = np.divmod(codes.astype(int) - 1, LEVELS + 1)
    top = (1 + (n_clusters - 1) * level / LEVELS) / n_clusters
    P = np.tile((1 - top)[:, None] / (n_clusters - 1), n_clusters)
    P[np.arange(len(codes)), k] = top
    return P


def _curve(sheet, box, engine, shown, curve):
    """What the judge says of every candidate, and what it may say at most."""
    (t, _, judge), bound, waiting = shown, engine.bound, curve["lsmi"].count(None)
    left, top, width, height = box
    done = f"{len(engine.candidates) - waiting} judged"
    note = done if waiting else "ring: chosen; hollow: undecided"
    sheet.caption(left, top, width, _TITLES[judge], note)
    words = f"{_BOUNDS[judge]} (c \u2212 1)/2 = {bound:g}"
    sheet.text(WIDTH, top + CAPTION + 8, words, ha="right")
    axes = sheet.axes(left + 34, top + CAPTION + 18, width - 40, height - 18)
    values, lsmi, undecided = (
        np.array([np.nan if v is None else v for v in curve[name]], dtype=float)
        for name in (judge, "lsmi", "undecided")
    )
    if judge == "smi":
        axes.plot(engine.candidates, lsmi, ":", color=INK_2, linewidth=1.1)
    marked = {"chosen": curve["choice"][judge], "at": t, "undecided": np.nan_to_num(undecided)}
    plot_selection(engine.candidates, values, axes, bound=bound, **marked)
    seen = np.concatenate([values, lsmi if judge == "smi" else [0.9 * bound], [bound]])
    low, high = np.nanmin(seen), np.nanmax(seen)
    axes.set_ylim(low - 0.08 * (high - low), high + 0.08 * (high - low))
    if judge == "smi":
        axes.axhspan(bound, 2 * high, color="#f6f6f6", zorder=0)
    axes.grid(axis="y", color=RULE, linewidth=0.6)


def _vectors(sheet, seen, left, top, side):
    """The eigenvectors painted on the points; those of the classes bear their marks."""
    tried, note = seen.tried, "blue: positive; orange: negative, cut off"
    width = N_VECTORS * (side + 8) - 8
    sheet.caption(left, top, width, "Leading eigenvectors", note)
    for q, v in enumerate(tried.vectors.T):
        row, column = divmod(q, N_VECTORS)
        across, head = left + column * (side + 8), top + CAPTION + row * (side + CAPTION)
        used = q < len(seen.names)
        if used:
            sheet.cluster_mark(across + 6, head + 9, seen.names[q], 8)
        words = f"λ {tried.values[q]:.2f}".replace("-", "\u2212")
        sheet.text(across + (16 if used else 0), head + 9, words, colour=INK if used else INK_2)
        axes = sheet.axes(across, head + CAPTION, side, side)
        plot_painted(seen.engine.points, v, axes, area=8)
        axes.spines[:].set_linestyle("-" if used else "--")
        axes.margins(0.07)
