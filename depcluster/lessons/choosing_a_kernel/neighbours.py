"""Graphs of nearest neighbours, and the eigenvalues of their diffusion kernels."""

from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure
from scipy.sparse.csgraph import connected_components
from sklearn.datasets import load_wine
from sklearn.neighbors import kneighbors_graph
from sklearn.preprocessing import StandardScaler

from ...datasets import make_nine
from ...kernels.gram import centre
from ...kernels.matrix import kernel_matrix
from ...plotting import COLOURS, INK, INK_2, RULE_2, as_plane, plot_partition
from ...selection import kernel_rows
from ...widgets import choice, redrawn, stops
from .ten import as_true, moons

GRAPHS = ("moons, c = 2", "nine blobs, c = 3", "nine blobs, c = 9", "wine, c = 3")
NEIGHBOURS = (3, 4, 8)


@cache
def points_of(name):
    """Points, classes and the number of clusters asked for."""
    data, _, c = name.partition(", c = ")
    if data == "moons":
        return *moons(), int(c)
    if data == "wine":
        X, y = load_wine(return_X_y=True)
        return StandardScaler().fit_transform(X), y, int(c)
    X, y = make_nine()
    return X, y // (9 // int(c)), int(c)


@cache
def on_graph(name, k, s=20.0):
    """Judges' row, edges, number of pieces and leading eigenvalues for k neighbours."""
    X, y, c = points_of(name)
    kernel = {"kernel": "graph", "n_neighbors": k, "kernel_params": {"s": s}}
    (row,) = kernel_rows(X, {"diffusion": kernel}, c, criteria=("gamma", "eigengap"), y=y)
    edges = kneighbors_graph(X, k)
    edges = edges.maximum(edges.T)
    values = np.linalg.eigvalsh(centre(kernel_matrix(X, **row.params)))[::-1][:12]
    return row, edges, connected_components(edges)[0], values


def graphs():
    """A graph with the clusters of its diffusion kernel, and the kernel's eigenvalues."""
    return redrawn(
        _draw_graph,
        data=choice(list(GRAPHS), label="data and number of clusters"),
        k=stops(NEIGHBOURS, 3, "neighbours"),
    )


def _draw_graph(data, k):
    X, y, c = points_of(data)
    row, edges, pieces, values = on_graph(data, k)
    points, caption = as_plane(X)
    figure = Figure(figsize=(9, 3.6), layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=[1.5, 1])
    i, j = edges.nonzero()
    lines = np.stack([points[i], points[j]], axis=1)[i < j]
    left.add_collection(LineCollection(lines, colors=RULE_2, linewidths=0.7, zorder=0))
    plot_partition(points, as_true(row.labels, y), left)
    ari, gamma = abs(row.values["ari"]), row.text("gamma").split(" ")[0]
    in_pieces = f"{pieces} piece{'s' * (pieces > 1)}"
    left.set_title(f"{in_pieces}, ARI {ari:.2f}", color=INK, fontsize=11)
    left.set_xlabel(caption, fontsize=9, color=INK_2)
    right.bar(np.arange(1, len(values) + 1), values / values[0], color=COLOURS[0])
    right.axvline(c - 0.5, color=COLOURS[4], linestyle="--", linewidth=1.5)
    right.set(xlabel="eigenvalue", xticks=range(1, 13, 2), ylim=(0, 1.05))
    gap = f"eigengap {row.text('eigengap')}, gamma {gamma}"
    right.set_title(gap, color=INK, fontsize=11)
    right.spines[["top", "right"]].set_visible(False)
    return figure, f"{data}: graph of {k} neighbours in {in_pieces}, {gap}, ARI {ari:.2f}."
