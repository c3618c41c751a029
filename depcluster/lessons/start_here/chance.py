"""What labels score that were dealt out at random."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from ...plotting import COLOURS, INK
from ...widgets import redrawn, stops

_MOST = 0.15


def scores_by_chance(scores, observed):
    """A histogram of the scores of shuffled labels, few or all, with a line at the observed one."""
    scores = np.asarray(scores)

    def draw(shuffles):
        shown = scores[:shuffles]
        figure = Figure(figsize=(9, 2.8), layout="constrained")
        ax = figure.subplots()
        ax.hist(shown, bins=np.linspace(0, _MOST, 76), color=COLOURS[0])
        ax.axvline(observed, color=COLOURS[4], linewidth=2)
        place = {"ha": "right", "transform": ax.get_xaxis_transform(), "fontsize": 10}
        ax.text(observed - 0.002, 0.88, "true labels", color=INK, **place)
        ax.set(xlabel="HSIC", ylabel="shuffles", xlim=(0, _MOST))
        ax.yaxis.get_major_locator().set_params(integer=True)
        ax.spines[["top", "right"]].set_visible(False)
        return figure, (
            f"Histogram of HSIC for {shuffles} random shuffles, mean {shown.mean():.3f}, the "
            f"largest at {shown.max():.3f}; a line far to the right marks the true labels at "
            f"{observed:.3f}."
        )

    return redrawn(draw, shuffles=stops([9, 99, len(scores)], 9, "shuffles"))
