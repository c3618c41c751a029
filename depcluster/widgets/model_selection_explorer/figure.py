"""The model-selection explorer as a figure."""

from __future__ import annotations

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.colors import to_rgb

from ...plotting.palette import INK, INK_2, RULE, WASH, mark_style
from ...plotting.smi import plot_painted, plot_posterior, plot_selection, plot_with_hollow
from ..base.mosaic import Panel, mosaic
from .engine import LEVELS, N_VECTORS

_TITLES = {"lsmi": "LSMI of each t", "smi": "Estimate (8) of each t, LSMI dotted"}
_BOUNDS = {"lsmi": "dashed: bound", "smi": "shaded: impossible, SMI is at most"}


def selection_figure(widget, seen, question, curve):
    """What is open of it, of the candidate that is seen; ``curve`` is what the judges say."""
    engine, tried, judge = seen.engine, seen.tried, question.judge
    _, t, normalization, _ = question.key
    codes = engine.posterior(normalization, t) if widget.posterior else None
    codes = seen.renamed(codes) if codes is not None else None
    sizes = np.bincount(seen.labels, minlength=len(seen.names))
    edges = ", ".join(filter(None, [f"{len(tried.edges)} edges", engine.plane]))
    waiting = curve["lsmi"].count(None)
    done = f"{len(engine.candidates) - waiting} judged" if waiting else "ring: chosen"
    bound = f"{_BOUNDS[judge]} (c \u2212 1)/2 = {engine.bound:g}; {done}; hollow: undecided"
    rows = -(-len(tried.values) // N_VECTORS)
    painted = "blue: positive; orange: negative, cut off"
    panels = {
        "points": Panel(
            "Graph and clusters", lambda ax: _map(ax, seen, codes), edges, sizes, 420, 420
        ),
        "curve": Panel(
            _TITLES[judge], lambda ax: _curve(engine, t, judge, curve, ax), bound, (), 420, 240
        ),
        "eigenvectors": Panel(
            "Leading eigenvectors",
            lambda ax: _vectors(seen, rows, ax),
            painted,
            (),
            420,
            105 * rows,
        ),
    }
    return mosaic(widget, "points | curve; eigenvectors", widget._opened(panels))


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


def _curve(engine, t, judge, curve, ax):
    """What the judge says of every candidate, and what it may say at most."""
    bound = engine.bound
    values, lsmi, undecided = (
        np.array([np.nan if v is None else v for v in curve[name]], dtype=float)
        for name in (judge, "lsmi", "undecided")
    )
    if judge == "smi":
        ax.plot(engine.candidates, lsmi, ":", color=INK_2, linewidth=1.1)
    marked = {"chosen": curve["choice"][judge], "at": t, "undecided": np.nan_to_num(undecided)}
    plot_selection(engine.candidates, values, ax, bound=bound, **marked)
    seen = np.concatenate([values, lsmi if judge == "smi" else [0.9 * bound], [bound]])
    low, high = np.nanmin(seen), np.nanmax(seen)
    ax.set_ylim(low - 0.08 * (high - low), high + 0.08 * (high - low))
    if judge == "smi":
        ax.axhspan(bound, 2 * high, color=WASH, zorder=0)
    ax.grid(axis="y", color=RULE, linewidth=0.6)


def _vectors(seen, rows, ax):
    """The eigenvectors painted on the points; those of the classes bear their marks."""
    ax.set_axis_off()
    for q, (value, v) in enumerate(zip(seen.tried.values, seen.tried.vectors.T, strict=True)):
        row, column = divmod(q, N_VECTORS)
        corner = column / N_VECTORS, 1 - (row + 1) / rows
        place = ax.inset_axes([*corner, 0.94 / N_VECTORS, 0.8 / rows], anchor="NW")
        plot_painted(seen.engine.points, v, place, area=8)
        used = q < len(seen.names)
        place.spines[:].set_linestyle("-" if used else "--")
        place.margins(0.07)
        words = f"λ {value:.2f}".replace("-", "\u2212")
        style = {"color": INK if used else INK_2, "fontsize": 8, "pad": 3}
        place.set_title("    " * used + words, loc="left", **style)
        if used:
            head = mark_style(seen.names[q], 26, linewidth=0.6, clip_on=False)
            place.scatter(0.05, 1.12, transform=place.transAxes, **head)
