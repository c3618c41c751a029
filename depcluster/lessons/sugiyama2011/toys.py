"""The four toys of section 4.1, clustered by k-means and by kernel k-means."""

from __future__ import annotations

import numpy as np
from matplotlib.figure import Figure
from sklearn.cluster import KMeans
from sklearn.metrics import adjusted_rand_score

from ... import KernelKMeans
from ...metrics import relabelled
from ...plotting import INK, plot_with_hollow
from ...reproduction.sugiyama2011.experiments import TOYS, toy
from ...widgets import choice, redrawn


def ari(y, labels):
    """Adjusted Rand index, never written as -0."""
    return adjusted_rand_score(y, labels) + 0.0


def toys():
    """Four toys in the colours of a clustering, errors hollow."""
    sets = {name: toy(name) for name in TOYS}
    found = {
        "k-means": lambda X, y, c: KMeans(c, n_init=10, random_state=0).fit_predict(X),
        "kernel k-means": lambda X, y, c: KernelKMeans(c, random_state=0).fit_predict(X),
        "the truth": lambda X, y, c: y,
    }
    labels = {
        method: {
            name: relabelled(y, cluster(X, y, c), np.eye(c)) for name, (X, y, c) in sets.items()
        }
        for method, cluster in found.items()
    }

    def draw(method):
        figure, told = Figure(figsize=(9, 2.7), layout="constrained"), []
        for ax, (name, (X, y, _)) in zip(figure.subplots(1, 4), sets.items(), strict=True):
            own = labels[method][name]
            plot_with_hollow(X, own, own != y, ax)
            told.append(f"{name} {abs(ari(y, own)):.2f}")
            ax.set_title(f"{name}\nARI {abs(ari(y, own)):.2f}", fontsize=10, color=INK)
        return figure, f"Four toys clustered by {method}, errors hollow. ARI: {', '.join(told)}."

    return redrawn(draw, method=choice(list(found), label="clustered by"))
