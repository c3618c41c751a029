"""Beat 1: three toys under four kernels. What a kernel sees, its eigenvectors show."""

from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib.figure import Figure
from sklearn.metrics import adjusted_rand_score

from ...labels.renaming import align_labels
from ...plotting import INK, INK_2, plot_eigenvectors, plot_partition
from ...reproduction.song2007.experiments import TOYS, cluster, menu, share, spectrum
from ...widgets import choice, redrawn

KERNELS = ("linear", "rbf", "graph", "poly")


def kernels_of(toy):
    """The kernels of section 4 for a toy, by name: from samples to a kernel matrix."""
    return menu(toy)


def eigenvectors_of(K, k=2):
    """The k leading eigenvalues and eigenvectors of the centred K."""
    return spectrum(K, k)


@cache
def _seen(toy, kernel):
    """Clusters found, named as the classes they resemble, and two eigenvectors."""
    X, y = TOYS[toy]()
    K, c = menu(toy)[kernel](X), y.max() + 1
    found = align_labels(cluster(K, c).labels, y, np.eye(c))
    return X, y, found, *spectrum(K, 2)


def shapes():
    """A toy, the clusters that a kernel finds in it, and its two leading eigenvectors."""

    def draw(toy, kernel):
        X, y, found, values, V = _seen(toy, kernel)
        ari = abs(adjusted_rand_score(y, found))
        parts = np.maximum([share(v, y) for v in V.T], 0)
        figure = Figure(figsize=(9, 3.2), layout="constrained")
        left, right = figure.subplots(1, 2, width_ratios=[2, 3])
        plot_partition(X, found, left)
        left.set_title(f"clusters found: ARI {ari:.2f}", fontsize=11, color=INK)
        plot_eigenvectors(V, values, y, right, by_value=False)
        told = f"share of the classes: v1 {parts[0]:.2f}, v2 {parts[1]:.2f}"
        right.set_title(told, fontsize=11, color=INK)
        below = {"ha": "center", "va": "top", "fontsize": 9, "color": INK_2}
        words = "one bar per point, class by class in the order of the data"
        right.text(0.5, 0, words, transform=right.transAxes, **below)
        return figure, f"{toy}, {kernel} kernel: ARI of the clusters found {ari:.2f}; {told}."

    return redrawn(
        draw, toy=choice(list(TOYS), label="toy"), kernel=choice(list(KERNELS), label="kernel")
    )
