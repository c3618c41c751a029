"""Both kernels on data of one's own."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure

from ...metrics import relabelled
from ...plotting import (
    COLOURS,
    INK,
    INK_2,
    MARKS,
    FigureWithAlt,
    as_plane,
    plot_with_hollow,
)
from ...reproduction.sugiyama2011.experiments import undecided
from .toys import ari


def both_kernels(X, fits):
    """Clusters and LSMI of two fitted `SMIC`, by the name of their kernel."""
    (first, one), (second, other) = fits.items()
    c = one.n_clusters
    figure = Figure(figsize=(9, 3), layout="constrained")
    *axes, last = figure.subplots(1, 3, width_ratios=[1, 1, 1.2])
    points, caption = as_plane(X)
    for tone, (ax, (name, model)) in enumerate(zip(axes, fits.items(), strict=True)):
        labels = relabelled(one.labels_, model.labels_, np.eye(c))
        plot_with_hollow(points, labels, undecided(model, X), ax)
        ax.set_title(f"{name}, t = {model.n_neighbors_}", fontsize=10, color=INK)
        style = {"marker": MARKS[tone], "color": COLOURS[tone], "label": name}
        last.plot(model.candidates_, model.lsmi_path_, **style)
    axes[0].set_xlabel(caption, fontsize=9, color=INK_2)
    last.axhline((c - 1) / 2, color=INK_2, ls="--", lw=0.8)
    last.set(xlabel="t", ylabel="LSMI")
    last.legend(frameon=False)
    last.spines[["top", "right"]].set_visible(False)
    agreed = ari(one.labels_, other.labels_)
    return FigureWithAlt(
        figure,
        f"Clusters with the kernels {first} and {second} and their LSMI against t, bound "
        f"{(c - 1) / 2:g}; the two agree with ARI {agreed:.2f}.",
    )
