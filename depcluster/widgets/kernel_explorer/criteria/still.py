"""The criteria over the width for the kernel explorer's picture."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import fill

import numpy as np
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

from ....plotting.palette import ACCENT, INK_2, RULE_2
from ....plotting.selection import plot_width_curve
from ....selection.criteria import CRITERIA
from ...base.sheet import CAPTION, POINTS, WIDTH
from .curves import LEAST, LOGARITHMIC, N_WIDTHS, WIDTHS, Curves

_GAP = 14
_AXIS = 30
_HEIGHT = 92
_SMALL = 11 * POINTS
_MIDDLE = {"ha": "center", "va": "center", "color": INK_2}


@dataclass(frozen=True)
class CriteriaPicture:
    """A row of small charts, one a criterion.

    Attributes
    ----------
    curves : Curves
    width : float
        log2 of the width on screen over the median rule; the values at the nearest are told.
    """

    curves: Curves
    width: float

    height = 2 * CAPTION + _HEIGHT + 38

    def draw(self, sheet, top):
        """Draw on a sheet, from a height downwards."""
        curves, names = self.curves, self.curves.names
        c = len(np.unique(curves.rows[0].labels)) if curves.rows else 0
        note = f"{len(curves.rows)} of {N_WIDTHS} widths, in units of the median rule"
        of = f"Criteria over the width, of kernel k-means, {c} clusters"
        sheet.caption(0, top, WIDTH, of, note)
        step = (WIDTH + _GAP) / len(names)
        for i, name in enumerate(names):
            box = (i * step, top + CAPTION, step - _GAP)
            self._chart(sheet, box, name)

    def _chart(self, sheet, box, name):
        left, top, width = box
        rows, made = self.curves.rows, CRITERIA[name]
        at = int(np.abs(WIDTHS - self.width).argmin())
        here = rows[at].text(name).split(" (")[0] if at < len(rows) else ""
        sheet.caption(left, top, width, f"{made.title} {made.arrow}", here)
        ax = sheet.axes(left + _AXIS, top + CAPTION, width - _AXIS, _HEIGHT)
        ax.set(xscale="log", yticks=[])
        values = [row.values[name] for row in rows]
        if any(value is not None and np.isfinite(value) for value in values):
            self._curve(ax, name)
        elif rows:
            lead = "undefined" if values[0] is None else "infinite"
            why = fill(f"{lead}: {rows[0].notes[name]}", 17)
            ax.text(0.5, 0.5, why, fontsize=_SMALL, transform=ax.transAxes, **_MIDDLE)
        ax.set_xlim(2.0 ** (WIDTHS[0] - 0.6), 2.0 ** (WIDTHS[-1] + 0.6))
        ax.set_xticks([1 / 16, 1, 16], ["1/16", "1", "16"])
        ax.xaxis.set_minor_locator(NullLocator())
        ax.tick_params(labelsize=_SMALL, colors=INK_2, length=2)
        ax.spines[:].set(edgecolor=RULE_2, linewidth=0.7)

    def _curve(self, ax, name):
        rows = self.curves.rows
        values = [np.nan if row.values[name] is None else row.values[name] for row in rows]
        bands = [row.bands.get(name, (np.nan, np.nan)) for row in rows]
        logarithmic = name in LOGARITHMIC
        ax.set_yscale("log" if logarithmic else "linear")
        ax.margins(y=0.14)
        plot_width_curve(
            2.0 ** WIDTHS[: len(rows)],
            np.maximum(values, LEAST) if logarithmic else np.round(values, 9),
            ax,
            band=np.maximum(bands, LEAST).T if logarithmic else None,
            higher=CRITERIA[name].higher,
        )
        ax.axvline(2.0**self.width, color=ACCENT, linewidth=1.2)
        low, high = ax.get_ylim()
        if logarithmic:
            ax.yaxis.set_major_locator(LogLocator(subs=(1.0,) if high > 20 * low else (1, 2, 5)))
            ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
            ax.yaxis.set_minor_locator(NullLocator())
        else:
            middle = (low + high) / 2
            half = max((high - low) / 2, 0.01, 0.05 * abs(middle))
            ax.set_ylim(middle - half, middle + half)
            ax.yaxis.set_major_locator(MaxNLocator(3))
