"""Beat 9: iris through an incomplete Cholesky factor."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from sklearn.datasets import load_iris
from sklearn.preprocessing import StandardScaler

from ...kernels import Factor, incomplete_cholesky, kernel_matrix
from ...plotting import COLOURS, INK, INK_2, as_plane, plot_partition
from ...reproduction.song2007.experiments import cluster
from ...widgets import redrawn, stops

MOST = 60


def low_rank():
    """Residual trace against columns, the eigengap, and the clusters of the factor, on iris."""
    iris = StandardScaler().fit_transform(load_iris().data)
    full = cluster(kernel_matrix(iris), 3).labels
    stopped = incomplete_cholesky(iris, pivots="greedy", n_clusters=3, max_rank=len(iris))
    longer = incomplete_cholesky(iris, pivots="greedy", max_rank=MOST)
    rank = stopped.factor.shape[1]
    left_over = len(iris) - np.cumsum((longer.factor**2).sum(axis=0))
    plane, _ = as_plane(iris)

    def draw(columns):
        labels = cluster(Factor(longer.factor[:, :columns]), 3, init=full).labels
        figure = Figure(figsize=(9, 3.4), layout="constrained")
        left, right = figure.subplots(1, 2)
        left.semilogy(range(1, MOST + 1), left_over, color=COLOURS[0], linewidth=2)
        left.axhline(stopped.eigengap, color=COLOURS[4], linestyle="--")
        at = MOST, 1.15 * stopped.eigengap
        left.text(*at, "eigengap", ha="right", color=COLOURS[4], fontsize=10)
        left.plot([columns], [left_over[columns - 1]], "o", color=INK, markersize=9)
        left.set(xlabel="columns", ylabel="residual trace of 150")
        left.set_yticks([1, 10, 100], ["1", "10", "100"])
        left.minorticks_off()
        left.spines[["top", "right"]].set_visible(False)
        plot_partition(plane, labels, right, longer.pivots[:columns])
        moved = (labels != full).sum()
        told = f"{columns} columns, their flowers ringed; {moved} of 150 relabelled"
        right.set_title(told, fontsize=10, color=INK_2)
        return figure, (
            f"Iris, {told}. Residual trace {left_over[columns - 1]:.1f}, eigengap "
            f"{stopped.eigengap:.1f}."
        )

    def show(columns):
        return f"{columns}" + ", the eigengap" * (columns == rank)

    counts = sorted({3, 4, 6, 8, rank, 20, 40, MOST})
    return redrawn(draw, columns=stops(counts, value=4, label="columns", show=show))
