"""The criteria over the width for the kernel explorer's picture."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import fill

import numpy as np
from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator

from ...._validation import counted
from ....plotting.palette import INK_2, RULE_2
from ....plotting.selection import plot_width_curve
from ....selection.criteria import CRITERIA
from ...base.sheet import CAPTION, WIDTH
from .curves import LEAST, LOGARITHMIC, N_WIDTHS, WIDTHS, Curves

_GAP = 14
_AXIS = 30
_HEIGHT = 92


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
        rows, names = self.curves.rows, self.curves.names
        c = len(np.unique(rows[0].labels)) if rows else 0
        note = f"{len(rows)} of {N_WIDTHS} widths, in units of the median rule"
        of = f"Criteria over the width, of kernel k-means, {counted(c, 'cluster')}"
        sheet.caption(0, top, WIDTH, of, note)
        step, at = (WIDTH + _GAP) / len(names), int(np.abs(WIDTHS - self.width).argmin())
        for i, name in enumerate(names):
            here = rows[at].text(name).split(" (")[0] if at < len(rows) else ""
            title = f"{CRITERIA[name].title} {CRITERIA[name].arrow}"
            box = (i * step, top + CAPTION, step - _GAP, _HEIGHT)
            self._curve(sheet.panel(*box, title, here, before=_AXIS), name)

    def _curve(self, ax, name):
        rows, least = self.curves.rows, LEAST if name in LOGARITHMIC else -np.inf
        values = [row.values[name] for row in rows]
        known = np.array([np.nan if v is None else v for v in values], dtype=float)
        if np.isfinite(known).any():
            bands = [row.bands.get(name, (np.nan, np.nan)) for row in rows]
            plot_width_curve(
                2.0 ** WIDTHS[: len(rows)],
                np.maximum(np.round(known, 9), least),
                ax,
                band=np.maximum(bands, least).T,
                at=2.0**self.width,
                higher=CRITERIA[name].higher,
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
    ax.margins(y=0.14)
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
