"""The two exhibits of the paper side by side, with both kernels."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from ...plotting import COLOURS, INK, MARKS, RULE, FigureWithAlt
from ...reproduction.sugiyama2011.experiments import (
    KERNELS,
    OWN,
    REPORTED,
    REPORTED_TOYS,
    TOYS,
    real,
    toy_choice,
)


def two_exhibits():
    """Mean ARI minus the paper's, of the toys of Figure 4 and the real sets of Table 1."""
    rows = [
        (name, REPORTED_TOYS["SMIC"][name], [toy_choice(name, k)[0].mean() for k in KERNELS])
        for name in TOYS
    ]
    rows += [
        (name, REPORTED[name]["SMIC"][0], [real(name, f"SMIC {k}").mean() for k in KERNELS])
        for name in OWN
    ]
    figure = Figure(figsize=(9, 3), layout="constrained")
    ax = figure.subplots()
    ax.axvspan(-0.1, 0.1, color=RULE)
    off = np.array([np.array(ours) - paper for _, paper, ours in rows])
    for tone, label in enumerate(("(7) as printed", "sym")):
        at = np.arange(len(rows)) + 0.16 * (2 * tone - 1)
        ax.plot(off[:, tone], at, MARKS[tone], color=COLOURS[tone], ms=8, label=label)
    ax.axhline(3.5, color=INK, lw=0.8)
    ax.set_yticks(range(len(rows)), [f"{name} [{paper:g}]" for name, paper, _ in rows])
    label = "mean ARI minus the paper's (in brackets); band: within 0.1"
    ax.set(xlabel=label, ylim=(7.6, -0.6))
    ax.legend(frameon=False, loc="lower left")
    ax.spines[["top", "right"]].set_visible(False)
    told = [
        f"{row[0]} printed {a:+.2f}, sym {b:+.2f}" for row, (a, b) in zip(rows, off, strict=True)
    ]
    return FigureWithAlt(figure, f"Mean ARI minus the paper's. {'; '.join(told)}.")
