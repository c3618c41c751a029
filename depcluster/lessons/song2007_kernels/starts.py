"""Beat 3: three groups in a line, a spectral start and a search."""

from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib.figure import Figure
from sklearn.metrics import adjusted_rand_score

from ...labels.renaming import align_labels
from ...plotting import COLOURS, INK, INK_2, RULE_2, plot_eigenvectors, plot_partition
from ...reproduction.song2007.experiments import TOYS, cluster, menu, spectrum
from ...search import spectral_labels
from ...widgets import choice, redrawn


@cache
def _stages(kernel):
    """Eigenvalues and vectors, and labels after rounding and after one search from there."""
    line, y = TOYS["collinear"]()
    K = menu("collinear")[kernel](line)
    values, V = spectrum(K, 3)
    rounded = spectral_labels(V[:, :2])
    searched = cluster(K, 3, init="spectral", n_init=1).labels
    stages = {"rounded only": rounded, "then searched": searched}
    return values, V, {name: align_labels(z, y, np.eye(3)) for name, z in stages.items()}


def first_cuts():
    """Eigenvalues, two eigenvectors and the clusters, before and after one search."""
    line, y = TOYS["collinear"]()

    def draw(kernel, stage):
        values, V, labels = _stages(kernel)
        ari = adjusted_rand_score(y, labels[stage])
        figure = Figure(figsize=(9, 3), layout="constrained")
        left, middle, right = figure.subplots(1, 3, width_ratios=[1.6, 3, 3])
        left.bar([1, 2, 3], values, color=[COLOURS[0], COLOURS[0], RULE_2])
        for k, height in enumerate(values, 1):
            text = f"{abs(height):.0f}"
            left.text(k, height, text, ha="center", va="bottom", fontsize=10, color=INK)
        left.set(xticks=[1, 2, 3], yticks=[])
        left.set_title("eigenvalues", fontsize=10, color=INK_2)
        left.spines[["top", "right", "left"]].set_visible(False)
        left.margins(y=0.15)
        plot_eigenvectors(V[:, :2], values[:2], y, middle, by_value=False)
        middle.set_title("one bar per point, group by group", fontsize=10, color=INK_2)
        plot_partition(line, labels[stage], right)
        right.set_title(f"{stage}: ARI {ari:.2f}", fontsize=11, color=INK)
        return figure, (
            f"Collinear, {kernel} kernel: eigenvalues {values[0]:.0f}, {values[1]:.0f}, "
            f"{abs(values[2]):.0f}, two eigenvectors, and the clusters, {stage}: ARI {ari:.2f}."
        )

    return redrawn(
        draw,
        kernel=choice(["linear", "rbf"], label="kernel"),
        stage=choice(["rounded only", "then searched"], label="start"),
    )
