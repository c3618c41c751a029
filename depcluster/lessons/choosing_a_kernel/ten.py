"""Two moons, ten kernels, five judges."""

from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib.figure import Figure
from sklearn.datasets import make_moons

from ...labels.renaming import align_labels
from ...plotting import ACCENT, INK, plot_with_hollow
from ...selection import BLIND, CRITERIA, compare_kernels, default_kernels, winners
from ...widgets import redrawn, stops

DRAWS = (0, 1, 2)


@cache
def moons(seed=0):
    """Two hundred points in two crescents, and the crescent of each."""
    return make_moons(200, noise=0.06, random_state=seed)


@cache
def judged(seed=0):
    """The ten kernels compared on a draw of the moons."""
    X, y = moons(seed)
    return compare_kernels(X, default_kernels(X), n_clusters=2, y=y)


def picks(found, judge):
    """Names of the kernels a judge prefers; those that it cannot tell apart share the place."""
    best = winners(found.column(judge), CRITERIA[judge].higher)
    return [row.name for row, first in zip(found.rows, best, strict=True) if first]


def agreement_of_picks(found, judge):
    """ARI of the kernel a judge prefers; the mean over those that share the place."""
    return float(np.mean([found[name].values["ari"] for name in picks(found, judge)]))


def as_true(labels, y):
    """Labels renamed so that as many as possible are the true ones."""
    return align_labels(labels, y, np.eye(max(labels.max(), y.max()) + 1))


def ten_partitions():
    """The partitions of ten kernels, and under each the judges that prefer its kernel."""
    return redrawn(_draw_ten, seed=stops(DRAWS, 0, "draw"))


def _draw_ten(seed):
    (X, y), found = moons(seed), judged(seed)
    chosen = {judge: picks(found, judge) for judge in BLIND}
    figure = Figure(figsize=(9, 4.5), layout="constrained")
    for ax, row in zip(figure.subplots(2, 5).flat, found.rows, strict=True):
        labels = as_true(row.labels, y)
        plot_with_hollow(X, labels, labels != y, ax)
        ax.set_title(f"{row.name}\nARI {abs(row.values['ari']):.2f}", fontsize=9, color=INK)
        mine = [CRITERIA[judge].title for judge in BLIND if row.name in chosen[judge]]
        ax.set_xlabel("\n".join(mine), fontsize=9, color=ACCENT, weight="bold")
        ax.spines[:].set_visible(bool(mine))
        ax.spines[:].set(color=ACCENT, linewidth=2)
    told = "; ".join(
        f"{CRITERIA[judge].title} prefers {', '.join(names)} "
        f"(ARI {agreement_of_picks(found, judge):.2f})"
        for judge, names in chosen.items()
    )
    return figure, f"Two moons, draw {seed}, clustered with ten kernels. {told}."
