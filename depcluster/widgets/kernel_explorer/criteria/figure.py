"""The criteria over the width as panels of the kernel explorer's figure."""

from __future__ import annotations

from functools import partial
from textwrap import fill

import numpy as np
from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator

from ....plotting.palette import INK_2, RULE_2
from ....plotting.selection import plot_width_curve
from ....selection.criteria import CRITERIA
from ...base.mosaic import Panel
from .curves import LEAST, LOGARITHMIC, WIDTHS


def criteria_panels(curves, width):
    """A small chart a criterion, by its name; the values nearest to log2 of the width are told."""
    panels, at = {}, int(np.abs(WIDTHS - width).argmin())
    for name in curves.names:
        here = curves.rows[at].text(name).split(" (")[0] if at < len(curves.rows) else ""
        title = f"{CRITERIA[name].title} {CRITERIA[name].arrow}"
        panels[name] = Panel(title, partial(_draw, curves, width, name), here, (), 140, 92)
    return panels


def _draw(curves, width, name, ax):
    rows, least = curves.rows, LEAST if name in LOGARITHMIC else -np.inf
    values = [row.values[name] for row in rows]
    known = np.array([np.nan if v is None else v for v in values], dtype=float)
    if np.isfinite(known).any():
        bands = [row.bands.get(name, (np.nan, np.nan)) for row in rows]
        plot_width_curve(
            2.0 ** WIDTHS[: len(rows)],
            np.maximum(np.round(known, 9), least),
            ax,
            band=np.maximum(bands, least).T,
            at=2.0**width,
            higher=CRITERIA[name].higher if curves.done else None,
        )
        _scale(ax, name in LOGARITHMIC)
    else:
        lead = "undefined" if rows and values[0] is None else "infinite"
        why = fill(f"{lead}: {rows[0].notes[name]}", 17) if rows else ""
        place = {"ha": "center", "va": "center", "transform": ax.transAxes}
        ax.text(0.5, 0.5, why, fontsize=8, color=INK_2, **place)
        ax.set(xscale="log", yticks=[])
    ax.set_xlim(2.0 ** (WIDTHS[0] - 0.6), 2.0 ** (WIDTHS[-1] + 0.6))
    ax.set_xticks([1 / 16, 1, 16], ["1/16", "1", "16"])
    ax.xaxis.set_minor_locator(NullLocator())
    ax.tick_params(labelsize=8, colors=INK_2, length=2)
    ax.spines[:].set(edgecolor=RULE_2, linewidth=0.7)


def _scale(ax, logarithmic):
    """A margin and few round ticks; what hardly changes is drawn flat."""
    ax.margins(y=0.2)  # room for the ring
    if logarithmic:
        ax.set_yscale("log")
        low, high = ax.get_ylim()
        ax.yaxis.set_major_locator(LogLocator(subs=(1.0,) if high > 20 * low else (1, 2, 5)))
        ax.yaxis.set_minor_locator(NullLocator())
        ax.yaxis.set_major_formatter("{x:g}")
    else:
        low, high = ax.get_ylim()
        middle, half = (low + high) / 2, (high - low) / 2
        half = max(half, 0.01, 0.05 * abs(middle))
        ax.set_ylim(middle - half, middle + half)
        ax.yaxis.set_major_locator(MaxNLocator(3))
