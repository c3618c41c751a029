"""Beat 4: eigenvalues of chains and rings."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from ...labels import chain, ring
from ...plotting import COLOURS, INK, INK_2, RULE_2, FigureWithAlt


def eigenvalues():
    """Eigenvalues of chain(c) and ring(c), a row of dots for each c; the smallest in vermilion."""
    figure = Figure(figsize=(9, 3.3), layout="constrained")
    axes = figure.subplots(1, 2, sharey=True)
    for ax, make in zip(axes, (chain, ring), strict=True):
        for c in range(3, 11):
            values = np.linalg.eigvalsh(make(c))
            ax.plot(values[1:], np.full(c - 1, c), "o", color=COLOURS[0], markersize=6)
            ax.plot(values[0], c, "D", color=COLOURS[4], markersize=7)
        ax.axvline(0, color=INK, linewidth=1)
        ax.set_title(f"{make.__name__}(c), 2 on the diagonal", fontsize=11, color=INK)
        ax.set_xlabel("eigenvalue", color=INK_2)
        ax.set_xlim(-0.4, 4.4)
        ax.spines[["top", "right"]].set_visible(False)
        ax.spines[["left", "bottom"]].set_color(RULE_2)
    axes[0].set_ylabel("number of labels c", color=INK_2)
    return FigureWithAlt(
        figure,
        "Eigenvalues of chain(c) and ring(c) for c from 3 to 10. All lie between 0 and 4. The "
        "smallest, a diamond, approaches 0 for chains; for rings it is 0 for even c and above it "
        "for odd c.",
    )
